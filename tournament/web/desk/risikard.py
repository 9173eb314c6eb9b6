"""The sentences of Risikard!."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournament.web.desk.fields import Desk, Field, Form, Kind, Rows, by_name
from tournament.web.desk.readers import NAMES, NUMBER, SETS, YES, Reader, worded
from tournament.web.desk.shared import FROM, PLAYER, TO, TURN_PLAYER, turn_number

CARD_NAMES = worded(
    {
        "joker": ("jolly",),
        "unknown": ("face down", "coperta"),
        "infantry": ("fante",),
        "cavalry": ("cavallo", "cavalleria"),
        "cannon": ("cannone",),
    }
)
"""The Army cards and the symbols on them, as the hall calls them."""


HAND = Reader(CARD_NAMES.read, lambda value: CARD_NAMES.write(value) if isinstance(value, list) else "")
UNSEEN = Reader(NUMBER.read, lambda value: str(value) if isinstance(value, int) else "")
WAYS = {"points": _("80 points"), "objective": _("the objective")}

KINDS: Mapping[str, Kind] = {
    "attack": Kind(
        _("An attack"),
        _("{player} attacks from {from} to {to}, lays {attacker_cards} against {defender_cards}"),
    ),
    "muster": Kind(
        _("Cards at the end of the turn"), _("{player} ends the turn; draws {draw}; discards {discard}")
    ),
    "skip_turn": Kind(_("Skipping the turn"), _("{player} makes no attack and skips the turn")),
    "protect": Kind(_("Protecting a set"), _("{player} protects the set {territories}")),
    "claim_victory": Kind(_("Claiming the victory"), _("{player} claims the victory by {by}")),
    "final_count": Kind(_("The final count"), _("Who has won when the rotations are over?")),
    "begin": Kind(_("Who begins"), _("{player} begins: the dealer called {called}")),
    "reshuffle": Kind(_("Shuffling the Army deck again"), _("May the Army deck be shuffled again?")),
    "deal": Kind(
        _("The deal"),
        _("These cards were dealt:"),
        rows=(
            Rows(
                "dealt",
                _("Cards dealt"),
                ("cards",),
                Field("to", _("Player"), Form.PLAYER, usual="–"),
                (
                    Field("objectives", _("Objectives"), Form.NUMBER, NUMBER),
                    Field("armies", _("Army cards"), Form.NUMBER, NUMBER),
                    Field("territories", _("Territories"), Form.NUMBER, NUMBER),
                ),
            ),
        ),
    ),
}
FIELDS = by_name(
    PLAYER,
    FROM,
    TO,
    Field("attacker_cards", _("cards, as 6, 4/cavalry, joker"), reads=CARD_NAMES, optional=True),
    Field("defender_cards", _("cards, as 5, 5"), reads=CARD_NAMES, optional=True),
    Field("draw", _("number"), Form.NUMBER, NUMBER, optional=True),
    Field("discard", _("cards, as 1, 2"), reads=CARD_NAMES, optional=True),
    Field("territories", _("as Cina, India, Siam"), reads=NAMES),
    Field("called", _("Territory"), Form.PLACE),
    Field("by", _("way to win"), Form.CHOICE, choices=WAYS),
)
KNOWN = (
    TURN_PLAYER,
    turn_number("attacks", _("Attacks made in this turn")),
    Field("rotation", _("Times the Army deck was shuffled again"), Form.NUMBER, NUMBER),
    Field(
        "unseen", _("Army cards of %(name)s, unseen: how many"), Form.NUMBER, UNSEEN, ("hands",), each=True
    ),
    Field("hand", _("Army cards of %(name)s, seen"), reads=HAND, path=("hands",), each=True, whole=True),
    Field(
        "wanted", _("Objective of %(name)s: its territories"), reads=NAMES, path=("objectives",), each=True
    ),
    Field(
        "shield", _("Protected sets of %(name)s, with ; between"), reads=SETS, path=("protected",), each=True
    ),
    Field("out", _("%(name)s is eliminated"), Form.TICK, YES, path=("eliminated",), each=True, listed=True),
)
ROWS = (
    Rows(
        "land",
        _("Who holds which territory"),
        ("board",),
        Field("place", _("Territory"), Form.PLACE),
        (Field("owner", _("Owner"), Form.PLAYER, path=(), usual="–"),),
        every=True,
    ),
)
DESKS = {"risikard": Desk(KINDS, FIELDS, KNOWN, players=(2, 6), rows=ROWS)}
