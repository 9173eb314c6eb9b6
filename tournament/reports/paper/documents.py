"""One function a document. Each returns the PDF's bytes; `language` is the language of the fixed words."""

import dataclasses
import io
import json
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import segno
import typst
from django.utils import translation
from django.utils.formats import date_format, time_format
from pypdf import PdfWriter

from tournament.reports.values import (
    Certificate,
    CrossSheet,
    Flyer,
    Head,
    KnockoutSheet,
    RecordSheet,
    RoundSheet,
    StandingsSheet,
)

from .labels import army_letters, labels

_HERE = Path(__file__).parent
_MAIN = _HERE / "main.typ"
_CROSS_BLOCK = 45  # opponents side by side on one landscape page

Part = dict[str, Any]


def seating_by_table(head: Head, played: RoundSheet, *, language: str = "it") -> bytes:
    """Who sits at each table, large enough to be read by a crowd at the wall."""
    return _pdf(head, [_seating(played)], language)


def seating_by_name(head: Head, played: RoundSheet, *, language: str = "it") -> bytes:
    """Everyone in alphabetical order, with the table."""
    return _pdf(head, [_names(played)], language)


def slips(head: Head, played: RoundSheet, *, language: str = "it") -> bytes:
    """Result slips, two to a page, names filled in, with a QR to the table's entry form."""
    return _pdf(head, [_slips(played)], language)


def standings(head: Head, sheet: StandingsSheet, *, language: str = "it") -> bytes:
    """Standings with every game, discards struck through, the cut as a line."""
    return _pdf(head, [_part("standings", sheet)], language)


def cross_table(head: Head, sheet: CrossSheet, *, language: str = "it") -> bytes:
    """Who met whom and when. Raises ValueError when the table is not square."""
    return _pdf(
        head, [_cross(sheet)], language, tagged=False
    )  # tags of n × n cells would be most of the file


def knockout(head: Head, sheet: KnockoutSheet, *, language: str = "it") -> bytes:
    """The stages side by side, those who went through marked."""
    return _pdf(head, [_part("knockout", sheet)], language)


def certificates(head: Head, awards: Sequence[Certificate], *, language: str = "it") -> bytes:
    """One page for each award."""
    return _pdf(
        head, [{"kind": "certificates", "awards": [dataclasses.asdict(award) for award in awards]}], language
    )


def flyer(head: Head, invitation: Flyer, *, language: str = "it") -> bytes:
    """A poster with the tournament's name and a QR to its registration."""
    part = {"kind": "flyer", **dataclasses.asdict(invitation), "qr": _qr(invitation.url)}
    return _pdf(head, [part], language)


def record(head: Head, sheet: RecordSheet, *, language: str = "it") -> bytes:
    """The referee's record of a round, to be signed and kept."""
    return _pdf(head, [_part("record", sheet)], language)


def round_pack(
    head: Head, played: RoundSheet, *, sheet: StandingsSheet | None = None, language: str = "it"
) -> bytes:
    """All a hall needs to play a round without any machine: seating twice, slips, standings so far, blank record."""
    parts = [*_before_slips(played), _slips(played), *_after_slips(played, sheet)]
    return _pdf(head, parts, language, tagged=False)  # for the printer; the single sheets are tagged


def pack_before_slips(head: Head, played: RoundSheet, *, language: str = "it") -> bytes:
    """The cover and the seating twice: the beginning of a pack that several workers print."""
    return _pdf(head, _before_slips(played), language, tagged=False)


def pack_after_slips(
    head: Head, played: RoundSheet, *, sheet: StandingsSheet | None = None, language: str = "it"
) -> bytes:
    """The standings so far and the blank record: the end of such a pack."""
    return _pdf(head, _after_slips(played, sheet), language, tagged=False)


def bound(documents: Iterable[bytes]) -> bytes:
    """One document of several, in their order."""
    writer = PdfWriter()
    for one in documents:
        writer.append(io.BytesIO(one))
    whole = io.BytesIO()
    writer.write(whole)
    return whole.getvalue()


# -- parts: a kind that main.typ knows, and its data ---------------------------------------------------------


def _part(kind: str, sheet: StandingsSheet | KnockoutSheet | RecordSheet) -> Part:
    return {"kind": kind, **dataclasses.asdict(sheet)}


def _before_slips(played: RoundSheet) -> list[Part]:
    numbers = [table.number for table in played.tables]
    cover = {"kind": "cover", "title": played.title, "tables": numbers}
    return [cover, _seating(played), _names(played)]


def _after_slips(played: RoundSheet, sheet: StandingsSheet | None) -> list[Part]:
    blank = {"kind": "blank_record", "title": played.title, "tables": _blank_tables(played)}
    return [*([_part("standings", sheet)] if sheet is not None else []), blank | _columns(played)]


def _seating(played: RoundSheet) -> Part:
    return {"kind": "seating", **dataclasses.asdict(played)}


def _names(played: RoundSheet) -> Part:
    lines = [
        {"name": seat.listed, "club": seat.club, "table": table.number, "room": table.room}
        for table in played.tables
        for seat in table.seats
    ]
    lines.sort(key=lambda line: _alphabetical(str(line["name"])))
    return {"kind": "names", "title": played.title, "lines": lines, "sitting_out": list(played.sitting_out)}


def _alphabetical(name: str) -> str:
    """Surnames in order whatever their accents, apostrophes and capitals."""
    return "".join(
        sign for sign in unicodedata.normalize("NFKD", name.casefold()) if sign.isalnum() or sign == " "
    )


def _slips(played: RoundSheet) -> Part:
    tables = [dataclasses.asdict(table) | {"qr": _qr(table.entry_url)} for table in played.tables]
    return {
        "kind": "slips",
        "title": played.title,
        "tables": tables,
        "objective": played.objective,
        **_columns(played),
    }


def _columns(played: RoundSheet | RecordSheet) -> Part:
    return {"has_board": played.has_board, "figure": played.figure}


def _qr(url: str) -> str:
    """The QR as SVG text, "" without an address; level M survives a fold and a coffee ring."""
    if not url:
        return ""
    return str(segno.make(url, error="m", micro=False).svg_inline(border=0, dark="#16181d"))


def _cross(sheet: CrossSheet) -> Part:
    count = len(sheet.rows)
    if any(len(row.meetings) != count for row in sheet.rows):
        raise ValueError(f"{sheet.title}: every player needs one entry for each of the {count} players")
    blocks = [list(range(start, min(start + _CROSS_BLOCK, count))) for start in range(0, count, _CROSS_BLOCK)]
    return {"kind": "cross", "blocks": blocks, **dataclasses.asdict(sheet)}


def _blank_tables(played: RoundSheet) -> list[Part]:
    return [{"number": table.number, "names": [seat.name for seat in table.seats]} for table in played.tables]


# -- the way to typst ----------------------------------------------------------------------------------------


def _pdf(head: Head, parts: Iterable[Part], language: str, *, tagged: bool = True) -> bytes:
    with translation.override(language):
        document = {
            "language": language.partition("-")[0],
            "head": _head(head),
            "labels": labels(),
            "armies": army_letters(),
            "parts": list(parts),
        }
    data = json.dumps(document, ensure_ascii=False)
    printed_at = head.printed_at or datetime(2000, 1, 1, tzinfo=UTC)
    timestamp = int(printed_at.timestamp())
    return typst.compile(_MAIN, root=_HERE, sys_inputs={"data": data}, timestamp=timestamp, pdf_tags=tagged)


def _head(head: Head) -> dict[str, str]:
    return {
        "tournament": head.tournament,
        "place": head.place,
        "day": date_format(head.day) if head.day else "",
        "printed_at": _moment(head.printed_at),
        "address": head.address,
    }


def _moment(moment: datetime | None) -> str:
    if moment is None:
        return ""
    return f"{date_format(moment, 'SHORT_DATE_FORMAT')} {time_format(moment.time(), 'H:i')}"
