"""What the public may see. Page, API, export, print and feed ask here, and nowhere else."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from tournament.models import Entrant, Membership, Round, RoundState, Tournament, User
from tournament.selectors.prepared import Prepared


class Part(StrEnum):
    """What has a publishing switch of its own."""

    ENTRANTS = "publish_entrants"
    SEATING = "publish_seating"
    RESULTS = "publish_results"
    STANDINGS = "publish_standings"


class Named(Protocol):
    """Whoever has a name for the hall and one for the public: an entrant, or what a standing shows of one."""

    @property
    def full_name(self) -> str:
        """The real name."""

    @property
    def public_name(self) -> str:
        """The name on every public surface."""


class ByName(Named, Protocol):
    """Whoever stands in a list by surname; no surname: by the name as it is."""

    @property
    def surname(self) -> str:
        """What the list goes by."""


NOT_SHOWN = ("draw", "ahead", "report", "edits", "stage__plan")
"""How a round was drawn: documents that grow with the hall, and that no public page shows."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one visitor may see of one tournament; whoever works in it sees everything, by real name."""

    tournament: Tournament
    works_here: bool

    def may_see(self, part: Part) -> bool:
        """Whether the part is shown to this visitor."""
        return self.works_here or (self.tournament.publish_page and bool(getattr(self.tournament, part)))

    @property
    def through_round(self) -> int | None:
        """The last round whose results may be shown; None when there is no limit."""
        hidden = self.tournament.hidden_from_round
        return None if self.works_here or hidden is None else hidden - 1

    def may_see_results_of(self, round_: Round) -> bool:
        """Whether the results of a round are shown: its switch, and the round not kept secret."""
        last = self.through_round
        return self.may_see(Part.RESULTS) and (last is None or round_.number <= last)

    def last_round_for(self, after: int | None) -> int | None:
        """The round after which standings are shown when those after `after` (None: now) are asked for."""
        last = self.through_round
        if last is None or after is None:
            return last if after is None else after
        return min(after, last)

    def name_of(self, entrant: Named) -> str:
        """The name this visitor reads."""
        return entrant.full_name if self.works_here else entrant.public_name

    def listed_at(self, entrant: ByName) -> str:
        """Where a list by surname has the name this visitor reads: the surname of a pseudonym moves nothing."""
        name = self.name_of(entrant)
        return (f"{entrant.surname} {name}" if name == entrant.full_name else name).strip().casefold()

    def rounds(self) -> list[Round]:
        """The rounds this visitor may know of, in order."""
        if not self.may_see(Part.SEATING):
            return []
        chosen = self.tournament.rounds.exclude(state=RoundState.DRAFT).select_related("stage")
        return list(chosen.defer(*NOT_SHOWN).order_by("number"))

    def round_titles(self) -> list["RoundTitle"]:
        """The numbers and titles of `rounds`, where no more is shown of them."""
        if not self.may_see(Part.SEATING):
            return []
        return [RoundTitle(*row) for row in ROUND_TITLES.rows(self.tournament.pk)]


class RoundTitle(NamedTuple):
    """What a list of rounds shows of one."""

    number: int
    name: str

    @property
    def title(self) -> str:
        """As the round itself has it."""
        return self.name or _("Round %(number)s") % {"number": self.number}


ROUND_TITLES = Prepared(
    lambda tournament: (
        Round.objects.filter(tournament=tournament)
        .exclude(state=RoundState.DRAFT)
        .order_by("number")
        .values_list(*RoundTitle._fields)
    ),
    int,
)


def surname_first(entrant: Entrant) -> str:
    """The public name as a list by surname has it, “De Luca Maria”; a pseudonym as it is."""
    person = entrant.person
    if person is None or not person.consent_name:
        return entrant.public_name
    return f"{person.last_name} {person.first_name}".strip()


def sight_for(visitor: User | AnonymousUser, tournament: Tournament, *, as_public: bool = False) -> Sight:
    """What the visitor may see; `as_public` shows those who work here what the public sees."""
    works = (
        not as_public
        and visitor.is_authenticated
        and Membership.objects.filter(user=visitor, tournament=tournament).exists()
    )
    return Sight(tournament, bool(works))


def sight_of_public(tournament: Tournament) -> Sight:
    """What anybody may see: for exports, feeds and paper that hangs in the hall."""
    return Sight(tournament, works_here=False)
