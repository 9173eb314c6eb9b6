"""The options of a tournament's game: what its table may choose, and what no rulebook tells (a club's board or cards)."""

import json
import tomllib
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.adjudicator import option_defects, ruleset_named
from tournament.errors import InvalidInput
from tournament.models import Tournament, User
from tournament.services.records import lock_tournament, record_event
from tournament.services.tournaments import RulesFrozen

OF_THE_TOURNAMENT = frozenset({"army_limit", "time_limit_minutes"})
"""Options that are fields of the tournament itself."""
FILES = frozenset({"board", "deck"})
"""Options that are kept as the text of a club's file, with its comments."""
LONGEST = 40_000


@transaction.atomic
def set_game_options(*, tournament_id: int, written: Mapping[str, str], actor: User | None) -> Tournament:
    """Set the options of the game, each as it was written; an empty text is the usual choice.

    Until the first confirmed result: the players agreed on them before the game. Raises RulesFrozen, InvalidInput with
    every defect.
    """
    tournament = lock_tournament(tournament_id)
    if tournament.is_frozen:
        raise RulesFrozen
    known = [
        one.name for one in ruleset_named(tournament.ruleset).options if one.name not in OF_THE_TOURNAMENT
    ]
    options = {name: read_option(name, written[name]) for name in known if written.get(name, "").strip()}
    defects = option_defects(tournament.ruleset, options)
    if defects:
        raise InvalidInput(*defects)
    before, tournament.ruleset_options = tournament.ruleset_options, options
    tournament.version += 1
    tournament.save(update_fields=["ruleset_options", "version"])
    record_event(
        tournament,
        "rules_changed",
        subject=tournament.name,
        actor=actor,
        before={"options": before},
        after={"options": options},
    )
    return tournament


def read_option(name: str, text: str) -> Any:
    """The value of an option: a word, a number, true or false; the text of a file; a document in TOML or JSON.

    A document may put everything under the option's own name. Raises InvalidInput for a text that is too long.
    """
    text = text.strip()
    if len(text) > LONGEST:
        raise InvalidInput(_("%(name)s: at most %(most)s characters.") % {"name": name, "most": LONGEST})
    if name in FILES:
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _document(name, text)


def _document(name: str, text: str) -> Any:
    """A document in TOML, or the word itself."""
    if "=" not in text:
        return text
    try:
        read = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InvalidInput(_("%(name)s: no TOML: %(error)s") % {"name": name, "error": error}) from error
    return read.get(name, read)


def written_option(value: Any) -> str:
    """An option as it would be written."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
