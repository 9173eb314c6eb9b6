"""What a plain form sends, as numbers and texts; what is missing or no number is a user's mistake."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput

LARGEST = 2**31 - 1
"""No number here is larger, in either direction; databases keep no larger ones."""


def whole(request: HttpRequest, name: str) -> int:
    """A whole number. Raises InvalidInput naming the field."""
    value = request.POST.get(name, "").strip()
    try:
        return _kept(int(value))
    except ValueError as error:
        raise InvalidInput(
            _("“%(value)s” is not a number (%(name)s).") % {"value": value, "name": name}
        ) from error


def whole_or_none(request: HttpRequest, name: str) -> int | None:
    """A whole number, or None where the field is empty."""
    return whole(request, name) if request.POST.get(name, "").strip() else None


def wholes(request: HttpRequest, name: str) -> list[int]:
    """All the numbers of a field that may come several times. Raises InvalidInput."""
    try:
        return [_kept(int(value)) for value in request.POST.getlist(name)]
    except ValueError as error:
        raise InvalidInput(_("A list of people is not readable: load the page again.")) from error


def whole_of(text: str) -> int | None:
    """A number out of an address; None for anything else, and for one that no database keeps."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST))
    return number if is_number and (number := int(text)) <= LARGEST else None


def _kept(number: int) -> int:
    """The number. Raises ValueError for one that no database keeps."""
    if abs(number) > LARGEST:
        raise ValueError(number)
    return number


def text(request: HttpRequest, name: str) -> str:
    """A text without spaces around it and NUL, which PostgreSQL cannot keep; empty when there is none."""
    return request.POST.get(name, "").replace("\0", "").strip()


def asked(request: HttpRequest, name: str, longest: int) -> str:
    """What the address asks for, without NUL, cut to so many characters; empty when it asks for nothing."""
    return request.GET.get(name, "").replace("\0", "")[:longest]
