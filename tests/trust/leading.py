"""The acts of those who lead a tournament, each with what the model in memory expects of it: entrants and rounds."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from django.db import transaction
from hypothesis.stateful import RuleBasedStateMachine

from tests.trust.hall import Hall, Played, Sitting
from tests.trust.test_archive import content
from tournament.errors import TournamentError
from tournament.models import Entrant, Round, SanctionEffect, Table, Tournament, User
from tournament.selectors.known import KnownStandings
from tournament.services.archive import export_tournament, import_tournament
from tournament.services.deletions import delete_round, delete_tournament
from tournament.services.entrants import NewEntrant, add_entrant
from tournament.services.penalties import give_penalty, revoke_penalty
from tournament.services.presence import bring_back_entrant, mark_presence, withdraw_entrant
from tournament.services.records import first_broken_event
from tournament.services.repairs import apply_repair
from tournament.services.rounds import close_round, start_round
from tournament.services.seating import draw_round, publish_round
from tournament.services.seating_edits import swap_entrants

MOST = 14
NO_TABLES = {0, 1, 2, 3, 6, 7, 11}
OPEN = {"published", "playing"}
WHY = "drill"


class Leading(RuleBasedStateMachine):
    """A hall in memory beside a tournament in the database. Everything is taken back at the end."""

    acts = 0
    refusals = 0
    tournament: Tournament
    referees: list[User]

    def __init__(self) -> None:
        super().__init__()
        self.undone = ExitStack()
        self.undone.enter_context(transaction.atomic())
        self.hall = Hall()
        self.kept: list[tuple[int, Hall]] = []
        self.version = self.recorded = 0
        self.public = KnownStandings()
        self.referees = []

    def teardown(self) -> None:
        """What must hold of any tournament at its end; then everything is taken back."""
        try:
            if self.referees:
                self._expect_whole()
        finally:
            transaction.set_rollback(True)
            self.undone.close()

    def _expect_whole(self) -> None:
        assert first_broken_event(self.tournament) is None
        numbers = list(self.tournament.events.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        archive = export_tournament(self.tournament)
        name = self.tournament.name
        delete_tournament(tournament_id=self.tournament.pk, typed_name=name, actor=None)
        again = import_tournament(archive=archive, actor=None)
        assert content(export_tournament(again)) == content(archive)

    # --- helpers ------------------------------------------------------------------------------------------

    def done(self, deed: Callable[[], Any]) -> Any:
        """Do what must succeed."""
        Leading.acts += 1
        return deed()

    def refused(self, deed: Callable[[], Any]) -> str:
        """Do what must be refused; the code of the refusal."""
        Leading.refusals += 1
        before = self.tournament.events.count()
        with pytest.raises(TournamentError) as refusal:
            deed()
        assert self.tournament.events.count() == before
        return refusal.value.code

    def tried(self, deed: Callable[[], Any]) -> Any:
        """Do what may be refused for a reason that the model does not know: the answer, or None."""
        try:
            return self.done(deed)
        except TournamentError:
            Leading.refusals += 1
            return None

    def pk(self, who: int) -> int:
        """The id of an entrant."""
        return Entrant.objects.values_list("pk", flat=True).get(tournament=self.tournament, number=who)

    def round(self, number: int) -> Round:
        """The row of a round."""
        return Round.objects.get(tournament=self.tournament, number=number)

    def table(self, number: int, table: int) -> int:
        """The id of a table."""
        return Table.objects.values_list("pk", flat=True).get(
            round__tournament=self.tournament, round__number=number, number=table
        )

    def a_table(self, chance: int, *, states: set[str]) -> tuple[int, int, Sitting] | None:
        """Some table of the rounds in these states."""
        found = [
            (number, table, sitting)
            for number, played in self.hall.rounds.items()
            if played.state in states
            for table, sitting in played.tables.items()
        ]
        return found[chance % len(found)] if found else None

    def seats_in_database(self, number: int) -> dict[int, list[int]]:
        """Who sits at which table of a round."""
        found: dict[int, list[int]] = {}
        for table, who in (
            self.round(number)
            .seats.order_by("table__number", "turn_order")
            .values_list("table__number", "entrant__number")
        ):
            found.setdefault(table, []).append(who)
        return found

    def register(self) -> None:
        """Somebody enters."""
        who = 1 + max(self.hall.states, default=0)
        entry = NewEntrant("Anna", f"Rossi {who} {Leading.acts}")
        entrant = self.done(
            lambda: add_entrant(tournament_id=self.tournament.pk, entry=entry, actor=self.referees[0])
        )
        assert entrant.number == who
        self.hall.states[who] = "confirmed"
        self.hall.enters_in[who] = self.hall.last + 1

    def check_in(self, chance: int, present: bool) -> None:
        """Somebody is called up, and answers or not."""
        who = sorted(self.hall.states)[chance % len(self.hall.states)]
        deed = lambda: mark_presence(entrant_id=self.pk(who), present=present, actor=None)  # noqa: E731
        if self.hall.states[who] == "withdrawn":
            assert self.refused(deed) == "not_expected"
            return
        self.done(deed)
        self.hall.states[who] = "checked_in" if present else "absent"

    def withdraw(self, chance: int) -> None:
        """Somebody goes home, or comes back."""
        who = sorted(self.hall.states)[chance % len(self.hall.states)]
        if self.hall.states[who] == "withdrawn":
            self.done(lambda: bring_back_entrant(entrant_id=self.pk(who), actor=None))
            self.hall.states[who] = "checked_in"
            return
        self.done(lambda: withdraw_entrant(entrant_id=self.pk(who), after_round=self.hall.last, actor=None))
        self.hall.states[who] = "withdrawn"

    def penalise(self, chance: int, points: int) -> None:
        """Points are taken off."""
        who = sorted(self.hall.states)[chance % len(self.hall.states)]
        self.done(
            lambda: give_penalty(
                entrant_id=self.pk(who),
                effect=SanctionEffect.POINTS,
                points=points,
                reason=WHY,
                actor=self.referees[0],
            )
        )
        self.hall.penalties.append((who, points))

    def pardon(self) -> None:
        """The last penalty is taken back."""
        newest = self.tournament.penalties.filter(revoked_at=None).order_by("created_at", "pk").last()
        self.done(lambda: revoke_penalty(penalty_id=newest.pk, actor=None, reason=WHY))
        self.hall.penalties.pop()

    # --- rounds -------------------------------------------------------------------------------------------

    def seat(self) -> None:
        """The next round is drawn."""
        number = self.hall.last + 1
        deed = lambda: draw_round(tournament_id=self.tournament.pk, actor=None, override_reason=WHY)  # noqa: E731
        latest = self.hall.rounds.get(self.hall.last)
        if latest and latest.state == "draft":
            assert self.done(deed).number == self.hall.last
            return
        here = self.hall.here(number)
        if self.hall.cut == "confirmed":
            assert self.refused(deed) == "qualifying_over"
            return
        if len(here) in NO_TABLES:
            assert self.refused(deed) in {"no_legal_tables", "invalid_input"}
            return
        self.done(deed)
        seats = self.seats_in_database(number)
        assert sorted(who for players in seats.values() for who in players) == here
        assert {len(players) for players in seats.values()} <= {4, 5}
        tables = {table: Sitting(players) for table, players in seats.items()}
        self.hall.rounds[number] = Played("draft", ranked=True, tables=tables)

    def publish(self) -> None:
        """The seating is shown; pressed twice, nothing more happens."""
        played = self.hall.rounds[self.hall.last]
        self.done(lambda: publish_round(round_id=self.round(self.hall.last).pk, actor=None))
        played.state = "published" if played.state == "draft" else played.state

    def start(self) -> None:
        """The clock starts."""
        played = self.hall.rounds[self.hall.last]
        deed = lambda: start_round(round_id=self.round(self.hall.last).pk, actor=None)  # noqa: E731
        if played.state not in OPEN:
            assert self.refused(deed) == "not_now"
            return
        self.done(deed)
        played.state = "playing"

    def swap(self, first: int, second: int) -> None:
        """Two change seats."""
        number = self.hall.last
        played = self.hall.rounds[number]
        one = played.seated[first % len(played.seated)]
        other = played.seated[second % len(played.seated)]
        deed = lambda: swap_entrants(  # noqa: E731
            round_id=self.round(number).pk,
            first_id=self.pk(one),
            second_id=self.pk(other),
            actor=None,
            reason=WHY,
        )
        if one == other:
            assert self.refused(deed) == "invalid_input"
        elif played.state not in {"draft", "published"} or any(t.in_use for t in played.tables.values()):
            assert self.refused(deed) == "not_editable"
        else:
            self.done(deed)
            seats = {one: other, other: one}
            for table in played.tables.values():
                table.seat([seats.get(who, who) for who in table.players])

    def repair(self, chance: int, comes: bool) -> None:
        """Somebody seated is not there, or somebody comes late: the first of the proposals."""
        number = self.hall.last
        played = self.hall.rounds[number]
        waiting = sorted(set(self.hall.here(number)) - set(played.seated))
        group = waiting if comes else played.seated
        if not group:
            return
        who = group[chance % len(group)]
        row = self.round(number)
        change = {"add_id" if comes else "remove_id": self.pk(who)}
        deed = lambda: apply_repair(  # noqa: E731
            round_id=row.pk, number=1, version=row.version, actor=None, reason=WHY, **change
        )
        before = played.seated
        if not self.tried(deed):
            return
        seats = self.seats_in_database(number)
        now = sorted(one for players in seats.values() for one in players)
        assert now == sorted([*before, who]) if comes else now == [one for one in before if one != who]
        for table, sitting in played.tables.items():
            assert not sitting.in_use or seats.get(table) == sitting.players
        played.tables = {
            table: played.tables.get(table, Sitting(players)) for table, players in seats.items()
        }
        for table, sitting in played.tables.items():
            sitting.seat(seats[table])
        if not comes and self.hall.states[who] == "checked_in":
            self.hall.states[who] = "absent"

    def close(self) -> None:
        """The round is over, with a reason for what is missing."""
        played = self.hall.rounds[self.hall.last]
        deed = lambda: close_round(  # noqa: E731
            round_id=self.round(self.hall.last).pk, actor=None, override_reason=WHY
        )
        if played.state == "draft":
            assert self.refused(deed) == "not_now"
            return
        self.done(deed)
        played.state = "closed"

    def delete(self) -> None:
        """The last round goes, with all that was said in it."""
        row = self.round(self.hall.last)
        assert (
            self.refused(lambda: delete_round(round_id=row.pk, typed_name="", actor=None, reason=WHY))
            == "name_not_typed"
        )
        self.done(lambda: delete_round(round_id=row.pk, typed_name=row.title, actor=None, reason=WHY))
        del self.hall.rounds[self.hall.last]
