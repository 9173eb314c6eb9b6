"""What is printed: every figure on the page, no name able to change it, fast enough for a whole hall."""

import io
import re
from datetime import UTC, date, datetime
from time import process_time

import pypdf
import pytest
from django.utils import translation

from tournament.reports import paper
from tournament.reports.paper.labels import army_letters
from tournament.reports.values import (
    Army,
    Certificate,
    CrossLine,
    CrossSheet,
    Flyer,
    Game,
    Head,
    KnockoutSeat,
    KnockoutSheet,
    KnockoutStage,
    KnockoutTable,
    RecordLine,
    RecordSheet,
    RecordTable,
    Remark,
    RoundSheet,
    SeatLine,
    StandingLine,
    StandingsSheet,
    TableSheet,
)
from tournament.templatetags.design import army_letter

HEAD = Head(
    "Raduno di Prova", "Borgo", date(2030, 5, 4), datetime(2030, 5, 4, 14, 55, tzinfo=UTC), "https://x.org/r"
)
NASTY = '#panic("x") *a* _b_ $c$ \\ <d> @e `f` "g" [h] // i'


def round_sheet(tables: int, size: int = 4, *, url: str = "https://x.org/t/{}/entry") -> RoundSheet:
    return RoundSheet(
        "Turno 2",
        tuple(
            TableSheet(
                number,
                tuple(
                    SeatLine(f"Ada{number}x{place} Abete", "ALFA [Torre]", f"Abete Ada{number}x{place}")
                    for place in range(size)
                ),
                url.format(number),
            )
            for number in range(1, tables + 1)
        ),
    )


def standings_sheet(rows: int) -> StandingsSheet:
    lines = tuple(StandingLine(str(rank), f"Bice{rank} Noce", f"{500 - rank}") for rank in range(1, rows + 1))
    return StandingsSheet("Classifica", ("1", "2"), lines)


def pages(pdf: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


def test_seating_by_table_names_everyone() -> None:
    seats = (SeatLine("Ada Abete", "ALFA", army=Army.RED), SeatLine("Bice Noce"), SeatLine("Carlo Olmo"))
    sheet = RoundSheet("Turno 2", (TableSheet(7, seats, room="Sala B"),), ("Zeno Pino",))
    (text,) = pages(paper.seating_by_table(HEAD, sheet, language="en"))
    assert text == (
        "Raduno di Prova Borgo · 4 May 2030 Turno 2 Seating by table TABLE 7 Sala B R Ada Abete ALFA Bice Noce "
        "Carlo Olmo Sitting out: Zeno Pino https://x.org/r Printed 4 May 2030 14:55 1 / 1"
    )


def test_seating_by_name_is_alphabetical_whatever_the_accents() -> None:
    seats = tuple(SeatLine(name, sort_name=name) for name in ("Zeta", "Èlia", "d'Olmo", "Abete", "Dattero"))
    (text,) = pages(paper.seating_by_name(HEAD, RoundSheet("T", (TableSheet(3, seats),)), language="en"))
    names = [word for word in text.split() if word in {"Zeta", "Èlia", "d'Olmo", "Abete", "Dattero"}]
    assert names == ["Abete", "Dattero", "d'Olmo", "Èlia", "Zeta"]


def test_a_name_without_surname_first_stands_under_its_first_letter() -> None:
    assert SeatLine("Ada Abete").listed == "Ada Abete"
    assert SeatLine("Ada Abete", sort_name="Abete Ada").listed == "Abete Ada"


@pytest.mark.parametrize(("tables", "expected"), [(1, 1), (2, 1), (3, 2), (10, 5)])
def test_slips_are_two_to_a_page(tables: int, expected: int) -> None:
    assert len(pages(paper.slips(HEAD, round_sheet(tables, 5)))) == expected


def test_a_slip_with_a_long_address_fits_and_one_without_has_no_qr() -> None:
    long = "https://sdadata.example.org/t/" + "x" * 150 + "/{}"
    assert len(pages(paper.slips(HEAD, round_sheet(2, 5, url=long)))) == 1
    (text,) = pages(paper.slips(HEAD, round_sheet(1, url=""), language="en"))
    assert "Enter the result" not in text
    assert "Table 1 Turno 2" in text


def test_standings_show_every_game() -> None:
    rows = (
        StandingLine(
            "1", "Ada Abete", "101.5", "ALFA", (Game("100", won=True), Game("1.5", counted=False)), "1"
        ),
        StandingLine("2", "Bice Noce", "7", "", (Game(""), Game("7")), "0", "withdrawn"),
    )
    sheet = StandingsSheet("Round 2", ("1", "2"), rows)
    (text,) = pages(paper.standings(HEAD, sheet, language="en"))
    body = text.split("Standings ", 1)[1].split(" https://", 1)[0].replace("•", "")
    assert " ".join(body.split()) == (
        "Rank Name 1 2 Wins Total 1 Ada Abete ALFA 100 1.5 1 101.5 2 Bice Noce withdrawn – 7 0 7 "
        "Bold with a dot: game won. Struck through: discarded."
    )


def test_long_standings_repeat_their_header_and_many_rounds_turn_the_page() -> None:
    texts = pages(paper.standings(HEAD, standings_sheet(90), language="en"))
    assert [text.count("Rank Name") for text in texts] == [1] * len(texts)
    wide = StandingsSheet("C", tuple(str(number) for number in range(1, 9)), ())
    page = pypdf.PdfReader(io.BytesIO(paper.standings(HEAD, wide))).pages[0]
    assert page.mediabox.width > page.mediabox.height


def test_a_cross_table_is_square_and_goes_on_over_pages() -> None:
    rows = tuple(
        CrossLine(f"N{row}", tuple("3" if row != column else "" for column in range(50))) for row in range(50)
    )
    texts = pages(paper.cross_table(HEAD, CrossSheet("Crosses", rows), language="en"))
    assert len(texts) == 4
    assert sum(text.split().count("3") for text in texts) >= 50 * 49
    with pytest.raises(ValueError, match="Crosses: every player needs one entry for each of the 2 players"):
        paper.cross_table(HEAD, CrossSheet("Crosses", (CrossLine("A", ("", "1")), CrossLine("B", ("1",)))))


def test_the_knockout_shows_who_went_where() -> None:
    semi = KnockoutTable(
        "Table 1", (KnockoutSeat("Ada", "44", through=True), KnockoutSeat("Bice", "30")), "Final"
    )
    stages = (
        KnockoutStage("Semifinals", (semi,) * 6),
        KnockoutStage("Final", (KnockoutTable("Final", (), ""),)),
    )
    (text,) = pages(paper.knockout(HEAD, KnockoutSheet("Knockout", stages, "Ada Abete"), language="en"))
    assert text.count("Table 1 → Final") == 6
    assert text.count("Ada 44 Bice 30") == 6
    assert "Winner Ada Abete" in text


def test_a_certificate_a_page() -> None:
    awards = [
        Certificate("Ada Abete", "First place", "ALFA", "Ugo Noce"),
        Certificate("Bartolomeo " * 4, "Best game"),
    ]
    texts = pages(paper.certificates(HEAD, awards, language="en"))
    assert len(texts) == 2
    assert texts[0] == (
        "Raduno di Prova First place is awarded to Ada Abete ALFA Borgo, 4 May 2030 Ugo Noce Director"
    )


def test_the_flyer_says_where_to_register() -> None:
    invitation = Flyer("https://x.org/r/join", ("Two rounds, semifinals, final", "10 euro"), "RADUNO7")
    (text,) = pages(paper.flyer(HEAD, invitation, language="en"))
    assert text == (
        "Raduno di Prova Borgo · 4 May 2030 Two rounds, semifinals, final 10 euro "
        "Scan to register, or open https://x.org/r/join Code RADUNO7"
    )


def test_the_letters_of_the_armies_are_those_of_the_pages() -> None:
    for language in ("it", "en"):
        with translation.override(language):
            assert army_letters() == {army: army_letter(army) for army in Army}


def test_the_record_holds_rulings_and_names() -> None:
    line = RecordLine("1", "Ada Abete", Army.BLACK, "7", "17", "52", "3", "", "101.5")
    table = RecordTable(
        "Table 1", (line, RecordLine("2", "Bice")), (("Closed", "16:02"),), (Remark("15:12", "Card out of time.", "5.3"),),
        "Ugo", "Vera",
    )  # fmt: skip
    sheet = RecordSheet("Round 1", (table,), (Remark("16:00", "Ten minutes given back."),), "Sara")
    (text,) = pages(paper.record(HEAD, sheet, language="en"))
    for words in (
        "1 Ada Abete K 7 17 52 3 101.5",
        "Closed 16:02",
        "15:12 Card out of time. 5.3",
        "Referee: Ugo · Confirmed by: Vera",
        "16:00 Ten minutes given back.",
        "Director (Sara)",
    ):
        assert words in text


def test_no_name_can_change_a_page() -> None:
    seats = (SeatLine(NASTY, NASTY, NASTY),) * 4
    head = Head(NASTY, NASTY, address=NASTY)
    sheet = RoundSheet(NASTY, (TableSheet(1, seats, room=NASTY),), (NASTY,))
    row = StandingLine(NASTY, NASTY, NASTY, NASTY, (Game(NASTY),), NASTY, NASTY)
    table = StandingsSheet(NASTY, (NASTY,), (row,))
    text = "".join("".join(page.split()) for page in pages(paper.round_pack(head, sheet, sheet=table)))
    assert text.count('#panic("x")') > 20


def test_the_words_follow_the_language() -> None:
    italian = pages(paper.seating_by_name(HEAD, round_sheet(1), language="it"))[0]
    english = pages(paper.seating_by_name(HEAD, round_sheet(1), language="en"))[0]
    assert "4 maggio 2030" in italian
    assert "4 May 2030" in english
    slips = paper.slips(HEAD, round_sheet(1), language="pt-br")
    assert pypdf.PdfReader(io.BytesIO(slips)).root_object["/Lang"] == "pt"
    (portuguese,) = pages(slips)
    assert "4 de maio de 2030" in portuguese
    assert "Vez Exército Jogador" in portuguese


def test_single_sheets_are_tagged_for_screen_readers() -> None:
    reader = pypdf.PdfReader(io.BytesIO(paper.standings(HEAD, standings_sheet(3), language="it")))
    assert reader.root_object["/MarkInfo"]["/Marked"] == True  # noqa: E712 - a PDF object
    assert reader.root_object["/Lang"] == "it"
    assert reader.metadata is not None
    assert reader.metadata.title == "Raduno di Prova"


def test_the_same_sheet_is_the_same_file() -> None:
    assert paper.slips(HEAD, round_sheet(3)) == paper.slips(HEAD, round_sheet(3))


def test_a_pack_for_a_whole_hall_in_less_than_three_seconds() -> None:
    started = process_time()  # of all threads: other work on the machine does not count
    pdf = paper.round_pack(HEAD, round_sheet(50), sheet=standings_sheet(200), language="en")
    assert process_time() - started < 3
    texts = pages(pdf)
    contents = re.sub(r"[. ]+", " ", texts[0])
    assert "Seating by table 2 Seating by name" in contents
    assert "Slips that came back 1 2 3 4 5 6 7 8 9 10" in contents
    for number in range(1, 51):
        name = f"Ada{number}x0 Abete"
        assert sum(name in text for text in texts) == 3  # seating, slip, blank record
    assert sum("Bice200 Noce" in text for text in texts) == 1


def test_a_pack_before_the_first_round_has_no_standings() -> None:
    texts = pages(paper.round_pack(HEAD, round_sheet(2), language="en"))
    assert "Standings" not in texts[0]
    assert len(texts) == 5


def test_an_empty_round_prints() -> None:
    empty = RoundSheet("T", ())
    for document in (paper.seating_by_table, paper.seating_by_name, paper.slips, paper.round_pack):
        assert document(Head("R"), empty).startswith(b"%PDF")
