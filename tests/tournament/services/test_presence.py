"""Roll call, departures, returns."""

from typing import Any

import pytest

from tests.factories import make_entrant, make_entrants, make_round, make_tournament
from tests.results import confirm
from tournament.errors import InvalidInput
from tournament.models import Entrant, EntrantState, Event, StandingsVersion
from tournament.services.presence import (
    NotExpected,
    bring_back_entrant,
    close_check_in,
    disqualify_entrant,
    mark_presence,
    reopen_check_in,
    withdraw_entrant,
)
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db


def test_roll_call_marks_and_a_second_tap_changes_nothing() -> None:
    entrant = make_entrant(make_tournament(), state=EntrantState.CONFIRMED)
    for _ in range(2):
        assert mark_presence(entrant_id=entrant.pk, present=True, actor=None).state == EntrantState.CHECKED_IN
    assert Event.objects.filter(kind="presence_marked").count() == 1
    assert mark_presence(entrant_id=entrant.pk, present=None, actor=None).checked_in_at is None
    assert mark_presence(entrant_id=entrant.pk, present=False, actor=None).state == EntrantState.ABSENT


def test_who_withdrew_is_not_marked_in_passing() -> None:
    entrant = make_entrant(make_tournament(), state=EntrantState.WITHDRAWN)
    with pytest.raises(NotExpected):
        mark_presence(entrant_id=entrant.pk, present=True, actor=None)


def test_closing_the_roll_names_the_absent_and_reopening_keeps_every_mark() -> None:
    tournament = make_tournament()
    here, missing, later = (make_entrant(tournament, state=EntrantState.CONFIRMED) for _ in range(3))
    mark_presence(entrant_id=here.pk, present=True, actor=None)
    Entrant.objects.filter(pk=later.pk).update(enters_in_round=3)
    assert close_check_in(tournament_id=tournament.pk, actor=None) == [missing]
    reopened = reopen_check_in(tournament_id=tournament.pk, actor=None)
    states = dict(reopened.entrants.values_list("pk", "state"))
    assert states == {here.pk: "checked_in", missing.pk: "absent", later.pk: "confirmed"}


def test_withdrawal_and_return_keep_the_history() -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 4)
    make_round(tournament, [entrants])
    withdrawn = withdraw_entrant(entrant_id=entrants[0].pk, after_round=1, actor=None)
    assert (withdrawn.state, withdrawn.left_after_round, withdrawn.seats.count()) == ("withdrawn", 1, 1)
    back = bring_back_entrant(entrant_id=entrants[0].pk, actor=None)
    assert (back.state, back.left_after_round, back.seats.count()) == ("checked_in", None, 1)


def test_a_disqualification_needs_a_reason_and_says_what_becomes_of_the_games() -> None:
    entrant = make_entrant(make_tournament())
    fields: dict[str, Any] = {"entrant_id": entrant.pk, "after_round": 1, "void_games": True, "actor": None}
    with pytest.raises(InvalidInput):
        disqualify_entrant(reason=" ", **fields)
    assert disqualify_entrant(reason="Insults", **fields).games_void


def test_issued_standings_follow_a_disqualification_and_its_end() -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 4)
    round_ = make_round(tournament, [entrants])
    confirm(round_, [[40, 30, 20, 10]])
    close_round(round_id=round_.pk, actor=None)
    disqualify_entrant(
        entrant_id=entrants[0].pk, after_round=1, void_games=False, actor=None, reason="Insults"
    )
    bring_back_entrant(entrant_id=entrants[0].pk, actor=None)
    issued = StandingsVersion.objects.order_by("version")
    assert [(one.reason, sorted(row["rank"] or 0 for row in one.rows)) for one in issued] == [
        ("", [1, 2, 3, 4]),
        ("Disqualified: no. 1", [0, 1, 2, 3]),
        ("No longer disqualified: no. 1", [1, 2, 3, 4]),
    ]
