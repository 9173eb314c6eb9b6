"""The page of rules: options only where there are any, each article once."""

from __future__ import annotations

from dataclasses import replace

from games.adjudicator import rulesets
from games.core.handbook import document

CHALLENGE = rulesets()["risiko-challenge"]


def test_articles_that_an_earlier_ruleset_has_are_not_repeated() -> None:
    page = document([CHALLENGE, rulesets()["kingmaker"]], {})
    assert sum(line.startswith("| 4.10 |") for line in page.splitlines()) == 1


def test_a_ruleset_without_options_has_no_table_of_them() -> None:
    page = document([replace(CHALLENGE, options=())], {"2.2": ["a case"]}, "it")
    assert "### Opzioni" not in page.splitlines()
    assert next(line for line in page.splitlines() if line.startswith("| 2.2 |")).endswith("| ✅ |")
