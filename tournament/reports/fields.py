"""One cell of a list to one fact about a person. A reader returns the fact and, at most, one problem's code."""

import re
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

from django.utils import timezone

from .columns import plain
from .grids import Cell
from .names import tidy

_YES = frozenset({"si", "s", "yes", "y", "1", "x", "true", "vero", "sì"})
_NO = frozenset({"no", "n", "0", "false", "falso"})
_DAY_FIRST = re.compile(r"^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})(?: 00:00(?::00)?)?$")
_YEAR_FIRST = re.compile(r"^(\d{4})[/.\-](\d{1,2})[/.\-](\d{1,2})(?:[T ]00:00(?::00)?)?$")
_EMAIL = re.compile(r"^[^@\s,;<>\"]+@[^@\s,;<>\".]+(?:\.[^@\s,;<>\".]+)+$")
_SERIAL_ORIGIN = date(1899, 12, 30)
_FIRST_BIRTH = date(1900, 1, 1)
_LAST_SERIAL = 73_050  # the last day of the year 2099

MAX_ID = 32_767  # the clubs' program reads the ID through 16 bits


def text_of(cell: Cell) -> str:
    """A cell as text: 12 for 12.0, dates as ISO, spaces tidied, the quote of a neutralised cell taken off."""
    if cell is None:
        return ""
    if isinstance(cell, Decimal):
        return format(cell, "f")
    if isinstance(cell, date):
        return cell.isoformat()
    text = tidy(str(cell))
    return text[1:] if text[:1] == "'" and text[1:2] in {"=", "+", "-", "@"} else text


def read_number(cell: Cell) -> tuple[int | None, str]:
    """The ID: a whole number from 1 to 32767, also typed as text."""
    text = text_of(cell)
    if not text:
        return None, ""
    if text.isdecimal() and text.isascii() and len(text) < 9 and 1 <= int(text) <= MAX_ID:
        return int(text), ""
    return None, "number_unreadable"


def read_yes_no(cell: Cell) -> tuple[bool, str]:
    """SI, sì, yes, x, 1 … = yes; NO, empty … = no; anything else = no, with a warning."""
    word = plain(text_of(cell))
    if word in _YES:
        return True, ""
    return False, "" if word in _NO or not word else "yes_no_unclear"


def read_date(cell: Cell) -> tuple[date | None, str]:
    """A day of birth: a real date, a spreadsheet's day number, or day/month/year (also year-month-day) in digits."""
    found = cell if isinstance(cell, date) else _serial_date(cell) or _written_date(text_of(cell))
    if found is not None and _FIRST_BIRTH <= found <= timezone.localdate():
        return found, ""
    return None, "date_unreadable" if text_of(cell) else ""


def read_email(cell: Cell) -> tuple[str, str]:
    """An address in small letters, or nothing."""
    text = text_of(cell).removeprefix("mailto:").lower()
    if not text or _EMAIL.match(text):
        return text, ""
    return "", "email_unreadable"


def read_fee(cell: Cell) -> tuple[Decimal | None, str]:
    """An amount of money: 10, 10,50, 1.010,50, € 10."""
    text = re.sub(r"(?i)eur(o)?|€|\s", "", text_of(cell))
    if not text:
        return None, ""
    if "," in text:
        text = text.replace(".", "").replace(",", ".")
    try:
        amount = Decimal(text)
    except InvalidOperation:
        return None, "fee_unreadable"
    if not amount.is_finite() or not 0 <= amount < 100_000:
        return None, "fee_unreadable"
    return amount, ""


def _serial_date(cell: Cell) -> date | None:
    text = text_of(cell)
    if text.isdecimal() and text.isascii() and len(text) <= 5 and 1 < int(text) <= _LAST_SERIAL:
        return _SERIAL_ORIGIN + timedelta(days=int(text))
    return None


def _written_date(text: str) -> date | None:
    if match := _DAY_FIRST.match(text):
        day, month, year = (int(part) for part in match.groups())
    elif match := _YEAR_FIRST.match(text):
        year, month, day = (int(part) for part in match.groups())
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
