"""What the adjudicator says: findings, the verdict they make, and the answer on the wire."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from games.core.text import Text, say


class Verdict(StrEnum):
    """The outcome of a case."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNDETERMINED = "undetermined"


class Outcome(StrEnum):
    """What a rule says of a case."""

    BREACH = "breach"
    APPLIES = "applies"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule's word. `about` is the place of a missing fact; one that is not `decisive` leaves the verdict alone."""

    article: str
    outcome: Outcome
    fact: Text
    about: str = ""
    decisive: bool = True

    def as_dict(self) -> dict[str, object]:
        """The wire form."""
        answer: dict[str, object] = {
            "article": self.article,
            "outcome": self.outcome.value,
            "fact": self.fact.as_dict(),
        }
        if self.about:
            answer["about"] = self.about
        return answer


def breach(article: str, en: str, it: str, pt: str, **facts: object) -> Finding:
    """The action breaks the article."""
    return Finding(article, Outcome.BREACH, say(en, it, pt, **facts))


def applies(article: str, en: str, it: str, pt: str, **facts: object) -> Finding:
    """The article decided something."""
    return Finding(article, Outcome.APPLIES, say(en, it, pt, **facts))


def missing(article: str, about: str, what: Text, *, decisive: bool = True) -> Finding:
    """The article needs a fact that the case does not give; `about` is its place in the document."""
    return Finding(
        article,
        Outcome.MISSING,
        say(
            "Not given: {what} ({about}).",
            "Non è dato: {what} ({about}).",
            "Não informado: {what} ({about}).",
            what=what,
            about=about,
        ),
        about,
        decisive,
    )


@dataclass(frozen=True, slots=True)
class Ruling:
    """A whole answer. `position` is the wire form of the position after a legal action."""

    findings: tuple[Finding, ...]
    effects: Mapping[str, object] = field(default_factory=dict)
    remedy: tuple[Text, ...] = ()
    position: Mapping[str, object] | None = None

    @property
    def verdict(self) -> Verdict:
        """Illegal with any breach, else undetermined with any decisive fact missing, else legal."""
        return verdict_of(self.findings)

    def as_dict(self) -> dict[str, object]:
        """The wire form of the contract."""
        answer: dict[str, object] = {
            "verdict": self.verdict.value,
            "findings": [f.as_dict() for f in self.findings],
            "effects": dict(self.effects),
            "remedy": [r.as_dict() for r in self.remedy],
        }
        if self.position is not None and self.verdict is Verdict.LEGAL:
            answer["position"] = self.position
        return answer


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """The verdict that these findings make."""
    verdict = Verdict.LEGAL
    for finding in findings:
        if finding.outcome is Outcome.BREACH:
            return Verdict.ILLEGAL
        if finding.outcome is Outcome.MISSING and finding.decisive:
            verdict = Verdict.UNDETERMINED
    return verdict


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in the rulebook's order, each missing fact and each repeated word once."""
    kept: dict[object, Finding] = {}
    for finding in findings:
        key = finding.about if finding.outcome is Outcome.MISSING else finding
        earlier = kept.get(key)
        if earlier is None or (finding.decisive and not earlier.decisive):
            kept[key] = finding
    return tuple(sorted(kept.values(), key=lambda f: article_order(f.article)))


@lru_cache(maxsize=1024)
def article_order(article: str) -> tuple[tuple[int, ...], str]:
    """Sort key: numbered articles by their numbers, unnumbered chapters after them."""
    if re.fullmatch(r"\d+(\.\d+)*", article):
        return tuple(int(part) for part in article.split(".")), ""
    return (1_000,), article
