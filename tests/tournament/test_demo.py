"""The demo is a real tournament: made by the services, repeatable, its figures computed by the engine."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import TestCase

from tournament.models import Dispute, RoundState, SeatResult, Submission, Tournament
from tournament.selectors.standings import document_of, standings_for_stage
from tournament.services.demo import ACCOUNTS, make_demo
from tournament.services.records import first_broken_event

pytestmark = pytest.mark.django_db


def figures(tournament: Tournament) -> list[object]:
    """The standings of the first stage, by number instead of by row."""
    numbers = dict(tournament.entrants.values_list("pk", "number"))
    rows = document_of(standings_for_stage(tournament.stages.order_by("position")[0]))
    return [{**row, "entrant": numbers[int(str(row["entrant"]))]} for row in rows]


class TestTheDemo(TestCase):
    """Loaded once, as into a new installation, for all of these tests."""

    said: str
    demo: Tournament

    @classmethod
    def setUpTestData(cls) -> None:
        out = StringIO()
        call_command("prepare", demo=True, stdout=out)
        cls.said = out.getvalue()
        cls.demo = Tournament.objects.get(is_demo=True)

    def test_it_is_in_play(self) -> None:
        demo = self.demo
        states = list(demo.rounds.order_by("number").values_list("state", flat=True))
        assert states == [RoundState.CLOSED, RoundState.CLOSED, RoundState.PLAYING]
        assert demo.entrants.count() == 41
        assert len({entrant.club_id for entrant in demo.entrants.all()}) == 9
        assert Dispute.objects.get(tournament=demo).rulings.get().verdict == "illegal"
        assert Submission.objects.filter(corrects__isnull=False, effective=True).count() == 1
        assert demo.standings_versions.filter(version=2).exists()
        assert first_broken_event(demo) is None

    def test_every_board_is_whole_and_every_figure_the_engines(self) -> None:
        submissions = Submission.objects.filter(table__round__tournament=self.demo, effective=True)
        assert submissions.count() == 22
        assert {len(submission.board) for submission in submissions} == {42}
        results = SeatResult.objects.filter(submission__in=submissions)
        assert all(row.points == row.computed_points for row in results)

    def test_the_same_seed_makes_the_same_demo(self) -> None:
        again = make_demo()
        assert again.slug != self.demo.slug
        assert figures(again) == figures(self.demo)

    def test_it_is_loaded_once_and_the_command_prints_who_can_log_in(self) -> None:
        assert self.said == "Loading the demo tournament …\n"
        out = StringIO()
        call_command("demo", stdout=out)
        assert Tournament.objects.filter(is_demo=True).count() == 1
        assert all(account.password in out.getvalue() for account in ACCOUNTS)
