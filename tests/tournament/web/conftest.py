"""What the tests of pages share."""

import pytest
from django.utils import timezone


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same moment for the whole test: pages whose answer depends on the minute do not change by themselves."""
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
