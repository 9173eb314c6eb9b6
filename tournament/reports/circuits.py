"""A circuit's rankings as tables for files: a column a tournament, named by its address."""

from tournament.reports.tables import Table, Value
from tournament.selectors.circuits import CircuitStandings, Line


def players_table(standings: CircuitStandings) -> Table:
    """Rank, name, club, the worth of each result, the total; `dropped` names the tournaments that do not count."""
    slugs = [one.tournament.slug for one in standings.columns.values()]
    rows: list[tuple[Value, ...]] = []
    for row in standings.rows:
        person, lines = standings.person_of(row), standings.lines(row)
        worths = {one.held.tournament.slug: one.worth for one in lines}
        rows.append(
            (
                row.rank,
                person.public_name,
                standings.clubs_of[person.pk],
                *(worths.get(slug) for slug in slugs),
                standings.figure(row.total),
                _dropped(lines),
            )
        )
    return Table("circuit", ("rank", "name", "club", *slugs, "total", "dropped"), tuple(rows))


def _dropped(lines: list[Line]) -> str:
    return " ".join(one.held.tournament.slug for one in lines if not one.counted)


def clubs_table(standings: CircuitStandings) -> Table:
    """Rank, club, the total of its members' results that count, and how many these are."""
    rows = [
        (row.rank, str(row.key), standings.figure(row.total), sum(one.counted for one in row.results))
        for row in standings.clubs
    ]
    return Table("clubs", ("rank", "club", "total", "results"), tuple(rows))
