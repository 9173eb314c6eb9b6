"""The action log: who did what to whom, when and why; nothing here can be changed."""

from collections.abc import Mapping
from types import MappingProxyType

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode

from tournament.acts import kind_words
from tournament.models import Event, Tournament
from tournament.selectors.log import events_for_log, kinds_in_log
from tournament.selectors.seating import names_of
from tournament.services.records import first_broken_event
from tournament.web.log_words import TECHNICAL, fact_words, value_words
from tournament.web.parsing import asked, whole_of
from tournament.web.plumbing import tournament_page

A_PAGE = 100


@tournament_page("tournament.see_log")
def log_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The newest acts first, a hundred a page."""
    words, kind = asked(request, "q", 80), asked(request, "kind", 40)
    pages = Paginator(events_for_log(tournament, words=words, kind=kind), A_PAGE)
    page = pages.get_page(whole_of(request.GET.get("page", "")) or 1)
    seatings = any(isinstance(event.before, dict) and "tables" in event.before for event in page)
    names = names_of(tournament) if seatings else {}
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "log",
        "page": page,
        "events": [(event, kind_words(event.kind), change_of(event, names)) for event in page],
        "words": words,
        "kinds": [(one, kind_words(one), one == kind) for one in kinds_in_log(tournament)],
        "query": urlencode({"q": words, "kind": kind}) + "&",
        "broken": first_broken_event(tournament) if "check" in request.GET else None,
        "checked": "check" in request.GET,
    }
    return render(request, "log/log.html", context)


def change_of(event: Event, names: Mapping[int | str, str] = MappingProxyType({})) -> str:
    """What changed, in one line: “before → after” for each fact that differs, of tables who moved from which to which."""
    before = event.before if isinstance(event.before, dict) else {}
    after = event.after if isinstance(event.after, dict) else {}
    parts = []
    for name in (one for one in dict.fromkeys((*before, *after)) if one not in TECHNICAL):
        old, new = before.get(name), after.get(name)
        if name in before and name in after:
            if name == "tables" and (moves := moves_of(old, new, names)):
                parts.append(f"{fact_words(name)}: {moves}")
            elif old != new:
                parts.append(f"{fact_words(name)}: {value_words(old)} → {value_words(new)}")
        else:
            parts.append(f"{fact_words(name)}: {value_words(old if name in before else new)}")
    return "; ".join(parts)[:400]


def moves_of(before: object, after: object, names: Mapping[int | str, str]) -> str:
    """Who of those with a name sits at another table than before: “Rossi: 1 → 2”; of other values nothing."""
    was, now = _table_numbers(before), _table_numbers(after)
    moved = [who for who in now if who in names and was.get(who, now[who]) != now[who]]
    return ", ".join(f"{names[who]}: {was[who]} → {now[who]}" for who in moved)


def _table_numbers(tables: object) -> dict[int | str, int]:
    """The number of each one's table in a layout (lists of entrant ids); empty for another value."""
    if not isinstance(tables, list):
        return {}
    seated = [(number, table) for number, table in enumerate(tables, start=1) if isinstance(table, list)]
    return {who: number for number, table in seated for who in table if isinstance(who, int)}
