"""Acting at a table: dice and cards from a seeded stream, every act judged before it counts."""

from __future__ import annotations

from dataclasses import replace

from games.challenge.engine.rng import Dice
from games.core.acts import Action
from games.core.rule import checks_for
from games.core.ruling import Outcome
from games.risk.actions import Attack, DrawCard, Reinforce
from games.risk.engine.choices import Assault, Decision, EndTurn, choices
from games.risk.engine.table import Table, fresh_turn
from games.risk.judge import CONSEQUENCES
from games.risk.position import Phase
from games.risk.rulebook import CLASSIC
from games.risk.rulesets import SUPPLY


class IllegalAct(ValueError):  # what was tried, not a failure of the program
    """An act that the adjudicator does not find legal; `articles` are those that say so."""

    def __init__(self, act: Action, articles: tuple[str, ...]) -> None:
        self.act, self.articles = act, articles
        super().__init__(f"{act.type}: {', '.join(articles)}")


def play(table: Table, decision: Decision, dice: Dice) -> Table:
    """The table after a decision. Raises IllegalAct."""
    if isinstance(decision, EndTurn):
        return _end_turn(table, dice)
    if isinstance(decision, Assault):
        thrown = dice.throw(decision.attacker)
        attack = Attack(table.player, decision.source, decision.target, thrown, dice.throw(decision.defender))
        return _act(table, attack)
    return _begin_if_ready(_act(table, decision))


def play_at_random(table: Table, seed: int, decisions: int) -> Table:
    """The table after so many decisions drawn from the seed, or at the end of the game."""
    dice = Dice(seed)
    for _ in range(decisions):
        open_to = choices(table)
        if not open_to:
            break
        table = play(table, open_to[dice.below(len(open_to))], dice)
    return table


def _act(table: Table, act: Action) -> Table:
    case = table.case(act)
    findings = [f for check in checks_for(CLASSIC, act.type) for f in check(case)]
    wrong = tuple(sorted({f.article for f in findings if f.outcome is not Outcome.APPLIES}))
    if wrong:
        raise IllegalAct(act, wrong)
    after = replace(table, position=CONSEQUENCES[act.type].after(case))
    if isinstance(act, Reinforce):
        return replace(after, discards=(*table.discards, *act.set))
    return after


def _begin_if_ready(table: Table) -> Table:
    """The first turn, once every army of the supply stands on the board."""
    position, due = table.position, SUPPLY[len(table.position.players)]
    if position.turn.phase is not Phase.SETUP or any(position.armies_of(a) < due for a in table.armies):
        return table
    turn = fresh_turn(position.players[0], Phase.REINFORCEMENT)
    return replace(table, position=replace(position, turn=turn))


def _end_turn(table: Table, dice: Dice) -> Table:
    if table.position.turn.conquered:
        table = _draw(table, dice)
    position = table.position
    playing = [p for p in position.players if p == table.player or position.territories_of(p)]
    following = playing[(playing.index(table.player) + 1) % len(playing)]
    turn = fresh_turn(following, Phase.REINFORCEMENT)
    return replace(table, position=replace(position, turn=turn))


def _draw(table: Table, dice: Dice) -> Table:
    """A card of the deck, made anew from the discards where it is empty; none where all cards are in hands."""
    deck, discards = (table.deck, table.discards) if table.deck else (table.discards, ())
    if not deck:
        return table
    i = dice.below(len(deck))
    table = _act(table, DrawCard(table.player, deck[i]))
    return replace(table, deck=(*deck[:i], *deck[i + 1 :]), discards=discards)
