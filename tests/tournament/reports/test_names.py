"""Names typed in capitals become what people write themselves; everything else is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.reports.names import proper_name, split_full_name


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("MARIO", "Mario"),
        ("mario", "Mario"),
        ("DE LUCA", "De Luca"),
        ("D'ANGELO", "D'Angelo"),
        ("dall’oglio", "Dall’Oglio"),
        ("MCDONALD", "McDonald"),
        ("O'BRIEN-SMITH", "O'Brien-Smith"),
        ("NICOLO'", "Nicolò"),
        ("MARIA JOSE'", "Maria Josè"),
        ("DE' MEDICI", "De' Medici"),
        ("MACCHI", "Macchi"),
        ("  ANNA   MARIA ", "Anna Maria"),
        ("de Luca", "de Luca"),
        ("McDonald", "McDonald"),
        ("J", "J"),
        ("", ""),
        ("ŽIŽEK", "Žižek"),
    ],
)
def test_proper_name(typed: str, printed: str) -> None:
    assert proper_name(typed) == printed


@given(st.text(alphabet="abcABC'’- àÀ", max_size=20))
def test_a_proper_name_stays_as_it_is(text: str) -> None:
    once = proper_name(text)
    if not (once.isupper() or once.islower()):
        assert proper_name(once) == once


@pytest.mark.parametrize("surname_first", [True, False])
def test_an_empty_cell_has_no_name(surname_first: bool) -> None:
    assert split_full_name("  ", surname_first=surname_first) == ("", "")
