"""What touches the standings beside the games: penalties, compensated sit-outs, what becomes of leavers' games."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.formulas import Formula
from scoring.measures import Exact
from scoring.results import PlayerKey


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points taken off the total: a separate line that no discard removes. Negative points are a credit."""

    player: PlayerKey
    points: Exact
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SitOut:
    """A round in which a player was made to sit out, and what that is worth (once, or always, as the formula says)."""

    player: PlayerKey
    round: int
    points: Exact


class Policy(StrEnum):
    """What becomes of someone who has left: games and rank stay, games stay without a rank, games are void."""

    KEEP = "keep"
    UNRANKED = "unranked"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Leaver:
    """A withdrawn or disqualified player and the policy for the games; opponents keep what they scored."""

    player: PlayerKey
    policy: Policy = Policy.KEEP


@dataclass(frozen=True, slots=True)
class Adjustments:
    """What touches the standings beside the games."""

    penalties: tuple[Penalty, ...] = ()
    sit_outs: tuple[SitOut, ...] = ()
    leavers: tuple[Leaver, ...] = ()


NO_ADJUSTMENTS = Adjustments()


class Adjusted:
    """Adjustments looked up by player, in units."""

    __slots__ = ("_always", "_compensations", "_penalties", "_policies", "_touched", "given", "unranked")

    def __init__(self, formula: Formula, adjustments: Adjustments) -> None:
        self.given = adjustments
        self._always = formula.discards.sit_out_always
        self._policies = {leaver.player: leaver.policy for leaver in adjustments.leavers}
        self.unranked = {player for player, policy in self._policies.items() if policy is not Policy.KEEP}
        self._penalties: dict[PlayerKey, int] = {}
        for penalty in adjustments.penalties:
            taken = self._penalties.get(penalty.player, 0)
            self._penalties[penalty.player] = taken + formula.rounding.units(penalty.points)
        self._compensations: dict[PlayerKey, dict[int, int]] = {}
        for sit_out in adjustments.sit_outs:
            given = self._compensations.setdefault(sit_out.player, {})
            given[sit_out.round] = formula.rounding.units(Fraction(sit_out.points))
        self._touched = {*self._policies, *self._penalties, *self._compensations}

    @property
    def are_none(self) -> bool:
        """Whether nobody is touched."""
        return not self._touched

    def touches(self, player: PlayerKey) -> bool:
        """Whether anything but the games touches the player's line."""
        return player in self._touched

    def penalty(self, player: PlayerKey) -> int:
        """What is taken off the total; negative for a credit."""
        return self._penalties.get(player, 0)

    def is_void(self, player: PlayerKey) -> bool:
        """Whether the player has left and the games are worth nothing."""
        return self._policies.get(player) is Policy.VOID

    def compensated(self, player: PlayerKey, games: tuple[int | None, ...]) -> tuple[int | None, ...]:
        """The games with what sitting out is worth in rounds not played: in the first, or in all."""
        given = self._compensations.get(player)
        if not given:
            return games
        rounds = sorted(number for number in given if number <= len(games) and games[number - 1] is None)
        paid = rounds if self._always else rounds[:1]
        return tuple(given[number] if number in paid else game for number, game in enumerate(games, start=1))
