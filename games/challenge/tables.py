"""Chapter 12: players at the table. These articles bind the tournament, not a game."""

from __future__ import annotations

from games.core.rule import stated
from games.core.text import Text

BY_THE_TOURNAMENT = Text(
    "It binds the tournament; seating and scoring keep it, not a case at a table.",
    "Riguarda il torneo: la osservano i posti e le classifiche, non un caso al tavolo.",
    "Vale para o torneio; quem cuida disso são as mesas e a classificação, não um caso na mesa.",
)

table_sizes = stated(
    "12.1",
    Text("Four or five at a table", "Quattro o cinque al tavolo", "Quatro ou cinco na mesa"),
    Text(
        "Official tournaments have tables of four or five; three only in tournaments made of such tables.",
        "I tornei ufficiali hanno tavoli da quattro o cinque; da tre solo in tornei fatti di soli tavoli così.",
        "Os torneios oficiais têm mesas de quatro ou cinco; de três só em torneios feitos de mesas assim.",
    ),
    reason=Text(
        "A case with fewer than 3 or more than 5 players is refused when it is read; the rest binds the tournament.",
        "Un caso con meno di 3 o più di 5 giocatori è respinto alla lettura; il resto riguarda il torneo.",
        "Um caso com menos de 3 ou mais de 5 jogadores é recusado na leitura; o resto vale para o torneio.",
    ),
)
ranked = stated(
    "12.2",
    Text("Ranked tournaments", "Tornei con classifica", "Torneios com classificação"),
    Text(
        "Every game gives points that add up to a ranking; games should last equally long.",
        "Ogni partita dà punti che formano una classifica; le partite devono durare uguale.",
        "Cada partida dá pontos que formam uma classificação; as partidas devem durar o mesmo tempo.",
    ),
    reason=BY_THE_TOURNAMENT,
)
victory_prize = stated(
    "12.2.1",
    Text("The victory prize", "Il premio vittoria", "O prêmio por vitória"),
    Text(
        "A victory prize of at most 100 points may be given.",
        "Si può dare un premio vittoria, al massimo 100 punti.",
        "Pode ser dado um prêmio por vitória de no máximo 100 pontos.",
    ),
    reason=BY_THE_TOURNAMENT,
)
prize_for_four = stated(
    "12.2.2",
    Text("The prize at tables of four", "Il premio ai tavoli da quattro", "O prêmio nas mesas de quatro"),
    Text(
        "Where tables of 4 and 5 are mixed, the prize at tables of 4 is 20% lower.",
        "Con tavoli da 4 e da 5 insieme, il premio dei tavoli da 4 è inferiore del 20%.",
        "Onde há mesas de 4 e de 5, o prêmio nas mesas de 4 é 20% menor.",
    ),
    reason=BY_THE_TOURNAMENT,
)
discards = stated(
    "12.2.3",
    Text("Discarded games", "Gli scarti", "Os descartes"),
    Text(
        "The worst games may be left out, so long as at least two thirds count.",
        "Si possono scartare le partite peggiori, purché ne valgano almeno due terzi.",
        "As piores partidas podem ficar de fora, contanto que valham pelo menos dois terços.",
    ),
    reason=BY_THE_TOURNAMENT,
)
knockout = stated(
    "12.3",
    Text("Knockout", "Eliminazione diretta", "Mata-mata"),
    Text(
        "The winner of each table goes on; the number of tables should suit the size of the final.",
        "Il vincitore di ogni tavolo passa il turno; il numero di tavoli si adatta ai posti della finale.",
        "O vencedor de cada mesa passa; o número de mesas deve combinar com o tamanho da final.",
    ),
    reason=BY_THE_TOURNAMENT,
)

CHAPTER = (table_sizes, ranked, victory_prize, prize_for_four, discards, knockout)
