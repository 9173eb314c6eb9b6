"""Who plays and who works: users, clubs, persons, roles, invitations."""

import secrets
from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def new_public_key() -> str:
    """A short unguessable key for addresses (11 characters, 64 bits)."""
    return secrets.token_urlsafe(8)


class User(AbstractUser):
    """Somebody who logs in; what they may do stands in their memberships."""

    language = models.CharField(_("language"), max_length=5, blank=True)

    @property
    def display_name(self) -> str:
        """Full name, or the user name when none is given."""
        return self.get_full_name() or self.username


class Club(models.Model):
    """A club or family group, by name."""

    name = models.CharField(_("name"), max_length=80)
    city = models.CharField(_("city"), max_length=60, blank=True)
    region = models.CharField(_("region"), max_length=40, blank=True)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("name"), name="club_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="club_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """A human being, once across all tournaments.

    The three consents are separate facts; without `consent_name` the public sees `pseudonym` everywhere.
    """

    first_name = models.CharField(_("first name"), max_length=60)
    last_name = models.CharField(_("surname"), max_length=60)
    nickname = models.CharField(_("nickname"), max_length=40, blank=True)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="members")
    birth_date = models.DateField(_("date of birth"), null=True, blank=True)
    national_id = models.CharField(_("national id"), max_length=20, blank=True)
    region = models.CharField(_("region"), max_length=40, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("phone"), max_length=30, blank=True)
    guardian = models.CharField(_("guardian"), max_length=120, blank=True)
    consent_data = models.BooleanField(_("consents to the processing of data"), default=True)
    consent_name = models.BooleanField(_("consents to publication of the name"), default=True)
    consent_results = models.BooleanField(_("consents to publication of results"), default=True)
    user = models.OneToOneField(User, models.SET_NULL, null=True, blank=True, related_name="person")
    public_key = models.CharField(max_length=16, unique=True, default=new_public_key, editable=False)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged")
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["last_name", "first_name", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~(Q(first_name="") & Q(last_name="")), name="person_has_a_name"),
            models.UniqueConstraint(
                fields=["national_id"],
                condition=~Q(national_id="") & Q(merged_into=None),
                name="national_id_once",
            ),
        ]
        indexes: ClassVar = [models.Index(Lower("last_name"), Lower("first_name"), name="person_by_name")]

    def __str__(self) -> str:
        return self.full_name

    @property
    def full_name(self) -> str:
        """First name and surname, as in the clubs' lists."""
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def pseudonym(self) -> str:
        """What the public sees of a person who refuses publication."""
        return _("Player %(code)s") % {"code": self.public_key[:4].upper()}

    @property
    def public_name(self) -> str:
        """The name on every public surface."""
        return self.full_name if self.consent_name else self.pseudonym


class Role(models.TextChoices):
    """What somebody is in one tournament."""

    DIRECTOR = "director", _("Director")
    REFEREE = "referee", _("Referee")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    DESK = "desk", _("Desk")


class Membership(models.Model):
    """A user's role in a tournament; `tables` limits a referee to some table numbers (empty: all)."""

    tournament = models.ForeignKey("tournament.Tournament", models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role)
    tables = models.JSONField(_("tables"), default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "user", "role"], name="a_role_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.get_role_display()}"


class Invitation(models.Model):
    """A link that gives a role once and expires; only a hash of its token is kept."""

    tournament = models.ForeignKey("tournament.Tournament", models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=12, choices=Role)
    tables = models.JSONField(_("tables"), default=list, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    token_hash = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    expires_at = models.DateTimeField()
    used_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.tournament} – {self.get_role_display()}"

    @property
    def is_open(self) -> bool:
        """True while the link still gives its role."""
        return self.used_at is None and self.revoked_at is None and self.expires_at > timezone.now()
