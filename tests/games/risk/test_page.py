"""Every rule says what stands behind it, in every language, and the page docs/risk.md is what they say."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.core.rule import Rule
from games.core.ruling import article_order
from games.risk.judge import CONSEQUENCES, actions_of
from games.risk.page import page
from games.risk.questions import QUESTIONS
from games.risk.rulebook import RULESETS

DOCUMENT = Path(__file__).parents[3] / "docs" / "risk.md"
RULES = {r.number: r for ruleset in RULESETS.values() for r in ruleset.rules}


def test_document_is_up_to_date() -> None:
    assert _run("document", "--game", "risk") == DOCUMENT.read_text(encoding="utf-8")


def test_the_page_exists_in_italian() -> None:
    lines = page({}, "it").splitlines()
    assert "## Questioni aperte e interpretazione adottata" in lines
    assert "- `18-territories`: 18 territori con almeno 2 su ciascuno" in lines
    assert "- `two-continents`: altri 2 continenti di scelta" in lines


@pytest.mark.parametrize("name", RULESETS)
def test_rules_stand_in_their_order_once(name: str) -> None:
    numbers = [r.number for r in RULESETS[name].rules]
    assert numbers == sorted(set(numbers), key=article_order)


@pytest.mark.parametrize("one", RULES.values(), ids=lambda r: r.number)
def test_every_rule_is_checked_or_says_why_not(one: Rule) -> None:
    assert (one.check is None) == (one.reason is not None)
    for text in (one.title, one.text, *([one.reason] if one.reason else []), *one.readings):
        assert all(text)
        assert max(map(len, text)) < 330


def test_questions_are_in_every_language() -> None:
    assert all(all(q) and len(set(q)) == 3 for q in QUESTIONS)


def test_every_act_has_its_consequences_and_a_rule() -> None:
    named = {action for one in RULES.values() for action in one.actions}
    assert named == set(CONSEQUENCES)
    assert set(CONSEQUENCES) - set(actions_of(RULESETS["risk-classic"])) == {"choose_capital", "place_allied"}
    assert set(CONSEQUENCES) - set(actions_of(RULESETS["risk-two-player"])) == {
        "choose_capital",
        "deal_territory",
    }


def test_explain_shows_the_cases_of_the_game() -> None:
    shown = _run("explain", "8.3", "--ruleset", "risk-two-player").splitlines()
    assert shown[0] == "8.3  Half the armies"
    assert "  - nine received: four" in shown


def _run(*words: str) -> str:
    out = StringIO()
    call_command("rules", *words, stdout=out)
    return out.getvalue()
