"""What a director can do when the number of people present has no legal split."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from seating.splits import UNIFORM, Split, SplitPolicy, split_for
from seating.words import Words, counted


class ProposalCode(StrEnum):
    """The ways out."""

    STAND_IN = "stand-in"
    SIT_OUT = "sit-out"
    STAGGERED = "staggered-rounds"
    TABLE_OF_THREE = "table-of-three"


@dataclass(frozen=True, slots=True)
class Proposal:
    """One way out: how many people it adds (+) or benches (-), and the splits that follow, one a round."""

    code: ProposalCode
    change: int
    splits: tuple[Split, ...]
    words: Words


class Impossible(Exception):
    """No legal tables exist for this number of players; ``proposals`` says what can be done instead."""

    def __init__(self, players: int, policy: SplitPolicy, proposals: tuple[Proposal, ...]) -> None:
        super().__init__(f"{players} players have no legal tables ({policy})")
        self.players = players
        self.policy = policy
        self.proposals = proposals

    @property
    def words(self) -> Words:
        """Return the refusal in words."""
        return Words(
            "{n} players cannot be seated at legal tables.",
            "{n} giocatori non si possono disporre a tavoli regolari.",
            "{n} jogadores não cabem em mesas regulares.",
        ).format(n=self.players)


# Three rounds in which everybody plays exactly twice (the sum is twice the number of players).
STAGGERED: dict[int, tuple[int, int, int]] = {6: (4, 4, 4), 7: (5, 5, 4), 11: (9, 9, 4)}


def proposals_for(players: int, policy: SplitPolicy) -> tuple[Proposal, ...]:
    """Return the ways out for a number of players, the least disturbing first."""
    ways = (
        _stand_in(players, policy),
        _sit_out(players, policy),
        _staggered(players, policy),
        _of_three(players, policy),
    )
    return tuple(way for way in ways if way is not None)


def _near(players: int, policy: SplitPolicy, step: int) -> Iterator[Split]:
    """Yield the splits of the nearest numbers of players in one direction, at most 4 away."""
    numbers = range(players + step, players + 5 * step, step)
    yield from (split for number in numbers if number > 0 and (split := split_for(number, policy)))


def _stand_in(players: int, policy: SplitPolicy) -> Proposal:
    split = next(_near(players, policy, 1))  # every policy has one within 4
    words = counted(
        split.players - players,
        Words(
            "{n} stand-in plays: {{split}}",
            "gioca {n} sostituto: {{split}}",
            "joga {n} substituto: {{split}}",
        ),
        Words(
            "{n} stand-ins play: {{split}}",
            "giocano {n} sostituti: {{split}}",
            "jogam {n} substitutos: {{split}}",
        ),
    )
    return Proposal(ProposalCode.STAND_IN, split.players - players, (split,), _with_split(words, split))


def _sit_out(players: int, policy: SplitPolicy) -> Proposal | None:
    split = next(_near(players, policy, -1), None)
    if split is None:
        return None
    words = counted(
        players - split.players,
        Words(
            "{n} player sits out, volunteers first: {{split}}",
            "{n} giocatore riposa, prima chi si offre: {{split}}",
            "{n} jogador descansa, primeiro quem se oferece: {{split}}",
        ),
        Words(
            "{n} players sit out, volunteers first: {{split}}",
            "{n} giocatori riposano, prima chi si offre: {{split}}",
            "{n} jogadores descansam, primeiro quem se oferece: {{split}}",
        ),
    )
    return Proposal(ProposalCode.SIT_OUT, split.players - players, (split,), _with_split(words, split))


def _staggered(players: int, policy: SplitPolicy) -> Proposal | None:
    numbers = None if policy in UNIFORM else STAGGERED.get(players)
    if numbers is None:
        return None
    splits = tuple(split for number in numbers if (split := split_for(number)))
    shape = " + ".join(map(str, numbers))
    words = Words(
        "three rounds in which everybody plays twice: {shape}",
        "tre turni in cui tutti giocano due volte: {shape}",
        "três rodadas em que todos jogam duas vezes: {shape}",
    ).format(shape=shape)
    return Proposal(ProposalCode.STAGGERED, 0, splits, words)


def _of_three(players: int, policy: SplitPolicy) -> Proposal | None:
    if policy in UNIFORM:
        return None
    split = split_for(players, SplitPolicy.FOURS_AND_THREES)
    if split is None or split.count(3) == 0:
        return None
    words = Words(
        "tables of 3, where the format allows them: {{split}}",
        "tavoli da 3, dove la formula li ammette: {{split}}",
        "mesas de 3, onde o formato as permite: {{split}}",
    ).format()
    return Proposal(ProposalCode.TABLE_OF_THREE, 0, (split,), _with_split(words, split))


def _with_split(words: Words, split: Split) -> Words:
    return Words(
        words.en.format(split=split.words.en),
        words.it.format(split=split.words.it),
        words.pt.format(split=split.words.pt),
    )
