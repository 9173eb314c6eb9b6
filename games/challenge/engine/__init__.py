"""Whole games of RisiKo! Challenge: positions, legal decisions, what follows, who wins.

position = new_game(GameOptions(players=4))
decision = legal_actions(position)[0]
act = resolve(position, decision, Dice(seed))
assert not verify(position, act)
position = apply(position, act)
"""

from games.challenge.engine.apply import IncompleteAct, apply
from games.challenge.engine.breach import Breach
from games.challenge.engine.chance import resolve
from games.challenge.engine.legal import events, legal_actions
from games.challenge.engine.outcome import Defect, Outcome, Score, defects, final_scores, outcome
from games.challenge.engine.position import GameOptions, Phase, Position, Reason, new_game
from games.challenge.engine.rng import Dice
from games.challenge.engine.verify import verify

__all__ = [
    "Breach",
    "Defect",
    "Dice",
    "GameOptions",
    "IncompleteAct",
    "Outcome",
    "Phase",
    "Position",
    "Reason",
    "Score",
    "apply",
    "defects",
    "events",
    "final_scores",
    "legal_actions",
    "new_game",
    "outcome",
    "resolve",
    "verify",
]
