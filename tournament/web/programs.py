"""What other programs have to do with a tournament: the addresses that are told, and one's own keys."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.errors import InvalidInput, TournamentError
from tournament.models import Scope, Tournament, WebhookDelivery, WebhookEndpoint
from tournament.services.tokens import issue_token, revoke_token
from tournament.services.webhooks import add_webhook, set_active
from tournament.web.parsing import text, whole
from tournament.web.plumbing import act, signed_in, tournament_deed, tournament_page

DIRECT = "tournament.direct"
DAYS = (7, 30, 90, 366)
LATEST = 30
"""Deliveries that the page lists; the API has them all."""


@tournament_page(DIRECT)
def programs_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The addresses with their log, the keys, and the forms that make them."""
    return _page(request, tournament)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    shown_once: str = "",
    error: TournamentError | None = None,
) -> HttpResponse:
    told = WebhookDelivery.objects.filter(endpoint__tournament=tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "nav_here": "direct",
        "room": "programs",
        "webhooks": list(tournament.webhooks.order_by("id")),
        "deliveries": list(told.select_related("event", "endpoint").order_by("-id")[:LATEST]),
        "tokens": list(signed_in(request).api_tokens.filter(tournament=tournament)),
        "scopes": Scope.choices,
        "days": DAYS,
        "shown_once": shown_once,
        "error": error,
        "posted": request.POST,
    }
    answer = render(request, "programs/programs.html", context, status=error.status if error else 200)
    answer["Cache-Control"] = "no-store"
    return answer


@tournament_deed(DIRECT)
def new_token(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Make a key for this tournament and show it this once."""
    try:
        _token, key = issue_token(
            user=signed_in(request),
            name=text(request, "name"),
            scopes=request.POST.getlist("scopes"),
            days=whole(request, "days"),
            tournament=tournament,
        )
    except InvalidInput as error:
        return _page(request, tournament, error=error)
    return _page(request, tournament, shown_once=key)


@tournament_deed(DIRECT)
def end_token(request: HttpRequest, tournament: Tournament, token_id: int) -> HttpResponse:
    """End one of one's own keys."""
    if revoke_token(token_id=token_id, user=signed_in(request)) is None:
        raise Http404
    return redirect("direct-programs", tournament.slug)


@tournament_deed(DIRECT)
def new_webhook(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Tell an address from now on and show its secret this once."""
    kinds = [one for one in text(request, "kinds").replace(",", " ").split() if one]
    try:
        added = add_webhook(
            tournament=tournament,
            url=text(request, "url"),
            kinds=kinds,
            actor=signed_in(request),
            is_chat="is_chat" in request.POST,
            origin=request.build_absolute_uri("/"),
        )
    except InvalidInput as error:
        return _page(request, tournament, error=error)
    return _page(request, tournament, shown_once=added.secret)


def _webhook(tournament: Tournament, webhook_id: int) -> WebhookEndpoint:
    found = tournament.webhooks.filter(pk=webhook_id).first()
    if found is None:
        raise Http404
    return found


@tournament_deed(DIRECT)
def switch_webhook(request: HttpRequest, tournament: Tournament, webhook_id: int) -> HttpResponse:
    """Pause an address, or tell it again."""
    webhook = _webhook(tournament, webhook_id)
    return act(
        request,
        lambda: set_active(webhook=webhook, active=not webhook.active),
        then=reverse("direct-programs", args=[tournament.slug]),
        done=_("It is told no more.") if webhook.active else _("It is told again from now on."),
    )
