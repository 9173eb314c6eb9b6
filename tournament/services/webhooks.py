"""Webhooks: what happened is told to other programs, signed, again and again until it arrives or is given up.

Nothing here slows the hall down: an event writes its row as ever, and a task collects what is due from the log.
"""

import hashlib
import hmac
import http.client
import ipaddress
import json
import socket
import ssl
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import URLValidator
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.acts import KIND_WORDS
from tournament.errors import InvalidInput
from tournament.models import DeliveryState, Event, Tournament, User, WebhookDelivery, WebhookEndpoint
from tournament.services.chat import chat_message, kinds_for_chat

TIMEOUT_S = 5
DEADLINE_S = 2 * TIMEOUT_S
"""So long a whole delivery takes at most, however slowly the other side speaks."""
WAITS_S = (10, 60, 300, 1800, 7200, 21600)
"""Seconds before each further try; after the last the delivery is given up, some eight hours after the event."""
LOOK_BACK = timedelta(days=1)
BATCH = 200
MOST_WEBHOOKS = 10

is_address = URLValidator(schemes=["http", "https"])


class UnreachableAddress(OSError):
    """The address leads into this machine's own network."""


def add_webhook(
    *,
    tournament: Tournament,
    url: str,
    kinds: Sequence[str],
    actor: User,
    is_chat: bool = False,
    origin: str = "",
) -> WebhookEndpoint:
    """Tell an address from now on of these kinds of acts (none: all); its `secret` signs. A chat is told in sentences.

    Raises InvalidInput.
    """
    if unknown := sorted(set(kinds) - KIND_WORDS.keys()):
        raise InvalidInput(_("The log knows no event “%(kind)s”.") % {"kind": unknown[0]})
    if not url.lower().startswith(("http://", "https://")):
        raise InvalidInput(_("The address must begin with https:// or http://."))
    try:
        is_address(url)
    except ValidationError as error:
        raise InvalidInput(error.message) from error
    if tournament.webhooks.filter(url=url).exists():
        raise InvalidInput(_("This address is told already."))
    if tournament.webhooks.count() >= MOST_WEBHOOKS:
        raise InvalidInput(_("A tournament has at most %(most)s webhooks.") % {"most": MOST_WEBHOOKS})
    return WebhookEndpoint.objects.create(
        tournament=tournament,
        url=url,
        kinds=sorted(set(kinds)),
        is_chat=is_chat,
        origin=origin,
        created_by=actor,
    )


def set_active(*, webhook: WebhookEndpoint, active: bool) -> WebhookEndpoint:
    """Pause an address or tell it again; what happens meanwhile is not told later."""
    webhook.active = active
    webhook.save(update_fields=["active"])
    return webhook


def signature_of(secret: str, timestamp: str, body: bytes) -> str:
    """What the header `Sdadata-Signature` carries: HMAC-SHA256 over the time, a dot and the body."""
    return "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


def event_document(event: Event, slug: str) -> dict[str, Any]:
    """What is told of an event; who and why stay in the log, names of people too."""
    return {
        "id": event.pk,
        "number": event.number,
        "kind": event.kind,
        "tournament": slug,
        "at": event.at,
    }


# --- what is due ------------------------------------------------------------------------------------------


def collect() -> int:
    """Write a delivery for each event that an active address was not told yet; how many are new."""
    return sum(
        _collect_for(one) for one in WebhookEndpoint.objects.filter(active=True).select_related("tournament")
    )


def _collect_for(endpoint: WebhookEndpoint) -> int:
    since = max(endpoint.created_at, timezone.now() - LOOK_BACK)
    events = Event.objects.filter(tournament_id=endpoint.tournament_id, at__gte=since)
    if endpoint.kinds:
        events = events.filter(kind__in=endpoint.kinds)
    if endpoint.is_chat:
        events = events.filter(kind__in=kinds_for_chat(endpoint.tournament))
    fresh = events.exclude(deliveries__endpoint=endpoint).order_by("number")[:BATCH]
    rows = [WebhookDelivery(endpoint=endpoint, event=event) for event in fresh]
    return len(WebhookDelivery.objects.bulk_create(rows, ignore_conflicts=True))


def due() -> list[int]:
    """The deliveries to try now, oldest first."""
    waiting = WebhookDelivery.objects.filter(
        state=DeliveryState.WAITING, next_try_at__lte=timezone.now(), endpoint__active=True
    )
    return list(waiting.order_by("event_id", "id").values_list("pk", flat=True)[:BATCH])


def deliver(delivery_id: int) -> WebhookDelivery | None:
    """Try one delivery. Whoever claims it first sends it: None for all others."""
    now = timezone.now()
    hold = now + timedelta(seconds=4 * TIMEOUT_S)
    claimed = WebhookDelivery.objects.filter(
        Q(next_try_at__lte=now), pk=delivery_id, state=DeliveryState.WAITING
    ).update(next_try_at=hold, attempts=F("attempts") + 1)
    if not claimed:
        return None
    delivery = WebhookDelivery.objects.select_related("endpoint__tournament", "event").get(pk=delivery_id)
    try:
        delivery.status = _send(delivery)
        delivery.error = "" if delivery.status < 300 else f"HTTP {delivery.status}"
    except (OSError, http.client.HTTPException, ValueError) as error:
        delivery.status, delivery.error = None, f"{type(error).__name__}: {error}"[:200]
    _note(delivery)
    return delivery


def _note(delivery: WebhookDelivery) -> None:
    """Write down how it went and when it is tried again."""
    if not delivery.error:
        delivery.state, delivery.delivered_at = DeliveryState.DELIVERED, timezone.now()
    elif delivery.attempts > len(WAITS_S):
        delivery.state = DeliveryState.GIVEN_UP
    else:
        delivery.next_try_at = timezone.now() + timedelta(seconds=WAITS_S[delivery.attempts - 1])
    delivery.save(update_fields=["state", "status", "error", "delivered_at", "next_try_at"])


def _send(delivery: WebhookDelivery) -> int:
    """POST the event; the status of the answer. Redirects are not followed."""
    endpoint = delivery.endpoint
    document = (
        chat_message(delivery.event, endpoint)
        if endpoint.is_chat
        else event_document(delivery.event, endpoint.tournament.slug)
    )
    body = json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False).encode()
    timestamp = str(int(timezone.now().timestamp()))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Sdadata-Webhook/1",
        "Sdadata-Event": delivery.event.kind,
        "Sdadata-Delivery": str(delivery.pk),
        "Sdadata-Timestamp": timestamp,
        "Sdadata-Signature": signature_of(endpoint.secret, timestamp, body),
    }
    parts = urlsplit(endpoint.url)
    with _connection(parts) as connection:
        connection.request("POST", _path(parts), body, headers)
        return connection.getresponse().status


def _path(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


@contextmanager
def _connection(parts: SplitResult) -> Iterator[http.client.HTTPConnection]:
    """A connection to the very address that was checked, so that a name cannot change its mind in between."""
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    with (
        socket.create_connection((_checked(host, port), port), timeout=TIMEOUT_S) as plain,
        _cut_in_time(plain),
        ssl.create_default_context().wrap_socket(plain, server_hostname=host)
        if parts.scheme == "https"
        else plain as sock,
    ):
        connection = http.client.HTTPConnection(host, port, timeout=TIMEOUT_S)
        connection.sock = sock
        yield connection


@contextmanager
def _cut_in_time(sock: socket.socket) -> Iterator[None]:
    """End a connection at the deadline: the timeout alone begins anew with every byte that arrives."""
    with sock.dup() as same:
        timer = threading.Timer(DEADLINE_S, same.shutdown, (socket.SHUT_RDWR,))
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()


def _checked(host: str, port: int) -> str:
    """The address of a host; in production none of our own network's, which no stranger may reach through us."""
    address = str(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0])
    if settings.PRODUCTION and not ipaddress.ip_address(address.split("%", maxsplit=1)[0]).is_global:
        raise UnreachableAddress(f"{host} is not a public address")
    return address
