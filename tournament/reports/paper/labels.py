"""The fixed words of the sheets in the language that is switched on."""

from django.utils.translation import gettext, gettext_noop, pgettext

from tournament.reports.values import Army

_LABELS: dict[str, str] = {
    "table": gettext_noop("Table"),
    "seating": gettext_noop("Seating by table"),
    "names": gettext_noop("Seating by name"),
    "sitting_out": gettext_noop("Sitting out"),
    "slip": gettext_noop("Result slip"),
    "enter": gettext_noop("Enter the result"),
    "turn": gettext_noop("Turn"),
    "army": gettext_noop("Army"),
    "player": gettext_noop("Player"),
    "objective": gettext_noop("Objective"),
    "territories": gettext_noop("Territories"),
    "points": gettext_noop("Points"),
    "outside": gettext_noop("Outside"),
    "eliminated": gettext_noop("Eliminated"),
    "place": gettext_noop("Place"),
    "reached": gettext_noop("Objective reached"),
    "time_up": gettext_noop("Time expired"),
    "closed_at": gettext_noop("Closed at"),
    "remarks": gettext_noop("Remarks"),
    "referee": gettext_noop("Referee"),
    "players_sign": gettext_noop("For the players"),
    "confirmed_by": gettext_noop("Confirmed by"),
    "director": gettext_noop("Director"),
    "rank": gettext_noop("Rank"),
    "name": gettext_noop("Name"),
    "wins": gettext_noop("Wins"),
    "total": gettext_noop("Total"),
    "legend": gettext_noop("Bold with a dot: game won. Struck through: discarded."),
    "cross_legend": gettext_noop("The number says in which round the two met."),
    "winner": gettext_noop("Winner"),
    "awarded": gettext_noop("is awarded to"),
    "printed": gettext_noop("Printed"),
    "contents": gettext_noop("In this pack"),
    "record": gettext_noop("Referee's record"),
    "tournament_points": gettext_noop("Tournament points"),
    "slips_back": gettext_noop("Slips that came back"),
    "standings": gettext_noop("Standings"),
    "join": gettext_noop("Scan to register, or open"),
    "join_code": gettext_noop("Code"),
    "pack": gettext_noop("Paper pack"),
    "pack_use": gettext_noop(
        "If network and computers fail: hang up the seating, hand out one slip a table, collect the slips signed, "
        "write each game into the record at the end of this pack."
    ),
}


def labels() -> dict[str, str]:
    """All fixed words by key."""
    return {key: gettext(text) for key, text in _LABELS.items()}


def army_letters() -> dict[str, str]:
    """The letter of each army, the same as on the pages: R B V G N in an Italian hall."""
    return {
        Army.RED: pgettext("letter of the red army", "R"),
        Army.BLUE: pgettext("letter of the blue army", "B"),
        Army.GREEN: pgettext("letter of the green army", "G"),
        Army.YELLOW: pgettext("letter of the yellow army", "Y"),
        Army.BLACK: pgettext("letter of the black army", "K"),
    }
