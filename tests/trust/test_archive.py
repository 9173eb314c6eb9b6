"""A tournament as a file: the same bytes on every database, refused where it is damaged, opened for ever."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db.models import ForeignKey

from tests.factories import make_member, make_tournament, make_user
from tournament.models import Club, Entrant, Membership, Person, Role, SeatResult, Tournament, User
from tournament.services.archive import export_tournament, import_tournament
from tournament.services.archive_format import (
    VERSION,
    ArchiveDamaged,
    ArchiveTooNew,
    canonical,
    checksum_of,
    packed,
    sections_of,
    sha256,
)
from tournament.services.archive_sections import LEFT_OUT, SECTIONS
from tournament.services.records import first_broken_event

ARCHIVES = Path(__file__).resolve().parents[1] / "fixtures" / "archives"
RELEASED = {1: "version-1.sdadata", 2: "version-2.sdadata", 3: "version-3.sdadata"}

pytestmark = pytest.mark.django_db


def fixture(version: int = VERSION) -> bytes:
    return (ARCHIVES / RELEASED[version]).read_bytes()


def content(archive: bytes) -> bytes:
    """What an archive holds; its compression may differ from one zlib to another."""
    return gzip.decompress(archive)


def document(archive: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(content(archive))
    return found


def differing(one: bytes, other: bytes) -> list[str]:
    """The sections in which two archives differ; pytest would draw two lines of a megabyte for an hour."""
    if content(one) == content(other):
        return []
    rows, others = document(one)["sections"], document(other)["sections"]
    return [name for name in rows | others if rows.get(name) != others.get(name)] or [
        "outside of the sections"
    ]


def sealed(sections: dict[str, Any], **changes: Any) -> bytes:
    """An archive whose checksums hold whatever its rows say."""
    return gzip.compress(canonical(document(packed(sections)) | changes))


def test_the_fixture_of_the_current_version_comes_out_as_it_went_in() -> None:
    # Run on SQLite and on PostgreSQL against one file: this is the way from either to the other.
    assert differing(export_tournament(import_tournament(archive=fixture(), actor=None)), fixture()) == []


def test_exporting_twice_gives_the_same_bytes() -> None:
    imported = import_tournament(archive=fixture(), actor=None)
    assert export_tournament(imported) == export_tournament(imported)


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_archives_of_every_released_version_open(version: int) -> None:
    imported = import_tournament(archive=fixture(version), actor=None)
    assert imported.entrants.count() == 41
    assert imported.rounds.count() == 3
    assert SeatResult.objects.filter(submission__table__round__tournament=imported).count() == 94
    assert imported.standings_versions.count() == 4
    assert first_broken_event(imported) is None


def test_every_row_of_a_copy_has_ids_of_its_own() -> None:
    first = import_tournament(archive=fixture(), actor=None)
    copy = import_tournament(archive=fixture(), actor=None)
    assert copy.slug == "raduno-di-prova-2026"
    ours = set(copy.entrants.values_list("pk", flat=True))
    assert not ours & set(first.entrants.values_list("pk", flat=True))
    drawn = {who for round_ in copy.rounds.all() for table in round_.draw for who in table}
    assert drawn <= ours
    assert {row["entrant"] for version in copy.standings_versions.all() for row in version.rows} <= ours
    assert Person.objects.count() == 41
    assert Club.objects.count() == 9


def test_users_that_are_not_known_cannot_log_in_and_known_ones_are_kept() -> None:
    known = make_user("arbitro")
    imported = import_tournament(archive=fixture(), actor=None)
    placeholder = User.objects.get(username="direttore")
    assert not placeholder.is_active
    assert not placeholder.has_usable_password()
    known.refresh_from_db()
    assert known.is_active
    assert imported.memberships.filter(user=known).values_list("role", flat=True).get() == Role.REFEREE


def test_whoever_imports_directs() -> None:
    actor = make_user()
    imported = import_tournament(archive=fixture(), actor=actor)
    assert Membership.objects.get(tournament=imported, user=actor).role == Role.DIRECTOR


def test_a_person_of_this_installation_is_not_overwritten() -> None:
    row = sections_of(fixture())["people"][0]
    Person.objects.create(
        first_name="Altro", last_name="Nome", public_key=row["public_key"], consent_name=False
    )
    imported = import_tournament(archive=fixture(), actor=None)
    entrant = imported.entrants.get(person__public_key=row["public_key"])
    assert entrant.full_name == "Altro Nome"
    assert entrant.public_name != "Altro Nome"


def test_a_national_id_that_is_known_means_the_same_person() -> None:
    sections = sections_of(fixture())
    sections["people"][0]["national_id"] = "ITA-1"
    known = Person.objects.create(first_name="Ada", last_name="Nota", national_id="ITA-1")
    imported = import_tournament(archive=sealed(sections), actor=None)
    assert imported.entrants.filter(person=known).count() == 1


def test_an_empty_tournament_comes_out_as_it_went_in() -> None:
    tournament = make_tournament()
    make_member(tournament)
    archive = export_tournament(tournament)
    Tournament.objects.all().delete()
    assert content(export_tournament(import_tournament(archive=archive, actor=None))) == content(archive)


# --- damage ---------------------------------------------------------------------------------------------


def damage(archive: bytes) -> str:
    """The place that the refusal names; the database must be as it was."""
    before = Tournament.objects.count(), Person.objects.count(), User.objects.count()
    with pytest.raises(ArchiveDamaged) as refused:
        import_tournament(archive=archive, actor=None)
    assert (Tournament.objects.count(), Person.objects.count(), User.objects.count()) == before
    return str(refused.value.facts["place"])


def test_a_file_cut_short_is_refused_with_its_length() -> None:
    assert damage(fixture()[:-900]) == f"it ends too early, after {len(fixture()) - 900} bytes"


@pytest.mark.parametrize("share", [10, 35, 60, 85])
def test_a_flipped_bit_is_refused(share: int) -> None:
    archive = bytearray(fixture())
    archive[len(archive) * share // 100] ^= 0b100
    assert damage(bytes(archive)).startswith("it does not unpack (")


def test_bytes_after_the_end_are_refused() -> None:
    assert damage(fixture() + b"xyz") == "3 bytes follow its end"


def test_a_changed_figure_is_refused_with_its_section() -> None:
    changed = document(fixture())
    changed["sections"]["results"][7]["points"] += 1
    assert damage(gzip.compress(canonical(changed))) == (
        "the checksum of “results” does not agree with its rows"
    )


def test_a_missing_section_is_refused_by_name() -> None:
    changed = document(fixture())
    del changed["sections"]["seats"]
    assert damage(gzip.compress(canonical(changed))) == "the checksum of “seats” does not agree with its rows"
    sections = sections_of(fixture())
    del sections["seats"]
    assert damage(sealed(sections)) == "“seats” is missing"


@pytest.mark.parametrize(
    ("section", "change", "place"),
    [
        ("seats", {"entrant": 999}, "“seats”, row 5, entrant"),
        ("entrants", {"shoe_size": 43}, "“entrants”, row 5, shoe_size"),
        ("entrants", {"created_at": "soon"}, "“entrants”, row 5, created_at"),
        ("submissions", {"confirmed_by": 77}, "“submissions”, row 5, confirmed_by"),
        ("people", {"birth_date": "1990-13-01"}, "“people”, row 5, birth_date"),
        ("people", {"created_at": "9999-12-31T12:00:00+00:00"}, "“people”, row 5, created_at"),
        ("people", {"created_at": "2026-11-29"}, "“people”, row 5, created_at"),
        ("seats", {"entrant": [1]}, "“seats”, row 5, entrant"),
        ("results", {"points": 10**30}, "“results”, row 5, points"),
        ("results", {"territories": {"7": 1}}, "“results”, row 5, territories"),
        ("submissions", {"photo": {"name": "../a.jpg", "content": "aGk="}}, "“submissions”, row 5, photo"),
        ("submissions", {"photo": {"name": "slips/a.jpg"}}, "“submissions”, row 5, photo"),
        ("submissions", {"photo": {"name": "slips/a.jpg", "content": "%"}}, "“submissions”, row 5, photo"),
        ("submissions", {"photo": "slips/a.jpg"}, "“submissions”, row 5, photo"),
    ],
)
def test_rows_that_cannot_be_are_refused_by_row(section: str, change: dict[str, Any], place: str) -> None:
    sections = sections_of(fixture())
    sections[section][4].update(change)
    assert damage(sealed(sections)) == place


def test_what_the_database_forbids_is_refused_by_row() -> None:
    sections = sections_of(fixture())
    sections["seats"][5]["turn_order"] = sections["seats"][4]["turn_order"]
    sections["seats"][5]["table"] = sections["seats"][4]["table"]
    assert damage(sealed(sections)).startswith("“seats”, row 6, ")


def test_an_address_that_cannot_be_is_refused() -> None:
    sections = sections_of(fixture())
    sections["tournament"][0]["slug"] = "[]"
    assert damage(sealed(sections)) == "“tournament”, row 1, slug"


def test_a_threshold_table_that_cannot_be_is_refused() -> None:
    sections = sections_of(fixture())
    sections["tournament"][0]["plan"]["cut"] = {"name": "La nostra", "steps": []}
    assert damage(sealed(sections)) == "“tournament”, row 1, plan"


def test_a_layout_that_cannot_be_is_refused_by_row() -> None:
    sections = sections_of(fixture())
    sections["rounds"][0]["edits"] = [7]
    assert damage(sealed(sections)) == "“rounds”, row 1, edits"


def test_a_plan_that_cannot_be_read_is_refused() -> None:
    sections = sections_of(fixture())
    sections["stages"][1]["plan"] = {"way": "sideways"}
    assert damage(sealed(sections)) == "“stages”, row 2, plan"


@pytest.mark.parametrize(
    ("bytes_", "place"),
    [
        (b"", "it ends too early, after 0 bytes"),
        (b"PK\x03\x04 a spreadsheet", "it does not unpack (incorrect header check)"),
        (gzip.compress(b"[]"), "it is not the archive of a tournament"),
        (gzip.compress(b'{"format":"sdadata-tournament"}'), "“version” is missing"),
    ],
    ids=["nothing", "a spreadsheet", "a list", "no version"],
)
def test_other_files_are_refused(bytes_: bytes, place: str) -> None:
    assert damage(bytes_) == place


def test_text_that_is_no_json_is_refused_with_its_place() -> None:
    assert damage(gzip.compress(b'{"format":')) == (
        "it is not JSON (Expecting value: line 1 column 11 (char 10))"
    )


def test_a_file_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.services.archive_format.LARGEST", 1000)
    assert damage(fixture()) == "it unpacks to more than any tournament holds"


@pytest.mark.parametrize("version", [0, "1", None])
def test_a_file_of_no_version_is_refused(version: Any) -> None:
    assert damage(sealed(sections_of(fixture()), version=version)) == "it names no version"


def test_a_newer_archive_says_so() -> None:
    with pytest.raises(ArchiveTooNew) as refused:
        sections_of(sealed(sections_of(fixture()), version=VERSION + 1))
    assert refused.value.facts == {"version": VERSION + 1, "known": VERSION}


# --- nothing forgotten ----------------------------------------------------------------------------------


def test_every_table_is_archived_or_left_out_with_a_reason() -> None:
    tables = {model.__name__ for model in apps.get_app_config("tournament").get_models()}
    archived = {section.model.__name__ for section in SECTIONS}
    assert archived.isdisjoint(LEFT_OUT)
    assert tables - archived == set(LEFT_OUT)


def test_every_foreign_key_of_an_archived_table_is_a_link() -> None:
    for section in SECTIONS:
        keys = {one.name for one in section.model._meta.concrete_fields if isinstance(one, ForeignKey)}
        assert keys - set(section.left_out) == set(section.links), section.name
        assert {one.name for one in section.model._meta.many_to_many} - set(section.left_out) == set(
            section.lists
        ), section.name


def test_the_checksum_is_that_of_the_content_whatever_packed_it() -> None:
    again = gzip.compress(content(fixture()), compresslevel=1)
    assert again != fixture()
    assert checksum_of(again) == checksum_of(fixture())
    assert sha256({"b": 1, "a": "è"}) == sha256({"a": "è", "b": 1})


def test_ids_of_entrants_are_in_no_document_as_the_database_numbers_them() -> None:
    for _index in range(60):
        Person.objects.create(first_name="Z", last_name="Z")
    tournament = make_tournament("Altro")
    Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=number, stand_in_name=f"S{number}") for number in range(1, 51)
    )
    imported = import_tournament(archive=fixture(), actor=None)
    # The ids differ by fifty from the numbers in the file, and yet the file is the same.
    assert min(imported.entrants.values_list("pk", flat=True)) > 50
    assert differing(export_tournament(imported), fixture()) == []
