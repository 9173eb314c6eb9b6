"""Creating and changing tournaments: formulas checked by article, rules frozen, states in order."""

from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from scoring.parts import VictoryPrize
from scoring.presets import preset
from tests.factories import make_tournament, make_user
from tournament.errors import ChangedMeanwhile, InvalidInput
from tournament.models import Event, Role, Tournament, TournamentState
from tournament.services.records import first_broken_event
from tournament.services.tournaments import (
    RulesFrozen,
    WrongState,
    create_tournament,
    set_publishing,
    set_state,
    update_rules,
)

pytestmark = pytest.mark.django_db


def create(name: str = "Raduno di Prova", **fields: Any) -> Tournament:
    defaults = {"preset": "raduno", "starts_on": date(2026, 11, 28), "director": make_user()}
    return create_tournament(name=name, **(defaults | fields))


def test_a_tournament_begins_with_stage_sanctions_and_its_director() -> None:
    tournament = create("  Raduno   di Prova ")
    assert tournament.name == "Raduno di Prova"
    assert tournament.formula == preset("raduno").to_document()
    assert [stage.kind for stage in tournament.stages.all()] == ["ranked"]
    assert [member.role for member in tournament.memberships.all()] == [Role.DIRECTOR]
    assert tournament.sanctions.count() == 6


def test_two_tournaments_of_one_name_have_two_addresses() -> None:
    assert [create().slug for _ in range(4)] == [
        "raduno-di-prova",
        "raduno-di-prova-2026",
        "raduno-di-prova-2026-2",
        "raduno-di-prova-2026-3",
    ]


@pytest.mark.parametrize("fields", [{"name": "  "}, {"preset": "no-such"}, {"formula": {"code": 3}}])
def test_what_makes_no_tournament_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        create(**fields)
    assert not Tournament.objects.exists()


def test_a_prize_above_100_is_refused_with_its_article() -> None:
    formula = preset("rulebook").with_part(VictoryPrize(amount=101))
    with pytest.raises(InvalidInput) as refusal:
        create(preset="rulebook", formula=formula.to_document())
    assert "12.2.1" in str(refusal.value)


def test_rules_change_until_the_first_confirmed_result() -> None:
    tournament = create()
    changed = update_rules(
        tournament_id=tournament.pk, actor=None, version=1, preset="open", plan={"rounds": 3}
    )
    assert (changed.preset, changed.plan["rounds"], changed.version) == ("open", 3, 2)
    with pytest.raises(ChangedMeanwhile):
        update_rules(tournament_id=tournament.pk, actor=None, version=1, preset="master")
    Tournament.objects.filter(pk=tournament.pk).update(frozen_at=timezone.now())
    with pytest.raises(RulesFrozen):
        update_rules(tournament_id=tournament.pk, actor=None, version=2, preset="master")
    assert update_rules(tournament_id=tournament.pk, actor=None, version=2, place="Roma").place == "Roma"


def test_states_follow_each_other() -> None:
    tournament = create()
    set_state(tournament_id=tournament.pk, state=TournamentState.RUNNING, actor=None)
    with pytest.raises(WrongState):
        set_state(tournament_id=tournament.pk, state=TournamentState.DRAFT, actor=None)
    set_state(tournament_id=tournament.pk, state=TournamentState.FINISHED, actor=None)
    with pytest.raises(InvalidInput):
        set_state(tournament_id=tournament.pk, state=TournamentState.RUNNING, actor=None)
    reopened = set_state(
        tournament_id=tournament.pk, state=TournamentState.RUNNING, actor=None, reason="A slip was lost"
    )
    assert reopened.state == TournamentState.RUNNING


def test_publishing_switches_are_set_and_logged() -> None:
    tournament = create()
    set_publishing(tournament_id=tournament.pk, actor=None, publish_standings=False, hidden_from_round=2)
    tournament.refresh_from_db()
    assert (tournament.publish_standings, tournament.hidden_from_round) == (False, 2)
    with pytest.raises(InvalidInput):
        set_publishing(tournament_id=tournament.pk, actor=None, publish_everything=True)


def test_every_act_raises_the_data_version_and_tampering_shows() -> None:
    tournament = make_tournament()
    before = tournament.data_version
    for rounds in (3, 4, 5):
        update_rules(tournament_id=tournament.pk, actor=None, version=rounds - 2, plan={"rounds": rounds})
    tournament.refresh_from_db()
    assert tournament.data_version == before + 3
    assert first_broken_event(tournament) is None
    Event.objects.filter(tournament=tournament, number=2).update(reason="forged")
    broken = first_broken_event(tournament)
    assert broken is not None
    assert broken.number == 2
