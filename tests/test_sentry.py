"""An optional Sentry: told without personal data, named in words where its library is missing."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.sentry import start, without_links

ROOT = Path(__file__).resolve().parent.parent


def test_errors_are_told_without_what_opens_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, Any] = {}
    library = ModuleType("sentry_sdk")
    monkeypatch.setattr(library, "init", told.update, raising=False)
    monkeypatch.setitem(sys.modules, "sentry_sdk", library)
    start("https://key@sentry.example.org/1")
    assert (told["dsn"], told["send_default_pii"]) == ("https://key@sentry.example.org/1", False)
    event = {"request": {"url": "https://example.org/me/secret/here/", "query_string": "code=1"}}
    assert told["before_send"](event, {}) == {"request": {"url": "https://example.org/me/…/here/"}}
    assert without_links({"level": "error"}, {}) == {"level": "error"}


def test_without_its_library_the_settings_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentry_sdk", None)
    with pytest.raises(ImproperlyConfigured, match="pip install sentry-sdk"):
        start("https://key@sentry.example.org/1")


def test_the_settings_start_it() -> None:
    environment = {**os.environ, "SENTRY_DSN": "https://key@sentry.example.org/1"}
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.modules['sentry_sdk'] = None; import config.settings"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.splitlines()[-1].endswith("SENTRY_DSN is set: pip install sentry-sdk, or unset it.")
