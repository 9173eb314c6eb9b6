"""Personal links: an entrant without an account opens a page of their own; signed, scoped, revocable."""

from django.core import signing
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.errors import TournamentError
from tournament.models import Entrant, User
from tournament.services.records import lock_tournament, record_event

SALT = "sdadata.personal-link"
MAX_AGE_SECONDS = 400 * 24 * 3600


class LinkClosed(TournamentError):
    """The personal link was revoked, has expired, or is not one of ours."""

    code = "link_closed"
    status = 404
    message = _("This personal link no longer holds. Ask the desk for a new one.")


def personal_token(entrant: Entrant) -> str:
    """The token of the entrant's personal page: it opens that page and reports that entrant's own table."""
    return signing.dumps([entrant.public_key, entrant.link_version], salt=SALT, compress=True)


def entrant_of_token(token: str) -> Entrant:
    """The entrant a personal link belongs to. Raises LinkClosed."""
    try:
        public_key, version = signing.loads(token, salt=SALT, max_age=MAX_AGE_SECONDS)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise LinkClosed from error
    chosen = Entrant.objects.select_related("person", "club", "tournament")
    entrant = chosen.filter(public_key=public_key, link_version=version).first()
    if entrant is None:
        raise LinkClosed
    return entrant


@transaction.atomic
def revoke_personal_link(*, entrant_id: int, actor: User | None) -> Entrant:
    """Every link given out for this entrant stops working; a new one can be printed at once."""
    tournament_id = Entrant.objects.values_list("tournament_id", flat=True).get(pk=entrant_id)
    tournament = lock_tournament(tournament_id)
    entrant = Entrant.objects.select_related("person").get(pk=entrant_id)
    entrant.link_version += 1
    entrant.save(update_fields=["link_version"])
    record_event(tournament, "personal_link_revoked", subject=entrant.full_name, actor=actor)
    return entrant
