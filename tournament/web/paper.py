"""Everything on paper, as PDF: for the wall, for the tables, and the pack that keeps a round going without machines."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.models import Round, Tournament
from tournament.reports import paper
from tournament.reports.sheets import (
    certificates_of,
    cross_sheet,
    head_of,
    record_sheet,
    round_sheet,
    standings_sheet,
)
from tournament.reports.values import Head, StandingsSheet
from tournament.selectors.public import sight_for, sight_of_public
from tournament.web.plumbing import tournament_page
from tournament.web.standings_page import visible_standings


def _head(request: HttpRequest, tournament: Tournament) -> Head:
    return head_of(tournament, request.build_absolute_uri(tournament.get_absolute_url()))


def _language() -> str:
    return get_language() or "it"


def _standings(tournament: Tournament, after: int | None) -> StandingsSheet | None:
    sight = sight_of_public(tournament)
    standings = visible_standings(sight, after)
    return standings_sheet(standings, sight, str(_("Standings"))) if standings else None


def _by_table(request: HttpRequest, round_: Round) -> bytes:
    sheet = round_sheet(round_, sight_of_public(round_.tournament))
    return paper.seating_by_table(_head(request, round_.tournament), sheet, language=_language())


def _by_name(request: HttpRequest, round_: Round) -> bytes:
    sheet = round_sheet(round_, sight_of_public(round_.tournament))
    return paper.seating_by_name(_head(request, round_.tournament), sheet, language=_language())


def _entry_address(request: HttpRequest, tournament: Tournament) -> str:
    """The address that a slip's QR opens, with a place for the table."""
    address = reverse("referee-enter", args=[tournament.slug, 0])
    return request.build_absolute_uri(address).replace("/0/", "/{table}/")


def _slips(request: HttpRequest, round_: Round) -> bytes:
    sight = sight_for(request.user, round_.tournament)
    sheet = round_sheet(round_, sight, entry_address=_entry_address(request, round_.tournament))
    return paper.slips(_head(request, round_.tournament), sheet, language=_language())


def _pack(request: HttpRequest, round_: Round) -> bytes:
    sight = sight_for(request.user, round_.tournament)
    sheet = round_sheet(round_, sight, entry_address=_entry_address(request, round_.tournament))
    standings = _standings(round_.tournament, round_.number - 1) if round_.number > 1 else None
    return paper.round_pack(_head(request, round_.tournament), sheet, sheet=standings, language=_language())


def _record(request: HttpRequest, round_: Round) -> bytes:
    return paper.record(_head(request, round_.tournament), record_sheet(round_), language=_language())


ROUND_PAPERS: dict[str, Callable[[HttpRequest, Round], bytes]] = {
    "tables": _by_table,
    "names": _by_name,
    "slips": _slips,
    "pack": _pack,
    "record": _record,
}
"""What can be printed of a round, by the last part of its address."""


@tournament_page("tournament.work_in")
def paper_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything that can be printed."""
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "rounds": tournament.rounds.order_by("-number"),
    }
    return render(request, "paper/page.html", context)


@tournament_page("tournament.work_in")
def round_paper(request: HttpRequest, tournament: Tournament, number: int, kind: str) -> HttpResponse:
    """One sheet of a round."""
    round_ = tournament.rounds.select_related("tournament").filter(number=number).first()
    if round_ is None or kind not in ROUND_PAPERS:
        raise Http404
    return _pdf(ROUND_PAPERS[kind](request, round_), f"{tournament.slug}-{number}-{kind}")


@tournament_page("tournament.work_in")
def tournament_paper(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """Standings, cross table or certificates."""
    head, sight = _head(request, tournament), sight_of_public(tournament)
    if kind == "standings":
        sheet = _standings(tournament, None)
        if sheet is None:
            raise Http404
        body = paper.standings(head, sheet, language=_language())
    elif kind == "cross":
        body = paper.cross_table(
            head, cross_sheet(tournament, sight, str(_("Who met whom"))), language=_language()
        )
    elif kind == "certificates":
        awards = certificates_of(tournament, visible_standings(sight, None), sight)
        if not awards:
            raise Http404
        body = paper.certificates(head, awards, language=_language())
    else:
        raise Http404
    return _pdf(body, f"{tournament.slug}-{kind}")


def _pdf(body: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(body, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
