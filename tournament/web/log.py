"""The action log: who did what to whom, when and why; nothing here can be changed."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode

from tournament.models import Event, Tournament
from tournament.selectors.log import events_for_log, kinds_in_log
from tournament.services.records import first_broken_event
from tournament.web.log_words import TECHNICAL, fact_words, kind_words, value_words
from tournament.web.plumbing import tournament_page
from tournament.web.roll_call import whole_of

A_PAGE = 100


@tournament_page("tournament.see_log")
def log_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The newest acts first, a hundred a page."""
    words, kind = request.GET.get("q", "")[:80], request.GET.get("kind", "")[:40]
    pages = Paginator(events_for_log(tournament, words=words, kind=kind), A_PAGE)
    page = pages.get_page(whole_of(request.GET.get("page", "")) or 1)
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "log",
        "page": page,
        "events": [(event, kind_words(event.kind), change_of(event)) for event in page],
        "words": words,
        "kinds": [(one, kind_words(one), one == kind) for one in kinds_in_log(tournament)],
        "query": urlencode({"q": words, "kind": kind}) + "&",
        "broken": first_broken_event(tournament) if "check" in request.GET else None,
        "checked": "check" in request.GET,
    }
    return render(request, "log/log.html", context)


def change_of(event: Event) -> str:
    """What changed, in one line: “before → after” for each fact that differs."""
    before = event.before if isinstance(event.before, dict) else {}
    after = event.after if isinstance(event.after, dict) else {}
    parts = []
    for name in (one for one in dict.fromkeys((*before, *after)) if one not in TECHNICAL):
        old, new = before.get(name), after.get(name)
        if name in before and name in after:
            if old != new:
                parts.append(f"{fact_words(name)}: {value_words(old)} → {value_words(new)}")
        else:
            parts.append(f"{fact_words(name)}: {value_words(old if name in before else new)}")
    return "; ".join(parts)[:400]
