"""The dispute desk: asked as a sentence, ruled, decided; the clock stands and gets its minutes back."""

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from games.adjudicator import adjudicate
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.errors import InvalidInput
from tournament.models import Dispute, Penalty, Role, Ruling, Sanction, Table, User
from tournament.selectors.disputes import suggestions_for
from tournament.selectors.places import places_for
from tournament.services.disputes import (
    DisputeNotOpen,
    NeedsAnotherReferee,
    TooLateToAppeal,
    appeal_dispute,
    ask_again,
    case_for,
    decide_dispute,
    open_dispute,
    replayed,
    withdraw_dispute,
)
from tournament.web.desk.challenge import CHALLENGE
from tournament.web.desk.readers import Player, dice, names, placement, whole
from tournament.web.forms.dispute import Question, typed_from

pytestmark = pytest.mark.django_db

PLAYERS = [Player(colour, colour.title()) for colour in ("red", "blue", "green", "yellow")]


def asked(typed: dict[str, str]) -> Question:
    return Question(typed, PLAYERS, CHALLENGE, places_for("risiko-challenge", {}).names)


def attack(**changes: str) -> dict[str, str]:
    """The form of an attack from Brasile, with 3 armies, to Africa del Nord, with 4: a breach of 4.10."""
    return {
        "kind": "attack",
        "attack-player": "red",
        "attack-from": "brasile",
        "attack-to": "africa_del_nord",
        "territory-brasile": "red",
        "armies-brasile": "3",
        "territory-africa_del_nord": "blue",
        "armies-africa_del_nord": "4",
        "round": "6",
    } | changes


@pytest.fixture
def table() -> Table:
    tournament = make_tournament()
    round_ = make_round(
        tournament, [make_entrants(tournament, 4)], state="playing", started_at=timezone.now()
    )
    return round_.tables.get()


@pytest.fixture
def referee(table: Table) -> User:
    return make_member(table.round.tournament, Role.REFEREE)


@pytest.fixture
def dispute(table: Table, referee: User) -> Dispute:
    question = asked(attack())
    case = case_for(table.round.tournament, position=question.position(), action=question.action())
    return open_dispute(
        tournament_id=table.round.tournament_id,
        case=case,
        question=question.sentence(),
        table_id=table.pk,
        parties=[seat.entrant_id for seat in table.seats.all()[:2]],
        actor=referee,
    )


def address(name: str, table: Table, *rest: Any) -> str:
    return reverse(name, args=[table.round.tournament.slug, *rest])


def past(dispute: Dispute, minutes: int) -> None:
    """Let the clock have stood for so long."""
    since = timezone.now() - timedelta(minutes=minutes)
    Dispute.objects.filter(pk=dispute.pk).update(clock_stopped_at=since)
    Table.objects.filter(pk=dispute.table_id).update(stopped_at=since)


# --- the page -----------------------------------------------------------------------------------------------


def test_a_question_is_asked_ruled_and_decided(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    new = f"{address('dispute-new', table)}?table={table.pk}"
    assert client.get(new).status_code == 200
    answer = client.post(new, attack())
    dispute = Dispute.objects.get()
    assert answer.headers["Location"] == address("dispute", table, dispute.pk)
    assert [one.colour for one in table.seats.filter(entrant__in=dispute.parties.all())] == ["red"]
    table.refresh_from_db()
    assert table.stopped_at is not None
    page = client.get(answer.headers["Location"])
    assert page.context["view"].ruling.verdict == "illegal"
    assert [one.number for one in page.context["view"].articles if one.outcome == "breach"] == ["4.10"]
    client.post(address("dispute-deed", table, dispute.pk, "decide"), {"decision": "accept"})
    dispute.refresh_from_db()
    table.refresh_from_db()
    assert [dispute.state, table.stopped_at] == ["decided", None]
    assert client.get(address("disputes", table)).context["settled"][0]["dispute"] == dispute


def test_an_unreadable_question_keeps_what_was_typed(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    answer = client.post(
        f"{address('dispute-new', table)}?table={table.pk}",
        attack(**{"attack-attacker_dice": "9 9", "round": "x"}),
    )
    assert answer.status_code == 422
    assert answer.context["typed"]["attack-from"] == "brasile"
    assert not Dispute.objects.exists()


def test_an_empty_board_needs_no_table(client: Client, table: Table, referee: User) -> None:
    client.force_login(referee)
    page = client.get(f"{address('dispute-new', table)}?players=5")
    assert len(page.context["players"]) == 5
    client.post(
        address("dispute-new", table),
        {"kind": "check_position", "territory-congo": "red", "armies-congo": "0"},
    )
    dispute = Dispute.objects.get()
    assert [dispute.table, dispute.rulings.get().verdict] == [None, "illegal"]
    assert client.get(address("dispute", table, dispute.pk)).context["suggestions"] == []


def test_the_board_is_that_of_the_last_question(client: Client, dispute: Dispute, referee: User) -> None:
    client.force_login(referee)
    assert dispute.table is not None
    page = client.get(f"{address('dispute-new', dispute.table)}?table={dispute.table_id}")
    assert page.context["owners"] == {"brasile": "red", "africa_del_nord": "blue"}
    assert page.context["typed"]["armies-africa_del_nord"] == "4"


def test_a_better_description_gives_a_second_ruling(client: Client, dispute: Dispute, referee: User) -> None:
    client.force_login(referee)
    assert dispute.table is not None
    amend = address("dispute-amend", dispute.table, dispute.pk)
    assert client.get(amend).context["typed"]["armies-brasile"] == "3"
    client.post(amend, attack(**{"armies-brasile": "5"}))
    assert [one.verdict for one in dispute.rulings.all()] == ["illegal", "legal"]
    assert client.post(amend, attack(kind="none")).status_code == 422
    page = client.get(address("dispute", dispute.table, dispute.pk))
    assert [len(page.context["earlier"]), page.context["view"].ruling.verdict] == [1, "legal"]


def test_overruling_needs_a_reason(client: Client, dispute: Dispute, referee: User) -> None:
    client.force_login(referee)
    assert dispute.table is not None
    decide = address("dispute-deed", dispute.table, dispute.pk, "decide")
    client.post(decide, {"decision": "overrule", "reason": " "})
    assert Ruling.objects.get().decision == ""
    client.post(decide, {"decision": "overrule", "reason": "i dadi erano tre"})
    assert [Ruling.objects.get().decision, Ruling.objects.get().reason] == ["overruled", "i dadi erano tre"]


def test_a_penalty_is_given_from_the_catalogue(client: Client, dispute: Dispute, referee: User) -> None:
    client.force_login(referee)
    table, tournament = dispute.table, dispute.tournament
    assert table is not None
    warning = Sanction.objects.create(tournament=tournament, code="warning", name="Warning", effect="warning")
    out = Sanction.objects.create(
        tournament=tournament, code="out", name="Out", effect="disqualification", position=9
    )
    seat = table.seats.first()
    assert seat is not None
    deed = address("dispute-deed", table, dispute.pk, "sanction")
    client.post(deed, {"entrant": seat.entrant_id, "sanction": warning.pk})
    penalty = Penalty.objects.get()
    assert [penalty.effect, penalty.round, penalty.reason] == ["warning", table.round, str(dispute)]
    assert client.post(deed, {"entrant": seat.entrant_id, "sanction": out.pk}).status_code == 403
    assert [one.sanction for one in suggestions_for(tournament, [seat.entrant])] == [out]


def test_the_record_is_a_document_to_sign(client: Client, dispute: Dispute, referee: User) -> None:
    client.force_login(referee)
    decide_dispute(dispute_id=dispute.pk, accept=False, actor=referee, reason="Visto il tavolo")
    assert dispute.table is not None
    answer = client.get(address("dispute-record", dispute.table, dispute.pk))
    assert answer["Content-Type"] == "application/pdf"
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    assert {"4.10", "Visto il tavolo"} == {word for word in ("4.10", "Visto il tavolo") if word in text}


@pytest.mark.parametrize("role", [Role.DESK, Role.SCOREKEEPER, None])
def test_only_referees_and_directors_come_in(client: Client, dispute: Dispute, role: Role | None) -> None:
    assert dispute.table is not None
    if role:
        client.force_login(make_member(dispute.tournament, role))
    expected = 403 if role else 302
    for name, rest in (("disputes", ()), ("dispute-new", ()), ("dispute", (dispute.pk,))):
        assert client.get(address(name, dispute.table, *rest)).status_code == expected
    assert client.post(address("dispute-deed", dispute.table, dispute.pk, "decide")).status_code == expected


def test_another_tournaments_dispute_is_not_found(client: Client, dispute: Dispute) -> None:
    other = make_tournament()
    client.force_login(make_member(other))
    assert client.get(reverse("dispute", args=[other.slug, dispute.pk])).status_code == 404
    assert (
        client.get(f"{reverse('dispute-new', args=[other.slug])}?table={dispute.table_id}").status_code == 404
    )


@pytest.mark.parametrize("count", [1, 30])
def test_the_desk_costs_the_same_queries(
    client: Client, dispute: Dispute, referee: User, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count - 1):
        open_dispute(
            tournament_id=dispute.tournament_id, case=dispute.case, table_id=dispute.table_id, actor=referee
        )
    client.force_login(referee)
    assert dispute.table is not None
    with django_assert_num_queries(11):
        assert len(client.get(address("disputes", dispute.table)).context["open"]) == count


# --- the services -------------------------------------------------------------------------------------------


def test_the_table_gets_its_minutes_back(dispute: Dispute, referee: User) -> None:
    past(dispute, 7)
    decide_dispute(dispute_id=dispute.pk, accept=True, actor=referee)
    dispute.refresh_from_db()
    table = Table.objects.get(pk=dispute.table_id)
    assert [table.stopped_at, table.returned_seconds // 60, dispute.returned_seconds // 60] == [None, 7, 7]


def test_a_second_dispute_keeps_the_clock_standing(dispute: Dispute, referee: User) -> None:
    other = open_dispute(
        tournament_id=dispute.tournament_id, case=dispute.case, table_id=dispute.table_id, actor=referee
    )
    withdraw_dispute(dispute_id=dispute.pk, actor=referee)
    assert Table.objects.get(pk=dispute.table_id).stopped_at is not None
    withdraw_dispute(dispute_id=other.pk, actor=referee)
    assert Table.objects.get(pk=dispute.table_id).stopped_at is None


def test_an_appeal_goes_to_another_referee_in_time(dispute: Dispute, referee: User) -> None:
    decide_dispute(dispute_id=dispute.pk, accept=True, actor=referee)
    appeal_dispute(dispute_id=dispute.pk, actor=referee, reason="non convince")
    assert Table.objects.get(pk=dispute.table_id).stopped_at is not None
    with pytest.raises(NeedsAnotherReferee):
        decide_dispute(dispute_id=dispute.pk, accept=False, actor=referee, reason="no")
    second = make_member(dispute.tournament, Role.REFEREE)
    final = decide_dispute(dispute_id=dispute.pk, accept=False, actor=second, reason="tiro valido")
    dispute.refresh_from_db()
    assert [dispute.state, final.on_appeal, dispute.rulings.count()] == ["closed", True, 2]
    with pytest.raises(DisputeNotOpen):
        appeal_dispute(dispute_id=dispute.pk, actor=referee, reason="ancora")


def test_an_appeal_comes_too_late(dispute: Dispute, referee: User) -> None:
    decide_dispute(dispute_id=dispute.pk, accept=True, actor=referee)
    with pytest.raises(InvalidInput):
        appeal_dispute(dispute_id=dispute.pk, actor=referee, reason=" ")
    Dispute.objects.filter(pk=dispute.pk).update(appeal_until=timezone.now() - timedelta(seconds=1))
    with pytest.raises(TooLateToAppeal):
        appeal_dispute(dispute_id=dispute.pk, actor=referee, reason="tardi")


def test_a_decided_dispute_is_not_decided_again(dispute: Dispute, referee: User) -> None:
    decide_dispute(dispute_id=dispute.pk, accept=True, actor=referee)
    for step in (
        lambda: decide_dispute(dispute_id=dispute.pk, accept=True, actor=referee),
        lambda: withdraw_dispute(dispute_id=dispute.pk, actor=referee),
        lambda: ask_again(dispute_id=dispute.pk, case=dispute.case, actor=referee),
    ):
        with pytest.raises(DisputeNotOpen):
            step()


def test_an_old_ruling_is_replayed(dispute: Dispute) -> None:
    ruling = dispute.rulings.get()
    assert replayed(ruling) == ruling.document == adjudicate(ruling.case)
    assert ruling.ruleset == "risiko-challenge"


def test_what_cannot_be_read_is_no_dispute(table: Table, referee: User) -> None:
    tournament = table.round.tournament
    with pytest.raises(InvalidInput):
        open_dispute(tournament_id=tournament.pk, case={"ruleset": "chess"}, actor=referee)
    other = make_round(make_tournament(), [make_entrants(make_tournament(), 4)])
    case = case_for(
        tournament, position={"players": ["a", "b", "c"], "board": {}}, action={"type": "check_position"}
    )
    with pytest.raises(InvalidInput):
        open_dispute(tournament_id=tournament.pk, case=case, table_id=other.tables.get().pk, actor=referee)


# --- the sentence -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", CHALLENGE.kinds)
def test_every_sentence_makes_a_case_that_can_be_amended(kind: str) -> None:
    typed = {
        "kind": kind,
        f"{kind}-player": "red",
        f"{kind}-from_player": "blue",
        f"{kind}-to_player": "green",
        f"{kind}-from": "congo",
        f"{kind}-to": "egitto",
        f"{kind}-territory": "congo",
        f"{kind}-armies": "3",
        f"{kind}-cards": "2",
        f"{kind}-supply": "9",
        f"{kind}-attacker_dice": "6 5",
        f"{kind}-defender_dice": "4",
        f"{kind}-dice": "3 1",
        f"{kind}-placement": "congo 2, egitto 1",
        f"{kind}-set": "alaska, peru, joker",
        f"{kind}-card": "alaska",
        "phase": "combat",
        "set_played": "no",
        "moved": "yes",
        "conquered-known": "1",
        "last-from": "congo",
        "last-to": "egitto",
        "closing": "4",
        "hand-red": "alaska, joker",
        "objective-red": "7",
        "out-yellow": "1",
        "territory-cina": "red",
        "armies-cina": "2",
    } | {f"{kind}-{flag}": "1" for flag in CHALLENGE.kinds[kind].flags}
    question = asked(typed)
    again = asked(typed_from({"action": question.action(), "position": question.position()}, CHALLENGE))
    assert again.action() == question.action()
    assert again.position() == question.position()
    assert again.sentence() == question.sentence()
    assert question.action()["type"] == kind


def test_a_sentence_says_only_what_is_known() -> None:
    assert asked(attack()).sentence() == "Red attacks from Brasile to Africa del Nord"
    thrown = attack(**{"attack-attacker_dice": "6 5", "attack-defender_dice": "4"})
    assert asked(thrown).sentence().endswith("Nord, throws 6 5 against 4")


def test_what_is_typed_is_read_as_meant() -> None:
    assert [dice("652"), dice("6, 5 2"), dice("")] == [[6, 5, 2], [6, 5, 2], []]
    assert names("Alaska; Perù,\nJoker ,") == ["Alaska", "Perù", "Joker"]
    assert placement("Congo 2, Africa del Nord: 1") == {"Congo": 2, "Africa del Nord": 1}
    assert whole("7") == 7
    for broken in (
        lambda: placement("Congo"),
        lambda: whole("x"),
        lambda: asked({"kind": ""}).kind,
    ):
        with pytest.raises(InvalidInput):
            broken()
