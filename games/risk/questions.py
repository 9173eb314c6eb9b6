"""What the two articles leave open, and the reading adopted."""

from __future__ import annotations

from games.core.text import Text

QUESTIONS = (
    Text(
        "The borders are not listed. They are those of the usual board; the numbers of ways into each continent that the "
        "article gives agree with it (not from the rulebook).",
        "I confini non sono elencati. Sono quelli del tabellone consueto; concordano con il numero di accessi ai "
        "continenti dato dall'articolo (non dal regolamento).",
        "As fronteiras não são listadas. São as do tabuleiro de costume; os números de acessos a cada continente que o artigo dá batem com elas (não está no regulamento).",
    ),
    Text(
        "Which territory card shows which symbol, or how many stars, is not said: symbols are those of the Italian cards "
        "unless the case writes another (`brasile/cavalry`), stars are always written (`brasile/2`; not from the rulebook).",
        "Quale simbolo o quante stelle abbia ogni carta non è detto: i simboli sono quelli delle carte italiane se il caso "
        "non ne scrive un altro (`brasile/cavalry`), le stelle si scrivono sempre (`brasile/2`; non dal regolamento).",
        "Qual carta mostra qual símbolo, ou quantas estrelas, não é dito: os símbolos são os das cartas italianas se o caso não escrever outro (`brasile/cavalry`), as estrelas são sempre escritas (`brasile/2`; não está no regulamento).",
    ),
    Text(
        "28 mission cards are counted but 14 missions are listed. The deck has the 14; the colours of the six are ours "
        "(not from the rulebook).",
        "Le carte missione contate sono 28, quelle elencate 14. Il mazzo ha le 14; i sei colori sono nostri (non dal "
        "regolamento).",
        "Contam-se 28 cartas de missão mas listam-se 14 missões. O baralho tem as 14; as cores das seis são nossas (não está no regulamento).",
    ),
    Text(
        "The four easier missions of 2003 are mentioned, not listed: the deck `easier-example` shows the form and a club "
        "writes its own (not from the rulebook).",
        "Le quattro missioni più facili del 2003 sono nominate, non elencate: il mazzo `easier-example` mostra la forma e "
        "il club scrive le sue (non dal regolamento).",
        "As quatro missões mais fáceis de 2003 são citadas, não listadas: o baralho `easier-example` mostra a forma e o clube escreve as suas (não está no regulamento).",
    ),
    Text(
        "A mission of 1993 against a colour that nobody plays: 24 territories, or `undetermined` by option (not from the "
        "rulebook).",
        "Una missione del 1993 contro un colore che nessuno gioca: 24 territori, o `undetermined` con l'opzione (non dal "
        "regolamento).",
        "Uma missão de 1993 contra uma cor que ninguém joga: 24 territórios, ou `undetermined` com a opção (não está no regulamento).",
    ),
    Text(
        "Thirds of the territories: down in one article; to the nearest in the other, whose example rounds down. Down.",
        "I terzi dei territori: per difetto in un articolo; al più vicino nell'altro, il cui esempio è per difetto. Per difetto.",
        "Terços dos territórios: para baixo em um artigo; ao mais próximo no outro, cujo exemplo arredonda para baixo. Para baixo.",
    ),
    Text(
        "The defender's dice are chosen in one article and as many as possible in the other: option `defender_dice`.",
        "I dadi del difensore si scelgono in un articolo e sono il massimo nell'altro: opzione `defender_dice`.",
        "Os dados do defensor são escolhidos em um artigo e são o máximo possível no outro: opção `defender_dice`.",
    ),
    Text(
        "After a conquest at least the armies of the last throw move in; the Portuguese article says at least one. The "
        "stricter text holds.",
        "Dopo una conquista entrano almeno le armate dell'ultimo tiro; l'articolo portoghese dice almeno una. Vale il "
        "testo più stretto.",
        "Depois de uma conquista entram pelo menos os exércitos do último lance; o artigo português diz pelo menos um. Vale o texto mais estrito.",
    ),
    Text(
        "Two on an own territory of the set: a choice of one in one article, for any of them in the other. One for each set.",
        "Due su un proprio territorio del tris: uno a scelta in un articolo, uno qualsiasi nell'altro. Uno per ogni tris.",
        "Dois em um território próprio da trinca: um à escolha em um artigo, qualquer deles no outro. Um para cada trinca.",
    ),
    Text(
        "How the neutral armies of a game for two are placed is not said: the adjudicator takes any order; the engine "
        "places them in turn (not from the rulebook).",
        "Come si dispongano le armate neutrali in due non è detto: l'arbitro elettronico accetta ogni ordine; il motore le "
        "dispone a turno (non dal regolamento).",
        "Como se põem os exércitos neutros em partida de dois não é dito: o juiz automático aceita qualquer ordem; o motor os põe por vez (não está no regulamento).",
    ),
    Text(
        "An empty deck is not spoken of: the engine shuffles the traded cards in (not from the rulebook).",
        "Del mazzo finito non si parla: il motore rimescola le carte giocate (non dal regolamento).",
        "De baralho acabado não se fala: o motor embaralha de novo as cartas trocadas (não está no regulamento).",
    ),
    Text(
        "Sets that grow by one: nothing says where they begin. At 4.",
        "I tris che crescono di uno: non è detto da quanto si parta. Da 4.",
        "Trincas que crescem de um em um: nada diz onde começam. Em 4.",
    ),
    Text(
        "Two wild cards with emblems: they may make one of each. The dearer reading holds.",
        "Due Jolly con i simboli: possono fare uno per tipo. Vale la lettura più cara.",
        "Dois coringas com emblemas: podem fazer um de cada. Vale a leitura mais cara.",
    ),
    Text(
        "A battle in which one die may be thrown again: all throws from one territory against another without one "
        "elsewhere between.",
        "La battaglia in cui si può ritirare un dado: tutti i tiri da un territorio contro un altro senza altri in mezzo.",
        "Uma batalha em que um dado pode ser rolado de novo: todos os lances de um território contra outro sem outro lance no meio.",
    ),
    Text(
        "The die for the order of play falls after the setup in one article, before it in the other. The players stand in "
        "the case in the order that was played.",
        "Il dado per l'ordine di gioco si tira dopo la preparazione in un articolo, prima nell'altro. I giocatori stanno "
        "nel caso nell'ordine che si è giocato.",
        "O dado da ordem de jogo é rolado depois da preparação em um artigo, antes no outro. Os jogadores estão no caso na ordem em que se jogou.",
    ),
    Text(
        "Capitals: when and whether in secret they are chosen is not said. In the setup, openly.",
        "Le capitali: quando e se in segreto si scelgano non è detto. Nella preparazione, apertamente.",
        "Capitais: quando e se em segredo são escolhidas não é dito. Na preparação, abertamente.",
    ),
    Text(
        'The manoeuvre waits for the Allied Army of "the second player": taken for the opponent of whoever is on turn.',
        "La manovra attende l'Armata Alleata «del secondo giocatore»: inteso l'avversario di chi è di turno.",
        "A manobra espera o Exército Aliado do “segundo jogador”: entende-se o adversário de quem está na vez.",
    ),
    Text(
        "The territories' Portuguese names are translations of ours: the Portuguese article names none (not from the "
        "rulebook).",
        "I nomi portoghesi dei territori sono traduzioni nostre: l'articolo portoghese non ne nomina (non dal regolamento).",
        "Os nomes portugueses dos territórios são traduções nossas: o artigo português não cita nenhum (não está no regulamento).",
    ),
)
