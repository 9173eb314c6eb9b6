"""The rule card: a formula in plain words, with a worked example that the engine itself has computed."""

from dataclasses import dataclass

from scoring.discards import Absence, Discards
from scoring.explain import criteria_words, game_story
from scoring.formulas import Formula, GameScore, score_table
from scoring.games import RULED, SAMPLE_POINTS, Game
from scoring.measures import DIRECTION_WORDS
from scoring.problems import Problem
from scoring.results import SeatResult, TableResult
from scoring.text import Text, figure, units_figure


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """One seat of the sample table: its game points, its score and how that came about."""

    seat: SeatResult
    score: GameScore
    worth: Text
    story: Text


@dataclass(frozen=True, slots=True)
class Example:
    """A sample table of this size, scored."""

    size: int
    lines: tuple[ExampleLine, ...]


@dataclass(frozen=True, slots=True)
class RuleCard:
    """What a formula says to people: sentences in order, examples by table size, departures from the rulebook.

    `unprinted` are the choices that the rulebook of the game leaves open.
    """

    title: Text
    sentences: tuple[Text, ...]
    examples: tuple[Example, ...]
    departures: tuple[Problem, ...]
    unprinted: tuple[Text, ...] = ()


def rule_card(formula: Formula) -> RuleCard:
    """The card of a formula."""
    return RuleCard(
        title=formula.title,
        sentences=(
            *[part.words() for part in formula.parts],
            _rounding(formula),
            *_ghost(formula),
            _winner(formula),
            formula.discards.words(),
            *_absences(formula),
            criteria_words(formula),
            *_finals(formula),
            *_teams(formula),
        ),
        examples=tuple(example(formula, sample_table(size, formula.game)) for size in formula.sizes),
        departures=tuple(formula.validate()),
        unprinted=formula.unprinted,
    )


def sample_table(size: int, game: Game = Game.CHALLENGE) -> TableResult:
    """A finished game of so many players, the first of whom has won."""
    points = SAMPLE_POINTS[game][:size]
    return TableResult(1, tuple(SeatResult(number, worth) for number, worth in enumerate(points, start=1)))


def example(formula: Formula, table: TableResult) -> Example:
    """Any table, scored with the story of each seat: what a form shows while a formula is being composed."""
    scored = zip(table.seats, score_table(formula, table), strict=True)
    lines = [
        ExampleLine(seat, score, units_figure(score.units, formula.digits), game_story(formula, score))
        for seat, score in scored
    ]
    return Example(len(table.seats), tuple(lines))


def _rounding(formula: Formula) -> Text:
    digits, words = formula.rounding.digits, DIRECTION_WORDS[formula.rounding.direction]
    if digits == 0:
        return Text(
            f"Each score is a whole number, rounded {words.en}.",
            f"Ogni punteggio è un numero intero, arrotondato {words.it}.",
            f"Cada pontuação é um número inteiro, arredondada {words.pt}.",
        )
    return Text(
        f"Each score has at most {digits} decimals, rounded {words.en}; sums are exact.",
        f"Ogni punteggio ha al massimo {digits} decimali, arrotondato {words.it}; le somme sono esatte.",
        f"Cada pontuação tem no máximo {digits} casas decimais, arredondada {words.pt}; as somas são exatas.",
    )


def _ghost(formula: Formula) -> list[Text]:
    if formula.ghost.share is not None:
        share = figure(formula.ghost.share)
        return [
            Text(
                f"At tables of 3 a ghost plays along with {share.en} of the mean of the three.",
                f"Ai tavoli da 3 gioca un fantasma con {share.it} della media dei tre.",
                f"Nas mesas de 3 joga junto um fantasma com {share.pt} da média dos três.",
            )
        ]
    if formula.ghost.seated:
        return [
            Text(
                "An empty seat counts as a player with no points.",
                "Un posto vuoto conta come un giocatore a zero.",
                "Um lugar vazio conta como um jogador com zero.",
            )
        ]
    return []


def _winner(formula: Formula) -> Text:
    if formula.single_winner and formula.game not in RULED:
        return Text(
            "Every table has one winner.",
            "Ogni tavolo ha un solo vincitore.",
            "Cada mesa tem um só vencedor.",
        )
    if formula.single_winner:
        return Text(
            "Every table has one winner (10.4).",
            "Ogni tavolo ha un solo vincitore (10.4).",
            "Cada mesa tem um só vencedor (10.4).",
        )
    return Text(
        "A victory may be shared.", "La vittoria può essere condivisa.", "A vitória pode ser dividida."
    )


def _absences(formula: Formula) -> list[Text]:
    discards = formula.discards
    if discards.absence is Absence.NOT_A_GAME:
        absent = Text(
            "A round not played is no game.",
            "Un turno non giocato non è una partita.",
            "Uma rodada não jogada não é uma partida.",
        )
    elif discards.discards_nothing:
        absent = Text(
            "A round not played counts 0.", "Un turno non giocato vale 0.", "Uma rodada não jogada vale 0."
        )
    else:
        absent = Text(
            "A round not played counts 0, discarded first.",
            "Un turno non giocato vale 0, scartato per primo.",
            "Uma rodada não jogada vale 0, descartado primeiro.",
        )
    return [absent, *_sit_outs(discards), *_least_games(discards)]


def _sit_outs(discards: Discards) -> list[Text]:
    if discards.sit_out_points is None:
        return []
    worth = figure(discards.sit_out_points)
    return [
        Text(
            f"Who is made to sit out has {worth.en} for the round, {'each time' if discards.sit_out_always else 'once'}.",
            f"Chi deve riposare ha {worth.it} per quel turno, {'ogni volta' if discards.sit_out_always else 'una volta sola'}.",
            f"Quem deve descansar tem {worth.pt} pela rodada, {'toda vez' if discards.sit_out_always else 'uma única vez'}.",
        )
    ]


def _least_games(discards: Discards) -> list[Text]:
    least = discards.minimum_games
    return (
        [
            Text(
                f"A rank needs {least} games.",
                f"Per la classifica servono {least} partite.",
                f"Para a classificação são precisas {least} partidas.",
            )
        ]
        if least
        else []
    )


def _finals(formula: Formula) -> list[Text]:
    if formula.finals is None:
        return []
    number = formula.finals.round
    return [
        Text(
            f"Who plays the final (round {number}) stands above all others, by the place in it.",
            f"Chi gioca la finale (turno {number}) sta davanti a tutti, secondo il posto in finale.",
            f"Quem joga a final (rodada {number}) fica à frente de todos, conforme o lugar nela.",
        )
    ]


def _teams(formula: Formula) -> list[Text]:
    if formula.teams is None:
        return []
    best, present = formula.teams.best, formula.teams.present
    everything = Text(
        "Teams: all results count.",
        "Squadre: contano tutti i risultati.",
        "Equipes: valem todos os resultados.",
    )
    the_best = Text(
        f"Teams: the best {best} results count.",
        f"Squadre: contano i migliori {best} risultati.",
        f"Equipes: valem os {best} melhores resultados.",
    )
    complete = Text(
        f"A team with fewer than {present} at the tables loses the round: its results of that round are worth 0.",
        f"Una squadra con meno di {present} giocatori ai tavoli perde il turno: i suoi risultati del turno valgono 0.",
        f"Uma equipe com menos de {present} nas mesas perde a rodada: seus resultados da rodada valem 0.",
    )
    counting = everything if best is None else the_best
    return [counting, complete] if present else [counting]
