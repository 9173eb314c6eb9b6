"""Patterns instead of a draw: by standings, by bands, alla greca, fixed; who rests; the seed's proof; the simulation."""

import io
import json
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from seating import Round, Scheme, check, choose_resting, commitment, draw, verifies
from seating.lottery import Lottery
from seating.simulation import simulate
from tests.seating.conftest import MakeRequest

NAMES = tuple(f"p{who:02}" for who in range(16))
PLAYED: Round = tuple(NAMES[first : first + 4] for first in range(0, 16, 4))


def tables_of(request) -> list[list[str]]:
    drawing = draw(request)
    assert check(request, drawing.rounds) == ()
    return [sorted(table) for table in drawing.rounds[0]]


def test_swiss_seats_the_first_at_table_one(request_of: MakeRequest) -> None:
    request = request_of(16, 1, "", scheme=Scheme.SWISS, standings=NAMES[::-1])
    assert tables_of(request) == [sorted(NAMES[::-1][first : first + 4]) for first in range(0, 16, 4)]


def test_bands_put_one_of_each_at_every_table(request_of: MakeRequest) -> None:
    request = request_of(16, 1, "", scheme=Scheme.BANDS, standings=NAMES)
    assert tables_of(request)[0] == ["p00", "p04", "p08", "p12"]


def test_bands_fill_the_larger_tables_with_the_last(request_of: MakeRequest) -> None:
    request = request_of(9, 1, "", scheme=Scheme.BANDS, standings=NAMES[:9])
    assert tables_of(request) == [["p00", "p02", "p04", "p06"], ["p01", "p03", "p05", "p07", "p08"]]


def test_the_winner_stays_and_the_others_move_on(request_of: MakeRequest) -> None:
    request = request_of(16, 1, "", scheme=Scheme.GRECA, standings=NAMES, history=(PLAYED,))
    assert tables_of(request)[0] == ["p00", "p07", "p10", "p13"]
    assert "p03" in tables_of(replace(request, winners=("p03",)))[0]


def test_alla_greca_finds_places_for_newcomers(request_of: MakeRequest) -> None:
    request = request_of(17, 1, "", scheme=Scheme.GRECA, standings=NAMES, history=(PLAYED,))
    assert [len(table) for table in tables_of(request)] == [4, 4, 4, 5]


def test_fixed_tables_repeat_the_last_round(request_of: MakeRequest) -> None:
    request = request_of(16, 1, "", scheme=Scheme.FIXED, history=(PLAYED,))
    assert tables_of(request) == [sorted(table) for table in PLAYED]
    pinned = replace(request, history=(), fixed_tables=dict.fromkeys(NAMES[:4], 2))
    assert tables_of(pinned)[1] == sorted(NAMES[:4])


def test_volunteers_rest_first_then_who_has_played_most(request_of: MakeRequest) -> None:
    request = request_of(11, 1, history=((("p00", "p01", "p02", "p03"),),), seed=3)
    assert choose_resting(request, 2, ("p09", "gone", "p05", "p06")) == ("p09", "p05")
    assert set(choose_resting(request, 3, ("p09",))) - {"p09"} <= {"p00", "p01", "p02", "p03"}
    assert choose_resting(request, 3) == choose_resting(request, 3)


def test_a_seed_is_promised_before_and_shown_after() -> None:
    shown = commitment(20261129, "salt")
    assert len(shown) == 64
    assert verifies(20261129, "salt", shown)
    assert not verifies(20261130, "salt", shown)


def test_the_generator_gives_the_same_numbers_everywhere() -> None:
    lottery = Lottery(1, "check")
    assert [lottery.below(1000) for _ in range(5)] == [916, 902, 551, 953, 684]
    assert sorted(Lottery(2).shuffled(range(9))) == list(range(9))


def test_random_tournaments_have_no_violation() -> None:
    *_, outcome = simulate(4, seed=1, largest=24)
    assert (outcome.tournaments, outcome.violations) == (4, 0)
    assert outcome.rounds > 8
    assert all(figures.value >= figures.bound for figures in outcome.criteria.values())


def test_the_report_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    out = io.StringIO()
    call_command("seating-report", "--tournaments", "2", "--largest", "16", "--json", stdout=out)
    facts = json.loads(out.getvalue())
    assert (facts["tournaments"], facts["violations"]) == (2, 0)
    out = io.StringIO()
    call_command("seating-report", "--tournaments", "2", "--largest", "16", stdout=out)
    assert out.getvalue().startswith(f"2 tournaments, {facts['rounds']} rounds, {facts['seats']} seats\n")
    with pytest.raises(CommandError, match="at least 1 tournament and 8 entrants"):
        call_command("seating-report", "--tournaments", "0")
