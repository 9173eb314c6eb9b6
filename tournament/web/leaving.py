"""Before somebody withdraws or is disqualified: what each way would change in the standings."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.standings import Row
from tournament.models import Tournament
from tournament.selectors.leaving import Leaving, consequences_of_leaving
from tournament.selectors.standings import StageStandings
from tournament.web.plumbing import tournament_page

TITLES: dict[Leaving, Promise] = {
    Leaving.WITHDRAWN: _("Withdrawn: the games stay and count"),
    Leaving.DISQUALIFIED: _("Disqualified: no rank, the games stay"),
    Leaving.VOID: _("Disqualified: the games count 0"),
}


@tournament_page("tournament.keep_entrants")
def leaving_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Whose rank or total would change, for each way to leave; opponents keep what they scored."""
    entrant = get_object_or_404(tournament.entrants.select_related("person"), number=number)
    entrant.tournament = tournament
    shown, consequences = consequences_of_leaving(entrant)
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "entries",
        "entrant": entrant,
        "consequences": [
            (
                TITLES[one.way],
                [
                    (change.player.name, _line(shown, change.before), _line(shown, change.after))
                    for change in one.changes
                ],
            )
            for one in consequences
        ],
    }
    return render(request, "entries/leaving.html", context)


def _line(shown: StageStandings | None, row: Row | None) -> dict[str, Any] | None:
    """Rank and total of a row, None where there is none."""
    if row is None or shown is None:
        return None
    return {"rank": row.rank or "–", "total": shown.figure(row.total)}
