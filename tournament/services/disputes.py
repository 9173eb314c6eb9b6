"""Disputes: a case is put to the adjudicator, a referee decides, the table's clock stands still meanwhile."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.adjudicator import UnreadableCase, adjudicate, rulesets
from tournament.errors import InvalidInput, TournamentError
from tournament.models import (
    Decision,
    Dispute,
    DisputeState,
    Entrant,
    Round,
    RoundState,
    Ruling,
    Table,
    Tournament,
    User,
)
from tournament.services.records import lock_tournament, record_event
from tournament.services.rounds import resume_table, stop_table

APPEAL_MINUTES = 15
"""How long a decision may be appealed against, unless the tournament's plan has `appeal_minutes`."""

OPEN_STATES = (DisputeState.OPEN, DisputeState.APPEALED)


class DisputeNotOpen(TournamentError):
    """The dispute is in the wrong state for this step. Facts: `question`, `state`."""

    code = "dispute_not_open"
    message = _("“%(question)s” is “%(state)s”: this step is not possible now.")


class TooLateToAppeal(TournamentError):
    """The time for an appeal is over. Facts: `until`."""

    code = "too_late_to_appeal"
    message = _("An appeal was possible until %(until)s.")


class NeedsAnotherReferee(TournamentError):
    """An appeal is decided by somebody else. Facts: `by`."""

    code = "needs_another_referee"
    status = 403
    message = _("%(by)s decided the first time: another referee decides the appeal.")


def case_for(
    tournament: Tournament, *, position: Mapping[str, Any], action: Mapping[str, Any], ruleset: str = ""
) -> dict[str, Any]:
    """A case under the tournament's own rules and options, its limits where the game knows them; or of another game."""
    if ruleset and ruleset != tournament.ruleset:
        return {"ruleset": ruleset, "options": {}, "position": dict(position), "action": dict(action)}
    limits = {"time_limit_minutes": tournament.time_limit_minutes, "army_limit": tournament.army_limit}
    game = rulesets().get(tournament.ruleset)
    known = {option.name for option in game.options} if game else set()
    usual = {name: limit for name, limit in limits.items() if limit and name in known}
    options = {**usual, **tournament.ruleset_options}
    return {
        "ruleset": tournament.ruleset,
        "options": options,
        "position": dict(position),
        "action": dict(action),
    }


def ruling_on(case: Any) -> dict[str, Any]:
    """The adjudicator's answer. Raises InvalidInput with every defect of a case that cannot be read."""
    try:
        return dict(adjudicate(case))
    except UnreadableCase as unreadable:
        raise InvalidInput(*unreadable.errors) from unreadable


@transaction.atomic
def open_dispute(
    *,
    tournament_id: int,
    case: Any,
    actor: User | None,
    question: str = "",
    table_id: int | None = None,
    parties: Iterable[int] = (),
) -> Dispute:
    """Put a case to the adjudicator; at a table of a round in play its clock stops. Raises InvalidInput.

    `parties` are ids of entrants of the tournament.
    """
    tournament = lock_tournament(tournament_id)
    document = ruling_on(case)
    table = _table_of(tournament, table_id)
    people = list(Entrant.objects.filter(tournament=tournament, pk__in=list(parties)))
    dispute = Dispute.objects.create(
        tournament=tournament, table=table, question=question.strip()[:300], case=case, opened_by=actor
    )
    dispute.parties.set(people)
    _store(dispute, case, document)
    _stop_clock(dispute, actor)
    record_event(
        tournament,
        "dispute_opened",
        subject=_subject(dispute),
        actor=actor,
        after={"dispute": dispute.pk, "verdict": document["verdict"]},
        reason=dispute.question,
    )
    return dispute


def _table_of(tournament: Tournament, table_id: int | None) -> Table | None:
    if table_id is None:
        return None
    table = Table.objects.select_related("round").filter(pk=table_id, round__tournament=tournament).first()
    if table is None:
        raise InvalidInput(_("This table is not one of the tournament's."))
    return table


def _store(dispute: Dispute, case: Any, document: Mapping[str, Any], **decided: Any) -> Ruling:
    return Ruling.objects.create(
        dispute=dispute,
        ruleset=str(case["ruleset"])[:60],
        case=case,
        document=document,
        verdict=str(document["verdict"]),
        **decided,
    )


@transaction.atomic
def ask_again(*, dispute_id: int, case: Any, actor: User | None, question: str = "") -> Ruling:
    """Put an amended case to the adjudicator; the earlier ruling stays on record."""
    tournament, dispute = _locked(dispute_id)
    _expect(dispute, *OPEN_STATES)
    document = ruling_on(case)
    dispute.case = case
    dispute.question = question.strip()[:300] or dispute.question
    dispute.version += 1
    dispute.save(update_fields=["case", "question", "version"])
    ruling = _store(dispute, case, document, on_appeal=dispute.state == DisputeState.APPEALED)
    record_event(
        tournament,
        "dispute_asked_again",
        subject=_subject(dispute),
        actor=actor,
        after={"dispute": dispute.pk, "verdict": ruling.verdict},
    )
    return ruling


@transaction.atomic
def decide_dispute(*, dispute_id: int, accept: bool, actor: User, reason: str = "") -> Ruling:
    """Accept the engine's newest ruling, or overrule it with a reason; the clock runs again.

    A first decision opens the time for an appeal; the decision on an appeal is final and somebody else's.
    Raises DisputeNotOpen, NeedsAnotherReferee, InvalidInput.
    """
    tournament, dispute = _locked(dispute_id)
    _expect(dispute, *OPEN_STATES)
    if not accept and not reason.strip():
        raise InvalidInput(_("Overruling needs a reason."))
    on_appeal = dispute.state == DisputeState.APPEALED
    ruling = _ruling_to_decide(dispute, actor) if on_appeal else dispute.rulings.latest("id")
    ruling.decision = Decision.ACCEPTED if accept else Decision.OVERRULED
    ruling.reason = reason.strip()[:500]
    ruling.decided_by = actor
    ruling.decided_at = timezone.now()
    ruling.save(update_fields=["decision", "reason", "decided_by", "decided_at"])
    _settle(dispute, actor, DisputeState.CLOSED if on_appeal else DisputeState.DECIDED)
    record_event(
        tournament,
        "appeal_decided" if on_appeal else "dispute_decided",
        subject=_subject(dispute),
        actor=actor,
        after={"dispute": dispute.pk, "verdict": ruling.verdict, "decision": ruling.decision},
        reason=ruling.reason,
    )
    return ruling


def _ruling_to_decide(dispute: Dispute, actor: User) -> Ruling:
    """The ruling that the appeal is about: a new one on the same case, given to another referee."""
    first = dispute.rulings.exclude(decision="").select_related("decided_by").latest("id")
    if first.decided_by_id == actor.pk:
        raise NeedsAnotherReferee(by=actor.display_name)
    asked = dispute.rulings.filter(on_appeal=True, decision="").last()
    return asked or _store(dispute, dispute.case, ruling_on(dispute.case), on_appeal=True)


def _settle(dispute: Dispute, actor: User | None, state: DisputeState) -> None:
    """Let the clock run again and set the state with its times."""
    _resume_clock(dispute, actor)
    now = timezone.now()
    minutes = int(dispute.tournament.plan.get("appeal_minutes", APPEAL_MINUTES))
    dispute.state = state
    dispute.appeal_until = now + timedelta(minutes=minutes) if state == DisputeState.DECIDED else None
    dispute.closed_at = now if state == DisputeState.CLOSED else None
    dispute.version += 1
    dispute.save()


@transaction.atomic
def appeal_dispute(*, dispute_id: int, actor: User | None, reason: str) -> Dispute:
    """Appeal against a decision, within its time; the clock stands still again. Raises TooLateToAppeal."""
    if not reason.strip():
        raise InvalidInput(_("An appeal needs a reason."))
    tournament, dispute = _locked(dispute_id)
    _expect(dispute, DisputeState.DECIDED)
    if dispute.appeal_until is not None and timezone.now() > dispute.appeal_until:
        raise TooLateToAppeal(until=f"{timezone.localtime(dispute.appeal_until):%H:%M}")
    dispute.state = DisputeState.APPEALED
    dispute.version += 1
    dispute.save(update_fields=["state", "version"])
    _stop_clock(dispute, actor)
    record_event(
        tournament,
        "dispute_appealed",
        subject=_subject(dispute),
        actor=actor,
        after={"dispute": dispute.pk},
        reason=reason,
    )
    return dispute


@transaction.atomic
def withdraw_dispute(*, dispute_id: int, actor: User | None, reason: str = "") -> Dispute:
    """The players agree, or the question was a mistake: closed without a further decision, the clock runs again."""
    tournament, dispute = _locked(dispute_id)
    _expect(dispute, *OPEN_STATES)
    _settle(dispute, actor, DisputeState.CLOSED)
    record_event(
        tournament,
        "dispute_withdrawn",
        subject=_subject(dispute),
        actor=actor,
        after={"dispute": dispute.pk},
        reason=reason,
    )
    return dispute


def replayed(ruling: Ruling) -> dict[str, Any]:
    """What the adjudicator says today of the case of an old ruling. Raises InvalidInput when it can no longer be read."""
    return ruling_on(ruling.case)


# --- the row and the clock -------------------------------------------------------------------------------


def _locked(dispute_id: int) -> tuple[Tournament, Dispute]:
    tournament_id = Dispute.objects.values_list("tournament_id", flat=True).get(pk=dispute_id)
    tournament = lock_tournament(tournament_id)
    return tournament, Dispute.objects.select_related("tournament", "table__round").get(pk=dispute_id)


def _expect(dispute: Dispute, *states: DisputeState) -> None:
    if dispute.state not in states:
        raise DisputeNotOpen(question=str(dispute), state=DisputeState(dispute.state).label)


def _stop_clock(dispute: Dispute, actor: User | None) -> None:
    """Stop the table's clock while its round is in play; a clock that stands already stands for this dispute too."""
    if dispute.table is None or not _in_play(dispute.table.round):
        return
    stop_table(table_id=dispute.table.pk, actor=actor)
    dispute.clock_stopped_at = timezone.now()
    dispute.save(update_fields=["clock_stopped_at"])


def _in_play(round_: Round) -> bool:
    return round_.state == RoundState.PLAYING


def _resume_clock(dispute: Dispute, actor: User | None) -> None:
    """Count the minutes that the table gets back; its clock runs again unless another dispute holds it."""
    if dispute.clock_stopped_at is None or dispute.table is None:
        return
    dispute.returned_seconds += max(0, int((timezone.now() - dispute.clock_stopped_at).total_seconds()))
    dispute.clock_stopped_at = None
    others = dispute.table.disputes.filter(clock_stopped_at__isnull=False).exclude(pk=dispute.pk)
    if not others.exists():
        resume_table(table_id=dispute.table.pk, actor=actor)


def _subject(dispute: Dispute) -> str:
    where = f"{dispute.table.round.title}, {dispute.table.title}: " if dispute.table else ""
    return f"{where}{dispute}"
