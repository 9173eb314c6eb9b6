"""Standings of 10,000 results, one correction, a million results: CPU milliseconds and ratios, in one run.

Run with `python -m benchmarks.scoring`. The database is SQLite in memory; baselines are the plain ways to do the same:
every seat scored anew, the whole standings recomputed, Python sums.
"""

import os
from collections import defaultdict
from collections.abc import Callable
from datetime import date
from random import Random
from time import process_time
from typing import Any

import numpy as np

from scoring.adjustments import NO_ADJUSTMENTS
from scoring.arrays import best_totals, shared_ranks
from scoring.formulas import score_table
from scoring.loading import sheet_of_rows
from scoring.presets import preset
from scoring.results import SeatResult, TableResult
from scoring.sheet import Player, Sheet
from scoring.standings import rank

PEOPLE, ROUNDS, SIZE = 1000, 10, 4
FORMULA = preset("open")

Games = list[tuple[int, TableResult]]


def best(run: Callable[[], object], times: int = 7) -> float:
    """CPU milliseconds of the best of some runs."""
    spent = []
    for _ in range(times):
        start = process_time()
        run()
        spent.append(process_time() - start)
    return 1000 * min(spent)


def drawn_games() -> Games:
    """10,000 results: everybody plays every round."""
    chance, games = Random(20_26), []
    for number in range(1, ROUNDS + 1):
        order = chance.sample(range(1, PEOPLE + 1), PEOPLE)
        for table in range(PEOPLE // SIZE):
            points = sorted((chance.randrange(60) for _ in range(SIZE)), reverse=True)
            seated = order[table * SIZE : (table + 1) * SIZE]
            seats = [SeatResult(*pair) for pair in zip(seated, points, range(1, SIZE + 1), strict=True)]
            games.append((number, TableResult(table + 1, tuple(seats))))
    return games


def by_tables(games: Games) -> Sheet:
    """The sheet, table by table."""
    sheet = Sheet(FORMULA)
    for number, game in games:
        sheet.put(number, game)
    return sheet


def measure_values(games: Games) -> None:
    """The pure part: values in, standings out."""
    seats = [(number, game.table, seat) for number, game in games for seat in game.seats]
    players = [seat.player for _, _, seat in seats]
    rows = [(number, table, seat.points, seat.place or 0, 0, 0) for number, table, seat in seats]
    assert rank(sheet_of_rows(FORMULA, players, rows)) == rank(by_tables(games))
    plain = best(lambda: [score_table(FORMULA, game) for _, game in games], 3)
    loaded = best(lambda: rank(sheet_of_rows(FORMULA, players, rows)))
    tables = best(lambda: rank(by_tables(games)))
    print(
        f"10,000 results, rows:          {loaded:7.1f} ms, {plain / loaded:5.1f} × faster than scoring each seat anew"
    )
    print(
        f"10,000 results, tables:        {tables:7.1f} ms, {plain / tables:5.1f} × faster than scoring each seat anew"
    )
    sheet = by_tables(games)
    rank(sheet)
    number, game = games[-1]
    turned = game._replace(seats=tuple(reversed(game.seats)))

    def correct() -> None:
        sheet.put(number, turned)
        rank(sheet)

    corrected = best(correct)
    print(
        f"one corrected result:          {corrected:7.1f} ms, {tables / corrected:5.1f} × faster than all anew"
    )


def measure_arrays() -> None:
    """A million results of a season, best 7 of each player."""
    chance = np.random.default_rng(20_26)
    players, units = chance.integers(0, 20_000, 1_000_000), chance.integers(0, 20_000, 1_000_000)

    def plain() -> list[int]:
        own = defaultdict(list)
        for player, score in zip(players.tolist(), units.tolist(), strict=True):
            own[player].append(score)
        return [sum(sorted(own[player], reverse=True)[:7]) for player in range(20_000)]

    assert plain() == best_totals(players, units, keep=7).tolist()
    arrays = best(lambda: shared_ranks(best_totals(players, units, keep=7)), 5)
    print(
        f"a million results, best 7:     {arrays:7.1f} ms, {best(plain, 2) / arrays:5.1f} × faster than Python sums"
    )


def measure_database(games: Games) -> None:
    """From confirmed results in the database to standings."""
    os.environ["DATABASE_URL"] = "sqlite://:memory:"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django  # noqa: PLC0415  # the settings are chosen above
    from django.core.management import call_command  # noqa: PLC0415  # likewise

    django.setup()
    call_command("migrate", verbosity=0)
    from tournament.selectors.games import games_for_stage  # noqa: PLC0415  # needs the apps
    from tournament.selectors.standings import standings_for_stage  # noqa: PLC0415  # likewise

    stage = _stored(games)
    people = [Player(number, f"N{number} Prova") for number in range(1, PEOPLE + 1)]
    results = best(lambda: games_for_stage(stage))
    scored = best(lambda: rank(games_for_stage(stage).sheet(FORMULA, NO_ADJUSTMENTS), people))
    plain = best(lambda: rank(by_tables(games), people))
    page = best(lambda: standings_for_stage(stage), 3)
    print(
        f"10,000 results, from database: {scored:7.1f} ms, of which {results:.1f} ms reading; {scored / plain:.1f} × values only"
    )
    print(f"the same with 1,000 entrants:  {page:7.1f} ms, people as rows of the database included")


def _stored(games: Games) -> Any:
    from django.utils import timezone  # noqa: PLC0415  # needs the apps, like the models below

    from tournament import models as db  # noqa: PLC0415

    day = date(2026, 11, 28)
    tournament = db.Tournament.objects.create(
        name="Open", slug="open", starts_on=day, ends_on=day, formula=FORMULA.to_document()
    )
    stage = db.Stage.objects.create(tournament=tournament, position=1, kind=db.StageKind.RANKED, name="Q")
    people = [db.Person(first_name=f"N{number}", last_name="Prova") for number in range(PEOPLE)]
    db.Person.objects.bulk_create(people)
    entrants = [
        db.Entrant(tournament=tournament, number=number, person=person, state=db.EntrantState.CHECKED_IN)
        for number, person in enumerate(people, start=1)
    ]
    db.Entrant.objects.bulk_create(entrants)
    for number in range(1, ROUNDS + 1):
        held = db.Round.objects.create(
            tournament=tournament, stage=stage, number=number, state=db.RoundState.CLOSED
        )
        played = [game for played_in, game in games if played_in == number]
        tables = [db.Table(round=held, number=game.table, size=SIZE) for game in played]
        db.Table.objects.bulk_create(tables)
        now = timezone.now()
        submissions = [
            db.Submission(table=table, number=1, state="confirmed", effective=True, confirmed_at=now)
            for table in tables
        ]
        db.Submission.objects.bulk_create(submissions)
        seats, results = [], []
        for game, table, submission in zip(played, tables, submissions, strict=True):
            for turn, seat in enumerate(game.seats, start=1):
                entrant = entrants[int(str(seat.player)) - 1]
                seated = db.Seat(table=table, round=held, entrant=entrant, turn_order=turn)
                seats.append(seated)
                results.append((submission, seated, seat))
        db.Seat.objects.bulk_create(seats)
        db.SeatResult.objects.bulk_create(
            [
                db.SeatResult(submission=submission, seat=seated, points=seat.points, place=seat.place)
                for submission, seated, seat in results
            ]
        )
    return stage


def main() -> None:
    """Measure and print."""
    games = drawn_games()
    measure_values(games)
    measure_arrays()
    measure_database(games)


if __name__ == "__main__":
    main()
