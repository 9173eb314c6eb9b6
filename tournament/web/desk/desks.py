"""Which desk stands for which ruleset."""

from collections.abc import Mapping

from tournament.web.desk import challenge, futurisiko, risikard, risk
from tournament.web.desk.fields import Desk

DESKS: Mapping[str, Desk] = {**challenge.DESKS, **risk.DESKS, **futurisiko.DESKS, **risikard.DESKS}
USUAL = "risiko-challenge"


def desk_for(ruleset: str) -> Desk:
    """The desk of a game; that of RisiKo! Challenge for a ruleset that is not known here."""
    return DESKS.get(ruleset, DESKS[USUAL])
