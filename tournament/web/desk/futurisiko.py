"""The sentences of futuRisiKo!: its armies stand in lists, because every club's board is its own."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.futurisiko.rulesets import Card, Unit
from games.futurisiko.wording import CARD_NAMES
from tournament.web.desk.fields import Among, Desk, Field, Form, Kind, Rows, by_name
from tournament.web.desk.readers import NUMBER, PEOPLE, YES, worded
from tournament.web.desk.shared import (
    PLAYER,
    TERRITORY,
    TURN_PLAYER,
    everywhere,
    phase,
    turn_number,
)

CARD_WORDS = worded({card: tuple(CARD_NAMES[card]) for card in Card})
CARDS: Mapping[str, Any] = {
    Card.SECRET_WEAPON: _("Secret Weapon"),
    Card.KILLER_TORPEDO: _("Killer Torpedo"),
    Card.SUPER_PRODUCTION: _("Super Production"),
    Card.BALLISTIC_MISSILE: _("Ballistic Missile"),
    Card.SPACE_SHIELD: _("Space Shield"),
    Card.TRUCE: _("Truce"),
    Card.BETRAYAL: _("Betrayal"),
}
UNITS: Mapping[str, Any] = {
    Unit.TANKS: _("tanks"),
    Unit.AIRCRAFT: _("aircraft"),
    Unit.SUBMARINES: _("submarines"),
}
TANKS = Field("tanks", _("Tanks"), Form.NUMBER, NUMBER)
AIRCRAFT = Field("aircraft", _("Aircraft"), Form.NUMBER, NUMBER)
SUBMARINES = Field("submarines", _("Submarines"), Form.NUMBER, NUMBER)
PLACE = Field("place", _("Territory"), Form.PLACE)
SEA = Field("place", _("Sea"), Form.PLACE, among=Among.SEA)

KINDS: Mapping[str, Kind] = {
    "roll": Kind(
        _("A combat: who rolls, how many dice, what falls"),
        _(
            "{player} rolls for {territory}; dice: {dice}; explosions: {explosions}; tanks removed: {lost_tanks}; "
            "aircraft removed: {lost_aircraft}; submarines removed: {lost_submarines} in {sea}; card: {card}"
        ),
        ("garrison",),
        "combat",
    ),
    "move": Kind(
        _("A movement: may this army move?"),
        _("{player} moves {number} {unit} from {from} to {to} by way of {via}"),
        phase="movement",
    ),
    "produce": Kind(
        _("Armies built and placed"),
        _("{player} builds what is listed; points kept from earlier turns: {carried}"),
        phase="production",
        rows=(
            Rows(
                "built",
                _("Built"),
                ("pieces",),
                Field("place", _("Where"), Form.PLACE, among=Among.EVERYWHERE),
                (TANKS, AIRCRAFT, SUBMARINES),
                whole=True,
            ),
        ),
    ),
    "play_card": Kind(
        _("A card played in production"),
        _("{player} plays {card} against {against}"),
        ("shielded",),
        "production",
    ),
    "take_cards": Kind(
        _("The cards of the turn"),
        _("{player} discards {discard}, draws {draw}, then discards {discard_after}"),
        phase="cards",
    ),
    "determine_sequence": Kind(
        _("The sequence of the turn"), _("The cards turned over show {colours}"), phase="sequence"
    ),
    "claim_territory": Kind(
        _("Occupying a free territory"), _("{player} places a flag on {territory}"), phase="setup"
    ),
    "end_production": Kind(
        _("The end of a production"), _("{player} has finished building"), phase="production"
    ),
    "end_operations": Kind(
        _("The end of the operations"), _("{player} has finished moving and fighting"), phase="combat"
    ),
    "shuffle_deck": Kind(_("Shuffling the deck"), _("May the deck be shuffled now?")),
    "claim_victory": Kind(_("Claiming the victory"), _("{player} claims the victory")),
    "check_position": Kind(_("The position itself"), _("Is this position possible?")),
}
FIELDS = by_name(
    PLAYER,
    TERRITORY,
    everywhere("from"),
    everywhere("to"),
    everywhere("via", optional=True),
    Field("number", _("number"), Form.NUMBER, NUMBER),
    Field("unit", _("arm"), Form.CHOICE, choices=UNITS),
    Field("dice", _("number"), Form.NUMBER, NUMBER, optional=True),
    Field("explosions", _("number"), Form.NUMBER, NUMBER, optional=True),
    Field("lost_tanks", _("number"), Form.NUMBER, NUMBER, ("remove", "tanks"), optional=True),
    Field("lost_aircraft", _("number"), Form.NUMBER, NUMBER, ("remove", "aircraft"), optional=True),
    Field("lost_submarines", _("number"), Form.NUMBER, NUMBER, ("remove", "submarines"), optional=True),
    Field("garrison", _("The flag falls too"), Form.TICK, YES, ("remove", "garrison")),
    Field("sea", _("Sea"), Form.PLACE, among=Among.SEA, optional=True),
    Field("card", _("Card"), Form.CHOICE, choices=CARDS, optional=True, usual="–"),
    Field("against", _("Player"), Form.PLAYER, optional=True, usual="–"),
    Field("shielded", _("The other answers with a Space Shield"), Form.TICK, YES),
    Field("carried", _("number"), Form.NUMBER, NUMBER, optional=True),
    Field("discard", _("cards, as Truce, Betrayal"), reads=CARD_WORDS, optional=True),
    Field("draw", _("cards; unknown face down"), reads=CARD_WORDS, optional=True),
    Field("discard_after", _("cards"), reads=CARD_WORDS, optional=True),
    Field("colours", _("colours, as blue, red"), reads=PEOPLE, path=("cards",)),
)
PHASES = {
    "setup": _("Setup"),
    "sequence": _("Sequence"),
    "cards": _("Cards"),
    "production": _("Production"),
    "movement": _("Operations: movement"),
    "combat": _("Operations: combat"),
}
SIDES = {"attacker": _("the attacker"), "defender": _("the defender")}
KNOWN = (
    TURN_PLAYER,
    phase(PHASES),
    Field("order", _("Sequence of the turn, as red, blue"), reads=PEOPLE, path=("turn", "order")),
    Field("drawn", _("Who has its cards already"), reads=PEOPLE, path=("turn", "drawn"), whole=True),
    turn_number("spent", _("Points that the player has spent")),
    Field("combat", _("Combat begun for"), Form.PLACE, path=("turn", "combat", "territory")),
    Field(
        "combat-next", _("Rolls next"), Form.CHOICE, path=("turn", "combat", "next"), choices=SIDES, usual="–"
    ),
    Field("removed", _("Territory left out (five players)"), Form.PLACE),
    Field("held", _("Territories of %(name)s, as a number"), Form.NUMBER, NUMBER, each=True),
    Field(
        "change",
        _("Points that cards gave or took: %(name)s"),
        Form.NUMBER,
        NUMBER,
        ("turn", "changes"),
        each=True,
    ),
    Field("hand", _("Cards of %(name)s"), reads=CARD_WORDS, path=("hands",), each=True, whole=True),
)
ROWS = (
    Rows(
        "land",
        _("The territories that matter"),
        ("board",),
        PLACE,
        (
            Field("owner", _("Flag"), Form.PLAYER, usual="–"),
            TANKS,
            AIRCRAFT,
            Field("tanks-in", _("Invading tanks"), Form.NUMBER, NUMBER, ("invaders", "tanks")),
            Field("aircraft-in", _("Invading aircraft"), Form.NUMBER, NUMBER, ("invaders", "aircraft")),
        ),
    ),
    Rows(
        "fleet",
        _("Submarines"),
        ("fleets",),
        SEA,
        (Field("afloat", "%(name)s", Form.NUMBER, NUMBER, (), each=True),),
        whole=True,
    ),
    Rows(
        "moved",
        _("Moved already, and where they are now"),
        ("turn", "moved"),
        PLACE,
        (TANKS, AIRCRAFT),
        whole=True,
        aside=True,
    ),
    Rows(
        "sailed",
        _("Submarines moved already, and where they are now"),
        ("turn", "sailed"),
        SEA,
        (Field("number", _("Submarines"), Form.NUMBER, NUMBER, path=()),),
        whole=True,
        aside=True,
    ),
)
DESKS = {"futurisiko": Desk(KINDS, FIELDS, KNOWN, players=(2, 6), rows=ROWS)}
