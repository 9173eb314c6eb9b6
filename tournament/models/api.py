"""Other programs: the tokens they show, the addresses they want to be told at, and what was told."""

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .event import Tournament
from .people import User
from .record import Event


class Scope(models.TextChoices):
    """What a token may do; everything further needs the role of its user as well."""

    READ = "read", _("Read what its user sees")
    ENTRANTS = "entrants", _("Enter people and call the roll")
    ROUNDS = "rounds", _("Run the rounds, the cut and the finals; choose what is published")
    RESULTS = "results", _("Report, confirm and correct results")
    DISPUTES = "disputes", _("Decide disputes and give penalties")
    RULES = "rules", _("Change rules and settings, keep and restore snapshots, delete")
    PEOPLE = "people", _("Give roles, suspend, keep the records of persons")
    WEBHOOKS = "webhooks", _("Manage webhooks")


class ApiToken(models.Model):
    """A key of one user for one program: only its hash is kept, it has scopes and an end.

    With `tournament` it works there only; `hint` is its beginning, to tell keys apart in a list.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, blank=True, related_name="+")
    name = models.CharField(_("name"), max_length=60)
    token_hash = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=12)
    scopes = models.JSONField(_("scopes"), default=list)
    expires_at = models.DateTimeField(_("valid until"))
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"

    @property
    def is_valid(self) -> bool:
        """True while it opens anything."""
        return self.revoked_at is None and self.expires_at > timezone.now()


def new_secret() -> str:
    """A key to sign deliveries with (43 characters, 256 bits)."""
    return secrets.token_urlsafe(32)


class WebhookEndpoint(models.Model):
    """An address that is told what happens in a tournament; `kinds` empty means everything.

    A chat gets sentences instead, of what the public may see, with a link that begins with `origin`.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=300)
    secret = models.CharField(max_length=64, default=new_secret)
    kinds = models.JSONField(_("kinds of events"), default=list, blank=True)
    is_chat = models.BooleanField(_("a chat"), default=False)
    origin = models.CharField(max_length=200, blank=True)
    active = models.BooleanField(_("active"), default=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "url"], name="an_address_once"),
        ]

    def __str__(self) -> str:
        return self.url


class DeliveryState(models.TextChoices):
    """A delivery waits, has arrived, or was given up."""

    WAITING = "waiting", _("Waiting")
    DELIVERED = "delivered", _("Delivered")
    GIVEN_UP = "given_up", _("Given up")


class WebhookDelivery(models.Model):
    """One event for one address: tried until it arrives or is given up; the row is the log."""

    endpoint = models.ForeignKey(WebhookEndpoint, models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(Event, models.CASCADE, related_name="deliveries")
    state = models.CharField(max_length=10, choices=DeliveryState, default=DeliveryState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(default=timezone.now)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.CharField(max_length=200, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["endpoint", "event"], name="an_event_told_once"),
            models.CheckConstraint(condition=Q(state__in=DeliveryState.values), name="delivery_state_known"),
        ]
        indexes: ClassVar = [models.Index(fields=["state", "next_try_at"], name="deliveries_due")]

    def __str__(self) -> str:
        return f"{self.event} → {self.endpoint}"
