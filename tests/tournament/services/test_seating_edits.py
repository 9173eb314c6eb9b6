"""Edits of a seating: swap, move, lock, undo, redo, restore, and who may not be moved any more."""

import pytest

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tournament.errors import InvalidInput
from tournament.models import Entrant, Round, RoundState
from tournament.selectors.seating import layout_of
from tournament.services.seating import NotEditable, publish_round
from tournament.services.seating_edits import (
    SeatingChanged,
    TableLocked,
    edit_seating,
    lock_table,
    move_entrant,
    redo_edit,
    restore_draw,
    swap_entrants,
    undo_edit,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated() -> tuple[Round, list[Entrant]]:
    """Thirteen at tables of 4, 4 and 5, as a draft with its draw."""
    tournament = make_tournament()
    entrants = make_entrants(tournament, 13, clubs=13)
    round_ = make_round(tournament, [entrants[:4], entrants[4:8], entrants[8:]], state=RoundState.DRAFT)
    round_.draw = layout_of(round_)
    round_.save()
    return round_, entrants


def swap(round_: Round, one: Entrant, other: Entrant, **more: object) -> Round:
    return swap_entrants(round_id=round_.pk, first_id=one.pk, second_id=other.pk, actor=None, **more)


def test_swap_undo_redo_restore(seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    draw = layout_of(round_)
    swap(round_, entrants[0], entrants[4])
    swapped = layout_of(round_)
    assert (swapped[0][0], swapped[1][0]) == (entrants[4].pk, entrants[0].pk)
    undo_edit(round_id=round_.pk, actor=None)
    assert layout_of(round_) == draw
    redo_edit(round_id=round_.pk, actor=None)
    assert layout_of(round_) == swapped
    restore_draw(round_id=round_.pk, actor=None)
    assert layout_of(round_) == draw
    undo_edit(round_id=round_.pk, actor=None)
    assert layout_of(round_) == swapped


def test_a_new_edit_forgets_what_was_taken_back(seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    swap(round_, entrants[0], entrants[4])
    undo_edit(round_id=round_.pk, actor=None)
    swap(round_, entrants[1], entrants[5])
    after = layout_of(round_)
    redo_edit(round_id=round_.pk, actor=None)
    assert layout_of(round_) == after


def test_tables_that_stay_keep_their_rows(seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    before = list(round_.tables.order_by("number").values_list("pk", flat=True))
    swap(round_, entrants[0], entrants[4])
    assert list(round_.tables.order_by("number").values_list("pk", flat=True)) == before


@pytest.mark.rule("12.1")
def test_a_move_needs_legal_sizes(seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    move_entrant(round_id=round_.pk, entrant_id=entrants[12].pk, table_number=1, actor=None)
    assert [len(table) for table in layout_of(round_)] == [5, 4, 4]
    with pytest.raises(InvalidInput):
        move_entrant(round_id=round_.pk, entrant_id=entrants[4].pk, table_number=3, actor=None)
    with pytest.raises(InvalidInput):
        move_entrant(round_id=round_.pk, entrant_id=entrants[4].pk, table_number=9, actor=None)


def test_nobody_is_lost_or_added(seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    layout = layout_of(round_)
    layout[0][0] = layout[1][0]
    with pytest.raises(InvalidInput):
        edit_seating(round_id=round_.pk, layout=layout, what="x", actor=None)
    with pytest.raises(InvalidInput):
        swap(round_, entrants[0], entrants[0])


def test_a_locked_table_keeps_its_players(seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    swap(round_, entrants[0], entrants[4])
    lock_table(table_id=round_.tables.get(number=1).pk, locked=True, actor=None)
    with pytest.raises(TableLocked):
        swap(round_, entrants[1], entrants[5])
    with pytest.raises(TableLocked):
        undo_edit(round_id=round_.pk, actor=None)
    lock_table(table_id=round_.tables.get(number=1).pk, locked=False, actor=None)
    undo_edit(round_id=round_.pk, actor=None)
    assert layout_of(round_) == round_.draw


def test_two_directors_do_not_overwrite_each_other(seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    version = round_.version
    swap(round_, entrants[0], entrants[4], version=version)
    with pytest.raises(SeatingChanged):
        swap(round_, entrants[1], entrants[5], version=version)


def test_a_published_seating_changes_with_a_reason_and_a_played_one_not(
    seated: tuple[Round, list[Entrant]],
) -> None:
    round_, entrants = seated
    director = make_member(round_.tournament)
    publish_round(round_id=round_.pk, actor=director)
    with pytest.raises(InvalidInput):
        swap(round_, entrants[0], entrants[4])
    swap_entrants(
        round_id=round_.pk,
        first_id=entrants[0].pk,
        second_id=entrants[4].pk,
        actor=director,
        reason="siblings",
    )
    event = round_.tournament.events.get(kind="seating_edited")
    assert (event.reason, event.actor) == ("siblings", director)
    confirm(round_, [[40, 30, 20, 10]], tables=[1])
    with pytest.raises(NotEditable):
        swap(round_, entrants[8], entrants[4], reason="x")
