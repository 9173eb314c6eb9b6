"""Sentences in English, Italian and Portuguese, and exact numbers as people write them."""

from fractions import Fraction
from typing import NamedTuple


class Text(NamedTuple):
    """The same sentence in every language of the house."""

    en: str
    it: str
    pt: str


def same(text: str) -> Text:
    """A text that needs no translation: a name, a figure, a formula."""
    return Text(text, text, text)


def joined(texts: "list[Text] | tuple[Text, ...]", separator: str = " ") -> Text:
    """The texts one after the other."""
    return Text(
        separator.join(text.en for text in texts),
        separator.join(text.it for text in texts),
        separator.join(text.pt for text in texts),
    )


def listed(texts: "list[Text] | tuple[Text, ...]") -> Text:
    """An enumeration: `a, b and c`."""
    if len(texts) < 2:
        return joined(tuple(texts))
    head = joined(tuple(texts[:-1]), ", ")
    return Text(f"{head.en} and {texts[-1].en}", f"{head.it} e {texts[-1].it}", f"{head.pt} e {texts[-1].pt}")


def decimal_places(value: Fraction) -> int | None:
    """How many decimals write the value exactly; None when no number of them does."""
    remaining, places = value.denominator, 0
    while remaining % 10 == 0:
        remaining, places = remaining // 10, places + 1
    for prime, partner in ((2, 5), (5, 2)):
        while remaining % prime == 0:
            remaining, places = remaining * partner // 10, places + 1
    return places if remaining == 1 else None


def plain(value: Fraction | int) -> str:
    """The exact value with a decimal point and no idle zeros; a fraction that never ends stays `a/b`."""
    exact = Fraction(value)
    places = decimal_places(exact)
    if places is None:
        return f"{exact.numerator}/{exact.denominator}"
    if places == 0:
        return str(exact.numerator)
    scaled = abs(exact.numerator) * 10**places // exact.denominator
    whole, part = divmod(scaled, 10**places)
    sign = "-" if exact < 0 else ""
    return f"{sign}{whole}.{part:0{places}d}"


def figure(value: Fraction | int) -> Text:
    """The exact value with each language's decimal mark."""
    written = plain(value)
    return Text(written, written.replace(".", ","), written.replace(".", ","))


def units_plain(units: int, digits: int) -> str:
    """A count of 10**-digits as a plain decimal without idle zeros."""
    if digits == 0:
        return str(units)
    whole, part = divmod(abs(units), 10**digits)
    sign = "-" if units < 0 else ""
    tail = f"{part:0{digits}d}".rstrip("0")
    return f"{sign}{whole}.{tail}" if tail else f"{sign}{whole}"


def units_figure(units: int, digits: int) -> Text:
    """A count of 10**-digits with each language's decimal mark."""
    written = units_plain(units, digits)
    return Text(written, written.replace(".", ","), written.replace(".", ","))
