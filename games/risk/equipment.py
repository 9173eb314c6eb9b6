"""Chapter 1: what is in the box. Nothing here can be breached by a position; a case that contradicts it is unreadable."""

from __future__ import annotations

from games.core.rule import stated
from games.core.text import Text

MATERIAL = Text(
    "It describes the material; a position cannot break it.",
    "Descrive il materiale: una posizione non può violarlo.",
    "Descreve o material; uma posição não pode violá-lo.",
)

pieces = stated(
    "1.1",
    Text("Armies", "Armate", "Exércitos"),
    Text(
        "Each player has pieces of one colour; larger pieces only stand for several armies, and if they run out another "
        "colour or token may stand in.",
        "Ogni giocatore ha segnalini di un colore; i più grandi valgono solo più armate e, se finiscono, si usano un "
        "altro colore o altri segnalini.",
        "Cada jogador tem peças de uma cor; as peças maiores só valem por vários exércitos, e se acabarem outra cor ou ficha pode substituí-las.",
    ),
    reason=MATERIAL,
)
dice = stated(
    "1.2",
    Text("Dice", "Dadi", "Dados"),
    Text(
        "There are three red dice for the attacker and two white ones for the defender.",
        "Ci sono tre dadi rossi per l'attaccante e due bianchi per il difensore.",
        "Há três dados vermelhos para o atacante e dois brancos para o defensor.",
    ),
    reason=MATERIAL,
)
deck = stated(
    "1.3",
    Text("Cards", "Carte", "Cartas"),
    Text(
        "42 cards show a territory and infantry, cavalry or artillery; two wild cards show all three and fit any two "
        "others; 28 are missions.",
        "42 carte mostrano un territorio e un fante, un cavallo o un cannone; due Jolly li mostrano tutti e vanno con "
        "due carte qualsiasi; 28 sono missioni.",
        "42 cartas mostram um território e infantaria, cavalaria ou artilharia; dois coringas mostram os três e combinam com dois quaisquer; 28 são missões.",
    ),
    reason=Text(
        "A card that stands twice, or a third wild card, is refused when the case is read.",
        "Una carta ripetuta o un terzo Jolly si rifiutano alla lettura del caso.",
        "Uma carta repetida, ou um terceiro coringa, é recusada quando o caso é lido.",
    ),
)
route = stated(
    "1.4",
    Text(
        "East Africa and the Middle East",
        "Africa Orientale e Medio Oriente",
        "África Oriental e Oriente Médio",
    ),
    Text(
        "A route joins East Africa and the Middle East; the 40th anniversary edition left it out by mistake.",
        "Una rotta unisce Africa Orientale e Medio Oriente; l'edizione del 40° anniversario la omise per errore.",
        "Uma rota liga a África Oriental e o Oriente Médio; a edição do 40º aniversário a omitiu por engano.",
    ),
    reason=Text(
        "It is an option: east_africa_middle_east.",
        "È un'opzione: east_africa_middle_east.",
        "É uma opção: east_africa_middle_east.",
    ),
)

CHAPTER = (pieces, dice, deck, route)
