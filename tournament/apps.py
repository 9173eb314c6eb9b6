"""The one Django app: it keeps, shows and moves tournaments."""

from django.apps import AppConfig
from django.db.models.signals import pre_save
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    """Registers the app under the name of its folder."""

    name = "tournament"
    verbose_name = _("Tournament")

    def ready(self) -> None:
        """Have every row looked at before it is saved."""
        from tournament.models.limits import refuse_too_long  # noqa: PLC0415  # models exist from now on

        for model in self.get_models():
            pre_save.connect(refuse_too_long, sender=model)
