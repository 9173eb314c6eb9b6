"""How findings name places, arms, cards and what is not given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.core.ruling import Finding, breach, missing
from games.core.text import Text, counted
from games.futurisiko.actions import Action, Case
from games.futurisiko.board import Place
from games.futurisiko.position import Phase, Side
from games.futurisiko.rulesets import Card, Unit

PHASE_NAMES = {
    Phase.SETUP: Text("setup", "preparazione"),
    Phase.SEQUENCE: Text("sequence", "determinazione della sequenza"),
    Phase.CARDS: Text("cards", "distribuzione delle carte"),
    Phase.PRODUCTION: Text("production", "produzione"),
    Phase.MOVEMENT: Text("operations: movement", "operazioni: movimento"),
    Phase.COMBAT: Text("operations: combat", "operazioni: combattimento"),
}
SIDE_NAMES = {
    Side.ATTACKER: Text("the attacker", "l'attaccante"),
    Side.DEFENDER: Text("the defender", "il difensore"),
}
UNIT_NOUNS = {
    Unit.TANKS: (("tank", "tanks"), ("carro", "carri")),
    Unit.AIRCRAFT: (("aircraft", "aircraft"), ("aereo", "aerei")),
    Unit.SUBMARINES: (("submarine", "submarines"), ("sottomarino", "sottomarini")),
}
CARD_NAMES = {
    Card.SECRET_WEAPON: Text("Secret Weapon", "Arma segreta"),
    Card.KILLER_TORPEDO: Text("Killer Torpedo", "Siluro killer"),
    Card.SUPER_PRODUCTION: Text("Super Production", "Super produzione"),
    Card.BALLISTIC_MISSILE: Text("Ballistic Missile", "Missile balistico"),
    Card.SPACE_SHIELD: Text("Space Shield", "Scudo spaziale"),
    Card.TRUCE: Text("Truce", "Tregua"),
    Card.BETRAYAL: Text("Betrayal", "Tradimento"),
    Card.UNKNOWN: Text("a card not told", "una carta non detta"),
}
TURN_FACTS = {
    "player": Text("whose turn it is", "di chi è il turno"),
    "phase": Text("the phase of the turn", "la fase del turno"),
    "order": Text("the sequence drawn for the turn", "la sequenza estratta per il turno"),
    "drawn": Text("who has taken its cards", "chi ha già ricevuto le carte"),
    "spent": Text("production points spent so far", "i punti produzione già spesi"),
    "moved": Text("which armies have moved", "quali armate si sono già mosse"),
    "sailed": Text("which submarines have moved", "quali sottomarini si sono già mossi"),
}
NOT_CHECKED_AT_A_TABLE = Text(
    "It describes the material or leaves the player free; a position cannot break it.",
    "Descrive il materiale o lascia libero il giocatore: una posizione non può violarlo.",
)
CHECKED_WITH_THE_BOARD = Text(
    "A board that contradicts it is refused when it is loaded.",
    "Un tabellone che lo contraddice è rifiutato quando si carica.",
)


def name(place: Place) -> Text:
    """A place in both languages."""
    return Text(place.english, place.name)


def pieces(unit: Unit, number: int) -> Text:
    """ "3 tanks", "3 carri"."""
    return counted(number, *UNIT_NOUNS[unit])


def points(number: int) -> Text:
    """ "5 PP"."""
    return Text(f"{number} PP", f"{number} PP")


def missing_turn(article: str, fact: str) -> Finding:
    """A fact of the turn is not given."""
    return missing(article, f"position.turn.{fact}", TURN_FACTS[fact])


def missing_count(article: str, player: str) -> Finding:
    """How many territories a player has is not given."""
    what = Text(f"the territories of {player}", f"i territori di {player}")
    return missing(article, f"position.held.{player}", what)


def missing_hand(article: str, player: str) -> Finding:
    """The cards of a player are not given."""
    what = Text(f"the cards of {player}", f"le carte di {player}")
    return missing(article, f"position.hands.{player}", what)


def missing_fleets(article: str) -> Finding:
    """Where submarines are is not given."""
    return missing(article, "position.fleets", Text("where the submarines are", "dove sono i sottomarini"))


def missing_territory(article: str, case: Case[Action], territory: str) -> Finding:
    """Who holds it is not given."""
    where = name(case.place(territory))
    what = Text(f"who holds {where.en}", f"chi possiede {where.it}")
    return missing(article, f"position.board.{territory}", what)


def missing_border(article: str, case: Case[Action], one: str, other: str) -> Finding:
    """The rulebook does not tell whether two places touch, and neither does the club's board."""
    a, b = name(case.place(one)), name(case.place(other))
    what = Text(
        f"whether {a.en} and {b.en} touch (not from the rulebook: the board in use tells)",
        f"se {a.it} e {b.it} confinano (non dal regolamento: lo dice il tabellone in uso)",
    )
    return missing(article, "options.board", what)


def not_owned(article: str, case: Case[Action], player: str, territories: Iterable[str]) -> Iterator[Finding]:
    """A breach for each that is another's, a missing fact for each that is not given."""
    for territory in dict.fromkeys(territories):
        own = case.position.owns(player, territory)
        if own is None:
            yield missing_territory(article, case, territory)
        elif not own:
            yield breach(
                article,
                "{territory} is not {player}'s.",
                "{territory} non è di {player}.",
                territory=name(case.place(territory)),
                player=player,
            )
