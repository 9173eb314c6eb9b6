"""Every cell of the safety matrix, tried against the services."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.presets import preset
from scoring.thresholds import FinalsShape
from tests.factories import make_entrant, make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tournament.errors import InvalidInput, TournamentError
from tournament.models import Round, RoundState, Tournament, User
from tournament.safety import ACT_WORDS, MATRIX, STANDING_WORDS, VERDICT_WORDS, Act, Standing, Verdict, page
from tournament.selectors.seating import layout_of
from tournament.services.corrections import consequences_of
from tournament.services.cut import choose_shape
from tournament.services.deletions import delete_round
from tournament.services.presence import withdraw_entrant
from tournament.services.repairs import apply_repair
from tournament.services.results import Report, correct_result, report_result
from tournament.services.rounds import close_round, reopen_round, start_round, stop_room
from tournament.services.seating import discard_draft, draw_again, draw_round, publish_round
from tournament.services.seating_edits import swap_entrants
from tournament.services.tournaments import update_rules

pytestmark = pytest.mark.django_db

FIGURES = {1: 40, 2: 30, 3: 20, 4: 10}
OTHER_FIGURES = {1: 10, 2: 30, 3: 20, 4: 40}


class Hall:
    """Eight players at two tables, the round in the wanted standing."""

    def __init__(self, standing: Standing) -> None:
        self.tournament: Tournament = make_tournament()
        self.director: User = make_member(self.tournament)
        self.entrants = make_entrants(self.tournament, 8, clubs=8)
        tables = [self.entrants[:4], self.entrants[4:]]
        self.round: Round = make_round(self.tournament, tables, state=RoundState.DRAFT)
        self.standing = standing
        self._bring_to(standing)
        self.round.refresh_from_db()

    def _bring_to(self, standing: Standing) -> None:
        steps: list[Callable[[], object]] = [
            lambda: publish_round(round_id=self.round.pk, actor=None),
            lambda: start_round(round_id=self.round.pk, actor=None),
            lambda: (confirm(self.round, [tuple(FIGURES.values())] * 2), self._freeze()),
            lambda: close_round(round_id=self.round.pk, actor=None),
            lambda: draw_round(tournament_id=self.tournament.pk, actor=None),
        ]
        for step in steps[: list(Standing).index(standing)]:
            step()

    def _freeze(self) -> None:
        from django.utils import timezone  # noqa: PLC0415 – this one use

        Tournament.objects.filter(pk=self.tournament.pk).update(frozen_at=timezone.now())

    def state(self) -> object:
        """What must not change when an act is refused or has happened already."""
        fields = self.tournament.rounds.values_list("number", "state", "version", "stopped_at")
        tournament = Tournament.objects.values("state", "formula", "version", "data_version").get(
            pk=self.tournament.pk
        )
        return list(fields), tournament, [layout_of(one) for one in self.tournament.rounds.all()]


def draw_once_more(hall: Hall, _reason: str) -> object:
    return draw_again(round_id=hall.round.pk, actor=None)


def discard(hall: Hall, _reason: str) -> object:
    return discard_draft(round_id=hall.round.pk, actor=None)


def edit(hall: Hall, reason: str) -> object:
    first, second = hall.entrants[0].pk, hall.entrants[4].pk
    return swap_entrants(round_id=hall.round.pk, first_id=first, second_id=second, actor=None, reason=reason)


def repair(hall: Hall, reason: str) -> object:
    late = make_entrant(hall.tournament)
    return apply_repair(
        round_id=hall.round.pk,
        number=1,
        version=hall.round.version,
        actor=None,
        reason=reason,
        add_id=late.pk,
    )


def publish(hall: Hall, _reason: str) -> object:
    return publish_round(round_id=hall.round.pk, actor=None)


def start(hall: Hall, _reason: str) -> object:
    return start_round(round_id=hall.round.pk, actor=None)


def stop_clock(hall: Hall, _reason: str) -> object:
    return stop_room(round_id=hall.round.pk, actor=None)


def report(hall: Hall, _reason: str) -> object:
    table = hall.round.tables.order_by("number")[0]
    return report_result(table_id=table.pk, report=Report(totals=FIGURES), reporter=None)


def correct(hall: Hall, reason: str) -> object:
    table = hall.round.tables.order_by("number")[0]
    correction = correct_result(
        table_id=table.pk, report=Report(totals=OTHER_FIGURES), reporter=hall.director, reason=reason
    )
    if hall.standing in {Standing.CLOSED, Standing.FOLLOWED}:
        shown = consequences_of(submission_id=correction.pk)
        assert len(shown.shifts) >= 2, "the consequences are shown before it is confirmed"
        assert shown.is_late == (hall.standing is Standing.FOLLOWED)
    return correction


def close(hall: Hall, reason: str) -> object:
    return close_round(round_id=hall.round.pk, actor=None, override_reason=reason)


def reopen(hall: Hall, reason: str) -> object:
    return reopen_round(round_id=hall.round.pk, actor=None, reason=reason)


def draw_next(hall: Hall, reason: str) -> object:
    return draw_round(tournament_id=hall.tournament.pk, actor=None, override_reason=reason)


def change_formula(hall: Hall, _reason: str) -> object:
    tournament = Tournament.objects.get(pk=hall.tournament.pk)
    formula = preset("master").to_document()
    return update_rules(
        tournament_id=tournament.pk, actor=None, version=tournament.version, preset="master", formula=formula
    )


def choose_cut(hall: Hall, _reason: str) -> object:
    shape = FinalsShape(direct=4, semifinals=0, semifinalists=0, winners=1)
    return choose_shape(tournament_id=hall.tournament.pk, actor=None, shape=shape)


def withdraw(hall: Hall, _reason: str) -> object:
    return withdraw_entrant(entrant_id=hall.entrants[0].pk, after_round=1, actor=None)


def delete(hall: Hall, reason: str) -> object:
    return delete_round(
        round_id=hall.round.pk, typed_name=hall.round.title if reason else "", actor=None, reason=reason
    )


DEEDS: dict[Act, Callable[[Hall, str], object]] = {
    Act.DRAW_AGAIN: draw_once_more,
    Act.DISCARD: discard,
    Act.EDIT_SEATING: edit,
    Act.REPAIR: repair,
    Act.PUBLISH: publish,
    Act.START: start,
    Act.STOP_CLOCK: stop_clock,
    Act.REPORT: report,
    Act.CORRECT: correct,
    Act.CLOSE: close,
    Act.REOPEN: reopen,
    Act.DRAW_NEXT: draw_next,
    Act.CHANGE_FORMULA: change_formula,
    Act.CHOOSE_CUT: choose_cut,
    Act.WITHDRAW: withdraw,
    Act.DELETE: delete,
}

CELLS = [(act, standing) for act in Act for standing in Standing]


def refused(hall: Hall, act: Act, reason: str) -> bool:
    """Whether the service refuses; then nothing has changed."""
    before = hall.state()
    refusal = None
    try:
        DEEDS[act](hall, reason)
    except TournamentError as error:
        refusal = str(error)
    if refusal is None:
        return False
    assert refusal
    assert hall.state() == before
    return True


@pytest.mark.parametrize(("act", "standing"), CELLS, ids=[f"{act}-{standing}" for act, standing in CELLS])
def test_the_services_do_what_the_cell_says(act: Act, standing: Standing) -> None:
    hall = Hall(standing)
    verdict = MATRIX[act][standing]
    before = hall.state()
    without_reason = refused(hall, act, "")
    if verdict is Verdict.ALLOWED:
        assert not without_reason
    elif verdict is Verdict.SAME:
        assert not without_reason
        assert hall.state() == before
    elif verdict is Verdict.IMPOSSIBLE:
        assert without_reason
        assert refused(hall, act, "the director wants it")
    else:
        assert without_reason
        assert not refused(hall, act, "the director wants it")
        last = hall.tournament.events.order_by("number").last()
        assert last is not None
        assert "the director wants it" in set(hall.tournament.events.values_list("reason", flat=True))


def test_every_word_of_the_matrix_is_there() -> None:
    assert set(MATRIX) == set(DEEDS) == set(ACT_WORDS) == set(Act)
    assert set(STANDING_WORDS) == set(Standing)
    assert set(VERDICT_WORDS) == set(Verdict)
    assert all(list(row) == list(Standing) for row in MATRIX.values())


def test_the_page_is_the_one_that_is_printed() -> None:
    written = Path(__file__).resolve().parents[2] / "docs" / "safety.md"
    assert written.read_text(encoding="utf-8") == page()


def test_a_correction_without_a_reason_is_named_as_such() -> None:
    hall = Hall(Standing.COMPLETE)
    with pytest.raises(InvalidInput):
        correct(hall, " ")
