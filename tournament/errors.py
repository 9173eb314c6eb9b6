"""What a person can do wrong: one error with a code and facts, worded at the edge.

Services raise these; pages and API turn them into a sentence (409 or 422), never into a traceback.
An illegal move in the game is not an error but a Ruling.
"""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _


class TournamentError(Exception):
    """A request that cannot be carried out. `code` is stable; `facts` fill `message`; `status` is HTTP's."""

    code: ClassVar[str] = "tournament_error"
    status: ClassVar[int] = 409
    message: ClassVar[Any] = _("This cannot be done now.")

    def __init__(self, **facts: Any) -> None:
        self.facts = facts
        super().__init__(self.code)

    def __str__(self) -> str:
        """The sentence for people, in the active language."""
        return str(self.message) % self.facts


class InvalidInput(TournamentError):
    """Something typed is not usable; `problems` is a list of sentences with their place."""

    code = "invalid_input"
    status = 422
    message = _("Please correct what is marked: %(problems)s")

    def __init__(self, *problems: object, **facts: Any) -> None:
        self.problems = [str(problem) for problem in problems]
        super().__init__(problems="; ".join(self.problems), **facts)


class ChangedMeanwhile(TournamentError):
    """Somebody else saved first. Facts: `what`, `theirs`, `yours`."""

    code = "changed_meanwhile"
    message = _("%(what)s was changed meanwhile: now “%(theirs)s”, you had entered “%(yours)s”.")


class NotAllowed(TournamentError):
    """The role does not allow it."""

    code = "not_allowed"
    status = 403
    message = _("Your role does not allow this.")
