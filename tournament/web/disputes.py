"""The dispute desk: ask as a sentence on a board, read the ruling, decide; the table's clock stands meanwhile."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournament.models import (
    Dispute,
    DisputeState,
    Entrant,
    Role,
    Sanction,
    SanctionEffect,
    Tournament,
    User,
)
from tournament.reports.dispute_record import dispute_record
from tournament.rules import roles_of
from tournament.selectors.disputes import (
    dispute_of,
    disputes_for_tournament,
    suggestions_for,
    tables_in_play,
)
from tournament.selectors.rulings import VERDICTS, ruling_view
from tournament.selectors.tables import seats_for_table
from tournament.services.disputes import (
    appeal_dispute,
    decide_dispute,
    withdraw_dispute,
)
from tournament.services.penalties import give_penalty
from tournament.web.parsing import text, whole
from tournament.web.plumbing import act, signed_in, tournament_deed, tournament_page

DESK = "tournament.rule_dispute"
STATE_KINDS = {
    DisputeState.OPEN: "warn",
    DisputeState.APPEALED: "bad",
    DisputeState.DECIDED: "good",
    DisputeState.CLOSED: "",
}


@tournament_page(DESK)
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The open disputes first, the tables to ask about, and what was decided."""
    disputes = list(disputes_for_tournament(tournament))
    context = {
        "tournament": tournament,
        "nav_here": "disputes",
        "open": [_line(one) for one in disputes if one.state in {DisputeState.OPEN, DisputeState.APPEALED}],
        "settled": [
            _line(one) for one in disputes if one.state in {DisputeState.DECIDED, DisputeState.CLOSED}
        ],
        "tables": tables_in_play(tournament),
    }
    return render(request, "disputes/desk.html", context)


def _line(dispute: Dispute) -> dict[str, Any]:
    rulings = list(dispute.rulings.all())
    newest = rulings[-1] if rulings else None
    return {
        "dispute": dispute,
        "kind": STATE_KINDS[DisputeState(dispute.state)],
        "verdict": VERDICTS[newest.verdict] if newest else "",
        "ruling": newest,
    }


# --- the ruling and what becomes of it ----------------------------------------------------------------------


def found_dispute(tournament: Tournament, dispute_id: int) -> Dispute:
    """The dispute of this tournament. Raises Http404."""
    found = dispute_of(tournament, dispute_id)
    if found is None:
        raise Http404
    return found


@tournament_page(DESK)
def dispute_page(request: HttpRequest, tournament: Tournament, dispute_id: int) -> HttpResponse:
    """The ruling in one large word, the articles, what follows; then the referee's decision."""
    dispute = found_dispute(tournament, dispute_id)
    views = [ruling_view(one) for one in dispute.rulings.all()]
    decided = [view for view in views if view.ruling.decision]
    entrants = _people(dispute)
    context = {
        "tournament": tournament,
        "nav_here": "disputes",
        "dispute": dispute,
        "state_kind": STATE_KINDS[DisputeState(dispute.state)],
        "view": views[-1] if views else None,
        "earlier": views[:-1],
        "is_open": dispute.state in {DisputeState.OPEN, DisputeState.APPEALED},
        "may_appeal": dispute.state == DisputeState.DECIDED
        and (dispute.appeal_until is None or dispute.appeal_until >= timezone.now()),
        "is_own": bool(decided) and decided[-1].ruling.decided_by_id == request.user.pk,
        "suggestions": suggestions_for(tournament, entrants),
        "sanctions": _sanctions(request, tournament),
    }
    return render(request, "disputes/dispute.html", context)


def _people(dispute: Dispute) -> list[Entrant]:
    """Everybody at the table, the parties first; without a table the parties."""
    parties = list(dispute.parties.all())
    if dispute.table is None:
        return parties
    at_table = [seat.entrant for seat in seats_for_table(dispute.table)]
    return sorted(at_table, key=lambda one: one.pk not in {party.pk for party in parties})


def _sanctions(request: HttpRequest, tournament: Tournament) -> list[Sanction]:
    """The catalogue; only a director disqualifies."""
    directs = isinstance(request.user, User) and Role.DIRECTOR in roles_of(request.user, tournament)
    chosen = tournament.sanctions.order_by("position", "id")
    return list(chosen if directs else chosen.exclude(effect=SanctionEffect.DISQUALIFICATION))


def _decide(request: HttpRequest, dispute: Dispute) -> None:
    accept = text(request, "decision") == "accept"
    decide_dispute(
        dispute_id=dispute.pk, accept=accept, reason=text(request, "reason"), actor=signed_in(request)
    )


def _appeal(request: HttpRequest, dispute: Dispute) -> None:
    appeal_dispute(dispute_id=dispute.pk, reason=text(request, "reason"), actor=signed_in(request))


def _withdraw(request: HttpRequest, dispute: Dispute) -> None:
    withdraw_dispute(dispute_id=dispute.pk, reason=text(request, "reason"), actor=signed_in(request))


def _sanction(request: HttpRequest, dispute: Dispute) -> None:
    sanction = next(
        (one for one in _sanctions(request, dispute.tournament) if one.pk == whole(request, "sanction")), None
    )
    entrant = next((one for one in _people(dispute) if one.pk == whole(request, "entrant")), None)
    if sanction is None or entrant is None:
        raise PermissionDenied
    minutes = sanction.amount if sanction.effect == SanctionEffect.MINUTES else 0
    give_penalty(
        entrant_id=entrant.pk,
        sanction_id=sanction.pk,
        minutes=minutes * (2 if sanction.doubled_for_captain and entrant.is_captain else 1),
        round_id=dispute.table.round_id if dispute.table else None,
        reason=text(request, "reason") or str(dispute),
        actor=signed_in(request),
    )


DEEDS: Mapping[str, tuple[Callable[[HttpRequest, Dispute], None], Any]] = {
    "decide": (_decide, gettext_lazy("Decided. The clock runs again.")),
    "appeal": (_appeal, gettext_lazy("Another referee decides the appeal.")),
    "withdraw": (_withdraw, gettext_lazy("Closed. The clock runs again.")),
    "sanction": (
        _sanction,
        gettext_lazy("The penalty is given. It can be revoked on the page of penalties."),
    ),
}


@tournament_deed(DESK)
def dispute_deed(request: HttpRequest, tournament: Tournament, dispute_id: int, deed: str) -> HttpResponse:
    """One step: decide, appeal, withdraw, sanction."""
    dispute = found_dispute(tournament, dispute_id)
    carry_out, done = DEEDS[deed]
    then = reverse("dispute", args=[tournament.slug, dispute.pk])
    return act(request, lambda: carry_out(request, dispute), then=then, done=done)


@tournament_page(DESK)
def record(_request: HttpRequest, tournament: Tournament, dispute_id: int) -> HttpResponse:
    """The record (verbale) as PDF."""
    dispute = found_dispute(tournament, dispute_id)
    answer = HttpResponse(dispute_record(dispute), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{tournament.slug}-dispute-{dispute.pk}.pdf"'
    return answer
