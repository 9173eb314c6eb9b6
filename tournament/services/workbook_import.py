"""A clubs' workbook as a whole tournament: people, rounds, tables, points, standings; it can be played on."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.document import DocumentError
from scoring.formulas import Formula
from scoring.games import Game
from scoring.games_document import Games, read_games
from scoring.presets import COMPATIBILITY, preset, preset_names
from scoring.results import SeatFacts, TableResult, seat_facts
from scoring.results import SeatResult as ScoredSeat
from scoring.standings import standings
from tournament.errors import InvalidInput
from tournament.models import (
    Ending,
    Entrant,
    EntrantState,
    Job,
    Round,
    RoundState,
    Seat,
    SeatResult,
    Source,
    Stage,
    Submission,
    SubmissionState,
    Table,
    Tournament,
    TournamentState,
    User,
)
from tournament.reports.workbook import Workbook, WorkbookRound, WorkbookTable, read_workbook
from tournament.services.bans import AtBan
from tournament.services.entrants import enter
from tournament.services.formulas import formula_document
from tournament.services.imports import Notice, forget_upload, new_entrant, notice_of
from tournament.services.records import lock_tournament, record_event
from tournament.services.standings import issue_standings
from tournament.services.tournaments import create_tournament


@dataclass(frozen=True, slots=True)
class WorkbookDryRun:
    """What a workbook holds, what is wrong with it, and which formulas give the standings written in it."""

    workbook: Workbook
    notices: tuple[Notice, ...]
    fitting: tuple[tuple[str, bool], ...]

    @property
    def importable(self) -> bool:
        """People, and no error."""
        return self.workbook.importable and not any(notice.is_error for notice in self.notices)


def workbook_dry_run(job: Job) -> WorkbookDryRun:
    """Read the workbook and find the formulas (preset, as the clubs' program computes) that its standings follow."""
    workbook = read_workbook(bytes(job.output or b""))
    notices = [notice_of(problem) for problem in workbook.problems]
    try:
        games = read_games(games_document(workbook))
    except DocumentError as error:
        return WorkbookDryRun(workbook, (*notices, Notice(str(error), is_error=True)), ())
    return WorkbookDryRun(workbook, tuple(notices), tuple(fitting_formulas(workbook, games)))


def games_document(workbook: Workbook) -> dict[str, Any]:
    """The played games of a workbook as `scoring` reads them; a table with nothing but zeros was not played."""
    return {
        "players": [
            {"id": row.number, "name": row.name, "club": row.club, "takes_part": row.takes_part}
            for row in workbook.entrants
            if row.number is not None
        ],
        "rounds": [
            {"tables": [_table_document(table) for table in played.tables if _is_played(table)]}
            for played in workbook.rounds
        ],
    }


def _table_document(table: WorkbookTable) -> dict[str, Any]:
    seats = [{"player": seat.entrant, "points": seat.points} for seat in table.seats]
    return {"table": table.number, "seats": seats}


def _is_played(table: WorkbookTable) -> bool:
    return any(seat.points for seat in table.seats)


def fitting_formulas(workbook: Workbook, games: Games) -> list[tuple[str, bool]]:
    """The formulas that give every total of the workbook's own standings, those that agree on most ranks first.

    None without standings. Whoever has no rank in them says nothing of the formula. Each is a preset and whether it computes as the clubs' program does.
    """
    unranked = {row.entrant for row in workbook.standings if row.rank is None}
    written = {
        row.entrant: (row.total, row.rank) for row in workbook.standings if row.entrant not in unranked
    }
    found = []
    for code, program in (
        (code, program) for code in preset_names(Game.CHALLENGE) for program in (True, False)
    ):
        computed = _computed(preset(code, compatibility=COMPATIBILITY if program else None), games)
        same_totals = {who: total for who, (total, _rank) in computed.items() if who not in unranked} == {
            who: total for who, (total, _rank) in written.items()
        }
        if written and same_totals:
            moved = sum(computed[who][1] != rank for who, (_total, rank) in written.items())
            found.append((moved, not program, code))
    return [(code, not by_rules) for _moved, by_rules, code in sorted(found)]


def _computed(formula: Formula, games: Games) -> dict[Any, tuple[Decimal, int | None]]:
    """Total and rank of each player."""
    rows = standings(formula, games.rounds, games.players).rows
    return {row.player.key: (Decimal(row.total).scaleb(-formula.digits), row.rank) for row in rows}


@transaction.atomic
def import_workbook(
    *, job: Job, name: str, starts_on: date, preset: str, as_clubs_program: bool, director: User
) -> Tournament:
    """Make a tournament of the workbook, running, with every game confirmed; all or nothing.

    Raises InvalidInput with what is wrong. The file is forgotten.
    """
    planned = workbook_dry_run(job)
    if not planned.importable:
        errors = [notice.text for notice in planned.notices if notice.is_error]
        raise InvalidInput(*(errors or [_("Nobody is in this workbook.")]))
    workbook, info = planned.workbook, planned.workbook.info
    dates = info.dates if info else ()
    tournament = create_tournament(
        name=name,
        preset=preset,
        formula=formula_document(preset, as_clubs_program=as_clubs_program),
        starts_on=starts_on,
        ends_on=max([starts_on, *dates]),
        director=director,
        place=info.place[:120] if info else "",
        organiser=info.organiser[:120] if info else "",
        description=info.notes if info else "",
        plan={"rounds": (info.planned_rounds if info else None) or max(1, len(workbook.rounds))},
    )
    _Import(lock_tournament(tournament.pk), workbook, director).run()
    forget_upload(job)
    return Tournament.objects.get(pk=tournament.pk)


class _Import:
    """Writes the people, rounds and results of one workbook, in the caller's transaction."""

    def __init__(self, tournament: Tournament, workbook: Workbook, director: User) -> None:
        self.tournament = tournament
        self.workbook = workbook
        self.director = director
        self.stage = Stage.objects.get(tournament=tournament, position=1)
        self.entrants: dict[int, Entrant] = {}

    def run(self) -> None:
        """All of it, then the standings of each closed round."""
        self._enter_people()
        games = read_games(games_document(self.workbook)).rounds
        rounds = [
            self._write_round(played, {table.table: table for table in tables})
            for played, tables in zip(self.workbook.rounds, games, strict=True)
        ]
        self.tournament.state = TournamentState.RUNNING if rounds else TournamentState.OPEN
        self.tournament.frozen_at = timezone.now() if any(games) else None
        self.tournament.check_in_closed_at = timezone.now() if rounds else None
        self.tournament.save(update_fields=["state", "frozen_at", "check_in_closed_at"])
        facts = {"entrants": len(self.entrants), "rounds": len(rounds)}
        record_event(self.tournament, "workbook_imported", actor=self.director, after=facts)
        for round_ in rounds:
            if round_.state == RoundState.CLOSED:
                issue_standings(
                    tournament=self.tournament,
                    stage=self.stage,
                    after_round=round_.number,
                    actor=self.director,
                )

    def _enter_people(self) -> None:
        seated = {
            seat.entrant for played in self.workbook.rounds for table in played.tables for seat in table.seats
        }
        with_number = [row for row in self.workbook.entrants if row.number is not None]
        without = [row for row in self.workbook.entrants if row.number is None]
        for row in (*with_number, *without):
            plays = row.takes_part or row.number in seated
            state = EntrantState.CHECKED_IN if plays else EntrantState.REGISTERED
            entrant = enter(self.tournament, new_entrant(row), state=state, at_ban=AtBan.IGNORE)
            self.entrants[entrant.number] = entrant
        Entrant.objects.filter(tournament=self.tournament).update(enters_in_round=1)

    def _write_round(self, played: WorkbookRound, games: Mapping[int, TableResult]) -> Round:
        complete = len(games) == len(played.tables)
        last = played.number == len(self.workbook.rounds)
        round_ = Round.objects.create(
            tournament=self.tournament,
            stage=self.stage,
            number=played.number,
            state=RoundState.CLOSED if complete or not last else RoundState.PUBLISHED,
            starts_at=self._date_of(played.number),
            published_at=timezone.now(),
            closed_at=timezone.now() if complete or not last else None,
            time_limit_minutes=self.tournament.time_limit_minutes,
        )
        for table in played.tables:
            self._write_table(round_, table, games.get(table.number))
        return round_

    def _date_of(self, number: int) -> datetime | None:
        dates = self.workbook.info.dates if self.workbook.info else ()
        if number > len(dates):
            return None
        return timezone.make_aware(datetime.combine(dates[number - 1], time(9)))

    def _write_table(self, round_: Round, table: WorkbookTable, game: TableResult | None) -> None:
        people = [seat.entrant for seat in table.seats if seat.entrant in self.entrants]
        row = Table.objects.create(
            round=round_, number=table.number, size=len(people), any_size=not 3 <= len(people) <= 5
        )
        seats = Seat.objects.bulk_create(
            Seat(table=row, round=round_, entrant=self.entrants[number], turn_order=turn)
            for turn, number in enumerate(people, start=1)
        )
        if game is not None:
            self._write_result(row, dict(zip(people, seats, strict=True)), game)

    def _write_result(self, table: Table, seats: Mapping[int, Seat], game: TableResult) -> None:
        reached = any(seat.objective for seat in game.seats)
        submission = Submission.objects.create(
            table=table,
            number=1,
            state=SubmissionState.CONFIRMED,
            effective=True,
            source=Source.IMPORT,
            ending=Ending.OBJECTIVE_IN_TIME if reached else Ending.UNKNOWN,
            entered_by=self.director,
            confirmed_by=self.director,
            confirmed_at=timezone.now(),
        )
        facts = seat_facts(game)
        SeatResult.objects.bulk_create(
            _result(submission, seats, seat, fact) for seat, fact in zip(game.seats, facts, strict=True)
        )


def _result(
    submission: Submission, seats: Mapping[int, Seat], seat: ScoredSeat, fact: SeatFacts
) -> SeatResult:
    return SeatResult(
        submission=submission,
        seat=seats[int(str(seat.player))],
        points=seat.points,
        place=fact.place,
        elimination=seat.eliminated,
        objective_reached=seat.objective,
        shares_victory=fact.won and fact.winners > 1,
    )
