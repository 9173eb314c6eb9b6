"""What can be wrong with an act: one constant for each breach, with its article and its words.

A breach is a fact, so it carries its English and its Italian; the engine only ever hands out these constants.
"""

from typing import Final, NamedTuple


class Breach(NamedTuple):
    """A breach of an article, in two languages."""

    article: str
    en: str
    it: str


SEATS_ARE_THROWN: Final = Breach(
    "2.3", "The seats are not being thrown for now.", "Non è il momento del lancio per i posti."
)
SEAT_DICE: Final = Breach(
    "2.3",
    "One die is thrown for each player still tied.",
    "Si lancia un dado per ogni giocatore ancora in parità.",
)
NOT_DEALING: Final = Breach(
    "2.5", "The territories are not being dealt now.", "Non è il momento della distribuzione."
)
DEALT_TWICE: Final = Breach(
    "2.5", "This territory has been dealt already.", "Questo territorio è già stato assegnato."
)
WRONG_RECEIVER: Final = Breach(
    "2.7", "This territory goes to another player.", "Il territorio va a un altro giocatore."
)
NOT_OBJECTIVES: Final = Breach(
    "2.9", "The objectives are not being dealt now.", "Non si assegnano ora gli obiettivi."
)
OBJECTIVES_WRONG: Final = Breach(
    "2.9",
    "Each player gets one of the sixteen objectives.",
    "Ogni giocatore riceve uno dei sedici obiettivi.",
)
NOT_YOUR_TERRITORY: Final = Breach(
    "3.6", "Armies are placed on own territories only.", "Si collocano armate solo sui propri territori."
)
NO_ARMIES_PLACED: Final = Breach("3.6", "At least one army is placed.", "Si colloca almeno un'armata.")
INITIAL_NOT_YOURS: Final = Breach(
    "2.10", "Armies are placed on own territories only.", "Si collocano armate solo sui propri territori."
)
INITIAL_TOO_MANY: Final = Breach(
    "2.10",
    "Three armies are placed in turn, no more than the supply holds.",
    "Si collocano tre armate a turno, entro la dotazione.",
)
INITIAL_NONE: Final = Breach("2.10", "At least one army is placed.", "Si colloca almeno un'armata.")
TOO_MANY_PLACED: Final = Breach(
    "3.1", "More armies than the player is still entitled to.", "Più armate di quante ne spettano ancora."
)
ABOVE_LIMIT: Final = Breach(
    "11.1", "The limit on the number of armies would be exceeded.", "Si supererebbe il limite di armate."
)
PLACED_TOO_LATE: Final = Breach(
    "3.6",
    "Reinforcements are placed before combat begins.",
    "I rinforzi si collocano prima dei combattimenti.",
)
SET_OUT_OF_PHASE: Final = Breach(
    "3.7",
    "A set is played in the reinforcement phase only.",
    "Il tris si gioca solo nella fase dei rinforzi.",
)
NOT_A_SET: Final = Breach("3.3", "These cards do not form a set.", "Queste carte non formano un tris.")
CARDS_NOT_HELD: Final = Breach(
    "3.3", "The player does not hold these cards.", "Il giocatore non ha queste carte."
)
SETS_SPENT: Final = Breach(
    "3.3", "No further set may be played this turn.", "In questo turno non si può giocare altro tris."
)
OUT_OF_ORDER: Final = Breach(
    "2.12", "The phases of the game come in their order.", "Le fasi del gioco seguono il loro ordine."
)
MUST_OCCUPY: Final = Breach(
    "4.15", "The conquered territory must be occupied first.", "Prima si occupa il territorio conquistato."
)
MUST_TAKE_CARDS: Final = Breach(
    "7.1",
    "The cards of the eliminated player are taken first.",
    "Prima si prendono le carte del giocatore eliminato.",
)
MUST_THROW: Final = Breach("9.2", "The throw of the closing is due.", "Si deve lanciare per la sdadata.")
GAME_OVER: Final = Breach("8.2", "The game is over.", "La partita è finita.")
COMBAT_CLOSED: Final = Breach(
    "5.4", "After the movement there is no more combat.", "Dopo lo spostamento non si combatte più."
)
MOVED_ALREADY: Final = Breach("5.1", "One movement a turn.", "Un solo spostamento per turno.")
CARD_CLOSED_TURN: Final = Breach(
    "2.12",
    "The card was drawn: combat and movement are over.",
    "Carta presa: combattimenti e spostamento sono finiti.",
)
REINFORCE_FIRST: Final = Breach(
    "4.1", "Attacks come after the reinforcements.", "Gli attacchi vengono dopo i rinforzi."
)
ATTACK_FROM_OTHERS: Final = Breach(
    "4.2", "The attack does not start from an own territory.", "L'attacco non parte da un proprio territorio."
)
ATTACK_ON_OWN: Final = Breach(
    "4.2", "The territory attacked is not an enemy's.", "Il territorio attaccato non è nemico."
)
NOT_ADJACENT: Final = Breach("4.4", "The two territories do not border.", "I due territori non confinano.")
GARRISON_ONLY: Final = Breach(
    "4.3",
    "A single army stays as garrison and cannot attack.",
    "Una sola armata resta di presidio e non attacca.",
)
FEWER_DICE: Final = Breach(
    "4.10",
    "The attacker would throw fewer dice than the defender.",
    "L'attaccante lancerebbe meno dadi del difensore.",
)
ELIMINATION_TOO_EARLY: Final = Breach(
    "7.1",
    "Nobody can be eliminated before the fifth round.",
    "Nessuno può essere eliminato prima del quinto giro.",
)
ATTACKER_DICE_WRONG: Final = Breach(
    "4.5", "The attacker throws as many dice as it can.", "L'attaccante lancia tutti i dadi che può."
)
DEFENDER_DICE_WRONG: Final = Breach(
    "4.6", "The defender throws as many dice as it can.", "Il difensore lancia tutti i dadi che può."
)
NOTHING_TO_OCCUPY: Final = Breach(
    "4.15", "No territory was conquered.", "Nessun territorio è stato conquistato."
)
TOO_FEW_OCCUPY: Final = Breach(
    "4.15", "All armies of the last throw must move in.", "Devono entrare tutte le armate dell'ultimo lancio."
)
NONE_LEFT_BEHIND: Final = Breach(
    "4.3", "At least one army must stay behind.", "Deve restare almeno un'armata."
)
OCCUPY_GARRISON: Final = Breach(
    "5.2", "Beside an enemy two armies must be left.", "Accanto a un nemico devono restare due armate."
)
NOT_SPOILS: Final = Breach("7.1", "There are no cards to take.", "Non ci sono carte da prendere.")
WRONG_SPOILS: Final = Breach(
    "7.2",
    "As many cards of that player are taken as the hand can hold.",
    "Si prendono carte di quel giocatore fino al limite della mano.",
)
MOVE_FROM_OTHERS: Final = Breach(
    "5.1", "Armies move between own territories.", "Le armate si spostano fra propri territori."
)
MOVE_NOT_ADJACENT: Final = Breach(
    "5.1", "The two territories do not border.", "I due territori non confinano."
)
MOVE_NONE: Final = Breach("5.1", "At least one army moves.", "Si sposta almeno un'armata.")
MOVE_ALL: Final = Breach("5.1", "At least one army must stay behind.", "Deve restare almeno un'armata.")
NO_CONQUEST: Final = Breach(
    "6.1", "No territory was conquered this turn.", "In questo turno non c'è stata conquista."
)
ONE_CARD: Final = Breach("6.2", "One card a turn.", "Una sola carta per turno.")
HAND_FULL: Final = Breach("6.7", "The hand holds seven cards.", "La mano ha già sette carte.")
TOO_LATE_FOR_CARD: Final = Breach(
    "6.4", "No forgotten card can be drawn.", "Nessuna carta dimenticata da prendere."
)
CARD_NOT_IN_DECK: Final = Breach("3.5", "This card is not in the deck.", "Questa carta non è nel mazzo.")
NO_CLOSING: Final = Breach("9.2", "No throw of the closing is due.", "Non si deve lanciare per la sdadata.")
CLOSING_DICE: Final = Breach("9.2", "Two dice are thrown.", "Si lanciano due dadi.")
NO_TIME_LIMIT: Final = Breach("8.1", "The game has no time limit.", "La partita non ha limite di tempo.")
TIME_UP_ALREADY: Final = Breach(
    "9.1", "The time limit was reached already.", "Il limite di tempo è già scaduto."
)
NOT_IN_PLAY: Final = Breach("9.1", "The game is not being played.", "La partita non è in corso.")
OBJECTIVE_NOT_REACHED: Final = Breach(
    "8.2", "Territories of the objective are missing.", "Mancano territori dell'obiettivo."
)
