"""The rules of Risk in their order, and the rulesets made of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any

from games.core.rule import Option, Rule, Ruleset
from games.core.text import Text
from games.risk import (
    allied,
    capital,
    cards,
    combat,
    drafting,
    elimination,
    equipment,
    expert,
    fortifying,
    secret_mission,
    setup,
    turns,
)
from games.risk.judge import judge
from games.risk.rulesets import ALLIED, NEUTRAL, SUPPLY

ADOPTED = date(2026, 11, 29)
MARK = Text("not from the rulebook", "non dal regolamento", "não está no regulamento")
COMMON = (
    *equipment.CHAPTER,
    *setup.CHAPTER,
    *turns.CHAPTER,
    *drafting.CHAPTER,
    *combat.CHAPTER,
    *fortifying.CHAPTER,
    *cards.CHAPTER,
    *elimination.CHAPTER,
)
WITHOUT_DOMINATION = tuple(r for r in COMMON if r is not elimination.world_domination)
# 8.2 and 8.9 stand for the neutral army and for world domination; the cards are not dealt
FOR_TWO = tuple(r for r in WITHOUT_DOMINATION if r not in (setup.neutral_army, setup.dealing))
TABLE_OPTIONS = (
    Option("set_worth", "increasing", Text(
        "what a set is worth (3.5): increasing, reset after the sixth, by_one, emblem, stars",
        "quanto vale un tris (3.5): increasing, reset dopo il sesto, by_one, emblem, stars", "quanto vale uma trinca (3.5): increasing, reset depois da sexta, by_one, emblem, stars",
    )),
    Option("fortify", "adjacent", Text(
        "how far a manoeuvre goes (5.2): adjacent, connected",
        "fin dove va una manovra (5.2): adjacent, connected", "até onde vai uma manobra (5.2): adjacent, connected",
    )),
    Option("defender_dice", "chosen", Text(
        "the defender's dice (4.3): chosen, or most as in the Portuguese text",
        "i dadi del difensore (4.3): chosen, o most come nel testo portoghese", "os dados do defensor (4.3): chosen, ou most como no texto português",
    )),
    Option("east_africa_middle_east", "true", Text(
        "the route between East Africa and the Middle East (1.4)",
        "la rotta fra Africa Orientale e Medio Oriente (1.4)", "a rota entre África Oriental e Oriente Médio (1.4)",
    )),
    Option("reroll", "false", Text(
        "a die may be thrown again with the card (11.2)", "con la carta si può ritirare un dado (11.2)", "com a carta um dado pode ser rolado de novo (11.2)"
    )),
    Option("turn_to_six", "false", Text(
        "a die may be turned to six (11.3)", "un dado si può girare sul sei (11.3)", "um dado pode ser virado para seis (11.3)"
    )),
)  # fmt: skip
SETUP_OPTION = Option(
    "setup",
    "claim",
    Text(
        "how territories are given out (2.2, 2.4): claim, deal",
        "come si assegnano i territori (2.2, 2.4): claim, deal",
        "como os territórios são dados (2.2, 2.4): claim, deal",
    ),
)
MISSION_OPTIONS = (
    Option("mission_deck", "us-1993", Text(
        "the missions (10.1): us-1993, italian-classic, easier-example (not from the rulebook), own",
        "le missioni (10.1): us-1993, italian-classic, easier-example (non dal regolamento), own", "as missões (10.1): us-1993, italian-classic, easier-example (não está no regulamento), own",
    )),
    Option("own_missions", "none", Text(
        "the club's own cards, each with id, continents, more_continents, territories, armies, destroy (not from the "
        "rulebook)",
        "le carte del club, ognuna con id, continents, more_continents, territories, armies, destroy (non dal "
        "regolamento)", "as cartas do clube, cada uma com id, continents, more_continents, territories, armies, destroy (não está no regulamento)",
    )),
    Option("missions_each", "1", Text(
        "missions of each player, 1 to 4; all must be completed", "missioni a testa, da 1 a 4; vanno compiute tutte", "missões de cada jogador, de 1 a 4; todas devem ser cumpridas"
    )),
    Option("absent_colour", "territories", Text(
        "a mission against a colour that nobody plays: territories (24; not from the rulebook) or unsettled (10.3)",
        "una missione contro un colore che nessuno gioca: territories (24; non dal regolamento) o unsettled (10.3)", "uma missão contra uma cor que ninguém joga: territories (24; não está no regulamento) ou unsettled (10.3)",
    )),
)  # fmt: skip
# actions that need a capital or the Allied Army
NO_ALLIES = ("choose_capital", "place_allied")


def _ruleset(
    name: str,
    title: Text,
    rules: tuple[Rule, ...],
    third: str,
    absent: tuple[str, ...],
    options: tuple[Option, ...],
) -> Ruleset:
    most = min(SUPPLY) if third == ALLIED else max(SUPPLY)
    settings: dict[str, Any] = {"players": (min(SUPPLY), most), "third": third, "absent": absent}
    return Ruleset(
        id=name,
        edition=ADOPTED,
        title=title,
        rules=rules,
        judge=judge,
        options=options,
        settings=MappingProxyType(settings),
    )


CLASSIC = _ruleset(
    "risk-classic",
    Text("Risk", "Risk", "Risk"),
    (*COMMON, *expert.CHAPTER),
    NEUTRAL,
    NO_ALLIES,
    (SETUP_OPTION, *TABLE_OPTIONS),
)
MISSION = _ruleset(
    "risk-mission",
    Text("Secret Mission Risk", "Risk con missione segreta", "Risk com missão secreta"),
    (*WITHOUT_DOMINATION, *secret_mission.CHAPTER, *expert.CHAPTER),
    NEUTRAL,
    NO_ALLIES,
    (SETUP_OPTION, *TABLE_OPTIONS, *MISSION_OPTIONS),
)
CAPITAL = _ruleset(
    "risk-capital",
    Text("Capital Risk", "Risk con capitali", "Risk com capitais"),
    (*WITHOUT_DOMINATION, *capital.CHAPTER, *expert.CHAPTER),
    NEUTRAL,
    ("place_allied",),
    (SETUP_OPTION, *TABLE_OPTIONS),
)
TWO_PLAYER = _ruleset(
    "risk-two-player",
    Text(
        "Risk for two with the Allied Army",
        "Risk in due con l'Armata Alleata",
        "Risk para dois com o Exército Aliado",
    ),
    (*FOR_TWO, *allied.CHAPTER, *expert.CHAPTER),
    ALLIED,
    ("deal_territory", "choose_capital"),
    TABLE_OPTIONS,
)
RULESETS: Mapping[str, Ruleset] = MappingProxyType({r.id: r for r in (CLASSIC, MISSION, CAPITAL, TWO_PLAYER)})
