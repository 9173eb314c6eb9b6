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
    Phase.SETUP: Text("setup", "preparazione", "preparação"),
    Phase.SEQUENCE: Text("sequence", "determinazione della sequenza", "sequência"),
    Phase.CARDS: Text("cards", "distribuzione delle carte", "cartas"),
    Phase.PRODUCTION: Text("production", "produzione", "produção"),
    Phase.MOVEMENT: Text("operations: movement", "operazioni: movimento", "operações: movimento"),
    Phase.COMBAT: Text("operations: combat", "operazioni: combattimento", "operações: combate"),
}
SIDE_NAMES = {
    Side.ATTACKER: Text("the attacker", "l'attaccante", "o atacante"),
    Side.DEFENDER: Text("the defender", "il difensore", "o defensor"),
}
UNIT_NOUNS = {
    Unit.TANKS: (("tank", "tanks"), ("carro", "carri"), ("tanque", "tanques")),
    Unit.AIRCRAFT: (("aircraft", "aircraft"), ("aereo", "aerei"), ("avião", "aviões")),
    Unit.SUBMARINES: (
        ("submarine", "submarines"),
        ("sottomarino", "sottomarini"),
        ("submarino", "submarinos"),
    ),
}
CARD_NAMES = {
    Card.SECRET_WEAPON: Text("Secret Weapon", "Arma segreta", "Arma Secreta"),
    Card.KILLER_TORPEDO: Text("Killer Torpedo", "Siluro killer", "Torpedo Assassino"),
    Card.SUPER_PRODUCTION: Text("Super Production", "Super produzione", "Superprodução"),
    Card.BALLISTIC_MISSILE: Text("Ballistic Missile", "Missile balistico", "Míssil Balístico"),
    Card.SPACE_SHIELD: Text("Space Shield", "Scudo spaziale", "Escudo Espacial"),
    Card.TRUCE: Text("Truce", "Tregua", "Trégua"),
    Card.BETRAYAL: Text("Betrayal", "Tradimento", "Traição"),
    Card.UNKNOWN: Text("a card not told", "una carta non detta", "uma carta não informada"),
}
TURN_FACTS = {
    "player": Text("whose turn it is", "di chi è il turno", "de quem é o turno"),
    "phase": Text("the phase of the turn", "la fase del turno", "a fase do turno"),
    "order": Text(
        "the sequence drawn for the turn",
        "la sequenza estratta per il turno",
        "a sequência sorteada para o turno",
    ),
    "drawn": Text("who has taken its cards", "chi ha già ricevuto le carte", "quem já pegou suas cartas"),
    "spent": Text(
        "production points spent so far", "i punti produzione già spesi", "pontos de produção já gastos"
    ),
    "moved": Text(
        "which armies have moved", "quali armate si sono già mosse", "quais exércitos já se moveram"
    ),
    "sailed": Text(
        "which submarines have moved", "quali sottomarini si sono già mossi", "quais submarinos já se moveram"
    ),
}
NOT_CHECKED_AT_A_TABLE = Text(
    "It describes the material or leaves the player free; a position cannot break it.",
    "Descrive il materiale o lascia libero il giocatore: una posizione non può violarlo.",
    "Descreve o material ou deixa o jogador livre; uma posição não pode violá-lo.",
)
CHECKED_WITH_THE_BOARD = Text(
    "A board that contradicts it is refused when it is loaded.",
    "Un tabellone che lo contraddice è rifiutato quando si carica.",
    "Um tabuleiro que o contradiz é recusado quando é carregado.",
)


def name(place: Place) -> Text:
    """A place in every language."""
    return Text(place.english, place.name, place.name)


def pieces(unit: Unit, number: int) -> Text:
    """ "3 tanks", "3 carri"."""
    return counted(number, *UNIT_NOUNS[unit])


def points(number: int) -> Text:
    """ "5 PP"."""
    return Text(f"{number} PP", f"{number} PP", f"{number} PP")


def missing_turn(article: str, fact: str) -> Finding:
    """A fact of the turn is not given."""
    return missing(article, f"position.turn.{fact}", TURN_FACTS[fact])


def missing_count(article: str, player: str) -> Finding:
    """How many territories a player has is not given."""
    what = Text(f"the territories of {player}", f"i territori di {player}", f"os territórios de {player}")
    return missing(article, f"position.held.{player}", what)


def missing_hand(article: str, player: str) -> Finding:
    """The cards of a player are not given."""
    what = Text(f"the cards of {player}", f"le carte di {player}", f"as cartas de {player}")
    return missing(article, f"position.hands.{player}", what)


def missing_fleets(article: str) -> Finding:
    """Where submarines are is not given."""
    return missing(
        article,
        "position.fleets",
        Text("where the submarines are", "dove sono i sottomarini", "onde estão os submarinos"),
    )


def missing_territory(article: str, case: Case[Action], territory: str) -> Finding:
    """Who holds it is not given."""
    where = name(case.place(territory))
    what = Text(f"who holds {where.en}", f"chi possiede {where.it}", f"quem tem {where.pt}")
    return missing(article, f"position.board.{territory}", what)


def missing_border(article: str, case: Case[Action], one: str, other: str) -> Finding:
    """The rulebook does not tell whether two places touch, and neither does the club's board."""
    a, b = name(case.place(one)), name(case.place(other))
    what = Text(
        f"whether {a.en} and {b.en} touch (not from the rulebook: the board in use tells)",
        f"se {a.it} e {b.it} confinano (non dal regolamento: lo dice il tabellone in uso)",
        f"se {a.pt} e {b.pt} fazem fronteira (não está no regulamento: diz o tabuleiro em uso)",
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
                "{territory} não é de {player}.",
                territory=name(case.place(territory)),
                player=player,
            )
