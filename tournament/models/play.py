"""Stages, rounds, tables, seats: who sits where and when."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .event import Entrant, Tournament


class StageKind(models.TextChoices):
    """12.2 or 12.3 of the rulebook."""

    RANKED = "ranked", _("Ranked")
    KNOCKOUT = "knockout", _("Knockout")


class Stage(models.Model):
    """A run of rounds with one standing (ranked) or of tables whose winners go on (knockout).

    `plan` holds what the cut decided: direct finalists, semifinals, bands, renunciations.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    position = models.PositiveSmallIntegerField(_("position"))
    kind = models.CharField(_("kind"), max_length=8, choices=StageKind)
    name = models.CharField(_("name"), max_length=60)
    plan = models.JSONField(_("plan"), default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "position"], name="a_stage_position_once"),
            models.CheckConstraint(condition=Q(kind__in=StageKind.values), name="stage_kind_known"),
        ]

    def __str__(self) -> str:
        return self.name


class RoundState(models.TextChoices):
    """A round's life; `seating` shows from published on."""

    DRAFT = "draft", _("Draft")
    PUBLISHED = "published", _("Published")
    PLAYING = "playing", _("Playing")
    CLOSED = "closed", _("Closed")


class Round(models.Model):
    """One round. Its number counts through the tournament, so a second draw of it cannot exist.

    `seed` draws the tables again; `seed_hash` may be shown before. `draw` is the engine's original plan
    (lists of entrant ids per table, in turn order), `ahead` the plans of rounds that were drawn with it and are
    still to come, `resting` the entrants who sit this one out, `report` the checker's and solver's report, `edits`
    the director's changes since (for undo and redo), `edit_position` how many of them hold.
    Clock: `started_at` and `time_limit_minutes`; a stop of the whole room adds to `stopped_seconds`.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=60, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=RoundState, default=RoundState.DRAFT)
    starts_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    seed = models.PositiveBigIntegerField(null=True, blank=True)
    seed_hash = models.CharField(max_length=64, blank=True)
    draw = models.JSONField(default=list, blank=True)
    ahead = models.JSONField(default=list, blank=True)
    resting = models.JSONField(default=list, blank=True)
    report = models.JSONField(default=dict, blank=True)
    edits = models.JSONField(default=list, blank=True)
    edit_position = models.PositiveSmallIntegerField(default=0)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)
    stopped_seconds = models.PositiveIntegerField(default=0)
    time_limit_minutes = models.PositiveSmallIntegerField(default=90)
    closed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="a_round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rounds_count_from_one"),
            models.CheckConstraint(condition=Q(state__in=RoundState.values), name="round_state_known"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """“Semifinals”, or “Round 2”."""
        return self.name or _("Round %(number)s") % {"number": self.number}


class Table(models.Model):
    """A table of a round: its number, its size, its clock.

    RisiKo! is played by 3, 4 or 5 (12.1); `any_size` marks tables of other games, for which `tournament.rulesets` has
    the sizes, and small tables of a knockout (2 to 7).
    `stopped_at` is set while its clock stands still, `returned_seconds` is what it was given back.
    `called_at` is set while it waits for a referee; `closing` keeps the state of the closing assistant.
    `finished_early_by` is the name of whoever ended the game before it closed.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    size = models.PositiveSmallIntegerField(_("size"))
    any_size = models.BooleanField(default=False)
    venue = models.CharField(_("venue"), max_length=60, blank=True)
    name = models.CharField(_("name"), max_length=60, blank=True)
    locked = models.BooleanField(_("locked"), default=False)
    stopped_at = models.DateTimeField(null=True, blank=True)
    returned_seconds = models.PositiveIntegerField(default=0)
    called_at = models.DateTimeField(null=True, blank=True)
    closing = models.JSONField(default=dict, blank=True)
    finished_early_reason = models.CharField(max_length=200, blank=True)
    finished_early_by = models.CharField(max_length=150, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="a_table_number_once"),
            models.CheckConstraint(
                condition=Q(size__range=(3, 5)) | Q(any_size=True, size__range=(2, 7)),
                name="table_of_three_to_five",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """“Semifinal B”, or “Table 7”."""
        return self.name or _("Table %(number)s") % {"number": self.number}


class Colour(models.TextChoices):
    """The five armies of the box."""

    RED = "red", _("Red")
    BLUE = "blue", _("Blue")
    GREEN = "green", _("Green")
    YELLOW = "yellow", _("Yellow")
    BLACK = "black", _("Black")


class Seat(models.Model):
    """An entrant at a table, with turn order (1 is the *primo di mano*) and colour.

    `round` repeats the table's round so that the database itself can say: one seat an entrant a round.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="seats")
    turn_order = models.PositiveSmallIntegerField(_("turn order"))
    colour = models.CharField(_("colour"), max_length=10, choices=Colour, blank=True)

    class Meta:
        ordering: ClassVar = ["turn_order"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "entrant"], name="one_seat_an_entrant_a_round"),
            models.UniqueConstraint(fields=["table", "turn_order"], name="one_entrant_a_turn"),
            models.UniqueConstraint(
                fields=["table", "colour"], condition=~Q(colour=""), name="one_entrant_a_colour"
            ),
            models.CheckConstraint(condition=Q(turn_order__range=(1, 7)), name="turn_order_fits"),
        ]

    def __str__(self) -> str:
        return f"{self.turn_order}. {self.entrant}"
