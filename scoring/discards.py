"""Which games count: the best k of n, two thirds, a compulsory discard, absences (12.2.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from scoring.document import EXACT, FLAG, INTEGER, Codec, choice, optional
from scoring.measures import Exact
from scoring.text import Text


class Absence(StrEnum):
    """What a round is worth that a player has not played: a 0 that can be discarded, or no game at all."""

    ZERO = "zero"
    NOT_A_GAME = "not-a-game"


def two_thirds_of(games: int) -> int:
    """The fewest scores that must stay valid of so many games (12.2.3)."""
    return -(-2 * games // 3)


@dataclass(frozen=True, slots=True)
class Discards:
    """The rule of discards; without any field set every game counts.

    `keep` of `of`: the best `keep` scores count, `of` being the games planned. `two_thirds`: the best
    ceil(2n/3) of the n games held so far. `compulsory`: so many worst scores fall once `of` rounds are held.
    `minimum_games` is how many games a rank needs. `sit_out_points` are what a round is worth in which a player was
    made to sit out (None: nothing), the first time or `sit_out_always`.
    """

    codecs: ClassVar[Mapping[str, Codec]] = {
        "keep": optional(INTEGER),
        "of": optional(INTEGER),
        "two_thirds": FLAG,
        "compulsory": INTEGER,
        "absence": choice(Absence),
        "minimum_games": INTEGER,
        "sit_out_points": optional(EXACT),
        "sit_out_always": FLAG,
    }

    keep: int | None = None
    of: int | None = None
    two_thirds: bool = False
    compulsory: int = 0
    absence: Absence = Absence.ZERO
    minimum_games: int = 0
    sit_out_points: Exact | None = None
    sit_out_always: bool = False

    @property
    def discards_nothing(self) -> bool:
        """Whether every game counts."""
        return self.keep is None and not self.two_thirds and not self.compulsory

    def valid_scores(self, games: int) -> int:
        """How many of so many results count; `games` includes absences where these are discardable zeros."""
        if self.two_thirds:
            return two_thirds_of(games)
        if self.keep is not None:
            return min(self.keep, games)
        if self.compulsory and games >= (self.of or 1):
            return max(games - self.compulsory, 0)
        return games

    def counted(self, games: Sequence[int | None]) -> tuple[bool, ...]:
        """Whether each game of a player counts; None stands for a round that the player has not played.

        The worst fall first, an absence before a played 0, and of equal ones the latest.
        """
        if self.discards_nothing:
            return tuple([game is not None for game in games])
        results = len(games) if self.absence is Absence.ZERO else sum(game is not None for game in games)
        spared = self.valid_scores(results)
        played = [index for index, game in enumerate(games) if game is not None]
        played.sort(key=lambda index: -(games[index] or 0))
        kept = set(played[:spared])
        return tuple([index in kept for index in range(len(games))])

    def words(self) -> Text:
        """The rule on the card."""
        return _KINDS[self._kind()].filled(self)

    def _kind(self) -> str:
        if self.two_thirds:
            return "two-thirds"
        if self.keep is not None:
            return "best" if self.of is None else "best-of"
        return "compulsory" if self.compulsory else "all"


ALL_COUNT = Discards()


@dataclass(frozen=True, slots=True)
class _Sentence:
    en: str
    it: str
    pt: str

    def filled(self, rule: Discards) -> Text:
        facts = {"keep": rule.keep, "of": rule.of, "compulsory": rule.compulsory}
        return Text(self.en.format(**facts), self.it.format(**facts), self.pt.format(**facts))


_KINDS = {
    "all": _Sentence("Every game counts.", "Contano tutte le partite.", "Todas as partidas valem."),
    "best": _Sentence(
        "The best {keep} games count.",
        "Contano le {keep} partite migliori.",
        "Valem as {keep} melhores partidas.",
    ),
    "best-of": _Sentence(
        "The best {keep} of {of} games count (12.2.3).",
        "Contano le {keep} partite migliori su {of} (12.2.3).",
        "Valem as {keep} melhores partidas de {of} (12.2.3).",
    ),
    "two-thirds": _Sentence(
        "Two thirds of the games held count, rounded up; the worst fall (12.2.3).",
        "Contano i due terzi delle partite disputate, per eccesso; le peggiori si scartano (12.2.3).",
        "Valem dois terços das partidas disputadas, arredondados para cima; as piores caem (12.2.3).",
    ),
    "compulsory": _Sentence(
        "After the last of {of} rounds the worst {compulsory} fall.",
        "Dopo l'ultimo di {of} turni si scartano le {compulsory} peggiori.",
        "Depois da última de {of} rodadas caem as {compulsory} piores.",
    ),
}
