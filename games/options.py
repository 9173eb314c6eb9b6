"""A table's options as people write them: words and numbers, the text of a club's file, a document in TOML or JSON."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from games.core.notation import UnreadableCase

FILES = frozenset({"board", "deck"})
"""Options that are kept as the text of a club's file, with its comments."""
DOCUMENTS = frozenset({"card_effects", "own_missions"})
"""Options that are a document."""
LONGEST = 40_000


def read_option(name: str, text: str) -> Any:
    """The value of an option. A document may put everything under the option's own name. Raises UnreadableCase."""
    text = text.strip()
    if len(text) > LONGEST:
        raise UnreadableCase([f"options.{name}: longer than {LONGEST} characters"])
    if name in FILES:
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _document(name, text) if name in DOCUMENTS else text


def _document(name: str, text: str) -> Any:
    try:
        read = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UnreadableCase([f"options.{name}: no TOML: {error}"]) from error
    return read.get(name, read)


def written_option(value: Any) -> str:
    """An option as it would be written; nothing for None."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
