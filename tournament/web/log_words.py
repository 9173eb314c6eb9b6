"""What the log keeps of an act, in the words of the hall; the acts themselves have theirs in `tournament.acts`."""

import re
from functools import cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from seating.splits import POLICY_TITLES
from tournament.language import Sentence, words
from tournament.models import (
    BanScope,
    Entrant,
    EntrantState,
    FeeState,
    Person,
    Role,
    SanctionEffect,
    Tournament,
    TournamentState,
)

FACT_WORDS: dict[str, Promise] = {
    "state": _("state"),
    "fee": _("fee"),
    "role": _("role"),
    "tables": _("tables"),
    "cut": _("cut by the table"),
    "steps": _("steps of the table"),
    "effect": _("sanction"),
    "points": _("points"),
    "number": _("number"),
    "preset": _("format"),
    "plan": _("plan"),
    "club": _("club"),
    "group": _("family group"),
    "notes": _("notes"),
    "absent": _("absent"),
    "entered": _("entered"),
    "entrants": _("entrants"),
    "rounds": _("rounds"),
    "minutes": _("minutes"),
    "seconds": _("seconds"),
    "fields": _("data"),
    "left_after_round": _("last round played"),
    "after_round": _("after round"),
    "enters_in_round": _("plays from round"),
    "games_void": _("games void"),
    "void_games": _("games void"),
    "hidden_from_round": _("secret from round"),
    "from": _("from"),
    "until": _("last day"),
    "scope": _("holds at"),
    "ban": _("suspension"),
    "name": _("name"),
    "version": _("version"),
    "results": _("results"),
    "options": _("rules agreed"),
    "remedy": _("remedy"),
    "order": _("order"),
    "seed": _("number of the draw"),
    "seed_hash": _("seal of the draw"),
    "split": _("sizes of the tables"),
    "sit_out": _("sits out"),
    "known": _("known already"),
    "qualified": _("qualified"),
    "submission": _("report"),
    "players": _("players"),
    "unseated": _("without a seat"),
    "dispute": _("dispute"),
    "verdict": _("verdict"),
    "decision": _("decision"),
    "starts_at": _("begins"),
    "venues": _("venues"),
    "expected": _("expected"),
    "checksum": _("checksum"),
    "taken_at": _("taken at"),
    "digest": _("seal of the log"),
    "phase": _("phase"),
    "value": _("value"),
    "noted_by": _("noted by"),
    "step": _("step"),
    "at": _("at"),
    "people": _("people"),
}
SEAL = re.compile(r"[0-9a-f]{64}")
TECHNICAL = {"gone", "kept", "entries", "filled"}
"""Facts by which the program undoes an act; they say nothing to a reader, or what is a person's own."""
VALUE_WORDS: dict[str, Any] = {
    str(value): label
    for choices in (TournamentState, EntrantState, FeeState, Role, SanctionEffect, BanScope)
    for value, label in choices.choices
} | {"True": _("yes"), "False": _("no"), "None": "–", "": "–"}

SPLIT_WORDS: dict[str, Sentence] = {policy.value: title for policy, title in POLICY_TITLES.items()}


def fact_words(name: str) -> str:
    """The name of a fact in words: its own, those of the field that it was, or as it is stored."""
    if name.isdecimal():
        return str(_("turn %(number)s") % {"number": name})
    return str(FACT_WORDS.get(name) or _field_words().get(name) or name.replace("_", " "))


@cache
def _field_words() -> dict[str, Promise | str]:
    fields = (field for model in (Person, Entrant, Tournament) for field in model._meta.concrete_fields)  # noqa: SLF001 – Django documents _meta
    return {field.name: field.verbose_name for field in fields}


def value_words(value: object) -> str:
    """A stored value in words; lists and pairs one after the other, of lists within lists their number."""
    if isinstance(value, list):
        if any(isinstance(one, list | dict) for one in value):
            return str(len(value))
        return ", ".join(str(one) for one in value) or "–"
    if isinstance(value, dict):
        plain = {
            name: one for name, one in value.items() if not (isinstance(one, list | dict) or _is_code(name))
        }
        return ", ".join(f"{fact_words(name)} {value_words(one)}" for name, one in plain.items()) or "–"
    split = SPLIT_WORDS.get(str(value))
    text = words(split) if split else str(VALUE_WORDS.get(str(value), str(value)))
    return f"{text[:12]}…" if SEAL.fullmatch(text) else text


def _is_code(name: str) -> bool:
    """A key of the program's own that has no words; names of people are none."""
    return name.islower() and name.isidentifier() and name not in FACT_WORDS
