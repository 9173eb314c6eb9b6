"""Results for the national ranking: the file, what is still missing, and who is left out of it and why."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import Entrant, EntrantState, RoundState, Submission, Table, Tournament
from tournament.reports.clubs_workbook import workbook_of
from tournament.reports.problems import Problem
from tournament.reports.tables import Table as FileTable
from tournament.reports.tables import Value
from tournament.reports.workbook import TournamentKind, publication_problems
from tournament.selectors.standings import StageStandings, full_name, stage_for_standings, standings_for_stage

COLUMNS = (
    "tournament", "kind", "first_day", "last_day", "place", "organiser", "rounds", "tables",
    "rank", "number", "first_name", "last_name", "nickname", "club", "region", "national_id", "birth_date",
    "games", "wins", "total",
)  # fmt: skip
"""The headers of the results file; they do not change with the language."""

CELLS: dict[str, Promise] = {
    "TORNEO D3": gettext_lazy("the organiser"),
    "TORNEO D4": gettext_lazy("the name of the tournament"),
    "TORNEO D5": gettext_lazy("the kind of tournament"),
    "TORNEO D6": gettext_lazy("the number of rounds"),
}
"""What the workbook's cells hold that publication asks for."""


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that is missing, in words; `forbids` where nothing can be published without it."""

    text: str
    forbids: bool


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Somebody who is not in the results, and why."""

    entrant: int
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether the results can be handed in."""

    lacks: tuple[Lack, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def is_ready(self) -> bool:
        """Nothing that forbids it is missing."""
        return not any(lack.forbids for lack in self.lacks)


def readiness_of(tournament: Tournament, *, kind: TournamentKind, filename: str) -> Readiness:
    """What the clubs' publication would refuse or ask for, and who is left out."""
    problems = publication_problems(workbook_of(tournament, kind=kind), filename)
    found = [
        *(
            Lack(_("%(table)s has no confirmed result.") % {"table": one}, forbids=True)
            for one in _open(tournament)
        ),
        *(Lack(_text(problem), forbids=problem.is_error) for problem in problems),
        *_refusals(tournament),
    ]
    return Readiness(tuple(found), tuple(_left_out(tournament)))


def _text(problem: Problem) -> str:
    """The problem in words; a cell of the workbook by what belongs in it."""
    if problem.code != "info_missing":
        return problem.text
    return _("Not filled in: %(what)s.") % {"what": CELLS[problem.value]}


def _open(tournament: Tournament) -> list[str]:
    confirmed = Submission.objects.filter(table=OuterRef("pk"), effective=True)
    tables = Table.objects.filter(~Exists(confirmed), round__tournament=tournament)
    shown = tables.exclude(round__state=RoundState.DRAFT).select_related("round")
    return [f"{table.round.title}, {table.title}" for table in shown.order_by("round__number", "number")]


def _refusals(tournament: Tournament) -> list[Lack]:
    """The workbook names everybody: who refuses that is to be asked before it leaves the hall."""
    unnamed = tournament.entrants.filter(person__consent_name=False).select_related("person")
    names = ", ".join(one.full_name for one in unnamed)
    text = _("The workbook names people who refuse publication of their name: %(names)s.") % {"names": names}
    return [Lack(text, forbids=False)] if names else []


def _standings(tournament: Tournament) -> StageStandings | None:
    stage = stage_for_standings(tournament)
    return standings_for_stage(stage, name=full_name) if stage else None


def _left_out(tournament: Tournament) -> list[LeftOut]:
    standings = _standings(tournament)
    rows = {standings.competitor_of(row).pk: row for row in standings.rows} if standings else {}
    entrants = tournament.entrants.select_related("person").order_by("number")
    reasons = []
    for one in entrants:
        row = rows.get(one.pk)
        played = row is not None and any(score is not None for score in row.tally.scores)
        reason = _reason(one, played=played, ranked=row is not None and row.rank is not None)
        if reason:
            reasons.append(LeftOut(one.pk, one.full_name, reason))
    return reasons


def _reason(one: Entrant, *, played: bool, ranked: bool) -> str:
    """Why somebody is not in the results; empty for those who are."""
    person = one.person
    reasons = (
        (not played, _("played no game")),
        (one.state == EntrantState.DISQUALIFIED, _("disqualified")),
        (one.games_void, _("games void")),
        (not one.in_ranking, _("plays outside the ranking")),
        (not ranked, _("too few games for a rank")),
        (person is None, _("a stand-in without a name")),
        (person is not None and not person.consent_results, _("refuses publication of results")),
    )
    return next((reason for holds, reason in reasons if holds), "")


def national_results(tournament: Tournament, *, kind: TournamentKind) -> FileTable:
    """One row for each person in the results, with what the ranking asks for; exact totals."""
    standings = _standings(tournament)
    out = {one.entrant for one in _left_out(tournament)}
    tables = Table.objects.filter(round__tournament=tournament).exclude(round__state=RoundState.DRAFT).count()
    head: tuple[Value, ...] = (
        tournament.name,
        str(kind),
        tournament.starts_on,
        tournament.ends_on,
        tournament.place,
        tournament.organiser,
        len(standings.numbers) if standings else 0,
        tables,
    )
    rows = _rows(standings, out) if standings else []
    return FileTable("results", COLUMNS, tuple((*head, *row) for row in rows))


def _rows(standings: StageStandings, out: set[int]) -> list[tuple[Value, ...]]:
    found: list[tuple[Value, ...]] = []
    for row in standings.rows:
        entrant = standings.entrant_of(row)
        person = entrant.person
        if person is None or entrant.pk in out:
            continue
        played = sum(score is not None for score in row.tally.scores)
        found.append(
            (
                row.rank,
                entrant.number,
                person.first_name,
                person.last_name,
                person.nickname,
                entrant.club.name if entrant.club else None,
                entrant.region or person.region or None,
                person.national_id or None,
                person.birth_date,
                played,
                row.wins,
                standings.figure(row.total),
            )
        )
    return found
