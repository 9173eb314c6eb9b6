"""The round while it is played: every table's state, the clock, late arrivals and no-shows, the close."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournament.models import Round, RoundState, StageKind, Table, Tournament
from tournament.selectors.round_board import round_board
from tournament.services.rounds import (
    call_referee,
    close_round,
    finish_table_early,
    give_minutes,
    reopen_round,
    resume_table,
    start_round,
    stop_room,
    stop_table,
)
from tournament.web.parsing import text, whole
from tournament.web.plumbing import act, signed_in, tournament_deed, tournament_page
from tournament.web.seating_editor import round_of


def board_url(tournament: Tournament, number: int) -> str:
    """The address of a round's board."""
    return reverse("direct-board", args=[tournament.slug, number])


@tournament_page("tournament.run_clock")
def board_page(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """All tables with state and age. An unchanged page answers 304 to the same reader within a minute."""
    now = timezone.now()
    etag = f'"{tournament.data_version}.{now:%H%M}.{get_language()}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    round_ = round_of(tournament, number)
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "round": round_,
        "board": round_board(round_),
        "now": now,
        "is_closed": round_.state == RoundState.CLOSED,
        "is_playing": round_.state == RoundState.PLAYING,
        "is_published": round_.state == RoundState.PUBLISHED,
        "is_draft": round_.state == RoundState.DRAFT,
        "is_knockout": round_.stage.kind == StageKind.KNOCKOUT,
    }
    answer = render(request, "round_board/board.html", context)
    answer["ETag"] = etag
    return answer


@dataclass(frozen=True, slots=True)
class RoundDeed:
    """One act on a round, and what is said when it is done."""

    act: Callable[[HttpRequest, Round], object]
    done: str | Promise = ""


@dataclass(frozen=True, slots=True)
class TableDeed:
    """One act on a table, and what is said when it is done."""

    act: Callable[[HttpRequest, Table], object]
    done: str | Promise = ""


ROUND_DEEDS = {
    "start": RoundDeed(
        lambda r, o: start_round(round_id=o.pk, actor=signed_in(r)), _("The clock of the room runs.")
    ),
    "stop": RoundDeed(lambda r, o: stop_room(round_id=o.pk, actor=signed_in(r))),
    "close": RoundDeed(
        lambda r, o: close_round(round_id=o.pk, actor=signed_in(r), override_reason=text(r, "reason")),
        _("The round is closed. Reopening it needs a reason."),
    ),
    "reopen": RoundDeed(
        lambda r, o: reopen_round(round_id=o.pk, actor=signed_in(r), reason=text(r, "reason")),
        _("The round is open again."),
    ),
}
TABLE_DEEDS = {
    "stop": TableDeed(lambda r, t: stop_table(table_id=t.pk, actor=signed_in(r))),
    "resume": TableDeed(
        lambda r, t: resume_table(table_id=t.pk, actor=signed_in(r)),
        _("The table's clock runs again; the time it stood is given back."),
    ),
    "minutes": TableDeed(
        lambda r, t: give_minutes(
            table_id=t.pk, minutes=whole(r, "minutes"), actor=signed_in(r), reason=text(r, "reason")
        ),
        _("The minutes are given. A negative number takes them back."),
    ),
    "called": TableDeed(lambda r, t: call_referee(table_id=t.pk, calling=True, actor=signed_in(r))),
    "answered": TableDeed(lambda r, t: call_referee(table_id=t.pk, calling=False, actor=signed_in(r))),
    "finish": TableDeed(
        lambda r, t: finish_table_early(table_id=t.pk, actor=signed_in(r), reason=text(r, "reason")),
        _("The game is ended: its position is scored as it stands."),
    ),
}


@tournament_deed("tournament.direct")
def round_deed(request: HttpRequest, tournament: Tournament, number: int, deed: str) -> HttpResponse:
    """Start, stop, close or reopen the round."""
    round_, chosen = round_of(tournament, number), ROUND_DEEDS[deed]
    return act(
        request, lambda: chosen.act(request, round_), then=board_url(tournament, number), done=chosen.done
    )


@tournament_deed("tournament.run_clock")
def table_deed(
    request: HttpRequest, tournament: Tournament, number: int, table: int, deed: str
) -> HttpResponse:
    """One act on the clock or the call of a table."""
    found = get_object_or_404(
        Table.objects.select_related("round__tournament"), round=round_of(tournament, number), number=table
    )
    chosen = TABLE_DEEDS[deed]
    return act(
        request,
        lambda: chosen.act(request, found),
        then=f"{board_url(tournament, number)}#table-{table}",
        done=chosen.done,
    )
