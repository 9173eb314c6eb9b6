"""Files of a tournament: the workbook out and in again, what is missing, who is left out, tables, the calendar."""

import csv
import io
from datetime import UTC, datetime
from typing import Any

import pytest
import xlrd
from django.test import Client

from scoring.presets import preset
from tests.factories import (
    make_entrant,
    make_entrants,
    make_member,
    make_person,
    make_round,
    make_tournament,
    make_user,
)
from tests.results import close, confirm
from tournament.models import EntrantState, Person, Role, Round, SeatResult, Tournament
from tournament.reports.clubs_workbook import workbook_of
from tournament.reports.national import COLUMNS, readiness_of
from tournament.reports.workbook import TournamentKind, read_workbook, write_workbook
from tournament.selectors.standings import stage_for_standings, standings_for_stage
from tournament.services.imports import keep_upload
from tournament.services.workbook_import import import_workbook, workbook_dry_run

pytestmark = pytest.mark.django_db

POINTS = [[[46, 31, 31, 4], [50, 20, 12, 12, 1]], [[100, 22, 9, 0], [41, 41, 30, 8, 3]]]


def played(code: str = "raduno", **fields: Any) -> Tournament:
    """Nine people, two rounds of a table of 4 and one of 5, all confirmed."""
    facts: dict[str, Any] = {"organiser": "ALFA [Torre]", "place": "Borgo", "preset": code}
    tournament = make_tournament(formula=preset(code).to_document(), **(facts | fields))
    people = make_entrants(tournament, 9)
    for number, points in enumerate(POINTS):
        moved = people[number:] + people[:number]
        round_ = make_round(tournament, [moved[:4], moved[4:]])
        confirm(round_, points)
        close(round_)
    reached = SeatResult.objects.filter(points=100)
    reached.update(objective_reached=True)
    for row in reached:
        row.submission.ending = "objective_in_time"
        row.submission.save()
    return tournament


def totals(tournament: Tournament) -> list[tuple[int | None, int, int, int]]:
    """Rank, number, total, wins of everybody."""
    stage = stage_for_standings(tournament)
    assert stage is not None
    found = standings_for_stage(stage)
    return [(row.rank, found.competitor_of(row).number, row.total, row.wins) for row in found.rows]


def public_file(client: Client, address: str) -> list[dict[str, str]]:
    answer = client.get(address)
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


# --- the workbook ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["raduno", "open", "master", "nazionale", "gufo", "victory"])
def test_a_workbook_that_is_imported_again_gives_the_same_standings(code: str) -> None:
    tournament = played(code)
    data = write_workbook(workbook_of(tournament))
    director = make_user()
    job = keep_upload(tournament=None, filename="torneo.xls", data=data, actor=director)
    dry = workbook_dry_run(job)
    assert [notice.text for notice in dry.notices if notice.is_error] == []
    assert (code, False) in dry.fitting
    again = import_workbook(
        job=job,
        name="Ancora",
        starts_on=tournament.starts_on,
        preset=code,
        as_clubs_program=False,
        director=director,
    )
    assert totals(again) == totals(tournament)
    assert again.entrants.count() == 9


def test_whoever_has_no_rank_stands_at_the_end_and_is_not_published() -> None:
    tournament = played()
    out = tournament.entrants.order_by("number")[0]
    out.games_void, out.in_ranking = True, False
    out.save()
    data = write_workbook(workbook_of(tournament))
    book = xlrd.open_workbook(file_contents=data)
    assert book.sheet_by_name("Classifica").col_values(0)[-1] == ""
    assert book.sheet_by_name("Classifica").col_values(book.sheet_by_name("Classifica").ncols - 1)[-1] == "1"
    assert "1" not in book.sheet_by_name("Classifica Ridotta").col_values(4)
    last = read_workbook(data).standings[-1]
    assert (last.rank, last.entrant, last.total) == (None, out.number, 0)
    job = keep_upload(tournament=None, filename="torneo.xls", data=data, actor=make_user())
    assert (tournament.preset, False) in workbook_dry_run(job).fitting


def test_equal_points_keep_their_places_by_tenths() -> None:
    book = read_workbook(write_workbook(workbook_of(played())))
    first = book.rounds[0].tables[0]
    assert [str(seat.points) for seat in first.seats] == ["46", "31.1", "31", "4"]
    assert str(book.rounds[1].tables[0].seats[0].points) == "100"


def test_a_formula_that_counts_falling_writes_eliminations_below_zero() -> None:
    tournament = played("gufo")
    last = SeatResult.objects.filter(seat__round__number=1, seat__table__number=1).order_by("place")
    for order, row in enumerate((last[3], last[2]), start=1):
        row.elimination = order
        row.points = 0
        row.save()
    seats = workbook_of(tournament).rounds[0].tables[0].seats
    assert [int(seat.points) for seat in seats] == [46, 31, -1, -2]


def test_the_dates_and_the_kind_are_filled_in() -> None:
    tournament = played()
    info = read_workbook(write_workbook(workbook_of(tournament))).info
    assert info is not None
    assert (info.kind, info.planned_rounds, info.organiser) == ("Raduno Nazionale", 2, "ALFA [Torre]")
    assert info.dates == (tournament.starts_on, tournament.starts_on)


# --- ready to be handed in ------------------------------------------------------------------------------


def readiness(tournament: Tournament) -> Any:
    return readiness_of(tournament, kind=TournamentKind.RADUNO, filename="torneo.xls")


def test_a_whole_tournament_is_ready() -> None:
    tournament = played()
    Person.objects.update(national_id="")
    for number, person in enumerate(Person.objects.all(), start=1):
        person.national_id = str(100 + number)
        person.save()
    found = readiness(tournament)
    assert (found.is_ready, found.lacks, found.left_out) == (True, (), ())


def test_what_is_missing_is_named() -> None:
    tournament = played(organiser="")
    Person.objects.update(birth_date="1980-01-01")
    tournament.rounds.get(number=2).tables.get(number=2).submissions.update(
        effective=False, state="superseded"
    )
    found = readiness(tournament)
    assert [(lack.text, lack.forbids) for lack in found.lacks] == [
        ("Round 2, Table 2 has no confirmed result.", True),
        ("Not filled in: the organiser.", True),
    ]
    assert not found.is_ready


def test_who_is_left_out_and_why(client: Client) -> None:
    tournament = played()
    one, two, three, *_others = tournament.entrants.order_by("number")
    one.state = EntrantState.DISQUALIFIED
    one.save()
    two.in_ranking = False
    two.save()
    Person.objects.filter(entries=three).update(consent_results=False)
    absent = make_entrant(tournament, person=make_person(consent_name=False), state=EntrantState.ABSENT)
    found = readiness(tournament)
    assert [(left.entrant, left.reason) for left in found.left_out] == [
        (one.pk, "disqualified"),
        (two.pk, "plays outside the ranking"),
        (three.pk, "refuses publication of results"),
        (absent.pk, "played no game"),
    ]
    assert [lack.text for lack in found.lacks if absent.full_name in lack.text] == [
        f"The workbook names people who refuse publication of their name: {absent.full_name}."
    ]
    client.force_login(make_member(tournament))
    rows = public_file(client, f"/t/{tournament.slug}/direct/files/national.csv")
    assert [int(row["number"]) for row in rows if int(row["number"]) in {1, 2, 3, 10}] == []
    assert (len(rows), tuple(rows[0]), rows[0]["rank"], rows[0]["games"]) == (6, COLUMNS, "1", "2")


def test_files_that_hold_dates_of_birth_are_for_who_keeps_the_entrants(client: Client) -> None:
    tournament = played()
    page = f"/t/{tournament.slug}/direct/files/"
    assert client.get(page)["Location"].startswith("/accounts/login/")
    client.force_login(make_member(tournament, Role.REFEREE))
    assert [client.get(one).status_code for one in (page, f"{page}workbook.xls", f"{page}national.csv")] == [
        403
    ] * 3
    client.force_login(make_member(tournament, Role.DESK))
    answer = client.get(page, {"kind": "Torneo Open"})
    assert (answer.status_code, answer.context["kind"]) == (200, TournamentKind.OPEN)
    assert client.get(page, {"kind": "Briscola"}).context["kind"] is TournamentKind.RADUNO
    workbook = client.get(f"{page}workbook.xls", {"kind": "Torneo Open"})
    assert workbook["Content-Disposition"] == f'attachment; filename="{tournament.slug}.xls"'
    info = read_workbook(workbook.content).info
    assert info is not None
    assert info.kind == "Torneo Open"


@pytest.mark.parametrize("tables", [1, 8])
def test_the_page_of_files_asks_the_same_for_few_and_many(
    client: Client, tables: int, django_assert_num_queries: Any
) -> None:
    tournament = make_tournament()
    people = make_entrants(tournament, 4 * tables)
    seated = [people[start : start + 4] for start in range(0, len(people), 4)]
    confirm(make_round(tournament, seated), [[40, 30, 20, 10]] * tables)
    client.force_login(make_member(tournament))
    client.get("/style/")
    with django_assert_num_queries(QUERIES):
        assert client.get(f"/t/{tournament.slug}/direct/files/").status_code == 200


QUERIES = 25
"""However many tables; each further round adds those of its tables."""


# --- tables ---------------------------------------------------------------------------------------------


def test_tables_have_stable_headers_and_public_names(client: Client) -> None:
    tournament = played()
    hidden = tournament.entrants.get(number=2).person
    assert hidden is not None
    Person.objects.filter(pk=hidden.pk).update(consent_name=False)
    base = f"/t/{tournament.slug}"
    entrants = public_file(client, f"{base}/entrants.csv")
    assert list(entrants[0]) == ["number", "name", "club", "state"]
    assert entrants[1]["name"] == hidden.pseudonym
    seats = public_file(client, f"{base}/rounds/1/seating.csv")
    assert list(seats[0]) == ["round", "table", "venue", "turn", "colour", "number", "name", "club"]
    assert (len(seats), seats[1]["name"], seats[0]["colour"]) == (9, hidden.pseudonym, "red")
    results = public_file(client, f"{base}/rounds/2/results.csv")
    assert [(row["table"], row["place"], row["points"], row["objective"]) for row in results[:2]] == [
        ("1", "1", "100", "true"),
        ("1", "2", "22", "false"),
    ]
    assert client.get(f"{base}/rounds/2/results.xlsx").content[:2] == b"PK"


@pytest.mark.parametrize(
    ("switch", "address"),
    [
        ({"publish_entrants": False}, "entrants.csv"),
        ({"publish_seating": False}, "rounds/1/seating.csv"),
        ({"publish_results": False}, "rounds/1/results.csv"),
        ({"hidden_from_round": 2}, "rounds/2/results.csv"),
        ({}, "rounds/9/seating.csv"),
        ({}, "entrants.pdf"),
    ],
)
def test_a_file_shows_no_more_than_its_page(client: Client, switch: dict[str, Any], address: str) -> None:
    tournament = played(**switch)
    assert client.get(f"/t/{tournament.slug}/{address}").status_code == 404


def test_the_pages_lead_to_their_files(client: Client) -> None:
    tournament = played(hidden_from_round=2)
    base = f"/t/{tournament.slug}"
    assert f'href="{base}/entrants.xlsx"' in client.get(f"{base}/entrants/").content.decode()
    first, second = (client.get(f"{base}/rounds/{number}/").content.decode() for number in (1, 2))
    assert (f"{base}/rounds/1/results.csv" in first, f"{base}/rounds/2/results.csv" in second) == (
        True,
        False,
    )
    assert f'href="{base}/calendar.ics"' in client.get(f"{base}/").content.decode()


# --- the calendar ---------------------------------------------------------------------------------------


def test_the_calendar_has_the_days_and_the_rounds(client: Client) -> None:
    tournament = make_tournament(place="Borgo; sala", time_limit_minutes=150)
    shown = make_round(tournament, [make_entrants(tournament, 4)])
    draft = make_round(tournament, [], state="draft")
    Round.objects.filter(pk=shown.pk).update(starts_at=datetime(2026, 11, 28, 8, 30, tzinfo=UTC))
    Round.objects.filter(pk=draft.pk).update(starts_at=datetime(2026, 11, 29, 8, 30, tzinfo=UTC))
    answer = client.get(f"/t/{tournament.slug}/calendar.ics")
    lines = answer.content.decode().split("\r\n")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert [line for line in lines if line.startswith(("DTSTART", "DTEND"))] == [
        "DTSTART;VALUE=DATE:20261128",
        "DTEND;VALUE=DATE:20261129",
        "DTSTART;VALUE=DATE:20261129",
        "DTEND;VALUE=DATE:20261130",
        "DTSTART:20261128T083000Z",
        "DTEND:20261128T113000Z",
    ]
    assert lines.count("LOCATION:Borgo\\; sala") == 3


def test_a_league_over_months_is_its_first_and_last_day(client: Client) -> None:
    tournament = make_tournament(starts_on="2026-10-01", ends_on="2027-05-31")
    lines = client.get(f"/t/{tournament.slug}/calendar.ics").content.decode().split("\r\n")
    assert [line for line in lines if line.startswith("DTSTART")] == [
        "DTSTART;VALUE=DATE:20261001",
        "DTSTART;VALUE=DATE:20270531",
    ]
