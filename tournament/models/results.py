"""What happened at the tables: submissions, results of seats, penalties."""

from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .event import Entrant, Tournament
from .people import User
from .play import Round, Seat, Table


class SubmissionState(models.TextChoices):
    """A reported result on its way; what was confirmed is never overwritten, only superseded."""

    REPORTED = "reported", _("Reported")
    CONFIRMED = "confirmed", _("Confirmed")
    REJECTED = "rejected", _("Rejected")
    SUPERSEDED = "superseded", _("Superseded")


class Source(models.TextChoices):
    """How a result came in."""

    BOARD = "board", _("Board")
    TOTALS = "totals", _("Totals typed by hand")
    IMPORT = "import", _("Import")


class Ending(models.TextChoices):
    """Why the game ended; which of these a game knows stands in `tournament.rulesets`."""

    CLOSING = "closing", _("Closing throw")
    OBJECTIVE_IN_TIME = "objective_in_time", _("Objective within the time limit")
    OBJECTIVE_LATE = "objective_late", _("Objective after the time limit")
    LAST_ONE = "last_one", _("Only one player left")
    GOAL = "goal", _("Territories or points to win reached")
    TIME_OVER = "time_over", _("Time or rotations over")
    REFEREE = "referee", _("Ended by a referee")
    UNKNOWN = "unknown", _("Not stated")


class Submission(models.Model):
    """A result of a table as somebody reported it: append-only, one *effective* a table.

    `board` is {territory id: seat turn order}; empty for typed totals. `number` counts the table's
    submissions from 1. A correction names what it `corrects` and why. One that is confirmed but not effective
    stands on record only: it was made too late to count.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="submissions")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=SubmissionState, default=SubmissionState.REPORTED)
    effective = models.BooleanField(default=False)
    source = models.CharField(max_length=8, choices=Source, default=Source.BOARD)
    ending = models.CharField(max_length=20, choices=Ending, default=Ending.UNKNOWN)
    board = models.JSONField(default=dict, blank=True)
    armies = models.JSONField(default=dict, blank=True)
    note = models.CharField(max_length=300, blank=True)
    photo = models.FileField(upload_to="slips/", blank=True)
    entered_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    entered_by_entrant = models.ForeignKey(Entrant, models.SET_NULL, null=True, blank=True, related_name="+")
    device = models.CharField(max_length=60, blank=True)
    idempotency_key = models.CharField(max_length=64, null=True, blank=True, unique=True)
    corrects = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="corrections")
    reason = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    confirmed_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    confirmed_at = models.DateTimeField(null=True, blank=True)
    rejected_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="a_submission_number_once"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(effective=True), name="one_effective_submission_a_table"
            ),
            models.CheckConstraint(
                condition=Q(effective=False) | Q(state=SubmissionState.CONFIRMED),
                name="effective_is_confirmed",
            ),
            models.CheckConstraint(
                condition=Q(corrects=None) | ~Q(reason=""), name="a_correction_has_a_reason"
            ),
            models.CheckConstraint(
                condition=~Q(state=SubmissionState.CONFIRMED) | Q(confirmed_at__isnull=False),
                name="confirmed_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} #{self.number} {self.get_state_display()}"

    @property
    def names_objectives(self) -> bool:
        """Whether it says anybody's objective: totals may come without."""
        return any(row.objective is not None for row in self.results.all())

    @property
    def reporter_name(self) -> str:
        """Who entered it: a user, a player by personal link, or nobody known any more."""
        if self.entered_by:
            return self.entered_by.display_name
        return self.entered_by_entrant.full_name if self.entered_by_entrant else "–"


class SeatResult(models.Model):
    """One seat's result in one submission: what `games/` computed, and what counts.

    `points` (0–100 and prizes excluded), `outside_points` and `place` (1 is best) are effective; the
    `computed_` twins are the engine's, null for typed totals. A difference needs `override_reason`.
    `elimination` counts in the order of falling: 1 was eliminated first. `details` keep what a variant adds: with
    Kingmaker `game_points`, `chosen` (the turn order whose colour was revealed) and `cards`.
    """

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="results")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="results")
    objective = models.PositiveSmallIntegerField(null=True, blank=True)
    territories = models.JSONField(default=list, blank=True)
    points = models.IntegerField()
    outside_points = models.IntegerField(default=0)
    place = models.PositiveSmallIntegerField()
    computed_points = models.IntegerField(null=True, blank=True)
    computed_outside_points = models.IntegerField(null=True, blank=True)
    computed_place = models.PositiveSmallIntegerField(null=True, blank=True)
    decided_by = models.CharField(max_length=20, blank=True)
    objective_reached = models.BooleanField(default=False)
    elimination = models.PositiveSmallIntegerField(null=True, blank=True)
    shares_victory = models.BooleanField(default=False)
    override_reason = models.CharField(max_length=300, blank=True)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering: ClassVar = ["place", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["submission", "seat"], name="one_result_a_seat"),
            models.UniqueConstraint(
                fields=["submission", "elimination"],
                condition=Q(elimination__isnull=False),
                name="eliminated_one_by_one",
            ),
            models.CheckConstraint(condition=Q(points__range=(-1000, 1000)), name="points_in_range"),
            models.CheckConstraint(condition=Q(place__range=(1, 7)), name="place_in_range"),
            models.CheckConstraint(
                condition=Q(computed_points=None) | Q(points=F("computed_points")) | ~Q(override_reason=""),
                name="an_override_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.points}"


class SanctionEffect(models.TextChoices):
    """What a sanction does."""

    WARNING = "warning", _("Warning")
    POINTS = "points", _("Points off")
    GAME_TO_ZERO = "game_to_zero", _("Game to zero")
    MINUTES = "minutes", _("Minutes off the clock")
    ARMIES = "armies", _("Armies removed")
    DISQUALIFICATION = "disqualification", _("Disqualification")


class Sanction(models.Model):
    """An entry of a tournament's own catalogue of sanctions."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="sanctions")
    code = models.SlugField(max_length=40)
    name = models.CharField(_("name"), max_length=120)
    effect = models.CharField(_("effect"), max_length=16, choices=SanctionEffect)
    amount = models.PositiveSmallIntegerField(_("amount"), default=0)
    doubled_for_captain = models.BooleanField(_("doubled for a captain"), default=False)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["position", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "code"], name="a_sanction_code_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Penalty(models.Model):
    """A sanction given: a separate line, never mixed into a score; it survives re-seating and recomputation.

    `points` are tournament points taken off (positive). Revoking keeps the line.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="penalties")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="penalties")
    round = models.ForeignKey(Round, models.SET_NULL, null=True, blank=True, related_name="penalties")
    sanction = models.ForeignKey(Sanction, models.SET_NULL, null=True, blank=True, related_name="+")
    effect = models.CharField(max_length=16, choices=SanctionEffect)
    points = models.PositiveIntegerField(default=0)
    minutes = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(_("reason"), max_length=300)
    given_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    revoked_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="a_penalty_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant}: {self.get_effect_display()}"

    def clean(self) -> None:
        """A penalty names an entrant of its own tournament."""
        if self.entrant.tournament_id != self.tournament_id:
            raise ValidationError(_("The entrant belongs to another tournament."))
