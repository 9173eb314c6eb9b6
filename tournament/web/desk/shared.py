"""Fields that more than one game asks for."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.web.desk.fields import Among, Field, Form
from tournament.web.desk.readers import DICE, KNOWN, NAMES, NUMBER, PLACEMENT, YES, YES_OR_NO

YES_AND_NO = {"no": _("no"), "yes": _("yes")}
PLAYER = Field("player", _("Player"), Form.PLAYER)
FROM = Field("from", _("Territory"), Form.PLACE)
TO = Field("to", _("Territory"), Form.PLACE)
FROM_PLAYER = Field("from_player", _("Player"), Form.PLAYER)
TO_PLAYER = Field("to_player", _("Player"), Form.PLAYER, path=("to",))
TERRITORY = Field("territory", _("Territory"), Form.PLACE)
ARMIES = Field("armies", _("number"), Form.NUMBER, NUMBER)
CARDS = Field("cards", _("number"), Form.NUMBER, NUMBER)
SUPPLY = Field("supply", _("number"), Form.NUMBER, NUMBER)
PLACED = Field("placement", _("as Congo 2, Egitto 1"), reads=PLACEMENT, path=("armies",), nothing=dict)
SET = Field("set", _("as Alaska, Perù, joker; empty: none"), reads=NAMES, optional=True)
ATTACKER_DICE = Field("attacker_dice", _("dice, as 6 5 2"), reads=DICE, optional=True)
DEFENDER_DICE = Field("defender_dice", _("dice, as 5 5"), reads=DICE, optional=True)

TURN_PLAYER = Field(
    "turn-player",
    _("Whose turn"),
    Form.PLAYER,
    KNOWN,
    path=("turn", "player"),
    choices={"unknown": _("not known")},
    usual=_("who acts"),
)
HANDS = Field("hand", _("Cards of %(name)s"), reads=NAMES, path=("hands",), each=True, whole=True)
OUT = Field("out", _("%(name)s is eliminated"), Form.TICK, YES, path=("eliminated",), each=True, listed=True)
CONQUERED = Field(
    "conquered", _("Conquered in this turn"), reads=NAMES, path=("turn", "conquered"), whole=True
)
LAST_FROM = Field("last-from", _("Last attack from"), path=("turn", "last_attack", "from"))
LAST_TO = Field("last-to", _("Last attack on"), path=("turn", "last_attack", "to"))


def phase(choices: dict[str, Any]) -> Field:
    """The part of the turn: that of the action unless another is chosen."""
    return Field(
        "phase",
        _("Phase"),
        Form.CHOICE,
        KNOWN,
        path=("turn", "phase"),
        choices=choices | {"unknown": _("not known")},
        usual=_("the one of the action"),
    )


def turn_fact(name: str, label: Any) -> Field:
    """A yes-or-no fact of the turn."""
    return Field(name, label, Form.YES_NO, YES_OR_NO, path=("turn", name))


def turn_number(name: str, label: Any) -> Field:
    """A number of the turn."""
    return Field(name, label, Form.NUMBER, NUMBER, path=("turn", name))


def everywhere(name: str, *, optional: bool = False) -> Field:
    """A territory or a sea."""
    return Field(name, _("Territory or sea"), Form.PLACE, among=Among.EVERYWHERE, optional=optional)
