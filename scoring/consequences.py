"""What the next stage would become if a game were corrected: shown before anyone decides.

Each stage is boiled down to where every player of it stands (`Post`); two such maps, before and after the
correction, are compared. Changes that touch a table already played or started are marked: there the director decides.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.bands import SemifinalPlan
from scoring.cut import Key, TieAtCut


class Role(StrEnum):
    """What a player does in the next stage."""

    NEXT_ROUND = "next round"
    DIRECT = "direct finalist"
    SEMIFINAL = "semifinalist"


@dataclass(frozen=True, slots=True)
class Post:
    """Where a player stands in a stage: the role, which final it leads to, and the band (from 1) if there is one."""

    role: Role
    final: int = 1
    band: int | None = None


class Change(StrEnum):
    """How a correction touches a player."""

    ENTERS = "enters"
    LEAVES = "leaves"
    MOVES = "moves"


@dataclass(frozen=True, slots=True)
class Consequence:
    """One player whom the correction touches; `started` when the table drawn for that player has begun."""

    player: Key
    change: Change
    before: Post | None
    after: Post | None
    started: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """All consequences of a correction, or the tie that it would open and that must be settled first."""

    consequences: tuple[Consequence, ...] = ()
    tie: TieAtCut | None = None

    @property
    def touches_started(self) -> bool:
        """Whether the correction reaches a table that has begun."""
        return any(consequence.started for consequence in self.consequences)

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change."""
        return not self.consequences and self.tie is None


def preview_semifinals(
    before: SemifinalPlan, after: SemifinalPlan | TieAtCut, *, started: Collection[Key] = ()
) -> Preview:
    """What a corrected qualifying game changes; `started` are the players whose semifinal has begun."""
    if isinstance(after, TieAtCut):
        return Preview(tie=after)
    return Preview(compare(_posts_of_plan(before), _posts_of_plan(after), started))


def preview_advance(
    before: Sequence[Key], after: Sequence[Key] | TieAtCut, *, started: Collection[Key] = ()
) -> Preview:
    """What a corrected elimination game changes; `started` are the players whose next table has begun."""
    if isinstance(after, TieAtCut):
        return Preview(tie=after)
    post = Post(Role.NEXT_ROUND)
    return Preview(compare(dict.fromkeys(before, post), dict.fromkeys(after, post), started))


def compare(
    before: Mapping[Key, Post], after: Mapping[Key, Post], started: Collection[Key]
) -> tuple[Consequence, ...]:
    """Every player whose post differs: who leaves, who enters, who moves, in the order of the two maps."""
    touched = [key for key in {**before, **after} if before.get(key) != after.get(key)]
    changes = [
        Consequence(key, _change(before, after, key), before.get(key), after.get(key), key in started)
        for key in touched
    ]
    order = (Change.LEAVES, Change.ENTERS, Change.MOVES)
    return tuple(sorted(changes, key=lambda consequence: order.index(consequence.change)))


def _change(before: Mapping[Key, Post], after: Mapping[Key, Post], key: Key) -> Change:
    if key not in after:
        return Change.LEAVES
    return Change.MOVES if key in before else Change.ENTERS


def _posts_of_plan(plan: SemifinalPlan) -> dict[Key, Post]:
    posts = {place.player: Post(Role.DIRECT, final.number) for final in plan.sets for place in final.direct}
    for final in plan.sets:
        for number, band in enumerate(final.bands, 1):
            posts |= {place.player: Post(Role.SEMIFINAL, final.number, number) for place in band}
    return posts
