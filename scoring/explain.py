"""Why a row stands where it stands, which games count, and how every number came about: in every language."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from scoring.criteria import Code, Criterion
from scoring.discards import Absence
from scoring.formulas import Contribution, Formula, GameScore
from scoring.measures import DIRECTION_WORDS, Exact
from scoring.ordering import KEYS
from scoring.standings import Row, Standings
from scoring.text import Text, figure, joined, units_figure

_IN_UNITS = frozenset({Code.TOTAL, Code.BEST, Code.BEST_WIN, Code.TOTAL_ALL})
_IN_NUMBERS = frozenset({Code.WINS, Code.GAMES_PLAYED, Code.GAME_POINTS})


def why(standings: Standings, index: int) -> Text:
    """One sentence: what put the row above the next one."""
    row = standings.rows[index]
    if row.rank is None:
        return Text("Without a rank.", "Senza posto in classifica.", "Sem posição na classificação.")
    following = standings.rows[index + 1] if index + 1 < len(standings.rows) else None
    if following is None or following.rank is None:
        return Text("Last of those with a rank.", "Ultimo tra i classificati.", "Último dos classificados.")
    if row.separated_by is None:
        return Text(
            f"Level with {following.player.called} in every criterion: they share the place.",
            f"Pari a {following.player.called} in ogni criterio: stesso posto.",
            f"Empate com {following.player.called} em todos os critérios: mesma posição.",
        )
    return _separation(standings, row, following, row.separated_by)


def _separation(standings: Standings, row: Row, following: Row, criterion: Criterion) -> Text:
    name, reason = following.player.called, _comparison(_Pair(standings.formula, row, following, criterion))
    before = _level_before(standings.formula, criterion)
    return Text(
        f"Above {name}: {before.en}{reason.en}.",
        f"Davanti a {name}: {before.it}{reason.it}.",
        f"À frente de {name}: {before.pt}{reason.pt}.",
    )


def _level_before(formula: Formula, criterion: Criterion) -> Text:
    """Names the criteria that did not separate the two."""
    if criterion not in formula.criteria:
        return Text("", "", "")
    titles = [earlier.title() for earlier in formula.criteria[: formula.criteria.index(criterion)]]
    if not titles:
        return Text("", "", "")
    level = joined(titles, ", ")
    return Text(f"level in {level.en}; ", f"pari per {level.it}; ", f"empate em {level.pt}; ")


class _Pair(NamedTuple):
    """Two neighbours and what separates them."""

    formula: Formula
    above: Row
    below: Row
    criterion: Criterion


def _comparison(pair: _Pair) -> Text:
    special = _SPECIAL.get(pair.criterion.code)
    if special is not None:
        return special(pair)
    title = pair.criterion.title()
    mine, theirs = (value_text(pair.formula, one, pair.criterion) for one in (pair.above, pair.below))
    return Text(
        f"{title.en} {mine.en} against {theirs.en}",
        f"{title.it} {mine.it} contro {theirs.it}",
        f"{title.pt} {mine.pt} contra {theirs.pt}",
    )


def value_text(formula: Formula, row: Row, criterion: Criterion) -> Text:
    """The row's value in a criterion that has one number; an empty text for the others."""
    if criterion.code not in _IN_UNITS | _IN_NUMBERS:
        return Text("", "", "")
    value = KEYS[criterion.code](row.tally, criterion, row.player.key)
    if criterion.code in _IN_NUMBERS:
        return figure(value)
    return (
        units_figure(value, formula.digits)
        if value >= 0 or criterion.code is Code.TOTAL
        else Text("–", "–", "–")
    )


def _final(pair: _Pair) -> Text:
    finals = pair.formula.finals
    if finals is not None and pair.below.games[finals.round - 1] is not None:
        return Text("a better place in the final", "miglior posto in finale", "melhor lugar na final")
    return Text("played the final", "ha giocato la finale", "jogou a final")


def _previous(_: _Pair) -> Text:
    return Text(
        "stood higher after an earlier round",
        "era davanti dopo un turno precedente",
        "estava à frente depois de uma rodada anterior",
    )


def _after_round(pair: _Pair) -> Text:
    number = pair.criterion.n
    return Text(
        f"stood higher after round {number}",
        f"era davanti dopo il turno {number}",
        f"estava à frente depois da rodada {number}",
    )


def _first_difference(pair: _Pair) -> Text:
    for number, (mine, theirs) in enumerate(zip(pair.above.games, pair.below.games, strict=True), start=1):
        if mine is not None and theirs is not None and mine != theirs:
            return Text(
                f"more points in round {number}",
                f"più punti nel turno {number}",
                f"mais pontos na rodada {number}",
            )
    return Text("the rounds played", "i turni giocati", "as rodadas jogadas")


def _fixed(en: str, it: str, pt: str) -> Callable[[_Pair], Text]:
    return lambda _: Text(en, it, pt)


def _manual(pair: _Pair) -> Text:
    reason = pair.criterion.reason
    return Text(
        f"decided by the director ({reason})",
        f"deciso dal direttore ({reason})",
        f"decidido pelo diretor ({reason})",
    )


def _lots(pair: _Pair) -> Text:
    seed = pair.criterion.seed or 0
    return Text(f"lots drawn from seed {seed}", f"sorteggio dal seme {seed}", f"sorteio com a semente {seed}")


_SPECIAL: Mapping[Code, Callable[[_Pair], Text]] = {
    Code.FINAL: _final,
    Code.PREVIOUS: _previous,
    Code.AFTER_ROUND: _after_round,
    Code.FIRST_DIFFERENCE: _first_difference,
    Code.ALL_GAMES: _fixed(
        "the better games, compared from the best down",
        "partite migliori, dalla migliore in giù",
        "as melhores partidas, da melhor para baixo",
    ),
    Code.DIRECT: _fixed("the games against each other", "gli scontri diretti", "os confrontos diretos"),
    Code.DECIMALS: _fixed(
        "the decimals typed with the points",
        "i decimali scritti con i punti",
        "os decimais digitados com os pontos",
    ),
    Code.MANUAL: _manual,
    Code.LOTS: _lots,
}


def game_story(formula: Formula, score: GameScore) -> Text:
    """How a game's score came about: `55 (44 × 1.25) + 50 (victory prize) = 105`, and the rounding if there is one."""
    given = formula.breakdown(score.facts)
    sums = joined([_told(part) for part in given], " + ") if len(given) > 1 else given[0].text
    exact: Exact = 0
    for part in given:
        exact += part.value
    result = units_figure(score.units, formula.digits)
    if exact * 10**formula.digits != score.units:
        rounded = DIRECTION_WORDS[formula.rounding.direction]
        return Text(
            f"{sums.en}, rounded {rounded.en}: {result.en}",
            f"{sums.it}, arrotondato {rounded.it}: {result.it}",
            f"{sums.pt}, arredondado {rounded.pt}: {result.pt}",
        )
    return (
        sums
        if sums == result
        else Text(f"{sums.en} = {result.en}", f"{sums.it} = {result.it}", f"{sums.pt} = {result.pt}")
    )


def _told(part: Contribution) -> Text:
    value = figure(part.value)
    return (
        value
        if value == part.text
        else Text(
            f"{value.en} ({part.text.en})", f"{value.it} ({part.text.it})", f"{value.pt} ({part.text.pt})"
        )
    )


def round_story(formula: Formula, row: Row, number: int) -> Text:
    """What a round gave the row, how, and whether it counts. Rounds count from 1."""
    score, units = row.tally.scores[number - 1], row.games[number - 1]
    if units is None:
        return _absence(formula)
    worth = units_figure(units, formula.digits)
    sat_out = Text(f"sat out: {worth.en}", f"riposo: {worth.it}", f"descanso: {worth.pt}")
    story = sat_out if score is None else game_story(formula, score)
    if row.counted[number - 1]:
        return story
    return Text(f"{story.en}; discarded", f"{story.it}; scartato", f"{story.pt}; descartada")


def _absence(formula: Formula) -> Text:
    if formula.discards.absence is Absence.NOT_A_GAME:
        return Text("not played: no game", "non giocato: nessuna partita", "não jogada: nenhuma partida")
    if formula.discards.discards_nothing:
        return Text("not played: 0", "non giocato: 0", "não jogada: 0")
    return Text(
        "not played: a 0, discarded first",
        "non giocato: uno 0, scartato per primo",
        "não jogada: um 0, descartado primeiro",
    )


def total_story(formula: Formula, row: Row) -> Text:
    """The sum behind the total: the games that count, less penalties, plus what was credited."""
    digits = formula.digits
    games = [
        units_figure(units, digits)
        for units, counts in zip(row.games, row.counted, strict=True)
        if counts and units is not None
    ]
    summed = joined(games, " + ") if games else Text("0", "0", "0")
    beside, total = units_figure(abs(row.tally.penalty), digits), units_figure(row.total, digits)
    if row.tally.penalty > 0:
        return Text(
            f"{summed.en} - {beside.en} (penalty) = {total.en}",
            f"{summed.it} - {beside.it} (penalità) = {total.it}",
            f"{summed.pt} - {beside.pt} (penalidade) = {total.pt}",
        )
    if row.tally.penalty < 0:
        return Text(
            f"{summed.en} + {beside.en} (credit) = {total.en}",
            f"{summed.it} + {beside.it} (credito) = {total.it}",
            f"{summed.pt} + {beside.pt} (crédito) = {total.pt}",
        )
    return Text(f"{summed.en} = {total.en}", f"{summed.it} = {total.it}", f"{summed.pt} = {total.pt}")


def criteria_words(formula: Formula) -> Text:
    """The criteria in order, for the rule card."""
    titles = joined([criterion.title() for criterion in formula.criteria], "; ")
    return Text(f"Order: {titles.en}.", f"Ordine: {titles.it}.", f"Ordem: {titles.pt}.")
