"""The sentences of RisiKo! Challenge and of its Kingmaker variant."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournament.web.desk.fields import Desk, Field, Form, Kind, by_name
from tournament.web.desk.readers import DICE, NOT, NUMBER, PEOPLE, YES, YES_OR_NO
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
    SET,
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
        _("{player} attacks from {from} to {to}, throws {attacker_dice} against {defender_dice}"),
        ("unannounced", "challenge_card_active"),
        "combat",
    ),
    "occupy": Kind(
        _("Moving into a conquered territory"),
        _("{player} moves {armies} armies from {from} into {to}, just conquered"),
        phase="combat",
    ),
    "move": Kind(
        _("The strategic movement"),
        _("{player} moves {armies} armies from {from} to {to}"),
        phase="combat",
    ),
    "reinforce": Kind(
        _("Reinforcements"),
        _("{player} places {placement} and plays the set {set}"),
        phase="reinforcement",
    ),
    "draw_card": Kind(_("Drawing a card"), _("{player} draws a card"), ("late", "next_turn_over"), "combat"),
    "discard_card": Kind(_("Discarding a card"), _("{player} discards {card}"), phase="combat"),
    "take_cards": Kind(
        _("The cards of somebody eliminated"),
        _("{player} takes {cards} cards from {from_player}"),
        phase="combat",
    ),
    "roll_closing": Kind(_("The closing throw"), _("{player} throws {dice} to close"), phase="card"),
    "claim_objective": Kind(
        _("Claiming the objective"), _("{player} claims the objective"), ("time_expired",), "combat"
    ),
    "place_initial": Kind(
        _("Placing the first armies"),
        _("{player} places {placement} of {supply} armies left"),
        phase="setup",
    ),
    "deal_territory": Kind(
        _("Dealing a territory"),
        _("{territory} is dealt to {to_player}, passing over {skipped}"),
        phase="setup",
    ),
    "challenge_card": Kind(
        _("The Challenge card"),
        _("{player} plays the Challenge card"),
        ("already_played", "dice_on_the_table"),
        "combat",
    ),
    "check_position": Kind(_("The position itself"), _("Is this position possible?")),
    "score": Kind(_("The final score"), _("What does everybody score?"), ("last_player",), "over"),
}
FIELDS = by_name(
    PLAYER, FROM, TO, FROM_PLAYER, TO_PLAYER, TERRITORY, ARMIES, CARDS, SUPPLY, PLACED, SET, ATTACKER_DICE, DEFENDER_DICE,
    Field("dice", _("two dice, as 3 1; empty: no throw"), reads=DICE, nothing=lambda: None),
    Field("card", _("a card, as Alaska")),
    Field("skipped", _("players, as red, blue"), reads=PEOPLE, optional=True),
    Field("last_player", _("Who played last"), Form.PLAYER, usual=_("not known")),
    Field("unannounced", _("It was not announced"), Form.TICK, NOT, path=("announced",)),
    Field("challenge_card_active", _("The Challenge card is in force"), Form.TICK, YES),
    Field("late", _("After the end of the own turn"), Form.TICK, YES),
    Field("next_turn_over", _("The next player's turn is over too"), Form.TICK, YES),
    Field("time_expired", _("After the time limit"), Form.YES_NO, YES_OR_NO),
    Field("already_played", _("One was played before"), Form.YES_NO, YES_OR_NO),
    Field("dice_on_the_table", _("The dice were thrown already"), Form.YES_NO, YES_OR_NO),
)  # fmt: skip
PHASES = {
    "setup": _("Setup"),
    "reinforcement": _("Reinforcement"),
    "combat": _("Combat"),
    "movement": _("Movement"),
    "card": _("Card"),
    "over": _("The game is over"),
}
KNOWN = (
    Field("round", _("Round of turns"), Form.NUMBER, NUMBER),
    TURN_PLAYER,
    phase(PHASES),
    turn_fact("set_played", _("Set played")),
    turn_fact("moved", _("Movement made")),
    turn_fact("card_drawn", _("Card drawn")),
    turn_number("remaining", _("New armies still to be placed")),
    Field(
        "closing",
        _("The game closes at"),
        Form.CHOICE,
        NUMBER,
        path=("closing", "value"),
        choices={value: value for value in "4567"},
        usual=_("not yet"),
    ),
    CONQUERED,
    LAST_FROM,
    LAST_TO,
    Field("last-armies", _("Last attack with"), Form.NUMBER, NUMBER, path=("turn", "last_attack", "armies")),
    Field("owed", _("Passed over in the dealing, still owed a territory"), Form.PLAYER, usual="–"),
    HANDS,
    OUT,
    Field("objective", "", Form.NUMBER, NUMBER, path=("objectives",), each=True, shown=False),
)
CHALLENGE = Desk(KINDS, FIELDS, KNOWN, players=(3, 5), pictured=True, objectives=True)

KINGMAKER_KINDS: Mapping[str, Kind] = {
    "kingmaker_distribute": Kind(
        _("Giving out the Kingmaker cards"),
        _("{player} keeps the card {keep} and gives {give}"),
        phase="setup",
    ),
    "kingmaker_score": Kind(
        _("The Kingmaker points"),
        _("The game points are {game_points}, the cards held {held}, the colours chosen {chosen}"),
        phase="over",
    ),
}
KINGMAKER_FIELDS = by_name(
    Field("keep", _("Colour"), Form.PLAYER),
    Field("give", _("to %(name)s the card"), Form.PLAYER, each=True, usual="–"),
    Field("game_points", _("%(name)s: points"), Form.NUMBER, NUMBER, each=True),
    Field("held", _("%(name)s: cards, as red, blue, blue"), reads=PEOPLE, path=("cards",), each=True),
    Field("chosen", _("%(name)s: colour"), Form.PLAYER, each=True, usual="–"),
)
KINGMAKER = Desk(
    {**KINDS, **KINGMAKER_KINDS},
    {**FIELDS, **KINGMAKER_FIELDS},
    KNOWN,
    players=(3, 5),
    pictured=True,
    objectives=True,
)
DESKS = {"risiko-challenge": CHALLENGE, "kingmaker": KINGMAKER}
