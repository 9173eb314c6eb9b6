"""The referee's room through its pages: entry by board and by totals, a second person, limits, conflicts."""

from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.challenge import BOARD
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tests.tournament.services.test_slip_photos import photo
from tournament.models import Role, Submission, Table, User
from tournament.services.confirmation import confirm_result

pytestmark = pytest.mark.django_db

COLOURS = ("red", "blue", "green", "yellow")


def posted(**changes: Any) -> dict[str, Any]:
    """The entry form with a whole board dealt out and objectives 1 to 4."""
    fields: dict[str, Any] = {f"territory-{t}": COLOURS[i % 4] for i, t in enumerate(BOARD.ids)}
    fields |= {f"objective-{colour}": number for number, colour in enumerate(COLOURS, start=1)}
    return fields | {"ending": "closing", "idempotency_key": "k1", "seen_number": "0"} | changes


@pytest.fixture
def table() -> Table:
    tournament = make_tournament()
    return make_round(tournament, [make_entrants(tournament, 4)]).tables.get()


@pytest.fixture
def referee(table: Table) -> User:
    return make_member(table.round.tournament, Role.REFEREE)


def address(name: str, table: Table, *rest: int) -> str:
    return reverse(name, args=[table.round.tournament.slug, table.pk, *rest])


def test_a_result_goes_from_entry_to_confirmation(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    assert client.get(address("referee-enter", table)).status_code == 200
    answer = client.post(address("referee-enter", table), posted())
    assert answer.headers["Location"] == address("referee-table", table)
    submission = Submission.objects.get()
    room = client.get(address("referee-table", table))
    assert [one.pk for one in room.context["waiting"]] == [submission.pk]
    client.post(address("referee-confirm", table, 1))
    submission.refresh_from_db()
    assert not submission.effective
    client.force_login(make_member(table.round.tournament, Role.REFEREE))
    client.post(address("referee-confirm", table, 1))
    submission.refresh_from_db()
    assert submission.effective


def test_nothing_typed_is_lost_when_a_board_is_refused(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    answer = client.post(address("referee-enter", table), posted(**{"territory-congo": "", "note": "slip 3"}))
    assert answer.status_code == 422
    assert "Congo" in str(answer.context["error"])
    assert answer.context["owners"]["alaska"] == "red"
    assert b"slip 3" in answer.content
    assert not Submission.objects.exists()


def test_totals_are_taken_by_hand(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    fields = posted(mode="totals") | {f"points-{turn}": 50 - turn for turn in (1, 2, 3, 4)}
    assert client.post(address("referee-enter", table), fields).status_code == 302
    assert Submission.objects.get().source == "totals"
    bad = client.post(address("referee-enter", table), fields | {"points-1": "many", "idempotency_key": "k2"})
    assert "many" in str(bad.context["error"])


def test_numbers_that_no_form_of_ours_sends_break_nothing(
    client: Client, table: Table, referee: User
) -> None:
    client.force_login(referee)
    odd = posted(seen_number="9" * 5000, idempotency_key="k\0", note="slip\0 3")
    assert client.post(address("referee-enter", table), odd).status_code == 302
    stored = Submission.objects.get()
    assert (stored.idempotency_key, stored.note) == ("k", "slip 3")  # PostgreSQL keeps no NUL


def test_the_same_phone_sends_twice_and_stores_once(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    for _ in range(3):
        client.post(address("referee-enter", table), posted(), headers={"Idempotency-Key": "phone"})
    assert Submission.objects.count() == 1


def test_a_form_that_is_changed_after_it_was_saved_is_saved_under_a_new_key(
    client: Client, table: Table, referee: User
) -> None:
    client.force_login(referee)
    client.post(address("referee-enter", table), posted())
    back = client.post(address("referee-enter", table), posted(note="the button back"))
    assert [back.status_code, back.context["newest"].number] == [409, 1]
    fresh = {name: back.context[name] for name in ("idempotency_key", "seen_number")}
    assert (
        client.post(address("referee-enter", table), posted(note="the button back", **fresh)).status_code
        == 302
    )
    assert [one.note for one in Submission.objects.order_by("number")] == ["", "the button back"]


def test_a_report_whose_answer_was_lost_is_no_correction(client: Client, table: Table) -> None:
    scorekeeper = make_member(table.round.tournament, Role.SCOREKEEPER)
    client.force_login(scorekeeper)
    client.post(address("referee-enter", table), posted())
    confirm_result(
        submission_id=Submission.objects.get().pk, referee=make_member(table.round.tournament, Role.REFEREE)
    )
    assert client.post(address("referee-enter", table), posted()).status_code == 302
    assert client.post(address("referee-enter", table), posted(note="other")).status_code == 409
    assert client.post(address("referee-enter", table), posted(idempotency_key="k2")).status_code == 403
    assert Submission.objects.count() == 1


def test_the_second_to_save_sees_both_versions(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    client.post(address("referee-enter", table), posted())
    answer = client.post(address("referee-enter", table), posted(idempotency_key="k2"))
    assert answer.status_code == 409
    assert answer.context["newest"].number == 1


def test_a_referee_of_other_tables_keeps_off(client: Client, table: Table) -> None:
    limited = make_member(table.round.tournament, Role.REFEREE, tables=[9, 7])
    client.force_login(limited)
    refused = client.get(address("referee-enter", table))
    assert refused.status_code == 403
    assert "you look after the tables 7, 9" in refused.content.decode()
    assert reverse("referee", args=[table.round.tournament.slug]) in refused.content.decode()
    assert client.post(address("referee-confirm", table, 1)).status_code == 403
    assert client.get(reverse("referee", args=[table.round.tournament.slug])).context["tables"] == []


def test_tables_that_are_done_stand_last(client: Client) -> None:
    entrants = make_entrants(make_tournament(), 12)
    round_ = make_round(entrants[0].tournament, [entrants[:4], entrants[4:8], entrants[8:]])
    confirm(round_, [(46, 30, 20, 10)], tables=[1])
    round_.tables.filter(number=3).update(called_at=timezone.now())
    client.force_login(make_member(round_.tournament, Role.REFEREE))
    tables = client.get(reverse("referee", args=[round_.tournament.slug])).context["tables"]
    assert [table["number"] for table in tables] == [3, 2, 1]


def test_a_scorekeeper_hears_who_corrects_a_confirmed_result(client: Client, table: Table) -> None:
    confirm(table.round, [(46, 30, 20, 10)])
    client.force_login(make_member(table.round.tournament, Role.SCOREKEEPER))
    refused = client.get(address("referee-enter", table))
    assert refused.status_code == 403
    assert "a referee or the director corrects it" in refused.content.decode()


def test_a_stranger_is_sent_to_the_login_and_another_tournaments_director_away(
    client: Client, table: Table
) -> None:
    assert "/accounts/login/" in client.get(address("referee-enter", table)).headers["Location"]
    client.force_login(make_member(make_tournament()))
    assert client.get(address("referee-enter", table)).status_code == 403


def test_two_different_reports_show_where_they_differ(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    client.post(address("referee-enter", table), posted())
    other = posted(idempotency_key="k2", seen_number="1") | {"territory-alaska": "blue"}
    client.post(address("referee-enter", table), other)
    context = client.get(address("referee-table", table)).context
    assert context["differing"] == ["alaska"]
    first, second = (seat.entrant.full_name for seat in table.seats.order_by("turn_order")[:2])
    assert [said.text for said in context["differences"][0].said] == [first, second]
    assert context["differences"][-1].about.startswith("Place of")
    assert client.get(reverse("referee", args=[table.round.tournament.slug])).context["rivals"] == {table.pk}


def test_reports_with_another_ending_differ_in_it(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    for number, ending in enumerate(("closing", "time_over")):
        fields = posted(idempotency_key=str(number), seen_number=str(number), ending=ending)
        client.post(address("referee-enter", table), fields)
    (difference,) = client.get(address("referee-table", table)).context["differences"]
    assert len({said.text for said in difference.said}) == 2


def test_colours_are_swapped_in_one_step(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    swapped = {"colour-1": "blue", "colour-2": "red", "colour-3": "green", "colour-4": "yellow"}
    client.post(address("referee-colours", table), swapped)
    assert list(table.seats.values_list("colour", flat=True)) == ["blue", "red", "green", "yellow"]


def test_a_report_is_sent_back_with_its_reason(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    client.post(address("referee-enter", table), posted())
    client.force_login(make_member(table.round.tournament, Role.REFEREE))
    client.post(address("referee-reject", table, 1), {"reason": "Peru is missing"})
    assert Submission.objects.get().rejected_reason == "Peru is missing"
    assert client.post(address("referee-reject", table, 9), {"reason": "x"}).status_code == 404


@pytest.mark.parametrize(("role", "offered"), [(Role.SCOREKEEPER, False), (Role.REFEREE, True)])
def test_what_a_role_may_not_open_is_not_offered(
    client: Client, table: Table, referee: User, role: Role, *, offered: bool
) -> None:
    client.force_login(referee)
    client.post(address("referee-enter", table), posted())
    client.force_login(make_member(table.round.tournament, Role.REFEREE))
    client.post(address("referee-confirm", table, 1))
    client.force_login(make_member(table.round.tournament, role))
    room = client.get(address("referee-table", table)).content.decode()
    for page in (address("referee-enter", table), reverse("disputes", args=[table.round.tournament.slug])):
        assert (f'href="{page}"' in room) is offered
        assert (client.get(page).status_code == 200) is offered


def test_a_correction_asks_for_its_reason(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    client.post(address("referee-enter", table), posted())
    other = make_member(table.round.tournament, Role.REFEREE)
    client.force_login(other)
    client.post(address("referee-confirm", table, 1))
    page = client.get(address("referee-enter", table))
    assert page.context["owners"]["alaska"] == "red"
    fields = posted(idempotency_key="k2", seen_number="1") | {"territory-alaska": "blue"}
    assert client.post(address("referee-enter", table), fields).status_code == 422
    client.post(address("referee-enter", table), fields | {"reason": "misread"})
    assert Submission.objects.get(number=2).reason == "misread"


def test_a_photo_of_the_slip_comes_with_the_report_and_only_the_staff_see_it(
    client: Client, table: Table, referee: User
) -> None:
    client.force_login(referee)
    form = client.get(address("referee-enter", table)).content.decode()
    assert 'enctype="multipart/form-data"' in form
    client.post(address("referee-enter", table), posted(photo=ContentFile(photo(), "slip.jpg")))
    assert address("referee-photo", table, 1) in client.get(address("referee-table", table)).content.decode()
    shown = client.get(address("referee-photo", table, 1))
    assert (shown.headers["Content-Type"], shown.content[:2]) == ("image/jpeg", b"\xff\xd8")
    assert client.get(address("referee-photo", table, 2)).status_code == 404
    assert Client().get(address("referee-photo", table, 1)).status_code == 302
    refused = client.post(
        address("referee-enter", table),
        posted(photo=ContentFile(b"no picture", "slip.jpg"), idempotency_key="k2", seen_number="1"),
    )
    assert refused.status_code == 422
