"""A table while it is played: colours, calls for a referee, a game ended early; when and where a round is played."""

from typing import Any

from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers as s

from tournament.api import documents, shapes
from tournament.api.deeds import Deed, described
from tournament.api.examples import EVENING
from tournament.api.forms import ReasonForm
from tournament.api.rounds import ROUND, RoundDeed, TableDeed
from tournament.errors import InvalidInput
from tournament.models import Colour, Round, Scope, Table, Tournament, User
from tournament.selectors.public import Sight
from tournament.services.evenings import LONGEST_VENUE, begin_evening, set_when_and_where
from tournament.services.results import set_colours
from tournament.services.rounds import call_referee, finish_table_early
from tournament.services.seating_edits import lock_table


class CallForm(s.Serializer[None]):
    """Whether the table still waits for a referee."""

    waiting = s.BooleanField()


class ColoursForm(s.Serializer[None]):
    """The colour of each player, by turn order."""

    colours = s.DictField(child=s.ChoiceField(Colour.choices), allow_empty=False)


class LockForm(s.Serializer[None]):
    """Whether the table stays as it is through edits and redraws."""

    locked = s.BooleanField()


class WhenAndWhereForm(s.Serializer[None]):
    """When the round begins (null: not said), and the venue of each table by its number; tables not named stay."""

    starts_at = s.DateTimeField(required=False, allow_null=True)
    venues = s.DictField(child=s.CharField(max_length=LONGEST_VENUE, allow_blank=True), default=dict)


def numbered(given: dict[str, Any]) -> dict[int, Any]:
    """A map by number, as JSON can write it. Raises InvalidInput."""
    wrong = [key for key in given if not (key.isascii() and key.isdecimal() and len(key) < 6)]
    if wrong:
        raise InvalidInput(f"numbers are wanted, not {', '.join(wrong)[:80]}")
    return {int(key): value for key, value in given.items()}


@described(
    "Tables", "call_referee", "Answer a table's call for a referee, or call for it", shapes.TableSerializer
)
class CallReferee(TableDeed):
    """Calling twice keeps the first time."""

    permission = "tournament.run_clock"
    form = CallForm

    def carry_out(self, target: Table, given: dict[str, Any], actor: User) -> Table:
        """Call, or answer."""
        return call_referee(table_id=target.pk, calling=given["waiting"], actor=actor)


@described("Tables", "finish_table", "End a game that did not close by itself", shapes.TableSerializer)
class FinishTable(TableDeed):
    """The position is scored as it stands; the log says who and why."""

    permission = "tournament.run_clock"
    form = ReasonForm

    def carry_out(self, target: Table, given: dict[str, Any], actor: User) -> Table:
        """End it."""
        return finish_table_early(table_id=target.pk, actor=actor, reason=given["reason"])


@described("Tables", "set_colours", "Store the colours that the players chose", shapes.TableSerializer)
class Colours(TableDeed):
    """Two of one colour are refused."""

    permission = "tournament.enter_result"
    scope = Scope.RESULTS
    form = ColoursForm

    def carry_out(self, target: Table, given: dict[str, Any], actor: User) -> Table:
        """Store them."""
        return set_colours(table_id=target.pk, colours=numbered(given["colours"]), actor=actor)


@described(
    "Tables",
    "lock_table",
    "Keep a table as it is through edits and redraws, or free it",
    shapes.TableSerializer,
)
class LockTable(TableDeed):
    """Twice the same changes nothing."""

    permission = "tournament.seat"
    form = LockForm

    def carry_out(self, target: Table, given: dict[str, Any], actor: User) -> Table:
        """Lock or free."""
        return lock_table(table_id=target.pk, locked=given["locked"], actor=actor)


# --- evenings -----------------------------------------------------------------------------------------------


@described(
    "Rounds",
    "place_round",
    "Say when a round begins and where its tables stand",
    ROUND,
    [OpenApiExample("An evening in two rooms", EVENING, request_only=True)],
)
class PlaceRound(RoundDeed):
    """League evenings weeks apart, tables in two venues. The tables show their venue."""

    form = WhenAndWhereForm

    def carry_out(self, target: Round, given: dict[str, Any], actor: User) -> Round:
        """Store both."""
        starts_at = given.get("starts_at", target.starts_at)
        venues = numbered(given["venues"])
        return set_when_and_where(round_id=target.pk, starts_at=starts_at, venues=venues, actor=actor)


@described(
    "Rounds",
    "begin_evening",
    "Call the roll anew for the next evening of a league",
    shapes.RollCallSerializer,
)
class BeginEvening(Deed):
    """Whoever was present or absent is expected again. 409 while a round is not closed."""

    permission = "tournament.seat"
    scope = Scope.ROUNDS

    def seen(self, sight: Sight, target: object) -> Any:  # noqa: ARG002  # one signature for all deeds
        """The roll call."""
        return documents.roll_call_document(sight)

    def carry_out(self, target: Tournament, given: dict[str, Any], actor: User) -> Tournament:  # noqa: ARG002  # one signature for all deeds
        """Begin it."""
        return begin_evening(tournament_id=target.pk, actor=actor)
