"""Every article is checked or says why not, has its cases, and stands in docs/rules.md."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.adjudicator import HOMES, rulesets
from games.challenge.catalogue import UNNUMBERED, numbered_articles, uncovered
from games.challenge.judge import CONSEQUENCES, actions_of
from games.core.rule import Rule, Ruleset, rule
from games.core.ruling import article_order
from tests.games.casebook import cases_in

CHALLENGE, KINGMAKER = rulesets()["risiko-challenge"], rulesets()["kingmaker"]
DOCUMENT = Path(__file__).parents[2] / "docs" / "rules.md"
CASED = {case["article"] for case in cases_in() if "article" in case}


def test_rulebook_has_68_numbered_articles() -> None:
    assert len(numbered_articles()) == 68


@pytest.mark.parametrize("ruleset", [CHALLENGE, KINGMAKER], ids=lambda r: r.id)
def test_no_article_is_left_out(ruleset: Ruleset) -> None:
    assert uncovered(ruleset) == ()


def test_rules_stand_in_printed_order_once() -> None:
    numbers = [r.number for r in KINGMAKER.rules if r.number not in UNNUMBERED]
    assert numbers == sorted(numbered_articles(), key=article_order)


@pytest.mark.parametrize("checked", [r for r in KINGMAKER.rules if r.check], ids=lambda r: r.number)
def test_every_checked_article_has_cases(checked: Rule) -> None:
    assert checked.number in CASED


@pytest.mark.parametrize("one", KINGMAKER.rules, ids=lambda r: r.number)
def test_every_text_is_in_every_language_and_short(one: Rule) -> None:
    for text in (one.title, one.text, *([one.reason] if one.reason else []), *one.readings):
        assert all(text)
        assert max(map(len, text)) < 330


def test_every_action_has_a_rule() -> None:
    assert set(actions_of(KINGMAKER)) == set(CONSEQUENCES)
    assert set(CONSEQUENCES) - set(actions_of(CHALLENGE)) == {"kingmaker_distribute", "kingmaker_score"}


def test_rule_without_its_number_is_refused() -> None:
    def check(_case: object) -> tuple[()]:
        """9.9. Another number."""
        return ()

    with pytest.raises(ValueError, match=re.escape("does not begin with '4.2'")):
        rule("4.2", "A title", on=("attack",), it=("Un titolo", "Un testo"), pt=("Um título", "Um texto"))(
            check
        )


def test_document_is_up_to_date() -> None:
    assert _run("document") == DOCUMENT.read_text(encoding="utf-8")


def test_explain_prints_title_text_readings_and_cases() -> None:
    shown = _run("explain", "4.10", "--lang", "it").splitlines()
    assert shown[0] == "4.10  Mai meno dadi del difensore"
    assert "Interpretazioni:" in shown
    assert "  - 4 against 10: three dice each" in shown


def test_explain_gives_the_reason_where_there_is_no_check() -> None:
    assert "No check:" in _run("explain", "2.2").splitlines()


def test_explain_of_an_unknown_article_is_an_error() -> None:
    with pytest.raises(CommandError, match=re.escape("has no article 4.99")):
        _run("explain", "4.99")


def test_list_names_every_ruleset() -> None:
    assert [line.split()[0] for line in _run("list").splitlines()] == list(HOMES)


def _run(*words: str) -> str:
    out = StringIO()
    call_command("rules", *words, stdout=out)
    return out.getvalue()
