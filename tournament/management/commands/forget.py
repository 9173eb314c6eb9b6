"""`manage.py forget`: delete what has served its time; `--person KEY --reason …` erases one person."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.errors import TournamentError
from tournament.models import Person
from tournament.services.privacy import erase_person, forget_old_data


class Command(BaseCommand):
    """The retention job by hand, and the erasure of a person."""

    help = "Delete old contacts, snapshots and finished work; or, with --person, erase one person."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--person", metavar="KEY", help="the public key of somebody to erase; cannot be undone"
        )
        parser.add_argument("--reason", default="", help="why, for the log")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Do it and say how much."""
        if not options["person"]:
            counts = forget_old_data()
            self.stdout.write(", ".join(f"{name}: {count}" for name, count in counts.items()))
            return
        person = Person.objects.filter(public_key=options["person"]).first()
        if person is None:
            raise CommandError("Nobody has this key.")
        try:
            erased = erase_person(person_id=person.pk, actor=None, reason=options["reason"])
        except TournamentError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Erased; known as “{erased.full_name}” from now on.")
