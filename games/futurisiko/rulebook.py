"""The rulebook of futuRisiKo! in printed order, and the ruleset made of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from games.core.rule import Option, Ruleset
from games.core.text import Text
from games.futurisiko import cards, combat, ending, movement, production, sequence, setup, special_cards
from games.futurisiko.judge import judge

OPTIONS = (
    Option(
        "territories_to_win",
        "20",
        Text(
            "20, 18 or 16 territories win (10.1, 10.2)",
            "si vince con 20, 18 o 16 territori (10.1, 10.2)",
            "vence-se com 20, 18 ou 16 territórios (10.1, 10.2)",
        ),
    ),
    Option(
        "special_cards",
        "true",
        Text(
            "the special cards are in play (4.5)",
            "si gioca con le carte speciali (4.5)",
            "joga-se com as cartas especiais (4.5)",
        ),
    ),
    Option(
        "board",
        "rulebook",
        Text(
            "not from the rulebook: the club's board as the text of a TOML file or an object; `rulebook`: only what the "
            "rulebook states; `example`: a complete board of our own, for trying things out",
            "non dal regolamento: il tabellone del circolo come testo di un file TOML o come oggetto; `rulebook`: solo "
            "ciò che dice il regolamento; `example`: un tabellone completo nostro, per provare",
            "não está no regulamento: o tabuleiro do clube como texto de um arquivo TOML ou como objeto; `rulebook`: só o que o regulamento diz; `example`: um tabuleiro completo nosso, para testar",
        ),
    ),
    Option(
        "card_effects",
        "{}",
        Text(
            "not from the rulebook: what the summary sheet says of each card: `when` (production, combat), `own_points`, "
            "`opponent_points`, `dice`, `explosions`, `submarines`, `text`",
            "non dal regolamento: ciò che il foglio riassuntivo dice di ogni carta: `when` (production, combat), "
            "`own_points`, `opponent_points`, `dice`, `explosions`, `submarines`, `text`",
            "não está no regulamento: o que a folha de resumo diz de cada carta: `when` (production, combat), `own_points`, `opponent_points`, `dice`, `explosions`, `submarines`, `text`",
        ),
    ),
)
RULES = (
    *setup.CHAPTERS,
    *sequence.CHAPTER,
    *cards.CHAPTER,
    *production.CHAPTER,
    *special_cards.CHAPTER,
    *movement.CHAPTER,
    *combat.CHAPTER,
    production.supply,
    *ending.CHAPTER,
)
RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        "futurisiko": Ruleset(
            id="futurisiko",
            edition=date(2026, 11, 1),
            title=Text("futuRisiKo!", "futuRisiKo!", "futuRisiKo!"),
            rules=RULES,
            judge=judge,
            options=OPTIONS,
        )
    }
)
