"""The client of the handbook against a real server, and the command that makes its token."""

import importlib.util
import time
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import EntrantState, User
from tournament.services.webhooks import signature_of

EXAMPLE = Path(__file__).resolve().parents[3] / "docs" / "examples" / "client.py"


@pytest.fixture
def client_module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_client", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def token_of(user: User, *scopes: str) -> str:
    out = StringIO()
    call_command("token", user.username, "example", *(f"--scope={scope}" for scope in scopes), stdout=out)
    return out.getvalue().strip()


@pytest.mark.django_db(transaction=True)
def test_the_example_reads_writes_and_meets_refusals(live_server: Any, client_module: ModuleType) -> None:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 4)
    make_round(tournament, [entrants], state="playing")
    api = client_module.Sdadata(live_server.url, token_of(make_member(tournament), "read", "entrants"))
    base = f"tournaments/{tournament.slug}/"
    assert [row["number"] for row in api.pages(f"{base}entrants/?page_size=3")] == [1, 2, 3, 4]
    first = api.get(f"{base}entrants/1/")
    assert api.get(f"{base}entrants/1/") is first
    marked = api.post(f"{base}entrants/1/presence/", {"present": False}, seen=f"{base}entrants/1/")
    assert marked["state"] == EntrantState.ABSENT
    with pytest.raises(client_module.ProblemError) as late:
        api.post(f"{base}entrants/1/presence/", {"present": True}, seen=f"{base}entrants/1/")
    assert late.value.code == "precondition_failed"
    with pytest.raises(client_module.ProblemError) as refused:
        api.post(f"{base}rounds/1/close/")
    assert refused.value.code == "not_allowed"


def test_the_example_checks_a_signature(client_module: ModuleType) -> None:
    now = str(int(time.time()))
    headers = {"Sdadata-Timestamp": now, "Sdadata-Signature": signature_of("secret", now, b"{}")}
    assert client_module.is_genuine("secret", headers, b"{}")
    assert not client_module.is_genuine("secret", headers, b"{ }")
    old = {"Sdadata-Timestamp": "1000", "Sdadata-Signature": signature_of("secret", "1000", b"{}")}
    assert not client_module.is_genuine("secret", old, b"{}")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "arguments", [["nobody", "x"], ["{user}", " "], ["{user}", "x", "--tournament=none"]]
)
def test_a_token_for_nobody_is_refused(arguments: list[str]) -> None:
    user = make_member(make_tournament())
    with pytest.raises(CommandError) as refused:
        call_command("token", *(one.format(user=user.username) for one in arguments))
    assert refused.value.returncode == 2
