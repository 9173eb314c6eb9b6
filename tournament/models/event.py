"""The tournament itself and who is entered in it."""

from dataclasses import replace
from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.rulesets import CHALLENGE, GOAL_OPTION, TournamentGame, game_named

from .people import Club, Person, User, new_public_key


class TournamentState(models.TextChoices):
    """A tournament's life."""

    DRAFT = "draft", _("Draft")
    OPEN = "open", _("Open for entries")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")


class Tournament(models.Model):
    """One tournament: its rules, its switches, its two version counters.

    `formula` is the scoring document, `plan` the format around it (seating criteria, split, cut, discards);
    both freeze at the first confirmed result (`frozen_at`). `data_version` grows in every transaction that
    changes anything shown, and `result_changes` with it where that was a result alone; `version` guards the
    settings form.
    """

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    place = models.CharField(_("place"), max_length=120, blank=True)
    organiser = models.CharField(_("organiser"), max_length=120, blank=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    language = models.CharField(_("language"), max_length=5, default="it")
    description = models.TextField(_("description"), blank=True)

    ruleset = models.CharField(_("game"), max_length=40, default=CHALLENGE)
    ruleset_options = models.JSONField(_("options of the game"), default=dict, blank=True)
    time_limit_minutes = models.PositiveSmallIntegerField(
        _("time limit, minutes"), default=90, validators=[MinValueValidator(1), MaxValueValidator(1000)]
    )
    army_limit = models.PositiveSmallIntegerField(_("army limit"), null=True, blank=True, default=130)
    preset = models.CharField(_("format"), max_length=40, default="rulebook")
    formula = models.JSONField(_("formula"), default=dict)
    plan = models.JSONField(_("plan"), default=dict)
    frozen_at = models.DateTimeField(null=True, blank=True, editable=False)

    state = models.CharField(
        _("state"), max_length=10, choices=TournamentState, default=TournamentState.DRAFT
    )
    is_demo = models.BooleanField(default=False, editable=False)
    publish_page = models.BooleanField(_("page visible"), default=True)
    publish_entrants = models.BooleanField(_("entrants visible"), default=True)
    publish_seating = models.BooleanField(_("seating visible"), default=True)
    publish_results = models.BooleanField(_("results visible"), default=True)
    publish_standings = models.BooleanField(_("standings visible"), default=True)
    hidden_from_round = models.PositiveSmallIntegerField(_("keep secret from round"), null=True, blank=True)

    registration = models.JSONField(_("registration"), default=dict, blank=True)
    registration_opens_at = models.DateTimeField(_("entries open"), null=True, blank=True)
    registration_closes_at = models.DateTimeField(_("entries close"), null=True, blank=True)
    capacity = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    fee_cents = models.PositiveIntegerField(_("entry fee, cents"), default=0)
    check_in_closed_at = models.DateTimeField(null=True, blank=True)

    data_version = models.PositiveBigIntegerField(default=1, editable=False)
    result_changes = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    version = models.PositiveIntegerField(default=1)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["-starts_on", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="ends_after_it_starts"),
            models.CheckConstraint(
                condition=Q(state__in=TournamentState.values), name="tournament_state_known"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-starts_on", "-id"], name="tournaments_newest_first"),
            models.Index(fields=["publish_page", "state"], name="tournaments_shown"),
            models.Index(fields=["state", "-starts_on", "-id"], name="newest_of_a_state"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The tournament's public page."""
        return reverse("tournament", args=[self.slug])

    @property
    def game(self) -> TournamentGame:
        """The game that is played, with what was agreed for this tournament."""
        game = game_named(self.ruleset)
        agreed = self.ruleset_options.get(GOAL_OPTION)
        return replace(game, goal=agreed) if agreed in game.goals else game

    @property
    def version_beside_results(self) -> int:
        """Grows with every change but those of results: while it stays, people, seats, penalties and rules do."""
        return self.data_version - self.result_changes

    @property
    def is_frozen(self) -> bool:
        """True once a result was confirmed: formula and plan may no longer change."""
        return self.frozen_at is not None


class Team(models.Model):
    """A team of a team event."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=80)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "name"], name="a_team_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class EntrantState(models.TextChoices):
    """Where an entrant stands between the first word and the last game."""

    WAITING = "waiting", _("Waiting list")
    REGISTERED = "registered", _("Registered")
    CONFIRMED = "confirmed", _("Confirmed")
    CHECKED_IN = "checked_in", _("Present")
    ABSENT = "absent", _("Absent")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    DISQUALIFIED = "disqualified", _("Disqualified")


class FeeState(models.TextChoices):
    """The entry fee."""

    DUE = "due", _("Due")
    PAID = "paid", _("Paid")
    WAIVED = "waived", _("Waived")


class Entrant(models.Model):
    """A person (or an anonymous stand-in) in one tournament.

    `left_after_round`: the last round that a withdrawn or disqualified entrant counts as present in.
    `enters_in_round`: the first round this entrant is seated in. Club and group are those of the day.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField(_("number"))
    person = models.ForeignKey(Person, models.PROTECT, null=True, blank=True, related_name="entries")
    stand_in_name = models.CharField(_("stand-in"), max_length=80, blank=True)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="+")
    group = models.CharField(_("family group"), max_length=60, blank=True)
    region = models.CharField(_("region"), max_length=40, blank=True)
    team = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True, related_name="members")
    is_captain = models.BooleanField(_("captain"), default=False)
    state = models.CharField(_("state"), max_length=12, choices=EntrantState, default=EntrantState.REGISTERED)
    in_ranking = models.BooleanField(_("in the ranking"), default=True)
    is_standby = models.BooleanField(_("standby volunteer"), default=False)
    enters_in_round = models.PositiveSmallIntegerField(_("enters in round"), default=1)
    left_after_round = models.PositiveSmallIntegerField(_("left after round"), null=True, blank=True)
    games_void = models.BooleanField(_("games void"), default=False)
    entry_credit = models.IntegerField(_("credit for late entry"), default=0)
    fee_state = models.CharField(_("fee"), max_length=8, choices=FeeState, default=FeeState.DUE)
    answers = models.JSONField(_("answers"), default=dict, blank=True)
    notes = models.TextField(_("notes"), blank=True)
    public_key = models.CharField(max_length=16, unique=True, default=new_public_key, editable=False)
    link_version = models.PositiveIntegerField(default=1, editable=False)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="a_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "person"], condition=Q(person__isnull=False), name="a_person_once"
            ),
            models.CheckConstraint(
                condition=Q(person__isnull=False) | ~Q(stand_in_name=""), name="entrant_is_somebody"
            ),
            models.CheckConstraint(condition=Q(state__in=EntrantState.values), name="entrant_state_known"),
            models.CheckConstraint(condition=Q(enters_in_round__gte=1), name="enters_from_round_one"),
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        """The real name, for those who work in the hall."""
        return self.person.full_name if self.person else self.stand_in_name

    @property
    def public_name(self) -> str:
        """The name on every public surface: a pseudonym where publication is refused."""
        return self.person.public_name if self.person else self.stand_in_name

    @property
    def is_out(self) -> bool:
        """True when withdrawn or disqualified."""
        return self.state in {EntrantState.WITHDRAWN, EntrantState.DISQUALIFIED}


class KeepApart(models.Model):
    """Two entrants that are not to sit together (the pair is stored lower id first)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="keep_apart")
    first = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    second = models.ForeignKey(Entrant, models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["first", "second"], name="a_pair_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="pair_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.first} / {self.second}"
