"""QR codes for the page: an image in the address itself, so that nothing is stored or fetched."""

import segno


def qr_of(text: str) -> str:
    """A data address of an SVG that shows the text as a QR code, dark on white in both themes."""
    return str(segno.make(text, error="m").svg_data_uri(scale=4, border=2, dark="#000", light="#fff"))
