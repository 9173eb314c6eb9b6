"""The one Django app: it keeps, shows and moves tournaments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    """Registers the app under the name of its folder."""

    name = "tournament"
    verbose_name = _("Tournament")
