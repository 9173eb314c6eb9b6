"""Who may decide about a person's record as a whole: whoever directs every tournament in which the person plays."""

from django.utils.translation import gettext_lazy as _

from tournament.errors import TournamentError
from tournament.models import Person, User
from tournament.selectors.same_person import tournaments_of_others


class OthersDecideToo(TournamentError):
    """The person plays where somebody else directs. Facts: `tournament`."""

    code = "others_decide_too"
    status = 403
    message = _(
        "This person plays in “%(tournament)s” too, which you do not direct: "
        "whoever runs this installation can do it."
    )


def expect_keeps(user: User, *people: Person) -> None:
    """Raise OthersDecideToo unless the user directs every tournament of these people, or runs the installation."""
    other = tournaments_of_others(user, *people).first()
    if other:
        raise OthersDecideToo(tournament=other.name)
