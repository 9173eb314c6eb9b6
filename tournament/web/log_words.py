"""The acts of the log in the words of the hall."""

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

KIND_WORDS: dict[str, Promise] = {
    "tournament_created": _("Tournament created"),
    "rules_changed": _("Rules changed"),
    "threshold_table_changed": _("Threshold table changed"),
    "publishing_changed": _("Publishing changed"),
    "state_changed": _("State changed"),
    "workbook_imported": _("Workbook imported"),
    "entrant_added": _("Entered"),
    "entrants_imported": _("List imported"),
    "entrant_edited": _("Entry changed"),
    "person_edited": _("Personal data changed"),
    "person_erased": _("Personal data erased"),
    "stand_in_added": _("Stand-in added"),
    "standby_called_in": _("Standby called in"),
    "presence_marked": _("Roll call"),
    "check_in_closed": _("Roll call closed"),
    "check_in_reopened": _("Roll call opened again"),
    "entrant_withdrawn": _("Withdrawn"),
    "entrant_disqualified": _("Disqualified"),
    "entrant_returned": _("Brought back"),
    "fee_marked": _("Fee marked"),
    "ban_given": _("Suspended"),
    "ban_lifted": _("Suspension lifted"),
    "let_in_despite_ban": _("Let in despite a suspension"),
    "kept_apart": _("Kept apart"),
    "kept_apart_no_more": _("May sit together again"),
    "personal_link_revoked": _("Personal link closed"),
    "round_drawn": _("Round drawn"),
    "round_drawn_again": _("Round drawn again"),
    "draft_discarded": _("Draft discarded"),
    "seating_edited": _("Seating changed"),
    "table_locked": _("Table locked"),
    "table_unlocked": _("Table unlocked"),
    "round_published": _("Seating published"),
    "round_started": _("Clock started"),
    "room_stopped": _("Clock of the room stopped"),
    "room_resumed": _("Clock of the room runs again"),
    "table_stopped": _("Table's clock stopped"),
    "table_resumed": _("Table's clock runs again"),
    "minutes_given": _("Minutes given back"),
    "referee_called": _("Referee called"),
    "referee_came": _("Referee came"),
    "table_finished_early": _("Game ended by a referee"),
    "colours_chosen": _("Colours chosen"),
    "result_reported": _("Result reported"),
    "result_confirmed": _("Result confirmed"),
    "result_corrected": _("Result corrected"),
    "result_corrected_on_record": _("Correction kept on record only"),
    "result_rejected": _("Result sent back"),
    "round_closed": _("Round closed"),
    "round_reopened": _("Round opened again"),
    "standings_issued": _("Standings issued"),
    "standings_reissued": _("Standings issued again"),
    "order_decided": _("Level players put in order"),
    "order_taken_back": _("Order of level players taken back"),
    "penalty_given": _("Penalty given"),
    "penalty_revoked": _("Penalty revoked"),
    "cut_confirmed": _("Cut made"),
    "cut_taken_back": _("Cut taken back"),
    "tie_settled": _("Tie settled"),
    "tie_reopened": _("Tie opened again"),
    "semifinalist_replaced": _("Semifinalist replaced"),
    "renunciation_taken_back": _("Renunciation taken back"),
    "round_seated_again": _("Round seated again"),
    "round_kept_as_played": _("Round kept as played"),
    "cut_chosen": _("Kind of cut chosen"),
    "place_declined": _("Place declined"),
    "seat_left_empty": _("Seat left empty"),
    "seating_repaired": _("Seating repaired"),
    "round_deleted": _("Round deleted"),
    "dispute_opened": _("Dispute opened"),
    "dispute_asked_again": _("Dispute asked again"),
    "dispute_decided": _("Dispute decided"),
    "dispute_appealed": _("Decision appealed"),
    "appeal_decided": _("Appeal decided"),
    "dispute_withdrawn": _("Dispute withdrawn"),
    "snapshot_taken": _("Snapshot taken"),
    "tournament_restored": _("Snapshot restored"),
    "registered": _("Registered"),
    "registration_amended": _("Registration changed"),
    "registration_approved": _("Registration confirmed"),
    "registration_refused": _("Registration refused"),
    "registration_changed": _("Door changed"),
    "amendment_asked": _("Registration: asked to amend"),
    "email_confirmed": _("E-mail address confirmed"),
    "place_given": _("Place given from the waiting list"),
    "person_recognised": _("Recognised as a person on record"),
    "checked_in_alone": _("Checked in alone"),
    "closing_noted": _("End of the game noted"),
    "closing_taken_back": _("Note on the end of the game taken back"),
    "round_placed": _("Time and venue set"),
    "evening_begun": _("Next evening begun"),
    "invited": _("Invitation made"),
    "invitation_accepted": _("Invitation accepted"),
    "invitation_revoked": _("Invitation closed"),
    "member_removed": _("Role taken away"),
    "persons_merged": _("Two records made one"),
    "persons_separated": _("Records taken apart again"),
    "archive_imported": _("Archive opened"),
    "tournament_brought_back": _("Deleted tournament brought back"),
    "place_taken_again": _("Declined place taken after all"),
    "place_renounced": _("Place renounced"),
    "seating_undone": _("Change of the seating undone"),
    "seating_redone": _("Change of the seating done again"),
}


def kind_words(kind: str) -> str:
    """The act in words; an act without words of its own is shown by its code."""
    return str(KIND_WORDS.get(kind, kind.replace("_", " ").capitalize()))


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
