"""Whether a page gets slower with the number of tournaments in the database: 10, 100, 1,000 of 100 entrants.

Run with `python -m benchmarks.growth [tournaments …]`. Queries and CPU milliseconds of each page, made anew; the
baseline is the smallest database of the same run. All are measured in turn, several times: machines have moods.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks._site import played_tournament, site
from benchmarks.pages import Browser, cost

ENTRANTS = 100
SIZES = (10, 100, 1_000)
PAGES = {
    "home": "/",
    "tournament": "/t/open-5/",
    "standings": "/t/open-5/standings/",
    "round": "/t/open-5/rounds/1/",
    "seats": "/t/open-5/seats/",
    "API list": "/api/v1/tournaments/?page_size=10",
    "API standings": "/api/v1/tournaments/open-5/standings/",
}

PASSES = 4
Measured = dict[str, tuple[int, float]]


def main(sizes: tuple[int, ...]) -> None:
    """Grow, keep the database of each size, measure all of them in turn, print."""
    from django.db import connection  # noqa: PLC0415  # needs the settings

    with site() as folder:
        browser, made, kept = Browser(), 0, dict[int, Path]()
        for size in sizes:
            for number in range(made, size):
                played_tournament(f"open-{number}", ENTRANTS, 1)
            made, kept[size] = size, folder / f"{size}.sqlite3"
            with connection.cursor() as cursor:
                cursor.execute("VACUUM INTO %s", [str(kept[size])])
        measured: dict[int, list[Measured]] = {size: [] for size in sizes}
        for _ in range(PASSES):
            for size in sizes:
                connection.close()
                connection.settings_dict["NAME"] = str(kept[size])
                measured[size].append({name: measure(browser, path) for name, path in PAGES.items()})
        connection.close()
    report(
        {
            size: {name: min(one[name] for one in passes) for name in PAGES}
            for size, passes in measured.items()
        }
    )


def measure(browser: Browser, path: str) -> tuple[int, float]:
    """Queries and milliseconds of a page made anew."""
    from django.core.cache import cache  # noqa: PLC0415  # needs the settings
    from django.db import connection  # noqa: PLC0415  # likewise
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415  # likewise

    from tournament.selectors.known import known_standings  # noqa: PLC0415  # likewise
    from tournament.web.caching import kept_pages  # noqa: PLC0415  # likewise

    def anew() -> None:
        kept_pages.clear()
        known_standings.clear()
        cache.clear()
        browser.get(path)

    act: Callable[[], None] = anew
    act()
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured), cost(act, 3)


def report(measured: dict[int, Measured]) -> None:
    """A line a page: queries and time at each size, and the time against the smallest."""
    smallest = measured[min(measured)]
    print("page            " + "".join(f"{size:>22} tournaments" for size in measured))
    for name in PAGES:
        cells = [
            f"{queries:4} queries {spent:7.2f} ms {spent / smallest[name][1]:6.2f} ×"
            for queries, spent in (of_size[name] for of_size in measured.values())
        ]
        print(f"{name:16}" + "  ".join(f"{cell:>32}" for cell in cells))


if __name__ == "__main__":
    main(tuple(int(size) for size in sys.argv[1:]) or SIZES)
