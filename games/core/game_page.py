"""The page of a game whose rulebook numbers nothing: rules, readings, open questions, generated from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.core.handbook import Cases, Language, document, spoken, word
from games.core.rule import Ruleset
from games.core.text import Text

QUESTIONS = Text(
    "Open questions and the reading adopted",
    "Questioni aperte e interpretazione adottata",
    "Questões em aberto e a leitura adotada",
)
CLUB_DATA = Text("Not from the rulebook", "Non dal regolamento", "Não está no regulamento")
DOCUMENT_HEAD = 4


@dataclass(frozen=True, slots=True)
class GamePage:
    """What a page holds besides the rules. `club_data`: what the rulebook does not tell and a club gives as data."""

    title: str
    introduction: Text
    ruleset: Ruleset
    club_data: Sequence[Text]
    questions: Sequence[Text]


def game_page(page: GamePage, cases: Cases, language: Language = "en") -> str:
    """The whole page in Markdown; `cases` are the titles of the casebook by rule."""
    tables = document([page.ruleset], cases, language).split("\n", DOCUMENT_HEAD)[DOCUMENT_HEAD]
    readings = [f"{r.number}: {spoken(text, language)}" for r in page.ruleset.rules for text in r.readings]
    parts = [
        f"# {page.title}",
        spoken(page.introduction, language),
        tables.rstrip(),
        _section(spoken(CLUB_DATA, language), (spoken(text, language) for text in page.club_data)),
        _section(word("readings", language), readings),
        _section(spoken(QUESTIONS, language), (spoken(text, language) for text in page.questions)),
    ]
    return "\n\n".join(parts) + "\n"


def _section(title: str, lines: Iterable[str]) -> str:
    return "\n".join([f"## {title}", "", *(f"- {line}" for line in lines)])
