"""A dispute of futuRisiKo! or Risikard! goes the whole way: ruled, shown, printed, decided, judged again."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import DisputeState, Role
from tournament.services.disputes import decide_dispute, open_dispute, replayed

pytestmark = pytest.mark.django_db

CASES = Path(__file__).parents[2] / "cases"
ASKED = {
    "futurisiko": ("combat", "The attacker rolls twice running", "the defender rolls now."),
    "risikard": ("attack", "Over after two fights", "The attack was over after 2 cards."),
}


def case_titled(game: str) -> dict[str, Any]:
    """A case of the casebook by its title."""
    file, title, _ = ASKED[game]
    lines = (CASES / game / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
    found: dict[str, Any] = next(
        case["case"] for line in lines if (case := json.loads(line))["title"] == title
    )
    return found


@pytest.mark.parametrize("game", ASKED)
def test_a_dispute_goes_the_whole_way(client: Client, game: str) -> None:
    tournament = make_tournament(ruleset=game)
    seats = [make_entrants(tournament, 4)]
    table = make_round(tournament, seats, state="playing", started_at=timezone.now()).tables.get()
    referee = make_member(tournament, Role.REFEREE)
    dispute = open_dispute(
        tournament_id=tournament.pk,
        case=case_titled(game),
        actor=referee,
        question="Legal?",
        table_id=table.pk,
    )
    ruling = dispute.rulings.get()
    assert ruling.document["verdict"] == "illegal"
    client.force_login(referee)
    for page in ("dispute", "dispute-record", "dispute-amend"):
        answer = client.get(reverse(page, args=[tournament.slug, dispute.pk]))
        assert answer.status_code == 200
        if page == "dispute":
            assert ASKED[game][2] in answer.content.decode()
    again = client.get(f"{reverse('dispute-new', args=[tournament.slug])}?table={table.pk}")
    assert again.context["typed"]["land-0-place"] in dispute.case["position"]["board"]
    assert "phase" not in again.context["typed"]
    decide_dispute(dispute_id=dispute.pk, accept=True, actor=referee)
    dispute.refresh_from_db()
    assert dispute.state == DisputeState.DECIDED
    assert replayed(ruling) == ruling.document


def test_an_empty_board_is_of_any_game(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(make_member(tournament, Role.REFEREE))
    new = reverse("dispute-new", args=[tournament.slug])
    for game, players, seats in (("risk-two-player", 9, 3), ("risk-classic", 6, 6), ("kingmaker", 1, 3)):
        page = client.get(f"{new}?game={game}&players={players}")
        assert [page.status_code, len(page.context["seats"])] == [200, seats]
    assert len(client.get(f"{new}?game=risikard&players=6").context["players"]) == 6
    asked = {"kind": "final_count", "land-0-place": "alaska", "land-0-owner": "red", "rotation": "1"}
    answer = client.post(f"{new}?game=risikard&players=2", asked)
    dispute = tournament.disputes.get()
    assert dispute.case["ruleset"] == "risikard"
    assert dispute.case["position"]["board"] == {"alaska": "red"}
    page = client.get(answer.headers["Location"])
    assert page.context["view"].held == (("Alaska", "Red"),)
