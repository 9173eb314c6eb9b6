"""Every rule says what stands behind it, in every language, and the page docs/risikard.md is what they say."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.core.rule import Rule
from games.core.ruling import article_order
from games.risikard.judge import CONSEQUENCES
from games.risikard.page import CLUB_DATA, QUESTIONS, page
from games.risikard.rulebook import RULES

DOCUMENT = Path(__file__).parents[3] / "docs" / "risikard.md"


def test_document_is_up_to_date() -> None:
    out = StringIO()
    call_command("rules", "document", "--game", "risikard", stdout=out)
    assert out.getvalue() == DOCUMENT.read_text(encoding="utf-8")


def test_the_page_exists_in_italian() -> None:
    lines = page({}, "it").splitlines()
    assert "## Questioni aperte e interpretazione adottata" in lines
    assert "## Non dal regolamento" in lines


def test_rules_stand_in_their_order_once() -> None:
    numbers = [r.number for r in RULES]
    assert numbers == sorted(set(numbers), key=article_order)


@pytest.mark.parametrize("one", RULES, ids=lambda r: r.number)
def test_every_rule_is_checked_or_says_why_not(one: Rule) -> None:
    assert (one.check is None) == (one.reason is not None)
    for text in (one.title, one.text, *([one.reason] if one.reason else []), *one.readings):
        assert all(text)
        assert max(map(len, text)) < 330


def test_data_and_questions_are_in_every_language() -> None:
    assert all(all(text) and len(set(text)) == 3 for text in (*CLUB_DATA, *QUESTIONS))


def test_every_action_has_a_rule() -> None:
    assert {action for one in RULES for action in one.actions} == set(CONSEQUENCES)
