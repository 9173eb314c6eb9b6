"""The desk: a name and Enter, everything about one entrant, the roll call with its one-tap undo."""

import pytest
from django.test import Client

from tests.factories import make_entrant, make_entrants, make_member, make_round, make_tournament
from tournament.models import Entrant, EntrantState, FeeState, KeepApart, Role, Tournament
from tournament.services.links import entrant_of_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament(fee_cents=1500)


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(make_member(tournament, Role.DESK))
    client.cookies["django_language"] = "en"
    return client


def entries(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/direct/entries/"


# --- adding ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("Aldo Rossi", "Aldo", "Rossi"),
        ("ROSSI, ALDO", "Aldo", "Rossi"),
        ("anna maria de luca", "Anna Maria", "De Luca"),
        ("Zorro", "Zorro", ""),
    ],
)
def test_a_name_is_read_as_people_type_it(
    desk: Client, tournament: Tournament, typed: str, first: str, last: str
) -> None:
    answer = desk.post(entries(tournament), {"name": typed, "club": "Club Ponente"})
    entrant = tournament.entrants.get()
    assert answer["Location"] == f"{entries(tournament)}?added={entrant.number}"
    assert (entrant.person.first_name, entrant.person.last_name) == (first, last)
    assert (entrant.club.name, entrant.state) == ("Club Ponente", "confirmed")


def test_after_an_entry_the_next_name_can_be_typed_at_once(desk: Client, tournament: Tournament) -> None:
    page = desk.post(entries(tournament), {"name": "Aldo Rossi"}, follow=True).content.decode()
    assert 'value="" autofocus' in page
    assert "is entered, number 1" in page


def test_who_comes_late_is_marked_here_in_the_same_step(desk: Client, tournament: Tournament) -> None:
    desk.post(entries(tournament), {"name": "Aldo Rossi", "here": "on"})
    assert tournament.entrants.get().state == EntrantState.CHECKED_IN


def test_a_duplicate_is_refused_with_a_link_to_the_entry(desk: Client, tournament: Tournament) -> None:
    desk.post(entries(tournament), {"name": "Aldo Rossi"})
    answer = desk.post(entries(tournament), {"name": "aldo ROSSI"})
    assert (answer.status_code, tournament.entrants.count()) == (409, 1)
    assert f'<a href="{entries(tournament)}1/">Open the entry</a>' in answer.content.decode()


def test_a_late_entry_plays_from_the_next_round_with_the_credit_that_is_stated(
    desk: Client, tournament: Tournament
) -> None:
    assert 'name="credit"' not in desk.get(entries(tournament)).content.decode()
    make_round(tournament, [make_entrants(tournament, 4)])
    assert 'name="credit"' in desk.get(entries(tournament)).content.decode()
    desk.post(entries(tournament), {"name": "Aldo Rossi", "credit": "25"})
    late = tournament.entrants.get(person__last_name="Rossi")
    assert (late.enters_in_round, late.entry_credit) == (2, 25)


@pytest.mark.parametrize("name", ["", "   ", "x" * 200])
def test_no_name_is_no_entry(desk: Client, tournament: Tournament, name: str) -> None:
    answer = desk.post(entries(tournament), {"name": name})
    assert (answer.status_code, tournament.entrants.count()) == (422, 0)


def test_a_full_tournament_says_so_and_keeps_what_was_typed(desk: Client, tournament: Tournament) -> None:
    tournament.capacity = 1
    tournament.save()
    make_entrant(tournament)
    answer = desk.post(entries(tournament), {"name": "Aldo Rossi"})
    assert (answer.status_code, 'value="Aldo Rossi"' in answer.content.decode()) == (409, True)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["Zeno Abate", "Ada Zanni"]),
        ("?sort=name", ["Zeno Abate", "Ada Zanni"]),
        ("?sort=club", ["Ada Zanni", "Zeno Abate"]),
        ("?show=due", ["Ada Zanni"]),
        ("?show=out", []),
        ("?show=nonsense&sort=nonsense&added=x", ["Zeno Abate", "Ada Zanni"]),
    ],
)
def test_the_list_is_sorted_and_filtered(
    desk: Client, tournament: Tournament, query: str, names: list[str]
) -> None:
    desk.post(entries(tournament), {"name": "Zeno Abate", "club": "Zebra"})
    desk.post(entries(tournament), {"name": "Ada Zanni", "club": "Alfa"})
    desk.post(f"{entries(tournament)}1/paid/", {"back": "list"})
    shown = desk.get(entries(tournament) + query).context["entrants"]
    assert [one.full_name for one in shown] == names


def test_the_fees_add_up(desk: Client, tournament: Tournament) -> None:
    make_entrants(tournament, 3)
    for deed in ("1/paid", "2/waived"):
        desk.post(f"{entries(tournament)}{deed}/")
    page = desk.get(entries(tournament))
    turnout = page.context["turnout"]
    assert (turnout.fees_paid, turnout.fees_due, turnout.fees_waived) == (1, 1, 1)
    assert page.context["taken_in"] == "15.00 €"


# --- one entrant ----------------------------------------------------------------------------------------


def sent(entrant: Entrant, **changed: object) -> dict[str, object]:
    """What the desk's form sends."""
    person = entrant.person
    names = {"first_name": person.first_name, "last_name": person.last_name} if person else {}
    plain = {"version": entrant.version, "enters_in_round": 1, "in_ranking": "on", "consent_data": "on"}
    return {**names, **plain, **changed}


def test_the_desk_saves_person_and_entry_together(desk: Client, tournament: Tournament) -> None:
    entrant = make_entrant(tournament)
    form = sent(entrant, club="Nuovo", phone="333", enters_in_round=2, is_standby="on", notes="Arriva tardi")
    answer = desk.post(f"{entries(tournament)}1/", form)
    entrant = Entrant.objects.get()
    assert answer.status_code == 302
    assert (str(entrant.club), entrant.enters_in_round, entrant.is_standby) == ("Nuovo", 2, True)
    assert (entrant.person.phone, entrant.person.consent_name) == ("333", False)
    assert tournament.events.get(kind="person_edited").after == {
        "fields": ["consent_name", "consent_results", "phone"]
    }


def test_what_somebody_else_saved_meanwhile_is_not_overwritten(desk: Client, tournament: Tournament) -> None:
    entrant = make_entrant(tournament)
    old = sent(entrant, notes="mine")
    desk.post(f"{entries(tournament)}1/", sent(entrant, notes="theirs"))
    answer = desk.post(f"{entries(tournament)}1/", old)
    assert (answer.status_code, Entrant.objects.get().notes) == (422, "theirs")


def test_a_person_keeps_a_name(desk: Client, tournament: Tournament) -> None:
    entrant = make_entrant(tournament)
    answer = desk.post(f"{entries(tournament)}1/", sent(entrant, first_name="", last_name="", notes="x"))
    assert (answer.status_code, Entrant.objects.get().notes) == (422, "")


def test_a_stand_in_has_no_personal_data_to_change(desk: Client, tournament: Tournament) -> None:
    Entrant.objects.create(tournament=tournament, number=1, stand_in_name="Anonimo")
    page = desk.get(f"{entries(tournament)}1/")
    assert (page.status_code, "first_name" in page.context["form"].fields) == (200, False)
    assert desk.post(f"{entries(tournament)}1/", sent(Entrant.objects.get(), group="Neri")).status_code == 302


@pytest.mark.parametrize(
    ("deed", "facts", "expected"),
    [
        ("paid", {}, {"fee_state": FeeState.PAID}),
        ("waived", {}, {"fee_state": FeeState.WAIVED}),
        ("due", {}, {"fee_state": FeeState.DUE}),
        ("here", {}, {"state": EntrantState.CHECKED_IN}),
        ("absent", {}, {"state": EntrantState.ABSENT}),
        ("not-called", {}, {"state": EntrantState.CONFIRMED}),
        ("withdraw", {"after_round": "1"}, {"state": EntrantState.WITHDRAWN, "left_after_round": 1}),
        ("withdraw", {"after_round": "x"}, {"state": EntrantState.CHECKED_IN}),
        ("revoke-link", {}, {"link_version": 2}),
    ],
)
def test_every_act_of_the_desk(
    desk: Client, tournament: Tournament, deed: str, facts: dict[str, str], expected: dict[str, object]
) -> None:
    make_entrant(tournament)
    answer = desk.post(f"{entries(tournament)}1/{deed}/", facts)
    entrant = Entrant.objects.get()
    assert answer["Location"] == f"{entries(tournament)}1/"
    assert {name: getattr(entrant, name) for name in expected} == expected


def test_an_unknown_act_is_no_page(desk: Client, tournament: Tournament) -> None:
    make_entrant(tournament)
    assert desk.post(f"{entries(tournament)}1/explode/").status_code == 404


@pytest.mark.parametrize(
    ("role", "status", "state"), [("desk", 403, "checked_in"), ("director", 302, "disqualified")]
)
def test_only_a_director_disqualifies(
    client: Client, tournament: Tournament, role: str, status: int, state: str
) -> None:
    make_entrant(tournament)
    client.force_login(make_member(tournament, Role(role)))
    facts = {"after_round": "1", "reason": "Ha barato", "void_games": "on"}
    answer = client.post(f"{entries(tournament)}1/disqualify/", facts)
    assert (answer.status_code, Entrant.objects.get().state) == (status, state)


@pytest.mark.parametrize(("sent", "state"), [({"present": "on"}, "checked_in"), ({}, "confirmed")])
def test_somebody_out_is_brought_back(
    desk: Client, tournament: Tournament, sent: dict[str, str], state: str
) -> None:
    make_entrant(tournament, state=EntrantState.WITHDRAWN, left_after_round=1)
    desk.post(f"{entries(tournament)}1/bring-back/", sent)
    entrant = Entrant.objects.get()
    assert (entrant.state, entrant.left_after_round) == (state, None)


def test_two_are_kept_apart_and_let_together_again(desk: Client, tournament: Tournament) -> None:
    make_entrants(tournament, 2)
    desk.post(f"{entries(tournament)}2/keep-apart/", {"other": "1"})
    pair = KeepApart.objects.get()
    assert [other.number for _, other in desk.get(f"{entries(tournament)}2/").context["file"].apart] == [1]
    desk.post(f"{entries(tournament)}2/together/", {"pair": str(pair.pk)})
    assert not KeepApart.objects.exists()


def test_the_desk_sees_seats_and_the_personal_link(desk: Client, tournament: Tournament) -> None:
    players = make_entrants(tournament, 4)
    make_round(tournament, [players])
    page = desk.get(f"{entries(tournament)}1/")
    assert [game.seat.turn_order for game in page.context["file"].games] == [1]
    origin, token = page.context["personal_url"].rstrip("/").rsplit("/", 1)
    assert (origin, entrant_of_token(token)) == ("http://testserver/me", players[0])


# --- roll call ------------------------------------------------------------------------------------------


def roll_call(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/direct/roll-call/"


def test_one_tap_marks_and_one_tap_takes_it_back(desk: Client, tournament: Tournament) -> None:
    make_entrant(tournament, state=EntrantState.REGISTERED)
    marked = desk.post(f"{roll_call(tournament)}1/here/", follow=True)
    assert (len(marked.context["call"].here), marked.context["call"].marked.number) == (1, 1)
    assert f'action="{roll_call(tournament)}1/not-called/"' in marked.content.decode()
    undone = desk.post(f"{roll_call(tournament)}1/not-called/", {"undone": "1"}, follow=True)
    assert (len(undone.context["call"].missing), undone.context["call"].marked) == (1, None)


def test_the_roll_is_called_by_surname(desk: Client, tournament: Tournament) -> None:
    for name in ("Aldo Verdi", "Zeno Bianchi", "Ada Bianchi"):
        desk.post(entries(tournament), {"name": name})
    call = desk.get(roll_call(tournament)).context["call"]
    assert [one.full_name for one in call.missing] == ["Ada Bianchi", "Zeno Bianchi", "Aldo Verdi"]


def test_somebody_out_is_not_called_but_brought_back_first(desk: Client, tournament: Tournament) -> None:
    make_entrant(tournament, state=EntrantState.WITHDRAWN)
    page = desk.post(f"{roll_call(tournament)}1/here/", follow=True)
    assert page.context["call"].expected == 0
    assert [str(message).endswith("bring the entry back first.") for message in page.context["messages"]] == [
        True
    ]


def test_closing_names_who_is_absent_and_reopening_changes_nobody(
    desk: Client, tournament: Tournament
) -> None:
    desk.post(entries(tournament), {"name": "Aldo Verdi"})
    make_entrant(tournament)
    page = desk.post(f"{roll_call(tournament)}close/", follow=True)
    assert [str(one) for one in page.context["messages"]] == ["Absent now: Aldo Verdi"]
    desk.post(f"{roll_call(tournament)}reopen/")
    tournament.refresh_from_db()
    states = set(tournament.entrants.values_list("state", flat=True))
    assert (tournament.check_in_closed_at, states) == (None, {"absent", "checked_in"})


def test_closing_with_everybody_called_says_so(desk: Client, tournament: Tournament) -> None:
    make_entrant(tournament)
    page = desk.post(f"{roll_call(tournament)}close/", follow=True)
    assert [str(one) for one in page.context["messages"]] == [
        "The roll call is closed: everybody was called."
    ]


def test_a_poll_takes_no_undo_bar_away(desk: Client, tournament: Tournament) -> None:
    make_entrant(tournament)
    poll = desk.get(roll_call(tournament), headers={"X-Fragments": "1"})
    assert 'data-fragment="undo"' not in poll.content.decode()
    assert 'data-fragment="undo"' in desk.get(roll_call(tournament)).content.decode()


def test_an_open_roll_call_is_told_when_nothing_changed(
    desk: Client, tournament: Tournament, still_clock: None
) -> None:
    etag = desk.get(roll_call(tournament))["ETag"]
    answer = desk.get(roll_call(tournament), headers={"X-Fragments": "1", "If-None-Match": etag})
    assert answer.status_code == 304


def test_a_referee_calls_the_roll_but_does_not_close_it(client: Client, tournament: Tournament) -> None:
    make_entrant(tournament, state=EntrantState.CONFIRMED)
    client.force_login(make_member(tournament, Role.REFEREE))
    assert client.post(f"{roll_call(tournament)}1/here/").status_code == 302
    assert client.post(f"{roll_call(tournament)}close/").status_code == 403
