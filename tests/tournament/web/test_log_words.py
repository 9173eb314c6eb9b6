"""Every act that the program records, and every fact it keeps with it, has words; read off the sources themselves."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation import override

from tournament.acts import KIND_WORDS, kind_words
from tournament.models import Event
from tournament.services.records import OF_RESULTS
from tournament.web.log import change_of
from tournament.web.log_words import FACT_WORDS, TECHNICAL, fact_words

PROGRAM = Path(__file__).resolve().parents[3] / "tournament"
NO_WORDS_NEEDED = {"name", "kind"}


def calls_in(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def strings_in(node: ast.AST) -> set[str]:
    tested = {
        id(inner) for one in ast.walk(node) if isinstance(one, ast.IfExp) for inner in ast.walk(one.test)
    }
    return {
        one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in tested
    }


def values_of(tree: ast.AST, name: str) -> set[str]:
    """The strings that a name of a module can mean: assigned to it, or handed over as an argument of that name."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(
            isinstance(one, ast.Name) and one.id == name for one in node.targets
        ):
            found |= strings_in(node.value)
        if isinstance(node, ast.keyword) and node.arg == name:
            found |= strings_in(node.value)
        if isinstance(node, ast.FunctionDef) and name in (places := [one.arg for one in node.args.args]):
            for call in calls_in(tree, node.name):
                for handed in call.args[places.index(name) :][:1]:
                    found |= strings_in(handed)
                    if isinstance(handed, ast.Name):
                        found |= values_of(tree, handed.id)
    return found


def kinds_of(tree: ast.AST) -> Iterator[tuple[int, set[str]]]:
    for call in calls_in(tree, "record_event"):
        kind = call.args[1]
        names = [one.id for one in ast.walk(kind) if isinstance(one, ast.Name)]
        if isinstance(kind, ast.IfExp):
            names = []
        yield call.lineno, strings_in(kind).union(*(values_of(tree, one) for one in names))


def facts_of(tree: ast.AST) -> set[str]:
    """The keys of every fact that is written where it is recorded."""
    return {
        key.value
        for call in calls_in(tree, "record_event")
        for keyword in call.keywords
        if keyword.arg in {"before", "after"} and isinstance(keyword.value, ast.Dict)
        for key in keyword.value.keys
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.AST]:
    """Every source of the program that can record something, by its place."""
    texts = {
        str(path.relative_to(PROGRAM)): path.read_text(encoding="utf-8") for path in PROGRAM.rglob("*.py")
    }
    return {name: ast.parse(text) for name, text in texts.items() if "record_event" in text}


def test_every_act_that_is_recorded_has_words(trees: dict[str, ast.AST]) -> None:
    recorded = {(name, line): kinds for name, tree in trees.items() for line, kinds in kinds_of(tree)}
    assert len(recorded) > 70
    assert [place for place, kinds in recorded.items() if not kinds] == []
    every = set().union(*recorded.values())
    assert {"persons_merged", "room_stopped", "seating_undone", "place_renounced"} <= every
    assert sorted(every - set(KIND_WORDS)) == []
    assert sorted(OF_RESULTS - every) == []


def test_every_fact_that_is_recorded_has_words(trees: dict[str, ast.AST]) -> None:
    facts = set().union(*(facts_of(tree) for tree in trees.values()))
    assert {"tables", "seed", "checksum"} <= facts
    wordless = [
        one for one in facts - set(FACT_WORDS) - TECHNICAL if fact_words(one) == one.replace("_", " ")
    ]
    assert sorted(set(wordless) - NO_WORDS_NEEDED) == []


def test_fields_of_an_entry_are_called_as_on_its_page() -> None:
    with override("it"):
        assert fact_words("entry_credit") == "credito per ingresso tardivo"
        assert (kind_words("unheard_of"), fact_words("unheard_of")) == ("Unheard of", "unheard of")


def test_what_only_undoing_needs_is_not_shown() -> None:
    merged = Event(
        before={"kept": "k1", "filled": {"email": "a@b.it"}}, after={"gone": "k2", "name": "Anna Rosi"}
    )
    with override("en"):
        assert change_of(merged) == "name: Anna Rosi"


def test_facts_are_read_by_people() -> None:
    with override("en"):
        turns = Event(before={"3": 42}, after={"3": 39})
        assert change_of(turns) == "turn 3: 42 → 39"
        drawn = Event(
            after={
                "tables": [[3, 16, 8, 36], [7, 35, 37, 24]],
                "plan": {"players": 41, "shape": {"a": 1}, "way": "cut"},
            }
        )
        assert change_of(drawn) == "tables: 2; plan: players 41"
        swapped = Event(before={"tables": [[1, 2], [3, 9]]}, after={"tables": [[1, 3], [2, 9]]})
        assert change_of(swapped, {1: "Anna", 2: "Bice", 3: "Carlo"}) == "tables: Carlo: 2 → 1, Bice: 1 → 2"
        assert change_of(swapped) == "tables: 2 → 2"
        assert change_of(Event(before={"tables": 3}, after={"tables": [4]})) == "tables: 3 → 4"
        assert change_of(Event(after={"checksum": "0123456789ab" + "c" * 52})) == "checksum: 0123456789ab…"
