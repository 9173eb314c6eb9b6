"""What writes and queries carry; each serializer gives what the service takes."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers as s

from games.challenge import BOARD
from scoring.cut import Remedy
from scoring.thresholds import THRESHOLD_TABLES
from seating.splits import SplitPolicy
from tournament.api.base import decoded
from tournament.models import Colour, Ending, EntrantState, SanctionEffect, Scope, TournamentState
from tournament.services.results import Report

LARGEST_PAGE = 500
TURNS = (1, 7)
LARGEST_SEED = 2**63 - 1
LARGEST_NUMBER = 2**31 - 1
SPLITS = [(one.value, one.value) for one in SplitPolicy]


class Page(s.Serializer[None]):
    """Which part of a list."""

    page = s.IntegerField(min_value=1, max_value=1_000_000, default=1)
    page_size = s.IntegerField(min_value=1, max_value=LARGEST_PAGE, default=100)


class TournamentFilter(Page):
    """Which tournaments."""

    state = s.ChoiceField(TournamentState.choices, required=False)
    q = s.CharField(required=False, max_length=80, help_text="Part of the name or the place.")
    starts_from = s.DateField(required=False)
    starts_to = s.DateField(required=False)


class EntrantFilter(Page):
    """Which entrants."""

    state = s.ChoiceField(EntrantState.choices, required=False)
    club = s.CharField(required=False, max_length=80)


class StandingsQuery(s.Serializer[None]):
    """Which standings."""

    after = s.IntegerField(
        required=False, min_value=1, max_value=32767, help_text="After this round; else now."
    )
    explain = s.BooleanField(default=False, help_text="Add to each row why it stands above the next.")


class NewEntrantForm(s.Serializer[None]):
    """Somebody to enter."""

    first_name = s.CharField(max_length=60, allow_blank=True, default="")
    last_name = s.CharField(max_length=60, allow_blank=True, default="")
    nickname = s.CharField(max_length=40, allow_blank=True, default="")
    club = s.CharField(max_length=80, allow_blank=True, default="")
    consent_name = s.BooleanField(default=True)


class PresenceForm(s.Serializer[None]):
    """Roll call: here, absent, or null for not called yet."""

    present = s.BooleanField(allow_null=True)


class WithdrawalForm(s.Serializer[None]):
    """Out after a round, 0: before the first."""

    after_round = s.IntegerField(min_value=0, max_value=32767)
    reason = s.CharField(max_length=300, allow_blank=True, default="")


class RollCallForm(s.Serializer[None]):
    """Whether the roll is still called."""

    open = s.BooleanField()


class PublishingForm(s.Serializer[None]):
    """Switches to set; those left out stay. `hidden_from_round` keeps results secret from there on, null shows all."""

    page = s.BooleanField(required=False)
    entrants = s.BooleanField(required=False)
    seating = s.BooleanField(required=False)
    results = s.BooleanField(required=False)
    standings = s.BooleanField(required=False)
    hidden_from_round = s.IntegerField(min_value=1, max_value=32767, required=False, allow_null=True)


class StateForm(s.Serializer[None]):
    """The state that is next; reopening a finished tournament needs a reason."""

    state = s.ChoiceField(TournamentState.choices)
    reason = s.CharField(max_length=300, allow_blank=True, default="")


class DrawForm(s.Serializer[None]):
    """A draw. `sit_out` are numbers of entrants who rest; without `seed` the tournament's next one is used."""

    split = s.ChoiceField(SPLITS, required=False)
    seed = s.IntegerField(min_value=0, max_value=LARGEST_SEED, required=False)
    sit_out = s.ListField(
        child=s.IntegerField(min_value=1, max_value=LARGEST_NUMBER), default=list, max_length=1000
    )
    staggered = s.BooleanField(
        default=False, help_text="Three rounds in which 6, 7 or 11 people all play twice; this is the first."
    )
    starts_at = s.DateTimeField(required=False, allow_null=True)
    override_reason = s.CharField(
        max_length=300,
        allow_blank=True,
        default="",
        help_text="Why the draw goes on although tables lack results.",
    )


class CloseForm(s.Serializer[None]):
    """The end of a round."""

    override_reason = s.CharField(max_length=300, allow_blank=True, default="")


class DrawAgainForm(s.Serializer[None]):
    """A draw anew."""

    split = s.ChoiceField(SPLITS, required=False)


class SeatingForm(s.Serializer[None]):
    """Numbers of entrants, table by table in turn order."""

    tables = s.ListField(
        child=s.ListField(child=s.IntegerField(min_value=1, max_value=LARGEST_NUMBER), max_length=TURNS[1]),
        max_length=1000,
    )
    reason = s.CharField(max_length=300, allow_blank=True, default="")


class ClockForm(s.Serializer[None]):
    """Whether the clock runs."""

    running = s.BooleanField()


class MinutesForm(s.Serializer[None]):
    """Minutes for a table."""

    minutes = s.IntegerField(min_value=-90, max_value=90)
    reason = s.CharField(max_length=300)


class ReasonForm(s.Serializer[None]):
    """A reason."""

    reason = s.CharField(max_length=300)


class ConfirmForm(s.Serializer[None]):
    """Whether a correction counts from now on, or stands on record only."""

    counts = s.BooleanField(default=True)


class Override(s.Serializer[None]):
    """Points that the referee sets against the engine's."""

    points = s.IntegerField(min_value=-1000, max_value=1000)
    reason = s.CharField(max_length=300)


def each_once(turns: list[int]) -> None:
    """Refuse a turn order that stands in a list twice."""
    for turn in turns:
        if turns.count(turn) > 1:
            raise s.ValidationError(_("Turn %(turn)s stands there twice.") % {"turn": turn})


class SeatReport(s.Serializer[None]):
    """What is reported of one player; without a board `points` are needed (in Risk and futuRisiKo! territories)."""

    turn = s.IntegerField(min_value=TURNS[0], max_value=TURNS[1])
    objective = s.IntegerField(min_value=1, max_value=len(BOARD.objectives), required=False, allow_null=True)
    points = s.IntegerField(min_value=-1000, max_value=1000, required=False, allow_null=True)
    outside_points = s.IntegerField(min_value=0, max_value=1000, required=False, allow_null=True)
    colour = s.ChoiceField(Colour.choices, required=False)
    shares_victory = s.BooleanField(default=False)
    reveals = s.IntegerField(
        min_value=TURNS[0],
        max_value=TURNS[1],
        required=False,
        allow_null=True,
        help_text="Kingmaker: the turn order whose colour this player revealed.",
    )
    cards = s.IntegerField(
        min_value=1,
        max_value=TURNS[1],
        required=False,
        allow_null=True,
        help_text="Kingmaker: on how many cards.",
    )
    override = Override(required=False, allow_null=True)


class ReportForm(s.Serializer[None]):
    """The result of a table. Players are named by their turn order.

    `board` gives the owner of each of the 42 territories, or is left out for typed totals. `reason` is needed when the
    table has a confirmed result already: the report is a correction then. `seen_submission` is the newest report you
    know of: where there is a later one the answer is 409.
    """

    seats = SeatReport(many=True)
    board = s.DictField(child=s.IntegerField(min_value=TURNS[0], max_value=TURNS[1]), default=dict)
    places = s.ListField(
        child=s.IntegerField(min_value=TURNS[0], max_value=TURNS[1]),
        default=list,
        max_length=7,
        validators=[each_once],
    )
    eliminated = s.ListField(
        child=s.IntegerField(min_value=TURNS[0], max_value=TURNS[1]),
        default=list,
        max_length=7,
        validators=[each_once],
    )
    objective_reached = s.IntegerField(
        min_value=TURNS[0], max_value=TURNS[1], required=False, allow_null=True
    )
    ending = s.ChoiceField(Ending.choices, default=Ending.CLOSING)
    note = s.CharField(max_length=300, allow_blank=True, default="")
    photo = s.CharField(allow_blank=True, default="", help_text="The slip as the camera wrote it, base64.")
    reason = s.CharField(max_length=300, allow_blank=True, default="")
    seen_submission = s.IntegerField(min_value=0, max_value=32767, required=False)

    def validate_seats(self, seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Refuse two lines for one player, of which one would be lost."""
        each_once([seat["turn"] for seat in seats])
        return seats


def report_of(given: dict[str, Any]) -> Report:
    """The report that a valid form describes."""
    seats = given["seats"]

    def by_turn(name: str) -> dict[int, Any]:
        return {seat["turn"]: seat[name] for seat in seats if seat.get(name) is not None}

    overrides = {
        turn: (override["points"], override["reason"]) for turn, override in by_turn("override").items()
    }
    reveals, cards = by_turn("reveals"), by_turn("cards")
    return Report(
        board=given["board"],
        objectives=by_turn("objective"),
        totals=by_turn("points"),
        outside=by_turn("outside_points"),
        places=given["places"],
        eliminated=given["eliminated"],
        objective_reached=given.get("objective_reached"),
        ending=Ending(given["ending"]),
        shares_victory=[seat["turn"] for seat in seats if seat["shares_victory"]],
        overrides=overrides,
        colours=by_turn("colour"),
        kings={turn: (chosen, cards[turn]) for turn, chosen in reveals.items() if turn in cards},
        note=given["note"],
        photo=decoded(given["photo"]),
    )


# --- after the qualifying rounds ----------------------------------------------------------------------------


class ShapeForm(s.Serializer[None]):
    """Semifinals and finals by hand. `winners` finals have a winner each; `ripescati` of the semifinalists are saved."""

    direct = s.IntegerField(min_value=0, max_value=1000)
    semifinals = s.IntegerField(min_value=0, max_value=1000)
    semifinalists = s.IntegerField(min_value=0, max_value=5000)
    winners = s.IntegerField(min_value=1, max_value=1000)
    ripescati = s.IntegerField(min_value=0, max_value=1000, default=0)


class StructureForm(s.Serializer[None]):
    """A knockout winner by winner: how many play, and its notation such as `8×4 → 8 → 2×4 → 4 → 4`."""

    entrants = s.IntegerField(min_value=4, max_value=1000)
    notation = s.CharField(max_length=200)


class CutForm(s.Serializer[None]):
    """What is played after the qualifying rounds: one of the three. A table that is empty is the tournament's own."""

    table = s.ChoiceField(list(THRESHOLD_TABLES), required=False, allow_blank=True)
    shape = ShapeForm(required=False)
    structure = StructureForm(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one way."""
        if len(attrs) != 1:
            raise s.ValidationError("give one of table, shape, structure")
        return attrs


class DeclineForm(s.Serializer[None]):
    """Whether an entrant, by number, is passed over."""

    entrant = s.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
    declined = s.BooleanField()


class SeedForm(s.Serializer[None]):
    """A draw; without `seed` the tournament's next one is used."""

    seed = s.IntegerField(min_value=0, max_value=LARGEST_SEED, required=False)


class TakeBackForm(s.Serializer[None]):
    """Why something is taken back."""

    reason = s.CharField(max_length=300, allow_blank=True, default="")


class TieForm(s.Serializer[None]):
    """How a tie is settled: lots from a seed, a play-off with its `order` from first to last, more places."""

    remedy = s.ChoiceField([(one.value, one.value) for one in Remedy])
    tied = s.ListField(child=s.IntegerField(min_value=1, max_value=LARGEST_NUMBER), max_length=1000)
    order = s.ListField(
        child=s.IntegerField(min_value=1, max_value=LARGEST_NUMBER), max_length=1000, default=list
    )
    seed = s.IntegerField(min_value=0, max_value=LARGEST_SEED, required=False)


class ActForm(s.Serializer[None]):
    """An act on a round of the knockout; with `preview` it is shown and nothing of it is kept."""

    reason = s.CharField(max_length=300, allow_blank=True, default="")
    preview = s.BooleanField(default=False)


class PlaceForm(ActForm):
    """Whose place it is about, by number."""

    entrant = s.IntegerField(min_value=1, max_value=LARGEST_NUMBER)


class RenounceForm(PlaceForm):
    """Somebody gives a place up. `remedy` answers a tie of those who could follow; without one it is a 409."""

    leave_empty = s.BooleanField(default=False, help_text="Nobody follows: the final has one player fewer.")
    remedy = s.ChoiceField([(one.value, one.value) for one in Remedy], required=False)
    order = s.ListField(
        child=s.IntegerField(min_value=1, max_value=LARGEST_NUMBER), max_length=1000, default=list
    )
    seed = s.IntegerField(min_value=0, max_value=LARGEST_SEED, required=False)


class SettleForm(TieForm, ActForm):
    """A settlement in the knockout, or a preview of it."""


# --- penalties and the log ----------------------------------------------------------------------------------


class PenaltyForm(s.Serializer[None]):
    """A penalty, by a sanction of the catalogue or by its effect; points left out are those of the catalogue."""

    entrant = s.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
    sanction = s.SlugField(max_length=40, required=False)
    effect = s.ChoiceField(SanctionEffect.choices, required=False)
    points = s.IntegerField(min_value=0, max_value=1000, required=False)
    minutes = s.IntegerField(min_value=0, max_value=90, default=0)
    round = s.IntegerField(min_value=1, max_value=32767, required=False, allow_null=True)
    reason = s.CharField(max_length=300)


class EventFilter(Page):
    """Which part of the log. With `after` those after that number, oldest first: the way to follow it."""

    q = s.CharField(required=False, max_length=80, help_text="Words in subject, person or reason.")
    kind = s.CharField(required=False, max_length=40)
    after = s.IntegerField(required=False, min_value=0, max_value=2**31 - 1)


class TokenForm(s.Serializer[None]):
    """A token to make. With `tournament` (its address) it works there only."""

    name = s.CharField(max_length=60)
    scopes = s.ListField(child=s.ChoiceField(Scope.choices), max_length=20)
    days = s.IntegerField(min_value=1, max_value=366, default=90)
    tournament = s.SlugField(required=False, allow_null=True)


class WebhookForm(s.Serializer[None]):
    """An address to tell; `kinds` empty means every event."""

    url = s.URLField(max_length=300)
    kinds = s.ListField(child=s.CharField(max_length=40), default=list, max_length=100)


class OddsForm(s.Serializer[None]):
    """A battle. Armies are those that may be used: without the one that stays."""

    attackers = s.IntegerField(min_value=0, max_value=130)
    defenders = s.IntegerField(min_value=1, max_value=130)
    ruleset = s.ChoiceField([("challenge", "RisiKo! Challenge"), ("risk", "Risk")], default="challenge")
    challenge_card = s.BooleanField(default=False)
    chain = s.ListField(child=s.IntegerField(min_value=1, max_value=130), default=list, max_length=41)
    stop_at = s.IntegerField(min_value=0, max_value=130, default=0)
    stop_lead = s.IntegerField(min_value=-130, max_value=130, required=False, allow_null=True)
