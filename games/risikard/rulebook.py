"""The rules of Risikard! in order, and the ruleset made of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from games.core.rule import Option, Ruleset
from games.core.text import Text
from games.risikard import attack, ending, setup, strength
from games.risikard.judge import judge
from games.risikard.rulesets import SetKind

OPTIONS = (
    Option(
        "rotations",
        "null",
        Text(
            "rotations agreed before the game (1.3)",
            "rotazioni decise prima della partita (1.3)",
            "voltas combinadas antes da partida (1.3)",
        ),
    ),
    Option(
        "both_jokers",
        "null",
        Text(
            "not from the rulebook: who wins when both play a Joker (2.9): `attacker`, `defender`",
            "non dal regolamento: chi vince se entrambi giocano il Jolly (2.9): `attacker`, `defender`",
            "não está no regulamento: quem vence quando os dois jogam um Joker (2.9): `attacker`, `defender`",
        ),
    ),
    Option(
        "set_kind",
        SetKind.ONE_OF_EACH,
        Text(
            "which three are a set (3.2): `one_of_each`, `equal`, `either`",
            "quali tre fanno un tris (3.2): `one_of_each`, `equal`, `either`",
            "quais três formam uma trinca (3.2): `one_of_each`, `equal`, `either`",
        ),
    ),
    Option(
        "deck",
        "bundled",
        Text(
            "not from the rulebook: the club's cards as the text of a TOML file or an object; `bundled`: the territories "
            "of RisiKo! and no word on the Army cards",
            "non dal regolamento: le carte del circolo come testo di un file TOML o come oggetto; `bundled`: i territori di "
            "RisiKo! e nulla sulle carte Armata",
            "não está no regulamento: as cartas do clube como texto de um arquivo TOML ou como objeto; `bundled`: os territórios de RisiKo! e nada sobre as cartas de Exército",
        ),
    ),
)
RULES = (*setup.CHAPTER, *attack.CHAPTER, *strength.CHAPTER, attack.elimination, *ending.CHAPTER)
RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        "risikard": Ruleset(
            id="risikard",
            edition=date(2026, 11, 1),
            title=Text("Risikard!", "Risikard!", "Risikard!"),
            rules=RULES,
            judge=judge,
            options=OPTIONS,
        )
    }
)
