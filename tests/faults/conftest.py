"""Faults are provoked on request only: they kill processes and take their time."""

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the suite out unless the marker is asked for (`make faults`)."""
    if "faults" in (config.option.markexpr or ""):
        return
    faults = [item for item in items if item.get_closest_marker("faults")]
    if faults:
        config.hook.pytest_deselected(items=faults)
        items[:] = [item for item in items if item not in faults]
