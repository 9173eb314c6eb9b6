"""JSON in and out, and nothing else: the framework's settings name these classes before any view exists."""

import json
from collections.abc import Iterable
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class StrictJSON(BaseParser):
    """JSON as RFC 8259 has it: no NaN, and nesting within reason."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:  # noqa: ARG002  # the framework's signature
        """The document. Raises ParseError, which answers 400."""
        try:
            return json.loads(stream.read().decode("utf-8"), parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            raise ParseError(f"The body is not JSON: {error}") from error


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")


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
