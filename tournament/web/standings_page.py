"""Standings as a page, with the story of every number, earlier versions, and as a file."""

from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.explain import round_story, total_story, why
from scoring.standings import Row
from tournament.language import words
from tournament.models import Entrant, EntrantState, Tournament
from tournament.remembered import Remembered
from tournament.reports.tables import Table as FileTable
from tournament.reports.tables import to_csv, to_xlsx
from tournament.selectors.known import standings_asked_for
from tournament.selectors.public import Part, Sight, sight_for
from tournament.selectors.standings import (
    Competitor,
    StageStandings,
    Texts,
    versions_for_stage,
)
from tournament.selectors.versions import row_changes, version_before
from tournament.templatetags.design import cell
from tournament.web.freshness import kept, not_modified
from tournament.web.plumbing import address_before, tournament_page
from tournament.web.written import Shown

NOTES: dict[str, Promise] = {
    EntrantState.WITHDRAWN: gettext_lazy("withdrawn"),
    EntrantState.DISQUALIFIED: gettext_lazy("disqualified"),
}


def visible_standings(sight: Sight, after: int | None) -> StageStandings | None:
    """The standings that this visitor may see, or None while they are not published. Raises Http404 for no round."""
    if not sight.may_see(Part.STANDINGS):
        return None
    found = standings_asked_for(sight, after)
    if found is None:
        raise Http404
    return found


@kept
@tournament_page()
def standings_page(request: HttpRequest, tournament: Tournament, after: int | None = None) -> HttpResponse:
    """The standings now or after a round."""
    return not_modified(request, tournament) or _page(request, tournament, after)


def _page(request: HttpRequest, tournament: Tournament, after: int | None) -> HttpResponse:
    sight = sight_for(request.user, tournament)
    standings = visible_standings(sight, after)
    context: dict[str, Any] = {"tournament": tournament, "nav_here": "standings", "after": after}
    if standings:
        context |= {
            "rounds": [_("R%(number)s") % {"number": number} for number in standings.numbers],
            "numbers": standings.numbers,
            "rows": row_contexts(sight, standings, standings.rows),
            "stage": standings.stage,
            "versions": [
                one
                for one in versions_for_stage(standings.stage)
                if sight.through_round is None or one.after_round <= sight.through_round
            ],
            "tournament_rounds": sight.round_titles(),
        }
    return render(request, "standings/page.html", context)


ROWS = Remembered[Shown](limit=6_000)
"""The rows of a few standings, as pages show them: some 2 kB each."""


def row_contexts(sight: Sight, standings: StageStandings, rows: Iterable[Row]) -> list[Shown]:
    """Rows as `components/standings.html` shows them."""
    slug, digits, decimals = sight.tournament.slug, standings.formula.digits, standings.decimals
    why_any = address_before("standings-why", slug)
    totals, outside = Figures(standings.texts), _("outside the ranking")
    cells = Cells(totals)

    def shown(row: Row, one: Competitor) -> Shown:
        rank, player, tally, _separated = row
        note = NOTES.get(one.state)
        return Shown(
            rank=str(rank or "–"),
            name=player.name,
            club=one.club,
            total=totals[tally.total],
            scores=[cells[game] for game in zip(tally.games, tally.won, tally.counted, strict=True)],
            note=str(note) if note else "" if one.in_ranking else outside,
            out=rank is None,
            podium=rank is not None and rank <= 3,
            why_url=f"{why_any}{one.pk}/",
        )

    # The last two decide nothing: they keep standings apart that would take each other's place.
    place = ROWS.at(slug, get_language(), digits, decimals, standings.games.last_number, sight.works_here)
    return [place.of(row.player.key, shown, row, standings.competitor_of(row)) for row in rows]


KINDS = {(False, True): "", (True, True): "won", (False, False): "dropped", (True, False): "dropped-won"}
"""How a game is marked, by whether it was won and whether it counts."""


class Figures(dict[int, str]):
    """Figures by their units, with the decimal mark of the page's language; each is written once."""

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts, self._mark = texts, str(get_format("DECIMAL_SEPARATOR"))

    def __missing__(self, units: int) -> str:
        self[units] = text = self._texts[units].replace(".", self._mark)
        return text


class Cells(dict[tuple[int | None, bool | None, bool], SafeString]):
    """Cells by the game's units, whether it was won (None: not played), whether it counts; each is written once."""

    def __init__(self, figures: Figures) -> None:
        super().__init__()
        self._figures, self._language = figures, get_language()

    def __missing__(self, game: tuple[int | None, bool | None, bool]) -> SafeString:
        self[game] = cell = self._cell(*game)
        return cell

    def _cell(self, units: int | None, won: bool | None, counts: bool) -> SafeString:  # noqa: FBT001  # a key, above
        """The figure, struck through when discarded, marked when the game was won."""
        if units is None or (won is None and units == 0):
            return cell("", "none", "", self._language)
        return cell(self._figures[units], KINDS[bool(won), counts], "", self._language)


@kept
@tournament_page()
def why_page(request: HttpRequest, tournament: Tournament, entrant_id: int) -> HttpResponse:
    """Why a row stands where it stands, and how each of its numbers came about."""
    sight = sight_for(request.user, tournament)
    standings = visible_standings(sight, None)
    index = (
        next((i for i, row in enumerate(standings.rows) if row.player.key == entrant_id), None)
        if standings
        else None
    )
    if standings is None or index is None:
        raise Http404
    row = standings.rows[index]
    entrant = standings.entrant_of(row)
    context = {
        "tournament": tournament,
        "nav_here": "standings",
        "name": sight.name_of(entrant),
        "rank": row.rank,
        "left": _left(entrant),
        "why": words(why(standings.standings, index)),
        "total": words(total_story(standings.formula, row)),
        "games": []
        if entrant.games_void
        else [
            (number, words(round_story(standings.formula, row, column)), row.counted[column - 1])
            for column, number in enumerate(standings.numbers, start=1)
        ],
        "penalties": entrant.penalties.filter(revoked_at=None),
    }
    return render(request, "standings/why.html", context)


def _left(entrant: Entrant) -> str:
    """What the public reads of somebody who left: since when, and what became of the games; never why."""
    if not entrant.is_out:
        return ""
    if not entrant.left_after_round:
        return _("%(state)s before the first round") % {"state": entrant.get_state_display()}
    after = {"number": entrant.left_after_round}
    if entrant.state == EntrantState.WITHDRAWN:
        return _("Withdrawn after round %(number)s: the games played count.") % after
    if entrant.games_void:
        return _("Disqualified after round %(number)s: the games played count 0.") % after
    return (
        _("Disqualified after round %(number)s: without a rank, the games stand for the opponents.") % after
    )


FILES = {"csv": ("text/csv; charset=utf-8", to_csv), "xlsx": (
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", to_xlsx)}  # fmt: skip


@tournament_page()
def standings_file(
    request: HttpRequest, tournament: Tournament, kind: str, after: int | None = None
) -> HttpResponse:
    """The standings as CSV or XLSX, with stable column names."""
    standings = visible_standings(sight := sight_for(request.user, tournament), after)
    if standings is None or kind not in FILES:
        raise Http404
    media_type, write = FILES[kind]
    answer = HttpResponse(write(file_table(sight, standings)), content_type=media_type)
    answer["Content-Disposition"] = f'attachment; filename="{tournament.slug}-standings.{kind}"'
    return answer


def file_table(sight: Sight, standings: StageStandings) -> FileTable:
    """The standings as a table for files: rank, name, club, a column a round, wins, total."""
    columns = (
        "rank",
        "number",
        "name",
        "club",
        *(f"round_{number}" for number in standings.numbers),
        "wins",
        "total",
    )
    rows = []
    for row in standings.rows:
        one = standings.competitor_of(row)
        games = [None if units is None else standings.figure(units) for units in row.games]
        total = standings.figure(row.total)
        rows.append((row.rank, one.number, sight.name_of(one), one.club, *games, row.wins, total))
    return FileTable("standings", columns, tuple(rows))


@kept
@tournament_page()
def version_page(request: HttpRequest, tournament: Tournament, version_id: int) -> HttpResponse:
    """An issued version as it was, with the date and the reason of its issue, and what it changed."""
    sight = sight_for(request.user, tournament)
    version = tournament.standings_versions.select_related("stage").filter(pk=version_id).first()
    limit = sight.through_round
    hidden = version is not None and limit is not None and version.after_round > limit
    if version is None or hidden or not sight.may_see(Part.STANDINGS):
        raise Http404
    people = {e.pk: sight.name_of(e) for e in tournament.entrants.select_related("person")}
    rows = [{**row, "name": people.get(row["entrant"], "–")} for row in version.rows]
    before = version_before(version)
    context = {
        "tournament": tournament,
        "nav_here": "standings",
        "version": version,
        "rows": rows,
        "before": before,
        "changes": [
            (people.get(one.entrant, "–"), one)
            for one in (row_changes(before.rows, version.rows) if before else [])
        ],
    }
    return render(request, "standings/version.html", context)
