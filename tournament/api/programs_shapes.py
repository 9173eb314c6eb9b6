"""The shapes of answers about tokens and webhooks, for the OpenAPI document."""

from rest_framework import serializers as s

from tournament.models import DeliveryState, Scope


class TokenSerializer(s.Serializer[None]):
    """A token; its text is in the answer that made it, and nowhere else."""

    id = s.IntegerField()
    name = s.CharField()
    hint = s.CharField()
    scopes = s.ListField(child=s.ChoiceField(Scope.choices))
    tournament = s.CharField(allow_null=True)
    expires_at = s.DateTimeField()
    revoked_at = s.DateTimeField(allow_null=True)
    last_used_at = s.DateTimeField(allow_null=True)


class NewTokenSerializer(TokenSerializer):
    """A token just made."""

    token = s.CharField()


class WebhookSerializer(s.Serializer[None]):
    """An address that is told what happens."""

    id = s.IntegerField()
    url = s.CharField()
    kinds = s.ListField(child=s.CharField())
    active = s.BooleanField()
    created_at = s.DateTimeField()


class NewWebhookSerializer(WebhookSerializer):
    """A webhook just made, with the secret its deliveries are signed with."""

    secret = s.CharField()


class DeliverySerializer(s.Serializer[None]):
    """One event told, or not yet."""

    id = s.IntegerField()
    event = s.IntegerField()
    kind = s.CharField()
    state = s.ChoiceField(DeliveryState.choices)
    attempts = s.IntegerField()
    status = s.IntegerField(allow_null=True)
    error = s.CharField(allow_blank=True)
    next_try_at = s.DateTimeField()
    delivered_at = s.DateTimeField(allow_null=True)
