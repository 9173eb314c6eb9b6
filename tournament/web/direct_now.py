"""The console's first page: the day as a line, one thing to do next, what is wrong beside it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.language import words
from tournament.models import Round, RoundState
from tournament.models import Tournament as TournamentRow
from tournament.selectors.drawing import shape_words
from tournament.selectors.now import Day, NextStep, day_of
from tournament.selectors.round_board import BoardTable, TableState
from tournament.selectors.seating import has_fours_and_fives
from tournament.web.live import is_unchanged, live_page, unchanged
from tournament.web.plumbing import tournament_page

NAMES = 6
"""So many people are named; beyond, a count."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """The next step in words. `posts`: the button acts at once; `others` are links beside it."""

    text: str
    label: str
    url: str
    posts: bool = False
    others: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One line of what to look at."""

    text: str
    kind: str = ""
    url: str = ""
    action: str = ""


@tournament_page("tournament.direct")
def now_page(request: HttpRequest, tournament: TournamentRow) -> HttpResponse:
    """What comes next, what is missing, what is wrong."""
    if is_unchanged(request, tournament):
        return unchanged(tournament)
    day = day_of(tournament)
    context = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "now",
        "day": day,
        "steps": day_line(day),
        "proposal": PROPOSALS[day.next_step()](day),
        "checks": checks(day),
        "now": timezone.now(),
    }
    return live_page(request, tournament, "direct/now.html", context)


def named(names: Iterable[str]) -> str:
    """The first names of a list, then how many more."""
    listed = list(names)
    shown, more = listed[:NAMES], len(listed) - NAMES
    text = ", ".join(shown)
    return text if more <= 0 else text + " " + _("and %(more)s more") % {"more": more}


def _url(day: Day, name: str, *args: Any) -> str:
    return reverse(name, args=[day.tournament.slug, *args])


# --- the day as a line ----------------------------------------------------------------------------------


def day_line(day: Day) -> list[dict[str, Any]]:
    """Entries, roll call, each round, finals: done, now or to come."""
    turnout, started = day.turnout, bool(day.rounds)
    played = [_round_step(day, one) for one in day.rounds]
    to_come = [
        _step(_("Round %(number)s") % {"number": number}, "", "open")
        for number in range(day.next_number, day.planned + 1)
        if not day.cut_is_made
    ]
    finals = [] if day.cut_is_made or not day.has_cut else [_step(_("Finals"), "", "open")]
    called = started or (turnout.expected > 0 and not turnout.not_called)
    return [
        _step(
            _("Entries"),
            str(turnout.expected),
            "done" if turnout.expected else "now",
            _url(day, "direct-entries"),
        ),
        _step(
            _("Roll call"),
            f"{turnout.present}/{turnout.expected}",
            "done" if called else "now" if turnout.expected else "open",
            _url(day, "direct-roll-call"),
        ),
        *played,
        *to_come,
        *finals,
    ]


def _step(title: str, detail: str, state: str, url: str = "") -> dict[str, Any]:
    return {"title": title, "detail": detail, "state": state, "url": url}


def _round_step(day: Day, round_: Round) -> dict[str, Any]:
    done = round_.state == RoundState.CLOSED
    page = "direct-seating" if round_.state == RoundState.DRAFT else "direct-board"
    detail = f"{getattr(round_, 'confirmed_count', 0)}/{getattr(round_, 'table_count', 0)}"
    return _step(str(round_.title), detail, "done" if done else "now", _url(day, page, round_.number))


# --- what comes next ------------------------------------------------------------------------------------


def _enter(day: Day) -> Proposal:
    return Proposal(
        _("Nobody is entered yet."),
        _("Enter the players"),
        _url(day, "direct-entries"),
        others=((_("Import a list"), _url(day, "direct-import")),),
    )


def _call(day: Day) -> Proposal:
    missing = day.turnout.not_called
    text = ngettext("%(n)s not here yet.", "%(n)s not here yet.", missing) % {"n": missing}
    return Proposal(text, _("Call the roll"), _url(day, "direct-roll-call"))


def _seat(day: Day) -> Proposal:
    seat = {"number": day.next_number}
    url = _url(day, "direct-draw")
    if not day.turnout.not_called:
        text = _("Everybody was called: %(n)s are here.") % {"n": day.turnout.present}
        return Proposal(text, _("Seat round %(number)s") % seat, url)
    text = _("%(n)s not here yet: %(names)s") % {
        "n": day.turnout.not_called,
        "names": named(one.full_name for one in day.not_called),
    }
    return Proposal(
        text,
        _("Seat round %(number)s without them") % seat,
        url,
        others=((_("Roll call"), _url(day, "direct-roll-call")),),
    )


def _latest(day: Day) -> Round:
    if day.latest is None:
        raise LookupError("a step of a round needs a round")
    return day.latest


def _publish(day: Day) -> Proposal:
    latest = _latest(day)
    text = _("%(round)s is drawn; only you see it.") % {"round": latest.title}
    return Proposal(text, _("Look at it and publish"), _url(day, "direct-seating", latest.number))


def _start(day: Day) -> Proposal:
    latest = _latest(day)
    text = _("%(round)s is published. When all sit, start the clock.") % {"round": latest.title}
    return Proposal(
        text,
        _("Start the clock"),
        _url(day, "direct-round-deed", latest.number, "start"),
        posts=True,
        others=((_("Round board"), _url(day, "direct-board", latest.number)),),
    )


def _results(day: Day) -> Proposal:
    latest = _latest(day)
    board = day.board
    text = _("%(round)s is being played: %(done)s of %(all)s tables are confirmed.") % {
        "round": latest.title,
        "done": board.confirmed if board else 0,
        "all": len(board.tables) if board else 0,
    }
    label, url = _("To the round board"), _url(day, "direct-board", latest.number)
    waiting = len(day.tables(TableState.REPORTED))
    if waiting:
        label = ngettext("Confirm %(n)s result", "Confirm %(n)s results", waiting) % {"n": waiting}
        return Proposal(text, label, _url(day, "referee"), others=((_("Round board"), url),))
    return Proposal(text, label, url)


def _close(day: Day) -> Proposal:
    latest = _latest(day)
    return Proposal(
        _("Every table of %(round)s has a confirmed result.") % {"round": latest.title},
        _("Close %(round)s") % {"round": latest.title},
        _url(day, "direct-round-deed", latest.number, "close"),
        posts=True,
        others=((_("Round board"), _url(day, "direct-board", latest.number)),),
    )


def _cut(day: Day) -> Proposal:
    if not day.rounds:
        return Proposal(
            _("%(n)s are here; the knockout begins at once.") % {"n": day.turnout.present},
            _("Plan the knockout"),
            _url(day, "direct-cut"),
        )
    return Proposal(
        _("The qualifying rounds are played."),
        _("Make the cut"),
        _url(day, "direct-cut"),
        others=(
            (_("Standings"), _url(day, "standings")),
            (_("Another round"), _url(day, "direct-draw")),
        ),
    )


def _finals(day: Day) -> Proposal:
    text = _("%(round)s is played.") % {"round": _latest(day).title}
    return Proposal(text, _("To the finals"), _url(day, "direct-finals"))


def _finish(day: Day) -> Proposal:
    return Proposal(
        _("All rounds are played. Reopening later needs a reason."),
        _("Finish the tournament"),
        _url(day, "direct-state", "finished"),
        posts=True,
        others=((_("Standings"), _url(day, "standings")),),
    )


def _finished(day: Day) -> Proposal:
    return Proposal(_("The tournament is finished."), _("Standings"), _url(day, "standings"))


PROPOSALS: dict[NextStep, Callable[[Day], Proposal]] = {
    NextStep.ENTER: _enter,
    NextStep.CALL: _call,
    NextStep.SEAT: _seat,
    NextStep.PUBLISH: _publish,
    NextStep.START: _start,
    NextStep.RESULTS: _results,
    NextStep.CLOSE: _close,
    NextStep.CUT: _cut,
    NextStep.FINALS: _finals,
    NextStep.FINISH: _finish,
    NextStep.FINISHED: _finished,
}


# --- what to look at ------------------------------------------------------------------------------------


def checks(day: Day) -> list[Check]:
    """What is wrong or open, the most urgent first; one reassuring line when there is nothing."""
    found = [*_urgent(day), *_tables(day), *_people(day)]
    return found or [Check(_("Nothing is open."))]


def _urgent(day: Day) -> Iterable[Check]:
    called = day.tables(TableState.CALLED)
    if called:
        yield Check(
            _("A referee is called: %(tables)s") % {"tables": _titles(called)}, "bad", *_to_board(day)
        )
    if day.open_disputes:
        n = day.open_disputes
        text = ngettext("%(n)s open dispute", "%(n)s open disputes", n) % {"n": n}
        yield Check(text, "bad", _url(day, "disputes"), _("Look"))
    late = day.late(timezone.now())
    if late:
        yield Check(
            _("Time is over, no report: %(tables)s") % {"tables": _titles(late)}, "bad", *_to_board(day)
        )


def _tables(day: Day) -> Iterable[Check]:
    reported = [*day.tables(TableState.REPORTED), *day.tables(TableState.CORRECTED)]
    if reported:
        text = _("To be confirmed: %(tables)s") % {"tables": _titles(reported)}
        yield Check(text, "warn", _url(day, "referee"), _("Confirm"))
    stopped = day.tables(TableState.STOPPED)
    if stopped:
        yield Check(
            _("Clock stands still: %(tables)s") % {"tables": _titles(stopped)}, "warn", *_to_board(day)
        )
    if day.board and day.board.unseated:
        names = named(one.full_name for one in day.board.unseated)
        yield Check(_("Here without a seat: %(names)s") % {"names": names}, "warn", *_to_board(day))


def _people(day: Day) -> Iterable[Check]:
    turnout = day.turnout
    if turnout.to_seat and _seats_next(day):
        yield _shape(day)
    if turnout.standby and _seats_next(day):
        text = ngettext("%(n)s on standby", "%(n)s on standby", turnout.standby)
        yield Check(text % {"n": turnout.standby}, "open", _url(day, "direct-draw"), _("Look"))
    if turnout.not_called:
        text = ngettext("%(n)s not called yet", "%(n)s not called yet", turnout.not_called)
        yield Check(text % {"n": turnout.not_called}, "warn", _url(day, "direct-roll-call"), _("Call"))
    if turnout.waiting:
        text = ngettext("%(n)s on the waiting list", "%(n)s on the waiting list", turnout.waiting)
        yield Check(text % {"n": turnout.waiting}, "open", _url(day, "direct-entries"), _("Look"))
    if turnout.fees_due:
        text = ngettext("%(n)s fee open", "%(n)s fees open", turnout.fees_due)
        yield Check(
            text % {"n": turnout.fees_due}, "open", _url(day, "direct-entries") + "?show=due", _("Look")
        )


def _seats_next(day: Day) -> bool:
    return day.next_step() in {NextStep.CALL, NextStep.SEAT}


def _shape(day: Day) -> Check:
    """How those present fall into tables, or that they do not (12.1)."""
    present = day.turnout.to_seat
    if not day.splits:
        text = _("%(n)s present: no legal tables of 4 and 5 (12.1)") % {"n": present}
        if not has_fours_and_fives(day.tournament):
            text = _("%(n)s present: no tables hold them") % {"n": present}
        return Check(text, "bad", _url(day, "direct-draw"), _("Ways out"))
    shapes = _(" or ").join(words(shape_words(choice)) for choice in day.splits)
    return Check(f"{present} = {shapes}")


def _titles(tables: Iterable[BoardTable]) -> str:
    return named(str(one.table.title) for one in tables)


def _to_board(day: Day) -> tuple[str, str]:
    return _url(day, "direct-board", _latest(day).number), _("Look")
