"""Circuits: the list, the rankings of one with every figure explained, files, and the pages of whoever keeps it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.season import NATIONAL, SeasonRow
from tournament.errors import InvalidInput, TournamentError
from tournament.language import words
from tournament.models import Circuit, Person
from tournament.reports.circuits import clubs_table, players_table
from tournament.selectors.circuits import (
    CircuitStandings,
    Line,
    circuit_standings,
    circuits_for_visitor,
    counting_rules,
    tournaments_to_choose,
)
from tournament.services import circuits as services
from tournament.templatetags.design import score_cell
from tournament.web.forms.circuit import CircuitForm, TypeForms, initial_of, initial_types
from tournament.web.parsing import text, whole, whole_of
from tournament.web.plumbing import act, signed_in
from tournament.web.standings_page import FILES

TABLES = {"players": players_table, "clubs": clubs_table}


def circuits_page(request: HttpRequest) -> HttpResponse:
    """The circuits that the visitor may read."""
    return render(request, "circuits/list.html", {"circuits": circuits_for_visitor(request.user)})


def circuit_for(request: HttpRequest, slug: str) -> Circuit:
    """The circuit, when this visitor may read it."""
    return get_object_or_404(circuits_for_visitor(request.user), slug=slug)


def circuit_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Players and clubs, a column a tournament, what is dropped struck through."""
    stored = circuit_for(request, slug)
    standings = circuit_standings(stored)
    keeps = request.user.has_perm("circuit.keep", stored)
    context = {
        "circuit": stored,
        "keeps": keeps,
        "held": standings.held if keeps else standings.named,
        "columns": [one.number for one in standings.columns.values()],
        "rows": [_row(standings, row) for row in standings.rows],
        "clubs": [
            (row.rank, row.key, standings.figure(row.total), standings.club_lines(row))
            for row in standings.clubs
        ],
        "rules": [words(rule) for rule in counting_rules(stored)],
    }
    return render(request, "circuits/circuit.html", context)


def _row(standings: CircuitStandings, row: SeasonRow) -> dict[str, Any]:
    """A row as `components/standings.html` shows it."""
    person, cells = standings.person_of(row), {one.held.number: one for one in standings.lines(row)}
    missing = standings.missing_results(row)
    return {
        "rank": row.rank or "–",
        "name": person.public_name,
        "url": reverse("person", args=[person.public_key]),
        "club": standings.clubs_of[person.pk],
        "total": standings.figure(row.total),
        "scores": [_cell(cells.get(held.number)) for held in standings.columns.values()],
        "note": _("%(n)s more for a rank") % {"n": missing} if missing else "",
        "out": row.rank is None,
        "podium": row.rank is not None and row.rank <= 3,
        "why_url": reverse("circuit-why", args=[standings.stored.slug, person.public_key]),
    }


def _cell(line: Line | None) -> str:
    if line is None:
        return score_cell("", "none")
    kinds = (("dropped",) if not line.counted else ()) + (("won",) if line.place == 1 else ())
    return score_cell(localize(line.worth), "-".join(kinds))


def why_page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """How a person's total came about: each result, what it is worth, whether it counts."""
    stored = circuit_for(request, slug)
    standings = circuit_standings(stored)
    person = get_object_or_404(Person, public_key=key)
    row = standings.row_of(person)
    if row is None:
        raise Http404
    lines = [(one, words(one.worth_story), words(one.counting_story)) for one in standings.lines(row)]
    counted = [one.worth for one, _worth, _counting in lines if one.counted]
    context = {
        "circuit": stored,
        "person": person,
        "rank": row.rank,
        "lines": lines,
        "sum": " + ".join(str(localize(worth)) for worth in counted),
        "total": standings.figure(row.total),
        "missing": standings.missing_results(row),
    }
    return render(request, "circuits/why.html", context)


def circuit_file(request: HttpRequest, slug: str, table: str, kind: str) -> HttpResponse:
    """A ranking as CSV or XLSX."""
    stored = circuit_for(request, slug)
    if table not in TABLES or kind not in FILES:
        raise Http404
    media_type, write = FILES[kind]
    answer = HttpResponse(write(TABLES[table](circuit_standings(stored))), content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="{stored.slug}-{table}.{kind}"'
    return answer


# --- for whoever keeps it -------------------------------------------------------------------------------


def kept_circuit(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Give the view the circuit of its `slug` when the user keeps it; sign in first."""

    @login_required
    @wraps(view)
    def page(request: HttpRequest, slug: str, *args: Any) -> HttpResponse:
        circuit = circuit_for(request, slug)
        if not request.user.has_perm("circuit.keep", circuit):
            raise PermissionDenied
        return view(request, circuit, *args)

    return page


@login_required
def new_circuit(request: HttpRequest) -> HttpResponse:
    """Name, days and worth; the types follow from the worth and can be changed afterwards."""
    year = timezone.localdate().year
    start = {
        "starts_on": f"{year}-01-01",
        "ends_on": f"{year}-12-31",
        "worth": "national",
        "minimum_tables": NATIONAL.minimum_tables,
        "minimum_results": 1,
        "ranks_clubs": True,
        "is_public": True,
    }
    form = CircuitForm(request.POST or None, initial=start)
    if request.method == "POST" and form.is_valid():
        try:
            created = services.create_circuit(keeper=signed_in(request), **form.cleaned_data)
            return redirect("circuit-tournaments", created.slug)
        except TournamentError as error:
            form.add_error(None, str(error))
    return render(request, "circuits/new.html", {"form": form}, status=422 if form.errors else 200)


@kept_circuit
def rules_page(request: HttpRequest, circuit: Circuit) -> HttpResponse:
    """What the circuit is, how it counts, and who keeps it."""
    form = CircuitForm(request.POST or None, initial=initial_of(circuit))
    types = TypeForms(request.POST or None, initial=initial_types(circuit), prefix="types")
    if request.method == "POST" and form.is_valid() and types.is_valid():
        try:
            rules = [rule for rule in (line.rule() for line in types) if rule]
            services.change_circuit(
                circuit_id=circuit.pk, version=whole(request, "version"), types=rules, **form.cleaned_data
            )
            return redirect("circuit", circuit.slug)
        except TournamentError as error:
            form.add_error(None, str(error))
    context = {"circuit": circuit, "form": form, "types": types, "keepers": circuit.keepers.all()}
    wrong = bool(form.errors) or (types.is_bound and not types.is_valid())
    return render(request, "circuits/rules.html", context, status=422 if wrong else 200)


@kept_circuit
def tournaments_page(request: HttpRequest, circuit: Circuit) -> HttpResponse:
    """Which tournaments count, and as which type."""
    offered = tournaments_to_choose(circuit, signed_in(request))
    if request.method == "POST":
        return act(
            request,
            lambda: services.choose_tournaments(
                circuit_id=circuit.pk, chosen=_chosen(request, [one.pk for one, _kind in offered])
            ),
            then=circuit.get_absolute_url(),
            done=_("These tournaments count now."),
        )
    context = {"circuit": circuit, "offered": offered, "types": circuit.types.all()}
    return render(request, "circuits/tournaments.html", context)


def _chosen(request: HttpRequest, offered: list[int]) -> dict[int, int | None]:
    """The type of each tournament that was sent. Raises InvalidInput."""
    sent = {key: text(request, f"type-{key}") for key in offered if f"type-{key}" in request.POST}
    chosen = {key: whole_of(kind) for key, kind in sent.items()}
    if any(kind and chosen[key] is None for key, kind in sent.items()):
        raise InvalidInput(_("This type of tournament belongs to another circuit."))
    return chosen


@require_POST
@kept_circuit
def keepers_deed(request: HttpRequest, circuit: Circuit) -> HttpResponse:
    """Name a keeper, or let one go."""
    rules = reverse("circuit-rules", args=[circuit.slug])
    if "remove" not in request.POST:
        username = text(request, "username")
        return act(
            request,
            lambda: services.add_keeper(circuit_id=circuit.pk, username=username),
            then=rules,
            done=_("Keeps the circuit too."),
        )
    gone = whole(request, "remove")
    return act(
        request,
        lambda: services.remove_keeper(circuit_id=circuit.pk, user_id=gone),
        then=rules,
        done=_("Keeps the circuit no longer."),
    )


@require_POST
@kept_circuit
def delete_deed(request: HttpRequest, circuit: Circuit) -> HttpResponse:
    """Take the circuit away; its name has to be typed, for there is no way back."""

    try:
        services.delete_circuit(circuit_id=circuit.pk, name=text(request, "name"))
    except TournamentError as error:
        messages.error(request, str(error))
        return redirect("circuit-rules", circuit.slug)
    messages.success(request, _("The circuit is gone."))
    return redirect("circuits")
