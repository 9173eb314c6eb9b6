"""What a director does over the API beside the rounds: rules, snapshots, corrections, evenings, repairs, jobs, circuits."""

import base64
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring.formulas import TeamRule
from scoring.presets import preset
from tests.factories import make_entrants, make_member, make_round, make_tournament, make_user
from tests.results import close, confirm
from tests.tournament.api.conftest import Api
from tests.tournament.api.test_direct import Hall
from tests.tournament.services.test_slip_photos import photo
from tests.tournament.web.test_circuits import circuit_of
from tests.tournament.web.test_season import finished
from tournament.api.examples import CASE, CIRCUIT, EVENING, REPORT, THRESHOLDS, TOURNAMENT
from tournament.models import Person, Role, Round, Team, Tournament, User
from tournament.services.ratings import refresh_ratings
from tournament.services.standings import issue_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(tournament: Tournament) -> Hall:
    return Hall(tournament)


@pytest.fixture
def played(tournament: Tournament) -> Round:
    """A closed round of two tables with its standings issued."""
    people = make_entrants(tournament, 8)
    round_ = make_round(tournament, [people[:4], people[4:]], state="playing")
    confirm(round_, [[50, 40, 30, 20], [60, 40, 30, 20]])
    close(round_)
    issue_standings(tournament=tournament, stage=round_.stage, after_round=1, actor=None)
    return round_


def test_the_rules_are_read_by_all_and_changed_until_they_freeze(hall: Hall) -> None:
    seen = hall.get("rules/")
    assert [seen.json()["preset"], seen.json()["frozen"], seen.json()["plan"]["rounds"]] == [
        "raduno",
        False,
        2,
    ]
    assert Api().get(f"tournaments/{hall.tournament.slug}/rules/").json() == seen.json()
    sent = {"place": "Lodi", "fee_cents": 1000, "plan": {"rounds": 3, "cut": "league"}, "keep": 2}
    done = hall.post("rules/", sent, If_Match=seen["ETag"]).json()
    assert [done["fee_cents"], done["plan"]["rounds"], done["plan"]["cut"]] == [1000, 3, "league"]
    assert hall.post("rules/", sent, If_Match=seen["ETag"]).status_code == 412
    assert hall.post("rules/", {"organiser": "Noi"}).json()["version"] == done["version"] + 1
    for wrong in ({"starts_on": "2027-01-01"}, {"preset": "nessuno"}, {"plan": {"split": "no"}}):
        assert hall.refused("rules/", wrong) == (422, "invalid_input")
    wanted = preset("open").to_document()
    judged = hall.post("formula/", {"formula": wanted, "preview": True}).json()
    assert [judged["preset"], judged["formula"]["code"]] == ["raduno", "own"]
    own = hall.post("formula/", {"formula": wanted}).json()
    assert [own["preset"], own["formula"]] == ["own", judged["formula"]]
    assert hall.refused("formula/", {"formula": {"parts": 1}}) == (422, "invalid_input")
    assert hall.post("rules/", {"plan": {"rounds": 4}}).json()["preset"] == "own"
    table = hall.post("thresholds/", THRESHOLDS).json()
    assert [table["plan"]["cut"], table["thresholds"]["steps"][0]["at_least"]] == ["Ours", 8]
    assert hall.refused("thresholds/", THRESHOLDS | {"name": "raduno"}) == (422, "invalid_input")
    option = hall.get("game/").json()["options"][0]["name"]
    assert hall.post("options/", {"options": {option: None}}).json()["options"] == {}
    hall.tournament.refresh_from_db()
    assert hall.tournament.place == "Lodi"


def test_frozen_rules_stay(hall: Hall, played: Round) -> None:
    Tournament.objects.filter(pk=hall.tournament.pk).update(frozen_at=played.closed_at)
    assert hall.refused("rules/", {"preset": "open"}) == (409, "rules_frozen")
    assert hall.post("rules/", {"plan": {"rounds": 3}}).json()["frozen"] is True
    assert hall.refused("options/", {"options": {}}) == (409, "rules_frozen")


def test_a_snapshot_is_compared_and_restored_and_what_is_deleted_comes_back(
    hall: Hall, played: Round
) -> None:
    taken = hall.post("snapshots/", {"note": "prima"})
    where = f"snapshots/{taken.json()['id']}/"
    assert [taken.status_code, taken.json()["before"], taken.json()["subject"]] == [201, "by_hand", "prima"]
    assert hall.get(where).json()["differences"] == []
    title = str(played.title)
    gone = hall.post("rounds/1/delete/", {"name": title, "reason": "prova"}).json()
    assert [gone["before"], hall.tournament.rounds.count()] == ["delete", 0]
    assert {"section": "rounds", "comes_back": 1, "goes": 0, "changes": 0} in hall.get(where).json()[
        "differences"
    ]
    typed = {"name": hall.tournament.name, "reason": "serve ancora"}
    assert hall.refused(f"{where}restore/", typed | {"name": "x"}) == (422, "name_not_typed")
    etag = hall.get()["ETag"]
    assert hall.post(f"{where}restore/", typed, If_Match=etag).json()["rounds"] == 1
    assert len(hall.get("snapshots/").json()) == 3
    archive = hall.get(f"{where}archive/")
    assert archive["Content-Type"] == "application/octet-stream"
    opened = hall.api.post("archives/", {"content": base64.b64encode(archive.content).decode()})
    assert [opened.status_code, opened.json()["rounds"]] == [201, 1]
    assert hall.api.post("archives/", {"content": "no base64!"}).status_code == 422
    assert hall.refused("delete/", {"name": "x"}) == (422, "name_not_typed")
    deleted = hall.post("delete/", {"name": hall.tournament.name}).json()
    assert hall.get().status_code == 404
    back = hall.api.post(f"snapshots/{deleted['id']}/bring-back/")
    assert [back.status_code, back.json()["name"]] == [201, hall.tournament.name]
    assert hall.api.post(f"snapshots/{deleted['id']}/bring-back/").status_code == 404


def test_a_correction_is_seen_with_all_it_changes_then_confirmed(
    hall: Hall, played: Round, as_user: Callable[..., Api]
) -> None:
    table = played.tables.order_by("number")[0]
    make_round(hall.tournament, [list(hall.tournament.entrants.all())[:4]])
    assert hall.post(f"tables/{table.pk}/submissions/", REPORT | {"reason": "letto male"}).status_code == 201
    (waiting,) = hall.get("corrections/").json()
    assert [waiting["submission"], waiting["table_id"], waiting["reason"]] == [2, table.pk, "letto male"]
    shown = hall.get(f"corrections/{waiting['id']}/").json()
    assert [shown["is_late"], len(shown["standing_seatings"]), shown["knockout"]] == [True, 1, []]
    assert shown["shifts"][0]["after_round"] == 1
    assert hall.get("errata/").json() == []
    elsewhere = as_user(make_member(hall.tournament, Role.REFEREE, tables=[9]))
    path = f"tournaments/{hall.tournament.slug}/corrections/{waiting['id']}/"
    assert elsewhere.get(path).status_code == 404
    referee = as_user(make_member(hall.tournament, Role.REFEREE))
    confirmed = f"tournaments/{hall.tournament.slug}/tables/{table.pk}/submissions/2/confirm/"
    assert referee.post(confirmed, {"counts": False}).status_code == 200
    (erratum,) = Api().get(f"tournaments/{hall.tournament.slug}/errata/").json()
    assert [erratum["counts"], erratum["reason"]] == [False, "letto male"]
    assert [hall.get("corrections/").json(), hall.get(f"corrections/{waiting['id']}/").status_code] == [
        [],
        404,
    ]


def test_an_evening_of_a_league(hall: Hall, played: Round) -> None:
    placed = hall.post("rounds/1/place/", EVENING).json()
    assert placed["starts_at"] == EVENING["starts_at"]
    assert [one["venue"] for one in hall.get("rounds/1/tables/").json()] == ["Upstairs", "Bar"]
    assert hall.refused("rounds/1/place/", {"venues": {"uno": "x"}}) == (422, "invalid_input")
    assert hall.post("rounds/1/place/", {"venues": {"2": ""}}).json()["starts_at"] == EVENING["starts_at"]
    called = hall.post("evening/", If_Match=hall.get("roll-call/")["ETag"]).json()
    assert [called["here"], len(called["not_called"])] == [[], 8]
    make_round(hall.tournament, [list(hall.tournament.entrants.all())[:4]])
    assert hall.refused("evening/") == (409, "round_goes_on")
    assert set(hall.get("room-code/").json()) == {"code", "seconds_left"}


def test_level_players_are_put_in_order(hall: Hall) -> None:
    people = make_entrants(hall.tournament, 8)
    round_ = make_round(hall.tournament, [people[:4], people[4:]])
    confirm(round_, [[50, 40, 30, 20], [50, 40, 30, 20]])
    close(round_)
    group = hall.get("ties/").json()["groups"][0]
    decided = hall.post("ties/", {"order": group[::-1], "reason": "spareggio"}).json()["decision"]
    assert [decided["order"], decided["reason"], decided["after_round"]] == [group[::-1], "spareggio", 1]
    assert hall.refused("ties/", {"order": [99], "reason": "x"}) == (422, "invalid_input")
    assert hall.post("ties/take-back/").json()["decision"] is None
    Round.objects.all().delete()
    hall.tournament.stages.all().delete()
    assert hall.get("ties/").status_code == 404


def test_a_seating_is_edited_back_and_forth_and_repaired(hall: Hall) -> None:
    make_entrants(hall.tournament, 9)
    hall.post("rounds/", {})
    drawn = seats(hall)
    swapped = [[drawn[1][0], *drawn[0][1:]], [drawn[0][0], *drawn[1][1:]]]
    hall.post("rounds/1/seating/", {"tables": swapped})
    for act, wanted in (("undo", drawn), ("redo", swapped), ("restore-draw", drawn)):
        tables = hall.post(f"rounds/1/{act}/", {}).json()
        assert [[one["entrant"] for one in table["seats"]] for table in tables] == wanted
    table = hall.tournament.rounds.get().tables.get(number=1)
    assert hall.post(f"tables/{table.pk}/lock/", {"locked": True}).status_code == 200
    assert hall.refused("rounds/1/seating/", {"tables": swapped})[0] == 409
    hall.post(f"tables/{table.pk}/lock/", {"locked": False})
    five = next(one for one in seats(hall) if len(one) == 5)
    ways = hall.get(f"rounds/1/repairs/?remove={five[0]}").json()
    body = {"remove": five[0], "number": ways["proposals"][0]["number"], "version": ways["version"]}
    assert hall.refused("rounds/1/repair/", body | {"version": 999}) == (409, "seating_changed")
    assert hall.post("rounds/1/repair/", body).status_code == 200
    assert seats(hall) == ways["proposals"][0]["tables"]
    assert hall.get("rounds/1/repairs/").status_code == 422
    assert hall.get("rounds/1/repairs/?remove=99").status_code == 422


def seats(hall: Hall) -> list[list[int]]:
    tables = hall.get("rounds/1/tables/").json()
    return [[one["entrant"] for one in table["seats"]] for table in tables]


def test_a_table_while_it_is_played(hall: Hall) -> None:
    people = make_entrants(hall.tournament, 4)
    round_ = make_round(hall.tournament, [people], state="playing")
    table = round_.tables.get()
    where = f"tables/{table.pk}/"
    for name, body in (("call", {"waiting": True}), ("finish", {"reason": "tardi"})):
        assert hall.post(f"{where}{name}/", body).status_code == 200
    table.refresh_from_db()
    assert [table.called_at is not None, table.finished_early_reason] == [True, "tardi"]
    colours = {"1": "black", "2": "red"}
    assert [one["colour"] for one in hall.post(f"{where}colours/", {"colours": colours}).json()["seats"]][
        :2
    ] == [
        "black",
        "red",
    ]
    assert hall.refused(f"{where}colours/", {"colours": {"1": "green"}})[0] == 422
    assert hall.refused(f"{where}closing/", {"act": "expired", "turn": 9, "seen": 0})[0] == 422
    noted = hall.post(f"{where}closing/", {"act": "expired", "turn": 2, "seen": 0}).json()
    assert [noted["phase"], noted["turn"], len(noted["steps"])] == ["penultimate", 2, 1]
    assert (
        hall.refused(f"{where}closing/", {"act": "turn_over", "turn": 2, "seen": 0})[1] == "noted_meanwhile"
    )
    assert hall.get(f"{where}closing/").json() == noted
    assert hall.post(f"{where}closing/take-back/", {"seen": 1}).json()["steps"] == []
    Tournament.objects.filter(pk=hall.tournament.pk).update(ruleset="risk-mission")
    assert hall.get(f"{where}closing/").status_code == 404
    asked = hall.post("disputes/", {"case": CASE}).json()["id"]
    assert len(hall.post(f"disputes/{asked}/amend/", {"case": CASE}).json()["rulings"]) == 2


@pytest.mark.django_db(transaction=True)
def test_long_work_becomes_a_job_that_is_followed(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    make_entrants(hall.tournament, 8)
    monkeypatch.setattr("tournament.queues.LARGE_DRAW", 7)
    asked = hall.post("rounds/", {"seed": 5, "starts_at": "2026-11-29T10:00:00Z"}, Idempotency_Key="a")
    job = asked.json()
    assert [asked.status_code, asked["Location"]] == [202, job["url"]]
    assert hall.post("rounds/", {"seed": 5, "starts_at": "2026-11-29T10:00:00Z"}, Idempotency_Key="a")[
        "Location"
    ]
    followed = hall.api.get(job["url"].removeprefix("/api/v1/")).json()
    assert [followed["state"], followed["result"], followed["file"]] == ["done", {"round": 1}, None]
    drawn = hall.get("rounds/1/").json()
    assert [drawn["seed"], drawn["starts_at"]] == [None, "2026-11-29T10:00:00Z"]
    assert hall.tournament.rounds.get().seed == 5
    assert hall.post("rounds/", {}).status_code == 201
    assert hall.refused("rounds/1/letters/", {}) == (404, "not_found")
    hall.post("rounds/1/publish/")
    pack = hall.api.get(hall.post("rounds/1/pack/")["Location"].removeprefix("/api/v1/")).json()
    assert hall.api.get(pack["file"].removeprefix("/api/v1/")).content[:4] == b"%PDF"
    letters = hall.post("rounds/1/letters/", {"letter": "seat"})
    assert [letters.status_code, letters.json()["kind"]] == [202, "letters"]
    assert [one["kind"] for one in hall.get("jobs/").json()] == ["letters", "paper-pack", "seating"]
    assert hall.get(f"jobs/{letters.json()['id']}/file/").status_code == 404
    assert hall.post(f"jobs/{letters.json()['id']}/cancel/").status_code == 200
    referee = Api(make_member(hall.tournament, Role.REFEREE))
    assert referee.get(f"tournaments/{hall.tournament.slug}/jobs/").json() == []
    assert referee.get(job["url"].removeprefix("/api/v1/")).status_code == 404


def test_a_list_is_tried_and_entered_and_files_go_out(hall: Hall, played: Round) -> None:
    text = base64.b64encode(b"Nome,Cognome,Club\nAda,Nuova,Lodi\n").decode()
    tried = hall.post("imports/", {"filename": "a.csv", "content": text})
    assert [tried.status_code, tried.json()["importable"], len(tried.json()["entries"])] == [201, True, 1]
    entered = hall.post(f"imports/{tried.json()['id']}/confirm/")
    assert [entered.status_code, entered.json()[0]["club"]] == [201, "Lodi"]
    assert hall.refused(f"imports/{tried.json()['id']}/confirm/")[1] == "upload_gone"
    assert hall.refused("imports/", {"filename": "a.csv", "content": "no!"}) == (422, "invalid_input")
    ready = hall.get("national/").json()
    assert [ready["ready"], ready["left_out"][-1]["name"]] == [False, "Ada Nuova"]
    assert hall.get("national/?kind=no").status_code == 422
    assert hall.get("workbook/").content[:4] == b"\xd0\xcf\x11\xe0"
    assert hall.get("national/results/").content.decode().splitlines()[1].count(",") == 19


def test_a_clubs_workbook_becomes_a_tournament(
    hall: Hall, played: Round, as_user: Callable[..., Api]
) -> None:
    content = base64.b64encode(hall.get("workbook/").content).decode()
    api = as_user(make_user())
    tried = api.post("workbooks/", {"filename": "torneo.xls", "content": content}).json()
    assert [tried["importable"], tried["entrants"], tried["rounds"], tried["notices"]] == [True, 8, 1, []]
    assert {"preset": "raduno", "as_clubs_program": True} in tried["fitting"]
    told = {"name": "Dal foglio", "starts_on": "2026-11-29", "preset": "raduno"}
    where = f"workbooks/{tried['id']}/confirm/"
    assert hall.api.post(where, told).json()["code"] == "upload_gone"
    made = api.post(where, told)
    assert [made.status_code, made.json()["state"], made.json()["entrants"]] == [201, "running", 8]


def test_a_photo_comes_with_a_report(hall: Hall, settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    round_ = make_round(hall.tournament, [make_entrants(hall.tournament, 4)], state="playing")
    where = f"tables/{round_.tables.get().pk}/submissions/"
    taken = base64.b64encode(photo()).decode()
    assert hall.post(where, REPORT | {"photo": taken}).status_code == 201
    shown = hall.get(f"{where}1/photo/")
    assert [shown["Content-Type"], shown.content[:2]] == ["image/jpeg", b"\xff\xd8"]
    hall.post(where, REPORT)
    assert hall.get(f"{where}2/photo/").status_code == 404
    assert hall.refused(where, REPORT | {"photo": "no!"}) == (422, "invalid_input")


@pytest.mark.parametrize(
    "doubled",
    [{"places": [1, 2, 2]}, {"eliminated": [3, 3]}, {"seats": [*REPORT["seats"], REPORT["seats"][0]]}],
)
def test_nobody_stands_twice_in_a_report(hall: Hall, doubled: dict[str, Any]) -> None:
    round_ = make_round(hall.tournament, [make_entrants(hall.tournament, 4)], state="playing")
    refused = hall.post(f"tables/{round_.tables.get().pk}/submissions/", REPORT | doubled)
    assert [refused.status_code, refused.json()["errors"][0].split(":")[0]] == [422, next(iter(doubled))]
    asked = hall.post("disputes/", {"case": CASE}).json()["id"]
    assert hall.get(f"disputes/{asked}/record/").content[:4] == b"%PDF"
    told = hall.post("webhooks/", {"url": "https://example.org/"}).json()["id"]
    assert hall.post(f"webhooks/{told}/switch/", {"active": False}).json()["active"] is False


def test_a_tournament_is_made(director: User) -> None:
    api = Api(director)
    made = api.post("tournaments/", TOURNAMENT)
    assert [made.status_code, made.json()["state"], made.json()["slug"]] == [
        201,
        "draft",
        "raduno-di-primavera",
    ]
    for wrong in ({"preset": "risk-places"}, {"ends_on": "2027-01-01"}, {"preset": "nessuno"}):
        assert api.post("tournaments/", TOURNAMENT | wrong).status_code == 422
    assert Api().post("tournaments/", TOURNAMENT).status_code == 401


def test_a_circuit_in_its_keepers_hands(director: User, as_user: Callable[..., Api]) -> None:
    api, held = as_user(director), finished(2)
    made = api.post("circuits/", CIRCUIT)
    circuit = made.json()
    where, kind = f"circuits/{circuit['slug']}/", circuit["types"][0]["id"]
    assert [made.status_code, circuit["types"][0]["weights"]] == [201, {"0": "1.0000"}]
    assert api.post("circuits/", CIRCUIT | {"place_points": [3, 5]}).status_code == 422
    assert {one["type"] for one in api.get(f"{where}tournaments/").json()} == {None}
    chosen = api.post(f"{where}tournaments/", {"tournaments": {held.slug: kind}}).json()
    assert [one["type"] for one in chosen if one["tournament"] == held.slug] == [kind]
    assert api.post(f"{where}tournaments/", {"tournaments": {"no": kind}}).status_code == 422
    seen = api.get(where)
    assert seen.json()["players"][0]["total"] == "12"
    changed = api.post(where, {"name": "Coppa", "is_public": False}, If_Match=seen["ETag"]).json()
    assert [changed["name"], changed["types"]] == ["Coppa", circuit["types"]]
    assert api.post(where, {"name": "Coppa"}, If_Match=seen["ETag"]).status_code == 412
    assert api.post(where, {"types": [{"name": "Altro"}]}).json()["code"] == "circuit_type_in_use"
    other = make_user()
    assert as_user(other).get(where).status_code == 404
    keepers = api.post(f"{where}keepers/", {"username": other.username}).json()
    assert {one["id"] for one in keepers} == {director.pk, other.pk}
    assert len(as_user(other).get(f"{where}keepers/").json()) == 2
    assert api.delete(f"{where}keepers/{director.pk}/").status_code == 200
    public = circuit_of()
    assert api.post(f"circuits/{public.slug}/", {"name": "Mio"}).status_code == 403
    keeper = as_user(other)
    assert keeper.delete(f"{where}keepers/{other.pk}/").json()["code"] == "last_keeper"
    assert keeper.post(f"{where}delete/", {"name": "x"}).status_code == 422
    assert keeper.post(f"{where}delete/", {"name": "coppa"}).json()["slug"] == circuit["slug"]


def test_the_season_and_teams_as_everybody_reads_them(anybody: Api) -> None:
    held = finished(6)
    refresh_ratings()
    assert anybody.get("season/").json() == {"years": [2026]}
    season = anybody.get("season/2026/?best=1").json()
    first = season["players"][0]
    assert [first["rank"], first["counted"], season["clubs"][0]["rank"]] == [1, 1, 1]
    person = anybody.get(f"people/{first['person']}/").json()
    assert [person["name"], person["results"][0]["tournament"]] == [first["name"], held.slug]
    assert [person["rating"]["of"], len(person["games"][0]["opponents"])] == [24, 3]
    assert anybody.get("ratings/?page_size=5").json()["count"] == 24
    assert [anybody.get(path).status_code for path in ("season/0/", "people/x/")] == [404, 404]
    Person.objects.filter(public_key=first["person"]).update(consent_results=False)
    assert anybody.get(f"people/{first['person']}/").status_code == 404
    base = f"tournaments/{held.slug}/teams/"
    assert anybody.get(base).status_code == 404
    formula = replace(preset("raduno"), teams=TeamRule(2)).to_document()
    Tournament.objects.filter(pk=held.pk).update(formula=formula, data_version=99)
    team = Team.objects.create(tournament=held, name="Lodi")
    held.entrants.filter(number__in=(1, 2)).update(team=team)
    rows = anybody.get(base).json()
    assert [one["wins"] for one in rows if one["team"] == "Lodi"] == [1]


def test_a_person_without_a_public_result_has_no_page(anybody: Api, tournament: Tournament) -> None:
    (one,) = make_entrants(make_tournament(), 1)
    assert one.person is not None
    assert anybody.get(f"people/{one.person.public_key}/").status_code == 404
