"""A calendar file (RFC 5545): plain text, folded lines, escaped values."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

LINE = 73
"""Octets a line before it is folded, its CR LF not counted."""

Entry = tuple[str, date, str, str]
"""Identifier, start (a moment, or a whole day), title, description."""


def calendar_of(entries: Iterable[Entry], *, place: str = "", hours: int = 2) -> bytes:
    """The entries as a calendar, each lasting so many hours; a day lasts a day."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sdadata//Sdadata//IT"]
    for identifier, start, title, description in entries:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{identifier}",
            *_times(start, hours),
            f"SUMMARY:{_escaped(title)}",
            f"DESCRIPTION:{_escaped(description)}",
            f"LOCATION:{_escaped(place)}",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(_folded(line) + "\r\n" for line in lines).encode()


def _times(start: date, hours: int) -> list[str]:
    if isinstance(start, datetime):
        end = start + timedelta(hours=hours)
        return [f"DTSTAMP:{_stamp(start)}", f"DTSTART:{_stamp(start)}", f"DTEND:{_stamp(end)}"]
    midnight = datetime.combine(start, time(), UTC)
    return [
        f"DTSTAMP:{_stamp(midnight)}",
        f"DTSTART;VALUE=DATE:{start:%Y%m%d}",
        f"DTEND;VALUE=DATE:{start + timedelta(days=1):%Y%m%d}",
    ]


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> str:
    """Lines longer than 75 octets go on behind a blank, never inside a character."""
    pieces, piece = [], ""
    for character in line:
        if len((piece + character).encode()) > LINE:
            pieces.append(piece)
            piece = ""
        piece += character
    return "\r\n ".join([*pieces, piece])
