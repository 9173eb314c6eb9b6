"""From a reported game to each seat's points and place: what crosses from `games/` to the database.

The board is handed to the adjudicator as a `score` case; typed totals are checked for what cannot be.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.adjudicator import UnreadableCase, adjudicate
from games.challenge import BOARD
from tournament.errors import InvalidInput
from tournament.models import Ending, Tournament

if TYPE_CHECKING:
    from tournament.services.results import Report

OBJECTIVE_POINTS = 100
"""10.5: the points of an objective reached within the time limit."""
FULL_OBJECTIVE = 86
"""The conquest values of each objective add up to this."""


@dataclass(frozen=True, slots=True)
class SeatPoints:
    """One seat's figures; the `computed_` ones are None for typed totals."""

    points: int
    outside: int
    place: int
    objective: int | None = None
    territories: tuple[str, ...] = ()
    computed_points: int | None = None
    computed_outside: int | None = None
    computed_place: int | None = None
    decided_by: str = ""
    objective_reached: bool = False
    elimination: int | None = None
    shares_victory: bool = False
    override_reason: str = ""
    details: Mapping[str, int] = field(default_factory=dict)


def points_from_board(
    tournament: Tournament, names: Mapping[int, str], report: "Report"
) -> dict[int, SeatPoints]:
    """Score a full board. Raises InvalidInput naming each territory or player that is wrong."""
    problems = board_problems(names, report)
    if problems:
        raise InvalidInput(*problems)
    scored = _scored(tournament, names, report)
    rows = {turn: _from_engine(turn, row, place, report) for place, (turn, row) in enumerate(scored, start=1)}
    return _placed_by_objective(rows, report)


def board_problems(names: Mapping[int, str], report: "Report") -> list[str]:
    """What is impossible about a reported board, each with its territory or player."""
    ids = set(BOARD.ids)
    problems = [
        str(_("Unknown territory: %(name)s") % {"name": name}) for name in report.board if name not in ids
    ]
    missing = [BOARD.territory(i).name for i in BOARD.ids if i not in report.board]
    if missing:
        pattern = ngettext(
            "%(count)s territory has no owner: %(names)s",
            "%(count)s territories have no owner: %(names)s",
            len(missing),
        )
        problems.append(pattern % {"count": len(missing), "names": ", ".join(missing)})
    problems += [
        str(
            _("%(territory)s: its owner does not sit at this table")
            % {"territory": BOARD.territory(territory).name}
        )
        for territory, turn in report.board.items()
        if turn not in names and territory in ids
    ]
    problems += [
        str(
            _("%(name)s was eliminated but holds %(territory)s")
            % {"name": names[turn], "territory": BOARD.territory(territory).name}
        )
        for territory, turn in report.board.items()
        if turn in report.eliminated and territory in ids
    ]
    holders = set(report.board.values()) | set(report.eliminated)
    problems += [
        str(_("%(name)s holds nothing: mark the elimination") % {"name": name})
        for turn, name in names.items()
        if turn not in holders
    ]
    return problems + objective_problems(names, report)


def objective_problems(names: Mapping[int, str], report: "Report") -> list[str]:
    """Objectives that are missing, unknown, dealt twice, or claimed without being held."""
    problems = [
        str(_("%(name)s: which objective?") % {"name": name})
        for turn, name in names.items()
        if turn not in report.objectives and turn not in report.eliminated
    ]
    seen: dict[int, int] = {}
    for turn, number in report.objectives.items():
        if number not in BOARD.objectives:
            problems.append(
                str(_("%(name)s: there is no objective %(number)s") % {"name": names[turn], "number": number})
            )
        elif number in seen:
            facts = {"number": number, "one": names[seen[number]], "other": names[turn]}
            problems.append(str(_("Objective %(number)s is given to both %(one)s and %(other)s") % facts))
        seen.setdefault(number, turn)
    return problems + _claim_problems(names, report)


def _claim_problems(names: Mapping[int, str], report: "Report") -> list[str]:
    """An objective claimed as reached must be held, territory by territory."""
    claimant = report.objective_reached
    number = report.objectives.get(claimant) if claimant is not None else None
    if claimant is None or number is None or number not in BOARD.objectives:
        return []
    lacking = [
        BOARD.territory(t).name
        for t in BOARD.objectives[number].territories
        if report.board.get(t) != claimant
    ]
    if not lacking:
        return []
    facts = {"name": names[claimant], "number": number, "names": ", ".join(lacking)}
    return [str(_("%(name)s did not reach objective %(number)s: %(names)s not held") % facts)]


def _scored(
    tournament: Tournament, names: Mapping[int, str], report: "Report"
) -> list[tuple[int, dict[str, Any]]]:
    """The engine's ranking: (turn order, row) from first to last."""
    answer: Any
    try:
        answer = adjudicate(score_case(tournament, names, report))
    except UnreadableCase as unreadable:
        raise InvalidInput(*unreadable.errors) from unreadable
    return [(int(row["player"][1:]), row) for row in answer["effects"]["players"]]


def score_case(tournament: Tournament, names: Mapping[int, str], report: "Report") -> dict[str, Any]:
    """The case that the adjudicator scores; players are called p1, p2 … by turn order."""
    return {
        "ruleset": tournament.ruleset,
        "position": {
            "players": [f"p{turn}" for turn in sorted(names)],
            "board": {territory: [f"p{turn}", 1] for territory, turn in report.board.items()},
            "objectives": {f"p{turn}": number for turn, number in report.objectives.items()},
            "eliminated": [f"p{turn}" for turn in report.eliminated],
        },
        "action": {"type": "score"},
    }


def _from_engine(turn: int, row: dict[str, Any], place: int, report: "Report") -> SeatPoints:
    """One seat as the engine ranks it, with the referee's override where there is one."""
    reached = turn == report.objective_reached
    computed = int(row["points"])
    if reached and report.ending == Ending.OBJECTIVE_IN_TIME:
        computed = OBJECTIVE_POINTS
    points, reason = report.overrides.get(turn, (computed, ""))
    return SeatPoints(
        points=points,
        outside=int(row.get("outside") or 0),
        place=place,
        objective=report.objectives.get(turn),
        territories=tuple(t for t in BOARD.ids if report.board.get(t) == turn),
        computed_points=computed,
        computed_outside=int(row.get("outside") or 0),
        computed_place=place,
        decided_by=str(row.get("decided_by") or ""),
        objective_reached=reached,
        elimination=_fell(turn, report.eliminated),
        shares_victory=turn in report.shares_victory,
        override_reason=reason,
    )


def _fell(turn: int, eliminated: Sequence[int]) -> int | None:
    return list(eliminated).index(turn) + 1 if turn in eliminated else None


def _placed_by_objective(rows: dict[int, SeatPoints], report: "Report") -> dict[int, SeatPoints]:
    """8.2: whoever reached the objective won, whatever the points; the others follow in the engine's order."""
    order = sorted(rows, key=lambda turn: (turn != report.objective_reached, rows[turn].place))
    if report.places and list(report.places) != order:
        order = _stated_order(rows, report)
    return {
        turn: replace(rows[turn], place=place, computed_place=rows[turn].computed_place)
        for place, turn in enumerate(order, start=1)
    }


def _stated_order(rows: Mapping[int, SeatPoints], report: "Report") -> list[int]:
    """The order that the referee states, which may only differ from the engine's where points were overruled."""
    if sorted(report.places) != sorted(rows):
        raise InvalidInput(_("The order at the table must name every player once."))
    if not report.overrides:
        return sorted(rows, key=lambda turn: (turn != report.objective_reached, rows[turn].place))
    return list(report.places)


def points_from_totals(names: Mapping[int, str], report: "Report") -> dict[int, SeatPoints]:
    """Points typed by hand: flagged as such, checked for range, ties resolved by the stated order."""
    problems = totals_problems(names, report)
    if problems:
        raise InvalidInput(*problems)
    order = _order_of_totals(report, names)
    return {
        turn: SeatPoints(
            points=report.totals[turn],
            outside=report.outside.get(turn, 0),
            place=place,
            objective=report.objectives.get(turn),
            decided_by="stated" if _level_with_another(turn, report) else "points",
            objective_reached=turn == report.objective_reached,
            elimination=_fell(turn, report.eliminated),
            shares_victory=turn in report.shares_victory,
        )
        for place, turn in enumerate(order, start=1)
    }


def totals_problems(names: Mapping[int, str], report: "Report") -> list[str]:
    """What is impossible about typed totals."""
    problems = [
        str(_("%(name)s: points are missing") % {"name": name})
        for turn, name in names.items()
        if turn not in report.totals
    ]
    for turn, points in report.totals.items():
        if not (0 <= points <= FULL_OBJECTIVE or points == OBJECTIVE_POINTS):
            facts = {"name": names[turn], "points": points}
            problems.append(str(_("%(name)s: %(points)s points cannot be (0 to 86, or 100)") % facts))
        elif points and turn in report.eliminated:
            problems.append(str(_("%(name)s was eliminated: no points") % {"name": names[turn]}))
    return problems + _tie_problems(names, report)


def _tie_problems(names: Mapping[int, str], report: "Report") -> list[str]:
    """Level players need the winner named (10.4), by outside points or the stated order."""
    groups: dict[tuple[int, int], list[str]] = {}
    for turn, name in names.items():
        if turn not in report.eliminated and turn in report.totals:
            groups.setdefault((report.totals[turn], report.outside.get(turn, 0)), []).append(name)
    level = [members for members in groups.values() if len(members) > 1]
    if not level or sorted(report.places) == sorted(names):
        return []
    return [
        str(_("%(names)s are level: say who comes first") % {"names": ", ".join(members)})
        for members in level
    ]


def _level_with_another(turn: int, report: "Report") -> bool:
    return sum(points == report.totals[turn] for points in report.totals.values()) > 1


def _order_of_totals(report: "Report", names: Mapping[int, str]) -> list[int]:
    """First to last: objective reached, then points, then outside points, then as stated, eliminated last."""
    stated = {turn: index for index, turn in enumerate(report.places)}

    def key(turn: int) -> tuple[bool, int, int, int, int]:
        return (
            turn != report.objective_reached,
            -(_fell(turn, report.eliminated) or 1000),
            -report.totals[turn],
            -report.outside.get(turn, 0),
            stated.get(turn, 0),
        )

    return sorted(names, key=key)
