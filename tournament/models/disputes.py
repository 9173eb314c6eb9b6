"""Questions put to the referee, the engine's rulings and the referee's decisions."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from .event import Entrant, Tournament
from .people import User
from .play import Table


class DisputeState(models.TextChoices):
    """Open while the table's clock stands still."""

    OPEN = "open", _("Open")
    DECIDED = "decided", _("Decided")
    APPEALED = "appealed", _("Appealed")
    CLOSED = "closed", pgettext_lazy("a dispute", "Closed")


class Dispute(models.Model):
    """A question at a table: the case handed to the adjudicator, who asks, and the clock meanwhile."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="disputes")
    table = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="disputes")
    state = models.CharField(max_length=10, choices=DisputeState, default=DisputeState.OPEN)
    question = models.CharField(_("question"), max_length=300, blank=True)
    case = models.JSONField(default=dict)
    parties = models.ManyToManyField(Entrant, related_name="disputes", blank=True)
    opened_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    clock_stopped_at = models.DateTimeField(null=True, blank=True)
    returned_seconds = models.PositiveIntegerField(default=0)
    appeal_until = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering: ClassVar = ["-opened_at", "-id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=DisputeState.values), name="dispute_state_known"),
        ]

    def __str__(self) -> str:
        return self.question or _("Dispute %(number)s") % {"number": self.pk}


class Decision(models.TextChoices):
    """What the referee makes of the engine's ruling."""

    ACCEPTED = "accepted", _("Accepted")
    OVERRULED = "overruled", _("Overruled")


class Ruling(models.Model):
    """The adjudicator's answer to one case, with the ruleset it was given under, and the decision on it.

    `document` is the contract's answer, `case` the contract's input, so the ruling can be replayed.
    """

    dispute = models.ForeignKey(Dispute, models.CASCADE, related_name="rulings")
    ruleset = models.CharField(max_length=60)
    case = models.JSONField()
    document = models.JSONField()
    verdict = models.CharField(max_length=14)
    decision = models.CharField(max_length=10, choices=Decision, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    on_appeal = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(decision=Decision.OVERRULED) | ~Q(reason=""), name="overruled_with_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dispute}: {self.verdict}"
