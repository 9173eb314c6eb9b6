"""The draw and the editor as a director uses them, without scripts."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_entrant, make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tournament.models import Role, Round, RoundState, Tournament
from tournament.selectors.seating import layout_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(client: Client) -> Tournament:
    """A tournament whose director is logged in."""
    tournament = make_tournament()
    client.force_login(make_member(tournament))
    return tournament


def draft(tournament: Tournament, count: int = 8) -> Round:
    entrants = make_entrants(tournament, count, clubs=count)
    tables = [entrants[index : index + 4] for index in range(0, count, 4)]
    return make_round(tournament, tables, state=RoundState.DRAFT)


def post(client: Client, address: str, *args: Any, **data: Any) -> Any:
    return client.post(reverse(address, args=args), data)


def test_one_press_draws_and_opens_the_editor(client: Client, tournament: Tournament) -> None:
    make_entrants(tournament, 20)
    page = client.get(reverse("direct-draw", args=[tournament.slug]))
    assert [split["words"] for split in page.context["splits"]] == ["5 × 4", "4 × 5"]
    answer = post(client, "direct-draw-now", tournament.slug, split="most-fives")
    again = post(client, "direct-draw-now", tournament.slug)
    editor = reverse("direct-seating", args=[tournament.slug, 1])
    assert (answer.url, again.url, tournament.rounds.count()) == (editor, editor, 1)
    assert client.get(reverse("direct-draw", args=[tournament.slug])).url == editor
    assert client.get(editor).status_code == 200


def test_eleven_are_told_the_ways_out(client: Client, tournament: Tournament) -> None:
    make_entrants(tournament, 11)
    page = client.get(reverse("direct-draw", args=[tournament.slug]))
    assert (page.context["splits"], len(page.context["ways"])) == ([], 4)
    assert post(client, "direct-draw-now", tournament.slug).url == page.request["PATH_INFO"]
    answer = post(client, "direct-stand-in", tournament.slug, name="Ada", back="list")
    assert answer.headers["Location"] == f"/t/{tournament.slug}/direct/entries/"
    post(client, "direct-draw-now", tournament.slug)
    assert [len(table) for table in layout_of(tournament.rounds.get())] == [4, 4, 4]


def test_a_standby_is_called_in_from_the_draw(client: Client, tournament: Tournament) -> None:
    make_entrants(tournament, 11)
    volunteer = make_entrant(tournament, is_standby=True)
    here = reverse("direct-draw", args=[tournament.slug])
    assert client.get(here).context["ahead"].standby == (volunteer,)
    for _ in range(2):
        answer = post(
            client, "direct-entrant-deed", tournament.slug, volunteer.number, "call-in", back="draw"
        )
        assert answer.url == here
    page = client.get(here)
    assert (page.context["ahead"].standby, len(page.context["ahead"].present)) == ((), 12)
    assert tournament.events.filter(kind="standby_called_in").count() == 1


def test_the_log_names_who_rests_and_the_split(client: Client, tournament: Tournament) -> None:
    resting = make_entrants(tournament, 21)[0]
    post(client, "direct-draw-now", tournament.slug, split="most-fives", sit_out=resting.pk)
    log = client.get(reverse("direct-log", args=[tournament.slug]), {"kind": "round_drawn"})
    ((_event, _title, change),) = log.context["events"]
    assert change.split("; ")[-2:] == [
        "sizes of the tables: as many tables of 5 as possible",
        f"sits out: {resting.full_name}",
    ]


def test_eleven_play_three_staggered_rounds(client: Client, tournament: Tournament) -> None:
    make_entrants(tournament, 11)
    address = reverse("direct-draw", args=[tournament.slug])
    assert client.get(address).content.count(b'name="staggered"') == 1
    assert tournament.rounds.count() == 0
    for number, resting in ((1, 2), (2, 2), (3, 7)):
        answer = post(client, "direct-draw-now", tournament.slug, staggered="yes" if number == 1 else "")
        editor = client.get(answer.url)
        round_ = tournament.rounds.get(number=number)
        names = sorted(one.full_name for one in tournament.entrants.filter(pk__in=round_.resting))
        assert (sorted(one.full_name for one in editor.context["editor"].resting), len(names)) == (
            names,
            resting,
        )
        assert (editor.context["editor"].unseated, editor.content.count(b"/again/")) == ((), 0)
        post(client, "direct-seating-deed", tournament.slug, number, "publish")
        confirm(round_, [[20, 15, 10, 5, 4][: table.size] for table in round_.tables.order_by("number")])
        for page in ("round", "find-seat"):
            args = [tournament.slug, number][: 2 if page == "round" else 1]
            assert sorted(client.get(reverse(page, args=args)).context["resting"]) == names
        if number < 3:
            page = client.get(address)
            assert (page.context["planned"]["draw"], page.content.count(b'id="no-tables"')) == (
                round_.ahead[0],
                0,
            )
    assert client.get(address).context["planned"] is None


def test_a_missing_result_asks_for_a_reason(client: Client, tournament: Tournament) -> None:
    round_ = draft(tournament)
    round_.state = RoundState.PLAYING
    round_.save()
    confirm(round_, [[40, 30, 20, 10]], tables=[1])
    page = client.get(reverse("direct-draw", args=[tournament.slug]))
    assert [table.number for table in page.context["ahead"].missing] == [2]
    post(client, "direct-draw-now", tournament.slug)
    assert tournament.rounds.count() == 1
    post(client, "direct-draw-now", tournament.slug, reason="slip lost")
    assert tournament.rounds.count() == 2


def test_two_taps_swap(client: Client, tournament: Tournament) -> None:
    round_ = draft(tournament)
    before = layout_of(round_)
    first, second = before[0][0], before[1][0]
    change = ("direct-seating-change", tournament.slug, 1)
    answer = post(client, *change, seat=first, version=round_.version)
    assert answer.url.endswith(f"?pick={first}#seat-{first}")
    assert f'name="first" value="{first}"' in client.get(answer.url).content.decode()
    post(client, *change, seat=second, first=first, version=round_.version)
    assert layout_of(round_)[0][0] == second
    post(client, *change, first=first, second=second)
    assert layout_of(round_) == before


def test_picking_the_same_seat_again_changes_nothing(client: Client, tournament: Tournament) -> None:
    round_ = draft(tournament)
    before = layout_of(round_)
    post(client, "direct-seating-change", tournament.slug, 1, seat=before[0][0], first=before[0][0])
    assert layout_of(round_) == before


def test_a_move_undo_redo_lock_publish(client: Client, tournament: Tournament) -> None:
    entrants = make_entrants(tournament, 9, clubs=9)
    round_ = make_round(tournament, [entrants[:5], entrants[5:]], state=RoundState.DRAFT)
    deed = "direct-seating-deed"
    post(client, "direct-seating-change", tournament.slug, 1, first=entrants[0].pk, table=2)
    assert [len(table) for table in layout_of(round_)] == [4, 5]
    post(client, deed, tournament.slug, 1, "undo")
    assert [len(table) for table in layout_of(round_)] == [5, 4]
    post(client, deed, tournament.slug, 1, "redo")
    post(client, deed, tournament.slug, 1, "lock", table=1, locked="yes")
    answer = client.post(
        reverse("direct-seating-change", args=[tournament.slug, 1]),
        {"first": entrants[1].pk, "second": entrants[5].pk},
        follow=True,
    )
    assert [str(message) for message in answer.context["messages"]] == ["Table 1 is locked."]
    post(client, deed, tournament.slug, 1, "publish")
    round_.refresh_from_db()
    assert (round_.state, [len(table) for table in layout_of(round_)]) == (RoundState.PUBLISHED, [4, 5])


def test_nonsense_is_a_message_and_not_an_error(client: Client, tournament: Tournament) -> None:
    draft(tournament)
    answer = client.post(
        reverse("direct-seating-change", args=[tournament.slug, 1]),
        {"first": "x", "second": "y"},
        follow=True,
    )
    assert (answer.status_code, len(answer.context["messages"])) == (200, 1)
    assert client.get(reverse("direct-seating", args=[tournament.slug, 7])).status_code == 404
    assert client.post(f"/t/{tournament.slug}/direct/rounds/1/seating/explode/").status_code == 404


def test_a_discarded_draft_is_gone(client: Client, tournament: Tournament) -> None:
    draft(tournament)
    post(client, "direct-seating-discard", tournament.slug, 1)
    assert tournament.rounds.count() == 0


@pytest.mark.parametrize("role", [Role.REFEREE, Role.SCOREKEEPER, Role.DESK])
def test_only_directors_seat(client: Client, role: Role) -> None:
    tournament = make_tournament()
    draft(tournament)
    client.force_login(make_member(tournament, role))
    assert client.get(reverse("direct-seating", args=[tournament.slug, 1])).status_code == 403
    assert post(client, "direct-seating-deed", tournament.slug, 1, "publish").status_code == 403


@pytest.mark.parametrize("count", [4, 32])
def test_queries_of_the_editor(
    client: Client, tournament: Tournament, count: int, django_assert_num_queries: Any
) -> None:
    draft(tournament, count)
    address = reverse("direct-seating", args=[tournament.slug, 1])
    client.get(address)
    with django_assert_num_queries(17):
        assert client.get(address).status_code == 200
