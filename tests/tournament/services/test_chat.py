"""What a chat is told: public things in sentences, in the tournament's language, and nobody's name."""

from typing import Any

import pytest

from tests.factories import make_member, make_tournament
from tournament.models import Event, Tournament, WebhookDelivery
from tournament.services.chat import chat_message, kinds_for_chat
from tournament.services.records import lock_tournament, record_event
from tournament.services.webhooks import add_webhook, collect

pytestmark = pytest.mark.django_db


def chat_of(tournament: Tournament, url: str = "https://chat.example.org/hooks/x") -> Any:
    return add_webhook(
        tournament=tournament,
        url=url,
        kinds=[],
        actor=make_member(tournament),
        is_chat=True,
        origin="https://example.org/",
    )


def happen(tournament: Tournament, kind: str, subject: str = "Turno 1") -> Event:
    return record_event(lock_tournament(tournament.pk), kind, subject=subject)


def test_a_chat_reads_a_sentence_with_a_link() -> None:
    tournament = make_tournament(slug="raduno")
    event = happen(tournament, "round_published")
    said = "Raduno di Prova: Turno 1: i posti sono usciti. https://example.org/t/raduno/"
    assert chat_message(event, chat_of(tournament)) == {"text": said}
    assert chat_message(event, chat_of(tournament, "https://discord.com/api/webhooks/1")) == {"content": said}


def test_it_is_told_only_what_it_can_say() -> None:
    tournament = make_tournament()
    chat_of(tournament)
    for kind in ("round_published", "penalty_given", "presence_marked", "standings_issued"):
        happen(tournament, kind)
    collect()
    told = WebhookDelivery.objects.order_by("event__number").values_list("event__kind", flat=True)
    assert list(told) == ["round_published", "standings_issued"]


@pytest.mark.parametrize(
    ("fields", "kinds"),
    [
        ({"publish_page": False}, []),
        ({"publish_standings": False}, ["round_published", "round_started", "round_closed"]),
        ({"hidden_from_round": 2}, ["round_published", "round_started", "round_closed"]),
        ({"publish_seating": False}, ["standings_issued", "standings_reissued", "cut_confirmed"]),
    ],
)
def test_it_is_told_only_what_is_public(fields: dict[str, Any], kinds: list[str]) -> None:
    assert kinds_for_chat(make_tournament(**fields)) == kinds
