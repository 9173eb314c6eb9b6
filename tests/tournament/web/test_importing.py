"""Importing: a dry run that names every bad row, nothing written before the confirmation, never a 500."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import make_entrant, make_member, make_person, make_tournament, make_user
from tournament.models import Club, Entrant, Job, Person, Role, Tournament
from tournament.reports.workbook import read_workbook
from tournament.selectors.standings import standings_for_stage

pytestmark = pytest.mark.django_db

FIXTURES = Path(__file__).parents[2] / "fixtures"
LIST = b"ID;Nome;Cognome;Club\n7;ALDO;ROSSI;Ponente\n8;Bruna;Bianchi;Ponente\n"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def desk(client: Client, tournament: Tournament) -> Client:
    client.force_login(make_member(tournament, Role.DESK))
    client.cookies["django_language"] = "en"
    return client


def hand_over(client: Client, address: str, data: bytes, name: str = "list.csv") -> str:
    """Upload a file; where that leads."""
    answer = client.post(address, {"file": SimpleUploadedFile(name, data)})
    return answer.get("Location", "")


def importing(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/direct/import/"


def test_nothing_is_written_before_the_confirmation(desk: Client, tournament: Tournament) -> None:
    check = hand_over(desk, importing(tournament), LIST)
    page = desk.get(check)
    assert [one.row.name for one in page.context["run"].new] == ["Aldo Rossi", "Bruna Bianchi"]
    assert (Entrant.objects.count(), Person.objects.count(), Club.objects.count()) == (0, 0, 0)
    answer = desk.post(f"{check}confirm/")
    assert answer["Location"] == f"/t/{tournament.slug}/direct/entries/"
    assert list(tournament.entrants.values_list("number", "person__last_name", "club__name")) == [
        (7, "Rossi", "Ponente"),
        (8, "Bianchi", "Ponente"),
    ]
    assert not Job.objects.exists()


def test_the_projects_own_list_of_23(desk: Client, tournament: Tournament) -> None:
    data = (FIXTURES / "entrants-23.csv").read_bytes()
    check = hand_over(desk, importing(tournament), data, "entrants-23.csv")
    desk.post(f"{check}confirm/")
    assert tournament.entrants.count() == 23


BAD = {
    "binary": (bytes(range(256)) * 40, None),
    "picture": (b"\x89PNG\r\n\x1a\n" + bytes(2000), None),
    "ten thousand rows": (b"Nome;Cognome\n" + b"".join(b"Aldo;Rossi%d\n" % n for n in range(10_000)), None),
    "missing columns": (b"Colore;Taglia\nrosso;M\n", None),
    "two equal ids": (b"ID;Nome;Cognome\n1;Aldo;Rossi\n1;Bruna;Bianchi\n", 3),
    "the same person twice": (b"Nome;Cognome\nAldo;Rossi\nALDO;ROSSI\n", 3),
    "a formula": (b'Nome;Cognome;Club\nAldo;Rossi;"=HYPERLINK(""http://x"")"\n', 2),
    "no name": (b"Nome;Cognome;Club\n;;Ponente\nAldo;Rossi;Ponente\n", 2),
    "nobody": (b"Nome;Cognome\n", None),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_named_and_writes_nothing(desk: Client, tournament: Tournament, what: str) -> None:
    data, row = BAD[what]
    check = hand_over(desk, importing(tournament), data)
    page = desk.get(check)
    assert (page.status_code, [one.row for one in page.context["errors"]]) == (200, [row])
    assert "/confirm/" not in page.content.decode()
    refused = desk.post(f"{check}confirm/")
    assert (refused["Location"], Entrant.objects.count(), Person.objects.count()) == (check, 0, 0)


@pytest.mark.parametrize("data", [b"", b"x" * (5 * 1024 * 1024 + 1)], ids=["empty", "too large"])
def test_a_file_that_is_none_is_refused_at_once(desk: Client, tournament: Tournament, data: bytes) -> None:
    answer = desk.post(importing(tournament), {"file": SimpleUploadedFile("list.csv", data)})
    assert (answer.status_code, Job.objects.count()) == (422, 0)


def test_no_file_at_all(desk: Client, tournament: Tournament) -> None:
    assert desk.post(importing(tournament)).status_code == 422


def test_an_unknown_club_is_only_a_warning(desk: Client, tournament: Tournament) -> None:
    Club.objects.create(name="Levante")
    page = desk.get(hand_over(desk, importing(tournament), LIST))
    assert ([one.row for one in page.context["warnings"]], page.context["errors"]) == ([2], [])


def test_who_is_entered_already_is_passed_over(desk: Client, tournament: Tournament) -> None:
    make_entrant(tournament, person=make_person(first_name="Aldo", last_name="Rossi"))
    check = hand_over(desk, importing(tournament), LIST)
    assert [one.row.name for one in desk.get(check).context["known"]] == ["Aldo Rossi"]
    desk.post(f"{check}confirm/")
    assert [one.full_name for one in tournament.entrants.all()] == ["Aldo Rossi", "Bruna Bianchi"]


def test_an_id_that_is_taken_gives_way_to_a_free_one(desk: Client, tournament: Tournament) -> None:
    make_entrant(tournament, number=7)
    check = hand_over(desk, importing(tournament), LIST)
    assert [one.row for one in desk.get(check).context["warnings"]] == [2]
    desk.post(f"{check}confirm/")
    numbers = dict(tournament.entrants.values_list("person__last_name", "number"))
    assert (numbers["Bianchi"], numbers["Rossi"]) == (8, 9)


def test_a_list_longer_than_the_places_left_is_refused_whole(desk: Client, tournament: Tournament) -> None:
    tournament.capacity = 1
    tournament.save()
    page = desk.get(hand_over(desk, importing(tournament), LIST))
    assert [one.text for one in page.context["errors"]] == ["2 new entries, but only 1 places are free."]


def test_what_the_file_knows_beyond_the_name_is_kept(desk: Client, tournament: Tournament) -> None:
    data = b"Nome;Cognome;Email;Partecipa;Quota;Taglia\nAldo;Rossi;a@example.org;NO;10,00;XL\n"
    check = hand_over(desk, importing(tournament), data)
    desk.post(f"{check}confirm/")
    entrant = tournament.entrants.select_related("person").get()
    assert (entrant.state, entrant.person.email) == ("registered", "a@example.org")
    assert "Taglia: XL" in entrant.notes


def test_somebody_elses_file_is_not_mine(desk: Client, client: Client, tournament: Tournament) -> None:
    check = hand_over(desk, importing(tournament), LIST)
    client.force_login(make_member(tournament))
    assert client.get(check)["Location"] == importing(tournament)
    assert client.post(f"{check}confirm/")["Location"] == importing(tournament)
    assert Entrant.objects.count() == 0


def test_only_the_newest_files_are_kept(desk: Client, tournament: Tournament) -> None:
    checks = [hand_over(desk, importing(tournament), LIST) for _ in range(22)]
    assert Job.objects.count() == 20
    assert desk.get(checks[0])["Location"] == importing(tournament)


# --- a workbook as a tournament -------------------------------------------------------------------------


@pytest.fixture
def organiser(client: Client) -> Client:
    client.force_login(make_user())
    client.cookies["django_language"] = "en"
    return client


def make_of(organiser: Client, file: str, **changed: str) -> tuple[str, Tournament | None]:
    """Hand a workbook over and confirm it; the address of the dry run and the tournament."""
    check = hand_over(organiser, "/new/workbook/", (FIXTURES / file).read_bytes(), file)
    form = organiser.get(check).context["form"]
    first = form.fields["formula"].choices[0][0]
    sent = {"name": "Torneo", "starts_on": "2031-03-08", "formula": first, **changed}
    organiser.post(check, sent)
    return check, Tournament.objects.first()


def test_a_workbook_becomes_a_tournament_with_its_own_standings(organiser: Client) -> None:
    _check, tournament = make_of(organiser, "victory-25.xls")
    assert tournament is not None
    workbook = read_workbook((FIXTURES / "victory-25.xls").read_bytes())
    standings = standings_for_stage(tournament.stages.get())
    computed = {
        standings.entrant_of(row).number: (row.rank, standings.figure(row.total), row.wins)
        for row in standings.rows
    }
    assert computed == {row.entrant: (row.rank, row.total, row.wins) for row in workbook.standings}
    assert [round_.state for round_ in tournament.rounds.all()] == ["closed"] * 3
    assert tournament.standings_versions.count() == 3


def test_a_workbook_without_standings_asks_for_the_formula_and_can_be_played_on(organiser: Client) -> None:
    check, made = make_of(organiser, "open-13.xls")
    assert made is None
    organiser.post(check, {"name": "Torneo", "starts_on": "2031-03-08", "formula": "open:program"})
    tournament = Tournament.objects.get()
    assert (tournament.state, tournament.plan["rounds"], tournament.rounds.count()) == ("running", 2, 2)
    drawn = organiser.post(f"/t/{tournament.slug}/direct/draw/now/")
    assert drawn["Location"] == f"/t/{tournament.slug}/direct/rounds/3/seating/"
    assert organiser.get(f"/t/{tournament.slug}/direct/").status_code == 200


@pytest.mark.parametrize("sent", [{"name": ""}, {"formula": "scopone:rules"}, {"starts_on": "?"}])
def test_a_workbook_is_not_half_a_tournament(organiser: Client, sent: dict[str, str]) -> None:
    assert make_of(organiser, "victory-25.xls", **sent)[1] is None


@pytest.mark.parametrize("data", [LIST, bytes(5000)], ids=["a list", "no workbook"])
def test_what_is_no_workbook_is_said(organiser: Client, data: bytes) -> None:
    check = hand_over(organiser, "/new/workbook/", data)
    page = organiser.get(check)
    assert (len(page.context["errors"]), page.context["run"].importable) == (1, False)
    sent = {"name": "Torneo", "starts_on": "2031-03-08", "formula": "open:rules"}
    assert (organiser.post(check, sent).status_code, Tournament.objects.count()) == (422, 0)


def test_a_forgotten_workbook_is_handed_over_again(organiser: Client) -> None:
    assert organiser.get("/new/workbook/77/")["Location"] == "/new/workbook/"
    assert organiser.post("/new/workbook/").status_code == 422


def test_a_workbook_with_rounds_may_also_give_its_people_only(desk: Client, tournament: Tournament) -> None:
    data = (FIXTURES / "victory-25.xls").read_bytes()
    page = desk.get(hand_over(desk, importing(tournament), data, "victory-25.xls"))
    assert (page.context["run"].rounds, len(page.context["run"].new)) == (3, 25)
