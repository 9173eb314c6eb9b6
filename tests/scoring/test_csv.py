"""Games as CSV."""

import pytest

from scoring.csv_games import document_of_csv
from scoring.document import DocumentError
from scoring.exchange import answer

GAMES = """round,table,player,points,club,won
1,1,anna,44.1,Red,
1,1,bice,44,Blue,
1,1,carla,12,,
1,1,-1,0,,

2,1,anna,3,,
2,1,bice,"30",,
2,2,carla,20,,yes
2,2,dora,20,Blue,no
"""


def test_lines_become_rounds_tables_and_seats() -> None:
    read = document_of_csv(GAMES)
    assert read["players"] == [
        {"id": "anna", "name": "anna", "club": "Red"},
        {"id": "bice", "name": "bice", "club": "Blue"},
        {"id": "carla", "name": "carla"},
        {"id": "dora", "name": "dora", "club": "Blue"},
    ]
    told = answer(read, formula="raduno")
    assert [(row["rank"], row["player"], row["total"]) for row in told["standings"]] == [
        (1, "bice", 124), (2, "anna", 97), (3, "carla", 82), (4, "dora", 20),
    ]  # fmt: skip


@pytest.mark.parametrize("separator", [";", "\t"])
def test_other_separators_a_byte_order_mark_and_decimal_commas(separator: str) -> None:
    text = "\ufeffRound,Table,Player,Points\r\n1,1,7,44|5\r\n1,1,8,44\r\n".replace(",", separator).replace(
        "|", ","
    )
    told = answer(document_of_csv(text))
    assert [(row["player"], row["wins"], row["total"]) for row in told["standings"]] == [
        (7, 1, 44),
        (8, 0, 44),
    ]


def test_a_round_without_games_is_held() -> None:
    told = answer(document_of_csv("round,table,player,points\n3,1,1,20\n3,1,2,10\n"))
    assert told["standings"][0]["games"] == [None, None, 20]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the column round is missing; found are: none"),
        ("round,table,player\n", "line 1: the column points is missing; found are: round, table, player"),
        (
            "round,table,player,points,colour\n",
            "line 1: the column 'colour' is unknown; known are: round, table",
        ),
        ("round,table,player,points\n", "line 2: no games"),
        ("round,table,player,points\n1,1,7\n", "line 2: 3 fields under 4 columns"),
        ("round,table,player,points\n1,1,,5\n", "line 2, column player: empty"),
        ("round,table,player,points\n1,1,7,5\n1,1,8,many\n", "line 3, column points: a number is expected"),
        (
            "round,table,player,points\n0,1,7,5\n",
            "line 2, column round: a number from 1 to 1000 is expected, not 0",
        ),
        ("round,table,player,points\n1,x,7,5\n", "line 2, column table: a number is expected, not 'x'"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(DocumentError) as mistake:
        document_of_csv(text)
    assert str(mistake.value).startswith(message)


def test_mistakes_found_later_keep_their_line() -> None:
    with pytest.raises(
        DocumentError, match=r"line 3\.player: 7 sits twice in the round, first at line 2\.player"
    ):
        answer(document_of_csv("round,table,player,points\n1,1,7,5\n1,2,7,6\n"))
    with pytest.raises(DocumentError, match=r"line 2\.points: 101 is more than 100"):
        answer(document_of_csv("round,table,player,points\n1,1,7,101\n"))
