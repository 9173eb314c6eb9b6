"""A tournament with a round in play, people with roles, and clients that speak JSON."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import Role, Round, Scope, Tournament, User
from tournament.services.tokens import issue_token


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """Throttles and kept answers of another test do not count here."""
    cache.clear()


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def round_(tournament: Tournament) -> Round:
    return make_round(
        tournament, [make_entrants(tournament, 4), make_entrants(tournament, 4)], state="playing"
    )


@pytest.fixture
def director(tournament: Tournament) -> User:
    return make_member(tournament, Role.DIRECTOR)


@pytest.fixture
def referee(tournament: Tournament) -> User:
    return make_member(tournament, Role.REFEREE)


class Api:
    """A client at /api/v1/: JSON in, the document out."""

    def __init__(self, user: User | None = None, scopes: list[str] | None = None, **headers: str) -> None:
        self.client = Client()
        self.headers = dict(headers)
        if user is not None:
            _, text = issue_token(user=user, name="test", scopes=scopes or list(Scope.values), days=1)
            self.headers["Authorization"] = f"Bearer {text}"

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/v1/{path}", headers=self.headers | headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(
            f"/api/v1/{path}",
            {} if body is None else body,
            content_type="application/json",
            headers=self.headers | named,
        )

    def delete(self, path: str) -> Any:
        return self.client.delete(f"/api/v1/{path}", headers=self.headers)


@pytest.fixture
def anybody() -> Api:
    return Api()


@pytest.fixture
def as_user() -> Callable[..., Api]:
    return Api
