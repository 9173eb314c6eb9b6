"""Reads about rounds, tables and seats, each with a fixed number of queries."""

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from tournament.models import Round, RoundState, Seat, SeatResult, Submission, Table, Tournament


def tables_for_round(round_: Round) -> QuerySet[Table]:
    """The tables with seats, entrants, and the effective submission in `effective` (a list of none or one)."""
    seats = Seat.objects.select_related("entrant__person", "entrant__club").order_by("turn_order")
    effective = Submission.objects.filter(effective=True).prefetch_related(
        Prefetch("results", SeatResult.objects.select_related("seat__entrant__person").order_by("place"))
    )
    waiting = Submission.objects.filter(table=OuterRef("pk"), state="reported")
    return (
        round_.tables.annotate(has_report=Exists(waiting))
        .select_related("round")
        .prefetch_related(Prefetch("seats", seats), Prefetch("submissions", effective, to_attr="effective"))
        .order_by("number")
    )


def missing_results(round_: Round) -> list[Table]:
    """The tables of a round that have no confirmed result yet."""
    confirmed = Submission.objects.filter(table=OuterRef("pk"), effective=True)
    return list(round_.tables.filter(~Exists(confirmed)).order_by("number"))


def seating_history(tournament: Tournament, *, before: int) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The rounds before number `before` as tables of entrant ids in turn order, as `seating` reads them."""
    seats = (
        Seat.objects.filter(round__tournament=tournament, round__number__lt=before)
        .exclude(round__state=RoundState.DRAFT)
        .order_by("round__number", "table__number", "turn_order")
        .values_list("round__number", "table__number", "entrant_id")
    )
    rounds: dict[int, dict[int, list[str]]] = {}
    for round_number, table_number, entrant_id in seats:
        rounds.setdefault(round_number, {}).setdefault(table_number, []).append(str(entrant_id))
    return tuple(tuple(tuple(table) for table in tables.values()) for tables in rounds.values())


def table_winners(tournament: Tournament, number: int) -> list[int]:
    """The entrants who won their table in round `number`."""
    return list(
        SeatResult.objects.filter(
            submission__effective=True,
            submission__table__round__tournament=tournament,
            submission__table__round__number=number,
            place=1,
        ).values_list("seat__entrant_id", flat=True)
    )


def seats_for_entrant(entrant_id: int) -> QuerySet[Seat]:
    """Where somebody sits or sat, round by round, published rounds only."""
    return (
        Seat.objects.filter(entrant_id=entrant_id)
        .exclude(round__state=RoundState.DRAFT)
        .select_related("table", "round__stage")
        .order_by("round__number")
    )
