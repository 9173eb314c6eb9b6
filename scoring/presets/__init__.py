"""The formulas in use, as data: one TOML file each, with what the clubs' program does differently beside it."""

import tomllib
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any

from scoring.formulas import Formula
from scoring.games import Game

COMPATIBILITY = "gestionetorneo"
"""The one compatibility there is: the numbers of the clubs' program, departures from its manual included."""

_BESIDE_THE_FORMULA = frozenset({"aliases", "compatibility"})


class UnknownPresetError(LookupError):
    """No preset has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no preset is called {name!r}; there are: {', '.join(sorted(_documents()))}")
        self.name = name


@cache
def _documents() -> Mapping[str, dict[str, Any]]:
    found = {}
    for entry in sorted(files(__name__).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            document = tomllib.loads(entry.read_text(encoding="utf-8"), parse_float=Decimal)
            found[document["code"]] = document
    return found


@cache
def _names() -> Mapping[str, str]:
    aliases = {
        alias: code for code, document in _documents().items() for alias in document.get("aliases", ())
    }
    return aliases | {code: code for code in _documents()}


def preset_names(game: Game | None = None) -> tuple[str, ...]:
    """The codes of all presets, or of those for a game, in the order of the alphabet."""
    documents = _documents()
    return tuple(
        code for code in sorted(documents) if game in {None, documents[code].get("game", Game.CHALLENGE)}
    )


@cache
def preset(name: str, *, compatibility: str | None = None) -> Formula:
    """The preset of this code or alias, as the manual and the rulebook have it or as the clubs' program computes.

    Raises UnknownPresetError for an unknown name or compatibility.
    """
    code = _names().get(name.strip().lower().replace("_", "-"))
    if code is None or compatibility not in {None, COMPATIBILITY}:
        raise UnknownPresetError(name if code is None else str(compatibility))
    document = {key: value for key, value in _documents()[code].items() if key not in _BESIDE_THE_FORMULA}
    if compatibility is not None:
        document |= _documents()[code].get("compatibility", {}) | {"compatibility": compatibility}
    return Formula.from_document(document, f"presets.{code}")
