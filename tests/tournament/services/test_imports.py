"""Files and workbooks as services: refused with words, written as a whole, people known from elsewhere found again."""

from datetime import date
from decimal import Decimal

import pytest

from scoring.presets import preset
from tests.factories import make_entrant, make_person, make_tournament, make_user
from tournament.errors import InvalidInput
from tournament.models import Person, Round, SeatResult, Submission, Table, Tournament
from tournament.reports.entrant_file import EntrantRow
from tournament.reports.workbook import (
    GHOST,
    Workbook,
    WorkbookInfo,
    WorkbookRound,
    WorkbookSeat,
    WorkbookTable,
    write_workbook,
)
from tournament.services.desk import save_entrant
from tournament.services.formulas import formula_document
from tournament.services.imports import (
    UploadGone,
    confirm_import,
    dry_run,
    keep_upload,
    upload_of,
)
from tournament.services.records import first_broken_event
from tournament.services.workbook_import import import_workbook, workbook_dry_run

pytestmark = pytest.mark.django_db


def table(number: int, *points: float | str) -> WorkbookTable:
    """A table of players 1, 2, … with these points."""
    return WorkbookTable(
        number, tuple(WorkbookSeat(place, Decimal(str(what))) for place, what in enumerate(points, start=1))
    )


def imported(*rounds: WorkbookRound, info: WorkbookInfo | None = None, people: int = 5) -> Tournament:
    """A tournament made of a workbook with these rounds."""
    entrants = tuple(
        EntrantRow(number, f"Nome{number}", f"Cognome{number}", number) for number in range(1, people + 1)
    )
    data = write_workbook(Workbook(entrants=entrants, rounds=rounds, info=info))
    director = make_user()
    job = keep_upload(tournament=None, filename="prova.xls", data=data, actor=director)
    return import_workbook(
        job=job,
        name="Prova",
        starts_on=date(2031, 3, 8),
        preset="open",
        as_clubs_program=True,
        director=director,
    )


def test_a_last_round_without_points_is_still_to_be_played() -> None:
    made = imported(
        WorkbookRound(1, (table(1, 50, 20, 10, 5),)),
        WorkbookRound(2, (table(1, 0, 0, 0, 0),)),
    )
    assert [(one.state, one.tables.count()) for one in made.rounds.all()] == [("closed", 1), ("published", 1)]
    assert Submission.objects.count() == 1
    assert first_broken_event(made) is None


def test_a_round_with_a_game_missing_is_closed_when_a_later_one_was_played() -> None:
    made = imported(WorkbookRound(1, (table(1, 0, 0, 0, 0),)), WorkbookRound(2, (table(1, 50, 20, 10, 5),)))
    assert [one.state for one in made.rounds.all()] == ["closed", "closed"]


def test_people_without_rounds_make_a_tournament_that_is_open_for_entries() -> None:
    made = imported()
    assert (made.state, made.is_frozen, made.entrants.count()) == ("open", False, 5)


def test_decimals_order_equal_points_and_the_coding_of_the_clubs_is_understood() -> None:
    imported(WorkbookRound(1, (table(1, "44", "44.1", -1, -2, 100),)))
    rows = SeatResult.objects.order_by("seat__turn_order")
    assert [(one.points, one.place, one.elimination, one.objective_reached) for one in rows] == [
        (44, 3, None, False),
        (44, 2, None, False),
        (rows[2].points, 4, 2, False),
        (rows[3].points, 5, 1, False),
        (100, 1, None, True),
    ]
    assert Submission.objects.get().ending == "objective_in_time"


def test_two_at_the_top_share_the_victory() -> None:
    imported(WorkbookRound(1, (table(1, 44, 44, 10, 5),)))
    shares = SeatResult.objects.order_by("seat__turn_order").values_list("place", "shares_victory")
    assert list(shares) == [(1, True), (1, True), (3, False), (4, False)]


def test_a_ghost_gets_no_seat() -> None:
    seats = (*table(1, 40, 20, 10).seats, WorkbookSeat(GHOST, Decimal(0)))
    imported(WorkbookRound(1, (WorkbookTable(1, seats),)))
    assert (Table.objects.get().size, Table.objects.get().seats.count()) == (3, 3)


def test_rounds_have_the_days_of_the_workbook() -> None:
    info = WorkbookInfo(place="Borgo", name="Prova", planned_rounds=3, dates=(date(2031, 3, 8),))
    made = imported(
        WorkbookRound(1, (table(1, 50, 20, 10, 5),)), WorkbookRound(2, (table(1, 5, 50, 10, 5),)), info=info
    )
    days = [one.starts_at.date() if one.starts_at else None for one in Round.objects.all()]
    assert (days, made.plan["rounds"], made.place) == ([date(2031, 3, 8), None], 3, "Borgo")


@pytest.mark.parametrize("points", [120, "-1.5"])
def test_points_that_no_game_gives_are_refused_and_nothing_is_made(points: float | str) -> None:
    with pytest.raises(InvalidInput):
        imported(WorkbookRound(1, (table(1, points, 20, 10, 5),)))
    assert not Tournament.objects.exists()


def test_no_standings_no_suggestion() -> None:
    entrants = (EntrantRow(1, "Aldo", "Rossi", 1),)
    data = write_workbook(Workbook(entrants=entrants))
    job = keep_upload(tournament=None, filename="prova.xls", data=data, actor=make_user())
    assert workbook_dry_run(job).fitting == ()


# --- lists ----------------------------------------------------------------------------------------------


def test_an_empty_file_is_not_kept() -> None:
    with pytest.raises(InvalidInput):
        keep_upload(tournament=None, filename="x.csv", data=b"", actor=make_user())


def test_a_file_of_one_tournament_is_not_imported_into_another() -> None:
    one, other, actor = make_tournament(), make_tournament(), make_user()
    job = keep_upload(tournament=one, filename="x.csv", data=b"Nome;Cognome\nAldo;Rossi\n", actor=actor)
    with pytest.raises(UploadGone):
        confirm_import(tournament_id=other.pk, job_id=job.pk, actor=actor)


def test_somebody_known_from_another_tournament_is_the_same_person() -> None:
    known = make_person(first_name="Aldo", last_name="Rossi")
    tournament, actor = make_tournament(), make_user()
    job = keep_upload(
        tournament=tournament, filename="x.csv", data=b"Nome;Cognome\nAldo;Rossi\n", actor=actor
    )
    entered = confirm_import(tournament_id=tournament.pk, job_id=job.pk, actor=actor)
    assert ([one.person for one in entered], Person.objects.count()) == ([known], 1)
    with pytest.raises(UploadGone):
        upload_of(job.pk, tournament=tournament, actor=actor)


def test_nobody_new_is_nothing_to_import() -> None:
    tournament, actor = make_tournament(), make_user()
    make_entrant(tournament, person=make_person(first_name="Aldo", last_name="Rossi"))
    job = keep_upload(
        tournament=tournament, filename="x.csv", data=b"Nome;Cognome\nAldo;Rossi\n", actor=actor
    )
    with pytest.raises(InvalidInput):
        confirm_import(tournament_id=tournament.pk, job_id=job.pk, actor=actor)


@pytest.mark.parametrize(("places", "errors"), [(2, 0), (1, 1)])
def test_a_list_fits_or_not(places: int, errors: int) -> None:
    tournament = make_tournament(capacity=places)
    data = b"Nome;Cognome\nAldo;Rossi\nBruna;Bianchi\n"
    job = keep_upload(tournament=tournament, filename="x.csv", data=data, actor=make_user())
    assert sum(notice.is_error for notice in dry_run(tournament, job).notices) == errors


# --- options and the desk -------------------------------------------------------------------------------


def test_a_formula_without_options_is_the_presets() -> None:
    assert formula_document("open", keep=2, rounds=2) == preset("open").to_document()


@pytest.mark.parametrize("options", [{"preset": "scopone"}, {"preset": "rulebook", "prize": 900}])
def test_an_option_that_a_formula_cannot_take_is_said(options: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        formula_document(**options)


def test_the_desk_changes_only_data_of_a_person() -> None:
    entrant = make_entrant(make_tournament())
    with pytest.raises(InvalidInput):
        save_entrant(entrant_id=entrant.pk, version=1, actor=None, entry={}, person={"erased_at": None})


def test_saving_what_is_there_already_changes_no_person() -> None:
    entrant = make_entrant(make_tournament())
    person = {"first_name": entrant.person.first_name}
    save_entrant(entrant_id=entrant.pk, version=1, actor=None, entry={}, person=person)
    assert not entrant.tournament.events.filter(kind="person_edited").exists()


def test_a_credit_given_later_reissues_the_standings() -> None:
    made = imported(WorkbookRound(1, (table(1, 50, 20, 10, 5),)))
    entrant = made.entrants.get(number=4)
    save_entrant(
        entrant_id=entrant.pk, version=entrant.version, actor=None, entry={"entry_credit": 30}, person={}
    )
    rows = [version.rows for version in made.standings_versions.order_by("version")]
    totals = [next(row["total"] for row in issued if row["entrant"] == entrant.pk) for issued in rows]
    assert [Decimal(total) for total in totals] == [5, 35]
