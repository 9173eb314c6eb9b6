"""What the desk and a director do for people over the API: the door, entries, roles, suspensions, records."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail

from tests.factories import make_entrant, make_entrants, make_member, make_person, make_round, make_user
from tests.results import close, confirm
from tests.tournament.api.conftest import Api
from tests.tournament.api.test_direct import Hall
from tournament.api.examples import DOOR, INVITATION, REFUSAL, SUSPENSION
from tournament.models import BanScope, Entrant, EntrantState, Role, Scope, Tournament, User
from tournament.services.tokens import issue_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(tournament: Tournament) -> Hall:
    return Hall(tournament)


def waiting(tournament: Tournament, **person: Any) -> Entrant:
    address = f"p{tournament.entrants.count()}@example.org"
    return make_entrant(
        tournament, state=EntrantState.REGISTERED, person=make_person(email=address, **person)
    )


def test_the_door_from_the_plan_to_the_last_answer(
    hall: Hall, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    tournament = hall.tournament
    seen = hall.get("door/")["ETag"]
    door = hall.post("door/", DOOR, If_Match=seen).json()
    assert [door["is_offered"], door["late_entries"], door["questions"]] == [True, False, DOOR["questions"]]
    assert [len(door["join_code"]), door["closes_at"]] == [6, DOOR["closes_at"]]
    assert hall.post("door/", DOOR, If_Match=seen).status_code == 412
    assert hall.refused("door/", DOOR | {"questions": [{"label": "A?"}, {"label": "A!"}]})[0] == 422
    assert hall.refused("door/", DOOR | {"questions": [{"label": f"{n}"} for n in range(13)]})[0] == 422
    known = make_person(first_name="Ada", last_name="Bo")
    people = [waiting(tournament) for _ in range(3)] + [waiting(tournament, first_name="Ada", last_name="Bo")]
    callers = hall.get("door/").json()["to_answer"]
    assert [one["entrant"] for one in callers] == [one.number for one in people]
    assert [one["person"] for one in callers[3]["lookalikes"]] == [known.public_key]
    answers = (
        ({"answer": "approve"}, 200),
        (REFUSAL, 200),
        ({"answer": "ask", "reason": "Data di nascita?"}, 200),
        ({"answer": "same_person", "person": known.public_key}, 200),
    )
    with django_capture_on_commit_callbacks(execute=True):
        for one, (body, status) in zip(people, answers, strict=True):
            assert hall.post(f"entrants/{one.number}/answer/", body).status_code == status
    assert len(mail.outbox) == 3
    states = [Entrant.objects.get(pk=one.pk).state for one in people[:2]]
    assert [*states, Entrant.objects.get(pk=people[3].pk).person] == ["confirmed", "withdrawn", known]
    assert hall.get("door/").json()["to_answer"][0]["asked"] == "Data di nascita?"
    assert hall.refused(f"entrants/{people[2].number}/answer/", {"answer": "same_person"})[0] == 422
    assert hall.refused(f"entrants/{people[2].number}/answer/", {"answer": "refuse"})[0] == 422
    assert hall.refused("entrants/99/answer/", {"answer": "approve"}) == (404, "not_found")
    assert hall.refused("door/places/") == (409, "no_free_place")
    Tournament.objects.filter(pk=tournament.pk).update(capacity=4)
    late = waiting(tournament)
    Entrant.objects.filter(pk=late.pk).update(state=EntrantState.WAITING)
    with django_capture_on_commit_callbacks(execute=True):
        assert hall.post("door/places/").json()["waiting"] == []
    assert len(mail.outbox) == 4


def test_the_desk_changes_what_it_may(hall: Hall, as_user: Callable[..., Api]) -> None:
    tournament = hall.tournament
    other = make_entrants(tournament, 2)[1]
    desk = hall.get("entrants/1/desk/")
    assert [desk.json()["email"], desk.json()["fee_state"], desk.json()["kept_apart_from"]] == ["", "due", []]
    changed = {"email": "a@example.org", "consent_name": False, "club": "Club Nuovo", "notes": "arriva tardi"}
    done = hall.post("entrants/1/desk/", changed, If_Match=desk["ETag"]).json()
    assert {name: done[name] for name in changed} == changed
    assert hall.post("entrants/1/desk/", changed, If_Match=desk["ETag"]).status_code == 412
    assert hall.refused("entrants/1/desk/", {"email": "nessuna"}) == (422, "invalid_input")
    assert hall.post("entrants/1/fee/", {"fee_state": "paid"}).json()["fee_state"] == "paid"
    for apart, numbers in ((True, [2]), (True, [2]), (False, []), (False, [])):
        body = {"other": other.number, "apart": apart}
        assert hall.post("entrants/1/apart/", body).json()["kept_apart_from"] == numbers
    old = hall.get("entrants/1/link/").json()["personal_link"].removeprefix("http://testserver")
    new = hall.post("entrants/1/link/").json()["personal_link"].removeprefix("http://testserver")
    assert [hall.api.client.get(link).status_code for link in (old, new)] == [404, 200]
    stand_in = hall.post("stand-ins/", {"name": "Arbitro"})
    assert [stand_in.status_code, stand_in.json()["in_ranking"]] == [201, False]
    assert "email" not in hall.get(f"entrants/{stand_in.json()['number']}/desk/").json()
    out = hall.post("entrants/2/disqualify/", {"after_round": 0, "reason": "bara"})
    assert out.json()["state"] == "disqualified"
    desk_only = as_user(make_member(tournament, Role.DESK))
    path = f"tournaments/{tournament.slug}/entrants/1/"
    assert desk_only.get(f"{path}desk/").status_code == 200
    assert desk_only.post(f"{path}disqualify/", {"after_round": 0, "reason": "x"}).status_code == 403
    assert Api().get(f"{path}desk/").status_code == 401


def test_leaving_is_seen_beforehand(hall: Hall) -> None:
    people = make_entrants(hall.tournament, 4)
    round_ = make_round(hall.tournament, [people])
    confirm(round_, [[50, 40, 30, 20]])
    close(round_)
    ways = {one["way"]: one["changes"] for one in hall.get("entrants/1/leaving/").json()}
    assert list(ways) == ["withdrawn", "disqualified", "void"]
    winner = next(one for one in ways["disqualified"] if one["before"]["rank"] == 1)
    assert [ways["withdrawn"], winner["after"]["rank"]] == [[], None]


def test_roles_are_given_by_links(hall: Hall, as_user: Callable[..., Api]) -> None:
    made = hall.post("invitations/", INVITATION)
    document = made.json()
    assert [made.status_code, document["role"], document["tables"]] == [201, "referee", [3, 4]]
    assert document["link"].endswith(f"/invitation/{document['token']}/")
    assert "token" not in hall.get("invitations/").json()[0]
    guest = make_user()
    taken = as_user(guest).post("invitations/accept/", {"token": document["token"]}).json()
    assert [taken["name"], taken["role"]] == [guest.display_name, "referee"]
    again = as_user(guest).post("invitations/accept/", {"token": document["token"]})
    assert [again.status_code, again.json()["code"]] == [422, "invitation_closed"]
    assert Api().post("invitations/accept/", {"token": "x"}).status_code == 401
    reader = as_user(guest, scopes=[Scope.READ])
    assert reader.post("invitations/accept/", {"token": "x"}).status_code == 403
    members = hall.get("members/").json()
    assert [one["role"] for one in members] == ["director", "referee"]
    assert hall.refused(f"members/{members[0]['id']}/remove/") == (409, "last_director")
    assert len(hall.post(f"members/{members[1]['id']}/remove/").json()) == 1
    open_one = hall.post("invitations/", {"role": "desk"}).json()
    assert hall.post(f"invitations/{open_one['id']}/revoke/").json()["revoked_at"]
    assert hall.refused("invitations/999/revoke/") == (404, "not_found")


def test_a_token_for_one_tournament_takes_no_roles_elsewhere(tournament: Tournament, director: User) -> None:
    _, text = issue_token(user=director, name="t", scopes=[*Scope], days=1, tournament=tournament)
    answer = Api(Authorization=f"Bearer {text}").post("invitations/accept/", {"token": "x"})
    assert answer.status_code == 403


def test_somebody_is_suspended_let_in_and_free_again(hall: Hall) -> None:
    make_entrants(hall.tournament, 4)
    days = {"starts_on": "2026-11-01", "ends_on": "2027-02-28"}
    given = hall.post("suspensions/", SUSPENSION | days)
    assert [given.status_code, given.json()["may_lift"], given.json()["scope"]] == [201, True, "organiser"]
    named = hall.post("suspensions/", {"last_name": "Ignoto", "starts_on": "2026-11-01", "reason": "rissa"})
    assert named.json()["ends_on"] is None
    again = {"last_name": "Ignoto", "starts_on": "2026-12-01", "reason": "rissa"}
    assert hall.post("suspensions/", again).json()["person"] == named.json()["person"]
    assert hall.refused("suspensions/", SUSPENSION | days | {"scope": BanScope.EVERYWHERE})[0] == 403
    assert hall.refused("suspensions/", days | {"reason": "nessuno"}) == (422, "invalid_input")
    stand_in = hall.post("stand-ins/", {"name": "Arbitro"}).json()["number"]
    assert hall.refused("suspensions/", SUSPENSION | days | {"entrant": stand_in})[0] == 422
    Entrant.objects.filter(number=4).update(state=EntrantState.CONFIRMED)
    assert hall.refused("entrants/4/presence/", {"present": True}) == (409, "director_decides")
    assert hall.post("entrants/4/let-in/", {"reason": "ha già scontato"}).json()["number"] == 4
    first = given.json()["id"]
    lifted = hall.post(f"suspensions/{first}/lift/", {"reason": "errore di persona"}).json()
    assert [lifted["holds"], lifted["lifted_reason"]] == [False, "errore di persona"]
    assert [one["holds"] for one in hall.get("suspensions/").json() if one["id"] == first] == [False]
    assert hall.refused("suspensions/999/lift/", {"reason": "x"}) == (404, "not_found")


def test_two_records_become_one_and_are_taken_apart_and_erased(hall: Hall) -> None:
    tournament = hall.tournament
    kept = make_entrant(tournament, person=make_person(first_name="Ada", last_name="Bo"))
    elsewhere = make_entrant(Hall(tournament).tournament, person=make_person(last_name="Altro"))
    before = Tournament.objects.create(
        name="Prima", slug="prima", starts_on="2026-01-01", ends_on="2026-01-01", formula=tournament.formula
    )
    before.memberships.create(user=tournament.memberships.first().user, role=Role.DIRECTOR)
    gone = make_entrant(before, person=make_person(first_name="Bo", last_name="Ada", email="b@example.org"))
    key, path = gone.person.public_key, f"entrants/{kept.number}/person/"
    record = hall.get(path)
    assert [[one["person"] for one in record.json()["alike"]], record.json()["others"]] == [[key], []]
    assert hall.get(f"{path}?q=nessuno").json()["alike"] == []
    preview = hall.get(f"{path}merge/{key}/").json()
    assert [preview["moving"], [one["becomes"] for one in preview["lines"][:2]]] == [["prima"], ["Ada", "Bo"]]
    typed = {"name": "Bo Ada", "reason": "la stessa"}
    assert hall.refused(f"{path}merge/{key}/", typed | {"name": "Ada"}) == (422, "name_not_typed")
    merged = hall.post(f"{path}merge/{key}/", typed, If_Match=record["ETag"]).json()
    assert [len(merged["entries"]), [one["person"] for one in merged["merged"]]] == [2, [key]]
    assert hall.refused(f"{path}merge/{key}/", typed) == (404, "not_found")
    apart = hall.post(f"{path}separate/{key}/", {"reason": "due persone"}).json()
    assert [len(apart["entries"]), apart["merged"]] == [1, []]
    assert "Ada" in str(hall.get(f"{path}data/").json())
    assert hall.refused(f"{path}erase/", {"name": "Ada", "reason": "chiesto"}) == (422, "name_not_typed")
    erased = hall.post(f"{path}erase/", {"name": "Ada Bo", "reason": "chiesto"}).json()
    assert [erased["erased_at"] is not None, erased["alike"]] == [True, []]
    stand_in = hall.post("stand-ins/", {"name": "Arbitro"}).json()["number"]
    assert hall.get(f"entrants/{stand_in}/person/").status_code == 404
    other_hall = make_entrant(
        Tournament.objects.create(
            name="Altrove",
            slug="altrove",
            starts_on="2026-01-01",
            ends_on="2026-01-01",
            formula=tournament.formula,
        ),
        person=elsewhere.person,
    )
    barred = f"entrants/{elsewhere.number}/person/"
    assert hall.get(barred).json()["others"] == ["altrove"]
    assert hall.get(f"{barred}merge/{key}/").status_code == 404
    body = {"name": other_hall.full_name, "reason": "chiesto"}
    assert hall.refused(f"{barred}erase/", body) == (403, "others_decide_too")
