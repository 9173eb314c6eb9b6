"""Reads of the dispute desk: what was asked, what was ruled, what a player was given before."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from tournament.models import Dispute, Entrant, Penalty, RoundState, Ruling, Sanction, Seat, Table, Tournament
from tournament.selectors.tables import owners_of


def disputes_for_tournament(tournament: Tournament) -> QuerySet[Dispute]:
    """Every dispute, newest first, with its table, parties and rulings; four queries."""
    rulings = Ruling.objects.select_related("decided_by").order_by("id")
    return (
        tournament.disputes.select_related("table__round", "opened_by")
        .prefetch_related(Prefetch("rulings", rulings), "parties__person")
        .order_by("-opened_at", "-id")
    )


def dispute_of(tournament: Tournament, dispute_id: int) -> Dispute | None:
    """The dispute of this tournament with everything about it; None for any other."""
    return disputes_for_tournament(tournament).filter(pk=dispute_id).first()


def tables_in_play(tournament: Tournament) -> list[Table]:
    """The tables of rounds that are published or played, with their seats and people."""
    seats = Seat.objects.select_related("entrant__person").order_by("turn_order")
    return list(
        Table.objects.filter(
            round__tournament=tournament, round__state__in=(RoundState.PUBLISHED, RoundState.PLAYING)
        )
        .select_related("round")
        .prefetch_related(Prefetch("seats", seats))
        .order_by("round__number", "number")
    )


def last_known_board(table: Table, seats: Sequence[Seat]) -> tuple[dict[str, str], dict[str, int]]:
    """Owner (a colour) and armies by territory: of the newest dispute's position, else of the newest report."""
    asked = table.disputes.order_by("-id").first()
    board = asked.case.get("position", {}).get("board", {}) if asked else {}
    held = {t: pair for t, pair in board.items() if isinstance(pair, list)}  # other games hold otherwise
    if held:
        return {t: owner for t, (owner, _) in held.items()}, {t: armies for t, (_, armies) in held.items()}
    newest = table.submissions.exclude(board={}).order_by("-number").first()
    owners = owners_of(newest, list(seats))
    return owners, dict.fromkeys(owners, 1)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a player was given before, and the step of the catalogue that follows."""

    entrant: Entrant
    earlier: tuple[Penalty, ...]
    sanction: Sanction | None


def suggestions_for(tournament: Tournament, entrants: Sequence[Entrant]) -> list[Suggestion]:
    """For each player the next step of the tournament's catalogue: one further for every penalty in force."""
    catalogue = list(tournament.sanctions.order_by("position", "id"))
    given = Penalty.objects.filter(tournament=tournament, entrant__in=entrants, revoked_at=None)
    by_entrant: dict[int, list[Penalty]] = {}
    for penalty in given.select_related("sanction", "round").order_by("created_at", "id"):
        by_entrant.setdefault(penalty.entrant_id, []).append(penalty)
    return [_suggestion(entrant, tuple(by_entrant.get(entrant.pk, ())), catalogue) for entrant in entrants]


def _suggestion(entrant: Entrant, earlier: tuple[Penalty, ...], catalogue: Sequence[Sanction]) -> Suggestion:
    """Armies above the limit stand apart from the escalation: they follow from what was found, not from what was before."""
    steps = [one for one in catalogue if one.effect != "armies"]
    step = steps[min(len(earlier), len(steps) - 1)] if steps else None
    return Suggestion(entrant, earlier, step)
