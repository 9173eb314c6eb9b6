"""What spans tournaments: circuits, kept by whoever made them, and the ratings of the people who play."""

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .event import Tournament
from .people import Person, User


class CircuitWorth(models.TextChoices):
    """What a result is worth, before the weight of the tournament's type."""

    NATIONAL = "national", _("National formula")
    PLACES = "places", _("Points by place")
    OWN = "own", _("The tournament's own points")


class Circuit(models.Model):
    """A ranking over the tournaments of some months: what a result is worth, how many count, who keeps it.

    `place_points` are those of the first, the second … place. Smaller tournaments than `minimum_tables` do not count;
    who has fewer results than `minimum_results` has no rank. `club_best`: how many members of a club count in each
    tournament (None: all).
    """

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    description = models.TextField(_("description"), blank=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    worth = models.CharField(max_length=10, choices=CircuitWorth, default=CircuitWorth.NATIONAL)
    place_points = models.JSONField(default=list, blank=True)
    minimum_tables = models.PositiveSmallIntegerField(default=0)
    minimum_results = models.PositiveSmallIntegerField(default=0)
    ranks_clubs = models.BooleanField(default=True)
    club_best = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(1000)]
    )
    is_public = models.BooleanField(default=True)
    keepers = models.ManyToManyField(User, related_name="circuits", blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar = ["-starts_on", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="circuit_ends_after_it_starts"
            ),
            models.CheckConstraint(condition=Q(worth__in=CircuitWorth.values), name="circuit_worth_known"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The circuit's public page."""
        return reverse("circuit", args=[self.slug])


class CircuitType(models.Model):
    """A type of tournament in a circuit: its weight by rounds, and how many of its results count.

    `weights` are pairs of (at least so many rounds, weight as a decimal text), the first from 0 rounds on. The larger
    of `best` and `share` (a fraction as text, empty: none) of the tournaments held counts; without either all do.
    """

    circuit = models.ForeignKey(Circuit, models.CASCADE, related_name="types")
    name = models.CharField(_("name"), max_length=60)
    position = models.PositiveSmallIntegerField(default=0)
    weights = models.JSONField(default=list)
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    share = models.CharField(max_length=12, blank=True)

    class Meta:
        ordering: ClassVar = ["position", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["circuit", "name"], name="a_circuit_type_once"),
        ]

    def __str__(self) -> str:
        return self.name


class CircuitTournament(models.Model):
    """A tournament that counts in a circuit, as one of its types."""

    circuit = models.ForeignKey(Circuit, models.CASCADE, related_name="counted")
    type = models.ForeignKey(CircuitType, models.RESTRICT, related_name="counted")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="in_circuits")

    class Meta:
        ordering: ClassVar = ["tournament__starts_on", "tournament_id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["circuit", "tournament"], name="a_tournament_once_a_circuit"),
        ]

    def __str__(self) -> str:
        return f"{self.circuit}: {self.tournament}"


class PersonRating(models.Model):
    """How strong a person's play is estimated to be, after all public games; rewritten as a whole by a task.

    `mean` ± `deviation` and `cautious` = mean − 3 deviations are an estimate and count for nothing else. `basis` says
    which games it was computed from.
    """

    person = models.OneToOneField(Person, models.CASCADE, related_name="rating")
    mean = models.DecimalField(max_digits=7, decimal_places=3)
    deviation = models.DecimalField(max_digits=7, decimal_places=3)
    cautious = models.DecimalField(max_digits=7, decimal_places=3, db_index=True)
    games = models.PositiveIntegerField()
    basis = models.CharField(max_length=64)
    computed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-cautious", "person_id"]

    def __str__(self) -> str:
        return f"{self.person}: {self.mean} ± {self.deviation}"
