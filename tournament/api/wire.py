"""JSON in and out, and nothing else: the framework's settings name these classes before any view exists."""

import json
import re
from collections.abc import Iterable
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class StrictJSON(BaseParser):
    """JSON as RFC 8259 has it: no NaN, nesting within reason, and only texts that every database keeps."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:  # noqa: ARG002  # the framework's signature
        """The document. Raises ParseError, which answers 400."""
        try:
            text = stream.read().decode("utf-8")
            document = json.loads(text, parse_constant=_refuse)
            if "\\u" in text:
                _expect_characters(document)
            return document
        except (ValueError, RecursionError) as error:
            raise ParseError(f"The body is not JSON: {error}") from error


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")


NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")
"""NUL as JSON writes it; after an odd backslash it is none."""


def _expect_characters(document: Any) -> None:
    """Raise ValueError for NUL and for half a character, which no database keeps."""
    text = json.dumps(document, ensure_ascii=False)
    text.encode()
    if NUL.search(text):
        raise ValueError("a text holds the character NUL")


class AlwaysJSON(BaseContentNegotiation):
    """The answer is JSON whatever was asked for, so that a browser may look too."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:  # noqa: ARG002  # as above
        """The one there is."""
        return next(iter(parsers))

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002  # as above
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,  # noqa: ARG002  # as above
    ) -> tuple[BaseRenderer, str]:
        """The one there is."""
        only = next(iter(renderers))
        return only, only.media_type
