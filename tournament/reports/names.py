"""Names of people as they should be printed, from lists typed in haste."""

import re

# Prefixes after which a name goes on with a capital: McDonald. MAC is left alone (Macchi, Macrì).
_MC = re.compile(r"^Mc(\w)")
_WORD = re.compile(r"[^\W\d_]+")
_TYPED_ACCENT = re.compile(r"(?<!\bD)([AEIOU])['’](?=\s|$|-)")  # NICOLO', but not DE' MEDICI
_ACCENTED = dict(zip("AEIOU", "ÀÈÌÒÙ", strict=True))
# What may stand before the last word and belongs to the surname.
_PARTICLES = frozenset(
    (
        *(
            "d",
            "da",
            "dal",
            "dalla",
            "dalle",
            "dallo",
            "de",
            "degli",
            "dei",
            "del",
            "della",
            "delle",
            "dello",
            "di",
        ),
        *("la", "le", "li", "lo", "san", "santa", "mac", "mc", "st", "van", "von", "der", "den", "ter"),
        *("al", "ben", "das", "do", "dos", "du", "el"),
    )
)


def tidy(text: str) -> str:
    """Without spaces at the ends or doubled inside; no-break spaces count as spaces."""
    return " ".join(text.split())


def proper_name(text: str) -> str:
    """A name in capitals or in small letters only becomes Mario De Rossi; mixed ones are the writer's own choice.

    D'ANGELO gives D'Angelo, MCDONALD McDonald, NICOLO' Nicolò, ROSSI-BIANCHI Rossi-Bianchi.
    """
    name = tidy(text)
    letters = [sign for sign in name if sign.isalpha()]
    if len(letters) < 2 or not (name.isupper() or name.islower()):
        return name
    accented = _TYPED_ACCENT.sub(lambda match: _ACCENTED[match[1]], name.upper())
    capitalised = _WORD.sub(lambda match: match[0].capitalize(), accented)
    return " ".join(_MC.sub(lambda match: "Mc" + match[1].upper(), word) for word in capitalised.split())


def split_full_name(text: str, *, surname_first: bool) -> tuple[str, str]:
    """(name, surname) out of one cell; a particle pulls the words after it to the surname."""
    words = tidy(text).split()
    if len(words) < 2:
        return (words[0] if words else "", "")
    if surname_first:
        end = next((place for place, word in enumerate(words) if not _is_particle(word)), len(words) - 1) + 1
        end = min(end, len(words) - 1)
        return " ".join(words[end:]), " ".join(words[:end])
    start = next((place for place in range(1, len(words) - 1) if _is_particle(words[place])), len(words) - 1)
    return " ".join(words[:start]), " ".join(words[start:])


def _is_particle(word: str) -> bool:
    return word.casefold().rstrip("'’.") in _PARTICLES
