"""From the cut to the crown through the pages, without scripts."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.thresholds import FinalsShape
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import close, confirm, confirm_table
from tournament.models import Entrant, Round, Stage, Tournament, TournamentState
from tournament.selectors.cut import structures_for
from tournament.selectors.knockout_plan import plan_of
from tournament.selectors.seating import layout_of
from tournament.services.cut import choose_shape
from tournament.services.knockout import confirm_cut
from tournament.services.rounds import close_round
from tournament.services.seating import publish_round

pytestmark = pytest.mark.django_db

SHAPE = {"direct": 2, "semifinals": 2, "semifinalists": 8, "winners": 1, "ripescati": 0}


def qualified(
    client: Client, count: int = 16, level: tuple[int, ...] = ()
) -> tuple[Tournament, list[Entrant]]:
    """A closed round in which entrant i stands at place i + 1, and its director logged in."""
    tournament = make_tournament()
    client.force_login(make_member(tournament))
    entrants = make_entrants(tournament, count, clubs=count)
    tables = [entrants[index :: count // 4] for index in range(count // 4)]
    round_ = make_round(tournament, tables)
    points = {one.pk: 80 - index for index, one in enumerate(entrants)}
    points |= {entrants[index].pk: 80 - level[0] for index in level}
    confirm(round_, [[points[one.pk] for one in table] for table in tables])
    close(round_)
    return tournament, entrants


def cut_deed(client: Client, tournament: Tournament, deed: str, **data: Any) -> Any:
    return client.post(reverse("direct-cut-deed", args=[tournament.slug, deed]), data)


def play(round_: Round) -> list[list[int]]:
    publish_round(round_id=round_.pk, actor=None)
    layout = layout_of(round_)
    confirm(round_, [[40 - 5 * turn for turn in range(len(table))] for table in layout])
    close_round(round_id=round_.pk, actor=None)
    return layout


def played_semifinals(client: Client) -> tuple[Stage, Round, list[list[int]]]:
    tournament, _ = qualified(client)
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=FinalsShape(**SHAPE))
    round_ = confirm_cut(stage_id=stage.pk, actor=None, seed=5)
    return stage, round_, play(round_)


def test_before_the_last_round_is_closed_the_page_says_what_to_do(client: Client) -> None:
    tournament, entrants = qualified(client)
    make_round(tournament, [entrants[:4]])
    page = client.get(reverse("direct-cut", args=[tournament.slug]))
    assert page.context["refusal"] == "Round 2 is not closed: close it, then make the cut."


def test_the_line_and_the_bands(client: Client) -> None:
    tournament, entrants = qualified(client)
    cut_deed(client, tournament, "table", name="raduno")
    page = client.get(reverse("direct-cut", args=[tournament.slug]))
    rows = [row for row, _total in page.context["rows"]]
    assert [row.role.band for row in rows if row.role] == [None, None, 1, 1, 2, 2, 3, 3, 4, 4]
    assert [row.rank for row in rows if row.is_last_in] == [10]
    assert cut_deed(client, tournament, "decline", entrant=10**6, declined="yes").status_code == 404
    cut_deed(client, tournament, "decline", entrant=entrants[0].pk, declined="yes")
    page = client.get(reverse("direct-cut", args=[tournament.slug]))
    assert [row.rank for row, _total in page.context["rows"] if row.is_last_in] == [11]


def test_a_tie_is_settled_on_the_page(client: Client) -> None:
    tournament, entrants = qualified(client, level=(9, 10))
    cut_deed(client, tournament, "shape", **SHAPE)
    confirm_url = reverse("direct-cut-confirm", args=[tournament.slug])
    assert client.post(confirm_url).url == reverse("direct-cut", args=[tournament.slug])
    tied = [entrants[9].pk, entrants[10].pk]
    places = {f"place-{tied[0]}": 1, f"place-{tied[1]}": 1}
    cut_deed(client, tournament, "settle", tied=tied, remedy="play-off table", **places)
    stage = tournament.stages.get(kind="knockout")
    assert plan_of(stage).resolutions == ()
    cut_deed(
        client, tournament, "settle", tied=tied, remedy="play-off table", **{**places, f"place-{tied[0]}": 2}
    )
    cut_deed(client, tournament, "unsettle")
    cut_deed(client, tournament, "settle", tied=tied, remedy="lots")
    stage.refresh_from_db()
    (settled,) = plan_of(stage).resolutions
    assert settled.seed is not None
    assert client.post(confirm_url).url == reverse("direct-seating", args=[tournament.slug, 2])
    assert client.get(reverse("direct-cut", args=[tournament.slug])).context["confirmed"] is True
    cut_deed(client, tournament, "take-back", reason="wrong numbers")
    assert not tournament.stages.filter(kind="knockout").exists()


@pytest.mark.rule("12.3")
def test_a_knockout_from_the_start(client: Client) -> None:
    tournament = make_tournament(state=TournamentState.OPEN)
    client.force_login(make_member(tournament))
    make_entrants(tournament, 16)
    page = client.get(reverse("direct-cut", args=[tournament.slug]))
    assert "4×4 → 4" in [one.notation for one in page.context["structures"]]
    cut_deed(client, tournament, "structure", structure="nonsense")
    assert not tournament.stages.filter(kind="knockout").exists()
    cut_deed(client, tournament, "structure", structure="16|4×4 → 4")
    client.post(reverse("direct-cut-confirm", args=[tournament.slug]))
    play(tournament.rounds.get())
    client.post(reverse("direct-finals-next", args=[tournament.slug]))
    play(tournament.rounds.get(number=2))
    client.post(reverse("direct-crown", args=[tournament.slug]))
    tournament.refresh_from_db()
    assert tournament.state == TournamentState.FINISHED


def test_a_knockout_for_an_impossible_number_is_refused(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(make_member(tournament))
    for entrants in ("", "²", "9" * 5000):
        answer = cut_deed(client, tournament, "structure", structure=f"{entrants}|4")
        assert "Choose one of the knockouts." in client.get(answer["Location"]).content.decode()


def test_finals_from_renunciation_to_crown(client: Client) -> None:
    stage, round_, semis = played_semifinals(client)
    slug = stage.tournament.slug
    deed = reverse("direct-finals-deed", args=[slug, round_.number, "renounce"])
    shown = client.post(deed, {"entrant": semis[0][0], "reason": "train", "preview": "yes"})
    follower = stage.tournament.entrants.get(pk=semis[0][1])
    assert (shown.context["coming"], shown.context["tables"]) == ([follower.full_name], [])
    assert client.post(deed, {"entrant": 0, "reason": "train"}).status_code == 404
    client.post(deed, {"entrant": semis[0][0], "reason": "train"})
    page = client.get(reverse("direct-finals", args=[slug]))
    (going_on,) = page.context["going_on"]
    assert (semis[0][1] in [one["id"] for one in going_on["players"]], len(going_on["steps"])) == (True, 1)
    again = client.post(deed, {"entrant": semis[0][0], "reason": "train"}, follow=True)
    assert [message.level_tag for message in again.context["messages"]] == ["error"]
    client.post(reverse("direct-finals-deed", args=[slug, round_.number, "take-back"]))
    client.post(
        reverse("direct-finals-deed", args=[slug, round_.number, "empty"]),
        {"entrant": semis[0][0], "reason": "-"},
    )
    answer = client.post(reverse("direct-finals-next", args=[slug]))
    assert answer.url == reverse("direct-seating", args=[slug, 3])
    final = stage.rounds.get(number=3)
    assert len(layout_of(final)[0]) == 3
    play(final)
    assert client.get(reverse("direct-finals", args=[slug])).context["ranking"][0]["place"].rank == 1
    client.post(reverse("direct-crown", args=[slug]))
    stage.tournament.refresh_from_db()
    assert stage.tournament.state == TournamentState.FINISHED
    assert client.get(reverse("direct-finals", args=[slug])).status_code == 200


def test_a_correction_asks_for_a_decision(client: Client) -> None:
    stage, round_, semis = played_semifinals(client)
    slug = stage.tournament.slug
    client.post(reverse("direct-finals-next", args=[slug]))
    confirm_table(round_.tables.get(number=1), [10, 20, 30, 40])
    (moved,) = client.get(reverse("direct-finals", args=[slug])).context["moved"]
    assert (len(moved["lines"]), moved["started"]) == (2, False)
    for preview in ("", "yes"):
        before_the_cut = reverse("direct-finals-deed", args=[slug, 1, "seat-again"])
        entrant = stage.tournament.entrants.first()
        assert entrant is not None
        posted = {"reason": "misread", "entrant": entrant.pk, "preview": preview}
        page = client.post(before_the_cut, posted, follow=True)
        assert "before the cut" in page.text
    client.post(reverse("direct-finals-deed", args=[slug, 3, "seat-again"]), {"reason": "misread"})
    assert client.get(reverse("direct-finals", args=[slug])).context["moved"] == []
    assert semis[0][3] in layout_of(stage.rounds.get(number=3))[0]


def test_a_waiting_correction_shows_what_it_would_move(client: Client) -> None:
    stage, round_, semis = played_semifinals(client)
    table = round_.tables.get(number=1)
    address = reverse("referee-table", args=[stage.tournament.slug, table.pk])
    assert client.get(address).context["consequences"] == []
    old = table.submissions.get()
    new = confirm_table(table, [10, 20, 30, 40])
    new.effective, new.state, new.corrects, new.reason = False, "reported", old, "misread"
    new.save()
    table.submissions.filter(pk=old.pk).update(effective=True, state="confirmed")
    lines = client.get(address).context["consequences"]
    names = [Entrant.objects.get(pk=who).full_name for who in (semis[0][0], semis[0][3])]
    assert [line.startswith(name) for line, name in zip(lines, names, strict=True)] == [True, True]
    assert table.submissions.get(effective=True) == old


def test_a_tie_in_a_chain_is_asked_and_settled(client: Client) -> None:
    tournament = make_tournament(state=TournamentState.OPEN)
    client.force_login(make_member(tournament))
    make_entrants(tournament, 16, clubs=16)
    cut_deed(client, tournament, "structure", structure="16|4×4 → 4")
    client.post(reverse("direct-cut-confirm", args=[tournament.slug]))
    layout = play(tournament.rounds.get())
    deed = reverse("direct-finals-deed", args=[tournament.slug, 1, "renounce"])
    for who in layout[0][1:]:
        assert client.post(deed, {"entrant": who, "reason": "bus"}).status_code == 302
    asked = client.post(deed, {"entrant": layout[0][0], "reason": "bus"})
    tied = [one["id"] for one in asked.context["tied"]]
    assert (asked.status_code, set(tied)) == (409, {table[1] for table in layout[1:]})
    client.post(deed, {"entrant": layout[0][0], "reason": "bus", "remedy": "nonsense", "tied": tied})
    client.post(deed, {"entrant": layout[0][0], "reason": "bus", "remedy": "lots", "tied": tied})
    page = client.get(reverse("direct-finals", args=[tournament.slug]))
    players = {one["id"] for one in page.context["going_on"][0]["players"]}
    assert len(players & set(tied)) == 1


@pytest.mark.rule("12.3")
def test_the_best_remaining_are_settled_on_the_page(client: Client) -> None:
    tournament = make_tournament(state=TournamentState.OPEN)
    client.force_login(make_member(tournament))
    structure = next(
        one
        for count in range(12, 60)
        for one in structures_for(count, limit=100)
        if one.rounds[0].best_remaining and len(one.rounds) > 2
    )
    make_entrants(tournament, structure.entrants, clubs=structure.entrants)
    chosen = f"{structure.entrants}|{structure.notation}"
    cut_deed(client, tournament, "structure", structure=chosen)
    client.post(reverse("direct-cut-confirm", args=[tournament.slug]))
    play(tournament.rounds.get())
    (going_on,) = client.get(reverse("direct-finals", args=[tournament.slug])).context["going_on"]
    tied = [one["id"] for one in going_on["tied"]]
    answer = client.post(reverse("direct-finals-next", args=[tournament.slug]))
    assert answer.url == reverse("direct-finals", args=[tournament.slug])
    settle = reverse("direct-finals-deed", args=[tournament.slug, 1, "settle"])
    client.post(settle, {"tied": tied, "remedy": "lots"})
    (going_on,) = client.get(reverse("direct-finals", args=[tournament.slug])).context["going_on"]
    assert (going_on["tie_words"], len(going_on["settled"])) == ("", 1)


def test_a_semifinalist_is_replaced_and_a_played_final_kept(client: Client) -> None:
    tournament, entrants = qualified(client)
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=FinalsShape(**SHAPE))
    round_ = confirm_cut(stage_id=stage.pk, actor=None, seed=5)
    before = layout_of(round_)
    out = before[0][0]
    replace = reverse("direct-finals-deed", args=[tournament.slug, 2, "replace"])
    shown = client.post(replace, {"entrant": out, "reason": "ill", "preview": "yes"})
    assert (shown.context["coming"], layout_of(round_)) == ([entrants[10].full_name], before)
    tournament.refresh_from_db()
    data = {"entrant": out, "reason": "ill", "version": shown.context["tournament"].data_version}
    assert client.post(replace, data | {"version": data["version"] - 1}, follow=True).context["messages"]
    assert layout_of(round_) == before
    client.post(replace, data)
    changed = [table for table, old in zip(layout_of(round_), before, strict=True) if set(table) != set(old)]
    names = {one.pk: one.full_name for one in entrants}
    assert [one["after"] for one in shown.context["tables"]] == [
        [names[who] for who in table] for table in changed
    ]
    seated = {who for table in layout_of(round_) for who in table}
    assert (out in seated, entrants[10].pk in seated) == (False, True)
    play(round_)
    client.post(reverse("direct-finals-next", args=[tournament.slug]))
    play(tournament.rounds.get(number=3))
    confirm_table(round_.tables.get(number=1), [10, 20, 30, 40])
    finals = reverse("direct-finals", args=[tournament.slug])
    assert client.get(finals).context["moved"][0]["started"] is True
    client.post(
        reverse("direct-finals-deed", args=[tournament.slug, 3, "keep"]), {"reason": "final already played"}
    )
    assert client.get(finals).context["moved"] == []


def test_without_a_cut_the_finals_lead_to_it(client: Client) -> None:
    tournament, _ = qualified(client)
    assert client.get(reverse("direct-finals", args=[tournament.slug])).url == reverse(
        "direct-cut", args=[tournament.slug]
    )


@pytest.mark.parametrize("count", [16, 40])
def test_queries_of_cut_and_finals(client: Client, count: int, django_assert_num_queries: Any) -> None:
    tournament, _ = qualified(client, count)
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=FinalsShape(**SHAPE))
    cut_page, finals_page = (
        reverse(name, args=[tournament.slug]) for name in ("direct-cut", "direct-finals")
    )
    client.get(cut_page)
    with django_assert_num_queries(22):
        client.get(cut_page)
    play(confirm_cut(stage_id=stage.pk, actor=None))
    with django_assert_num_queries(33):
        client.get(finals_page)
