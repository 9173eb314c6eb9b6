"""What a chat is told: sentences about what everybody may see, without anybody's name."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import Event, Tournament, WebhookEndpoint
from tournament.selectors.public import Part, sight_of_public


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence about a kind of event, and the part of the tournament that must be public for it."""

    sentence: Promise
    part: Part


SAID = {
    "round_published": Said(_("%(subject)s: the seating is out."), Part.SEATING),
    "round_started": Said(_("%(subject)s has begun."), Part.SEATING),
    "round_closed": Said(_("%(subject)s is over."), Part.SEATING),
    "standings_issued": Said(_("New standings are out."), Part.STANDINGS),
    "standings_reissued": Said(_("The standings were issued again."), Part.STANDINGS),
    "cut_confirmed": Said(_("The cut is made: the finals are set."), Part.STANDINGS),
}
"""Kind of event → what a chat reads of it."""


def kinds_for_chat(tournament: Tournament) -> list[str]:
    """The kinds that a chat is told as the switches stand; standings not while results are kept secret."""
    sight = sight_of_public(tournament)
    is_open = {Part.SEATING: True, Part.STANDINGS: sight.through_round is None}
    return [kind for kind, said in SAID.items() if sight.may_see(said.part) and is_open[said.part]]


def chat_message(event: Event, endpoint: WebhookEndpoint) -> dict[str, Any]:
    """The message as an incoming webhook takes it: `text`, at Discord `content`."""
    tournament = endpoint.tournament
    with translation.override(tournament.language):
        sentence = str(SAID[event.kind].sentence) % {"subject": event.subject}
    link = urljoin(endpoint.origin, tournament.get_absolute_url())
    host = urlsplit(endpoint.url).hostname or ""
    field = "content" if host.split(".")[-2:-1] in (["discord"], ["discordapp"]) else "text"
    return {field: f"{tournament.name}: {sentence} {link}"}
