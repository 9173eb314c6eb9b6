"""The rulebook of RisiKo! Challenge in printed order, and the rulesets made of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from games.challenge import (
    army_limit,
    cards,
    combat,
    elimination,
    ending,
    final_score,
    kingmaker,
    movement,
    occupation,
    phases,
    reinforcement,
    setup,
    tables,
)
from games.challenge.judge import judge
from games.challenge.rulesets import DiceRule, ReverseOrder
from games.core.rule import Option, Ruleset
from games.core.text import Text

ADOPTED = date(2026, 11, 1)
RULEBOOK = (
    *setup.CHAPTER,
    *phases.CHAPTER,
    *reinforcement.CHAPTER,
    *combat.CHAPTER,
    *occupation.CHAPTER,
    *movement.CHAPTER,
    *cards.CHAPTER,
    *elimination.CHAPTER,
    *ending.CHAPTER,
    *final_score.CHAPTER,
    *army_limit.CHAPTER,
    *tables.CHAPTER,
)
VARIANT = (kingmaker.cards_given_out, kingmaker.kingmaker_points)
OPTIONS = (
    Option(
        "army_limit",
        "null",
        Text(
            "tanks that each may use (11.1)",
            "carri utilizzabili da ciascuno (11.1)",
            "tanques que cada um pode usar (11.1)",
        ),
    ),
    Option(
        "time_limit_minutes",
        "90",
        Text("the time limit (8.1)", "il limite di tempo (8.1)", "o limite de tempo (8.1)"),
    ),
    Option(
        "challenge_card",
        "false",
        Text(
            "the Challenge card is in play",
            "si gioca con la carta Challenge",
            "joga-se com a carta Challenge",
        ),
    ),
    Option(
        "sets_each_turn",
        "1",
        Text(
            "sets in a turn; null: any (3.3)",
            "tris per turno; null: quanti si vuole (3.3)",
            "trincas por turno; null: quantas se quiser (3.3)",
        ),
    ),
    Option(
        "safe_rounds",
        "4",
        Text(
            "rounds without elimination (7.1)", "giri senza eliminazioni (7.1)", "voltas sem eliminação (7.1)"
        ),
    ),
    Option(
        "minimum_garrison",
        "2",
        Text(
            "tanks left beside an enemy (5.2)",
            "carri lasciati accanto a un nemico (5.2)",
            "tanques deixados ao lado de um inimigo (5.2)",
        ),
    ),
    Option(
        "exempting_conquests",
        "2",
        Text(
            "conquests above which there is no closing throw (9.3)",
            "conquiste oltre le quali non si tira (9.3)",
            "conquistas acima das quais não se rola para encerrar (9.3)",
        ),
    ),
    Option(
        "points_in_time",
        "100",
        Text(
            "points for the objective in time (10.5)",
            "punti per l'obiettivo in tempo (10.5)",
            "pontos pelo objetivo no tempo (10.5)",
        ),
    ),
    Option(
        "dice_rule",
        DiceRule.EACH_THROW,
        Text(
            "4.10 before each throw, or at the `launch` of an attack only",
            "il 4.10 prima di ogni tiro, o solo all'inizio (`launch`) dell'attacco",
            "o 4.10 antes de cada lance, ou só no início (`launch`) de um ataque",
        ),
    ),
    Option(
        "reverse_order",
        ReverseOrder.SEAT,
        Text(
            "who played last in 10.4: by `seat`, or by the `last_turn` of the game",
            "chi ha giocato per ultimo nel 10.4: per posto (`seat`) o per ultimo turno giocato (`last_turn`)",
            "quem jogou por último no 10.4: por lugar (`seat`), ou pelo último turno da partida (`last_turn`)",
        ),
    ),
    Option(
        "points_after_time",
        "null",
        Text(
            "points for the objective after time; null: its value (10.5)",
            "punti per l'obiettivo oltre il tempo; null: il suo valore (10.5)",
            "pontos pelo objetivo depois do tempo; null: o valor dele (10.5)",
        ),
    ),
)

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        "risiko-challenge": Ruleset(
            id="risiko-challenge",
            edition=ADOPTED,
            title=Text("RisiKo! Challenge", "RisiKo! Challenge", "RisiKo! Challenge"),
            rules=(*RULEBOOK, kingmaker.challenge_card),
            judge=judge,
            options=OPTIONS,
        ),
        "kingmaker": Ruleset(
            id="kingmaker",
            edition=ADOPTED,
            title=Text(
                "RisiKo! Challenge with Kingmaker",
                "RisiKo! Challenge con Kingmaker",
                "RisiKo! Challenge com Kingmaker",
            ),
            rules=(*RULEBOOK, *VARIANT, kingmaker.challenge_card),
            judge=judge,
            options=OPTIONS,
            settings=MappingProxyType({"challenge_card": True}),
        ),
    }
)
