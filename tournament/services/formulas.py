"""The formula that a form asks for: a preset with the few options that organisers turn."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.document import DocumentError
from scoring.options import resolve
from scoring.presets import COMPATIBILITY
from tournament.errors import InvalidInput
from tournament.services.tournaments import checked_formula


def formula_document(
    preset: str,
    *,
    prize: int | None = None,
    keep: int | None = None,
    rounds: int | None = None,
    as_clubs_program: bool = False,
) -> dict[str, Any]:
    """A preset's formula as a document, checked.

    `prize` is another prize for a victory, `keep` how many of the `rounds` count, `as_clubs_program` asks for the
    figures of the clubs' program. Raises InvalidInput naming what the formula cannot take.
    """
    options = {
        "victory_prize": prize,
        "compatibility": COMPATIBILITY if as_clubs_program else None,
    }
    best_of = [keep, rounds] if keep and rounds and keep < rounds else None
    try:
        formula = resolve(preset, options, best_of=best_of)
    except DocumentError as error:
        raise InvalidInput(_("This format does not take that option: %(what)s") % {"what": error}) from error
    return checked_formula(preset, formula.to_document())
