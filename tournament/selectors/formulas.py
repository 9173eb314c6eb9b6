"""The formula of a tournament, as `scoring/` knows it."""

import json
from functools import lru_cache

from scoring.formulas import Formula
from tournament.models import Tournament


def formula_of(tournament: Tournament) -> Formula:
    """What turns a tournament's games into standings; of equal documents one object. Raises DocumentError."""
    return _read(json.dumps(tournament.formula))


@lru_cache(maxsize=64)
def _read(document: str) -> Formula:
    return Formula.from_document(json.loads(document))
