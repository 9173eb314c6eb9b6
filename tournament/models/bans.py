"""Who may not play for a time, and where it was decided that they play all the same."""

from datetime import date
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .event import Tournament
from .people import Person, User


class BanScope(models.TextChoices):
    """Where a ban holds."""

    ORGANISER = "organiser", _("Tournaments of this organiser")
    EVERYWHERE = "everywhere", _("All tournaments here")


class Ban(models.Model):
    """A person suspended from a day to a day, or banned (`ends_on` empty) until it is lifted.

    With the scope of an organiser it holds at tournaments of the same `organiser` that one of the `keepers` directs:
    the directors of the tournament at which it was given. The name alone would let a stranger ban, or read, by
    calling a tournament like somebody else's.
    """

    person = models.ForeignKey(Person, models.CASCADE, related_name="bans")
    scope = models.CharField(_("holds at"), max_length=10, choices=BanScope, default=BanScope.ORGANISER)
    organiser = models.CharField(_("organiser"), max_length=120, blank=True)
    keepers = models.ManyToManyField(User, related_name="+")
    starts_on = models.DateField(_("from"))
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=300)
    given_at_tournament = models.ForeignKey(
        Tournament, models.SET_NULL, null=True, blank=True, related_name="bans_given"
    )
    given_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    lifted_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="a_ban_has_a_reason"),
            models.CheckConstraint(condition=Q(scope__in=BanScope.values), name="ban_scope_known"),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")), name="a_ban_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.reason}"

    def is_over(self, on: date) -> bool:
        """Whether its last day has passed on that day."""
        return self.ends_on is not None and self.ends_on < on


class LetIn(models.Model):
    """A director's decision that somebody banned plays in one tournament, with the reason."""

    ban = models.ForeignKey(Ban, models.CASCADE, related_name="let_in")
    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="let_in")
    reason = models.CharField(_("reason"), max_length=300)
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["ban", "tournament"], name="let_in_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="let_in_for_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.ban} – {self.tournament}"
