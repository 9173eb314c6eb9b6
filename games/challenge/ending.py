"""Chapters 8 and 9: objective, time limit and sdadata."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.challenge.geography import BOARD
from games.challenge.position import Case, ClaimObjective, Phase, Position, RollClosing
from games.challenge.rulesets import CLOSING_VALUES
from games.challenge.wording import listed, missing_conquered, missing_objective, missing_territories
from games.core.rule import rule, stated
from games.core.ruling import Finding, applies, breach
from games.core.text import Text, counted, dice

CLOSING_DICE = 2
TIME_EXPIRED = Text(
    "whether the time limit had been reached",
    "se il tempo era già scaduto",
    "se o limite de tempo já tinha sido atingido",
)

time_limit = stated(
    "8.1",
    Text("The time limit", "Il limite di tempo", "O limite de tempo"),
    Text(
        "A time limit is set before the game; in official tournaments usually 90 minutes.",
        "Prima della partita si fissa un limite di tempo; nei tornei ufficiali di solito 90 minuti.",
        "Antes da partida fixa-se um limite de tempo; nos torneios oficiais, em geral 90 minutos.",
    ),
    reason=Text("It is an option of the tournament.", "È un'opzione del torneo.", "É uma opção do torneio."),
)


@rule(
    "8.2",
    "The objective ends the game",
    on=("claim_objective",),
    it=(
        "L'obiettivo chiude la partita",
        (
            "Chi raggiunge il proprio obiettivo vince e la partita finisce subito; se il tempo scade prima, si va alla "
            "sdadata."
        ),
    ),
    pt=(
        "O objetivo encerra a partida",
        "Quem alcança o próprio objetivo vence e a partida acaba na hora; se antes acabar o tempo, decide a sdadata.",
    ),
)
def objective_ends_the_game(case: Case[ClaimObjective]) -> Iterator[Finding]:
    """8.2. Whoever reaches its objective wins and the game ends at once; if time runs out first, sdadata decides."""
    player, number = case.action.player, case.position.objectives.get(case.action.player)
    if number is None:
        yield missing_objective("8.2", player)
        return
    lacking, unknown = _lacking(case, number)
    if lacking:
        yield breach(
            "8.2",
            "Objective {number} lacks: {lacking}.",
            "All'obiettivo {number} manca: {lacking}.",
            "Ao objetivo {number} falta: {lacking}.",
            number=number,
            lacking=listed(lacking),
        )
    elif not unknown:
        yield applies(
            "8.2",
            "Objective {number} is reached.",
            "L'obiettivo {number} è raggiunto.",
            "O objetivo {number} foi alcançado.",
            number=number,
        )
    yield from missing_territories("8.2", unknown)


def _lacking(case: Case[ClaimObjective], number: int) -> tuple[list[str], list[str]]:
    wanted = BOARD.objectives[number].territories
    owned = {t: case.position.owns(case.action.player, t) for t in wanted}
    return [t for t, own in owned.items() if own is False], [t for t, own in owned.items() if own is None]


last_two_rounds = stated(
    "9.1",
    Text("The last two rounds", "Gli ultimi due giri", "As duas últimas voltas"),
    Text(
        "When time runs out, the round in progress is the last but one; the next is the last.",
        "Quando scade il tempo, il giro in corso è il penultimo e il seguente è l'ultimo.",
        "Quando o tempo acaba, a volta em andamento é a penúltima; a seguinte é a última.",
    ),
    reason=Text(
        "A case says whether sdadata has begun and at which value; the game engine counts the rounds.",
        "Il caso dice se la sdadata è cominciata e a che valore; i giri li conta il motore di partita.",
        "O caso diz se a sdadata começou e com que valor; as voltas quem conta é o motor da partida.",
    ),
)


@rule(
    "9.2",
    "The closing throw",
    on=("roll_closing",),
    it=(
        "Il tiro di chiusura",
        (
            "Finito il turno, prima di passarlo, si tirano due dadi: con 4 o meno la partita finisce. A ogni giro "
            "completo il valore sale di uno, fino a 7."
        ),
    ),
    pt=(
        "O lance de encerramento",
        "Terminado o turno, antes de passá-lo, o jogador rola dois dados: com 4 ou menos a partida acaba. A cada volta completa o valor sobe um, até 7.",
    ),
    readings=(
        Text(
            "Laps are counted from the player who plays last in the last round: each throws once at 4, at 5, at 6, and "
            "from then on at 7.",
            "I giri si contano da chi gioca per ultimo all'ultimo giro: ognuno tira una volta a 4, a 5, a 6, e da lì "
            "in poi a 7.",
            "As voltas se contam a partir de quem joga por último na última volta: cada um rola uma vez com 4, com 5, com 6, e daí em diante com 7.",
        ),
    ),
)
def closing_throw(case: Case[RollClosing]) -> Iterator[Finding]:
    """9.2. After its turn, before passing it, the player throws two dice; 4 or less ends the game. With every complete
    lap the value rises by one, up to 7."""
    thrown, value = case.action.dice, case.position.closing
    if case.position.turn.phase in (Phase.SETUP, Phase.REINFORCEMENT):
        yield breach(
            "9.2",
            "The throw comes after the turn.",
            "Il tiro si fa a fine turno.",
            "O lance vem depois do turno.",
        )
    if value is None:
        if thrown is not None:
            yield breach(
                "9.2",
                "Sdadata has not begun: no throw.",
                "La sdadata non è cominciata: non si tira.",
                "A sdadata não começou: não se rola.",
            )
        return
    if thrown is None:
        return
    if len(thrown) != CLOSING_DICE:
        yield breach(
            "9.2",
            "Two dice are thrown, not {thrown}.",
            "Si tirano due dadi, non {thrown}.",
            "Rolam-se dois dados, não {thrown}.",
            thrown=dice(len(thrown)),
        )
    elif must_throw(case):
        yield applies(
            "9.2",
            "{total} at closure {value}: the game {ends}.",
            "{total} con chiusura a {value}: la partita {ends}.",
            "{total} com encerramento {value}: a partida {ends}.",
            total=sum(thrown),
            value=value,
            ends=Text("ends", "finisce", "acaba")
            if sum(thrown) <= value
            else Text("goes on", "continua", "continua"),
        )


@rule(
    "9.3",
    "More than two conquests",
    on=("roll_closing",),
    it=(
        "Più di due conquiste",
        "Chi nel turno ha conquistato più di due territori non tira e la partita continua.",
    ),
    pt=(
        "Mais de duas conquistas",
        "Quem conquistou mais de dois territórios no turno não rola, e a partida continua.",
    ),
    readings=(
        Text(
            "With two conquests or fewer the throw is compulsory.",
            "Con due conquiste o meno il tiro è obbligatorio.",
            "Com duas conquistas ou menos o lance é obrigatório.",
        ),
    ),
)
def more_than_two_conquests(case: Case[RollClosing]) -> Iterator[Finding]:
    """9.3. Whoever conquered more than two territories in its turn does not throw, and the game goes on."""
    if case.position.closing is None:
        return
    due, conquered = must_throw(case), case.position.turn.conquered
    if due is None or conquered is None:
        yield missing_conquered("9.3")
        return
    taken = counted(
        len(conquered),
        ("territory", "territories"),
        ("territorio", "territori"),
        ("território", "territórios"),
    )
    if due and case.action.dice is None:
        yield breach(
            "9.3",
            "{taken} conquered: the throw is due.",
            "Conquistati: {taken}. Il tiro è dovuto.",
            "Conquistados: {taken}. O lance é devido.",
            taken=taken,
        )
    elif not due and case.action.dice is not None:
        yield breach(
            "9.3",
            "{taken} conquered: no throw.",
            "Conquistati: {taken}. Non si tira.",
            "Conquistados: {taken}. Não se rola.",
            taken=taken,
        )
    elif not due:
        yield applies(
            "9.3",
            "{taken} conquered: no throw.",
            "Conquistati: {taken}. Non si tira.",
            "Conquistados: {taken}. Não se rola.",
            taken=taken,
        )


@rule(
    "9.4",
    "Where sdadata begins",
    on=("roll_closing", "claim_objective"),
    it=(
        "Da dove comincia la sdadata",
        "Comincia con chi gioca l'ultimo turno dell'ultimo giro; chi raggiunge l'obiettivo chiude comunque la partita.",
    ),
    pt=(
        "Onde a sdadata começa",
        "A sdadata começa com quem joga o último turno da última volta; alcançar o objetivo ainda encerra a partida.",
    ),
)
def where_it_begins(case: Case[RollClosing | ClaimObjective]) -> Iterator[Finding]:
    """9.4. Sdadata begins with the player of the last turn of the last round; reaching an objective still ends the
    game."""
    if isinstance(case.action, ClaimObjective) and has_achieved_late(case):
        yield applies(
            "9.4",
            "The objective still wins the game.",
            "L'obiettivo vince comunque la partita.",
            "O objetivo ainda vence a partida.",
        )


def has_achieved_late(case: Case[RollClosing | ClaimObjective]) -> bool:
    """Whether the objective was reached after the time limit."""
    number = case.position.objectives.get(case.action.player)
    expired = isinstance(case.action, ClaimObjective) and case.action.time_expired
    if number is None or not (expired or case.position.closing is not None):
        return False
    return all(case.position.owns(case.action.player, t) for t in BOARD.objectives[number].territories)


def must_throw(case: Case[RollClosing]) -> bool | None:
    """Whether the throw is due (9.3); None where the conquests are not given."""
    if case.position.closing is None:
        return False
    conquered = case.position.turn.conquered
    return None if conquered is None else len(conquered) <= case.options.exempting_conquests


def roll_effects(case: Case[RollClosing]) -> dict[str, object]:
    """`must_throw`, `value`, `closes`, and who throws next at which value; what is not settled stays out."""
    due, value, thrown = must_throw(case), case.position.closing, case.action.dice
    effects: dict[str, object] = {} if due is None else {"must_throw": due}
    if value is None:
        return {**effects, "closes": False}
    effects["value"] = value
    if due is not None:
        effects["closes"] = (
            due and thrown is not None and len(thrown) == CLOSING_DICE and sum(thrown) <= value
        )
    if effects.get("closes") is False:
        player, following = next_closing(case.position, case.action.player)
        effects["next"] = {"player": player, "value": following}
    return effects


def next_closing(position: Position, player: str) -> tuple[str, int]:
    """Who throws after this player, and at which value: it rises when the lap comes round to its beginner."""
    order = position.players
    turned = [*order[order.index(player) + 1 :], *order[: order.index(player) + 1]]
    following = next((p for p in turned if p not in position.eliminated), player)
    beginner = next(p for p in reversed(order) if p not in position.eliminated)
    value = position.closing or CLOSING_VALUES[0]
    return following, min(CLOSING_VALUES[-1], value + (following == beginner))


def roll_after(case: Case[RollClosing]) -> Position:
    """The game is over, or the turn is."""
    closes = roll_effects(case).get("closes")
    phase = Phase.OVER if closes else case.position.turn.phase
    return replace(case.position, turn=replace(case.position.turn, phase=phase))


def claim_effects(case: Case[ClaimObjective]) -> dict[str, object]:
    """`achieved`, `missing` territories, and `points` where the time is known."""
    number = case.position.objectives.get(case.action.player)
    if number is None:
        return {}
    lacking, unknown = _lacking(case, number)
    if unknown and not lacking:
        return {"unknown": unknown}
    effects: dict[str, object] = {"achieved": not lacking, "missing": lacking}
    points = None if lacking else objective_points(case, number)
    return effects if points is None else {**effects, "points": points}


def objective_points(case: Case[ClaimObjective], number: int) -> int | None:
    """10.5: 100 within the time limit, else the points of the objective; None where the time is not given."""
    expired = True if case.position.closing is not None else case.action.time_expired
    if expired is None:
        return None
    if not expired:
        return case.options.points_in_time
    after = case.options.points_after_time
    return BOARD.objectives[number].value if after is None else after


def claim_after(case: Case[ClaimObjective]) -> Position:
    """The game is over."""
    return replace(case.position, turn=replace(case.position.turn, phase=Phase.OVER))


CHAPTER = (
    time_limit,
    objective_ends_the_game,
    last_two_rounds,
    closing_throw,
    more_than_two_conquests,
    where_it_begins,
)
