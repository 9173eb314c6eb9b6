"""What the entry pages of referees and of players share: the form's context and its keys."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest

from tournament.errors import TournamentError
from tournament.models import Colour, Ending, Seat, SeatResult, Submission, Table
from tournament.rulesets import TournamentGame
from tournament.selectors.closing import suggested_ending
from tournament.selectors.tables import owners_of, submissions_for_table
from tournament.services.figures import counts_figures
from tournament.services.results import NewerResult, newest_number
from tournament.services.slip_photos import MOST_BYTES
from tournament.web.parsing import text, whole_of


def key_of(request: HttpRequest) -> str | None:
    """The idempotency key of a write: the header, else the form's own."""
    return request.headers.get("Idempotency-Key") or text(request, "idempotency_key") or None


def photo_in(request: HttpRequest) -> bytes:
    """The photo that came with a report, empty without one; of a file too large to be kept, enough to show that it is."""
    file = request.FILES.get("photo")
    return file.read(MOST_BYTES + 1) if isinstance(file, UploadedFile) else b""


def seen_of(request: HttpRequest) -> int | None:
    """The newest report that the form knew of."""
    return whole_of(text(request, "seen_number"))


def entry_context(
    request: HttpRequest,
    table: Table,
    seats: Sequence[Seat],
    *,
    effective: Submission | None = None,
    error: TournamentError | None = None,
) -> dict[str, Any]:
    """The entry form as typed, else as the newest report of a table that is being corrected."""
    posted = request.POST
    newest = submissions_for_table(table).first()
    shown = newest if effective or isinstance(error, NewerResult) else None
    results = {row.seat_id: row for row in shown.results.all()} if shown else {}
    game = table.round.tournament.game
    return {
        "table": table,
        "game": game,
        "falls": range(1, len(seats)),
        "needs_figures": counts_figures(table.round.tournament),
        "seats": [_entry_seat(game, seat, posted, results.get(seat.pk)) for seat in seats],
        "owners": _typed_owners(posted) if posted else owners_of(shown, list(seats)),
        "error": error,
        "newest": newest if isinstance(error, NewerResult) else None,
        "correcting": effective,
        "colours": Colour.choices,
        "endings": [(value, Ending(value).label) for value in game.endings],
        "ending": posted.get("ending")
        or (shown.ending if shown else suggested_ending(table) or game.endings[0]),
        "mode": posted.get("mode") or ("totals" if shown and not shown.board else "board"),
        "posted": posted,
        "idempotency_key": _unused_key(posted, error),
        "seen_number": newest_number(table),
    }


def _unused_key(posted: Any, error: TournamentError | None) -> str:
    """The key that the form is saved under: its own until something was saved under it, and nothing else is taken."""
    known = "" if isinstance(error, NewerResult) else posted.get("idempotency_key")
    return known or secrets.token_urlsafe(16)


def _typed_owners(posted: Any) -> dict[str, str]:
    return {
        name.removeprefix("territory-"): value
        for name, value in posted.items()
        if name.startswith("territory-")
    }


def _entry_seat(game: TournamentGame, seat: Seat, posted: Any, result: SeatResult | None) -> dict[str, Any]:
    """A seat with what was typed for it, or what the newest report says."""
    turn = seat.turn_order
    details = result.details if result else {}

    def typed(name: str, stored: object) -> object:
        return posted.get(name, "") if posted else ("" if stored is None else stored)

    return {
        "turn": turn,
        "name": seat.entrant.full_name,
        "colour": seat.colour,
        "objective": typed(f"objective-{seat.colour}", result.objective if result else None),
        "points": typed(f"points-{turn}", details.get("game_points", result.points) if result else None),
        "king": typed(f"king-{turn}", details.get("chosen")),
        "cards": typed(f"cards-{turn}", details.get("cards")),
        "outside": typed(f"outside-{turn}", result.outside_points if result else None),
        "place": typed(f"place-{turn}", result.place if result and _is_stated(game, result) else None),
        "eliminated": typed(f"eliminated-{turn}", result.elimination if result else None),
        "reached": posted.get("reached") == str(turn)
        if posted
        else bool(result and result.objective_reached),
    }


def _is_stated(game: TournamentGame, result: SeatResult) -> bool:
    """Whether the place may be shown as typed: not where the board or the figures gave it."""
    if game.has_board:
        return not result.territories
    return result.decided_by == "stated"
