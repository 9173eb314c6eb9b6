"""The round board as a director uses it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_entrant, make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tournament.models import Role, Round, RoundState, Tournament

pytestmark = pytest.mark.django_db


def round_with(tables: int) -> Round:
    tournament = make_tournament()
    entrants = make_entrants(tournament, 4 * tables)
    return make_round(tournament, [entrants[4 * n : 4 * n + 4] for n in range(tables)])


def board(tournament: Tournament) -> str:
    return reverse("direct-board", args=[tournament.slug, 1])


def test_a_round_from_start_to_close(client: Client) -> None:
    round_ = round_with(2)
    slug = round_.tournament.slug
    client.force_login(make_member(round_.tournament))
    client.post(reverse("direct-round-deed", args=[slug, 1, "start"]))
    for deed, data in (
        ("called", {}),
        ("answered", {}),
        ("stop", {}),
        ("resume", {}),
        ("minutes", {"minutes": "5", "reason": "dispute"}),
        ("finish", {"reason": "hall closes"}),
    ):
        client.post(reverse("direct-table-deed", args=[slug, 1, 1, deed]), data)
    table = round_.tables.get(number=1)
    assert (table.called_at, table.stopped_at, table.finished_early_reason) == (None, None, "hall closes")
    assert table.returned_seconds >= 300
    close = reverse("direct-round-deed", args=[slug, 1, "close"])
    answer = client.post(close, follow=True)
    said = [str(message) for message in answer.context["messages"]]
    assert said[-1] == "Round 1 is not complete: Table 1, Table 2. Give a reason to go on without."
    confirm(round_, [[40, 30, 20, 10], [40, 30, 20, 10]])
    client.post(close)
    round_.refresh_from_db()
    assert round_.state == RoundState.CLOSED
    assert client.get(board(round_.tournament)).status_code == 200
    client.post(reverse("direct-round-deed", args=[slug, 1, "reopen"]), {"reason": "table 2"})
    round_.refresh_from_db()
    assert round_.state == RoundState.PLAYING


def test_a_changed_board_is_sent_again(client: Client) -> None:
    round_ = round_with(1)
    client.force_login(make_member(round_.tournament))
    etag = client.get(board(round_.tournament))["ETag"]
    Tournament.objects.filter(pk=round_.tournament_id).update(data_version=99)
    assert client.get(board(round_.tournament), headers={"If-None-Match": etag}).status_code == 200


def test_present_without_a_seat_is_said(client: Client) -> None:
    round_ = round_with(2)
    late = make_entrant(round_.tournament)
    client.force_login(make_member(round_.tournament))
    assert client.get(board(round_.tournament)).context["board"].unseated == (late,)


def test_referees_run_clocks_but_do_not_close(client: Client) -> None:
    round_ = round_with(1)
    slug = round_.tournament.slug
    client.force_login(make_member(round_.tournament, Role.REFEREE))
    assert client.get(board(round_.tournament)).status_code == 200
    assert client.post(reverse("direct-table-deed", args=[slug, 1, 1, "stop"])).status_code == 302
    assert client.post(reverse("direct-round-deed", args=[slug, 1, "close"])).status_code == 403


@pytest.mark.parametrize("tables", [1, 30])
def test_queries_of_the_board(client: Client, tables: int, django_assert_num_queries: Any) -> None:
    round_ = round_with(tables)
    confirm(round_, [[40, 30, 20, 10]], tables=[1])
    client.force_login(make_member(round_.tournament))
    client.get(board(round_.tournament))
    with django_assert_num_queries(14):
        client.get(board(round_.tournament))
