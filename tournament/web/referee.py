"""The referee's room: my tables, a result entered on the phone, another person's confirmation."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.errors import TournamentError
from tournament.models import Role, Seat, Submission, SubmissionState, Table, Tournament, User
from tournament.rules import roles_of
from tournament.selectors.disagreements import disagreements
from tournament.selectors.tables import (
    owners_of,
    reports_waiting,
    seats_for_table,
    submissions_for_table,
    table_of,
    tables_for_referee,
)
from tournament.services.confirmation import confirm_result, reject_result
from tournament.services.corrections import consequences_in_words, preview_correction
from tournament.services.results import correct_result, report_result, set_colours
from tournament.services.slip_photos import photo_of
from tournament.web.forms.result import ResultForm
from tournament.web.parsing import text
from tournament.web.plumbing import act, signed_in, tournament_deed, tournament_page
from tournament.web.result_entry import entry_context, key_of, photo_in, seen_of


def _table(request: HttpRequest, tournament: Tournament, table_id: int, permission: str) -> Table:
    """The table, when this person may work on it: a referee may be limited to some numbers."""
    table = table_of(tournament, table_id)
    if table is None:
        raise Http404
    if not request.user.has_perm(permission, table):
        raise PermissionDenied(_not_yours(signed_in(request), table))
    return table


def _not_yours(user: User, table: Table) -> str:
    """Which tables a referee looks after who came to another one."""
    numbers = roles_of(user, table.round.tournament)[Role.REFEREE]
    return _(
        "%(table)s is not one of yours: you look after the tables %(numbers)s. Whoever looks after it does this, or "
        "the director gives it to you."
    ) % {"table": table.title, "numbers": ", ".join(str(number) for number in sorted(numbers))}


TABLES_KEPT = 12
"""A phone keeps the forms of so many tables, for when the network goes."""


def _kept(tables: Iterable[Any]) -> list[str]:
    """Return the addresses of the tables that still lack a result, and of their forms."""
    lacking = [table for table in tables if not table.effective][:TABLES_KEPT]
    names = ("referee-table", "referee-enter")
    return [
        reverse(name, args=[table.round.tournament.slug, table.pk]) for table in lacking for name in names
    ]


@tournament_page("tournament.enter_result")
def my_tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The tables I look after, and the reports that wait for a second pair of eyes."""
    tables = sorted(
        tables_for_referee(tournament, signed_in(request)),
        key=lambda table: URGENCY.index(table_state(table)),
    )
    waiting = reports_waiting(tournament)
    context = {
        "tournament": tournament,
        "nav_here": "referee",
        "tables": [_card(table) for table in tables],
        "kept": _kept(tables),
        "waiting": waiting,
        "rivals": {
            table for table, reports in Counter(one.table_id for one in waiting).items() if reports > 1
        },
    }
    return render(request, "referee/tables.html", context)


STATES = {
    "confirmed": ("good", gettext_lazy("confirmed")),
    "reported": ("note", gettext_lazy("to confirm")),
    "called": ("bad", gettext_lazy("calls the referee")),
    "stopped": ("warn", gettext_lazy("clock stopped")),
    "open": ("", gettext_lazy("no result yet")),
}
"""State of a table → kind of badge and its words."""

URGENCY = ("called", "reported", "stopped", "open", "confirmed")
"""The order of the tables: what asks for somebody first, what is done last."""


def table_state(table: Any) -> str:
    """The state of a table as `tables_for_round` fetched it."""
    if table.called_at:
        return "called"
    if table.has_report:
        return "reported"
    if table.effective:
        return "confirmed"
    return "stopped" if table.stopped_at else "open"


def _card(table: Any) -> dict[str, Any]:
    kind, word = STATES[table_state(table)]
    results = {row.seat_id: row for one in table.effective for row in one.results.all()}
    return {
        "number": table.number,
        "title": table.title,
        "url": reverse("referee-table", args=[table.round.tournament.slug, table.pk]),
        "state": str(word),
        "state_kind": kind,
        "detail": table.round.title,
        "seats": [
            {
                "name": seat.entrant.full_name,
                "colour": seat.colour,
                "points": results[seat.pk].points if seat.pk in results else None,
                "won": seat.pk in results and results[seat.pk].place == 1,
            }
            for seat in table.seats.all()
        ],
    }


@tournament_page("tournament.enter_result")
def table_room(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """Everything about one table: its reports with their boards, what to do next."""
    table = _table(request, tournament, table_id, "tournament.enter_result")
    seats = seats_for_table(table)
    submissions = list(submissions_for_table(table))
    shown = submissions[0] if submissions else None
    waiting = [one for one in submissions if one.state == SubmissionState.REPORTED]
    has_result = any(one.effective for one in submissions)
    context = {
        "tournament": tournament,
        "nav_here": "referee",
        "table": table,
        "seats": seats,
        "submissions": submissions,
        "waiting": waiting,
        "consequences": _consequences(tournament, waiting),
        "owners": owners_of(shown, seats),
        "differences": (differences := disagreements(waiting[::-1], seats)),
        "differing": [one.territory for one in differences if one.territory],
        "may_confirm": request.user.has_perm("tournament.confirm_result", table),
        "may_enter": _may_enter(request, table, effective=has_result),
        "has_result": has_result,
        "me": request.user,
    }
    return render(request, "referee/table.html", context)


def _may_enter(request: HttpRequest, table: Table, *, effective: bool) -> bool:
    """Whoever opens a table may enter its result; once one stands, another is a correction."""
    return not effective or request.user.has_perm("tournament.correct_result", table)


def _consequences(tournament: Tournament, waiting: list[Submission]) -> list[str]:
    """Whom a waiting correction would move at the cut or in the next round of the knockout, in words."""
    previews = [preview_correction(submission_id=one.pk) for one in waiting if one.corrects_id]
    return [line for preview in previews for line in consequences_in_words(tournament, preview)]


@tournament_page("tournament.enter_result")
def enter_result(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """Enter a table's result, by board or by totals; with a confirmed one, correct it with a reason."""
    table = _table(request, tournament, table_id, "tournament.enter_result")
    seats = seats_for_table(table)
    effective = table.submissions.filter(effective=True).first()
    again = request.method == "POST" and _came_before(request, table)
    if not again and not _may_enter(request, table, effective=effective is not None):
        raise PermissionDenied(
            _("The result of %(table)s is confirmed: a referee or the director corrects it.")
            % {"table": table.title}
        )
    if request.method == "POST":
        return _save(request, tournament, table, seats, effective, again=again)
    return _entry_page(request, tournament, table, seats, effective)


def _came_before(request: HttpRequest, table: Table) -> bool:
    """Whether the form was saved already: its answer was lost, and it may have been confirmed meanwhile."""
    key = key_of(request)
    return key is not None and table.submissions.filter(idempotency_key=key).exists()


def _save(
    request: HttpRequest,
    tournament: Tournament,
    table: Table,
    seats: list[Seat],
    effective: Submission | None,
    *,
    again: bool,
) -> HttpResponse:
    save = correct_result if effective and not again else report_result
    try:
        save(
            table_id=table.pk,
            report=ResultForm(request.POST, seats, photo_in(request)).report(),
            reporter=signed_in(request),
            reason=text(request, "reason"),
            idempotency_key=key_of(request),
            seen_number=seen_of(request),
        )
    except TournamentError as error:
        return _entry_page(request, tournament, table, seats, effective, error=error)
    messages.success(request, _("Saved. Somebody else confirms it."))
    return redirect("referee-table", tournament.slug, table.pk)


def _entry_page(
    request: HttpRequest,
    tournament: Tournament,
    table: Table,
    seats: list[Seat],
    effective: Submission | None,
    error: TournamentError | None = None,
) -> HttpResponse:
    context = entry_context(request, table, seats, effective=effective, error=error) | {
        "tournament": tournament,
        "nav_here": "referee",
    }
    return render(request, "referee/enter.html", context, status=error.status if error else 200)


@tournament_page("tournament.enter_result")
def slip_photo(request: HttpRequest, tournament: Tournament, table_id: int, number: int) -> HttpResponse:
    """The photo of the slip that came with a report: for those who work at the table."""
    table = _table(request, tournament, table_id, "tournament.enter_result")
    submission = table.submissions.filter(number=number).first()
    data = photo_of(submission) if submission else None
    if data is None:
        raise Http404
    return HttpResponse(
        data,
        content_type="image/jpeg",
        headers={"Cache-Control": "private, no-store", "Content-Disposition": 'inline; filename="slip.jpg"'},
    )


@tournament_deed("tournament.enter_result")
def choose_colours(request: HttpRequest, tournament: Tournament, table_id: int) -> HttpResponse:
    """Store the colours that the players chose."""
    table = _table(request, tournament, table_id, "tournament.enter_result")
    chosen = {
        seat.turn_order: request.POST.get(f"colour-{seat.turn_order}", seat.colour)
        for seat in seats_for_table(table)
    }
    then = reverse("referee-enter", args=[tournament.slug, table.pk])
    return act(
        request, lambda: set_colours(table_id=table.pk, colours=chosen, actor=signed_in(request)), then=then
    )


@tournament_deed("tournament.confirm_result")
def confirm(request: HttpRequest, tournament: Tournament, table_id: int, number: int) -> HttpResponse:
    """Confirm a report of this table, as somebody who neither entered it nor played."""
    table = _table(request, tournament, table_id, "tournament.confirm_result")
    submission = table.submissions.filter(number=number).first()
    if submission is None:
        raise Http404
    then = reverse("referee-table", args=[tournament.slug, table.pk])
    return act(
        request,
        lambda: confirm_result(submission_id=submission.pk, referee=signed_in(request)),
        then=then,
        done=_("%(table)s is confirmed.") % {"table": table.title},
    )


@tournament_deed("tournament.confirm_result")
def reject(request: HttpRequest, tournament: Tournament, table_id: int, number: int) -> HttpResponse:
    """Send a report back with the reason."""
    table = _table(request, tournament, table_id, "tournament.confirm_result")
    submission = table.submissions.filter(number=number).first()
    if submission is None:
        raise Http404
    then = reverse("referee-table", args=[tournament.slug, table.pk])
    reason = text(request, "reason")
    return act(
        request,
        lambda: reject_result(submission_id=submission.pk, referee=signed_in(request), reason=reason),
        then=then,
        done=_("Sent back."),
    )
