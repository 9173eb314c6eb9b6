"""Who asks: a program by its token, or a person by the session of the pages."""

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournament.models import ApiToken, User
from tournament.services.tokens import token_for


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer sda_…`; a token that is unknown, expired or revoked answers 401."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The user of the token and the token; None when none was sent."""
        kind, _, text = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        token = token_for(text.strip())
        if token is None:
            raise AuthenticationFailed("The token is unknown, expired or revoked.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002  # the signature is the framework's
        """What a 401 asks for."""
        return 'Bearer realm="api"'
