"""A table of the classic game in progress: the position, the deck, the discards."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.acts import Action
from games.core.board import Board
from games.risk.actions import Case
from games.risk.geography import ANNIVERSARY_BOARD, BOARD
from games.risk.position import Card, Phase, Position, Turn
from games.risk.rulesets import NEUTRAL, SUPPLY, WILD_CARDS, Options

FULL_DECK = (
    *(Card(t.id, t.symbol) for t in BOARD.territories),
    *(Card(None) for _ in range(WILD_CARDS)),
)


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that a game needs to go on. With two players the third army takes part in the setup."""

    position: Position
    options: Options
    deck: tuple[Card, ...] = FULL_DECK
    discards: tuple[Card, ...] = ()

    @property
    def third(self) -> str | None:
        """The neutral army of a game for two."""
        return NEUTRAL if len(self.position.players) == min(SUPPLY) else None

    @property
    def armies(self) -> tuple[str, ...]:
        """Everybody who sets up: the players, and the neutral army."""
        return (*self.position.players, *([self.third] if self.third else []))

    @property
    def board(self) -> Board:
        """The board in use."""
        return BOARD if self.options.east_africa_middle_east else ANNIVERSARY_BOARD

    @property
    def player(self) -> str:
        """Who is on turn."""
        return str(self.position.turn.player)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.position.turn.phase is Phase.OVER

    def case(self, action: Action) -> Case[Action]:
        """The act as the adjudicator sees it."""
        return Case(self.position, action, self.options, self.third)


def fresh_turn(player: str, phase: Phase) -> Turn:
    """A turn in which nothing has happened."""
    return Turn(player, phase, conquered=(), moved=False, card_drawn=False, six_turned=False)


def new_table(players: tuple[str, ...], options: Options | None = None) -> Table:
    """An empty board before the setup; the first player begins."""
    position = Position(
        players=players,
        board={},
        hands=dict.fromkeys(players, ()),
        sets_traded=0,
        turn=fresh_turn(players[0], Phase.SETUP),
    )
    return Table(position, options or Options())
