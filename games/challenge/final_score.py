"""Chapter 10: the final score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.challenge.ending import TIME_EXPIRED, objective_points
from games.challenge.geography import BOARD
from games.challenge.position import Case, ClaimObjective, Phase, Position, Score
from games.challenge.rulesets import ReverseOrder
from games.challenge.wording import missing_objective, missing_territories
from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, missing
from games.core.text import Text


@dataclass(frozen=True, slots=True)
class Placed:
    """A player in the final order; `decided_by`: points, outside, order or elimination."""

    player: str
    points: int
    outside: int
    rank: int
    decided_by: str


def final_order(case: Case[Score]) -> tuple[Placed, ...]:
    """The ranking of a wholly given position (10.2–10.4)."""
    position = case.position
    out = eliminated_in_order(position)
    counted = {p: points_of(position, p) for p in position.players if p not in out}
    seats = {p: i for i, p in enumerate(play_order(case))}
    living = sorted(counted, key=lambda p: (*counted[p], seats[p]), reverse=True)
    placed = [
        Placed(p, *counted[p], rank=i, decided_by=_decided_by(p, living, counted))
        for i, p in enumerate(living, start=1)
    ]
    gone = [
        Placed(p, 0, 0, rank=i, decided_by="elimination")
        for i, p in enumerate(reversed(out), start=len(living) + 1)
    ]
    return (*placed, *gone)


def play_order(case: Case[Score]) -> tuple[str, ...]:
    """The players in the order in which they count as having played, the last one last."""
    players, last = case.position.players, case.action.last_player
    if case.options.reverse_order is ReverseOrder.SEAT or last is None:
        return players
    start = players.index(last) + 1
    return (*players[start:], *players[:start])


def eliminated_in_order(position: Position) -> tuple[str, ...]:
    """Who is out, the first eliminated first; whoever holds nothing is out."""
    silent = [p for p in position.players if p not in position.eliminated and position.is_out(p)]
    return (*position.eliminated, *silent)


def points_of(position: Position, player: str) -> tuple[int, int]:
    """Value of the territories held inside and outside the objective."""
    wanted = BOARD.objectives[position.objectives[player]].mask
    inside = outside = 0
    for territory in position.territories_of(player):
        if wanted >> BOARD.index[territory] & 1:
            inside += BOARD.value[territory]
        else:
            outside += BOARD.value[territory]
    return inside, outside


def _decided_by(player: str, order: list[str], counted: dict[str, tuple[int, int]]) -> str:
    """The last criterion needed to tell the player from those beside it in the ranking."""
    at = order.index(player)
    beside = [counted[p] for p in (*order[max(0, at - 1) : at], *order[at + 1 : at + 2])]
    if counted[player] in beside:
        return "order"
    return "outside" if counted[player][0] in [points for points, _ in beside] else "points"


@rule(
    "10.1",
    "Points decide",
    on=("score",),
    it=(
        "Decidono i punti",
        "Se nessuno raggiunge l'obiettivo, vince chi ha più punti per i territori che occupa.",
    ),
    pt=(
        "Decidem os pontos",
        "Se ninguém alcança o objetivo, vence quem marca mais pelos territórios que ocupa.",
    ),
)
def points_decide(case: Case[Score]) -> Iterator[Finding]:
    """10.1. If nobody reaches its objective, the winner is whoever scores most for the territories it occupies."""
    hidden = case.position.unlisted()
    yield from missing_territories("10.1", hidden)
    silent = [
        p for p in case.position.players if p not in case.position.eliminated and case.position.is_out(p)
    ]
    if len(silent) > 1:
        who = ", ".join(silent)
        what = Text(
            f"in which order {who} were eliminated",
            f"in che ordine sono stati eliminati {who}",
            f"em que ordem {who} foram eliminados",
        )
        yield missing("10.1", "position.eliminated", what)


@rule(
    "10.2",
    "Only the objective counts",
    on=("score",),
    it=("Conta solo l'obiettivo", "Contano solo i territori occupati che fanno parte del proprio obiettivo."),
    pt=("Só o objetivo conta", "Contam só os territórios ocupados que fazem parte do próprio objetivo."),
)
def only_the_objective_counts(case: Case[Score]) -> Iterator[Finding]:
    """10.2. Only occupied territories that belong to one's own objective count."""
    position = case.position
    for player in position.players:
        if player in position.eliminated or position.is_out(player) or player in position.objectives:
            continue
        yield missing_objective("10.2", player)
    if is_complete(position):
        for place in final_order(case):
            yield applies(
                "10.2",
                "{p}: {points}.",
                "{p}: {points}.",
                "{p}: {points}.",
                p=place.player,
                points=_points(place.points),
            )


values_printed = stated(
    "10.3",
    Text("The printed values", "I valori stampati", "Os valores impressos"),
    Text(
        "The values of territories and continents are printed on the board and on the objectives.",
        "I valori di territori e continenti sono stampati sul tabellone e sugli obiettivi.",
        "Os valores de territórios e continentes estão impressos no tabuleiro e nos objetivos.",
    ),
    reason=Text(
        "The values are data, checked against the borders and the continents' totals when the board is read.",
        "I valori sono dati, controllati con i confini e con i totali dei continenti alla lettura del tabellone.",
        "Os valores são dados, conferidos com as fronteiras e os totais dos continentes quando o tabuleiro é lido.",
    ),
)


@rule(
    "10.4",
    "Equal points",
    on=("score",),
    it=(
        "Parità",
        "A pari punti conta il valore dei territori fuori obiettivo; se è pari anche quello, chi gioca dopo precede.",
    ),
    pt=(
        "Empate em pontos",
        "Em caso de empate conta o valor dos territórios fora do objetivo; se também for igual, quem joga depois fica na frente.",
    ),
    readings=(
        Text(
            "The seat that plays later in the fixed order of play prevails, whoever threw last.",
            "Prevale il posto che gioca dopo nell'ordine fisso, chiunque abbia giocato l'ultimo turno.",
            "Prevalece o lugar que joga depois na ordem fixa de jogo, quem quer que tenha jogado por último.",
        ),
    ),
)
def equal_points(case: Case[Score]) -> Iterator[Finding]:
    """10.4. With equal points the value of the territories outside the objective counts; if that is equal too, whoever
    plays later goes before."""
    if not is_complete(case.position):
        return
    if case.options.reverse_order is ReverseOrder.LAST_TURN and case.action.last_player is None:
        what = Text("who played the last turn", "chi ha giocato l'ultimo turno", "quem jogou o último turno")
        yield missing("10.4", "action.last_player", what)
    words = {
        "outside": Text(
            "territories outside the objective", "territori fuori obiettivo", "territórios fora do objetivo"
        ),
        "order": Text("later in the order of play", "ordine di gioco inverso", "ordem de jogo inversa"),
    }
    for place in final_order(case):
        if place.decided_by in words:
            yield applies(
                "10.4",
                "{player} is placed by: {by}.",
                "{player} si piazza per: {by}.",
                "{player} é colocado por: {by}.",
                player=place.player,
                by=words[place.decided_by],
            )


@rule(
    "10.5",
    "A hundred points",
    on=("claim_objective",),
    it=("Cento punti", "Per ogni classifica, l'obiettivo raggiunto entro il tempo vale 100 punti."),
    pt=("Cem pontos", "Para qualquer classificação, um objetivo alcançado dentro do tempo vale 100 pontos."),
    readings=(
        Text(
            "After the time limit it still wins, with the points of the objective unless the tournament says otherwise.",
            "Oltre il tempo vince lo stesso, con i punti dell'obiettivo se il torneo non dice altro.",
            "Depois do limite de tempo ele ainda vence, com os pontos do objetivo, se o torneio não disser outra coisa.",
        ),
    ),
)
def hundred_points(case: Case[ClaimObjective]) -> Iterator[Finding]:
    """10.5. For any ranking, an objective reached within the time limit is worth 100 points."""
    number = case.position.objectives.get(case.action.player)
    if number is None or not all(
        case.position.owns(case.action.player, t) for t in BOARD.objectives[number].territories
    ):
        return
    points = objective_points(case, number)
    if points is None:
        yield missing("10.5", "action.time_expired", TIME_EXPIRED, decisive=False)
    else:
        yield applies(
            "10.5", "It is worth {points}.", "Vale {points}.", "Vale {points}.", points=_points(points)
        )


def is_complete(position: Position) -> bool:
    """Whether everything is given that the final order needs."""
    living = [p for p in position.players if p not in position.eliminated and not position.is_out(p)]
    silent = len(position.players) - len(living) - len(position.eliminated)
    return not position.unlisted() and silent <= 1 and all(p in position.objectives for p in living)


def score_effects(case: Case[Score]) -> dict[str, object]:
    """`players` in order of rank; absent where something is not given."""
    if not is_complete(case.position):
        return {}
    return {
        "players": [
            {
                "player": place.player,
                "points": place.points,
                "outside": place.outside,
                "rank": place.rank,
                "decided_by": place.decided_by,
            }
            for place in final_order(case)
        ]
    }


def score_after(case: Case[Score]) -> Position:
    """The game is over."""
    return replace(case.position, turn=replace(case.position.turn, phase=Phase.OVER))


def _points(number: int) -> Text:
    return Text(
        f"{number} point" if number == 1 else f"{number} points",
        f"{number} punto" if number == 1 else f"{number} punti",
        f"{number} ponto" if number == 1 else f"{number} pontos",
    )


CHAPTER = (points_decide, only_the_objective_counts, values_printed, equal_points, hundred_points)
