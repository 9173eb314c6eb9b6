"""Tokens and webhooks: what other programs need to work with a tournament."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from tournament.api import programs_shapes
from tournament.api.access import expect, sight_of, tournament_for
from tournament.api.base import ApiView, query, read
from tournament.api.conditional import single
from tournament.api.forms import Page, TokenForm, WebhookForm
from tournament.api.idempotency import once
from tournament.api.reads import page_of, paged
from tournament.api.rendering import json_answer
from tournament.api.responses import KEY, NOT_FOUND, problems, read_responses, write_responses
from tournament.models import ApiToken, Scope, Tournament, User, WebhookDelivery, WebhookEndpoint
from tournament.services.tokens import issue_token, revoke_token
from tournament.services.webhooks import add_webhook, set_active

TOKEN = ("id", "name", "hint", "scopes", "expires_at", "revoked_at", "last_used_at")


def token_document(token: ApiToken) -> dict[str, Any]:
    """A token without its text."""
    place = token.tournament.slug if token.tournament else None
    return {name: getattr(token, name) for name in TOKEN} | {"tournament": place}


def _person(request: Request) -> User:
    """Tokens are made and ended by people who signed in: a token makes no tokens."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    if request.auth is not None:
        raise PermissionDenied
    return request.user


class Tokens(ApiView):
    """One's own tokens."""

    @extend_schema(
        tags=["Programs"],
        operation_id="list_tokens",
        summary="Your tokens, newest first (session only)",
        responses=read_responses(programs_shapes.TokenSerializer(many=True)) | problems(403),
    )
    def get(self, request: Request) -> HttpResponse:
        """Without their texts."""
        mine = _person(request).api_tokens.select_related("tournament")
        return single(request, [token_document(one) for one in mine])

    @extend_schema(
        tags=["Programs"],
        operation_id="issue_token",
        summary="Make a token (session only); its text is shown this once",
        request=TokenForm,
        responses=write_responses(programs_shapes.NewTokenSerializer, 201),
    )
    def post(self, request: Request) -> HttpResponse:
        """Scoped, and valid for some days."""
        user = _person(request)
        given = read(TokenForm, request)
        slug = given.get("tournament")
        token, text = issue_token(
            user=user,
            name=given["name"],
            scopes=given["scopes"],
            days=given["days"],
            tournament=tournament_for(request, slug) if slug else None,
        )
        return json_answer(token_document(token) | {"token": text}, 201)


class OneToken(ApiView):
    """A token."""

    @extend_schema(
        tags=["Programs"],
        operation_id="revoke_token",
        summary="End a token (session only)",
        responses=write_responses(programs_shapes.TokenSerializer),
    )
    def delete(self, request: Request, token_id: int) -> HttpResponse:
        """It opens nothing from now on."""
        token = revoke_token(token_id=token_id, user=_person(request))
        if token is None:
            raise Http404
        return json_answer(token_document(token))


# --- webhooks -----------------------------------------------------------------------------------------------

WEBHOOK = ("id", "url", "kinds", "active", "created_at")


def webhook_document(webhook: WebhookEndpoint) -> dict[str, Any]:
    """A webhook without its secret."""
    return {name: getattr(webhook, name) for name in WEBHOOK}


def _directed(request: Request, slug: str) -> tuple[Tournament, User]:
    tournament = sight_of(request, slug).tournament
    return tournament, expect(request, "tournament.direct", Scope.WEBHOOKS, tournament)


def _webhook(tournament: Tournament, webhook_id: int) -> WebhookEndpoint:
    found = tournament.webhooks.filter(pk=webhook_id).first()
    if found is None:
        raise Http404
    return found


class Webhooks(ApiView):
    """The addresses that are told."""

    @extend_schema(
        tags=["Programs"],
        operation_id="list_webhooks",
        summary="The addresses that are told what happens, for directors",
        responses=read_responses(programs_shapes.WebhookSerializer(many=True), NOT_FOUND) | problems(403),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Without their secrets."""
        tournament, _ = _directed(request, slug)
        return single(request, [webhook_document(one) for one in tournament.webhooks.all()])

    @extend_schema(
        tags=["Programs"],
        operation_id="add_webhook",
        summary="Tell an address from now on; the secret is in this answer only",
        parameters=[KEY],
        request=WebhookForm,
        responses=write_responses(programs_shapes.NewWebhookSerializer, 201),
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Signed with HMAC-SHA256."""
        tournament, actor = _directed(request, slug)
        given = read(WebhookForm, request)

        def deed() -> tuple[Any, int]:
            new = add_webhook(tournament=tournament, url=given["url"], kinds=given["kinds"], actor=actor)
            return webhook_document(new) | {"secret": new.secret}, 201

        return once(request, deed)


class OneWebhook(ApiView):
    """A webhook."""

    @extend_schema(
        tags=["Programs"],
        operation_id="remove_webhook",
        summary="Tell an address no more; its log goes with it",
        responses={204: None} | problems(401, 403, 404, 429),
    )
    def delete(self, request: Request, slug: str, webhook_id: int) -> HttpResponse:
        """There is no undo: add it again for a new secret."""
        tournament, _ = _directed(request, slug)
        with transaction.atomic():
            _webhook(tournament, webhook_id).delete()
        return HttpResponse(status=204)


class WebhookSwitchForm(s.Serializer[None]):
    """Whether the address is told."""

    active = s.BooleanField()


class SwitchWebhook(ApiView):
    """A webhook paused, or told again."""

    @extend_schema(
        tags=["Programs"],
        operation_id="switch_webhook",
        summary="Pause an address, or tell it again from now on",
        request=WebhookSwitchForm,
        responses=write_responses(programs_shapes.WebhookSerializer),
    )
    def post(self, request: Request, slug: str, webhook_id: int) -> HttpResponse:
        """Twice the same changes nothing."""
        tournament, _ = _directed(request, slug)
        given = read(WebhookSwitchForm, request)
        webhook = set_active(webhook=_webhook(tournament, webhook_id), active=given["active"])
        return json_answer(webhook_document(webhook))


DELIVERY = ("id", "state", "attempts", "status", "error", "next_try_at", "delivered_at")


def _delivery_rows(chosen: Any) -> list[dict[str, Any]]:
    rows = chosen.values(*DELIVERY, "event__number", "event__kind")
    return [{"event": row.pop("event__number"), "kind": row.pop("event__kind"), **row} for row in rows]


class Deliveries(ApiView):
    """The log of a webhook."""

    @extend_schema(
        tags=["Programs"],
        operation_id="list_deliveries",
        summary="What an address was told, newest first",
        parameters=[Page],
        responses=read_responses(page_of(programs_shapes.DeliverySerializer, "DeliveryPage"), NOT_FOUND)
        | problems(403),
    )
    def get(self, request: Request, slug: str, webhook_id: int) -> HttpResponse:
        """With every failure."""
        tournament, _ = _directed(request, slug)
        webhook = _webhook(tournament, webhook_id)
        chosen = WebhookDelivery.objects.filter(endpoint=webhook).order_by("-id")
        return single(request, paged(request, query(Page, request), chosen, _delivery_rows))
