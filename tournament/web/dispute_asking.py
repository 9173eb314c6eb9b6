"""Asking at the dispute desk: a question at a table or on an empty board, of any game, and saying it better."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy

from games.adjudicator import ruleset_named
from games.challenge import BOARD
from tournament.errors import TournamentError
from tournament.language import words
from tournament.models import Colour, Dispute, Table, Tournament
from tournament.selectors.disputes import last_known_board
from tournament.selectors.places import Places, places_for
from tournament.selectors.tables import seats_for_table, table_of
from tournament.services.disputes import ask_again, case_for, open_dispute
from tournament.web.desk.desks import DESKS, desk_for
from tournament.web.desk.fields import Desk
from tournament.web.desk.page import Sheet
from tournament.web.desk.readers import Player
from tournament.web.disputes import DESK, found_dispute
from tournament.web.forms.dispute import Question, typed_from
from tournament.web.plumbing import signed_in, tournament_page

SIXTH = ("violet", gettext_lazy("Violet"))
"""The army of a sixth player, on an empty board."""
USUAL_PLAYERS = 4
TURN = ("turn-player", "phase")
"""Fields that a new question does not take over from the last one."""
THIRD_ARMIES = {"neutral": gettext_lazy("Neutral army"), "allied": gettext_lazy("Allied Army")}


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked about: a table or an empty board, its game and that game's options, and who plays."""

    tournament: Tournament
    table: Table | None
    ruleset: str
    players: list[Player]

    @property
    def desk(self) -> Desk:
        """The sentences of the game."""
        return desk_for(self.ruleset)

    @property
    def places(self) -> Places:
        """The board of the game."""
        own = self.ruleset == self.tournament.ruleset
        return places_for(self.ruleset, self.tournament.ruleset_options if own else {})

    def question(self, typed: Mapping[str, Any]) -> Question:
        """What the page sends, understood."""
        return Question(typed, self.players, self.desk, self.places.names)

    def case(self, question: Question) -> dict[str, Any]:
        """The case that the question makes."""
        return case_for(
            self.tournament, position=question.position(), action=question.action(), ruleset=self.ruleset
        )


def _players_at(table: Table | None, count: int) -> list[Player]:
    """The players by colour, in turn order; on an empty board the first armies of the box."""
    box = [*((colour.value, str(colour.label)) for colour in Colour), (SIXTH[0], str(SIXTH[1]))]
    if table is None:
        return [Player(*one) for one in box[:count]]
    seats = seats_for_table(table)
    free = [colour for colour, _name in box if colour not in {seat.colour for seat in seats}]
    spare = iter((*free, *(f"army{number}" for number in range(1, len(seats) + 1))))
    return [Player(seat.colour or next(spare), seat.entrant.full_name) for seat in seats]


def _asked_table(request: HttpRequest, tournament: Tournament) -> Table | None:
    chosen = request.GET.get("table", "")
    if not chosen:
        return None
    table = table_of(tournament, int(chosen)) if chosen.isdecimal() and len(chosen) < 19 else None
    if table is None:
        raise Http404
    return table


def _asked(request: HttpRequest, tournament: Tournament) -> Asked:
    """A table plays the tournament's game; on an empty board any may be chosen."""
    table, ruleset = _asked_table(request, tournament), request.GET.get("game", "")
    if table is not None or ruleset not in DESKS:
        ruleset = tournament.ruleset
    least, most = desk_for(ruleset).players
    chosen = request.GET.get("players", "")
    count = int(chosen) if chosen.isdecimal() and len(chosen) == 1 else USUAL_PLAYERS
    return Asked(tournament, table, ruleset, _players_at(table, min(max(count, least), most)))


@tournament_page(DESK)
def ask(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A new question, at a table (its board as last known) or on an empty board."""
    asked = _asked(request, tournament)
    error = None
    if request.method == "POST":
        try:
            return _opened(request, asked)
        except TournamentError as refused:
            error = refused
    typed: Mapping[str, Any] = request.POST if error else _as_last_known(asked)
    return _form_page(request, asked, typed, error)


def _opened(request: HttpRequest, asked: Asked) -> HttpResponse:
    question = asked.question(request.POST)
    dispute = open_dispute(
        tournament_id=asked.tournament.pk,
        case=asked.case(question),
        question=question.sentence(),
        table_id=asked.table.pk if asked.table else None,
        parties=_parties(asked.table, question.action()),
        actor=signed_in(request),
    )
    return redirect("dispute", asked.tournament.slug, dispute.pk)


def _parties(table: Table | None, action: Mapping[str, Any]) -> list[int]:
    """The entrants whose colours the action names."""
    if table is None:
        return []
    meant = {action.get("player"), action.get("from_player")}
    return [seat.entrant_id for seat in table.seats.all() if seat.colour in meant]


def _as_last_known(asked: Asked) -> Mapping[str, Any]:
    """The board of the table's newest question, or of its newest report."""
    if asked.table is None:
        return {}
    if not asked.desk.pictured:
        newest = asked.table.disputes.order_by("-id").first()
        position = newest.case.get("position", {}) if newest else {}
        typed = typed_from({"position": {**position, "turn": {}}}, asked.desk)
        return {name: value for name, value in typed.items() if name not in TURN}
    owners, armies = last_known_board(asked.table, seats_for_table(asked.table))
    return {f"territory-{name}": owner for name, owner in owners.items()} | {
        f"armies-{name}": str(number) for name, number in armies.items()
    }


@tournament_page(DESK)
def amend(request: HttpRequest, tournament: Tournament, dispute_id: int) -> HttpResponse:
    """Say it better: an amended case for the same dispute; the earlier ruling stays on record."""
    dispute = found_dispute(tournament, dispute_id)
    ruleset = str(dispute.case.get("ruleset", tournament.ruleset))
    count = len(dispute.case.get("position", {}).get("players", [])) or USUAL_PLAYERS
    asked = Asked(tournament, dispute.table, ruleset, _players_at(dispute.table, count))
    error = None
    if request.method == "POST":
        question = asked.question(request.POST)
        try:
            case = asked.case(question)
            ask_again(
                dispute_id=dispute.pk, case=case, question=question.sentence(), actor=signed_in(request)
            )
            return redirect("dispute", tournament.slug, dispute.pk)
        except TournamentError as refused:
            error = refused
    typed = request.POST if error else typed_from(dispute.case, asked.desk)
    return _form_page(request, asked, typed, error, dispute)


def _form_page(
    request: HttpRequest,
    asked: Asked,
    typed: Mapping[str, Any],
    error: TournamentError | None,
    dispute: Dispute | None = None,
) -> HttpResponse:
    desk, sheet = asked.desk, Sheet(asked.desk, typed, asked.players, asked.places)
    kind = str(typed.get("kind") or request.GET.get("kind") or next(iter(desk.kinds)))
    context = {
        "tournament": asked.tournament,
        "nav_here": "disputes",
        "table": asked.table,
        "dispute": dispute,
        "players": asked.players,
        "counts": range(desk.players[0], desk.players[1] + 1),
        "games": [(name, words(ruleset_named(name).title), name == asked.ruleset) for name in DESKS],
        "game": words(ruleset_named(asked.ruleset).title),
        "desk": desk,
        "typed": typed,
        "error": error,
        "kinds": [(name, str(one.label), name == kind) for name, one in desk.kinds.items()],
        "sentences": sheet.sentences(),
        "known": sheet.known(),
        "lists": sheet.lists(aside=False),
        "aside": sheet.lists(aside=True),
    }
    board = _pictured(asked, typed) if desk.pictured else {}
    return render(request, "disputes/ask.html", context | board, status=error.status if error else 200)


def _pictured(asked: Asked, typed: Mapping[str, Any]) -> dict[str, Any]:
    """The drawn board: who may hold a territory, who does, with how many armies."""
    seats = [
        {"colour": one.colour, "name": one.name, "objective": typed.get(f"objective-{one.colour}", "")}
        for one in asked.players
    ]
    third = asked.desk.third if len(asked.players) == 2 else ""
    if third:
        seats.append({"colour": third, "name": str(THIRD_ARMIES[third]), "objective": ""})
    return {
        "seats": seats,
        "owners": {name: typed[f"territory-{name}"] for name in BOARD.ids if typed.get(f"territory-{name}")},
        "continents": [
            {
                "name": continent.name,
                "territories": [
                    (BOARD.territory(name), typed.get(f"armies-{name}", "")) for name in continent.territories
                ],
            }
            for continent in BOARD.continents.values()
        ],
    }
