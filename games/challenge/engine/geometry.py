"""Small questions about a position that several rules ask."""

from games.challenge.engine.position import Phase, Position
from games.challenge.engine.tables import (
    BIT,
    CONTINENT_OF,
    CONTINENTS,
    DEAL_CAP,
    MASKS,
    OBJECTIVES,
    set_armies,
)
from games.challenge.rulesets import (
    ATTACKER_DICE,
    CLOSING_VALUES,
    DEFENDER_DICE,
    EXEMPTING_CONQUESTS,
    HAND_LIMIT,
    INITIAL_PLACEMENT,
    MINIMUM_GARRISON,
    OWN_TERRITORY_BONUS,
    SAFE_ROUNDS,
    TERRITORIES_PER_ARMY,
)

SETUP = frozenset({Phase.SEATING, Phase.DEALING, Phase.OBJECTIVES, Phase.PLACING})


def entitled(held: int) -> int:
    """3.1, 3.2: armies for the territories and the whole continents held."""
    return held.bit_count() // TERRITORIES_PER_ARMY + sum(
        [bonus for mask, bonus in CONTINENTS if held & mask == mask]
    )


def set_yield(cards: int, held: int) -> int:
    """3.3, 3.4: armies of a set, with the bonus for each card of an own territory; 0 if it is none."""
    armies = set_armies(cards)
    return armies and armies + OWN_TERRITORY_BONUS * (cards & held).bit_count()


def dice_of(attackers: int, defenders: int) -> tuple[int, int]:
    """4.5, 4.6: dice thrown from a territory with `attackers` armies against `defenders`."""
    return min(ATTACKER_DICE, attackers - 1), min(DEFENDER_DICE, defenders)


def too_early(position: Position, target: int) -> bool:
    """7.1: whether a throw at this territory could put its owner out before the fifth round."""
    if position.round > SAFE_ROUNDS or position.armies[target] > ATTACKER_DICE:
        return False
    return position.held[position.owners[target]] == BIT[target]


def enemy_beside(position: Position, territory: int) -> bool:
    """5.2: whether the territory has a neighbour that is not the player's."""
    return bool(MASKS[territory] & ~position.held[position.seat])


def most_leaving(position: Position, source: int) -> int:
    """5.2: the most armies that may leave of one's own will."""
    stay = MINIMUM_GARRISON if enemy_beside(position, source) else 1
    return position.armies[source] - stay


def receiver(position: Position, territory: int) -> int:
    """2.5–2.7: the seat that gets this territory.

    Cards go round anticlockwise from the last seat; whoever has fewer is served first, and who would hold more than
    half of the continent is passed over, so that the next card is again the one that was skipped.
    """
    continent, cap = CONTINENT_OF[territory], DEAL_CAP[territory]
    open_seats = [seat for seat, held in enumerate(position.held) if (held & continent).bit_count() < cap]
    return min(open_seats, key=lambda seat: (position.held[seat].bit_count(), -seat))


def hand_room(position: Position, seat: int) -> int:
    """6.6: cards that the hand can still take."""
    return HAND_LIMIT - position.hands[seat].bit_count()


def may_draw(position: Position) -> bool:
    """6.1, 6.2, 6.7: whether the player whose turn it is has a card due."""
    turn = position.turn
    return bool(turn.conquered) and not turn.card_drawn and hand_room(position, position.seat) > 0


def due_spoils(position: Position) -> int:
    """7.2: how many cards of the eliminated player are taken."""
    return min(position.hands[position.turn.victim].bit_count(), hand_room(position, position.seat))


def reached(position: Position, seat: int) -> bool:
    """8.2: whether a seat holds all of its objective."""
    wanted = OBJECTIVES[position.objectives[seat]] if position.objectives else -1
    return position.held[seat] & wanted == wanted


def room_under_limit(position: Position) -> int:
    """11.1: armies that the player may still place, at most its reserve."""
    limit = position.options.army_limit
    if limit is None:
        return position.reserve
    return min(position.reserve, max(0, limit - position.on_board(position.seat)))


def first_supply(supply: tuple[int, ...], seat: int) -> tuple[int, int]:
    """2.10, 2.11: the next seat, from `seat` on, with armies to place, and how many now; (0, 0) when all are done."""
    players = len(supply)
    for step in range(players):
        candidate = (seat + step) % players
        if supply[candidate]:
            return candidate, min(INITIAL_PLACEMENT, supply[candidate])
    return 0, 0


def next_seat(position: Position) -> int:
    """The next seat in order of play that is not out."""
    players = len(position.held)
    seat = (position.seat + 1) % players
    while seat in position.eliminated:
        seat = (seat + 1) % players
    return seat


def last_seat(position: Position) -> int:
    """The seat that plays last in a round."""
    return max(seat for seat in range(len(position.held)) if seat not in position.eliminated)


def exempt(position: Position) -> bool:
    """9.3: more than two conquests in the turn, no throw."""
    return position.turn.conquered.bit_count() > EXEMPTING_CONQUESTS


def is_last_round(position: Position) -> bool:
    """9.1: the round after the one in which the time limit was reached, or a later one."""
    return bool(position.time_up) and position.round > position.time_up


def closing_value(position: Position, following: int) -> int:
    """9.2: the value at which `following`, who plays next, closes; 0 before the sdadata.

    Laps run from the seat that threw first, the last player of the last round. The value rises where the turn passes
    that seat, in play or out by then: so everyone has one turn at 4, one at 5 and one at 6, and the rest at 7.
    """
    players, seat = len(position.held), position.seat
    steps, to_first = (following - seat) % players, (position.closing_seat - seat) % players
    new_lap = (to_first or players) <= (steps or players)
    return min(position.closing + new_lap, CLOSING_VALUES[-1]) if position.closing else 0
