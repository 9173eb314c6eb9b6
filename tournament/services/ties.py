"""The director's own decision between those whom nothing separates: an order with a reason, kept and taken back."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import InvalidInput
from tournament.models import Entrant, Stage, Tournament, User
from tournament.selectors.standings import BY_HAND
from tournament.selectors.ties import tied_groups
from tournament.services.records import lock_tournament, record_event
from tournament.services.standings import reissue_standings


@transaction.atomic
def decide_by_hand(*, stage_id: int, order: Sequence[int], reason: str, actor: User | None) -> Stage:
    """Let the tied entrants stand in this order (ids, the best first) after the last round played.

    Every tied entrant named stands above those of the same group named later; groups keep their places. A decision
    before is replaced. Standings that were issued are issued again with the reason. Raises InvalidInput.
    """
    tournament, stage = _locked(stage_id)
    reason = reason.strip()
    if not reason:
        raise InvalidInput(_("A decision between level players needs a reason."))
    before = stage.plan.pop(BY_HAND, None)
    stage.tournament = tournament
    last, groups = tied_groups(stage)
    tied = {who for group in groups for who in group}
    if not order or len(set(order)) != len(order) or not set(order) <= tied:
        raise InvalidInput(_("Only level players are put in order, each once."))
    stage.plan[BY_HAND] = {"after_round": last, "order": list(order), "reason": reason[:200]}
    _save(tournament, stage, actor, before, reason)
    return stage


@transaction.atomic
def take_back_decision(*, stage_id: int, actor: User | None) -> Stage:
    """Let those who were put in order by hand share their place again. Nothing happens where nothing was decided."""
    tournament, stage = _locked(stage_id)
    stage.tournament = tournament
    before = stage.plan.pop(BY_HAND, None)
    if before:
        _save(tournament, stage, actor, before, str(_("The decision between level players was taken back.")))
    return stage


def _locked(stage_id: int) -> tuple[Tournament, Stage]:
    tournament = lock_tournament(Stage.objects.values_list("tournament_id", flat=True).get(pk=stage_id))
    return tournament, Stage.objects.get(pk=stage_id)


def _save(tournament: Tournament, stage: Stage, actor: User | None, before: object, reason: str) -> None:
    stage.save(update_fields=["plan"])
    decision = stage.plan.get(BY_HAND)
    order = decision["order"] if decision else []
    names = {one.pk: one.full_name for one in Entrant.objects.filter(pk__in=order).select_related("person")}
    record_event(
        tournament,
        "order_decided" if decision else "order_taken_back",
        subject=", ".join(names[who] for who in order),
        actor=actor,
        before=before,
        after=decision,
        reason=reason,
    )
    reissue_standings(tournament=tournament, stage=stage, from_round=1, actor=actor, reason=reason)
