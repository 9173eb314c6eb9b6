"""The section "Tournaments" of a game's page: tables, formats, and what no rulebook says, in Markdown.

Its words are in every language here, because the page is printed without Django's translations.
"""

from collections.abc import Callable, Sequence

from games.adjudicator import ruleset_named
from scoring.presets import preset, preset_names
from scoring.text import Text
from tournament.language import Sentence
from tournament.rulesets import TournamentGame

HEADING = Text("Tournaments", "Tornei", "Torneios")
MARK = Text("not from the rulebook", "non dal regolamento", "não está no regulamento")
COLUMNS = (
    Text("Format", "Formula", "Formato"),
    Text("Code", "Codice", "Código"),
    Text("How it scores", "Come dà punti", "Como dá pontos"),
    Text("Not from the rulebook", "Non dal regolamento", "Não está no regulamento"),
)

Spoken = Callable[[Sentence], str]


def formats_section(games: Sequence[TournamentGame], language: str) -> str:
    """The section for the rulesets of one rulebook, with an empty line before it; `language` is en, it or pt."""

    def spoken(text: Sentence) -> str:
        return {"en": text.en, "it": text.it, "pt": text.pt}[language]

    names = dict.fromkeys(name for game in games for name in preset_names(game.game))
    lines = [
        "",
        f"## {spoken(HEADING)}",
        "",
        *(_tables(game, spoken) for game in games),
        "",
        f"| {' | '.join(map(spoken, COLUMNS))} |",
        "|---|---|---|---|",
        *(_format(name, spoken) for name in names),
    ]
    return "\n".join(lines) + "\n"


def _tables(game: TournamentGame, spoken: Spoken) -> str:
    """One ruleset: how many sit at a table, what may be agreed, what its rulebook leaves open."""
    low, high = game.sizes
    sizes = Text(f"tables of {low} to {high}", f"tavoli da {low} a {high}", f"mesas de {low} a {high}")
    told = [spoken(Text(f"tables of {low}", f"tavoli da {low}", f"mesas de {low}") if low == high else sizes)]
    if game.goals:
        goals = ", ".join(map(str, game.goals))
        told.append(
            spoken(
                Text(
                    f"{goals} territories as agreed",
                    f"{goals} territori, come si decide",
                    f"{goals} territórios, como combinado",
                )
            )
        )
    marked = " ".join(spoken(choice) for choice in game.left_open)
    title = spoken(ruleset_named(game.ruleset).title)
    line = f"- {title} (`{game.ruleset}`): {'; '.join(told)}."
    return f"{line} {spoken(MARK).capitalize()}: {marked}" if marked else line


def _format(name: str, spoken: Spoken) -> str:
    formula = preset(name)
    scores = " ".join(spoken(part.words()) for part in formula.parts)
    marked = " ".join(spoken(choice) for choice in formula.unprinted)
    return f"| {spoken(formula.title)} | `{name}` | {scores} | {marked or '—'} |"
