"""How a game stands or has ended, and whether a position is possible at all."""

from collections.abc import Iterator
from typing import NamedTuple

from games.challenge.engine.geometry import SETUP
from games.challenge.engine.position import NOBODY, Phase, Position, Reason
from games.challenge.engine.tables import (
    ALL_CARDS,
    ALL_TERRITORIES,
    BIT,
    OBJECTIVES,
    TERRITORIES,
    worth,
)
from games.challenge.rulesets import CLOSING_VALUES, HAND_LIMIT, OBJECTIVE_POINTS, SAFE_ROUNDS, SUPPLY


class Outcome(NamedTuple):
    """Why the game is over, who won it, and whether the time limit had not expired yet."""

    reason: Reason
    winner: int
    in_time: bool


class Score(NamedTuple):
    """10.1–10.5 for a seat: `points` inside the objective, `outside` all else, rank from 1."""

    seat: int
    points: int
    outside: int
    rank: int


class Defect(NamedTuple):
    """Something a possible position cannot show, with the article, in two languages."""

    article: str
    en: str
    it: str


def outcome(position: Position) -> Outcome | None:
    """Reason and winner of a finished game; None while it is being played."""
    result = position.result
    if result is None:
        return None
    return Outcome(result.reason, final_scores(position)[0].seat, result.in_time)


def final_scores(position: Position) -> list[Score]:
    """Every seat in order of rank, as if the game ended now (10.1–10.5).

    ValueError before the objectives are dealt. Equal points: more outside the objective, then the later seat. Who is
    out scores 0 and stands below, the later out the higher.
    """
    if not position.objectives:
        raise ValueError("there is no score before the objectives are dealt")
    rows = [_row(position, seat) for seat in range(len(position.held))]
    rows.sort(key=lambda row: (row[0], *row[1]), reverse=True)
    return [
        Score(seat, points, outside, rank) for rank, (_, (points, outside, seat)) in enumerate(rows, start=1)
    ]


def _row(position: Position, seat: int) -> tuple[int, tuple[int, int, int]]:
    """Class (won 1, in play 0, out below 0) and (points, outside, seat) of a seat."""
    if seat in position.eliminated:
        return position.eliminated.index(seat) - len(position.held), (0, 0, seat)
    objective, held = OBJECTIVES[position.objectives[seat]], position.held[seat]
    points, outside = worth(held & objective), worth(held & ~objective)
    result = position.result
    if result is None or result.reason is Reason.CLOSING or result.seat != seat:
        return 0, (points, outside, seat)
    return 1, (OBJECTIVE_POINTS if result.in_time else points, outside, seat)


def defects(position: Position) -> list[Defect]:
    """Everything about the position that no game can show; empty if it is sound."""
    return [
        *_board_defects(position),
        *_army_defects(position),
        *_card_defects(position),
        *_round_defects(position),
    ]


def _board_defects(position: Position) -> Iterator[Defect]:
    union = 0
    for seat, held in enumerate(position.held):
        if held != sum(BIT[t] for t, owner in enumerate(position.owners) if owner == seat):
            yield Defect(
                "2.6",
                f"The territories of seat {seat + 1} disagree.",
                f"I territori del posto {seat + 1} non concordano.",
            )
        if bool(held) == (seat in position.eliminated) and position.phase not in SETUP:
            yield Defect(
                "7.1",
                f"Seat {seat + 1}: out, but with territories, or the reverse.",
                f"Posto {seat + 1}: eliminato con territori, o viceversa.",
            )
        union |= held
    if position.phase not in SETUP and union != ALL_TERRITORIES:
        yield Defect("2.8", "Not every territory is owned.", "Non tutti i territori hanno un proprietario.")


def _army_defects(position: Position) -> Iterator[Defect]:
    empty = position.turn.target if position.phase is Phase.OCCUPATION else NOBODY
    for territory in range(TERRITORIES):
        owned = position.owners[territory] != NOBODY
        if (position.armies[territory] > 0) != (owned and territory != empty):
            yield Defect(
                "4.3",
                f"Territory {territory} has {position.armies[territory]} armies.",
                f"Il territorio {territory} ha {position.armies[territory]} armate.",
            )
    limit = position.options.army_limit
    for seat in range(len(position.held)):
        if limit is not None and position.on_board(seat) > limit:
            yield Defect(
                "11.1",
                f"Seat {seat + 1} is above the army limit.",
                f"Il posto {seat + 1} supera il limite di armate.",
            )
        if (
            position.phase in SETUP
            and position.on_board(seat) + position.supply[seat] != SUPPLY[len(position.held)]
        ):
            yield Defect(
                "2.4",
                f"The starting supply of seat {seat + 1} is wrong.",
                f"La dotazione del posto {seat + 1} è sbagliata.",
            )


def _card_defects(position: Position) -> Iterator[Defect]:
    seen = position.discards
    for seat, hand in enumerate(position.hands):
        if hand & seen or hand & ~ALL_CARDS:
            yield Defect("3.5", "A card is in two places.", "Una carta è in due posti.")
        seen |= hand
        if hand.bit_count() > HAND_LIMIT:
            yield Defect(
                "6.6",
                f"Seat {seat + 1} holds more than seven cards.",
                f"Il posto {seat + 1} ha più di sette carte.",
            )
        if hand and seat in position.eliminated and position.turn.victim != seat:
            yield Defect(
                "7.1",
                f"Seat {seat + 1} is out and holds cards.",
                f"Il posto {seat + 1} è eliminato e ha carte.",
            )
    cards = position.objectives
    if cards and (len(cards) != len(position.held) or len(set(cards) & OBJECTIVES.keys()) != len(cards)):
        yield Defect("2.9", "Each seat needs an objective of its own.", "Ogni posto ha un obiettivo suo.")


def _round_defects(position: Position) -> Iterator[Defect]:
    if position.eliminated and position.round <= SAFE_ROUNDS:
        yield Defect(
            "7.1",
            "Somebody was eliminated before the fifth round.",
            "Qualcuno è stato eliminato prima del quinto giro.",
        )
    if position.seat in position.eliminated:
        yield Defect(
            "7.1", "It is the turn of an eliminated player.", "È il turno di un giocatore eliminato."
        )
    if position.closing and not (position.time_up and position.closing in CLOSING_VALUES):
        yield Defect("9.2", "The closing has begun out of its time.", "La sdadata è iniziata fuori tempo.")
    if position.turn.conquered & ~position.held[position.seat]:
        yield Defect(
            "6.1",
            "A territory conquered this turn is not held.",
            "Un territorio conquistato nel turno non è posseduto.",
        )
