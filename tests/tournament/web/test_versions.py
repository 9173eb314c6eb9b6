"""What a re-issued standing changed: shown beside it, with the reason; nothing where nothing was replaced."""

from typing import Any

import pytest
from django.test import Client

from scoring.presets import preset
from tests.factories import make_entrants, make_round, make_tournament
from tests.results import close, confirm, confirm_table
from tournament.models import StandingsVersion, Table, Tournament
from tournament.selectors.versions import RowChange, row_changes
from tournament.services.standings import issue_standings

pytestmark = pytest.mark.django_db


def corrected() -> tuple[Tournament, list[StandingsVersion]]:
    """A round of two tables, issued, and issued again after table 1 was corrected from 46-31 to 30-47."""
    tournament = make_tournament()
    people = make_entrants(tournament, 8)
    round_ = make_round(tournament, [people[:4], people[4:]])
    confirm(round_, [[46, 31, 12, 4], [40, 20, 10, 5]])
    close(round_)
    facts: dict[str, Any] = {"tournament": tournament, "stage": round_.stage, "after_round": 1, "actor": None}
    first = issue_standings(**facts)
    confirm_table(Table.objects.get(round=round_, number=1), [30, 47, 12, 4])
    return tournament, [first, issue_standings(**facts, reason="typing error")]


def test_the_later_version_shows_who_moved(client: Client) -> None:
    tournament, (_first, second) = corrected()
    answer = client.get(f"/t/{tournament.slug}/standings/versions/{second.pk}/")
    found = [
        (one.rank_before, one.rank, one.total_before, one.total) for _name, one in answer.context["changes"]
    ]
    assert found == [(3, 1, "31", "97"), (1, 3, "96", "30")]
    names = [name for name, _one in answer.context["changes"]]
    one, two = tournament.entrants.filter(number__in=(1, 2)).order_by("number")
    assert names == [two.public_name, one.public_name]
    assert "typing error" in answer.content.decode()


def test_a_first_version_replaced_nothing(client: Client) -> None:
    tournament, (first, _second) = corrected()
    answer = client.get(f"/t/{tournament.slug}/standings/versions/{first.pk}/")
    assert (answer.context["before"], answer.context["changes"]) == (None, [])


def test_lines_that_come_and_go() -> None:
    same = {"entrant": 1, "rank": 1, "total": "50", "games": ["50"], "counted": [True]}
    gone = {"entrant": 2, "rank": 2, "total": "40", "games": ["40"], "counted": [True]}
    come = {"entrant": 3, "rank": 2, "total": "30", "games": ["30", None], "counted": [True, False]}
    assert row_changes([same, gone], [same, come]) == [
        RowChange(3, None, 2, None, "30", ((1, None, "30"),)),
        RowChange(2, 2, None, "40", None, ((1, "40", None),)),
    ]


def test_the_standings_lead_to_the_corrections(client: Client) -> None:
    tournament, _versions = corrected()
    for page in ("", "standings/"):
        assert (
            f'href="/t/{tournament.slug}/errata/"'
            in client.get(f"/t/{tournament.slug}/{page}").content.decode()
        )


def test_any_two_versions_are_compared(client: Client, django_assert_num_queries: Any) -> None:
    tournament, (first, second) = corrected()
    people = list(tournament.entrants.all())
    round_ = make_round(tournament, [people[:4], people[4:]])
    confirm(round_, [[1, 2, 3, 4], [10, 20, 30, 40]])
    close(round_)
    third = issue_standings(tournament=tournament, stage=round_.stage, after_round=2, actor=None)
    url = f"/t/{tournament.slug}/standings/compare/"
    with django_assert_num_queries(4):
        context = client.get(url).context
    assert (context["before"], context["version"], context["versions"]) == (
        second,
        third,
        [first, second, third],
    )
    changes = client.get(url, {"from": first.pk, "to": third.pk}).context["changes"]
    assert [(one.entrant, one.total_before, one.total, one.games) for _name, one in changes][:2] == [
        (people[4].pk, "90", "100", ((2, None, "10"),)),
        (people[1].pk, "31", "99", ((1, "31", "97"), (2, None, "2"))),
    ]
    assert client.get(url, {"from": second.pk, "to": second.pk}).context["changes"] == []
    assert client.get(url, {"from": "9999"}).status_code == 404
    Tournament.objects.filter(pk=tournament.pk).update(hidden_from_round=2, data_version=99)
    assert client.get(url).context["versions"] == [first, second]
    assert client.get(url, {"to": third.pk}).status_code == 404


def test_one_version_is_compared_with_itself_and_none_with_nothing(client: Client) -> None:
    tournament, (first, second) = corrected()
    url = f"/t/{tournament.slug}/standings/compare/"
    second.delete()
    assert client.get(url).context["before"] == first
    first.delete()
    Tournament.objects.filter(pk=tournament.pk).update(data_version=99)
    assert client.get(url).status_code == 404


def test_figures_have_the_decimal_mark_of_the_language(client: Client) -> None:
    formula = preset("open").to_document()
    tournament = make_tournament(formula=formula, preset="open")
    people = make_entrants(tournament, 5)
    confirm(make_round(tournament, [people]), [[46, 31, 12, 5, 3]])
    page = client.get(f"/t/{tournament.slug}/standings/", headers={"Accept-Language": "it"})
    row = page.context["rows"][1]
    assert (row["total"], ">38,75<" in str(row["scores"][0])) == ("38,75", True)
