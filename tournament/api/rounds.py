"""Rounds from the draw to the close: the seating, the switch that shows it, the clocks."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from tournament.api import documents, shapes
from tournament.api.access import table_for
from tournament.api.deeds import Deed, Where, described, entrant_ids
from tournament.api.forms import (
    ClockForm,
    CloseForm,
    DrawAgainForm,
    DrawForm,
    MinutesForm,
    ReasonForm,
    SeatingForm,
)
from tournament.api.reads import list_rounds, round_for
from tournament.api.responses import NOT_FOUND, read_responses
from tournament.models import Job, Round, RoundState, Scope, Table, Tournament, User
from tournament.queues import is_long_draw, queue_draw
from tournament.selectors.public import Sight
from tournament.services.rounds import (
    close_round,
    give_minutes,
    reopen_round,
    resume_table,
    start_round,
    stop_room,
    stop_table,
)
from tournament.services.seating import discard_draft, draw_again, draw_round, publish_round
from tournament.services.seating_edits import edit_seating

ROUND = shapes.RoundSerializer


@described("Rounds", "draw_round", "Draw the next round as a draft", ROUND, may_take_long=True)
class Rounds(Deed):
    """Of whoever is present. While a draft exists it is answered again. More than 200 are seated by a worker: 202."""

    permission = "tournament.seat"
    scope = Scope.ROUNDS
    form = DrawForm
    answers = 201
    matches = False

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Round | Job:
        """Draw it, or let a worker draw it."""
        resting = entrant_ids(target, given.pop("sit_out"))
        if is_long_draw(target) and not target.rounds.filter(state=RoundState.DRAFT).exists():
            return queue_draw(
                target,
                actor=actor,
                split=given.get("split"),
                reason=given["override_reason"],
                sit_out=resting,
                seed=given.get("seed"),
                starts_at=given.get("starts_at"),
            )
        return draw_round(tournament_id=target.pk, actor=actor, sit_out=resting, **given)

    def answer(self, sight: Sight, done: Round, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The draft."""
        return documents.round_document(sight.tournament.rounds.select_related("stage").get(pk=done.pk))

    @extend_schema(
        tags=["Rounds"],
        operation_id="list_rounds",
        summary="The published rounds, in order",
        responses=read_responses(ROUND(many=True), NOT_FOUND),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All of them."""
        return list_rounds(request, slug)


class RoundDeed(Deed):
    """One step of a round."""

    permission = "tournament.seat"
    scope = Scope.ROUNDS

    def target(self, sight: Sight, where: Where) -> Round:
        """The round of that number."""
        return round_for(sight, where["number"])

    def seen(self, sight: Sight, target: Round) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The round as `rounds/<number>/` shows it."""
        return documents.round_document(target)


@described("Rounds", "publish_round", "Show the seating", ROUND)
class Publish(RoundDeed):
    """Twice changes nothing."""

    permission = "tournament.publish"

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Round:  # noqa: ARG002  # one signature for all deeds
        """Show it."""
        return publish_round(round_id=target.pk, actor=actor)


@described("Rounds", "start_round", "Start the clock of the room", ROUND)
class Start(RoundDeed):
    """Pressed twice it runs from the first press."""

    permission = "tournament.run_clock"

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Round:  # noqa: ARG002  # one signature for all deeds
        """Start it."""
        return start_round(round_id=target.pk, actor=actor)


@described("Rounds", "set_room_clock", "Stop the clock of the room, or let it run again", ROUND)
class RoomClock(RoundDeed):
    """The time it stood is given back to all tables. Twice the same changes nothing."""

    permission = "tournament.direct"
    form = ClockForm

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Round:
        """Only where it is not so already; 409 for a round that is not played."""
        if target.state == RoundState.PLAYING and given["running"] is (target.stopped_at is None):
            return target
        return stop_room(round_id=target.pk, actor=actor)


@described("Rounds", "close_round", "End the round and issue its standings", ROUND)
class Close(RoundDeed):
    """409 names the tables without a confirmed result, unless a reason is given."""

    form = CloseForm

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Round:
        """Close it."""
        return close_round(round_id=target.pk, actor=actor, **given)


@described("Rounds", "reopen_round", "Open a closed round again, with the reason that the errata show", ROUND)
class Reopen(RoundDeed):
    """Only what is closed."""

    form = ReasonForm

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Round:
        """Open it."""
        return reopen_round(round_id=target.pk, actor=actor, **given)


# --- the seating of a round ---------------------------------------------------------------------------------


@described("Rounds", "draw_round_again", "Draw a draft anew from the next seed", ROUND)
class DrawAgain(RoundDeed):
    """With whoever is present now; locked tables stay as they are."""

    form = DrawAgainForm

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Round:
        """Draw it."""
        return draw_again(round_id=target.pk, actor=actor, split=given.get("split"))


@described("Rounds", "discard_draft", "Throw a draft away", ROUND)
class Discard(RoundDeed):
    """The next draw has a new seed. The answer is the draft as it was."""

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Any:  # noqa: ARG002  # one signature for all deeds
        """Throw it away."""
        document = documents.round_document(target)
        discard_draft(round_id=target.pk, actor=actor)
        return document

    def answer(self, sight: Sight, done: Any, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """As it was."""
        return done


@described(
    "Rounds",
    "edit_seating",
    "Seat the tables as you say, in turn order",
    shapes.TableRowSerializer(many=True),
)
class Seating(RoundDeed):
    """The same people at tables that may be; every edit is undone on the page. Published rounds need a reason."""

    form = SeatingForm

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Round:
        """Seat them."""
        layout = [entrant_ids(target.tournament, table) for table in given["tables"]]
        reason = given["reason"]
        return edit_seating(round_id=target.pk, layout=layout, what="API", actor=actor, reason=reason)

    def answer(self, sight: Sight, done: Round, where: Where) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The tables as they are now."""
        return documents.table_rows(sight, self.target(sight, where))


# --- the clock of a table -----------------------------------------------------------------------------------


class TableDeed(Deed):
    """Something done to one table; `If-Match` takes the ETag of the table."""

    scope = Scope.ROUNDS

    def place(self, sight: Sight, where: Where) -> Table:
        """A referee may be limited to some tables."""
        return table_for(sight, where["table_id"])

    def target(self, sight: Sight, where: Where) -> Any:
        """The same, read under the lock."""
        return table_for(sight, where["table_id"])

    def seen(self, sight: Sight, target: Any) -> Any:
        """The table as `tables/<id>/` shows it."""
        return documents.table_document(sight, target)


@described(
    "Tables", "set_table_clock", "Stop the clock of a table, or let it run again", shapes.TableSerializer
)
class TableClock(TableDeed):
    """The table gets back the time it stood. Twice the same changes nothing."""

    permission = "tournament.run_clock"
    form = ClockForm

    def carry_out(self, target: Table, given: dict[str, Any], actor: User) -> Table:
        """Stop or resume."""
        return (resume_table if given["running"] else stop_table)(table_id=target.pk, actor=actor)


@described("Tables", "give_minutes", "Give minutes back to a table, with a reason", shapes.TableSerializer)
class Minutes(TableDeed):
    """A negative number takes back what was given too much."""

    permission = "tournament.run_clock"
    form = MinutesForm

    def carry_out(self, target: Table, given: dict[str, Any], actor: User) -> Table:
        """Give them."""
        return give_minutes(table_id=target.pk, actor=actor, **given)
