"""Corrections: everything one would change is shown first; it counts from now, or stands on record only."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import confirm
from tournament.errors import InvalidInput
from tournament.models import Role, Round, Submission, SubmissionState, Tournament, User
from tournament.selectors.errata import errata_of
from tournament.selectors.public import sight_for
from tournament.services.confirmation import confirm_result
from tournament.services.corrections import Shift, consequences_of
from tournament.services.results import Report, correct_result, report_result
from tournament.services.rounds import close_round, reopen_round
from tournament.services.tournaments import set_publishing

pytestmark = pytest.mark.django_db


class Day:
    """Two rounds of four closed; the first table's result of round 1 is corrected: first and last change places."""

    def __init__(self) -> None:
        self.tournament: Tournament = make_tournament()
        self.director: User = make_member(self.tournament)
        self.referee: User = make_member(self.tournament, Role.REFEREE)
        self.entrants = make_entrants(self.tournament, 4, clubs=4)
        self.first, self.second = (self._round() for _number in range(2))
        self.correction: Submission = correct_result(
            table_id=self.first.tables.get().pk,
            report=Report(totals={1: 10, 2: 30, 3: 20, 4: 40}),
            reporter=self.director,
            reason="read from the wrong line",
        )

    def _round(self) -> Round:
        round_ = make_round(self.tournament, [self.entrants])
        confirm(round_, [(40, 30, 20, 10)])
        return close_round(round_id=round_.pk, actor=self.director)

    def rows(self) -> list[list[dict[str, object]]]:
        versions = self.tournament.standings_versions.order_by("after_round", "version")
        return [one.rows for one in versions]


@pytest.fixture
def day() -> Day:
    return Day()


def test_the_preview_is_what_confirming_then_does(day: Day) -> None:
    before = day.rows()
    shown = consequences_of(submission_id=day.correction.pk)
    assert day.rows() == before, "looking changes nothing"
    assert {one.after_round for one in shown.shifts} == {1, 2}
    assert shown.standing_seatings == (day.second.title,)
    assert shown.is_late
    confirm_result(submission_id=day.correction.pk, referee=day.referee)
    names = {one.pk: one.full_name for one in day.entrants}
    old = dict(enumerate(before, start=1))
    new = {
        number: day.tournament.standings_versions.get(after_round=number, version=2).rows for number in (1, 2)
    }
    happened = tuple(
        Shift(number, names[row["entrant"]], row["total"], now["total"], row["rank"], now["rank"])
        for number in (1, 2)
        for row in old[number]
        for now in new[number]
        if row["entrant"] == now["entrant"] and (row["total"], row["rank"]) != (now["total"], now["rank"])
    )
    assert shown.shifts == happened


def test_a_correction_that_stands_on_record_only_moves_nobody(day: Day) -> None:
    before = day.rows()
    effective = Submission.objects.get(table__round=day.first, effective=True)
    confirm_result(submission_id=day.correction.pk, referee=day.referee, counts=False)
    assert day.rows() == before
    day.correction.refresh_from_db()
    assert (day.correction.state, day.correction.effective) == (SubmissionState.CONFIRMED, False)
    assert Submission.objects.get(table__round=day.first, effective=True) == effective
    last = day.tournament.events.order_by("number").last()
    assert (last.kind, last.reason) == ("result_corrected_on_record", "read from the wrong line")


def test_a_first_result_cannot_stand_on_record_only(day: Day) -> None:
    round_ = make_round(day.tournament, [day.entrants])
    reported = report_result(
        table_id=round_.tables.get().pk,
        report=Report(totals={1: 40, 2: 30, 3: 20, 4: 10}),
        reporter=day.director,
    )
    with pytest.raises(InvalidInput):
        confirm_result(submission_id=reported.pk, referee=day.referee, counts=False)


def test_a_result_confirmed_after_the_close_issues_the_standings_anew() -> None:
    tournament = make_tournament()
    director, referee = make_member(tournament), make_member(tournament, Role.REFEREE)
    round_ = make_round(tournament, [make_entrants(tournament, 4)])
    reported = report_result(
        table_id=round_.tables.get().pk,
        report=Report(totals={1: 40, 2: 30, 3: 20, 4: 10}),
        reporter=director,
    )
    close_round(round_id=round_.pk, actor=director, override_reason="the referee is on the way")
    confirm_result(submission_id=reported.pk, referee=referee)
    issued = tournament.standings_versions.order_by("version").last()
    assert issued.version == 2
    assert {row["games"][0] for row in issued.rows} != {None}


def test_the_errata_say_who_had_what_and_whether_it_counts(day: Day) -> None:
    confirm_result(submission_id=day.correction.pk, referee=day.referee, counts=False)
    (erratum,) = errata_of(sight_for(day.director, day.tournament))
    assert (erratum.reason, erratum.counts) == ("read from the wrong line", False)
    assert [(one.name, one.before, one.after) for one in erratum.changes] == [
        (day.entrants[0].full_name, 40, 10),
        (day.entrants[3].full_name, 10, 40),
    ]


def test_the_public_errata_follow_the_switches_and_the_consents(day: Day, client: Client) -> None:
    confirm_result(submission_id=day.correction.pk, referee=day.referee)
    person = day.entrants[0].person
    person.consent_name = False
    person.save()
    page = client.get(reverse("errata", args=[day.tournament.slug])).content.decode()
    assert person.full_name not in page
    assert person.pseudonym in page
    set_publishing(tournament_id=day.tournament.pk, actor=None, hidden_from_round=1)
    assert client.get(reverse("errata", args=[day.tournament.slug])).context["errata"] == []


def test_a_round_that_was_opened_again_stands_among_the_errata_with_its_reason(
    day: Day, client: Client
) -> None:
    reopen_round(round_id=day.second.pk, actor=day.director, reason="a slip was missing")
    address = reverse("errata", args=[day.tournament.slug])
    assert "a slip was missing" in client.get(address).content.decode()
    set_publishing(tournament_id=day.tournament.pk, actor=None, hidden_from_round=2)
    assert "a slip was missing" not in client.get(address).content.decode()


# --- pages ----------------------------------------------------------------------------------------------


def test_a_referee_looks_at_the_consequences_and_confirms(day: Day, client: Client) -> None:
    client.force_login(day.referee)
    listed = client.get(reverse("direct-corrections", args=[day.tournament.slug]))
    assert list(listed.context["waiting"]) == [day.correction]
    page = client.get(reverse("direct-correction", args=[day.tournament.slug, day.correction.pk]))
    assert page.context["seats"][0] == (day.entrants[0].full_name, 40, 10)
    assert len(page.context["consequences"].shifts) == 6
    confirm_at = reverse("direct-correction-confirm", args=[day.tournament.slug, day.correction.pk])
    client.post(confirm_at, {"counts": "no"})
    day.correction.refresh_from_db()
    assert (day.correction.state, day.correction.effective) == (SubmissionState.CONFIRMED, False)
    assert client.post(confirm_at, {"counts": "yes"}).status_code == 404


def test_who_entered_it_cannot_confirm_it(day: Day, client: Client) -> None:
    client.force_login(day.director)
    client.post(
        reverse("direct-correction-confirm", args=[day.tournament.slug, day.correction.pk]), {"counts": "yes"}
    )
    day.correction.refresh_from_db()
    assert day.correction.state == SubmissionState.REPORTED


def test_a_referee_of_other_tables_does_not_see_it(day: Day, client: Client) -> None:
    client.force_login(make_member(day.tournament, Role.REFEREE, tables=[7]))
    page = reverse("direct-correction", args=[day.tournament.slug, day.correction.pk])
    assert client.get(page).status_code == 404


@pytest.mark.parametrize("number", [1, 30])
def test_the_errata_cost_the_same_for_one_and_for_thirty(
    number: int, day: Day, client: Client, django_assert_num_queries: object
) -> None:
    for index in range(number):
        correction = correct_result(
            table_id=day.first.tables.get().pk,
            report=Report(totals={1: 10 + index, 2: 9, 3: 8, 4: 7}),
            reporter=day.director,
            reason="again",
        )
        confirm_result(submission_id=correction.pk, referee=day.referee)
    address = reverse("errata", args=[day.tournament.slug])
    client.get(address)
    with django_assert_num_queries(4):
        assert len(client.get(address).context["errata"]) == number
