"""The roll call: who is expected, in the order in which names are called."""

from dataclasses import dataclass

from tournament.models import Entrant, EntrantState, Tournament
from tournament.selectors.now import EXPECTED, NOT_CALLED


@dataclass(frozen=True, slots=True)
class RollCall:
    """Those expected by how they answered, each list by surname; `marked` is the one just called."""

    missing: tuple[Entrant, ...]
    here: tuple[Entrant, ...]
    absent: tuple[Entrant, ...]
    marked: Entrant | None

    @property
    def expected(self) -> int:
        """How many are called in all."""
        return len(self.missing) + len(self.here) + len(self.absent)


def roll_call(tournament: Tournament, *, marked: int | None = None) -> RollCall:
    """The whole list in one query; `marked` is the number of the entrant just called."""
    called = tournament.entrants.filter(state__in=EXPECTED).select_related("person", "club")
    entrants = sorted(called, key=called_name)
    return RollCall(
        missing=tuple(one for one in entrants if one.state in NOT_CALLED),
        here=tuple(one for one in entrants if one.state == EntrantState.CHECKED_IN),
        absent=tuple(one for one in entrants if one.state == EntrantState.ABSENT),
        marked=next((one for one in entrants if one.number == marked), None),
    )


def called_name(entrant: Entrant) -> tuple[str, str, int]:
    """Sorts by surname, then first name."""
    if entrant.person:
        return entrant.person.last_name.casefold(), entrant.person.first_name.casefold(), entrant.number
    return entrant.stand_in_name.casefold(), "", entrant.number
