"""What a plain form sends, as numbers and texts; what is missing or no number is a user's mistake."""

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput


def whole(request: HttpRequest, name: str) -> int:
    """A whole number. Raises InvalidInput naming the field."""
    value = request.POST.get(name, "").strip()
    try:
        return int(value)
    except ValueError as error:
        raise InvalidInput(
            _("“%(value)s” is not a number (%(name)s).") % {"value": value, "name": name}
        ) from error


def whole_or_none(request: HttpRequest, name: str) -> int | None:
    """A whole number, or None where the field is empty."""
    return whole(request, name) if request.POST.get(name, "").strip() else None


def wholes(request: HttpRequest, name: str) -> list[int]:
    """All the numbers of a field that may come several times. Raises InvalidInput."""
    values = request.POST.getlist(name)
    if not all(value.strip().lstrip("-").isdecimal() for value in values):
        raise InvalidInput(_("A list of people is not readable: load the page again."))
    return [int(value) for value in values]


def text(request: HttpRequest, name: str) -> str:
    """A text without spaces around it; empty when there is none."""
    return request.POST.get(name, "").strip()
