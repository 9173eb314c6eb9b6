"""A game of Risk played out: a table, what may be done at it, and what becomes of it.

`choices` says what may be done from its own reading of the rules; `play` lets the adjudicator judge each act and take
its consequences. So either finds the other's mistakes.
"""

from games.risk.engine.choices import Assault, Decision, EndTurn, choices
from games.risk.engine.play import IllegalAct, play, play_at_random
from games.risk.engine.table import Table, new_table

__all__ = [
    "Assault",
    "Decision",
    "EndTurn",
    "IllegalAct",
    "Table",
    "choices",
    "new_table",
    "play",
    "play_at_random",
]
