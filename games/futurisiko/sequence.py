"""Article 3: the four phases and the sequence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.core.rule import rule
from games.core.ruling import Finding, applies, breach
from games.core.text import Text
from games.futurisiko.actions import Action, Case, DetermineSequence
from games.futurisiko.position import Phase, Position
from games.futurisiko.wording import (
    PHASE_NAMES,
    missing_turn,
)

OPERATIONS = (Phase.MOVEMENT, Phase.COMBAT)
PHASES_OF: Mapping[str, tuple[Phase, ...]] = {
    "determine_sequence": (Phase.SETUP, Phase.SEQUENCE),
    "claim_territory": (Phase.SETUP,),
    "take_cards": (Phase.CARDS,),
    "play_card": (Phase.PRODUCTION,),
    "produce": (Phase.PRODUCTION,),
    "end_production": (Phase.PRODUCTION,),
    "move": OPERATIONS,
    "roll": OPERATIONS,
    "end_operations": OPERATIONS,
}
IN_TURN = ("claim_territory", "produce", "end_production", "move", "end_operations")


@rule(
    "3.1",
    "Four phases",
    on=tuple(PHASES_OF),
    it=(
        "Quattro fasi",
        (
            "Il turno ha quattro fasi in quest'ordine: sequenza, carte, produzione, operazioni; dopo l'ultima si ricomincia "
            "dalla prima. In ogni fase si gioca nell'ordine della sequenza."
        ),
    ),
    pt=(
        "Quatro fases",
        "Um turno tem quatro fases nesta ordem: sequência, cartas, produção, operações; depois da última volta a primeira. Em cada fase joga-se conforme a sequência.",
    ),
)
def four_phases(case: Case[Action]) -> Iterator[Finding]:
    """3.1. A turn has four phases in this order: sequence, cards, production, operations; after the last the first
    comes again. In each phase play follows the sequence."""
    turn, action = case.position.turn, case.action
    if turn.phase is None:
        yield missing_turn("3.1", "phase")
    elif turn.phase not in PHASES_OF[action.type] and not _said_elsewhere(case):
        yield breach(
            "3.1",
            "This is not done in the phase: {phase}.",
            "Non si fa in questa fase: {phase}.",
            "Isto não se faz na fase: {phase}.",
            phase=PHASE_NAMES[turn.phase],
        )
    if action.type not in IN_TURN:
        return
    if turn.player is None:
        yield missing_turn("3.1", "player")
    elif turn.player != action.player:
        yield breach(
            "3.1",
            "It is {player}'s turn.",
            "È il turno di {player}.",
            "É o turno de {player}.",
            player=turn.player,
        )


def _said_elsewhere(case: Case[Action]) -> bool:
    """Whether 3.3 or 6.1 speaks of this phase."""
    return case.action.type in {"determine_sequence", "play_card"}


@rule(
    "3.2",
    "A card gives the sequence",
    on=("determine_sequence",),
    it=(
        "Una carta dà la sequenza",
        (
            "All'inizio di ogni turno la prima carta del mazzo indica col suo colore chi gioca per primo, gli altri seguono "
            "in senso orario; un colore che nessuno ha si ripete. Le carte vanno in fondo al mazzo."
        ),
    ),
    pt=(
        "Uma carta dá a sequência",
        "No começo de cada turno a primeira carta do baralho mostra pela cor quem joga primeiro, os outros seguem no sentido horário; uma cor que ninguém tem é virada de novo. As cartas vão para o fundo do baralho.",
    ),
    readings=(
        Text(
            "A colour that nobody in the game has is skipped, also that of a player without territories.",
            "Si salta un colore che nessuno in gioco ha, anche quello di chi non ha più territori.",
            "Uma cor que ninguém na partida tem é pulada, também a de um jogador sem territórios.",
        ),
    ),
)
def card_gives_sequence(case: Case[DetermineSequence]) -> Iterator[Finding]:
    """3.2. At the start of each turn the first card of the deck shows by its colour who plays first, the others follow
    clockwise; a colour that nobody has is drawn again. The cards go to the bottom of the deck."""
    if not case.phase_is(Phase.SETUP):
        yield from drawn_colours("3.2", case)


@rule(
    "3.3",
    "Once a turn",
    on=("determine_sequence",),
    it=("Una volta per turno", "La sequenza si determina all'inizio di ogni turno, una volta sola."),
    pt=("Uma vez por turno", "A sequência é determinada no começo de cada turno, uma única vez."),
)
def once_a_turn(case: Case[DetermineSequence]) -> Iterator[Finding]:
    """3.3. The sequence is determined at the start of each turn, once only."""
    turn = case.position.turn
    if turn.phase not in (None, Phase.SETUP, Phase.SEQUENCE) or (
        turn.phase is Phase.SEQUENCE and turn.order is not None
    ):
        yield breach(
            "3.3",
            "The sequence of this turn has been determined.",
            "La sequenza di questo turno è già stata determinata.",
            "A sequência deste turno já foi determinada.",
        )


def first_player(case: Case[DetermineSequence]) -> str | None:
    """Whom the last card turned over shows; None where it shows nobody."""
    colours = case.action.colours
    return _player_of(case.position, colours[-1]) if colours else None


def _player_of(position: Position, colour: str) -> str | None:
    of_player = {position.colours.get(p, p).casefold(): p for p in position.players}
    player = of_player.get(colour.casefold())
    return (
        None
        if player is None or (position.count(player) == 0 and position.turn.phase is not Phase.SETUP)
        else player
    )


def drawn_colours(article: str, case: Case[DetermineSequence]) -> Iterator[Finding]:
    """What 2.1 and 3.2 say of the colours turned over: the last one decides, and the first that may."""
    early = [c for c in case.action.colours[:-1] if _player_of(case.position, c) is not None]
    if early:
        yield breach(
            article,
            "{colour} had settled it: no further card is turned.",
            "{colour} aveva già deciso: non si gira un'altra carta.",
            "{colour} já a tinha decidido: não se vira outra carta.",
            colour=early[0],
        )
    first = first_player(case)
    if first is None:
        yield breach(
            article,
            "Nobody has the colour of the last card: another is turned.",
            "Nessuno ha il colore dell'ultima carta: se ne gira un'altra.",
            "Ninguém tem a cor da última carta: vira-se outra.",
        )
    elif not early:
        yield applies(
            article, "{first} plays first.", "Comincia {first}.", "{first} joga primeiro.", first=first
        )


def clockwise(position: Position, first: str) -> tuple[str, ...]:
    """The players from `first` on."""
    start = position.players.index(first)
    return (*position.players[start:], *position.players[:start])


def sequence_effects(case: Case[DetermineSequence]) -> dict[str, object]:
    """`order`: who plays when."""
    first = first_player(case)
    return {} if first is None else {"order": list(clockwise(case.position, first))}


def sequence_after(case: Case[DetermineSequence]) -> Position:
    """The sequence is known; in a turn the cards follow."""
    position = case.position
    order = clockwise(position, str(first_player(case)))
    setup = case.phase_is(Phase.SETUP)
    turn = replace(position.turn, order=order, player=order[0])
    return replace(position, turn=turn if setup else replace(turn, phase=Phase.CARDS, drawn=()))


CHAPTER = (four_phases, card_gives_sequence, once_a_turn)
