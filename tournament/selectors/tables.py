"""Reads about one table: its seats, its reports, its board as last known."""

from django.db.models import Prefetch, QuerySet

from tournament.models import (
    Membership,
    Role,
    RoundState,
    Seat,
    SeatResult,
    Submission,
    SubmissionState,
    Table,
    Tournament,
    User,
)
from tournament.selectors.rounds import tables_for_round


def table_of(tournament: Tournament, table_id: int) -> Table | None:
    """The table of this tournament with its round; None for another tournament's or none at all."""
    found = Table.objects.filter(pk=table_id, round__tournament=tournament)
    return found.select_related("round__stage", "round__tournament").first()


def seats_for_table(table: Table) -> list[Seat]:
    """The seats in turn order with their people."""
    return list(table.seats.select_related("entrant__person", "entrant__club").order_by("turn_order"))


def submissions_for_table(table: Table) -> QuerySet[Submission]:
    """Every submission of a table, newest first, with its figures and its people."""
    results = SeatResult.objects.select_related("seat__entrant__person").order_by("place")
    return (
        table.submissions.select_related(
            "entered_by", "entered_by_entrant__person", "confirmed_by", "corrects"
        )
        .prefetch_related(Prefetch("results", results))
        .order_by("-number")
    )


def owners_of(submission: Submission | None, seats: list[Seat]) -> dict[str, str]:
    """Colour by territory of a submission's board; empty without one."""
    colours = {seat.turn_order: seat.colour for seat in seats}
    board = submission.board if submission else {}
    return {territory: colours.get(turn, "") for territory, turn in board.items()}


def tables_for_referee(tournament: Tournament, user: User) -> list[Table]:
    """The tables of the rounds in play that this person looks after, with seats and state."""
    numbers = _numbers_of(tournament, user)
    rounds = tournament.rounds.filter(state__in=(RoundState.PUBLISHED, RoundState.PLAYING)).order_by("number")
    return [
        table
        for round_ in rounds
        for table in tables_for_round(round_)
        if not numbers or table.number in numbers
    ]


def _numbers_of(tournament: Tournament, user: User) -> set[int]:
    """The table numbers a referee is limited to; empty for all, and for whoever has a wider role."""
    rows = list(Membership.objects.filter(tournament=tournament, user=user).values_list("role", "tables"))
    if any(role != Role.REFEREE or not tables for role, tables in rows):
        return set()
    return {number for _, tables in rows for number in tables}


def reports_waiting(tournament: Tournament) -> list[Submission]:
    """Reported results that wait for somebody's confirmation, oldest first."""
    chosen = Submission.objects.filter(
        table__round__tournament=tournament, state=SubmissionState.REPORTED
    ).select_related("table__round", "entered_by", "entered_by_entrant__person", "corrects")
    return list(chosen.order_by("created_at", "id"))
