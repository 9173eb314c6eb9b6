"""Filters that the components need: armies, dice, instants."""

from datetime import datetime
from functools import lru_cache

from django import template
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from tournament.models import Colour

register = template.Library()

LETTERS: dict[str, Promise] = {
    Colour.RED: pgettext_lazy("letter of the red army", "R"),
    Colour.BLUE: pgettext_lazy("letter of the blue army", "B"),
    Colour.GREEN: pgettext_lazy("letter of the green army", "G"),
    Colour.YELLOW: pgettext_lazy("letter of the yellow army", "Y"),
    Colour.BLACK: pgettext_lazy("letter of the black army", "K"),
}
"""What stands on an army beside its colour; Italian has V for verde, G for giallo, N for nero."""

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((15, 15),),
    2: ((8, 22), (22, 8)),
    3: ((8, 22), (15, 15), (22, 8)),
    4: ((8, 8), (22, 8), (8, 22), (22, 22)),
    5: ((8, 8), (22, 8), (15, 15), (8, 22), (22, 22)),
    6: ((8, 8), (8, 15), (8, 22), (22, 8), (22, 15), (22, 22)),
}
"""Centres of a die's pips in a square of 30."""


@register.filter
def army_letter(colour: str) -> str:
    """The letter of an army in the language of the page; empty for none."""
    return str(LETTERS.get(colour, ""))


@register.filter
def army_name(colour: str) -> str:
    """The name of an army in the language of the page; empty for none."""
    return str(Colour(colour).label) if colour in LETTERS else ""


FALLS: dict[int, Promise] = {
    1: gettext_lazy("eliminated first"),
    2: gettext_lazy("eliminated second"),
    3: gettext_lazy("eliminated third"),
    4: gettext_lazy("eliminated fourth"),
    5: gettext_lazy("eliminated fifth"),
    6: gettext_lazy("eliminated sixth"),
}
"""In which order players fell; at most all but one of seven do."""


@register.filter
def fall(order: int | None) -> str:
    """The order of falling in words; empty for whoever did not fall."""
    return str(FALLS[order]) if order in FALLS else ""


@register.filter
def pips(face: int | str) -> tuple[tuple[int, int], ...]:
    """Where the pips of a face lie; none for a number that no die shows."""
    return PIPS.get(int(face), ()) if str(face).isdigit() else ()


@register.filter
def instant(moment: datetime | None) -> str:
    """Milliseconds since 1970, for scripts; empty when there is no moment."""
    return str(round(moment.timestamp() * 1000)) if moment else ""


@register.simple_tag
def score_cell(text: object, kind: str = "", title: object = "") -> SafeString:
    """One game's points as `components/score.html` describes them.

    Written here and not as an include: a standing of 300 rows has thousands of them, of a few hundred kinds.
    """
    return cell(str(text), kind, str(title), get_language())


@lru_cache(maxsize=8192)
def cell(text: str, kind: str, title: str, _language: str | None) -> SafeString:
    """What `score_cell` writes, in the active language, which is named because the cell is remembered."""
    kinds = kind.split("-") if kind else []
    heard: list[str] = []
    shown: str = escape(text)
    if "none" in kinds:
        shown, heard = "–", [title or _("not played")]
    if "dropped" in kinds:
        shown, heard = f"<s>{shown}</s>", [_("discarded")]
    if "won" in kinds:
        heard.append(_("winner"))
    if "changed" in kinds:
        heard.append(_("corrected"))
    names = " ".join(["score", *(f"score-{one}" for one in kinds)])
    hint = f' title="{escape(title)}"' if title else ""
    words = f'<span class="only-sr"> {escape(", ".join(heard))}</span>' if heard else ""
    return mark_safe(f'<span class="{escape(names)}"{hint}>{shown}{words}</span>')  # noqa: S308  # escaped above
