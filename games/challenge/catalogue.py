"""The numbered articles of the rulebook, so that none is left without a check or a reason."""

from __future__ import annotations

from games.core.rule import Rule, Ruleset

CHAPTERS = {
    "2": ("Setup", "Preparazione", 12),
    "3": ("Reinforcement", "Rinforzi", 7),
    "4": ("Combat", "Combattimento", 16),
    "5": ("Strategic movement", "Spostamento strategico", 4),
    "6": ("Cards", "Carte", 8),
    "7": ("Elimination", "Eliminazione", 2),
    "8": ("Time limit and end", "Limite di tempo e fine", 2),
    "9": ("Sdadata", "Sdadata", 4),
    "10": ("Final score", "Punteggio finale", 5),
    "11": ("Army limit", "Limite di armate", 2),
    "12": ("Players at the table", "Giocatori al tavolo", 3),
}
SUBARTICLES = ("12.2.1", "12.2.2", "12.2.3")
UNNUMBERED = ("distribution", "points", "challenge-card")


def numbered_articles() -> tuple[str, ...]:
    """Every number printed in the rulebook from 2.1 to 12.3."""
    plain = [f"{chapter}.{i}" for chapter, (_, _, last) in CHAPTERS.items() for i in range(1, last + 1)]
    return (*plain, *SUBARTICLES)


def uncovered(ruleset: Ruleset) -> tuple[str, ...]:
    """The numbered articles with neither check nor reason."""
    rules = {r.number: r for r in ruleset.rules}
    return tuple(n for n in numbered_articles() if n not in rules or not is_covered(rules[n]))


def is_covered(rule: Rule) -> bool:
    """Whether the article has a check or says why not."""
    return rule.check is not None or rule.reason is not None
