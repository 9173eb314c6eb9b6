"""Rarer turns of a knockout: ripescati, ties in a chain, the best remaining, rounds that lost players."""

import pytest

from scoring.cut import Edge, Remedy
from scoring.thresholds import FinalsShape
from tests.factories import make_entrants, make_round, make_tournament
from tests.results import close, confirm
from tournament.errors import InvalidInput
from tournament.models import Entrant, Round, Stage, Tournament, TournamentState
from tournament.selectors.cut import cut_in_preparation, structures_for
from tournament.selectors.knockout import advancement
from tournament.selectors.knockout_picture import knockout_picture
from tournament.selectors.knockout_plan import plan_of
from tournament.selectors.seating import layout_of
from tournament.services.cut import (
    CutTied,
    NoTie,
    choose_shape,
    choose_structure,
    choose_table,
    settle_tie,
    take_back_cut,
    unsettle_tie,
)
from tournament.services.knockout import (
    confirm_cut,
    crown_winner,
    draw_next_round,
    evenly,
    settle_best_remaining,
)
from tournament.services.renunciations import (
    NotGoingOn,
    keep_as_played,
    leave_empty,
    renounce,
    replace_semifinalist,
    seat_as_results_say,
    take_back_act,
)
from tournament.services.rounds import close_round
from tournament.services.seating import NotEditable, RoundIncomplete, draw_again, publish_round

pytestmark = pytest.mark.django_db


def qualifying(count: int, level: tuple[int, ...] = ()) -> tuple[Tournament, list[Entrant]]:
    """A closed round in which entrant i stands at place i + 1; those in `level` have the same points."""
    tournament = make_tournament()
    entrants = make_entrants(tournament, count, clubs=count)
    tables = [entrants[index :: count // 4] for index in range(count // 4)]
    round_ = make_round(tournament, tables)
    points = {one.pk: 80 - index for index, one in enumerate(entrants)}
    points |= {entrants[index].pk: 80 - level[0] for index in level}
    confirm(round_, [[points[one.pk] for one in table] for table in tables])
    close(round_)
    return tournament, entrants


def played(round_: Round) -> list[list[int]]:
    publish_round(round_id=round_.pk, actor=None)
    layout = layout_of(round_)
    confirm(round_, [[40 - 5 * turn for turn in range(len(table))] for table in layout])
    close_round(round_id=round_.pk, actor=None)
    return layout


def filled_knockout() -> tuple[Stage, Round, list[list[int]]]:
    """The first round of a knockout in which winners alone do not fill the next one, played with equal points."""
    tournament = make_tournament(state=TournamentState.OPEN)
    structure = next(
        one
        for count in range(12, 60)
        for one in structures_for(count, limit=100)
        if one.rounds[0].best_remaining and one.rounds[0].best_per_table == 1 and len(one.rounds) > 2
    )
    make_entrants(tournament, structure.entrants, clubs=structure.entrants)
    stage = choose_structure(
        tournament_id=tournament.pk, actor=None, entrants=structure.entrants, notation=structure.notation
    )
    round_ = confirm_cut(stage_id=stage.pk, actor=None)
    return stage, round_, played(round_)


# --- the cut --------------------------------------------------------------------------------------------


def test_a_ripescato_is_the_best_single_game_among_the_rest() -> None:
    tournament, entrants = qualifying(16)
    stage = choose_table(tournament_id=tournament.pk, actor=None, name="league")
    outcome = cut_in_preparation(stage).outcome
    assert [place.player for place in outcome.ripescati] == [entrants[9].pk]
    assert sorted(len(table) for table in layout_of(confirm_cut(stage_id=stage.pk, actor=None))) == [4, 4]


def test_a_tie_for_the_ripescato_is_settled_on_its_own() -> None:
    tournament, entrants = qualifying(16, level=(9, 10))
    stage = choose_table(tournament_id=tournament.pk, actor=None, name="league")
    tie = cut_in_preparation(stage).tie
    assert tie is not None
    assert tie.edge is Edge.RIPESCATO
    tied = [entrants[9].pk, entrants[10].pk]
    settle_tie(stage_id=stage.pk, remedy=Remedy.PLAY_OFF, tied=tied, order=tied[::-1], actor=None)
    outcome = cut_in_preparation(Stage.objects.get(pk=stage.pk)).outcome
    assert [place.player for place in outcome.ripescati] == [entrants[10].pk]


def test_numbers_that_do_not_fit_are_refused_in_words() -> None:
    tournament, _ = qualifying(16)
    for shape in (FinalsShape(0, 3, 12, 2), FinalsShape(6, 0, 0, 1), FinalsShape(1, 0, 0, 1)):
        with pytest.raises(InvalidInput):
            choose_shape(tournament_id=tournament.pk, actor=None, shape=shape)
    with pytest.raises(InvalidInput):
        choose_table(tournament_id=tournament.pk, actor=None, name="nowhere")
    with pytest.raises(InvalidInput):
        choose_structure(tournament_id=tournament.pk, actor=None, entrants=16, notation="16")
    for too_many in (20, 10**9):
        with pytest.raises(InvalidInput, match="only 16 can"):
            choose_structure(tournament_id=tournament.pk, actor=None, entrants=too_many, notation="4×5 → 4")
    assert not tournament.stages.filter(kind="knockout").exists()


def test_more_places_need_seats() -> None:
    tournament, entrants = qualifying(20, level=(9, 10, 11, 12))
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=FinalsShape(2, 2, 8, 1))
    tied = [one.pk for one in entrants[9:13]]
    with pytest.raises(InvalidInput):
        settle_tie(stage_id=stage.pk, remedy=Remedy.MORE_PLACES, tied=tied, actor=None)
    with pytest.raises(NoTie):
        unsettle_tie(stage_id=stage.pk, actor=None)


def test_too_few_players_for_the_tables() -> None:
    tournament, _ = qualifying(8)
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=FinalsShape(0, 8, 32, 2))
    with pytest.raises(InvalidInput):
        confirm_cut(stage_id=stage.pk, actor=None)
    stage.refresh_from_db()
    assert plan_of(stage).confirmed is False
    take_back_cut(stage_id=stage.pk, actor=None)


@pytest.mark.rule("12.3")
def test_the_first_of_the_standing_play_a_knockout_with_every_tie_settled() -> None:
    tournament, entrants = qualifying(20, level=(15, 16))
    stage = choose_structure(tournament_id=tournament.pk, actor=None, entrants=16, notation="4×4 → 4")
    tied = [entrants[15].pk, entrants[16].pk]
    with pytest.raises(InvalidInput):
        settle_tie(stage_id=stage.pk, remedy=Remedy.MORE_PLACES, tied=tied, actor=None)
    settle_tie(stage_id=stage.pk, remedy=Remedy.LOTS, tied=tied, seed=4, actor=None)
    semifinals = confirm_cut(stage_id=stage.pk, actor=None)
    played(semifinals)
    played(draw_next_round(stage_id=stage.pk, actor=None))
    rows = crown_winner(tournament_id=tournament.pk, actor=None).rows
    assert (len(rows), [row["finalist"] for row in rows[:5]]) == (20, [True] * 4 + [False])


def test_without_a_knockout_the_last_standing_is_the_final_ranking() -> None:
    tournament, entrants = qualifying(16)
    version = crown_winner(tournament_id=tournament.pk, actor=None)
    tournament.refresh_from_db()
    assert (version.rows[0]["entrant"], tournament.state) == (entrants[0].pk, TournamentState.FINISHED)


# --- renunciations --------------------------------------------------------------------------------------


def test_two_equal_seconds_wait_for_the_director() -> None:
    tournament, _ = qualifying(16, level=tuple(range(2, 10)))
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=FinalsShape(0, 4, 16, 1))
    for _ in range(6):
        tie = cut_in_preparation(Stage.objects.get(pk=stage.pk)).tie
        if tie is None:
            break
        tied = [int(who) for who in tie.tied]
        settle_tie(stage_id=stage.pk, remedy=Remedy.LOTS, tied=tied, seed=1, actor=None)
    stage.refresh_from_db()
    decided = plan_of(stage)
    assert decided.resolutions != ()
    round_ = confirm_cut(stage_id=stage.pk, actor=None, seed=2)
    layout = played(round_)
    for who in layout[0]:
        renounce(round_id=round_.pk, entrant_id=who, reason="bus", actor=None)
    result = advancement(Stage.objects.get(pk=stage.pk), round_)
    seconds = {table[1] for table in layout[1:]}
    assert len(seconds & set(result.players)) == 1


def test_a_chain_tie_is_asked_and_repeated_from_its_remedy() -> None:
    tournament = make_tournament(state=TournamentState.OPEN)
    make_entrants(tournament, 16, clubs=16)
    stage = choose_structure(tournament_id=tournament.pk, actor=None, entrants=16, notation="4×4 → 4")
    round_ = confirm_cut(stage_id=stage.pk, actor=None)
    layout = played(round_)
    for who in layout[0][1:]:
        renounce(round_id=round_.pk, entrant_id=who, reason="bus", actor=None)
    with pytest.raises(CutTied) as tie:
        renounce(round_id=round_.pk, entrant_id=layout[0][0], reason="bus", actor=None)
    tied = tie.value.facts["tied"]
    assert set(tied) == {table[1] for table in layout[1:]}
    after = renounce(
        round_id=round_.pk,
        entrant_id=layout[0][0],
        reason="bus",
        actor=None,
        remedy=Remedy.PLAY_OFF,
        order=[tied[2], tied[0], tied[1]],
    )
    assert tied[2] in after.players
    assert advancement(Stage.objects.get(pk=stage.pk), round_) == after


def test_what_cannot_be_renounced() -> None:
    tournament, _ = qualifying(16)
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=FinalsShape(2, 2, 8, 1))
    round_ = confirm_cut(stage_id=stage.pk, actor=None)
    first = layout_of(round_)[0][0]
    with pytest.raises(InvalidInput):
        renounce(round_id=round_.pk, entrant_id=first, reason="bus", actor=None)
    layout = played(round_)
    with pytest.raises(NotGoingOn):
        leave_empty(round_id=round_.pk, entrant_id=layout[0][3], reason="-", actor=None)
    with pytest.raises(InvalidInput):
        take_back_act(round_id=round_.pk, actor=None)
    with pytest.raises(InvalidInput):
        replace_semifinalist(stage_id=stage.pk, entrant_id=first, actor=None, reason="bus")
    with pytest.raises(InvalidInput):
        replace_semifinalist(stage_id=stage.pk, entrant_id=first, actor=None, reason=" ")
    with pytest.raises(InvalidInput):
        seat_as_results_say(round_id=round_.pk, actor=None, reason="x")
    with pytest.raises(InvalidInput):
        keep_as_played(round_id=round_.pk, actor=None, reason="")


def test_a_knockout_draft_is_edited_but_not_drawn_again() -> None:
    tournament, _ = qualifying(16)
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=FinalsShape(2, 2, 8, 1))
    round_ = confirm_cut(stage_id=stage.pk, actor=None)
    with pytest.raises(NotEditable):
        draw_again(round_id=round_.pk, actor=None)


# --- the best remaining ---------------------------------------------------------------------------------


@pytest.mark.rule("12.3")
def test_a_tie_among_the_best_remaining_is_settled_by_the_director() -> None:
    stage, round_, layout = filled_knockout()
    result = advancement(stage, round_)
    assert result.tie is not None
    tied = [int(who) for who in result.tie.tied]
    with pytest.raises(CutTied):
        draw_next_round(stage_id=stage.pk, actor=None)
    with pytest.raises(NoTie):
        settle_best_remaining(round_id=round_.pk, remedy=Remedy.LOTS, tied_ids=[1], actor=None)
    with pytest.raises(InvalidInput):
        settle_best_remaining(round_id=round_.pk, remedy=Remedy.MORE_PLACES, tied_ids=tied, actor=None)
    settle_best_remaining(
        round_id=round_.pk, remedy=Remedy.PLAY_OFF, tied_ids=tied, order=tied[::-1], actor=None
    )
    stage.refresh_from_db()
    through = advancement(stage, round_).players
    extra = plan_of(stage).structure[0].best_remaining
    assert set(through) == {table[0] for table in layout} | set(tied[::-1][:extra])
    winner = layout[0][0]
    after = renounce(round_id=round_.pk, entrant_id=winner, reason="bus", actor=None)
    assert winner not in after.players
    assert layout[0][1] in after.players
    with pytest.raises(NotGoingOn):
        renounce(round_id=round_.pk, entrant_id=winner, reason="bus", actor=None)
    following = draw_next_round(stage_id=stage.pk, actor=None)
    assert {who for table in layout_of(following) for who in table} == set(after.players)


def test_a_round_that_lost_players_is_spread_evenly() -> None:
    assert [evenly(7, 2), evenly(8, 2), evenly(3, 1)] == [(3, 4), (4, 4), (3,)]


def test_a_missing_result_names_its_table() -> None:
    tournament, _ = qualifying(16)
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=FinalsShape(2, 2, 8, 1))
    round_ = confirm_cut(stage_id=stage.pk, actor=None)
    publish_round(round_id=round_.pk, actor=None)
    close_round(round_id=round_.pk, actor=None, override_reason="hall closes")
    with pytest.raises(RoundIncomplete) as refusal:
        draw_next_round(stage_id=stage.pk, actor=None)
    assert refusal.value.facts["tables"] == "Semifinale A, Semifinale B"


def test_the_picture_shows_what_may_be_shown() -> None:
    tournament, _ = qualifying(16)
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=FinalsShape(2, 2, 8, 1))
    round_ = confirm_cut(stage_id=stage.pk, actor=None)
    layout = played(round_)
    draw_next_round(stage_id=stage.pk, actor=None)
    semifinals, final = knockout_picture(stage)
    assert [seat.entrant_id for seat in semifinals.tables[0].seats] == layout[0]
    assert [seat.goes_on for seat in semifinals.tables[0].seats] == [True, False, False, False]
    assert (final.is_draft, final.title) == (True, "Finale")
    (hidden,) = knockout_picture(stage, numbers=[round_.number], results=False)
    assert {(seat.points, seat.place, seat.goes_on) for table in hidden.tables for seat in table.seats} == {
        (None, None, False)
    }
