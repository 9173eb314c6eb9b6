"""What a director does over the API beside the rounds: the cut, the finals, penalties, switches, the log."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.thresholds import FinalsShape
from tests.factories import make_entrants, make_member, make_round, make_tournament
from tests.results import close, confirm
from tests.tournament.api.conftest import Api
from tests.tournament.services.test_knockout import played, qualifying
from tournament.api.examples import LOTS, PENALTY, RENUNCIATION, SHAPE, STRUCTURE
from tournament.models import Role, Round, Sanction, Tournament, TournamentState, User
from tournament.services.cut import choose_shape
from tournament.services.knockout import confirm_cut

pytestmark = pytest.mark.django_db


class Hall:
    """A director's client at one tournament."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.api = Api(make_member(tournament, Role.DIRECTOR))

    def get(self, path: str = "", **headers: str) -> Any:
        return self.api.get(f"tournaments/{self.tournament.slug}/{path}", **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.api.post(f"tournaments/{self.tournament.slug}/{path}", body, **headers)

    def refused(self, path: str, body: Any = None) -> tuple[int, str]:
        """Status and code of an answer that says no."""
        answer = self.post(path, body)
        return answer.status_code, answer.json()["code"]


def in_semifinals() -> tuple[Hall, Round]:
    """Sixteen played, the first two wait in the final, eight have played the two semifinals."""
    tournament, _ = qualifying()
    stage = choose_shape(tournament_id=tournament.pk, actor=None, shape=FinalsShape(2, 2, 8, 1))
    round_ = confirm_cut(stage_id=stage.pk, actor=None, seed=5)
    round_.state = "published"
    round_.save()
    return Hall(tournament), round_


def test_the_cut_from_the_choice_to_the_draw() -> None:
    tournament, entrants = qualifying(level=(1, 2))
    hall = Hall(tournament)
    assert hall.get("cut/").json()["way"] is None
    assert hall.refused("cut/", {}) == (422, "invalid_input")
    assert hall.refused("cut/confirm/") == (404, "not_found")
    assert hall.post("cut/", {"table": ""}).json()["source"] == "raduno"
    assert hall.post("cut/", {"structure": {"entrants": 16, "notation": "4×4"}}).status_code == 422
    chosen = hall.post("cut/", SHAPE).json()
    assert [chosen["way"], chosen["confirmed"], chosen["shape"]["semifinals"]] == ["semifinals", False, 2]
    tied = chosen["tie"]["tied"]
    assert set(tied) == {entrants[1].number, entrants[2].number}
    assert hall.refused("cut/confirm/") == (409, "cut_tied")
    assert hall.refused("finals/draw/", {}) == (404, "not_found")
    seen = hall.get("cut/")["ETag"]
    lots = LOTS | {"tied": tied}
    assert hall.post("cut/settle/", lots, If_Match=seen).json()["tie"] is None
    assert hall.post("cut/settle/", lots, If_Match=seen).status_code == 412
    assert hall.post("cut/unsettle/").json()["tie"]["tied"] == tied
    play_off = {"remedy": "play-off table", "tied": tied, "order": tied[::-1]}
    assert len(hall.post("cut/settle/", play_off).json()["settled"]) == 1
    passed = hall.post("cut/decline/", {"entrant": tied[0], "declined": True}).json()
    assert [row["declined"] for row in passed["rows"] if row["entrant"] == tied[0]] == [True]
    drawn = hall.post("cut/confirm/", {"seed": 9})
    assert [drawn.status_code, drawn.json()["state"], drawn.json()["number"]] == [201, "draft", 2]
    assert hall.get("finals/").json()["rounds"][0]["missing"] == 2
    assert hall.post("cut/take-back/", {"reason": "errore"}).json()["way"] is None


def test_places_are_given_up_with_a_preview_until_the_crown() -> None:
    hall, round_ = in_semifinals()
    first = next(iter(round_.tables.order_by("number")[0].seats.order_by("turn_order"))).entrant
    replaced = hall.post("finals/2/replace/", {"entrant": first.number, "reason": "malato"}).json()
    assert [replaced["going"], replaced["preview"]] == [[first.number], False]
    played(round_)
    close(round_)
    finals = hall.get("finals/")
    before = finals.json()["rounds"][0]["going_on"][0]
    shown = hall.post("finals/2/renounce/", RENUNCIATION | {"entrant": before[0]}).json()
    gone = {"entrant": before[0], "reason": "treno"}
    assert [shown["preview"], shown["going"], len(shown["coming"])] == [True, [before[0]], 1]
    assert hall.get("finals/").json()["rounds"][0]["acts"] == []
    done = hall.post("finals/2/renounce/", gone, If_Match=finals["ETag"]).json()
    assert hall.post("finals/2/renounce/", gone, If_Match=finals["ETag"]).status_code == 412
    assert [done["preview"], done["coming"]] == [False, shown["coming"]]
    assert hall.get("finals/").json()["rounds"][0]["acts"][0]["reason"] == "treno"
    assert hall.post("finals/2/take-back/", {}).json()["coming"] == [before[0]]
    left = hall.post("finals/2/renounce/", gone | {"leave_empty": True}).json()
    assert [left["going"], left["coming"]] == [[before[0]], []]
    assert hall.refused("finals/2/settle/", {"remedy": "lots", "tied": []}) == (409, "no_tie")
    final = hall.post("finals/draw/", {"seed": 4})
    assert [final.status_code, final.json()["number"]] == [201, 3]
    assert hall.post("finals/draw/", {}).json()["number"] == 3
    assert hall.post("finals/3/seat-again/", {"reason": "corretto"}).json()["tables"] == []
    assert hall.post("finals/3/keep/", {"reason": "così"}).status_code == 200
    assert hall.refused("finals/7/keep/", {"reason": "x"}) == (404, "not_found")
    assert hall.refused("finals/crown/") == (409, "no_winner_yet")
    last = Round.objects.get(tournament=hall.tournament, number=3)
    confirm(last, [[50, 40, 30]])
    close(last)
    assert hall.post("finals/crown/").json()["after_round"] == 3
    assert [row["rank"] for row in hall.get("finals/").json()["ranking"]][:3] == [1, 2, 3]


def test_who_could_follow_equally_is_named_by_number() -> None:
    tournament = make_tournament(state=TournamentState.OPEN)
    make_entrants(tournament, 16, clubs=16)
    hall = Hall(tournament)
    hall.post("cut/", STRUCTURE)
    hall.post("cut/confirm/")
    hall.post("rounds/1/publish/")
    round_ = tournament.rounds.get()
    numbers = dict(tournament.entrants.values_list("pk", "number"))
    layout = [[numbers[who] for who in table] for table in played(round_)]
    for who in layout[0][1:]:
        hall.post("finals/1/renounce/", {"entrant": who})
    tied = hall.post("finals/1/renounce/", {"entrant": layout[0][0]})
    assert [tied.status_code, tied.json()["code"]] == [409, "cut_tied"]
    seconds = tied.json()["facts"]["tied"]
    assert set(seconds) == {table[1] for table in layout[1:]}
    settled = {"entrant": layout[0][0], "remedy": "play-off table", "order": seconds}
    followed = hall.post("finals/1/renounce/", settled).json()
    assert [followed["going"], followed["coming"]] == [[layout[0][0]], [seconds[0]]]


def test_only_a_director_disqualifies(round_: Round, referee: User, as_user: Callable[..., Api]) -> None:
    base, api = f"tournaments/{round_.tournament.slug}/", as_user(referee)
    Sanction.objects.create(
        tournament=round_.tournament, code="noise", name="Chiasso", effect="points", amount=10
    )
    assert api.get(f"{base}sanctions/").json()[0]["code"] == "noise"
    given = api.post(f"{base}penalties/", {"entrant": 1, "sanction": "noise", "reason": "grida"})
    assert [given.status_code, given.json()["points"], given.json()["round"]] == [201, 10, None]
    assert api.post(f"{base}penalties/", PENALTY).json()["round"] == 1
    out = {"entrant": 2, "effect": "disqualification", "round": 1, "reason": "bara"}
    assert api.post(f"{base}penalties/", out).status_code == 403
    director = Hall(round_.tournament)
    assert director.post("penalties/", out).json()["effect"] == "disqualification"
    assert director.refused("penalties/", out | {"round": 9}) == (422, "invalid_input")
    assert director.refused("penalties/", {"entrant": 1, "sanction": "x", "reason": "y"})[0] == 422
    revoked = api.post(f"{base}penalties/{given.json()['id']}/revoke/", {"reason": "scambio"})
    assert revoked.json()["revoked_reason"] == "scambio"
    assert api.post(f"{base}penalties/0/revoke/", {"reason": "x"}).status_code == 404
    assert len(api.get(f"{base}penalties/").json()) == 3


def test_switches_state_roll_call_and_the_log(tournament: Tournament) -> None:
    make_entrants(tournament, 8)
    hall = Hall(tournament)
    seen = hall.get()["ETag"]
    shown = hall.post("publishing/", {"results": False, "hidden_from_round": 2}, If_Match=seen).json()
    assert [shown["published"]["results"], shown["published"]["page"], shown["hidden_from_round"]] == [
        False,
        True,
        2,
    ]
    assert hall.post("publishing/", {"results": True}, If_Match=seen).status_code == 412
    hall.post("entrants/1/presence/", {"present": None})
    called = hall.post("roll-call/", {"open": False}).json()
    assert [called["open"], called["absent"], called["not_called"]] == [False, [1], []]
    assert hall.post("roll-call/", {"open": False}).json() == called == hall.get("roll-call/").json()
    assert hall.post("roll-call/", {"open": True}).json()["closed_at"] is None
    assert hall.post("entrants/2/withdraw/", {"after_round": 0}).json()["state"] == "withdrawn"
    assert hall.post("entrants/2/bring-back/").json()["state"] == "checked_in"
    assert hall.refused("state/", {"state": "draft"}) == (409, "wrong_state")
    kinds = [one["kind"] for one in hall.get("events/?after=0").json()["results"]]
    assert kinds[-3:] == ["check_in_reopened", "entrant_withdrawn", "entrant_returned"]
    newest = hall.get("events/?page_size=1").json()["results"][0]
    assert [newest["kind"], newest["number"]] == [kinds[-1], len(kinds)]
    assert hall.get("events/?kind=publishing_changed&q=nobody").json()["count"] == 0


def test_a_draft_is_seated_by_hand_drawn_again_and_thrown_away(tournament: Tournament) -> None:
    make_entrants(tournament, 6)
    hall = Hall(tournament)
    three = hall.post("rounds/", {"staggered": True, "starts_at": "2026-11-29T10:00:00Z"})
    assert [three.status_code, three.json()["starts_at"]] == [201, "2026-11-29T10:00:00Z"]
    assert hall.refused("rounds/1/draw-again/", {}) == (422, "invalid_input")
    assert hall.post("rounds/1/discard/").json()["number"] == 1
    make_entrants(tournament, 2)
    assert hall.post("rounds/", {}).json()["number"] == 1
    seats = [[seat["entrant"] for seat in table["seats"]] for table in hall.get("rounds/1/tables/").json()]
    seats[0][0], seats[1][0] = seats[1][0], seats[0][0]
    laid = hall.post("rounds/1/seating/", {"tables": seats}).json()
    assert [[seat["entrant"] for seat in table["seats"]] for table in laid] == seats
    assert hall.refused("rounds/1/seating/", {"tables": seats[:1]}) == (422, "invalid_input")
    assert hall.post("rounds/1/draw-again/", {}).json()["state"] == "draft"


def test_clocks_stand_still_and_run_again(round_: Round) -> None:
    hall, table = Hall(round_.tournament), round_.tables.get(number=1)
    for running, is_still in ((True, False), (False, True), (False, True), (True, False)):
        room = hall.post("rounds/1/clock/", {"running": running}).json()
        assert (room["stopped_at"] is not None) is is_still
        one = hall.post(f"tables/{table.pk}/clock/", {"running": running}).json()
        assert (one["stopped_at"] is not None) is is_still
    given = hall.post(f"tables/{table.pk}/minutes/", {"minutes": 2, "reason": "dadi persi"}).json()
    assert given["returned_seconds"] >= 120
    make_round(round_.tournament, [make_entrants(round_.tournament, 4)])
    assert hall.post("rounds/2/clock/", {"running": False}).status_code == 409
