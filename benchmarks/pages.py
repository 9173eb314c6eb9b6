"""What a page of 300 rows costs the processor, beside a bare "ok" and a plain template loop of the same run.

Run with `python -m benchmarks.pages`. Requests pass through every middleware, without a network: CPU time only.
"""

import io
import itertools
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from time import process_time
from typing import Any

from benchmarks._site import forget, played_tournament, site

ENTRANTS, ROUNDS = 300, 4
PLAIN = """<table>{% for row in rows %}<tr><td>{{ row.rank }}</td><td>{{ row.name }}</td><td>{{ row.club }}</td>
{% for score in row.scores %}<td>{{ score }}</td>{% endfor %}<td>{{ row.total }}</td></tr>{% endfor %}</table>"""

Answer = tuple[str, dict[str, str], bytes]


PATIENCE = 1000
"""So many answers a minute the API gives to one address."""


class Browser:
    """Asks the WSGI application as browsers would, from a new address before the API has had enough of the last."""

    def __init__(self) -> None:
        from config.wsgi import application  # noqa: PLC0415  # needs the settings

        self.application = application
        self._visits = itertools.count()

    def get(self, path: str, **headers: str) -> Answer:
        """Status, headers, content. Raises RuntimeError for a refusal, which would take no time."""
        told: dict[str, Any] = {}
        path, _, question = path.partition("?")
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": path,
            "QUERY_STRING": question,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "REMOTE_ADDR": f"127.0.0.{next(self._visits) // PATIENCE % 250 + 1}",
            "HTTP_HOST": "127.0.0.1",
            "HTTP_ACCEPT_LANGUAGE": "it-IT,it;q=0.9",
            "HTTP_ACCEPT_ENCODING": "gzip",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(),
            "wsgi.errors": sys.stderr,
            **headers,
        }

        def start(
            status: str, fields: list[tuple[str, str]], _error: object = None
        ) -> Callable[[bytes], object]:
            told.update(status=status, fields=fields)
            return lambda _: None

        parts = self.application(environ, start)
        content = b"".join(parts)
        parts.close()
        if told["status"][:3] not in {"200", "304"}:
            raise RuntimeError(told["status"])
        return told["status"], dict(told["fields"]), content


def cost(
    act: Callable[[], object], times: int, runs: int = 7, first: Callable[[], object] | None = None
) -> float:
    """CPU milliseconds of one act: the best mean of some runs. What is done `first`, each time, does not count."""
    act()
    spent = []
    for _ in range(runs):
        total = 0.0
        for _ in range(times):
            if first:
                first()
            start = process_time()
            act()
            total += process_time() - start
        spent.append(total / times)
    return 1000 * min(spent)


def plain_loop() -> Callable[[], object]:
    """The same rows, in a loop of the template language."""
    from django.template import Context, Template  # noqa: PLC0415  # needs the settings

    from tournament.models import Tournament  # noqa: PLC0415  # needs the apps
    from tournament.selectors.public import sight_of_public  # noqa: PLC0415  # likewise
    from tournament.web.standings_page import row_contexts, visible_standings  # noqa: PLC0415  # likewise

    sight = sight_of_public(Tournament.objects.get(slug="open"))
    standings = visible_standings(sight, None)
    assert standings is not None
    rows = row_contexts(sight, standings, standings.rows)
    template = Template(PLAIN)
    return lambda: template.render(Context({"rows": rows}))


def main() -> None:
    """Measure and print."""
    with site():
        played_tournament("open", ENTRANTS, ROUNDS)
        measure(Browser())


ANEW = {
    "page": "/t/open/standings/",
    "round page, 75 tables": "/t/open/rounds/4/",
    "entrants page": "/t/open/entrants/",
    "API standings": "/api/v1/tournaments/open/standings/",
    "API entrants, 300": "/api/v1/tournaments/open/entrants/?page_size=300",
    "API tables, 75": "/api/v1/tournaments/open/rounds/4/tables/",
}


def measure(browser: Browser) -> None:
    """Each answer, as CPU milliseconds and as a ratio."""
    bare, loop = cost(lambda: browser.get("/healthz"), 200), cost(plain_loop(), 3)
    etag = browser.get(ANEW["page"])[1]["ETag"]
    print(f"bare ok                     {bare:8.3f} ms")
    for name, path, headers in (
        ("kept page", ANEW["page"], {}),
        ("kept page, 304", ANEW["page"], {"HTTP_IF_NONE_MATCH": etag}),
        ("kept API standings", ANEW["API standings"], {}),
    ):
        spent = cost(partial(browser.get, path, **headers), 200)
        print(f"{name:27} {spent:8.3f} ms, {bare / spent:.0%} of the requests a second of the bare ok")
    print(f"plain loop of {ENTRANTS} rows      {loop:8.2f} ms, the template only")
    for name, path in ANEW.items():
        get = partial(browser.get, path)
        told = ", ".join(f"{cost(get, 3, first=first):6.2f} ms {when}" for when, first in occasions().items())
        print(f"{name + ' made anew':32} {told}, {len(get()[2]) / 1000:.1f} kB compressed")


def occasions() -> dict[str, Callable[[], object]]:
    """Why an answer has to be made anew, as what happens before it is asked for."""
    from django.core.cache import cache  # noqa: PLC0415  # needs the settings

    from tournament.web.caching import kept_pages  # noqa: PLC0415  # needs the apps

    correct = corrections()

    def change() -> None:
        correct()
        cache.clear()

    def lose_the_page() -> None:
        kept_pages.clear()
        cache.clear()

    return {"after a result": change, "as the first of a process": forget, "once all is known": lose_the_page}


def corrections() -> Callable[[], None]:
    """A result of the last round that a referee corrects and another confirms, each time of the next table."""
    from tournament.models import Round, RoundState, Table, User  # noqa: PLC0415  # needs the apps
    from tournament.services.confirmation import confirm_result  # noqa: PLC0415  # likewise
    from tournament.services.results import Report, correct_result  # noqa: PLC0415  # likewise

    last = Round.objects.filter(tournament__slug="open", number=ROUNDS)
    last.update(state=RoundState.PLAYING)
    tables = itertools.cycle(Table.objects.filter(round__in=last).values_list("pk", flat=True))
    reporter, referee = (User.objects.get_or_create(username=name)[0] for name in ("reporter", "referee"))
    chance = Random(ENTRANTS)

    def correct() -> None:
        report = Report(totals={turn: chance.randrange(60) for turn in (1, 2, 3, 4)}, places=(1, 2, 3, 4))
        submission = correct_result(table_id=next(tables), report=report, reporter=reporter, reason="x")
        confirm_result(submission_id=submission.pk, referee=referee)

    return correct


if __name__ == "__main__":
    main()
