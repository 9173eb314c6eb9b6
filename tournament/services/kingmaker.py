"""The end of a game with the Kingmaker cards: game points and Kingmaker points together decide."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.challenge.kingmaker import kingmaker_value
from tournament.errors import InvalidInput
from tournament.services.game_points import SeatPoints

if TYPE_CHECKING:
    from tournament.services.results import Report


def with_kingmaker(
    rows: Mapping[int, SeatPoints], names: Mapping[int, str], report: "Report"
) -> dict[int, SeatPoints]:
    """The seats with the points of the revealed cards added, placed by total, then game points, then who plays later.

    Raises InvalidInput for cards that nobody can have revealed.
    """
    problems = [str(problem) for problem in _problems(names, report)]
    if problems:
        raise InvalidInput(*problems)
    added = {turn: _gained(rows, turn, report) for turn in names}
    order = sorted(
        names, key=lambda turn: (rows[turn].points + added[turn], rows[turn].points, turn), reverse=True
    )
    return {turn: _row(rows[turn], added[turn], order.index(turn) + 1, report.kings[turn]) for turn in names}


def _gained(rows: Mapping[int, SeatPoints], turn: int, report: "Report") -> int:
    chosen, cards = report.kings[turn]
    return kingmaker_value(rows[chosen].points, len(rows)) * cards


def _row(row: SeatPoints, added: int, place: int, revealed: tuple[int, int]) -> SeatPoints:
    computed = None if row.computed_points is None else row.computed_points + added
    details = {"game_points": row.points, "chosen": revealed[0], "cards": revealed[1]}
    return replace(
        row,
        points=row.points + added,
        computed_points=computed,
        place=place,
        computed_place=None if computed is None else place,
        decided_by="kingmaker",
        shares_victory=False,
        details=details,
    )


def _problems(names: Mapping[int, str], report: "Report") -> Iterator[object]:
    for turn, name in names.items():
        if turn not in report.kings:
            yield _("%(name)s: which colour was revealed, on how many cards?") % {"name": name}
            continue
        chosen, cards = report.kings[turn]
        facts = {"name": name, "cards": cards, "most": len(names)}
        if chosen not in names or chosen == turn:
            yield _("%(name)s reveals the colour of another player at this table.") % facts
        if not 1 <= cards <= len(names):
            yield _("%(name)s reveals 1 to %(most)s cards, not %(cards)s.") % facts
    revealed: Counter[int] = Counter()
    for chosen, cards in report.kings.values():
        revealed[chosen] += cards
    for chosen, cards in revealed.items():
        if cards > len(names) and chosen in names:
            facts = {"name": names[chosen], "cards": cards, "most": len(names)}
            yield (
                _("There are %(most)s cards of the colour of %(name)s, and %(cards)s were revealed.") % facts
            )
