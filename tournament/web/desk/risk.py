"""The sentences of Risk and of its variants: missions, capitals, and the game for two."""

from collections.abc import Mapping

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.risk.missions import DECKS
from tournament.language import words
from tournament.web.desk.fields import Desk, Field, Form, Kind, by_name
from tournament.web.desk.readers import DICE, NAMES, NUMBER, YES, YES_OR_NO
from tournament.web.desk.shared import (
    ARMIES,
    ATTACKER_DICE,
    CARDS,
    CONQUERED,
    DEFENDER_DICE,
    FROM,
    FROM_PLAYER,
    HANDS,
    LAST_FROM,
    LAST_TO,
    OUT,
    PLACED,
    PLAYER,
    SUPPLY,
    TERRITORY,
    TO,
    TO_PLAYER,
    TURN_PLAYER,
    phase,
    turn_fact,
    turn_number,
)

KINDS: Mapping[str, Kind] = {
    "attack": Kind(
        _("An attack"),
        _(
            "{player} attacks from {from} to {to}, throws {attacker_dice} against {defender_dice}, "
            "throws again (old and new die) {reroll}, turns to a six a {turned}"
        ),
        phase="combat",
    ),
    "occupy": Kind(
        _("Moving into a conquered territory"),
        _("{player} moves {armies} armies from {from} into {to}, just conquered"),
        phase="combat",
    ),
    "move": Kind(
        _("The manoeuvre: may this army move?"),
        _("{player} moves {armies} armies from {from} to {to}"),
        phase="movement",
    ),
    "reinforce": Kind(
        _("New armies and cards traded"),
        _("{player} places {placement}, trades the set {set}, puts two more on {bonus}"),
        phase="reinforcement",
    ),
    "draw_card": Kind(_("Drawing a card"), _("{player} draws a card"), ("card",), "movement"),
    "take_cards": Kind(
        _("The cards of somebody eliminated"),
        _("{player} takes {cards} cards from {from_player}"),
        phase="combat",
    ),
    "claim_territory": Kind(
        _("Claiming a territory"), _("{player} claims {territory} in the setup"), phase="setup"
    ),
    "deal_territory": Kind(_("Dealing a territory"), _("{territory} is dealt to {to_player}"), phase="setup"),
    "place_initial": Kind(
        _("Placing the first armies"),
        _("{player} places {placement} of {supply} armies left"),
        phase="setup",
    ),
    "claim_victory": Kind(_("Claiming the victory"), _("{player} claims the victory")),
    "check_position": Kind(_("The position itself"), _("Is this position possible?")),
}
CAPITAL_KINDS: Mapping[str, Kind] = {
    "choose_capital": Kind(
        _("Choosing a capital"), _("{player} chooses {territory} as capital"), phase="setup"
    ),
}
ALLIED_KINDS: Mapping[str, Kind] = {
    "place_allied": Kind(
        _("Armies for the Allied Army"),
        _("{player} gives the Allied Army {placement}"),
        phase="combat",
    ),
}
FIELDS = by_name(
    PLAYER, FROM, TO, FROM_PLAYER, TO_PLAYER, TERRITORY, ARMIES, CARDS, SUPPLY, PLACED, ATTACKER_DICE, DEFENDER_DICE,
    Field("set", _("as Alaska, Perù/cannon, wild; empty: none"), reads=NAMES, optional=True),
    Field("bonus", _("Territory"), Form.PLACE, optional=True),
    Field("card", _("The card drawn, as Alaska; empty: face down")),
    Field("reroll", _("old and new, as 1 6"), reads=DICE, optional=True),
    Field("turned", _("score of the die"), Form.NUMBER, NUMBER, optional=True),
    Field("as_allied", _("With the Allied Army"), Form.TICK, YES),
)  # fmt: skip
PHASES = {
    "setup": _("Setup"),
    "reinforcement": _("New armies"),
    "combat": _("Combat"),
    "movement": _("Manoeuvre"),
    "card": _("Card"),
    "over": _("The game is over"),
}
KNOWN = (
    TURN_PLAYER,
    phase(PHASES),
    Field("sets_traded", _("Sets traded so far by all"), Form.NUMBER, NUMBER),
    turn_number("remaining", _("New armies still to be placed")),
    turn_fact("moved", _("Manoeuvre made")),
    turn_fact("card_drawn", _("Card drawn")),
    turn_fact("six_turned", _("A die turned to six in this turn")),
    turn_fact("objective_done", _("An objective accomplished in this turn")),
    CONQUERED,
    LAST_FROM,
    LAST_TO,
    Field("last-armies", _("Last attack with"), Form.NUMBER, NUMBER, path=("turn", "last_attack", "armies")),
    Field(
        "last-rerolled",
        _("A die was thrown again in it"),
        Form.YES_NO,
        YES_OR_NO,
        path=("turn", "last_attack", "rerolled"),
    ),
    HANDS,
    OUT,
    Field(
        "out-by", _("%(name)s was eliminated by"), Form.PLAYER, path=("eliminated_by",), each=True, usual="–"
    ),
)
MISSION_WORDS = {
    name: lazy(words, str)(card.text()) for deck in DECKS.values() for name, card in deck.missions.items()
}
MISSIONS = (
    Field(
        "mission",
        _("Missions of %(name)s, as asia-africa"),
        reads=NAMES,
        path=("missions",),
        choices=MISSION_WORDS,
        each=True,
    ),
    Field("colour", _("Colour of %(name)s in the missions"), path=("colours",), each=True),
)
CAPITALS = (Field("capital", _("Capital of %(name)s"), Form.PLACE, path=("capitals",), each=True),)
ALLIED_KNOWN = (
    turn_number("received", _("Armies received in this turn")),
    turn_number("allied_placed", _("Armies given to the Allied Army")),
    turn_fact("allied_over", _("The opponent has finished with the Allied Army")),
)
ALLIED_PHASES = {**PHASES, "allied": pgettext_lazy("phase of a turn", "The Allied Army")}
TWO_TO_SIX = (2, 6)
WITHOUT_EXTRAS = Desk(KINDS, FIELDS, KNOWN, players=TWO_TO_SIX, third="neutral", pictured=True)


def _for_two() -> Desk:
    """The Allied Army fights under the opponent's command."""
    by_allied = {
        name: Kind(one.label, one.sentence, (*one.flags, "as_allied"), one.phase) if name == "attack" else one
        for name, one in KINDS.items()
        if name != "deal_territory"
    }
    known = (KNOWN[0], phase(ALLIED_PHASES), *KNOWN[2:], *ALLIED_KNOWN)
    return Desk({**by_allied, **ALLIED_KINDS}, FIELDS, known, players=(2, 2), third="allied", pictured=True)


DESKS = {
    "risk-classic": WITHOUT_EXTRAS,
    "risk-mission": Desk(KINDS, FIELDS, (*KNOWN, *MISSIONS), TWO_TO_SIX, third="neutral", pictured=True),
    "risk-capital": Desk(
        {**KINDS, **CAPITAL_KINDS}, FIELDS, (*KNOWN, *CAPITALS), TWO_TO_SIX, third="neutral", pictured=True
    ),
    "risk-two-player": _for_two(),
}
