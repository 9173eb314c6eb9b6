"""Numbers and sentences."""

from fractions import Fraction

import pytest

from scoring.text import Text, decimal_places, figure, joined, listed, plain, same, units_figure, units_plain


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0"), (12, "12"), (Fraction(5, 4), "1.25"), (Fraction(-1, 8), "-0.125"), (Fraction(1, 3), "1/3"),
        (Fraction(50, 3), "50/3"), (Fraction(1, 1000), "0.001"), (Fraction(1, 5), "0.2"), (Fraction(30, 1), "30"),
        (Fraction(7, 250), "0.028"),
    ],
)  # fmt: skip
def test_exact_values_are_written_exactly(value: Fraction | int, written: str) -> None:
    assert plain(value) == written
    assert figure(value).it == written.replace(".", ",")


@pytest.mark.parametrize(
    ("units", "digits", "written"),
    [(0, 0, "0"), (45, 0, "45"), (4500, 2, "45"), (4550, 2, "45.5"), (-5, 2, "-0.05"), (2130, 3, "2.13")],
)
def test_units_are_written_without_idle_zeros(units: int, digits: int, written: str) -> None:
    assert units_plain(units, digits) == written
    assert units_figure(units, digits).it == written.replace(".", ",")


@pytest.mark.parametrize(
    ("value", "places"), [(Fraction(1, 40), 3), (Fraction(1, 7), None), (Fraction(3), 0)]
)
def test_how_many_decimals_a_value_needs(value: Fraction, places: int | None) -> None:
    assert decimal_places(value) == places


def test_enumerations() -> None:
    names = [same("a"), same("b"), same("c")]
    assert listed(names) == Text("a, b and c", "a, b e c", "a, b e c")
    assert listed(names[:1]) == Text("a", "a", "a")
    assert joined(names, "-") == Text("a-b-c", "a-b-c", "a-b-c")
