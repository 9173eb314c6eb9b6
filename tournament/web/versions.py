"""Any two issued standings of a tournament side by side."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.models import StandingsVersion, Tournament
from tournament.selectors.public import Part, Sight, sight_for
from tournament.selectors.versions import row_changes, versions_for_sight
from tournament.web.freshness import kept
from tournament.web.parsing import whole_of
from tournament.web.plumbing import tournament_page


@kept
@tournament_page()
def compare_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Whose rank, total or games differ between the version `from` and the version `to`; by default the last two."""
    sight = sight_for(request.user, tournament)
    versions = versions_for_sight(sight)
    if not sight.may_see(Part.STANDINGS) or not versions:
        raise Http404
    before = _chosen(request, "from", versions, default=versions[-2:][0])
    after = _chosen(request, "to", versions, default=versions[-1])
    context = {
        "tournament": tournament,
        "nav_here": "standings",
        "versions": versions,
        "before": before,
        "version": after,
        "changes": _changes(sight, before, after),
    }
    return render(request, "standings/compare.html", context)


def _chosen(
    request: HttpRequest, name: str, versions: list[StandingsVersion], *, default: StandingsVersion
) -> StandingsVersion:
    """The version that was asked for. Raises Http404 for one that this visitor may not see."""
    asked = request.GET.get(name)
    if not asked:
        return default
    found = next((one for one in versions if one.pk == whole_of(asked)), None)
    if found is None:
        raise Http404
    return found


def _changes(sight: Sight, before: StandingsVersion, after: StandingsVersion) -> list[tuple[str, Any]]:
    people = {one.pk: sight.name_of(one) for one in sight.tournament.entrants.select_related("person")}
    return [(people.get(one.entrant, "–"), one) for one in row_changes(before.rows, after.rows)]
