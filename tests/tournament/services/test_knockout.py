"""From the cut to the crown: bands and draws, ties, chains, corrections, the final ranking."""

from typing import Any

import pytest

from scoring.cut import Remedy
from scoring.finals import StepOutcome
from scoring.thresholds import FinalsShape
from tests.factories import make_entrants, make_round, make_tournament
from tests.results import close, confirm, confirm_table
from tournament.errors import InvalidInput
from tournament.models import Entrant, Round, Stage, StandingsVersion, Tournament, TournamentState
from tournament.selectors.cut import cut_in_preparation, qualified_ids, structures_for
from tournament.selectors.knockout import advancement, final_ranking, moved_by_correction
from tournament.selectors.knockout_plan import plan_of
from tournament.selectors.seating import layout_of
from tournament.services.corrections import consequences_in_words, preview_correction
from tournament.services.cut import (
    CutConfirmed,
    CutNotPossible,
    CutOutdated,
    CutTied,
    NoTie,
    NotInKnockout,
    choose_shape,
    choose_structure,
    choose_table,
    set_declined,
    settle_tie,
    take_back_cut,
    unsettle_tie,
)
from tournament.services.knockout import (
    FinalDrawn,
    NoWinnerYet,
    RoundNotClosed,
    confirm_cut,
    crown_winner,
    draw_next_round,
    settle_best_remaining,
)
from tournament.services.renunciations import (
    NextRoundPlayed,
    NotGoingOn,
    keep_as_played,
    leave_empty,
    renounce,
    replace_semifinalist,
    seat_as_results_say,
    take_back_act,
)
from tournament.services.rounds import close_round
from tournament.services.seating import QualifyingOver, draw_round, publish_round
from tournament.services.standings import reissue_standings

pytestmark = pytest.mark.django_db

RADUNO_SMALL = FinalsShape(2, 2, 8, 1)


def qualifying(count: int = 16, *, level: tuple[int, ...] = ()) -> tuple[Tournament, list[Entrant]]:
    """A closed round in which entrant i stands at place i + 1; those in `level` have the points of the first of them."""
    tournament = make_tournament()
    entrants = make_entrants(tournament, count, clubs=count)
    tables = [entrants[index :: count // 4] for index in range(count // 4)]
    round_ = make_round(tournament, tables)
    points = {one.pk: 80 - index for index, one in enumerate(entrants)}
    for index in level:
        points[entrants[index].pk] = points[entrants[level[0]].pk]
    confirm(round_, [[points[one.pk] for one in table] for table in tables])
    close(round_)
    return tournament, entrants


def semifinals(shape: FinalsShape = RADUNO_SMALL, count: int = 16) -> tuple[Stage, Round, list[Entrant]]:
    tournament, entrants = qualifying(count)
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=shape)
    round_ = confirm_cut(stage_id=stage.pk, actor=None, seed=5)
    publish_round(round_id=round_.pk, actor=None)
    stage.refresh_from_db()
    return stage, round_, entrants


def played(round_: Round) -> list[list[int]]:
    """Play all tables in the order in which they sit, and close the round."""
    layout = layout_of(round_)
    confirm(round_, [[40 - 5 * turn for turn in range(len(table))] for table in layout])
    close_round(round_id=round_.pk, actor=None)
    return layout


def test_the_cut_waits_for_the_last_round() -> None:
    tournament = make_tournament()
    with pytest.raises(InvalidInput):
        choose_table(tournament_id=tournament.pk, actor=None)
    entrants = make_entrants(tournament, 8)
    make_round(tournament, [entrants[:4], entrants[4:]])
    with pytest.raises(CutNotPossible):
        choose_table(tournament_id=tournament.pk, actor=None)


def test_a_cut_prepared_before_the_last_round_is_chosen_again() -> None:
    tournament, entrants = qualifying(8)
    shape = FinalsShape(direct=4, semifinals=0, semifinalists=0, winners=1)
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=shape)
    later = make_round(tournament, [entrants[:4], entrants[4:]])
    with pytest.raises(CutNotPossible):
        confirm_cut(stage_id=stage.pk, actor=None)
    confirm(later, [[10, 20, 30, 40], [50, 60, 70, 80]])
    close(later)
    with pytest.raises(CutOutdated):
        confirm_cut(stage_id=stage.pk, actor=None)
    choose_shape(tournament_id=tournament.pk, actor=None, shape=shape)
    final = confirm_cut(stage_id=stage.pk, actor=None)
    assert {seat.entrant for seat in final.seats.all()} == {entrants[index] for index in (1, 3, 6, 7)}


def test_nothing_is_drawn_from_a_cut_that_is_not_confirmed() -> None:
    tournament, _ = qualifying()
    stage = choose_table(tournament_id=tournament.pk, actor=None)
    with pytest.raises(InvalidInput):
        draw_next_round(stage_id=stage.pk, actor=None)


def test_the_table_is_asked_with_those_who_played_last() -> None:
    tournament, _ = qualifying(40)
    plan = plan_of(choose_table(tournament_id=tournament.pk, actor=None, name="raduno"))
    assert (plan.players, plan.shape) == (40, FinalsShape(0, 4, 16, 1))
    assert plan_of(choose_table(tournament_id=tournament.pk, actor=None, name="master")).because is not None


def test_bands_meet_at_every_table() -> None:
    stage, round_, entrants = semifinals()
    place = {one.pk: index + 1 for index, one in enumerate(entrants)}
    bands = [sorted((place[who] - 3) // 2 for who in table) for table in layout_of(round_)]
    assert bands == [[0, 1, 2, 3], [0, 1, 2, 3]]
    assert [table.name for table in round_.tables.order_by("number")] == ["Semifinale A", "Semifinale B"]
    assert (round_.title, round_.number, stage.rounds.count()) == ("Semifinali", 2, 1)


def test_a_withdrawn_player_is_skipped_and_a_declined_one_too() -> None:
    tournament, entrants = qualifying()
    entrants[0].state = "withdrawn"
    entrants[0].save()
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=RADUNO_SMALL)
    set_declined(stage_id=stage.pk, entrant_id=entrants[3].pk, declined=True, actor=None)
    outcome = cut_in_preparation(Stage.objects.get(pk=stage.pk)).outcome
    places = [index for index in range(12) if index not in (0, 3)]
    assert qualified_ids(outcome) == tuple(entrants[index].pk for index in places)


def test_a_tie_at_the_cut_is_settled_by_the_director_only() -> None:
    tournament, entrants = qualifying(level=(9, 10))
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=RADUNO_SMALL)
    tied = [entrants[9].pk, entrants[10].pk]
    with pytest.raises(CutTied):
        confirm_cut(stage_id=stage.pk, actor=None)
    with pytest.raises(NoTie):
        settle_tie(stage_id=stage.pk, remedy=Remedy.LOTS, tied=[1], actor=None)
    with pytest.raises(InvalidInput):
        settle_tie(stage_id=stage.pk, remedy=Remedy.PLAY_OFF, tied=tied, order=[tied[0]], actor=None)
    settle_tie(stage_id=stage.pk, remedy=Remedy.PLAY_OFF, tied=tied, order=tied[::-1], actor=None)
    round_ = confirm_cut(stage_id=stage.pk, actor=None)
    seated = {who for table in layout_of(round_) for who in table}
    assert (tied[0] in seated, tied[1] in seated) == (False, True)


def test_lots_are_repeatable_and_more_places_make_a_table_of_five() -> None:
    tournament, entrants = qualifying(level=(9, 10))
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=RADUNO_SMALL)
    tied = [entrants[9].pk, entrants[10].pk]
    first = settle_tie(stage_id=stage.pk, remedy=Remedy.LOTS, tied=tied, seed=11, actor=None)
    unsettle_tie(stage_id=stage.pk, actor=None)
    again = settle_tie(stage_id=stage.pk, remedy=Remedy.LOTS, tied=tied, seed=11, actor=None)
    assert first == again
    unsettle_tie(stage_id=stage.pk, actor=None)
    settle_tie(stage_id=stage.pk, remedy=Remedy.MORE_PLACES, tied=tied, actor=None)
    round_ = confirm_cut(stage_id=stage.pk, actor=None)
    assert sorted(len(table) for table in layout_of(round_)) == [4, 5]


def test_from_cut_to_crown() -> None:
    stage, round_, entrants = semifinals()
    with pytest.raises(RoundNotClosed):
        draw_next_round(stage_id=stage.pk, actor=None)
    with pytest.raises(QualifyingOver):
        draw_round(tournament_id=stage.tournament_id, actor=None, override_reason="x")
    with pytest.raises(NoWinnerYet):
        crown_winner(tournament_id=stage.tournament_id, actor=None)
    with pytest.raises(NotInKnockout):
        keep_as_played(
            round_id=Round.objects.get(tournament=stage.tournament, number=1).pk, actor=None, reason="x"
        )
    semis = played(round_)
    final = draw_next_round(stage_id=stage.pk, actor=None)
    assert draw_next_round(stage_id=stage.pk, actor=None) == final
    finalists = [entrants[0].pk, entrants[1].pk, semis[0][0], semis[1][0]]
    assert (final.title, sorted(layout_of(final)[0])) == ("Finale", sorted(finalists))
    publish_round(round_id=final.pk, actor=None)
    order = played(final)[0]
    with pytest.raises(FinalDrawn):
        draw_next_round(stage_id=stage.pk, actor=None)
    version = crown_winner(tournament_id=stage.tournament_id, actor=None)
    stage.tournament.refresh_from_db()
    assert [row["entrant"] for row in version.rows[:4]] == order
    assert (version.stage, stage.tournament.state) == (stage, TournamentState.FINISHED)
    ranking = final_ranking(stage.tournament)
    assert ranking is not None
    assert [place.rank for place in ranking.places] == list(range(1, 17))
    lost = {semis[0][1]: 35, semis[1][1]: 35}
    totals = {place.player: place.total for place in ranking.places}
    qualified = {one.pk: 80 - index + (50 if index < 4 else 0) for index, one in enumerate(entrants)}
    assert {who: totals[who] for who in lost} == {
        who: qualified[who] + points for who, points in lost.items()
    }


def test_parallel_finals_share_places() -> None:
    stage, round_, _ = semifinals(FinalsShape(0, 8, 32, 2), count=32)
    semis = played(round_)
    final = draw_next_round(stage_id=stage.pk, actor=None)
    assert [sorted(table) for table in layout_of(final)] == [
        sorted(table[0] for table in semis[:4]),
        sorted(table[0] for table in semis[4:]),
    ]
    publish_round(round_id=final.pk, actor=None)
    played(final)
    ranking = final_ranking(stage.tournament)
    assert ranking is not None
    assert [place.rank for place in ranking.places][:9] == [1, 1, 3, 3, 5, 5, 7, 7, 9]


def test_the_first_four_straight_to_the_final() -> None:
    tournament, entrants = qualifying()
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=FinalsShape(4, 0, 0, 1))
    final = confirm_cut(stage_id=stage.pk, actor=None)
    assert (final.title, sorted(layout_of(final)[0])) == ("Finale", [one.pk for one in entrants[:4]])
    publish_round(round_id=final.pk, actor=None)
    order = played(final)[0]
    assert crown_winner(tournament_id=tournament.pk, actor=None).rows[0]["entrant"] == order[0]


# --- renunciations --------------------------------------------------------------------------------------


def test_a_chain_runs_down_the_table_and_is_recorded() -> None:
    stage, round_, _ = semifinals()
    semis = played(round_)
    winner, second, third = semis[0][:3]
    renounce(round_id=round_.pk, entrant_id=second, reason="train", actor=None)
    after = renounce(round_id=round_.pk, entrant_id=winner, reason="ill", actor=None)
    assert third in after.players
    assert after.finals is not None
    assert [step.outcome for step in after.finals.steps] == [
        StepOutcome.HELD_NO_SEAT,
        StepOutcome.NOT_AVAILABLE,
        StepOutcome.TAKES_SEAT,
    ]
    with pytest.raises(NotGoingOn):
        renounce(round_id=round_.pk, entrant_id=winner, reason="", actor=None)
    assert winner in take_back_act(round_id=round_.pk, actor=None).players
    assert stage.tournament.events.filter(kind="place_renounced").count() == 2


def test_a_finalist_of_a_drawn_final_is_replaced_at_the_same_seat() -> None:
    stage, round_, _ = semifinals()
    semis = played(round_)
    final = draw_next_round(stage_id=stage.pk, actor=None)
    before = layout_of(final)[0]
    renounce(round_id=round_.pk, entrant_id=semis[0][0], reason="ill", actor=None)
    swapped = [semis[0][1] if who == semis[0][0] else who for who in before]
    assert layout_of(final) == [swapped]
    publish_round(round_id=final.pk, actor=None)
    played(final)
    with pytest.raises(NextRoundPlayed):
        renounce(round_id=round_.pk, entrant_id=semis[1][0], reason="late", actor=None)


def test_a_final_with_fewer_players() -> None:
    stage, round_, entrants = semifinals()
    semis = played(round_)
    final = draw_next_round(stage_id=stage.pk, actor=None)
    leave_empty(round_id=round_.pk, entrant_id=semis[0][0], reason="not here", actor=None)
    leave_empty(round_id=round_.pk, entrant_id=semis[1][0], reason="not here", actor=None)
    assert sorted(layout_of(final)[0]) == [entrants[0].pk, entrants[1].pk]
    publish_round(round_id=final.pk, actor=None)
    order = played(final)[0]
    assert crown_winner(tournament_id=stage.tournament_id, actor=None).rows[0]["entrant"] == order[0]


def test_a_semifinalist_drops_out_and_only_unplayed_tables_change() -> None:
    stage, round_, entrants = semifinals()
    first = round_.tables.get(number=1)
    confirm_table(first, [40, 30, 20, 10])
    before = layout_of(round_)
    out = before[1][0]
    with pytest.raises(NextRoundPlayed):
        replace_semifinalist(stage_id=stage.pk, entrant_id=before[0][0], actor=None, reason="ill")
    replace_semifinalist(stage_id=stage.pk, entrant_id=out, actor=None, reason="ill")
    after = layout_of(round_)
    assert after[0] == before[0]
    assert set(after[1]) == (set(before[1]) - {out}) | {entrants[10].pk}


# --- corrections ----------------------------------------------------------------------------------------


def corrected(round_: Round, number: int) -> list[str]:
    """Report the table of that number the other way round; the consequences, then let it count."""
    table = round_.tables.get(number=number)
    old = table.submissions.get(effective=True)
    new = confirm_table(table, [10, 20, 30, 40])
    new.effective, new.state = False, "reported"
    new.save()
    old.effective, old.state = True, "confirmed"
    old.save()
    preview = consequences_in_words(round_.tournament, preview_correction(submission_id=new.pk))
    new.refresh_from_db()
    assert (new.effective, new.state) == (False, "reported")
    old.effective = False
    old.save()
    new.effective, new.state = True, "confirmed"
    new.save()
    return preview


def test_a_corrected_semifinal_shows_what_it_moves_and_the_director_decides() -> None:
    stage, round_, _ = semifinals()
    semis = played(round_)
    final = draw_next_round(stage_id=stage.pk, actor=None)
    preview = corrected(round_, 1)
    names = [Entrant.objects.get(pk=pk).full_name for pk in (semis[0][0], semis[0][3])]
    assert [sentence.startswith(name) for sentence, name in zip(preview, names, strict=True)] == [True, True]
    moved = moved_by_correction(stage, final)
    assert [one.player for one in moved.consequences] == [semis[0][0], semis[0][3]]
    seat_as_results_say(round_id=final.pk, actor=None, reason="slip misread")
    assert moved_by_correction(stage, final).is_empty
    assert semis[0][3] in layout_of(final)[0]


def test_a_final_that_was_played_is_kept_with_a_reason() -> None:
    stage, round_, _ = semifinals()
    played(round_)
    final = draw_next_round(stage_id=stage.pk, actor=None)
    publish_round(round_id=final.pk, actor=None)
    played(final)
    corrected(round_, 1)
    assert moved_by_correction(stage, final).touches_started
    with pytest.raises(NextRoundPlayed):
        seat_as_results_say(round_id=final.pk, actor=None, reason="slip misread")
    keep_as_played(round_id=final.pk, actor=None, reason="final already played")
    assert moved_by_correction(Stage.objects.get(pk=stage.pk), final).is_empty


def test_a_corrected_qualifying_game_after_the_cut() -> None:
    stage, round_, entrants = semifinals()
    ranked = stage.tournament.stages.get(kind="ranked")
    corrected(ranked.rounds.get(), 4)
    players = {one.player for one in moved_by_correction(stage, round_).consequences}
    assert {entrants[3].pk, entrants[15].pk} <= players


def test_the_final_ranking_is_issued_again_after_a_correction() -> None:
    stage, round_, _ = semifinals()
    played(round_)
    final = draw_next_round(stage_id=stage.pk, actor=None)
    publish_round(round_id=final.pk, actor=None)
    played(final)
    first = crown_winner(tournament_id=stage.tournament_id, actor=None)
    confirm_table(final.tables.get(), [10, 20, 30, 40])
    reissue_standings(
        tournament=stage.tournament, stage=stage, from_round=final.number, actor=None, reason="misread"
    )
    newest = StandingsVersion.objects.filter(stage=stage).last()
    assert newest is not None
    assert (newest.version, newest.rows[0]["entrant"]) == (2, first.rows[3]["entrant"])


# --- taking back ----------------------------------------------------------------------------------------


def test_a_cut_is_taken_back_only_while_nothing_is_played() -> None:
    stage, round_, _ = semifinals()
    with pytest.raises(CutConfirmed):
        choose_table(tournament_id=stage.tournament_id, actor=None)
    with pytest.raises(InvalidInput):
        take_back_cut(stage_id=stage.pk, actor=None)
    confirm_table(round_.tables.get(number=1), [40, 30, 20, 10])
    with pytest.raises(CutConfirmed):
        take_back_cut(stage_id=stage.pk, actor=None, reason="x")
    round_.tables.get(number=1).submissions.all().delete()
    take_back_cut(stage_id=stage.pk, actor=None, reason="wrong table")
    assert not Stage.objects.filter(pk=stage.pk).exists()


# --- 12.3 from the start --------------------------------------------------------------------------------


@pytest.mark.rule("12.3")
def test_winner_by_winner_from_the_start() -> None:
    tournament = make_tournament(state=TournamentState.OPEN)
    make_entrants(tournament, 16)
    stage = choose_structure(tournament_id=tournament.pk, actor=None, entrants=16, notation="4×4 → 4")
    first = confirm_cut(stage_id=stage.pk, actor=None)
    publish_round(round_id=first.pk, actor=None)
    semis = played(first)
    final = draw_next_round(stage_id=stage.pk, actor=None)
    assert (first.title, final.title) == ("Semifinali", "Finale")
    assert sorted(layout_of(final)[0]) == sorted(table[0] for table in semis)
    publish_round(round_id=final.pk, actor=None)
    order = played(final)[0]
    version = crown_winner(tournament_id=tournament.pk, actor=None)
    ranks = [row["rank"] for row in version.rows]
    assert [row["entrant"] for row in version.rows[:4]] == order
    assert ranks == [1, 2, 3, 4, *[5] * 4, *[9] * 4, *[13] * 4]


@pytest.mark.rule("12.3")
def test_the_best_remaining_fill_the_next_round() -> None:
    tournament = make_tournament()
    make_entrants(tournament, 32)
    notations = [one for one in _notations(32) if "→" in one]
    notation = next(one for one in notations if one.startswith("8×4") and one.count("→") == 2)
    stage = choose_structure(tournament_id=tournament.pk, actor=None, entrants=32, notation=notation)
    first = confirm_cut(stage_id=stage.pk, actor=None)
    publish_round(round_id=first.pk, actor=None)
    layout = played(first)
    stage.refresh_from_db()
    result = advancement(stage, first)
    assert set(result.players if result.tie is None else result.tie.tied) <= {
        who for table in layout for who in table
    }
    if result.tie:
        settle_best_remaining(
            round_id=first.pk,
            remedy=Remedy.LOTS,
            tied_ids=[int(one) for one in result.tie.tied],
            actor=None,
            seed=3,
        )
    second = draw_next_round(stage_id=stage.pk, actor=None)
    decided = plan_of(Stage.objects.get(pk=stage.pk))
    assert sum(map(len, layout_of(second))) == decided.structure[1].entrants


def _notations(entrants: int) -> list[str]:
    return [one.notation for one in structures_for(entrants, limit=100)]


def test_the_plan_survives_its_document(django_assert_num_queries: Any) -> None:
    stage, round_, _ = semifinals()
    semis = played(round_)
    renounce(round_id=round_.pk, entrant_id=semis[0][0], reason="ill", actor=None)
    stage.refresh_from_db()
    plan = plan_of(stage)
    assert type(plan).from_document(plan.to_document()) == plan
    with django_assert_num_queries(10):
        advancement(stage, round_)
