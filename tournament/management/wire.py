"""How commands write JSON: UTF-8, and what UTF-8 cannot carry as escapes."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import OutputWrapper


def one_line(document: Any) -> str:
    """A document on one line."""
    return _printable(json.dumps(document, ensure_ascii=False))


def write_json(out: OutputWrapper, document: Any) -> None:
    """A document, indented."""
    out.write(_printable(json.dumps(document, ensure_ascii=False, indent=1)))


def _printable(text: str) -> str:
    """The text with lone surrogates as \\u escapes, which JSON allows."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
