"""Numbers of forms: what no form of ours sends is a user's mistake, never a fault."""

import pytest
from django.test import RequestFactory

from tournament.errors import InvalidInput
from tournament.web.parsing import asked, text, whole, whole_of, whole_or_none, wholes

BAD = ["", "x", "--5", "1.5", "2147483648", "-2147483648", "9" * 30, "9" * 5000]


@pytest.mark.parametrize("value", BAD, ids=range(len(BAD)))
def test_what_is_no_number_of_ours_is_refused(value: str) -> None:
    request = RequestFactory().post("/", {"one": value})
    for read in (whole, wholes):
        with pytest.raises(InvalidInput):
            read(request, "one")
    assert whole_of(value) is None


def test_numbers() -> None:
    request = RequestFactory().post("/", {"one": " -7 ", "many": ["1", " 2147483647"], "none": " "})
    assert (whole(request, "one"), wholes(request, "many"), wholes(request, "absent")) == (
        -7,
        [1, 2147483647],
        [],
    )
    assert whole_or_none(request, "none") is None
    assert (whole_of("7"), whole_of("2147483647"), whole_of("٣")) == (7, 2147483647, None)


def test_texts_have_no_nul() -> None:
    """PostgreSQL cannot keep one."""
    request = RequestFactory().post("/?q=a%00b", {"name": " a\0b "})
    assert (text(request, "name"), asked(request, "q", 1), asked(request, "q", 9)) == ("ab", "a", "ab")
