"""`manage.py rules`: explain an article, list the rulesets, print the page of all rules, check a club's file."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.adjudicator import HOMES, UnreadableCase, option_defects, ruleset_named
from games.core.handbook import Language, document, explain, spoken
from games.options import DOCUMENTS, FILES, read_option
from tournament.reports.game_formats import formats_section
from tournament.rulesets import GAMES

DOCUMENTED = ("risiko-challenge", "kingmaker")
# the game that has its cases beside those of the others' folders
FIRST_GAME = "challenge"


class Command(BaseCommand):
    """What the rulebook says and what the adjudicator makes of it. Needs no database."""

    help = "Explain an article, list the rulesets, print the page of all rules, or check a club's board or cards."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django declares it so

    def add_arguments(self, parser: ArgumentParser) -> None:
        """explain NUMBER, list, document, check FILE."""
        actions = parser.add_subparsers(dest="what", required=True)
        one = actions.add_parser("explain", help="title, text, readings and cases of an article")
        one.add_argument("article")
        one.add_argument("--ruleset", choices=tuple(HOMES), default="kingmaker")
        every = actions.add_parser("list", help="every ruleset with its edition")
        page = actions.add_parser("document", help="the page docs/rules.md")
        games = tuple(dict.fromkeys(game_of(name) for name in HOMES))
        page.add_argument("--game", choices=games, default=FIRST_GAME)
        club = actions.add_parser("check", help="whether a club's file can be used, else every defect")
        club.add_argument("file", type=Path)
        club.add_argument("--ruleset", choices=tuple(HOMES), default="futurisiko")
        club.add_argument("--option", choices=sorted(FILES | DOCUMENTS), default="board")
        for sub in (one, every, page):
            sub.add_argument("--lang", choices=("en", "it", "pt"), default="en")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print what was asked for."""
        language = options.get("lang", "en")
        if options["what"] == "list":
            for name in HOMES:
                ruleset = ruleset_named(name)
                self.stdout.write(f"{name}  {ruleset.edition.isoformat()}  {spoken(ruleset.title, language)}")
        elif options["what"] == "check":
            self.stdout.write(checked(options["file"], options["ruleset"], options["option"]))
        elif options["what"] == "document":
            self.stdout.write(page_of(options["game"], language), ending="")
        else:
            found = ruleset_named(options["ruleset"]).rule(options["article"])
            if found is None:
                raise CommandError(f"{options['ruleset']} has no article {options['article']}")
            titles = case_titles(game_of(options["ruleset"]))
            self.stdout.write(explain(found, titles.get(found.number, ()), language))


def checked(file: Path, ruleset: str, option: str) -> str:
    """That the file can be used. Raises CommandError with every defect."""
    try:
        value = read_option(option, file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, UnreadableCase) as error:
        raise CommandError(f"{file}: {error}") from error
    defects = option_defects(ruleset, {option: value})
    if defects:
        raise CommandError("\n".join((f"{file} cannot be used:", *defects)))
    return f"{file} can be used: option {option} of {ruleset}."


def game_of(ruleset: str) -> str:
    """The game a ruleset belongs to, by the name of its package."""
    return HOMES[ruleset].split(".")[1]


def page_of(game: str, language: Language) -> str:
    """The page of a game's rules with its tournaments; a game beside the first brings a module `page`."""
    tournaments = formats_section([one for one in GAMES.values() if game_of(one.ruleset) == game], language)
    if game == FIRST_GAME:
        rules = document([ruleset_named(name) for name in DOCUMENTED], case_titles(game), language)
        return f"{rules}{tournaments}"
    page: str = import_module(f"games.{game}.page").page(case_titles(game), language)
    return f"{page}{tournaments}"


def case_titles(game: str = FIRST_GAME) -> dict[str, list[str]]:
    """Article → titles of its cases in a game's casebook, where the casebook is installed."""
    titles: dict[str, list[str]] = defaultdict(list)
    folder = Path(settings.BASE_DIR) / "tests" / "cases"
    for file in sorted((folder if game == FIRST_GAME else folder / game).glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if "article" in case:
                titles[case["article"]].append(case["title"])
    return titles
