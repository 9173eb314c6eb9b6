"""Small makers of rows for tests: plain functions, everything optional, nothing random."""

from datetime import date
from itertools import count
from typing import Any

from scoring.presets import preset
from tournament.models import (
    Club,
    Entrant,
    EntrantState,
    Membership,
    Person,
    Role,
    Round,
    RoundState,
    Seat,
    Stage,
    StageKind,
    Table,
    Tournament,
    TournamentState,
    User,
)

_numbers = count(1)

FIRST_NAMES = ("Aldo", "Bruna", "Carla", "Dino", "Elsa", "Furio", "Gina", "Hugo", "Ines", "Luca")
LAST_NAMES = ("Rossi", "Bianchi", "Verdi", "Neri", "Gallo", "Greco", "Conti", "Costa", "Mori", "Fonti")


def make_user(username: str = "", **fields: Any) -> User:
    """A user who can log in with `force_login`."""
    number = next(_numbers)
    return User.objects.create(
        username=username or f"user{number}", email=f"user{number}@example.org", **fields
    )


def make_tournament(name: str = "Raduno di Prova", **fields: Any) -> Tournament:
    """A running tournament with its ranked stage; formula and plan as the default preset has them."""
    number = next(_numbers)
    defaults: dict[str, Any] = {
        "slug": f"prova-{number}",
        "starts_on": date(2026, 11, 28),
        "ends_on": date(2026, 11, 29),
        "state": TournamentState.RUNNING,
        "formula": preset("raduno").to_document(),
        "preset": "raduno",
        "plan": {"rounds": 2, "split": "most-fours", "criteria": ["clubs", "fives", "repeats", "turn-order"]},
    }
    tournament = Tournament.objects.create(name=name, **(defaults | fields))
    Stage.objects.create(tournament=tournament, position=1, kind=StageKind.RANKED, name="Qualification")
    return tournament


def make_member(tournament: Tournament, role: Role = Role.DIRECTOR, **fields: Any) -> User:
    """A user with that role in the tournament."""
    user = make_user(**fields.pop("user", {}))
    Membership.objects.create(tournament=tournament, user=user, role=role, **fields)
    return user


def make_person(**fields: Any) -> Person:
    """A person with a plain Italian name."""
    number = next(_numbers)
    names = {
        "first_name": FIRST_NAMES[number % 10],
        "last_name": f"{LAST_NAMES[number // 10 % 10]} {number}",
    }
    return Person.objects.create(**(names | fields))


def make_entrant(tournament: Tournament, club: str = "", **fields: Any) -> Entrant:
    """Somebody present, with the next number."""
    person = fields.pop("person", None) or make_person()
    defaults: dict[str, Any] = {
        "number": tournament.entrants.count() + 1,
        "state": EntrantState.CHECKED_IN,
        "club": Club.objects.get_or_create(name=club)[0] if club else None,
    }
    return Entrant.objects.create(tournament=tournament, person=person, **(defaults | fields))


def make_entrants(tournament: Tournament, number: int, clubs: int = 3) -> list[Entrant]:
    """So many present, spread over so many clubs."""
    return [make_entrant(tournament, club=f"Club {index % clubs + 1}") for index in range(number)]


def make_round(tournament: Tournament, tables: list[list[Entrant]], **fields: Any) -> Round:
    """A published round with these tables, players in turn order, colours by turn."""
    number = tournament.rounds.count() + 1
    defaults = {"number": number, "state": RoundState.PUBLISHED, "stage": tournament.stages.first()}
    round_ = Round.objects.create(tournament=tournament, **(defaults | fields))
    colours = ("red", "blue", "green", "yellow", "black")
    for table_number, players in enumerate(tables, start=1):
        table = Table.objects.create(round=round_, number=table_number, size=len(players))
        for turn, entrant in enumerate(players, start=1):
            Seat.objects.create(
                table=table, round=round_, entrant=entrant, turn_order=turn, colour=colours[turn - 1]
            )
    return round_
