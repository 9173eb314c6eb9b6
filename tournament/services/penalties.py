"""Sanctions: given with a reason, on a line of their own, revocable, never mixed into a score."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput
from tournament.models import Entrant, Penalty, Round, Sanction, SanctionEffect, User
from tournament.services.entrants import next_round_number
from tournament.services.presence import put_out
from tournament.services.records import lock_tournament, locked_entrant, record_event
from tournament.services.standings import reissue_standings


@transaction.atomic
def give_penalty(
    *,
    entrant_id: int,
    sanction_id: int | None = None,
    effect: SanctionEffect | None = None,
    points: int | None = None,
    minutes: int = 0,
    round_id: int | None = None,
    reason: str,
    actor: User | None,
) -> Penalty:
    """Give a sanction of the tournament's catalogue, or one described by effect and amount.

    Points of a catalogue sanction are doubled for a team captain where the catalogue says so. Closed rounds'
    standings are re-issued with the reason.
    """
    if not reason.strip():
        raise InvalidInput(_("A penalty needs a reason."))
    tournament, entrant = locked_entrant(entrant_id)
    sanction = Sanction.objects.get(pk=sanction_id, tournament=tournament) if sanction_id else None
    chosen = sanction.effect if sanction else effect
    if chosen is None:
        raise InvalidInput(_("Choose a sanction."))
    round_ = Round.objects.get(pk=round_id, tournament=tournament) if round_id else None
    penalty = Penalty.objects.create(
        tournament=tournament,
        entrant=entrant,
        round=round_,
        sanction=sanction,
        effect=chosen,
        points=points if points is not None else sanction_points(sanction, entrant),
        minutes=minutes,
        reason=reason[:300],
        given_by=actor,
    )
    if penalty.effect == SanctionEffect.DISQUALIFICATION:
        after_round = round_.number if round_ else next_round_number(tournament) - 1
        put_out(entrant, after_round=after_round, void_games=entrant.games_void)
    record_event(
        tournament,
        "penalty_given",
        subject=entrant.full_name,
        actor=actor,
        after={"effect": penalty.effect, "points": penalty.points},
        reason=reason,
    )
    _reissue(penalty, actor)
    return penalty


def sanction_points(sanction: Sanction | None, entrant: Entrant) -> int:
    """The points that a catalogue sanction takes off this entrant."""
    if sanction is None or sanction.effect != SanctionEffect.POINTS:
        return 0
    return sanction.amount * (2 if sanction.doubled_for_captain and entrant.is_captain else 1)


@transaction.atomic
def revoke_penalty(*, penalty_id: int, actor: User | None, reason: str) -> Penalty:
    """Take a penalty back; its line stays, marked."""
    if not reason.strip():
        raise InvalidInput(_("Revoking a penalty needs a reason."))
    penalty = Penalty.objects.select_related("entrant__person", "tournament").get(pk=penalty_id)
    tournament = lock_tournament(penalty.tournament_id)
    if penalty.revoked_at is None:
        penalty.revoked_at = timezone.now()
        penalty.revoked_by = actor
        penalty.revoked_reason = reason[:300]
        penalty.save(update_fields=["revoked_at", "revoked_by", "revoked_reason"])
        record_event(
            tournament, "penalty_revoked", subject=penalty.entrant.full_name, actor=actor, reason=reason
        )
        _reissue(penalty, actor)
    return penalty


def _reissue(penalty: Penalty, actor: User | None) -> None:
    """Standings already issued follow from the round of the penalty on."""
    stage = penalty.round.stage if penalty.round else penalty.tournament.stages.order_by("position").first()
    if stage is not None:
        first = penalty.round.number if penalty.round else 1
        reissue_standings(
            tournament=penalty.tournament, stage=stage, from_round=first, actor=actor, reason=penalty.reason
        )
