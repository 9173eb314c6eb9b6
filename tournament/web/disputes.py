"""The dispute desk: ask as a sentence on a board, read the ruling, decide; the table's clock stands meanwhile."""

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.challenge import BOARD
from tournament.errors import TournamentError
from tournament.models import (
    Colour,
    Dispute,
    DisputeState,
    Entrant,
    Role,
    Sanction,
    SanctionEffect,
    Table,
    Tournament,
    User,
)
from tournament.reports.dispute_record import dispute_record
from tournament.rules import roles_of
from tournament.selectors.disputes import (
    dispute_of,
    disputes_for_tournament,
    last_known_board,
    suggestions_for,
    tables_in_play,
)
from tournament.selectors.rulings import VERDICTS, ruling_view
from tournament.selectors.tables import seats_for_table, table_of
from tournament.services.disputes import (
    appeal_dispute,
    ask_again,
    case_for,
    decide_dispute,
    open_dispute,
    withdraw_dispute,
)
from tournament.services.penalties import give_penalty
from tournament.web.forms.dispute import (
    FLAGS,
    HINTS,
    KINDS,
    PHASES,
    PLACES,
    PLAYERS,
    Player,
    Question,
    parts_of,
    typed_from,
)
from tournament.web.parsing import text, whole
from tournament.web.plumbing import act, tournament_deed, tournament_page

DESK = "tournament.rule_dispute"
STATE_KINDS = {
    DisputeState.OPEN: "warn",
    DisputeState.APPEALED: "bad",
    DisputeState.DECIDED: "good",
    DisputeState.CLOSED: "",
}


def _referee(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


@tournament_page(DESK)
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The open disputes first, the tables to ask about, and what was decided."""
    disputes = list(disputes_for_tournament(tournament))
    context = {
        "tournament": tournament,
        "nav_here": "disputes",
        "open": [_line(one) for one in disputes if one.state in {DisputeState.OPEN, DisputeState.APPEALED}],
        "settled": [
            _line(one) for one in disputes if one.state in {DisputeState.DECIDED, DisputeState.CLOSED}
        ],
        "tables": tables_in_play(tournament),
    }
    return render(request, "disputes/desk.html", context)


def _line(dispute: Dispute) -> dict[str, Any]:
    rulings = list(dispute.rulings.all())
    newest = rulings[-1] if rulings else None
    return {
        "dispute": dispute,
        "kind": STATE_KINDS[DisputeState(dispute.state)],
        "verdict": VERDICTS[newest.verdict] if newest else "",
        "ruling": newest,
    }


# --- asking -------------------------------------------------------------------------------------------------


def _players_at(table: Table | None, count: int) -> list[Player]:
    """The players by colour, in turn order; on an empty board the first armies of the box."""
    if table is None:
        return [Player(colour.value, str(colour.label)) for colour in list(Colour)[:count]]
    seats = seats_for_table(table)
    free = [colour for colour in Colour.values if colour not in {seat.colour for seat in seats}]
    return [Player(seat.colour or free.pop(0), seat.entrant.full_name) for seat in seats]


def _asked_table(request: HttpRequest, tournament: Tournament) -> Table | None:
    chosen = request.GET.get("table", "")
    if not chosen:
        return None
    table = table_of(tournament, int(chosen)) if chosen.isdecimal() and len(chosen) < 19 else None
    if table is None:
        raise Http404
    return table


def _count(request: HttpRequest) -> int:
    chosen = request.GET.get("players", "")
    return int(chosen) if chosen in {"3", "4", "5"} else 4


@tournament_page(DESK)
def ask(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A new question, at a table (its board as last known) or on an empty board."""
    table = _asked_table(request, tournament)
    players = _players_at(table, _count(request))
    error = None
    if request.method == "POST":
        try:
            return _opened(request, tournament, table, players)
        except TournamentError as refused:
            error = refused
    typed: Mapping[str, Any] = request.POST if error else _as_last_known(table)
    return _form_page(request, tournament, table, players, typed, error)


def _opened(
    request: HttpRequest, tournament: Tournament, table: Table | None, players: list[Player]
) -> HttpResponse:
    question = Question(request.POST, players)
    action = question.action()
    dispute = open_dispute(
        tournament_id=tournament.pk,
        case=case_for(tournament, position=question.position(), action=action),
        question=question.sentence(),
        table_id=table.pk if table else None,
        parties=_parties(table, action),
        actor=_referee(request),
    )
    return redirect("dispute", tournament.slug, dispute.pk)


def _parties(table: Table | None, action: Mapping[str, Any]) -> list[int]:
    """The entrants whose colours the action names."""
    if table is None:
        return []
    meant = {action.get("player"), action.get("from_player")}
    return [seat.entrant_id for seat in table.seats.all() if seat.colour in meant]


def _as_last_known(table: Table | None) -> dict[str, str]:
    if table is None:
        return {}
    owners, armies = last_known_board(table, seats_for_table(table))
    return {f"territory-{name}": owner for name, owner in owners.items()} | {
        f"armies-{name}": str(number) for name, number in armies.items()
    }


@tournament_page(DESK)
def amend(request: HttpRequest, tournament: Tournament, dispute_id: int) -> HttpResponse:
    """Say it better: an amended case for the same dispute; the earlier ruling stays on record."""
    dispute = _dispute(tournament, dispute_id)
    players = _players_at(dispute.table, len(dispute.case.get("position", {}).get("players", [])) or 4)
    error = None
    if request.method == "POST":
        question = Question(request.POST, players)
        try:
            case = case_for(tournament, position=question.position(), action=question.action())
            ask_again(dispute_id=dispute.pk, case=case, question=question.sentence(), actor=_referee(request))
            return redirect("dispute", tournament.slug, dispute.pk)
        except TournamentError as refused:
            error = refused
    typed = request.POST if error else typed_from(dispute.case)
    return _form_page(request, tournament, dispute.table, players, typed, error, dispute)


def _form_page(
    request: HttpRequest,
    tournament: Tournament,
    table: Table | None,
    players: list[Player],
    typed: Mapping[str, Any],
    error: TournamentError | None,
    dispute: Dispute | None = None,
) -> HttpResponse:
    kind = str(typed.get("kind") or request.GET.get("kind") or "attack")
    context = {
        "tournament": tournament,
        "nav_here": "disputes",
        "table": table,
        "dispute": dispute,
        "players": players,
        "typed": typed,
        "error": error,
        "kinds": [(name, str(one.label), name == kind) for name, one in KINDS.items()],
        "sentences": [_sentence(name, typed) for name in KINDS],
        "seats": [
            {"colour": one.colour, "name": one.name, "objective": typed.get(f"objective-{one.colour}", "")}
            for one in players
        ],
        "owners": {name: typed[f"territory-{name}"] for name in BOARD.ids if typed.get(f"territory-{name}")},
        "continents": _continents(typed),
        "phases": PHASES.items(),
        "known": _known(typed, players),
    }
    return render(request, "disputes/ask.html", context, status=error.status if error else 200)


def _sentence(kind: str, typed: Mapping[str, Any]) -> dict[str, Any]:
    """A sentence as the page shows it: words and fields in turn, then its yes-or-no facts."""
    return {
        "kind": kind,
        "parts": [
            {
                "words": words,
                "place": place,
                "field": f"{kind}-{place}",
                "value": typed.get(f"{kind}-{place}", ""),
                "hint": HINTS.get(place, ""),
                "is_player": place in PLAYERS,
                "is_place": place in PLACES,
            }
            for words, place in parts_of(kind)
        ],
        "flags": [
            (f"{kind}-{flag}", FLAGS[flag], bool(typed.get(f"{kind}-{flag}"))) for flag in KINDS[kind].flags
        ],
    }


def _continents(typed: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "name": continent.name,
            "territories": [
                (BOARD.territory(name), typed.get(f"armies-{name}", "")) for name in continent.territories
            ],
        }
        for continent in BOARD.continents.values()
    ]


FACTS = ("round", "turn-player", "phase", "conquered", "conquered-known", "last-from", "last-to", "closing")


def _known(typed: Mapping[str, Any], players: list[Player]) -> dict[str, Any]:
    """What else is known of the position, as typed."""
    words = {"set_played": _("Set played"), "moved": _("Movement made"), "card_drawn": _("Card drawn")}
    return {name.replace("-", "_"): typed.get(name, "") for name in FACTS} | {
        "flags": [(name, words[name], typed.get(name, "")) for name in words],
        "hands": [
            (one, typed.get(f"hand-{one.colour}", ""), typed.get(f"out-{one.colour}", "")) for one in players
        ],
    }


# --- the ruling and what becomes of it ----------------------------------------------------------------------


def _dispute(tournament: Tournament, dispute_id: int) -> Dispute:
    found = dispute_of(tournament, dispute_id)
    if found is None:
        raise Http404
    return found


@tournament_page(DESK)
def dispute_page(request: HttpRequest, tournament: Tournament, dispute_id: int) -> HttpResponse:
    """The ruling in one large word, the articles, what follows; then the referee's decision."""
    dispute = _dispute(tournament, dispute_id)
    views = [ruling_view(one) for one in dispute.rulings.all()]
    decided = [view for view in views if view.ruling.decision]
    entrants = _people(dispute)
    context = {
        "tournament": tournament,
        "nav_here": "disputes",
        "dispute": dispute,
        "state_kind": STATE_KINDS[DisputeState(dispute.state)],
        "view": views[-1] if views else None,
        "earlier": views[:-1],
        "is_open": dispute.state in {DisputeState.OPEN, DisputeState.APPEALED},
        "may_appeal": dispute.state == DisputeState.DECIDED
        and (dispute.appeal_until is None or dispute.appeal_until >= timezone.now()),
        "is_own": bool(decided) and decided[-1].ruling.decided_by_id == request.user.pk,
        "suggestions": suggestions_for(tournament, entrants),
        "sanctions": _sanctions(request, tournament),
        "now": timezone.now(),
    }
    return render(request, "disputes/dispute.html", context)


def _people(dispute: Dispute) -> list[Entrant]:
    """Everybody at the table, the parties first; without a table the parties."""
    parties = list(dispute.parties.all())
    if dispute.table is None:
        return parties
    at_table = [seat.entrant for seat in seats_for_table(dispute.table)]
    return sorted(at_table, key=lambda one: one.pk not in {party.pk for party in parties})


def _sanctions(request: HttpRequest, tournament: Tournament) -> list[Sanction]:
    """The catalogue; only a director disqualifies."""
    directs = isinstance(request.user, User) and Role.DIRECTOR in roles_of(request.user, tournament)
    chosen = tournament.sanctions.order_by("position", "id")
    return list(chosen if directs else chosen.exclude(effect=SanctionEffect.DISQUALIFICATION))


def _decide(request: HttpRequest, dispute: Dispute) -> None:
    accept = text(request, "decision") == "accept"
    decide_dispute(
        dispute_id=dispute.pk, accept=accept, reason=text(request, "reason"), actor=_referee(request)
    )


def _appeal(request: HttpRequest, dispute: Dispute) -> None:
    appeal_dispute(dispute_id=dispute.pk, reason=text(request, "reason"), actor=_referee(request))


def _withdraw(request: HttpRequest, dispute: Dispute) -> None:
    withdraw_dispute(dispute_id=dispute.pk, reason=text(request, "reason"), actor=_referee(request))


def _sanction(request: HttpRequest, dispute: Dispute) -> None:
    sanction = next(
        (one for one in _sanctions(request, dispute.tournament) if one.pk == whole(request, "sanction")), None
    )
    entrant = next((one for one in _people(dispute) if one.pk == whole(request, "entrant")), None)
    if sanction is None or entrant is None:
        raise PermissionDenied
    minutes = sanction.amount if sanction.effect == SanctionEffect.MINUTES else 0
    give_penalty(
        entrant_id=entrant.pk,
        sanction_id=sanction.pk,
        minutes=minutes * (2 if sanction.doubled_for_captain and entrant.is_captain else 1),
        round_id=dispute.table.round_id if dispute.table else None,
        reason=text(request, "reason") or str(dispute),
        actor=_referee(request),
    )


DEEDS: Mapping[str, tuple[Callable[[HttpRequest, Dispute], None], Any]] = {
    "decide": (_decide, gettext_lazy("Decided. The clock runs again.")),
    "appeal": (_appeal, gettext_lazy("Another referee decides the appeal.")),
    "withdraw": (_withdraw, gettext_lazy("Closed. The clock runs again.")),
    "sanction": (
        _sanction,
        gettext_lazy("The penalty is given. It can be revoked on the page of penalties."),
    ),
}


@tournament_deed(DESK)
def dispute_deed(request: HttpRequest, tournament: Tournament, dispute_id: int, deed: str) -> HttpResponse:
    """One step: decide, appeal, withdraw, sanction."""
    dispute = _dispute(tournament, dispute_id)
    carry_out, done = DEEDS[deed]
    then = reverse("dispute", args=[tournament.slug, dispute.pk])
    return act(request, lambda: carry_out(request, dispute), then=then, done=done)


@tournament_page(DESK)
def record(_request: HttpRequest, tournament: Tournament, dispute_id: int) -> HttpResponse:
    """The record (verbale) as PDF."""
    dispute = _dispute(tournament, dispute_id)
    answer = HttpResponse(dispute_record(dispute), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{tournament.slug}-dispute-{dispute.pk}.pdf"'
    return answer
