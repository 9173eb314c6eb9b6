"""A whole tournament led by chance, beside a model in memory that knows only the rules of thumb of the hall.

Whoever sits where, which result counts, who has how many points: after every act the database must say what the
model says. What the model calls impossible must be refused, and leave everything as it was.
"""

import copy
import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test

from scoring.thresholds import FinalsShape
from tests.factories import make_member, make_tournament
from tests.trust.figures import record
from tests.trust.hall import Played, Said, Sitting
from tests.trust.leading import MOST, OPEN, WHY, Leading
from tournament.models import Snapshot, Submission, Table
from tournament.selectors.public import sight_of_public
from tournament.selectors.standings import standings_for_stage
from tournament.services.confirmation import confirm_result, reject_result
from tournament.services.cut import choose_shape, take_back_cut
from tournament.services.knockout import confirm_cut
from tournament.services.results import Report, correct_result, report_result
from tournament.services.snapshots import restore_snapshot, take_snapshot_by_hand

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("TRUST_TOURNAMENTS", "5"))
ACTS = int(os.environ.get("TRUST_ACTS", "35"))
Chosen = st.integers(0, 10**6)
WEIGHTS = {"go_on": 16, "enter": 3, "judge": 3, "check_in": 2, "restore": 2, "swap": 2, "repair": 3}
OTHERS = ("register", "withdraw", "penalise", "pardon", "seat", "publish", "start", "close", "delete", "keep")
CUT = ("choose_cut", "make_cut", "undo_cut")
KINDS = [*(kind for kind, times in WEIGHTS.items() for _time in range(times)), *OTHERS, *CUT]


def _has_rounds(machine: "Machine") -> bool:
    return bool(machine.hall.rounds)


NEEDS: dict[str, Callable[["Machine"], object]] = {
    **dict.fromkeys(("publish", "start", "swap", "repair", "close"), _has_rounds),
    "register": lambda machine: len(machine.hall.states) < MOST,
    "pardon": lambda machine: machine.hall.penalties,
    "delete": lambda machine: machine.hall.rounds and not machine.hall.cut,
    "choose_cut": lambda machine: machine.hall.rounds and machine.hall.cut != "confirmed",
    "make_cut": lambda machine: machine.hall.cut == "chosen",
    "undo_cut": lambda machine: machine.hall.cut,
    "restore": lambda machine: machine.kept,
}
"""What there must be for an act to mean anything."""


class Machine(Leading):
    """All acts of a tournament: those of the lead, results, cut, snapshots; and what must hold after each."""

    @initialize(present=st.sampled_from((8, 9, 10, 12)))
    def begin(self, present: int) -> None:
        """A tournament with three referees and some who are there."""
        self.tournament = make_tournament(plan={"rounds": 3, "split": "most-fours", "criteria": ["repeats"]})
        self.referees = [make_member(self.tournament) for _referee in range(3)]
        for _player in range(present):
            self.register()
            self.check_in(len(self.hall.states) - 1, present=True)

    # --- what happens next ------------------------------------------------------------------------------------

    @rule(kind=st.sampled_from(KINDS), chance=Chosen, other=Chosen, order=st.permutations(range(5)))
    def act(self, kind: str, chance: int, other: int, order: list[int]) -> None:
        """One act, wise or not."""
        deeds: dict[str, Callable[[], None]] = {
            "go_on": lambda: self.go_on(chance, other, order),
            "register": self.register,
            "check_in": lambda: self.check_in(chance, present=other % 4 > 0),
            "withdraw": lambda: self.withdraw(chance),
            "penalise": lambda: self.penalise(chance, 1 + other % 20),
            "pardon": self.pardon,
            "seat": self.seat,
            "publish": self.publish,
            "start": self.start,
            "swap": lambda: self.swap(chance, other),
            "repair": lambda: self.repair(chance, comes=other % 2 > 0),
            "close": self.close,
            "delete": self.delete,
            "enter": lambda: self.enter(chance, other % 3, order),
            "judge": lambda: self.judge(chance, other, other % 3, order[0]),
            "choose_cut": self.choose_cut,
            "make_cut": self.make_cut,
            "undo_cut": self.undo_cut,
            "keep": self.keep,
            "restore": lambda: self.restore(chance),
        }
        if NEEDS.get(kind, bool)(self):
            deeds[kind]()

    def go_on(self, chance: int, other: int, order: list[int]) -> None:
        """What a director would do next."""
        played = self.hall.rounds.get(self.hall.last)
        if played is None or played.state == "closed":
            steps = {"": self.choose_cut, "chosen": self.make_cut, "confirmed": self.seat}
            (steps[self.hall.cut] if chance % 3 == 0 and played else self.seat)()
        elif played.state == "draft":
            self.publish()
        elif missing := [table for table in played.tables.values() if table.counts is None]:
            self._finish(missing[0], other, order)
        else:
            self.close()

    def _finish(self, sitting: Sitting, other: int, order: list[int]) -> None:
        """Enter the result of a table of the last round, or confirm what was entered."""
        tables = self.hall.rounds[self.hall.last].tables
        table = next(number for number, one in tables.items() if one is sitting)
        said = [one for one in sitting.said if one.state == "reported"]
        if not said:
            self._enter(self.hall.last, table, sitting, other % 3, order)
            return
        row = Submission.objects.get(table=self.table(self.hall.last, table), number=said[-1].number)
        self._confirm(sitting, said[-1], row, (said[-1].reporter + 1) % 3)

    # --- results ------------------------------------------------------------------------------------------

    def enter(self, chance: int, reporter: int, order: list[int]) -> None:
        """A table's result is entered, or corrected where one counts."""
        found = self.a_table(chance, states={"draft", "published", "playing", "closed"})
        if found is None:
            return
        self._enter(*found, reporter, order)

    def _enter(self, number: int, table: int, sitting: Sitting, reporter: int, order: list[int]) -> None:
        points = {turn: 10 + 7 * order[turn - 1] + turn for turn in range(1, len(sitting.players) + 1)}
        report = Report(totals=points)
        pk = self.table(number, table)
        if sitting.counts is not None:
            deed: Callable[[], Any] = lambda: correct_result(  # noqa: E731
                table_id=pk, report=report, reporter=self.referees[reporter], reason=WHY
            )
        else:
            deed = lambda: report_result(table_id=pk, report=report, reporter=self.referees[reporter])  # noqa: E731
        state = self.hall.rounds[number].state
        if state not in OPEN and not (state == "closed" and sitting.counts is not None):
            assert self.refused(deed) == "round_not_playing"
            return
        submission = self.done(deed)
        said = Said(1 + len(sitting.said), points, reporter, sitting.counts)
        assert submission.number == said.number
        sitting.said.append(said)

    def judge(self, chance: int, which: int, referee: int, accept: int) -> None:
        """Somebody confirms what was said of a table, now and then sends it back."""
        found = self.a_table(chance, states={"published", "playing", "closed"})
        if found is None or not found[2].said:
            return
        number, table, sitting = found
        said = sitting.said[which % len(sitting.said)]
        row = Submission.objects.get(table=self.table(number, table), number=said.number)
        if accept == 0:
            self._send_back(said, row, referee)
        else:
            self._confirm(sitting, said, row, referee)

    def _send_back(self, said: Said, row: Submission, referee: int) -> None:
        deed = lambda: reject_result(submission_id=row.pk, referee=self.referees[referee], reason=WHY)  # noqa: E731
        if said.state != "reported":
            assert self.refused(deed) == "not_allowed"
            return
        self.done(deed)
        said.state = "rejected"

    def _confirm(self, sitting: Sitting, said: Said, row: Submission, referee: int) -> None:
        deed = lambda: confirm_result(submission_id=row.pk, referee=self.referees[referee])  # noqa: E731
        if said.reporter == referee:
            assert self.refused(deed) == "not_your_own"
        elif said.state == "confirmed" or (sitting.counts is not None and said.corrects != sitting.counts):
            assert self.refused(deed) == "result_already_confirmed"
        elif said.state != "reported":
            assert self.refused(deed) == "round_not_playing"
        else:
            self.done(deed)
            for one in sitting.said:
                if one.number == sitting.counts or one.state == "reported":
                    one.state = "superseded"
            said.state, sitting.counts = "confirmed", said.number

    # --- cut ----------------------------------------------------------------------------------------------

    def choose_cut(self) -> None:
        """Four are to play a final."""
        shape = FinalsShape(direct=4, semifinals=0, semifinalists=0, winners=1)
        deed = lambda: choose_shape(tournament_id=self.tournament.pk, actor=None, shape=shape)  # noqa: E731
        if any(played.state != "closed" for played in self.hall.rounds.values()):
            assert self.refused(deed) in {"cut_not_possible", "invalid_input"}
        elif self.tried(deed):
            self.hall.cut = "chosen"

    def make_cut(self) -> None:
        """The cut is confirmed and the final drawn, unless there is a tie or too few are left."""
        final = self.tried(lambda: confirm_cut(stage_id=self._knockout().pk, actor=None))
        if final is None:
            return
        assert all(played.state == "closed" for played in self.hall.rounds.values())
        seats = self.seats_in_database(final.number)
        players = [who for table in seats.values() for who in table]
        totals = self.hall.totals()
        others = [
            totals[who]
            for who in self.hall.here(final.number)
            if who not in players and any(who in one.seated for one in self.hall.rounds.values())
        ]
        assert min(totals[who] for who in players) >= max(others, default=-(10**6))
        tables = {table: Sitting(who) for table, who in seats.items()}
        self.hall.rounds[final.number] = Played("draft", ranked=False, tables=tables)
        self.hall.cut = "confirmed"

    def undo_cut(self) -> None:
        """The cut is taken back, unless somebody entered a result after it."""
        finals = [number for number, played in self.hall.rounds.items() if not played.ranked]
        deed = lambda: take_back_cut(stage_id=self._knockout().pk, actor=None, reason=WHY)  # noqa: E731
        if any(table.said for number in finals for table in self.hall.rounds[number].tables.values()):
            assert self.refused(deed) == "cut_confirmed"
            return
        self.done(deed)
        self.hall.cut = ""
        for number in finals:
            del self.hall.rounds[number]

    def _knockout(self) -> Any:
        return self.tournament.stages.get(kind="knockout")

    # --- snapshots ----------------------------------------------------------------------------------------

    def keep(self) -> None:
        """The tournament is kept as it is."""
        snapshot = self.done(lambda: take_snapshot_by_hand(tournament_id=self.tournament.pk, actor=None))
        self.kept.append((snapshot.pk, copy.deepcopy(self.hall)))

    def restore(self, chance: int) -> None:
        """The tournament is put back to how it was kept, and could be put forth again."""
        snapshot, hall = self.kept[chance % len(self.kept)]
        name = self.tournament.name
        _tournament, until_now = self.done(
            lambda: restore_snapshot(snapshot_id=snapshot, typed_name=name, actor=None, reason=WHY)
        )
        self.kept.append((until_now.pk, self.hall))
        self.hall = copy.deepcopy(hall)
        assert Snapshot.objects.filter(pk=until_now.pk, tournament=self.tournament).exists()

    # --- what must hold after every act -------------------------------------------------------------------

    @invariant()
    def the_database_says_what_the_model_says(self) -> None:
        """Entrants, rounds, seats, submissions, figures."""
        if not self.referees:
            return
        ours = Table.objects.filter(round__tournament=self.tournament)
        assert dict(self.tournament.entrants.values_list("number", "state")) == self.hall.states
        rounds = {number: played.state for number, played in self.hall.rounds.items()}
        assert dict(self.tournament.rounds.values_list("number", "state")) == rounds
        sitting = {
            (number, table): one
            for number, played in self.hall.rounds.items()
            for table, one in played.tables.items()
        }
        assert set(
            ours.values_list("round__number", "number", "seats__turn_order", "seats__entrant__number")
        ) == {
            (*place, turn, who)
            for place, one in sitting.items()
            for turn, who in enumerate(one.players, start=1)
        }
        found = Submission.objects.filter(table__in=ours).values_list(
            "table__round__number", "table__number", "number", "state", "effective"
        )
        assert set(found) == {
            (*place, said.number, said.state, said.number == one.counts)
            for place, one in sitting.items()
            for said in one.said
        }
        self._expect_figures(sitting)

    def _expect_figures(self, sitting: dict[tuple[int, int], Sitting]) -> None:
        """Nothing that was ever said of a game has changed."""
        figures = Submission.objects.filter(table__round__tournament=self.tournament).values_list(
            *("table__round__number", "table__number", "number"),
            *("results__seat__turn_order", "results__points"),
        )
        assert set(figures) == {
            (*place, said.number, turn, points)
            for place, one in sitting.items()
            for said in one.said
            for turn, points in (said.points or {None: None}).items()
        }

    @invariant()
    def the_standing_is_what_one_adds_up_by_hand(self) -> None:
        """Totals of all confirmed results, the version that pages are kept by, what the public is shown by it."""
        if not self.referees:
            return
        standing = standings_for_stage(self.tournament.stages.get(kind="ranked"))
        numbers = dict(self.tournament.entrants.values_list("pk", "number"))
        totals = self.hall.totals()
        for row in standing.rows:
            assert standing.figure(row.total) == totals[numbers[row.player.key]]
        self.tournament.refresh_from_db()
        acts = self.tournament.events.count()
        assert self.tournament.data_version - self.version >= acts - self.recorded >= 0
        self.recorded = acts
        self.version = self.tournament.data_version
        stage = self.tournament.stages.select_related("tournament").get(kind="ranked")
        sight = sight_of_public(self.tournament)
        shown, anew = self.public.of(self.tournament, stage, None, sight), standings_for_stage(stage)
        assert (shown.standings, shown.competitors) == (anew.standings, anew.competitors)


def test_a_tournament_led_by_chance_is_what_a_model_says() -> None:
    Leading.acts = Leading.refusals = 0
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=ACTS,
            deadline=None,
            derandomize=True,
            phases=[Phase.generate],  # a tournament takes too long to be made smaller step by step
            suppress_health_check=list(HealthCheck),
        ),
    )
    record(
        "A tournament led by chance beside a model in memory",
        tournaments=EXAMPLES,
        acts=Leading.acts,
        refused_as_expected=Leading.refusals,
        differences=0,
    )
