"""Late arrivals, no-shows, wrong names: the smallest change, tables that play stay, sizes stay legal."""

import pytest

from scoring.parts import VictoryPrize
from scoring.presets import preset
from tests.factories import make_entrant, make_entrants, make_round, make_tournament
from tests.results import confirm
from tournament.errors import InvalidInput
from tournament.models import Entrant, EntrantState, Round, RoundState
from tournament.selectors.seating import layout_of, unseated_entrants
from tournament.services.repairs import apply_repair, proposals_for_round
from tournament.services.seating import NoLegalTables, NotEditable
from tournament.services.seating_edits import SeatingChanged

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated() -> tuple[Round, list[Entrant]]:
    """Thirteen at tables of 4, 4 and 5."""
    tournament = make_tournament()
    entrants = make_entrants(tournament, 13, clubs=13)
    return make_round(tournament, [entrants[:4], entrants[4:8], entrants[8:]]), entrants


def mend(round_: Round, number: int = 1, reason: str = "late", **change: int) -> Round:
    round_.refresh_from_db()
    return apply_repair(
        round_id=round_.pk, number=number, version=round_.version, actor=None, reason=reason, **change
    )


def sizes(round_: Round) -> list[int]:
    return [len(table) for table in layout_of(round_)]


def test_a_late_arrival_makes_a_table_of_five(seated: tuple[Round, list[Entrant]]) -> None:
    round_, _ = seated
    late = make_entrant(round_.tournament)
    first = proposals_for_round(round_, add_id=late.pk)[0]
    assert first.moved == ()
    assert [(one.before, one.after, one.is_worth_the_same) for one in first.resized] == [(4, 5, True)]
    confirm(round_, [[40, 30, 20, 10]], tables=[1])
    mend(round_, add_id=late.pk)
    assert (sizes(round_), unseated_entrants(round_)) == ([4, 5, 5], [])


@pytest.mark.rule("12.2.2")
def test_another_prize_level_is_said(seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    formula = preset("rulebook").with_part(VictoryPrize(100, sizes=((4, 80),)))
    round_.tournament.formula = formula.to_document()
    round_.tournament.save()
    (changed,) = proposals_for_round(round_, remove_id=entrants[10].pk)[0].resized
    assert (changed.prize_before.en, changed.prize_after.en) == ("100", "80")


def test_a_no_show_shrinks_a_table_of_five_and_is_marked_absent(
    seated: tuple[Round, list[Entrant]],
) -> None:
    round_, entrants = seated
    mend(round_, remove_id=entrants[10].pk)
    entrants[10].refresh_from_db()
    assert (sizes(round_), entrants[10].state) == ([4, 4, 4], EntrantState.ABSENT)


@pytest.mark.rule("12.1")
def test_a_no_show_at_a_table_of_four_moves_one_person(seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    best = proposals_for_round(round_, remove_id=entrants[0].pk)[0]
    assert (len(best.moved), best.moved[0] in entrants[8:]) == (1, True)
    mend(round_, remove_id=entrants[0].pk)
    assert sizes(round_) == [4, 4, 4]


@pytest.mark.rule("12.1")
def test_eleven_left_have_no_legal_tables() -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 12)
    round_ = make_round(tournament, [entrants[:4], entrants[4:8], entrants[8:]])
    with pytest.raises(NoLegalTables) as refusal:
        proposals_for_round(round_, remove_id=entrants[0].pk)
    assert refusal.value.facts["count"] == 11


def test_a_table_that_is_given_up_leaves_the_other_numbers(seated: tuple[Round, list[Entrant]]) -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 16, clubs=16)
    round_ = make_round(tournament, [entrants[n : n + 4] for n in range(0, 16, 4)])
    mended = proposals_for_round(round_, remove_id=entrants[0].pk)
    assert sorted(len(table) for table in mended[0].layout if table) == [5, 5, 5]
    mend(round_, remove_id=entrants[0].pk)
    numbers = list(round_.tables.order_by("number").values_list("number", flat=True))
    assert (len(numbers), layout_of(round_)) == (3, [*mended[0].layout][: max(numbers)])


def test_the_wrong_name_is_put_right(seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    other = make_entrant(round_.tournament)
    mend(round_, remove_id=entrants[0].pk, other_id=other.pk)
    entrants[0].refresh_from_db()
    assert (layout_of(round_)[0][0], entrants[0].state) == (other.pk, EntrantState.CHECKED_IN)


def test_a_standby_volunteer_is_called_in(seated: tuple[Round, list[Entrant]]) -> None:
    round_, _ = seated
    standby = make_entrant(round_.tournament, is_standby=True)
    mend(round_, add_id=standby.pk)
    standby.refresh_from_db()
    assert standby.is_standby is False


def test_refusals(seated: tuple[Round, list[Entrant]]) -> None:
    round_, entrants = seated
    late = make_entrant(round_.tournament)
    with pytest.raises(InvalidInput):
        proposals_for_round(round_)
    with pytest.raises(InvalidInput):
        proposals_for_round(round_, add_id=entrants[0].pk)
    with pytest.raises(InvalidInput):
        mend(round_, reason=" ", add_id=late.pk)
    with pytest.raises(SeatingChanged):
        mend(round_, number=99, add_id=late.pk)
    with pytest.raises(SeatingChanged):
        apply_repair(round_id=round_.pk, number=1, version=0, actor=None, reason="x", add_id=late.pk)
    round_.state = RoundState.CLOSED
    round_.save()
    with pytest.raises(NotEditable):
        mend(round_, add_id=late.pk)
