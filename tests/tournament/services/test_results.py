"""Results: computed by the engine, refused by territory, two pairs of eyes, append-only corrections."""

from typing import Any

import pytest

from games.challenge import BOARD
from tests.factories import make_entrants, make_member, make_person, make_round, make_tournament
from tournament.errors import InvalidInput
from tournament.models import Ending, Event, Role, RoundState, Submission, SubmissionState, Table, User
from tournament.services.confirmation import NotYourOwn, ResultAlreadyConfirmed, confirm_result, reject_result
from tournament.services.results import (
    NewerResult,
    Report,
    RoundNotPlaying,
    correct_result,
    newest_number,
    report_result,
)
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db

OBJECTIVES = {1: 1, 2: 2, 3: 3, 4: 4}


def dealt(players: int = 4) -> dict[str, int]:
    """All 42 territories, dealt out in printed order."""
    return {territory: index % players + 1 for index, territory in enumerate(BOARD.ids)}


def expected_points(board: dict[str, int], turn: int, objective: int) -> int:
    """Conquest values held that belong to the objective (10.2), added up by hand."""
    return sum(BOARD.value[t] for t in BOARD.objectives[objective].territories if board[t] == turn)


@pytest.fixture
def table() -> Table:
    """Table 1 of a published round of four."""
    tournament = make_tournament()
    return make_round(tournament, [make_entrants(tournament, 4)]).tables.get()


@pytest.fixture
def referees(table: Table) -> tuple[User, User]:
    tournament = table.round.tournament
    return make_member(tournament, Role.REFEREE), make_member(tournament, Role.REFEREE)


def test_the_engine_computes_points_and_order_from_the_board(table: Table) -> None:
    board = dealt()
    submission = report_result(table_id=table.pk, report=Report(board=board, objectives=OBJECTIVES))
    rows = {row.seat.turn_order: row for row in submission.results.select_related("seat")}
    assert {turn: row.points for turn, row in rows.items()} == {
        turn: expected_points(board, turn, OBJECTIVES[turn]) for turn in OBJECTIVES
    }
    ranking = sorted(rows, key=lambda turn: rows[turn].place)
    keys = [(-rows[turn].points, -rows[turn].outside_points, -turn) for turn in ranking]
    assert keys == sorted(keys)
    assert (submission.state, submission.effective, submission.source) == ("reported", False, "board")


def test_a_missing_territory_is_named(table: Table) -> None:
    board = dealt()
    del board["congo"], board["siam"]
    with pytest.raises(InvalidInput) as refusal:
        report_result(table_id=table.pk, report=Report(board=board, objectives=OBJECTIVES))
    assert "Congo" in str(refusal.value)
    assert "Siam" in str(refusal.value)
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("report", "named"),
    [
        ({"board": dealt() | {"atlantide": 1}}, "atlantide"),
        ({"board": dealt() | {"congo": 7}}, "Congo"),
        ({"objectives": {1: 1, 2: 1, 3: 3, 4: 4}}, "1"),
        ({"objectives": {1: 1, 2: 2, 3: 3}}, ""),
        ({"objectives": {1: 17, 2: 2, 3: 3, 4: 4}}, "17"),
        ({"eliminated": (1,)}, "Alaska"),
        ({"objective_reached": 1, "ending": Ending.OBJECTIVE_IN_TIME}, "Brasile"),
        ({"board": dict.fromkeys(BOARD.ids, 1)}, ""),
    ],
)
def test_impossible_boards_are_refused_by_name(table: Table, report: dict[str, Any], named: str) -> None:
    fields = {"board": dealt(), "objectives": OBJECTIVES} | report
    with pytest.raises(InvalidInput) as refusal:
        report_result(table_id=table.pk, report=Report(**fields))
    assert named in str(refusal.value)
    assert not Submission.objects.exists()


@pytest.mark.parametrize(("ending", "points"), [(Ending.OBJECTIVE_IN_TIME, 100), (Ending.OBJECTIVE_LATE, 86)])
def test_an_objective_reached_wins_and_counts_100_only_in_time(
    table: Table, ending: Ending, points: int
) -> None:
    held = set(BOARD.objectives[1].territories)
    others = [territory for territory in BOARD.ids if territory not in held]
    board = dict.fromkeys(held, 1) | {territory: 2 + index % 3 for index, territory in enumerate(others)}
    report = Report(board=board, objectives=OBJECTIVES, objective_reached=1, ending=ending)
    first = report_result(table_id=table.pk, report=report).results.get(place=1)
    assert (first.seat.turn_order, first.points, first.objective_reached) == (1, points, True)


def test_an_eliminated_player_scores_nothing_and_ranks_last(table: Table) -> None:
    report = Report(board=dealt(3), objectives=OBJECTIVES, eliminated=(4,))
    last = report_result(table_id=table.pk, report=report).results.get(place=4)
    assert (last.seat.turn_order, last.points, last.elimination) == (4, 0, 1)


def test_typed_totals_are_flagged_and_ties_ask_for_the_order(table: Table) -> None:
    totals = {1: 44, 2: 44, 3: 20, 4: 10}
    with pytest.raises(InvalidInput) as refusal:
        report_result(table_id=table.pk, report=Report(totals=totals))
    assert str(table.seats.get(turn_order=2).entrant) in str(refusal.value)
    submission = report_result(table_id=table.pk, report=Report(totals=totals, places=(2, 1, 3, 4)))
    rows = list(
        submission.results.order_by("place").values_list("seat__turn_order", "points", "computed_points")
    )
    assert (submission.source, rows) == (
        "totals",
        [(2, 44, None), (1, 44, None), (3, 20, None), (4, 10, None)],
    )


@pytest.mark.parametrize("points", [-1, 87, 99, 101])
def test_totals_that_cannot_be_are_refused(table: Table, points: int) -> None:
    with pytest.raises(InvalidInput):
        report_result(table_id=table.pk, report=Report(totals={1: points, 2: 3, 3: 2, 4: 1}))


def test_the_same_key_is_the_same_result(table: Table) -> None:
    report = Report(board=dealt(), objectives=OBJECTIVES)
    sent = [report_result(table_id=table.pk, report=report, idempotency_key="phone-1") for _ in range(3)]
    assert sent[0] == sent[1] == sent[2]
    assert Submission.objects.count() == 1


def test_the_same_key_with_another_result_is_no_repetition(table: Table, referees: tuple[User, User]) -> None:
    sent = report_result(
        table_id=table.pk, report=Report(board=dealt(), objectives=OBJECTIVES), idempotency_key="phone-1"
    )
    for changed in (
        Report(board=dealt() | {"congo": 4 if dealt()["congo"] != 4 else 1}, objectives=OBJECTIVES),
        Report(board=dealt(), objectives=OBJECTIVES, note="the slip says otherwise"),
        Report(totals={1: 40, 2: 30, 3: 20, 4: 10}),
    ):
        with pytest.raises(NewerResult) as refused:
            report_result(table_id=table.pk, report=changed, reporter=referees[0], idempotency_key="phone-1")
        assert refused.value.facts["number"] == sent.number
    players = make_entrants(table.round.tournament, 4)
    other = make_round(table.round.tournament, [players]).tables.get()
    with pytest.raises(InvalidInput):
        report_result(
            table_id=other.pk,
            report=Report(board=dealt(), objectives=OBJECTIVES),
            idempotency_key="phone-1",
        )
    assert Submission.objects.count() == 1


def test_whoever_saves_second_sees_the_first(table: Table, referees: tuple[User, User]) -> None:
    report = Report(board=dealt(), objectives=OBJECTIVES)
    report_result(table_id=table.pk, report=report, reporter=referees[0], seen_number=0)
    with pytest.raises(NewerResult):
        report_result(table_id=table.pk, report=report, reporter=referees[1], seen_number=0)
    assert newest_number(table) == 1


def test_nobody_confirms_what_they_entered_nor_their_own_table(
    table: Table, referees: tuple[User, User]
) -> None:
    submission = report_result(
        table_id=table.pk, report=Report(board=dealt(), objectives=OBJECTIVES), reporter=referees[0]
    )
    with pytest.raises(NotYourOwn):
        confirm_result(submission_id=submission.pk, referee=referees[0])
    seat = table.seats.first()
    assert seat is not None
    seat.entrant.person = make_person(user=referees[1])
    seat.entrant.save()
    with pytest.raises(NotYourOwn):
        confirm_result(submission_id=submission.pk, referee=referees[1])


def test_a_result_is_confirmed_once_and_freezes_the_rules(table: Table, referees: tuple[User, User]) -> None:
    submission = report_result(
        table_id=table.pk, report=Report(board=dealt(), objectives=OBJECTIVES), reporter=referees[0]
    )
    confirmed = confirm_result(submission_id=submission.pk, referee=referees[1])
    table.round.tournament.refresh_from_db()
    assert (confirmed.effective, table.round.tournament.is_frozen) == (True, True)
    with pytest.raises(ResultAlreadyConfirmed):
        confirm_result(submission_id=submission.pk, referee=referees[1])


def test_a_correction_supersedes_reissues_and_leaves_the_old_readable(
    table: Table, referees: tuple[User, User]
) -> None:
    one, other = referees
    first = report_result(
        table_id=table.pk, report=Report(board=dealt(), objectives=OBJECTIVES), reporter=one
    )
    confirm_result(submission_id=first.pk, referee=other)
    close_round(round_id=table.round_id, actor=None)
    board = dealt() | {"alaska": 4}
    report = Report(board=board, objectives=OBJECTIVES)
    with pytest.raises(InvalidInput):
        correct_result(table_id=table.pk, report=report, reporter=one, reason=" ")
    correction = correct_result(table_id=table.pk, report=report, reporter=one, reason="Alaska was misread")
    confirm_result(submission_id=correction.pk, referee=other)
    first.refresh_from_db()
    assert (first.state, first.effective, first.results.count()) == (SubmissionState.SUPERSEDED, False, 4)
    versions = table.round.stage.standings_versions.values_list("version", "reason")
    assert list(versions) == [(1, ""), (2, "Alaska was misread")]
    logged = Event.objects.get(kind="result_corrected")
    for said, what in ((logged.before, first), (logged.after, correction)):
        rows = what.results.select_related("seat__entrant__person")
        assert said == {"points": {row.seat.entrant.full_name: row.points for row in rows}}


def test_a_rejected_report_says_why_and_can_be_sent_again(table: Table, referees: tuple[User, User]) -> None:
    report = Report(board=dealt(), objectives=OBJECTIVES, note="slip 7", colours={1: "blue", 2: "red"})
    submission = report_result(table_id=table.pk, report=report)
    with pytest.raises(InvalidInput):
        reject_result(submission_id=submission.pk, referee=referees[0], reason="")
    rejected = reject_result(submission_id=submission.pk, referee=referees[0], reason="Peru is missing")
    assert rejected.rejected_reason == "Peru is missing"
    assert list(table.seats.values_list("colour", flat=True)) == ["blue", "red", "green", "yellow"]
    again = report_result(table_id=table.pk, report=report)
    assert (again.number, again.board, again.note) == (2, dealt(), "slip 7")


@pytest.mark.parametrize(
    "told",
    [
        {"board": {**dealt(), "cina": 5}, "objectives": OBJECTIVES, "eliminated": [5]},
        {"board": dealt(), "objectives": OBJECTIVES | {5: 99}},
        {"board": dealt(), "objectives": OBJECTIVES, "objective_reached": 5},
        {"totals": {1: 40, 2: 30, 3: 20, 4: 10, 5: 1}},
        {"totals": {1: 40, 2: 30, 3: 20, 4: 10}, "places": [5, 1, 2, 3]},
    ],
)
def test_nobody_is_named_who_does_not_sit_there(table: Table, told: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="does not sit at this table"):
        report_result(table_id=table.pk, report=Report(**told))


def test_results_are_taken_between_publication_and_close(table: Table) -> None:
    table.round.state = RoundState.DRAFT
    table.round.save()
    with pytest.raises(RoundNotPlaying):
        report_result(table_id=table.pk, report=Report(board=dealt(), objectives=OBJECTIVES))
