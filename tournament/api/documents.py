"""What the API shows, as plain documents: rows are read as values, names and figures as the visitor may see them."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from scoring.explain import why
from scoring.standings import Row
from tournament.language import words
from tournament.models import (
    Entrant,
    EntrantState,
    Job,
    JobState,
    Round,
    Stage,
    StandingsVersion,
    Submission,
    Table,
    Tournament,
)
from tournament.remembered import Remembered
from tournament.selectors import laid
from tournament.selectors.knockout_picture import PictureRound, PictureSeat, knockout_picture
from tournament.selectors.laid import FIGURES, EnteredRow, laid_tables
from tournament.selectors.public import Part, Sight
from tournament.selectors.standings import Competitor, StageStandings, row_document

Document = dict[str, Any]

TOURNAMENT = (
    "slug", "name", "place", "organiser", "starts_on", "ends_on", "language", "description", "state", "ruleset",
    "preset", "time_limit_minutes", "army_limit",
)  # fmt: skip
SWITCHES = {
    "page": "publish_page",
    "entrants": "publish_entrants",
    "seating": "publish_seating",
    "results": "publish_results",
    "standings": "publish_standings",
}


def tournament_rows(chosen: QuerySet[Tournament]) -> list[Document]:
    """Tournaments in a list."""
    return list(chosen.values(*TOURNAMENT))


def tournament_document(sight: Sight) -> Document:
    """One tournament with its switches and counts."""
    one = sight.tournament
    waiting = one.entrants.exclude(state=EntrantState.WAITING)
    return {name: getattr(one, name) for name in TOURNAMENT} | {
        "entrants": waiting.count() if sight.may_see(Part.ENTRANTS) else None,
        "rounds": len(sight.rounds()),
        "published": {name: bool(getattr(one, field)) for name, field in SWITCHES.items()},
        "hidden_from_round": one.hidden_from_round,
        "data_version": one.data_version,
    }


# --- people -------------------------------------------------------------------------------------------------

PERSON = tuple(f"person__{name}" for name in laid.PERSON)
ENTRANT = laid.EnteredRow._fields[:5]


def entrant_rows(sight: Sight, chosen: QuerySet[Entrant]) -> list[Document]:
    """Entrants in a list, one query."""
    found = chosen.values_list(*ENTRANT, "club__name", "team__name", *PERSON, "stand_in_name")
    return entered_rows(sight, [EnteredRow.of(*row) for row in found])


def entered_rows(sight: Sight, rows: Iterable[EnteredRow]) -> list[Document]:
    """Entrants who were read already."""
    return [
        {
            "number": row.number,
            "name": sight.name_of(row.name),
            "club": row.club,
            "team": row.team,
            "state": row.state,
            "in_ranking": row.in_ranking,
            "enters_in_round": row.enters_in_round,
            "left_after_round": row.left_after_round,
        }
        for row in rows
    ]


def entrant_document(sight: Sight, number: int) -> Document | None:
    """One entrant; None when there is no such number."""
    rows = entrant_rows(sight, sight.tournament.entrants.filter(number=number))
    return rows[0] if rows else None


def roll_call_document(sight: Sight) -> Document:
    """The roll call: numbers by mark; those who are out or wait for a place are not called."""
    marks = sight.tournament.entrants.order_by("number").values_list("number", "state")
    closed_at = sight.tournament.check_in_closed_at
    return {"open": closed_at is None, "closed_at": closed_at} | {
        name: [number for number, state in marks if state in states] for name, states in MARKS.items()
    }


MARKS = {
    "here": {EntrantState.CHECKED_IN},
    "absent": {EntrantState.ABSENT},
    "not_called": {EntrantState.REGISTERED, EntrantState.CONFIRMED},
}


# --- rounds and tables --------------------------------------------------------------------------------------

ROUND = (
    "number", "state", "starts_at", "published_at", "started_at", "stopped_at", "stopped_seconds",
    "time_limit_minutes", "closed_at", "seed_hash",
)  # fmt: skip


def round_document(round_: Round) -> Document:
    """One round; its seed is public once it is published."""
    return {name: getattr(round_, name) for name in ROUND} | {
        "title": str(round_.title),
        "stage": {"name": round_.stage.name, "kind": round_.stage.kind},
        "seed": None if round_.state == "draft" else round_.seed,
    }


TABLE = ("id", "number", "size", "venue", "stopped_at", "returned_seconds")


def table_rows(sight: Sight, round_: Round, only: int | None = None) -> list[Document]:
    """The tables of a round, or that of one id, with their seats and, where shown, their figures."""
    tables = laid_tables(round_, figures=sight.may_see_results_of(round_), only=only)
    return [
        {name: getattr(table, name) for name in TABLE}
        | {
            "title": str(table.title),
            "round": round_.number,
            "seats": [
                {
                    "turn": seat.turn,
                    "colour": seat.colour,
                    "entrant": seat.entrant,
                    "name": sight.name_of(seat.name),
                    "club": seat.club,
                    "result": seat.figures,
                }
                for seat in seats
            ],
        }
        for table, seats in tables
    ]


def table_document(sight: Sight, table: Table) -> Document:
    """One table with its effective result; for those who work here also the number of its newest report."""
    document = table_rows(sight, table.round, table.pk)[0]
    effective = (
        table.submissions.filter(effective=True).first() if sight.may_see_results_of(table.round) else None
    )
    document["result"] = submission_document(effective) if effective else None
    if sight.works_here:
        document["newest_submission"] = max(table.submissions.values_list("number", flat=True), default=0)
    return document


SUBMISSION = ("number", "state", "source", "ending", "board", "note", "reason", "created_at", "confirmed_at")


def submission_document(submission: Submission) -> Document:
    """One report with its figures by turn order."""
    rows = submission.results.order_by("seat__turn_order").values("seat__turn_order", *FIGURES)
    return {name: getattr(submission, name) for name in SUBMISSION} | {
        "corrects": submission.corrects.number if submission.corrects else None,
        "results": [{"turn": row.pop("seat__turn_order"), **row} for row in rows],
    }


# --- standings ----------------------------------------------------------------------------------------------


ROWS = Remembered[Document](limit=6_000)
"""The rows of a few standings; nobody changes them."""


def standings_document(standings: StageStandings, *, explained: bool = False) -> Document:
    """Standings with names; totals and games are exact decimals as strings. `explained` adds a sentence a row."""

    def written(row: Row, one: Competitor) -> Document:
        who = {"entrant": one.number, "name": row.player.name, "club": one.club_name, "team": one.team_name}
        return row_document(row, standings.texts) | who

    # The first two decide nothing: they keep standings apart that would take each other's place.
    place = ROWS.at(
        standings.stage.pk, standings.games.last_number, standings.formula.digits, standings.decimals
    )
    rows = [place.of(row.player.key, written, row, standings.competitor_of(row)) for row in standings.rows]
    if explained:
        rows = [row | {"why": words(why(standings.standings, index))} for index, row in enumerate(rows)]
    return {
        "stage": {"name": standings.stage.name, "kind": standings.stage.kind},
        "after_round": standings.games.last_number,
        "rounds": list(standings.numbers),
        "rows": rows,
    }


def version_document(version: StandingsVersion) -> Document:
    """An issued version without its rows."""
    return {
        "id": version.pk,
        "after_round": version.after_round,
        "version": version.version,
        "stage": {"name": version.stage.name, "kind": version.stage.kind},
        "reason": version.reason,
        "issued_at": version.created_at,
    }


def version_rows(sight: Sight, version: StandingsVersion) -> list[Document]:
    """The rows of an issued version, as they were, with the names that this visitor may read."""
    people = {one.pk: one for one in sight.tournament.entrants.select_related("person")}
    return [
        row
        | {
            "entrant": people[row["entrant"]].number if row["entrant"] in people else None,
            "name": sight.name_of(people[row["entrant"]]) if row["entrant"] in people else "–",
        }
        for row in version.rows
    ]


def knockout_document(sight: Sight, stage: Stage | None) -> Document:
    """The knockout stage round by round: who sat where, who went on."""
    rounds = [one for one in sight.rounds() if stage is not None and one.stage_id == stage.pk]
    if stage is None or not rounds:
        return {"rounds": []}
    numbers = dict(sight.tournament.entrants.values_list("pk", "number"))
    shown = [one.number for one in rounds if sight.may_see_results_of(one)]
    columns: list[PictureRound] = []
    for results in (True, False):
        wanted = [one.number for one in rounds if (one.number in shown) is results]
        if wanted:
            columns += knockout_picture(stage, name=sight.name_of, numbers=wanted, results=results)
    columns.sort(key=lambda column: column.number)
    return {"rounds": [_knockout_round(column, numbers) for column in columns]}


def _knockout_round(column: PictureRound, numbers: dict[int, int]) -> Document:
    tables = [
        {
            "id": table.id,
            "number": table.number,
            "title": table.title,
            "seats": [_knockout_seat(seat, numbers) for seat in table.seats],
        }
        for table in column.tables
    ]
    return {"number": column.number, "title": column.title, "state": column.state, "tables": tables}


def _knockout_seat(seat: PictureSeat, numbers: dict[int, int]) -> Document:
    return {
        "entrant": numbers.get(seat.entrant_id),
        "name": seat.name,
        "club": seat.club or None,
        "turn": seat.turn,
        "colour": seat.colour,
        "points": seat.points,
        "place": seat.place,
        "goes_on": seat.goes_on,
    }


# --- work that goes on ---------------------------------------------------------------------------------------

JOB = ("id", "kind", "state", "done", "total", "message", "created_at", "started_at", "finished_at")


def job_document(tournament: Tournament, job: Job) -> Document:
    """Long work: how far it is, what came of it, where the file is that it made."""
    result = job.result if job.state == JobState.DONE else None
    own = [tournament.slug, job.pk]
    return {name: getattr(job, name) for name in JOB} | {
        "url": reverse("api:job", args=own),
        "result": result,
        "file": reverse("api:job-file", args=own) if result and "file" in result else None,
    }
