"""Penalties: catalogue amounts, captains doubled, revocable, surviving a re-seating."""

import pytest

from tests.factories import make_entrant, make_entrants, make_round, make_tournament
from tournament.errors import InvalidInput
from tournament.models import EntrantState, Penalty, RoundState, Sanction, SanctionEffect
from tournament.services.penalties import give_penalty, revoke_penalty
from tournament.services.seating import discard_draft

pytestmark = pytest.mark.django_db


def test_points_of_the_catalogue_are_doubled_for_a_captain() -> None:
    tournament = make_tournament()
    sanction = Sanction.objects.create(
        tournament=tournament,
        code="x",
        name="X",
        effect=SanctionEffect.POINTS,
        amount=10,
        doubled_for_captain=True,
    )
    player, captain = make_entrant(tournament), make_entrant(tournament, is_captain=True)
    given = [
        give_penalty(entrant_id=entrant.pk, sanction_id=sanction.pk, reason="Shouting", actor=None)
        for entrant in (player, captain)
    ]
    assert [penalty.points for penalty in given] == [10, 20]


def test_a_penalty_needs_reason_and_sanction() -> None:
    entrant = make_entrant(make_tournament())
    with pytest.raises(InvalidInput):
        give_penalty(entrant_id=entrant.pk, effect=SanctionEffect.WARNING, reason=" ", actor=None)
    with pytest.raises(InvalidInput):
        give_penalty(entrant_id=entrant.pk, reason="Late", actor=None)


def test_a_disqualification_takes_the_entrant_out() -> None:
    entrant = make_entrant(make_tournament())
    give_penalty(entrant_id=entrant.pk, effect=SanctionEffect.DISQUALIFICATION, reason="Cheating", actor=None)
    entrant.refresh_from_db()
    assert (entrant.state, entrant.left_after_round) == (EntrantState.DISQUALIFIED, 0)
    assert entrant.version == make_entrant(entrant.tournament).version + 1


def test_a_revoked_penalty_keeps_its_line() -> None:
    entrant = make_entrant(make_tournament())
    penalty = give_penalty(
        entrant_id=entrant.pk, effect=SanctionEffect.POINTS, points=5, reason="Late", actor=None
    )
    with pytest.raises(InvalidInput):
        revoke_penalty(penalty_id=penalty.pk, actor=None, reason="")
    revoked = revoke_penalty(penalty_id=penalty.pk, actor=None, reason="Train strike")
    again = revoke_penalty(penalty_id=penalty.pk, actor=None, reason="Twice")
    assert (revoked.points, again.revoked_reason) == (5, "Train strike")


def test_a_penalty_survives_the_reset_of_a_draw() -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 4)
    draft = make_round(tournament, [entrants], state=RoundState.DRAFT)
    give_penalty(
        entrant_id=entrants[0].pk,
        effect=SanctionEffect.POINTS,
        points=5,
        round_id=draft.pk,
        reason="Late",
        actor=None,
    )
    discard_draft(round_id=draft.pk, actor=None)
    kept = Penalty.objects.get()
    assert (kept.round, kept.points, tournament.rounds.count()) == (None, 5, 0)
