"""The draw is compiled by the worker, in a process that ends by itself."""

import threading
from typing import Any

import pytest

from tournament import warm_up


def test_the_compilation_runs_to_its_end() -> None:
    assert warm_up.compile_the_draw() == 0


def test_a_worker_begins_it_beside_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def note() -> Any:
        begun.set()

    monkeypatch.setattr(warm_up, "compile_the_draw", note)
    warm_up.compile_at_start(sender=None)
    assert begun.wait(10)
