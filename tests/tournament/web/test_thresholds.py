"""A threshold table of one's own: loaded, changed row by row, tried, refused with its row, saved until the cut."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.thresholds import MASTER, RADUNO, THRESHOLD_TABLES, FinalsShape, ThresholdTable
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import close, confirm
from tournament.errors import ChangedMeanwhile, InvalidInput
from tournament.models import Event, Tournament
from tournament.selectors.cut import knockout_stage, threshold_table
from tournament.selectors.knockout_plan import plan_of
from tournament.selectors.thresholds import shape_words
from tournament.services.archive import export_tournament, import_tournament
from tournament.services.cut import CutConfirmed, choose_table
from tournament.services.knockout import confirm_cut
from tournament.services.thresholds import save_threshold_table
from tournament.web.forms.thresholds import RowFormSet, rows_of, table_of

pytestmark = pytest.mark.django_db

OURS = replace(MASTER, name="La nostra")


def typed(table: ThresholdTable, *more: dict[str, Any], **changed: Any) -> dict[str, Any]:
    """What a browser sends when the page shows a table, with rows added and fields changed."""
    shown = rows_of(table)
    rows = [*shown, *more]
    sent = {f"row-{n}-{name}": value for n, row in enumerate(rows) for name, value in row.items()}
    counts = {"row-TOTAL_FORMS": len(rows), "row-INITIAL_FORMS": len(shown)}
    return {"title": "La nostra", "version": 1, **counts, **sent, **changed}


def new_row(at_least: int, **shape: int) -> dict[str, Any]:
    return {"at_least": at_least, "semifinals": "", "semifinalists": "", "direct": 4, "winners": 1, **shape}


@pytest.fixture
def place(client: Client) -> tuple[Tournament, str]:
    """A tournament with 9 entrants, its director logged in, and the address of the page."""
    tournament = make_tournament()
    client.force_login(make_member(tournament))
    make_entrants(tournament, 9)
    return tournament, reverse("direct-thresholds", args=[tournament.slug])


@pytest.mark.parametrize("name", THRESHOLD_TABLES)
def test_the_rows_say_all_of_every_table(name: str) -> None:
    table = THRESHOLD_TABLES[name]
    rows = RowFormSet(typed(table), prefix="row", initial=rows_of(table))
    assert rows.is_valid()
    assert table_of(name, rows) == table


def test_a_table_is_loaded_tried_saved_and_named(client: Client, place: tuple[Tournament, str]) -> None:
    tournament, url = place
    shown = client.get(url, {"start": "master"}).content.decode()
    assert "With 9 players, as now:" in shown
    assert "From 50 players: 4 semifinals for 16, 1 final of 4" in shown
    assert "only if the leader has fewer than two wins or" in shown

    change = typed(RADUNO, new_row(10), **{"row-0-direct": 1, "row-0-semifinals": 3, "row-5-DELETE": "on"})
    tried = client.post(url, change | {"show": "1"}).content.decode()
    assert "1 straight to the final, 3 semifinals for 8, 1 final of 4" in tried
    tournament.refresh_from_db()
    assert "cut" not in tournament.plan

    answer = client.post(url, change | {"save": "1"}, follow=True)
    assert answer.redirect_chain == [(url, 302)]
    tournament.refresh_from_db()
    table = threshold_table(tournament)
    assert [step.at_least for step in table.steps] == [0, 10, 37, 77, 117, 157]
    assert [table.steps[n].choices[0].shape for n in (0, 1)] == [
        FinalsShape(1, 3, 8, 1),
        FinalsShape(4, 0, 0, 1),
    ]
    event = Event.objects.get(tournament=tournament, kind="threshold_table_changed")
    assert event.before is not None
    assert (event.before["cut"], event.after) == (
        "raduno",
        {"cut": "La nostra", "steps": table.to_document()["steps"]},
    )
    log = client.get(reverse("direct-log", args=[tournament.slug])).content.decode()
    assert "Threshold table changed" in log

    settings = reverse("direct-settings", args=[tournament.slug])
    page = client.get(settings)
    assert "The cut, by the table “La nostra”" in page.content.decode()
    form = page.context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    assert client.post(settings, sent | {"version": 2}).status_code == 302
    tournament.refresh_from_db()
    assert threshold_table(tournament) == table


def test_every_fault_is_named_with_its_row(client: Client, place: tuple[Tournament, str]) -> None:
    tournament, url = place
    crowded = {"row-0-direct": 4, "row-2-semifinalists": 99}
    wrong = typed(RADUNO, new_row(37), new_row(300, direct=1), **crowded, title="Raduno", save="1")
    answer = client.post(url, wrong)
    assert answer.status_code == 422
    assert answer.context["faults"] == [
        "from 0 players: a final has 5 players at most",
        "from 37 players: the last choice, and only that one, has no condition",
        "from 77 players: a semifinal has 5 players at most",
        "from 300 players: a final needs at least two players",
        "“Raduno” is the name of a ready-made table: choose another.",
    ]
    emptied = {f"row-{n}-DELETE": "on" for n in range(6)}
    assert client.post(url, typed(RADUNO, **emptied)).context["faults"] == ["A table has rows."]
    unreadable = client.post(url, typed(RADUNO, **{"row-0-winners": "x"}))
    assert unreadable.context["faults"] == ["Some fields need another look."]
    stale = client.post(url, typed(RADUNO, version=7, save="1"))
    assert (stale.status_code, len(stale.context["faults"])) == (422, 1)
    tournament.refresh_from_db()
    assert "cut" not in tournament.plan
    with pytest.raises(ChangedMeanwhile):
        save_threshold_table(tournament_id=tournament.pk, actor=None, version=7, table=OURS)
    with pytest.raises(InvalidInput):
        save_threshold_table(tournament_id=tournament.pk, actor=None, version=1, table=RADUNO)


def test_it_gives_nothing_below_its_first_row(client: Client, place: tuple[Tournament, str]) -> None:
    tournament, url = place
    tournament.plan |= {"cut": "none"}
    tournament.save()
    assert "saving a table gives it one" in client.get(url).content.decode()
    shown = client.post(url, typed(RADUNO, **{"row-0-at_least": 20})).content.decode()
    assert "nothing: the table begins with 20 players." in shown


def test_the_table_makes_the_cut_and_stays_once_it_is_made(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(make_member(tournament))
    entrants = make_entrants(tournament, 16, clubs=16)
    round_ = make_round(tournament, [entrants[index::4] for index in range(4)])
    confirm(round_, [[80 - 4 * turn - table for turn in range(4)] for table in range(4)])
    close(round_)
    save_threshold_table(tournament_id=tournament.pk, actor=None, version=1, table=OURS)
    url = reverse("direct-thresholds", args=[tournament.slug])
    shown = client.get(url).content.decode()
    assert "With 16 players, as now:" in shown
    assert "Because: the leader has fewer than two wins." in shown
    stage = choose_table(tournament_id=tournament.pk, actor=None)
    assert (plan_of(stage).source, plan_of(stage).shape) == ("La nostra", FinalsShape(0, 4, 16, 1))
    assert (
        "the table “La nostra”" in client.get(reverse("direct-cut", args=[tournament.slug])).content.decode()
    )
    again = client.post(url, typed(OURS, version=2, save="1"), follow=True).content.decode()
    assert "The cut in preparation keeps its numbers until you choose it again." in again
    confirm_cut(stage_id=stage.pk, actor=None, seed=1)
    assert knockout_stage(tournament) == stage
    assert "the table stays as it is" in client.get(url).content.decode()
    with pytest.raises(CutConfirmed):
        save_threshold_table(tournament_id=tournament.pk, actor=None, version=3, table=OURS)


def test_an_archive_holds_the_table() -> None:
    archive = export_tournament(make_tournament(plan={"cut": OURS.to_document()}))
    Tournament.objects.all().delete()
    assert threshold_table(import_tournament(archive=archive, actor=None)) == OURS


def test_a_shape_in_words() -> None:
    assert shape_words(FinalsShape(2, 2, 8, 1, ripescati=1)) == (
        "2 straight to the final, 2 semifinals for 8, 1 of them ripescato, 1 final of 4"
    )
    assert shape_words(FinalsShape(0, 8, 32, 2)) == "8 semifinals for 32, 2 finals of 4"
