"""Addresses that end in one word of a closed list; any other word is a page that does not exist."""

import re
from collections.abc import Iterable


def choice_converter(words: Iterable[str]) -> type:
    """A path converter that matches exactly these words."""
    pattern = "|".join(re.escape(word) for word in sorted(words))

    class OneOf:
        """One of the words."""

        regex = f"(?:{pattern})"

        def to_python(self, value: str) -> str:
            """The word itself."""
            return value

        def to_url(self, value: str) -> str:
            """The word itself. Raises ValueError for any other, so that a wrong link is noticed."""
            if not re.fullmatch(self.regex, value):
                raise ValueError(f"{value!r} is not one of {pattern}")
            return value

    return OneOf
