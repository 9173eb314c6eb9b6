"""Writes the pages that are generated from the program: `python -m deploy.pages`, or `--check` to compare only."""

import difflib
import io
import os
import sys
from pathlib import Path

import django
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[1]
LINES_SHOWN = 40

# Each page with the arguments of manage.py that print it.
PAGES: dict[str, tuple[str, ...]] = {
    "docs/rules.md": ("rules", "document"),
    "docs/safety.md": ("safety",),
    "docs/permissions.md": ("permissions",),
    "docs/openapi.yaml": ("spectacular", "--fail-on-warn", "--lang", "en"),
}


def main(arguments: list[str]) -> int:
    """Write every page, or with --check return 1 when one differs from what is committed."""
    only_compare = arguments == ["--check"]
    return max(compare(page) if only_compare else write(page) for page in PAGES)


def write(page: str) -> int:
    """Write one page."""
    path = ROOT / page
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(generated(page), encoding="utf-8", newline="\n")
    print(f"{page} written.")
    return 0


def compare(page: str) -> int:
    """Say how a page differs from what the program prints now; return 1 when it does."""
    path = ROOT / page
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    new = generated(page)
    if kept == new:
        print(f"{page} is up to date.")
        return 0
    difference = list(
        difflib.unified_diff(kept.splitlines(), new.splitlines(), "committed", "generated", lineterm="", n=1)
    )
    print("\n".join([f"{page} is out of date: make docs, then commit it.", *difference[:LINES_SHOWN]]))
    return 1


def generated(page: str) -> str:
    """Return what the program prints for a page."""
    printed = io.StringIO()
    call_command(*PAGES[page], stdout=printed)
    return printed.getvalue()


if __name__ == "__main__":
    # One process for all pages: to start the program takes longer than to print them.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.exit(main(sys.argv[1:]))
