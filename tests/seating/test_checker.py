"""The checker names each breach, player and round, whoever made the seating."""

import subprocess
import sys
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from seating import CriterionCode, ViolationCode, check, draw, staggered
from tests.seating.conftest import MakeRequest, clubs_of, make_request


def test_the_checker_does_not_import_the_search() -> None:
    program = (
        "import sys, types, pathlib, importlib;"
        "package = types.ModuleType('seating');"
        "package.__path__ = [str(pathlib.Path('seating').resolve())];"
        "sys.modules['seating'] = package;"
        "importlib.import_module('seating.checker');"
        "print(sorted(name for name in sys.modules if name.startswith('seating.')))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    expected = ["assessment", "checker", "criteria", "request", "splits", "words"]
    assert loaded.strip() == str([f"seating.{name}" for name in expected])


def breaches(request, *rounds) -> list[tuple[str, int, int | None, tuple[str, ...]]]:
    return [(found.code.value, found.round, found.table, found.players) for found in check(request, rounds)]


def test_a_legal_seating_has_no_violation(request_of: MakeRequest) -> None:
    assert breaches(request_of(8), (("p00", "p01", "p02", "p03"), ("p04", "p05", "p06", "p07"))) == []


def test_every_breach_is_named(request_of: MakeRequest) -> None:
    request = replace(request_of(9, fixed_tables={"p04": 1}), present=tuple(f"p0{who}" for who in range(8)))
    tables = (("p00", "p01", "p02"), ("p04", "p05", "p00", "p08"), ())
    assert breaches(request, tables) == [
        ("seated-twice", 1, None, ("p00",)),
        ("not-seated", 1, None, ("p03",)),
        ("not-seated", 1, None, ("p06",)),
        ("not-seated", 1, None, ("p07",)),
        ("stranger", 1, 2, ("p08",)),
        ("table-size", 1, 1, ("p00", "p01", "p02")),
        ("empty-table", 1, 3, ()),
        ("wrong-table", 1, 2, ("p04",)),
    ]


def test_the_number_of_rounds_is_checked(request_of: MakeRequest) -> None:
    assert breaches(request_of(8, 2)) == [("round-count", 1, None, ())]


def test_who_rests_may_not_sit(request_of: MakeRequest) -> None:
    request = staggered(request_of(7))
    rounds = draw(request).rounds
    first = rounds[0][0]
    resting = request.sitting_out[0][0]
    wrong = ((resting, *first[1:]), *rounds[0][1:])
    found = check(request, (wrong, *rounds[1:]))
    assert [(one.code, one.players) for one in found] == [
        (ViolationCode.NOT_SEATED, (first[0],)),
        (ViolationCode.RESTING, (resting,)),
    ]
    assert found[1].words.en == f"Round 1, table 1: {resting} rests in this round."


def test_warnings_name_what_a_criterion_finds(request_of: MakeRequest) -> None:
    history = ((("p00", "p01", "p02", "p03"), ("p04", "p05", "p06", "p07")),)
    request = request_of(
        8, 1, "clubs repeats player-club-meetings", clubs=["x", "x", *"abcdef"], history=history
    )
    tables = (("p00", "p01", "p04", "p05"), ("p02", "p03", "p06", "p07"))
    found = check(request, (tables,), warnings=True)
    assert [(one.criterion, one.players, one.table, one.breach) for one in found] == [
        (CriterionCode.CLUBS, ("p00", "p01"), 1, False),
        (CriterionCode.REPEATS, ("p00", "p01"), 1, False),
        (CriterionCode.REPEATS, ("p02", "p03"), 2, False),
        (CriterionCode.REPEATS, ("p04", "p05"), 1, False),
        (CriterionCode.REPEATS, ("p06", "p07"), 2, False),
        *((CriterionCode.PLAYER_CLUB_MEETINGS, (who,), table, False) for who, table in PLAYER_CLUB),
    ]
    assert found[1].words.it == "p00, p01: si incontrano di nuovo (turni 1, 2)."
    assert found[0].words.it == "p00, p01: stesso club, allo stesso tavolo (turno 2)."


# Each meets once more the club met before; p04 and p05 meet both people of club x at once as well.
PLAYER_CLUB = [("p02", 2), ("p03", 2), ("p04", 1), ("p05", 1), ("p06", 2), ("p07", 2), ("p04", 1), ("p05", 1)]


def test_club_cases_name_the_clubs(request_of: MakeRequest) -> None:
    clubs = ["a", "b"] * 4
    request = request_of(8, 1, "club-meetings", clubs=clubs)
    tables = (("p00", "p01", "p02", "p03"), ("p04", "p05", "p06", "p07"))
    found = check(request, (tables,), warnings=True)
    assert [(one.players, one.table, one.words.en) for one in found] == [
        ((), None, "a, b: these clubs meet again (round 1).")
    ]


@given(
    st.lists(
        st.lists(st.lists(st.sampled_from(["p00", "p01", "p05", "gone", "??"]), max_size=6), max_size=4),
        max_size=3,
    )
)
def test_any_rubbish_is_judged_not_stumbled_over(rubbish: list[list[list[str]]]) -> None:
    request = make_request(8, 2, "clubs repeats turn-order", clubs=clubs_of(8))
    rounds = tuple(tuple(map(tuple, tables)) for tables in rubbish)
    assert all(found.breach for found in check(request, rounds, warnings=True))
    assert check(request, rounds) != ()
