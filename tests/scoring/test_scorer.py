"""What a scorer remembers of equal seats changes no score, even where it has to forget."""

import pytest

from scoring import scorer
from scoring.presets import preset
from tests.scoring.builders import table


def test_a_scorer_that_forgets_scores_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [table(44, 30, 20, 10), table(50, 28, 12, 8), table(44, 30, 20, 10)]
    remembering = scorer.Scorer(preset("raduno"))
    expected = [remembering.score(one) for one in games]
    monkeypatch.setattr(scorer, "REMEMBERED", 3)
    forgetful = scorer.Scorer(preset("raduno"))
    assert [forgetful.score(one) for one in games] == expected
    assert len(forgetful._scored) < len(remembering._scored)
