"""`manage.py play --games N --seed S`: whole games by seeded players, with a summary."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.challenge.engine import GameOptions
from games.play import PLAYERS, play_game
from games.play_summary import played, summarise, summary_document
from games.replay import record_of, write_record

MOST_GAMES = 1_000_000


class Command(BaseCommand):
    """The same seed gives the same games on every machine."""

    help = "Play whole games of RisiKo! Challenge with seeded players and sum them up."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many, from which seed, who plays, what is agreed."""
        parser.add_argument("--games", type=int, default=1, metavar="N")
        parser.add_argument(
            "--seed", type=int, default=1, metavar="S", help="of the first game; the next counts up"
        )
        parser.add_argument(
            "--players",
            default="random,random,random,random",
            help=f"a player for each seat, of {', '.join(PLAYERS)}; 3 to 5",
        )
        parser.add_argument("--army-limit", type=int, default=130, metavar="N", help="0: none")
        parser.add_argument(
            "--rounds", type=int, default=15, metavar="N", help="round in which the time limit is reached"
        )
        parser.add_argument("--record", metavar="FILE", help="write the record of the first game")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play, write the record if asked for, print the summary."""
        players = options["players"].split(",")
        rounds = options["rounds"]
        try:
            agreed = _agreed(players, options)
        except ValueError as error:
            raise CommandError(str(error), returncode=2) from error
        if options["record"]:
            game = play_game(
                options["seed"], [PLAYERS[name] for name in players], agreed, time_up_round=rounds
            )
            names = [f"{name} {number}" for number, name in enumerate(players, start=1)]
            Path(options["record"]).write_text(
                write_record(record_of(names, agreed, game.acts)), encoding="utf-8"
            )
        seeds = range(options["seed"], options["seed"] + options["games"])
        summary = summarise(played(seeds, players, agreed, time_up_round=rounds), len(players))
        document = summary_document(summary, players)
        self.stdout.write(json.dumps(document, indent=2) if options["as_json"] else _table(document))


def _agreed(players: list[str], options: dict[str, Any]) -> GameOptions:
    unknown = sorted(set(players) - PLAYERS.keys())
    if unknown:
        raise ValueError(f"no such player: {', '.join(unknown)}; there are {', '.join(PLAYERS)}")
    if not 1 <= options["games"] <= MOST_GAMES:
        raise ValueError(f"--games must be from 1 to {MOST_GAMES}")
    if not 1 <= options["rounds"] <= 1000:
        raise ValueError("--rounds must be from 1 to 1000")
    return GameOptions(players=len(players), army_limit=options["army_limit"] or None)


def _table(document: dict[str, Any]) -> str:
    ended = ", ".join(f"{reason} {count}" for reason, count in document["reasons"].items())
    return "\n".join(
        [
            f"{document['games']} games: {ended}; {document['eliminations']} eliminations",
            f"on average {document['mean_rounds']} rounds and {document['mean_acts']} acts",
            *(
                f"seat {row['seat']} ({row['player']}): {row['wins']} wins, {row['mean_points']} points on average"
                for row in document["seats"]
            ),
        ]
    )
