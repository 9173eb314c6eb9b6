"""A correction shows what it would change in the next stage, and in which words, before anyone decides."""

import pytest

from scoring.bands import SemifinalPlan, plan_semifinals
from scoring.consequences import (
    Change,
    Consequence,
    Post,
    Preview,
    Role,
    preview_advance,
    preview_semifinals,
)
from scoring.cut import Edge, Place, TieAtCut, by_lots, by_more_places, by_play_off
from scoring.finals import ChainStep, Finals, Semifinal, StepOutcome, open_finals, renounce
from scoring.knockout_text import (
    EDGES,
    consequence_text,
    resolution_text,
    step_text,
    tie_text,
)
from scoring.text import Text
from scoring.thresholds import FinalsShape

SHAPE = FinalsShape(2, 2, 8, 1)
TIE = TieAtCut(Edge.CUT, 10, (10, 11), 1)
NAMES = {n: f"Player {n}" for n in range(1, 30)}


def planned(*order: int) -> SemifinalPlan:
    plan = plan_semifinals([Place(player, rank) for rank, player in enumerate(order, 1)], SHAPE)
    assert isinstance(plan, SemifinalPlan)
    return plan


BEFORE = planned(*range(1, 21))
AFTER = planned(1, 3, 2, 4, 5, 6, 7, 11, *range(8, 11), *range(12, 21))


def test_who_leaves_enters_and_moves():
    assert preview_semifinals(BEFORE, AFTER).consequences == (
        Consequence(10, Change.LEAVES, Post(Role.SEMIFINAL, 1, 4), None),
        Consequence(11, Change.ENTERS, None, Post(Role.SEMIFINAL, 1, 3)),
        Consequence(2, Change.MOVES, Post(Role.DIRECT), Post(Role.SEMIFINAL, 1, 1)),
        Consequence(3, Change.MOVES, Post(Role.SEMIFINAL, 1, 1), Post(Role.DIRECT)),
        Consequence(8, Change.MOVES, Post(Role.SEMIFINAL, 1, 3), Post(Role.SEMIFINAL, 1, 4)),
    )


def test_nothing_changes_for_a_correction_below_the_cut():
    preview = preview_semifinals(BEFORE, planned(*range(1, 18), 19, 18, 20))
    assert preview == Preview()
    assert preview.is_empty
    assert not preview.touches_started


def test_a_table_that_has_begun_is_marked():
    begun = preview_semifinals(BEFORE, AFTER, started=[10])
    assert begun.touches_started
    assert begun.consequences[0].started
    assert not begun.consequences[1].started
    assert not preview_semifinals(BEFORE, AFTER).touches_started


def test_a_tie_that_the_correction_opens_comes_first():
    preview = preview_semifinals(BEFORE, TIE)
    assert preview == Preview(tie=TIE)
    assert not preview.is_empty


SEMIFINALS = (Semifinal(1, 1, (3, 5, 7, 9)), Semifinal(1, 2, (4, 6, 8, 10)))
STANDING = tuple(Place(player, player) for player in range(1, 21))


def test_a_corrected_elimination_game():
    assert preview_advance((1, 2, 3), (1, 4, 3), started=[4]).consequences == (
        Consequence(2, Change.LEAVES, Post(Role.NEXT_ROUND), None),
        Consequence(4, Change.ENTERS, None, Post(Role.NEXT_ROUND), started=True),
    )
    assert preview_advance((1, 2), TIE) == Preview(tie=TIE)


@pytest.mark.parametrize(
    ("consequence", "english", "italian", "portuguese"),
    [
        (
            Consequence(10, Change.LEAVES, Post(Role.SEMIFINAL, 1, 4), None, started=True),
            "Player 10 is out, was semifinalist (final 1), band 4 (the table has begun)",
            "Player 10 esce, era semifinalista (finale 1), fascia 4 (il tavolo è già iniziato)",
            "Player 10 sai, era semifinalista (final 1), pote 4 (a mesa já começou)",
        ),
        (
            Consequence(2, Change.MOVES, Post(Role.DIRECT), Post(Role.SEMIFINAL, 1, 1)),
            "Player 2 was direct finalist (final 1), becomes semifinalist (final 1), band 1",
            "Player 2 era finalista diretto (finale 1), diventa semifinalista (finale 1), fascia 1",
            "Player 2 era finalista direto (final 1), passa a semifinalista (final 1), pote 1",
        ),
        (
            Consequence(4, Change.ENTERS, None, Post(Role.NEXT_ROUND)),
            "Player 4 comes in as player of the next round",
            "Player 4 entra come giocatore del turno successivo",
            "Player 4 entra como jogador da próxima rodada",
        ),
    ],
)
def test_consequences_in_words(consequence, english, italian, portuguese):
    assert consequence_text(consequence, NAMES) == Text(english, italian, portuguese)


def test_ties_and_remedies_in_words():
    assert tie_text(TIE, NAMES) == Text(
        "Player 10 and Player 11 are exactly level at the cut: 1 of 2 to be chosen.",
        "Player 10 e Player 11 sono in perfetta parità per la linea di qualificazione: da scegliere 1 su 2.",
        "Player 10 e Player 11 estão exatamente empatados; em jogo: o corte, escolher 1 de 2.",
    )
    assert resolution_text(by_more_places(TIE), NAMES).en == "All go on: places added: 1."
    assert (
        resolution_text(by_play_off(TIE, (11, 10)), NAMES).it == "Tavolo di spareggio: Player 11, Player 10."
    )
    lots = by_lots(TIE, 7)
    expected = ", ".join(NAMES[int(player)] for player in lots.order)
    assert resolution_text(lots, NAMES).en == f"Lots, seed 7: {expected}."
    assert set(EDGES) == set(Edge)


def test_every_step_of_a_chain_has_its_words():
    finals = renounce(open_finals(SEMIFINALS[:1], STANDING), 3)
    assert isinstance(finals, Finals)
    assert [step_text(step, NAMES).en for step in finals.steps] == [
        "Player 3 renounces: Player 5, place 2 of semifinal 1, takes the seat."
    ]
    for outcome in StepOutcome:
        text = step_text(ChainStep(3, outcome), NAMES)
        assert text.en.startswith("Player 3 renounces: ")
        assert text.it.startswith("Player 3 rinuncia: ")
