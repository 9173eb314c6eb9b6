"""`manage.py token USER NAME`: a key for another program, shown once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.errors import TournamentError
from tournament.models import Scope, Tournament, User
from tournament.services.tokens import issue_token


class Command(BaseCommand):
    """Exit status 2 for an unknown user or tournament, or what is not usable."""

    help = "Make a token of a user for the API; its text is shown this once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who, what it is for, what it may do, for how long, where."""
        parser.add_argument("user", help="user name")
        parser.add_argument("name", help="what the token is for")
        parser.add_argument(
            "--scope",
            action="append",
            choices=Scope.values,
            default=[],
            help="repeat for several; default: read",
        )
        parser.add_argument("--days", type=int, default=90)
        parser.add_argument("--tournament", help="the address (slug) of the only tournament it works in")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the token."""
        user = User.objects.filter(username=options["user"]).first()
        slug = options["tournament"]
        place = Tournament.objects.filter(slug=slug).first() if slug else None
        if user is None or (slug and place is None):
            raise CommandError("There is no such user or tournament.", returncode=2)
        try:
            _, text = issue_token(
                user=user,
                name=options["name"],
                scopes=options["scope"] or [Scope.READ],
                days=options["days"],
                tournament=place,
            )
        except TournamentError as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(text)
