"""Photos of slips: checked, turned upright, made smaller and written anew, so that nothing but the picture is kept.

A camera writes place, time and device into its files; a picture that is encoded again has none of it. The files lie in
the installation's media folder under names that nobody can guess, and only a page for the staff reads them.
"""

import re
import secrets
from io import BytesIO

from django.core.files.base import ContentFile
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps

from tournament.errors import TournamentError
from tournament.models import Submission

MOST_BYTES = 12 * 1024 * 1024
MOST_PIXELS = 60_000_000
LONGEST_SIDE = 2000
"""Enough to read a slip of A5 by."""
QUALITY = 80
FORMATS = ("JPEG", "PNG", "WEBP")
OURS = re.compile(r"slips/[\w-]+\.jpg")
"""A stored name; one that came with somebody else's archive may be anything."""


class PhotoRefused(TournamentError):
    """The file is no picture that can be kept. Facts: `megabytes` (the limit)."""

    code = "photo_refused"
    status = 422
    message = _(
        "The photo cannot be read: take it again as JPEG, PNG or WebP of at most %(megabytes)s MB, or leave it out."
    )


def cleaned_photo(data: bytes) -> bytes:
    """The picture as a JPEG of at most 2000 pixels a side without any metadata. Raises PhotoRefused."""
    refused = PhotoRefused(megabytes=MOST_BYTES // 1024 // 1024)
    if len(data) > MOST_BYTES:
        raise refused
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise refused
            return _encoded(ImageOps.exif_transpose(picture))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise refused from error


def _encoded(picture: Image.Image) -> bytes:
    flat = Image.new("RGB", picture.size, "white")
    with_alpha = picture.convert("RGBA")
    flat.paste(with_alpha, mask=with_alpha)
    flat.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    out = BytesIO()
    flat.save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()


def keep_photo(submission: Submission, data: bytes) -> None:
    """Store the photo with a submission. Raises PhotoRefused."""
    submission.photo.save(f"{secrets.token_urlsafe(16)}.jpg", ContentFile(cleaned_photo(data)))


def photo_of(submission: Submission) -> bytes | None:
    """The stored photo; None without one, or where the file stayed on another installation."""
    if not OURS.fullmatch(str(submission.photo.name)):
        return None
    try:
        with submission.photo.open() as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None


def drop_photos(submissions: QuerySet[Submission]) -> int:
    """Delete the photos of these submissions, for good; how many. Results stay."""
    with_photo = list(submissions.exclude(photo="").distinct())
    for submission in with_photo:
        if OURS.fullmatch(str(submission.photo.name)):
            submission.photo.delete(save=False)
        Submission.objects.filter(pk=submission.pk).update(photo="")
    return len(with_photo)
