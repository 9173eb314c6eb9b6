"""A season in words: how the worth of each result came about, and why it counts or not."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from scoring.season import (
    Circuit,
    CountingRule,
    NationalFormula,
    PlacePoints,
    SeasonResult,
    SeasonRow,
    ValuedResult,
    Weighted,
    Worth,
)
from scoring.text import Text, figure, joined

_SHOWN = 7
"""Decimals of e^(−place / decay) in a sentence: enough to recompute the worth to its last decimal by hand."""


def worth_story(worth: Worth, result: SeasonResult) -> Text:
    """How the worth of a result follows from the tournament and the place, figures and all."""
    value = worth(result)
    if value is None:
        return Text(
            "It does not count in this ranking.", "Non conta in questa classifica.", "Não vale neste ranking."
        )
    return joined((_factors(worth, result), Text("=", "=", "="), figure(value)))


def _factors(worth: Worth, result: SeasonResult) -> Text:
    if isinstance(worth, NationalFormula):
        return _national(worth, result)
    if isinstance(worth, Weighted):
        return joined(
            (
                _alone(worth, result),
                Text("×", "×", "×"),
                _weight(worth.classes[result.tournament.type].weight(result.tournament.rounds)),
            )
        )
    return _own(result)


def _alone(worth: Weighted, result: SeasonResult) -> Text:
    if isinstance(worth.worth, PlacePoints):
        points = figure(worth.worth(result))
        return Text(
            f"place {result.place}: {points.en}",
            f"{result.place}º posto: {points.it}",
            f"{result.place}º lugar: {points.pt}",
        )
    return _own(result)


def _own(result: SeasonResult) -> Text:
    points = figure(Fraction(result.points))
    return Text(
        f"points of the tournament: {points.en}",
        f"punti del torneo: {points.it}",
        f"pontos do torneio: {points.pt}",
    )


def _national(formula: NationalFormula, result: SeasonResult) -> Text:
    held = result.tournament
    weight = _weight(formula.classes[held.type].weight(held.rounds))
    share = _weight(round(formula.share(result.place), _SHOWN))
    en = "1st place" if result.place == 1 else f"e^(−{result.place}/{formula.decay}), place {result.place}"
    it = "1º posto" if result.place == 1 else f"e^(−{result.place}/{formula.decay}), {result.place}º posto"
    pt = "1º lugar" if result.place == 1 else f"e^(−{result.place}/{formula.decay}), {result.place}º lugar"
    return Text(
        f"({formula.base} + {held.tables} tables) × {weight.en} × {share.en} ({en})",
        f"({formula.base} + {held.tables} tavoli) × {weight.it} × {share.it} ({it})",
        f"({formula.base} + {held.tables} mesas) × {weight.pt} × {share.pt} ({pt})",
    )


def _weight(weight: Decimal) -> Text:
    return figure(Fraction(weight))


def counting_story(circuit: Circuit, held: Mapping[str, int], row: SeasonRow, one: ValuedResult) -> Text:
    """Why a result of a row counts or not: how many of its type do, and which of them it is."""
    kind = one.result.tournament.type
    own = [other for other in row.results if other.result.tournament.type == kind]
    place, counted = own.index(one) + 1, circuit.counted(kind, held[kind])
    if counted >= held[kind]:
        return Text(
            f"counts: every result of “{kind}” does",
            f"conta: di «{kind}» contano tutti",
            f"vale: de “{kind}” valem todos",
        )
    if counted == 1:
        return (
            Text(
                f"counts: the best of “{kind}”",
                f"conta: è il migliore di «{kind}»",
                f"vale: é o melhor de “{kind}”",
            )
            if one.counted
            else Text(
                f"dropped: number {place}, and of “{kind}” the best one counts",
                f"scartato: è il numero {place}, e di «{kind}» conta il migliore",
                f"descartado: é o número {place}, e de “{kind}” vale o melhor",
            )
        )
    if one.counted:
        return Text(
            f"counts: number {place} of the best {counted} of “{kind}”",
            f"conta: è il numero {place} dei migliori {counted} di «{kind}»",
            f"vale: é o número {place} dos {counted} melhores de “{kind}”",
        )
    return Text(
        f"dropped: number {place}, and of “{kind}” the best {counted} count",
        f"scartato: è il numero {place}, e di «{kind}» contano i migliori {counted}",
        f"descartado: é o número {place}, e de “{kind}” valem os {counted} melhores",
    )


def counting_words(kind: str, rule: CountingRule) -> Text:
    """How many results of a type count, as the ranking's rules say it."""
    share = f"{rule.share.numerator}/{rule.share.denominator}"
    if rule.minimum is None:
        return Text(
            f"{kind}: all results count.",
            f"{kind}: contano tutti i risultati.",
            f"{kind}: valem todos os resultados.",
        )
    if not rule.share and rule.minimum == 1:
        return Text(f"{kind}: the best one counts.", f"{kind}: conta il migliore.", f"{kind}: vale o melhor.")
    if not rule.share:
        return Text(
            f"{kind}: the best {rule.minimum} count.",
            f"{kind}: contano i migliori {rule.minimum}.",
            f"{kind}: valem os {rule.minimum} melhores.",
        )
    if not rule.minimum:
        return Text(
            f"{kind}: the best {share} of those held count, rounded up.",
            f"{kind}: contano i migliori {share} di quelli disputati, per eccesso.",
            f"{kind}: valem os melhores {share} dos realizados, arredondados para cima.",
        )
    return Text(
        f"{kind}: the best {rule.minimum} count, or {share} of those held where that is more.",
        f"{kind}: contano i migliori {rule.minimum}, o {share} di quelli disputati se sono di più.",
        f"{kind}: valem os {rule.minimum} melhores, ou {share} dos realizados se forem mais.",
    )
