"""Whether a page gets slower with the number of tournaments in the database: 10, 100, 1,000 of 100 entrants.

Run with `python -m benchmarks.growth [tournaments …]`. Queries and CPU milliseconds of each page, made anew; the
baseline is the smallest database of the same run. All are measured in turn, four times, and the best time counts:
machines have moods.
"""

import sys
from functools import partial
from pathlib import Path

from benchmarks._site import forget, played_tournament, site
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
    report({size: {name: best([one[name] for one in of]) for name in PAGES} for size, of in measured.items()})


def best(passes: list[tuple[int, float]]) -> tuple[int, float]:
    """The most queries and the least time of some passes."""
    queries, times = zip(*passes, strict=True)
    return max(queries), min(times)


def measure(browser: Browser, path: str) -> tuple[int, float]:
    """Queries and milliseconds of a page made anew."""
    from django.db import connection  # noqa: PLC0415  # needs the settings
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415  # likewise

    forget()
    browser.get(path)
    forget()
    with CaptureQueriesContext(connection) as captured:
        browser.get(path)
    return len(captured), cost(partial(browser.get, path), 3, first=forget)


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
