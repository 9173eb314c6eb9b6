"""What the plan of a knockout stage holds, as values and as the JSON in which the stage keeps it.

Only what was decided is kept (the standing of the cut, the shape, settled ties, renunciations in their order);
what follows from it is computed again by `scoring/` whenever it is asked for.
"""

from collections.abc import Hashable, Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from scoring.cut import Edge, Place, Remedy, Resolution, TieAtCut
from scoring.finals import Act
from scoring.knockout import EliminationRound
from scoring.thresholds import Condition, FinalsShape
from tournament.models import Stage


class Way(StrEnum):
    """From the qualifying standing to semifinals and finals, or winner by winner as 12.3 has it."""

    SEMIFINALS = "semifinals"
    ELIMINATION = "elimination"


@dataclass(frozen=True, slots=True)
class RecordedAct:
    """A renunciation (or a seat left empty) with what the log says about it."""

    act: Act
    reason: str
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class KnockoutPlan:
    """A knockout as it was decided. Players are entrant ids.

    `standing` is that of the cut, frozen when the cut is confirmed; `players` is the number that the threshold
    table was asked with; `acts` and `advancing` (ties among the best remaining) are keyed by the number of the
    round whose winners they concern; `accepted` names rounds kept as played although a correction moved somebody.
    """

    way: Way
    confirmed: bool = False
    after_round: int = 0
    players: int = 0
    source: str = ""
    shape: FinalsShape | None = None
    because: Condition | None = None
    structure: tuple[EliminationRound, ...] = ()
    standing: tuple[Place, ...] = ()
    declined: tuple[int, ...] = ()
    resolutions: tuple[Resolution, ...] = ()
    minimum_games: int = 0
    acts: Mapping[int, tuple[RecordedAct, ...]] = field(default_factory=dict)
    advancing: Mapping[int, tuple[Resolution, ...]] = field(default_factory=dict)
    accepted: Mapping[int, str] = field(default_factory=dict)

    def with_act(self, round_number: int, act: RecordedAct) -> "KnockoutPlan":
        """The plan with one more act after a round."""
        return replace(self, acts={**self.acts, round_number: (*self.acts.get(round_number, ()), act)})

    def to_document(self) -> dict[str, Any]:
        """The plan as plain JSON values."""
        return {
            "way": self.way.value,
            "confirmed": self.confirmed,
            "after_round": self.after_round,
            "players": self.players,
            "source": self.source,
            "shape": asdict(self.shape) if self.shape else None,
            "because": self.because.value if self.because else None,
            "structure": [[one.entrants, one.tables, one.advancing] for one in self.structure],
            "standing": [_place_document(place) for place in self.standing],
            "declined": list(self.declined),
            "resolutions": [resolution_document(one) for one in self.resolutions],
            "minimum_games": self.minimum_games,
            "acts": {str(number): [_act_document(one) for one in acts] for number, acts in self.acts.items()},
            "advancing": {
                str(number): [resolution_document(one) for one in settled]
                for number, settled in self.advancing.items()
            },
            "accepted": {str(number): reason for number, reason in self.accepted.items()},
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> "KnockoutPlan":
        """Read what `to_document` wrote. Raises KeyError or ValueError for anything else."""
        shape, because = document["shape"], document["because"]
        return cls(
            way=Way(document["way"]),
            confirmed=document["confirmed"],
            after_round=document["after_round"],
            players=document["players"],
            source=document["source"],
            shape=FinalsShape(**shape) if shape else None,
            because=Condition(because) if because else None,
            structure=tuple(EliminationRound(*numbers) for numbers in document["structure"]),
            standing=tuple(_place(one) for one in document["standing"]),
            declined=tuple(document["declined"]),
            resolutions=tuple(resolution_from(one) for one in document["resolutions"]),
            minimum_games=document["minimum_games"],
            acts={int(number): tuple(_act(one) for one in acts) for number, acts in document["acts"].items()},
            advancing={
                int(number): tuple(resolution_from(one) for one in settled)
                for number, settled in document["advancing"].items()
            },
            accepted={int(number): reason for number, reason in document["accepted"].items()},
        )


def plan_of(stage: Stage) -> KnockoutPlan:
    """The plan of a knockout stage."""
    return KnockoutPlan.from_document(stage.plan)


def entrant_id(key: Hashable) -> int:
    """The entrant behind a player's key. Raises TypeError: every key that the app hands to `scoring` is an id."""
    if not isinstance(key, int):
        raise TypeError(f"{key!r} is not the id of an entrant")
    return key


def resolution_document(resolution: Resolution) -> dict[str, Any]:
    """A settled tie as plain JSON values."""
    tie = resolution.tie
    return {
        "remedy": resolution.remedy.value,
        "edge": tie.edge.value,
        "place": tie.place,
        "tied": list(tie.tied),
        "inside": tie.inside,
        "order": list(resolution.order),
        "seed": resolution.seed,
    }


def resolution_from(document: Mapping[str, Any]) -> Resolution:
    """Read what `resolution_document` wrote."""
    tie = TieAtCut(
        Edge(document["edge"]), document["place"], tuple(document["tied"]), int(document["inside"])
    )
    return Resolution(Remedy(document["remedy"]), tie, tuple(document["order"]), document["seed"])


def _place_document(place: Place) -> dict[str, Any]:
    return {
        "player": place.player,
        "rank": place.rank,
        "total": str(Fraction(place.total)),
        "wins": place.wins,
        "groups": sorted(place.groups),
        "available": place.available,
    }


def _place(document: Mapping[str, Any]) -> Place:
    return Place(
        document["player"],
        document["rank"],
        Fraction(document["total"]),
        document["wins"],
        frozenset(document["groups"]),
        document["available"],
    )


def _act_document(recorded: RecordedAct) -> dict[str, Any]:
    return {
        "player": recorded.act.player,
        "leave_empty": recorded.act.leave_empty,
        "resolutions": [resolution_document(one) for one in recorded.act.resolutions],
        "reason": recorded.reason,
        "by": recorded.by,
        "at": recorded.at,
    }


def _act(document: Mapping[str, Any]) -> RecordedAct:
    settled = tuple(resolution_from(one) for one in document["resolutions"])
    act = Act(document["player"], leave_empty=document["leave_empty"], resolutions=settled)
    return RecordedAct(act, document["reason"], document["by"], document["at"])
