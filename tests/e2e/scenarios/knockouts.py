"""Knockouts up to where a scenario begins, made by the services before anybody clicks."""

from scoring.thresholds import FinalsShape
from tests.factories import make_entrants, make_round, make_tournament
from tests.results import close, confirm
from tournament.models import Entrant, Round, Tournament
from tournament.selectors.seating import layout_of
from tournament.services.cut import choose_shape
from tournament.services.knockout import confirm_cut
from tournament.services.rounds import close_round
from tournament.services.seating import publish_round

SEMIFINALS = FinalsShape(2, 2, 8, 1)
"""The first two straight to the final, the next eight at two semifinals."""


def qualified(count: int = 16, *, level: tuple[int, ...] = ()) -> tuple[Tournament, list[Entrant]]:
    """A closed round in which entrant i stands at place i + 1; those in `level` have the points of the first of them."""
    tournament = make_tournament()
    entrants = make_entrants(tournament, count, clubs=count)
    columns = count // 4
    points = {one.pk: 86 - index for index, one in enumerate(entrants)}
    points |= {entrants[index].pk: 86 - level[0] for index in level}
    tables = [entrants[index::columns] for index in range(columns)]
    round_ = make_round(tournament, tables)
    confirm(round_, [[points[one.pk] for one in table] for table in tables])
    close(round_)
    return tournament, entrants


def in_semifinals() -> tuple[Round, list[Entrant]]:
    """Sixteen qualified, the cut made, the two semifinals drawn and published."""
    tournament, entrants = qualified()
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=SEMIFINALS)
    round_ = confirm_cut(stage_id=stage.pk, actor=None, seed=5)
    return publish_round(round_id=round_.pk, actor=None), entrants


def play(round_: Round) -> list[list[int]]:
    """Every table ends in the order in which it sits, and the round is closed; gives who sat where."""
    layout = layout_of(round_)
    confirm(round_, [[40 - 5 * turn for turn in range(len(table))] for table in layout])
    close_round(round_id=round_.pk, actor=None)
    return layout
