"""What a page of 300 rows costs the processor, beside a bare "ok" and a plain template loop of the same run.

Run with `python -m benchmarks.pages`. Requests pass through every middleware, without a network: CPU time only.
"""

import io
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

from benchmarks._site import played_tournament, site

ENTRANTS, ROUNDS = 300, 4
PLAIN = """<table>{% for row in rows %}<tr><td>{{ row.rank }}</td><td>{{ row.name }}</td><td>{{ row.club }}</td>
{% for score in row.scores %}<td>{{ score.text }}</td>{% endfor %}<td>{{ row.total }}</td></tr>{% endfor %}</table>"""

Answer = tuple[str, dict[str, str], bytes]


class Browser:
    """Asks the WSGI application as a browser would."""

    def __init__(self) -> None:
        from config.wsgi import application  # noqa: PLC0415  # needs the settings

        self.application = application

    def get(self, path: str, **headers: str) -> Answer:
        """Status, headers, content."""
        told: dict[str, Any] = {}
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "REMOTE_ADDR": "127.0.0.1",
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
        return told["status"], dict(told["fields"]), content


def cost(act: Callable[[], object], times: int, runs: int = 7) -> float:
    """CPU milliseconds of one act: the best mean of some runs."""
    act()
    spent = []
    for _ in range(runs):
        start = process_time()
        for _ in range(times):
            act()
        spent.append((process_time() - start) / times)
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


def measure(browser: Browser) -> None:
    """Each answer, as CPU milliseconds and as a ratio."""
    from django.core.cache import cache  # noqa: PLC0415  # needs the settings

    from tournament.web.caching import kept_pages  # noqa: PLC0415  # likewise

    page, api = "/t/open/standings/", "/api/v1/tournaments/open/standings/"

    def anew(path: str) -> None:
        kept_pages.clear()
        cache.clear()
        browser.get(path)

    bare = cost(lambda: browser.get("/healthz"), 200)
    loop = cost(plain_loop(), 3)
    etag = browser.get(page)[1]["ETag"]
    print(f"bare ok                     {bare:8.3f} ms")
    for name, headers in (("kept page", {}), ("kept page, 304", {"HTTP_IF_NONE_MATCH": etag})):
        spent = cost(lambda headers=headers: browser.get(page, **headers), 200)  # type: ignore[misc]
        print(f"{name:27} {spent:8.3f} ms, {bare / spent:.0%} of the requests a second of the bare ok")
    print(f"plain loop of {ENTRANTS} rows      {loop:8.2f} ms, the template only")
    for name, path in (("page rendered anew", page), ("API list made anew", api)):
        spent = cost(lambda path=path: anew(path), 3)  # type: ignore[misc]
        size = len(browser.get(path)[2])
        print(
            f"{name:27} {spent:8.2f} ms, {spent / loop:.2f} of the plain loop, {size / 1000:.1f} kB compressed"
        )


if __name__ == "__main__":
    main()
