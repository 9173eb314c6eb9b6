"""The options of a tournament's game: what its table may choose, and what no rulebook tells (a club's board or cards)."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games.adjudicator import UnreadableCase, option_defects, ruleset_named
from games.options import read_option
from tournament.errors import InvalidInput
from tournament.models import Tournament, User
from tournament.services.records import lock_tournament, record_event
from tournament.services.tournaments import RulesFrozen

OF_THE_TOURNAMENT = frozenset({"army_limit", "time_limit_minutes"})
"""Options that are fields of the tournament itself."""


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
    options = _read({name: written[name] for name in known if written.get(name, "").strip()})
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


def _read(written: Mapping[str, str]) -> dict[str, Any]:
    try:
        return {name: read_option(name, text) for name, text in written.items()}
    except UnreadableCase as unreadable:
        raise InvalidInput(*unreadable.errors) from unreadable
