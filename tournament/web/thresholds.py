"""The tournament's threshold table: edited row by row, seen at once for as many as there are now."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from scoring.thresholds import THRESHOLD_TABLES, ThresholdTable
from tournament.errors import TournamentError
from tournament.models import Tournament
from tournament.selectors.cut import knockout_stage, threshold_table
from tournament.selectors.thresholds import cut_is_made, is_own_table, lines_of, outlook, table_name
from tournament.services.thresholds import save_threshold_table, table_faults
from tournament.web.forms.thresholds import RowFormSet, TableNameForm, rows_of, table_of
from tournament.web.parsing import whole
from tournament.web.plumbing import actor_of, tournament_page


@tournament_page("tournament.edit_rules")
def thresholds_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The rows of the table and what they give; sent with “save” they become the tournament's table."""
    start = request.GET.get("start", "")
    table = THRESHOLD_TABLES.get(start) or threshold_table(tournament)
    own = is_own_table(tournament) and start not in THRESHOLD_TABLES
    data = request.POST or None
    name_form = TableNameForm(data, initial={"title": table.name if own else _("Our table")})
    rows = RowFormSet(data, prefix="row", initial=rows_of(table))
    faults: list[str] = []
    if request.method == "POST":
        if name_form.is_valid() & rows.is_valid():
            table = table_of(name_form.cleaned_data["title"], rows)
            faults = table_faults(table)
            if not faults and "save" in request.POST and _saved(request, tournament, table, faults):
                return redirect("direct-thresholds", tournament.slug)
        else:
            faults = [_("Some fields need another look."), *rows.non_form_errors()]
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "settings",
        "name_form": name_form,
        "rows": rows,
        "start": start,
        "starts": list(THRESHOLD_TABLES),
        "chosen": table_name(tournament),
        "faults": faults,
        "locked": cut_is_made(tournament),
        "lines": [] if faults else lines_of(table.steps),
        "outlook": None if faults else outlook(tournament, table),
    }
    return render(request, "thresholds/thresholds.html", context, status=422 if faults else 200)


def _saved(request: HttpRequest, tournament: Tournament, table: ThresholdTable, faults: list[str]) -> bool:
    """Whether the table is the tournament's now; the reason why not is added to the faults."""
    try:
        save_threshold_table(
            tournament_id=tournament.pk,
            actor=actor_of(request),
            version=whole(request, "version"),
            table=table,
        )
    except TournamentError as error:
        faults.append(str(error))
        return False
    messages.success(request, _("The table is saved: the cut of this tournament is made by it."))
    if knockout_stage(tournament):
        messages.info(request, _("The cut in preparation keeps its numbers until you choose it again."))
    return True
