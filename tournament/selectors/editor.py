"""The seating editor's facts: tables with their chips, and which chip is in which flaw."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scoring.text import plain
from seating.words import Words
from tournament.models import Entrant, Round, Submission, SubmissionState, Table
from tournament.selectors.formulas import formula_of
from tournament.selectors.rounds import tables_for_round
from tournament.selectors.seating import Flaw, judge, layout_of, resting_entrants, unseated_entrants

Wording = Callable[[Words], str]


@dataclass(frozen=True, slots=True)
class Chip:
    """A seat as it can be moved."""

    id: int
    name: str
    detail: str
    turn: int
    flawed: str


@dataclass(frozen=True, slots=True)
class Card:
    """A table with its chips; `prize` is what its winner receives."""

    table: Table
    number: int
    prize: str
    seats: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class FlawLine:
    """A finding in words, and the chips it is about."""

    text: str
    entrants: tuple[int, ...]
    breach: bool


@dataclass(frozen=True, slots=True)
class Editor:
    """All that the editor shows of a round."""

    cards: tuple[Card, ...]
    lines: tuple[tuple[str, str, bool], ...]
    flaws: tuple[FlawLine, ...]
    unseated: tuple[Entrant, ...]
    resting: tuple[Entrant, ...]
    started: bool
    undo: str
    redo: str
    differs: bool
    drawn: tuple[tuple[str, str, bool], ...]


def editor_for(round_: Round, *, name: Wording) -> Editor:
    """The editor of a round; `name` words the checker's sentences in the language of the page."""
    judgement = judge(round_)
    why = _reasons(judgement.flaws, name)
    prize = formula_of(round_.tournament).prize()
    tables = list(tables_for_round(round_))
    cards = tuple(
        Card(table, table.number, plain(prize.at(table.size)) if prize else "", _chips(table, why))
        for table in tables
    )
    reported = Submission.objects.filter(table__round=round_).exclude(state=SubmissionState.REJECTED)
    position = round_.edit_position
    return Editor(
        cards,
        tuple((name(line.title), name(line.words), line.value == 0) for line in judgement.lines),
        tuple(FlawLine(name(one.words), one.entrants, one.breach) for one in judgement.flaws),
        tuple(unseated_entrants(round_)),
        tuple(resting_entrants(round_)),
        reported.exists(),
        round_.edits[position - 1]["what"] if position else "",
        round_.edits[position]["what"] if position < len(round_.edits) else "",
        bool(round_.draw) and layout_of(round_) != round_.draw,
        _drawn(round_.report, name),
    )


def _drawn(report: dict[str, Any], name: Wording) -> tuple[tuple[str, str, bool], ...]:
    """What the draw came to by each criterion, what of it nobody could avoid, and whether it is proven the best."""
    return tuple(
        (name(Words(**line["title"])), name(Words(**line["words"])), line["proven_optimal"])
        for line in report.get("criteria", ())
    )


def _reasons(flaws: tuple[Flaw, ...], name: Wording) -> dict[int, str]:
    reasons: dict[int, list[str]] = defaultdict(list)
    for flaw in flaws:
        for entrant in flaw.entrants:
            reasons[entrant].append(name(flaw.words))
    return {entrant: " ".join(sentences) for entrant, sentences in reasons.items()}


def _chips(table: Table, why: dict[int, str]) -> tuple[Chip, ...]:
    return tuple(
        Chip(
            seat.entrant_id,
            seat.entrant.full_name,
            seat.entrant.club.name if seat.entrant.club else "",
            seat.turn_order,
            why.get(seat.entrant_id, ""),
        )
        for seat in table.seats.all()
    )
