"""The closing assistant on a phone: who may note, what is refused, the undo, and the ending that the slip suggests."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import confirm_table
from tournament.models import Event, Role, Round, RoundState, Seat, Table
from tournament.reports.sheets import record_sheet
from tournament.services.links import personal_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """A table of four whose time has just expired."""
    tournament = make_tournament()
    started = timezone.now() - timedelta(minutes=91)
    round_ = make_round(
        tournament, [make_entrants(tournament, 4)], state=RoundState.PLAYING, started_at=started
    )
    return round_.tables.get()


@pytest.fixture
def player(table: Table) -> Client:
    return Client(headers={"accept-language": "en"})


def address(table: Table) -> str:
    return f"/t/{table.round.tournament.slug}/tables/{table.pk}/closing/"


def own(table: Table) -> str:
    seat = table.seats.select_related("entrant").get(turn_order=1)
    return f"/me/{personal_token(seat.entrant)}/closing/"


def note(client: Client, where: str, table: Table, act: str, **more: Any) -> Any:
    table.refresh_from_db()
    seen = len(table.closing.get("steps", ()))
    return client.post(where, {"act": act, "seen": seen, **more})


def test_a_player_leads_the_table_to_its_last_throw(player: Client, table: Table) -> None:
    where = own(table)
    assert "The time is over" in player.get(where).content.decode()
    assert note(player, where, table, "expired", turn=3).status_code == 302
    for turn in (3, 4, 1, 2, 3):
        assert note(player, where, table, "turn-over", turn=turn).status_code == 302
    page = player.get(where)
    assert "4 or less ends the game" in page.content.decode()
    assert page["X-Robots-Tag"] == "noindex"
    assert note(player, where, table, "throw", turn=4, conquests=3).status_code == 302
    throw = {"turn": 1, "conquests": 0, "die-1": 1, "die-2": 3}
    assert note(player, where, table, "throw", **throw).status_code == 302
    table.refresh_from_db()
    assert (table.closing["ending"], table.closing["ended_by"]) == ("closing", 1)
    assert "Closed by" in player.get(where).content.decode()
    assert Event.objects.filter(kind="closing_noted").count() == 8
    newest = Event.objects.filter(kind="closing_noted").latest("number")
    assert newest.after is not None
    assert newest.after["phase"] == "over"
    assert newest.after["noted_by"] == Seat.objects.get(turn_order=1).entrant.full_name


def test_the_slip_suggests_the_noted_ending_and_undo_takes_it_back(client: Client, table: Table) -> None:
    client.force_login(make_member(table.round.tournament, Role.REFEREE))
    where, entry = address(table), f"/t/{table.round.tournament.slug}/referee/tables/{table.pk}/entry/"
    assert client.get(entry).context["ending"] == "closing"
    note(client, where, table, "objective", turn=2)
    assert client.get(entry).context["ending"] == "objective_in_time"
    note(client, where, table, "undo")
    note(client, where, table, "undo")
    table.refresh_from_db()
    assert (table.closing["steps"], table.closing["ending"]) == ([], "")
    assert Event.objects.filter(kind="closing_taken_back").count() == 1


def test_the_public_follows_and_cannot_note(player: Client, table: Table) -> None:
    page = player.get(address(table))
    assert (page.status_code, page.context["may_note"], 'name="act"' in page.content.decode()) == (
        200,
        False,
        False,
    )
    assert note(player, address(table), table, "expired", turn=1).status_code == 404
    headers = {"X-Fragments": "1", "If-None-Match": page["ETag"]}
    assert player.get(address(table), headers=headers).status_code == 304


def test_players_wait_for_the_clock_a_referee_may_begin_earlier(
    client: Client, player: Client, table: Table
) -> None:
    Round.objects.update(started_at=timezone.now())
    assert note(player, own(table), table, "expired", turn=1).status_code == 409
    client.force_login(make_member(table.round.tournament, Role.REFEREE))
    assert note(client, address(table), table, "expired", turn=1).status_code == 302


def test_what_does_not_fit_is_refused_in_words(player: Client, table: Table) -> None:
    where = own(table)
    assert note(player, where, table, "turn-over", turn=1).status_code == 422
    assert note(player, where, table, "nonsense", turn=1).status_code == 422
    note(player, where, table, "expired", turn=4)
    for turn in (4, 1, 2, 3):
        note(player, where, table, "turn-over", turn=turn)
    assert (
        note(player, where, table, "throw", turn=1, conquests=0, **{"die-1": 1, "die-2": 1}).status_code
        == 422
    )
    assert (
        note(player, where, table, "throw", turn=4, conquests=0, **{"die-1": 7, "die-2": 1}).status_code
        == 422
    )
    assert note(player, where, table, "throw", turn=4, conquests=0).status_code == 422
    assert note(player, where, table, "throw", turn=4, conquests=-1).status_code == 422
    assert player.post(where, {"act": "throw", "seen": "0", "turn": "4", "conquests": "5"}).status_code == 409


def test_a_round_that_is_over_takes_no_notes(player: Client, table: Table) -> None:
    where = own(table)
    Round.objects.update(state=RoundState.PUBLISHED)
    assert "not being played" in player.get(address(table)).content.decode()
    assert note(player, where, table, "expired", turn=1).status_code == 409
    table.round.tournament.ruleset = "risikard"
    table.round.tournament.save()
    assert player.get(where).status_code == 404
    assert player.get("/me/nonsense/closing/").status_code == 404
    assert player.get(address(table).replace(str(table.pk), "99999")).status_code == 404


def test_the_referees_record_tells_the_throws(player: Client, table: Table) -> None:
    where = own(table)
    note(player, where, table, "expired", turn=4)
    for turn in (4, 1, 2, 3):
        note(player, where, table, "turn-over", turn=turn)
    note(player, where, table, "throw", turn=4, conquests=1, **{"die-1": 6, "die-2": 1})
    note(player, where, table, "throw", turn=1, conquests=3)
    note(player, where, table, "throw", turn=2, conquests=0, **{"die-1": 2, "die-2": 2})
    confirm_table(table, [10, 20, 30, 40])
    fourth, first, second = (
        table.seats.select_related("entrant__person").get(turn_order=turn).entrant.full_name
        for turn in (4, 1, 2)
    )
    with translation.override("en"):
        sheet = record_sheet(table.round)
    assert sheet.tables[0].facts[1] == ("Sdadata", f"{fourth} 6+1 at 4, {first} – at 4, {second} 2+2 at 4")
