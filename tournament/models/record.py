"""What the tournament remembers: standings, events, jobs, snapshots, seen writes."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .event import Tournament
from .people import User
from .play import Stage


class StandingsVersion(models.Model):
    """The standings of a stage after a round, immutable; a correction issues the next `version` with a reason."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="standings_versions")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="standings_versions")
    after_round = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField(default=1)
    rows = models.JSONField()
    reason = models.CharField(max_length=300, blank=True)
    issued_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["after_round", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["stage", "after_round", "version"], name="a_standings_version_once"
            ),
            models.CheckConstraint(condition=Q(version=1) | ~Q(reason=""), name="reissued_with_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.after_round}.{self.version}"


class Event(models.Model):
    """Something that happened: outbox of the live pages and webhooks, and the action log.

    Hash-chained per tournament: `digest` = SHA-256 of the previous digest and this row's content, so that
    tampering shows.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=40, db_index=True)
    subject = models.CharField(max_length=200, blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    actor = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    actor_name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="an_event_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind} {self.subject}"


class JobState(models.TextChoices):
    """Long work on its way."""

    QUEUED = "queued", _("Queued")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")
    CANCELLED = "cancelled", _("Cancelled")


class Job(models.Model):
    """Progress of long work: seating, imports, paper packs. With a `parent` it is a part of that one's work."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, blank=True, related_name="jobs")
    parent = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="parts")
    kind = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=JobState, default=JobState.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=300, blank=True)
    arguments = models.JSONField(default=dict, blank=True)
    result = models.JSONField(null=True, blank=True)
    output = models.BinaryField(null=True, blank=True)
    cancel_requested = models.BooleanField(default=False)
    requested_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="job_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


class Snapshot(models.Model):
    """The whole tournament as a versioned, checksummed archive, taken before each risky act."""

    tournament = models.ForeignKey(
        Tournament, models.SET_NULL, null=True, blank=True, related_name="snapshots"
    )
    tournament_name = models.CharField(max_length=120)
    reason = models.CharField(max_length=120)
    archive = models.BinaryField()
    checksum = models.CharField(max_length=64)
    taken_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.tournament_name}: {self.reason}"


class SeenWrite(models.Model):
    """A write that carried an idempotency key, with the answer it got, so that a repeat gets the same."""

    key = models.CharField(max_length=64)
    scope = models.CharField(max_length=120)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["scope", "key"], name="an_idempotency_key_once"),
        ]

    def __str__(self) -> str:
        return self.key
