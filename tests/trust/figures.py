"""Figures that the suites measure, kept for docs/trust.md when TRUST_FIGURES names a file.

`python -m tests.trust.figures` writes the page from them.
"""

import json
import os
import sys
from pathlib import Path

from django.db import connection

PAGE = Path(__file__).resolve().parents[2] / "docs" / "trust.md"
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL", "": "–"}


def record(what: str, *, database: str | None = None, **figures: int | str) -> None:
    """Keep the figures of one trial."""
    path = os.environ.get("TRUST_FIGURES")
    if not path:
        return
    line = {"what": what, "database": connection.vendor if database is None else database, **figures}
    with Path(path).open("a", encoding="utf-8") as out:
        out.write(json.dumps(line) + "\n")


def page(lines: list[dict[str, int | str]]) -> str:
    """The page with the newest figures of every trial on every database."""
    newest = {(str(line["what"]), str(line["database"])): line for line in lines}
    rows = [
        f"| {what} | {NAMES[database]} | "
        + ", ".join(
            f"{key.replace('_', ' ')} {value}"
            for key, value in line.items()
            if key not in {"what", "database"}
        )
        + " |"
        for (what, database), line in sorted(newest.items())
    ]
    return "\n".join(
        [
            "# Trust",
            "",
            "What is promised: an acknowledged result is never lost, two people never overwrite each other, every figure can",
            "be traced to who entered it, and every mistake can be undone. The figures below are written by the suites",
            "themselves: `make trust` runs `tests/trust` and `tests/faults` and writes this page.",
            "",
            "| trial | database | figures |",
            "|---|---|---|",
            *rows,
            "",
            "Where the rest is proven: `tests/trust/test_archive.py` (the same bytes from either database, damage refused by",
            "its place), `test_backups.py` (the restore drill), `test_safety.py` ([safety.md](safety.md), cell by cell),",
            "`test_permissions.py` ([permissions.md](permissions.md), cell by cell), `test_privacy.py` (every public surface).",
            "`test_fuzz.py` and `test_stateful.py` try a share of their requests and tournaments whenever the tests run, and",
            "more of them here.",
            "",
        ]
    )


def main(path: str) -> None:
    """Write the page from the recorded lines."""
    lines = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    PAGE.write_text(page(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
