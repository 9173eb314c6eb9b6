"""What can be wrong with an act: one constant for each breach, with its article and its words.

A breach is a fact, so it carries its English, its Italian and its Portuguese; the engine only ever hands out these constants.
"""

from typing import Final, NamedTuple


class Breach(NamedTuple):
    """A breach of an article, in three languages."""

    article: str
    en: str
    it: str
    pt: str


SEATS_ARE_THROWN: Final = Breach(
    "2.3",
    "The seats are not being thrown for now.",
    "Non è il momento del lancio per i posti.",
    "Os lugares não estão sendo decididos nos dados agora.",
)
SEAT_DICE: Final = Breach(
    "2.3",
    "One die is thrown for each player still tied.",
    "Si lancia un dado per ogni giocatore ancora in parità.",
    "Rola-se um dado por jogador ainda empatado.",
)
NOT_DEALING: Final = Breach(
    "2.5",
    "The territories are not being dealt now.",
    "Non è il momento della distribuzione.",
    "Os territórios não estão sendo distribuídos agora.",
)
DEALT_TWICE: Final = Breach(
    "2.5",
    "This territory has been dealt already.",
    "Questo territorio è già stato assegnato.",
    "Este território já foi dado.",
)
WRONG_RECEIVER: Final = Breach(
    "2.7",
    "This territory goes to another player.",
    "Il territorio va a un altro giocatore.",
    "Este território vai para outro jogador.",
)
NOT_OBJECTIVES: Final = Breach(
    "2.9",
    "The objectives are not being dealt now.",
    "Non si assegnano ora gli obiettivi.",
    "Os objetivos não estão sendo distribuídos agora.",
)
OBJECTIVES_WRONG: Final = Breach(
    "2.9",
    "Each player gets one of the sixteen objectives.",
    "Ogni giocatore riceve uno dei sedici obiettivi.",
    "Cada jogador recebe um dos dezesseis objetivos.",
)
NOT_YOUR_TERRITORY: Final = Breach(
    "3.6",
    "Armies are placed on own territories only.",
    "Si collocano armate solo sui propri territori.",
    "Exércitos só são colocados em territórios próprios.",
)
NO_ARMIES_PLACED: Final = Breach(
    "3.6", "At least one army is placed.", "Si colloca almeno un'armata.", "Coloca-se pelo menos um exército."
)
INITIAL_NOT_YOURS: Final = Breach(
    "2.10",
    "Armies are placed on own territories only.",
    "Si collocano armate solo sui propri territori.",
    "Exércitos só são colocados em territórios próprios.",
)
INITIAL_TOO_MANY: Final = Breach(
    "2.10",
    "Three armies are placed in turn, no more than the supply holds.",
    "Si collocano tre armate a turno, entro la dotazione.",
    "Colocam-se três exércitos por vez, não mais do que há na dotação.",
)
INITIAL_NONE: Final = Breach(
    "2.10",
    "At least one army is placed.",
    "Si colloca almeno un'armata.",
    "Coloca-se pelo menos um exército.",
)
TOO_MANY_PLACED: Final = Breach(
    "3.1",
    "More armies than the player is still entitled to.",
    "Più armate di quante ne spettano ancora.",
    "Mais exércitos do que ainda cabem ao jogador.",
)
ABOVE_LIMIT: Final = Breach(
    "11.1",
    "The limit on the number of armies would be exceeded.",
    "Si supererebbe il limite di armate.",
    "O limite de exércitos seria ultrapassado.",
)
PLACED_TOO_LATE: Final = Breach(
    "3.6",
    "Reinforcements are placed before combat begins.",
    "I rinforzi si collocano prima dei combattimenti.",
    "Os reforços são colocados antes de o combate começar.",
)
SET_OUT_OF_PHASE: Final = Breach(
    "3.7",
    "A set is played in the reinforcement phase only.",
    "Il tris si gioca solo nella fase dei rinforzi.",
    "Uma trinca só se joga na fase de reforços.",
)
NOT_A_SET: Final = Breach(
    "3.3",
    "These cards do not form a set.",
    "Queste carte non formano un tris.",
    "Estas cartas não formam uma trinca.",
)
CARDS_NOT_HELD: Final = Breach(
    "3.3",
    "The player does not hold these cards.",
    "Il giocatore non ha queste carte.",
    "O jogador não tem estas cartas na mão.",
)
SETS_SPENT: Final = Breach(
    "3.3",
    "No further set may be played this turn.",
    "In questo turno non si può giocare altro tris.",
    "Nenhuma outra trinca pode ser jogada neste turno.",
)
OUT_OF_ORDER: Final = Breach(
    "2.12",
    "The phases of the game come in their order.",
    "Le fasi del gioco seguono il loro ordine.",
    "As fases da partida vêm em sua ordem.",
)
MUST_OCCUPY: Final = Breach(
    "4.15",
    "The conquered territory must be occupied first.",
    "Prima si occupa il territorio conquistato.",
    "O território conquistado deve ser ocupado primeiro.",
)
MUST_TAKE_CARDS: Final = Breach(
    "7.1",
    "The cards of the eliminated player are taken first.",
    "Prima si prendono le carte del giocatore eliminato.",
    "Primeiro se pegam as cartas do jogador eliminado.",
)
MUST_THROW: Final = Breach(
    "9.2",
    "The throw of the closing is due.",
    "Si deve lanciare per la sdadata.",
    "O lance de encerramento é devido.",
)
GAME_OVER: Final = Breach("8.2", "The game is over.", "La partita è finita.", "A partida acabou.")
COMBAT_CLOSED: Final = Breach(
    "5.4",
    "After the movement there is no more combat.",
    "Dopo lo spostamento non si combatte più.",
    "Depois do movimento não há mais combate.",
)
MOVED_ALREADY: Final = Breach(
    "5.1", "One movement a turn.", "Un solo spostamento per turno.", "Um movimento por turno."
)
CARD_CLOSED_TURN: Final = Breach(
    "2.12",
    "The card was drawn: combat and movement are over.",
    "Carta presa: combattimenti e spostamento sono finiti.",
    "A carta foi comprada: combate e movimento acabaram.",
)
REINFORCE_FIRST: Final = Breach(
    "4.1",
    "Attacks come after the reinforcements.",
    "Gli attacchi vengono dopo i rinforzi.",
    "Os ataques vêm depois dos reforços.",
)
ATTACK_FROM_OTHERS: Final = Breach(
    "4.2",
    "The attack does not start from an own territory.",
    "L'attacco non parte da un proprio territorio.",
    "O ataque não parte de um território próprio.",
)
ATTACK_ON_OWN: Final = Breach(
    "4.2",
    "The territory attacked is not an enemy's.",
    "Il territorio attaccato non è nemico.",
    "O território atacado não é de um inimigo.",
)
NOT_ADJACENT: Final = Breach(
    "4.4",
    "The two territories do not border.",
    "I due territori non confinano.",
    "Os dois territórios não fazem fronteira.",
)
GARRISON_ONLY: Final = Breach(
    "4.3",
    "A single army stays as garrison and cannot attack.",
    "Una sola armata resta di presidio e non attacca.",
    "Um exército sozinho fica de guarnição e não pode atacar.",
)
FEWER_DICE: Final = Breach(
    "4.10",
    "The attacker would throw fewer dice than the defender.",
    "L'attaccante lancerebbe meno dadi del difensore.",
    "O atacante rolaria menos dados que o defensor.",
)
ELIMINATION_TOO_EARLY: Final = Breach(
    "7.1",
    "Nobody can be eliminated before the fifth round.",
    "Nessuno può essere eliminato prima del quinto giro.",
    "Ninguém pode ser eliminado antes da quinta volta.",
)
ATTACKER_DICE_WRONG: Final = Breach(
    "4.5",
    "The attacker throws as many dice as it can.",
    "L'attaccante lancia tutti i dadi che può.",
    "O atacante rola tantos dados quantos puder.",
)
DEFENDER_DICE_WRONG: Final = Breach(
    "4.6",
    "The defender throws as many dice as it can.",
    "Il difensore lancia tutti i dadi che può.",
    "O defensor rola tantos dados quantos puder.",
)
NOTHING_TO_OCCUPY: Final = Breach(
    "4.15",
    "No territory was conquered.",
    "Nessun territorio è stato conquistato.",
    "Nenhum território foi conquistado.",
)
TOO_FEW_OCCUPY: Final = Breach(
    "4.15",
    "All armies of the last throw must move in.",
    "Devono entrare tutte le armate dell'ultimo lancio.",
    "Todos os exércitos do último lance devem entrar.",
)
NONE_LEFT_BEHIND: Final = Breach(
    "4.3",
    "At least one army must stay behind.",
    "Deve restare almeno un'armata.",
    "Pelo menos um exército deve ficar.",
)
OCCUPY_GARRISON: Final = Breach(
    "5.2",
    "Beside an enemy two armies must be left.",
    "Accanto a un nemico devono restare due armate.",
    "Ao lado de um inimigo devem ficar dois exércitos.",
)
NOT_SPOILS: Final = Breach(
    "7.1", "There are no cards to take.", "Non ci sono carte da prendere.", "Não há cartas a pegar."
)
WRONG_SPOILS: Final = Breach(
    "7.2",
    "As many cards of that player are taken as the hand can hold.",
    "Si prendono carte di quel giocatore fino al limite della mano.",
    "Pegam-se tantas cartas desse jogador quantas a mão comporta.",
)
MOVE_FROM_OTHERS: Final = Breach(
    "5.1",
    "Armies move between own territories.",
    "Le armate si spostano fra propri territori.",
    "Os exércitos se movem entre territórios próprios.",
)
MOVE_NOT_ADJACENT: Final = Breach(
    "5.1",
    "The two territories do not border.",
    "I due territori non confinano.",
    "Os dois territórios não fazem fronteira.",
)
MOVE_NONE: Final = Breach(
    "5.1", "At least one army moves.", "Si sposta almeno un'armata.", "Move-se pelo menos um exército."
)
MOVE_ALL: Final = Breach(
    "5.1",
    "At least one army must stay behind.",
    "Deve restare almeno un'armata.",
    "Pelo menos um exército deve ficar.",
)
NO_CONQUEST: Final = Breach(
    "6.1",
    "No territory was conquered this turn.",
    "In questo turno non c'è stata conquista.",
    "Nenhum território foi conquistado neste turno.",
)
ONE_CARD: Final = Breach("6.2", "One card a turn.", "Una sola carta per turno.", "Uma carta por turno.")
HAND_FULL: Final = Breach(
    "6.7", "The hand holds seven cards.", "La mano ha già sette carte.", "A mão tem sete cartas."
)
TOO_LATE_FOR_CARD: Final = Breach(
    "6.4",
    "No forgotten card can be drawn.",
    "Nessuna carta dimenticata da prendere.",
    "Nenhuma carta esquecida pode ser comprada.",
)
CARD_NOT_IN_DECK: Final = Breach(
    "3.5", "This card is not in the deck.", "Questa carta non è nel mazzo.", "Esta carta não está no baralho."
)
NO_CLOSING: Final = Breach(
    "9.2",
    "No throw of the closing is due.",
    "Non si deve lanciare per la sdadata.",
    "Nenhum lance de encerramento é devido.",
)
CLOSING_DICE: Final = Breach("9.2", "Two dice are thrown.", "Si lanciano due dadi.", "Rolam-se dois dados.")
NO_TIME_LIMIT: Final = Breach(
    "8.1",
    "The game has no time limit.",
    "La partita non ha limite di tempo.",
    "A partida não tem limite de tempo.",
)
TIME_UP_ALREADY: Final = Breach(
    "9.1",
    "The time limit was reached already.",
    "Il limite di tempo è già scaduto.",
    "O limite de tempo já foi atingido.",
)
NOT_IN_PLAY: Final = Breach(
    "9.1", "The game is not being played.", "La partita non è in corso.", "A partida não está em jogo."
)
OBJECTIVE_NOT_REACHED: Final = Breach(
    "8.2",
    "Territories of the objective are missing.",
    "Mancano territori dell'obiettivo.",
    "Faltam territórios do objetivo.",
)
