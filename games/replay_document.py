"""A replay as a document (with the position in the form of the adjudication contract) and as text for people."""

from typing import Any

from games.challenge import BOARD
from games.challenge.engine import Position, Score, final_scores, outcome
from games.challenge.engine.breach import Breach
from games.challenge.engine.document import card_name, position_document, seat_names
from games.challenge.engine.tables import TERRITORIES, bits
from games.replay import Illegal, Replay

_WORDS = {
    "en": {
        "played": "{played} of {acts} acts are legal.",
        "illegal": "Act {number} (line {line}) is illegal: {word}",
        "over": "The game is over ({reason}); {winner} has won.",
        "turn": "Round {round}, turn of {player}, phase {phase}",
        "score": "{rank}. {player}: {points} points, {outside} outside the objective",
        "cards": "cards",
        "setup": "setup",
        "reinforcement": "reinforcement",
        "combat": "combat",
        "movement": "movement",
        "card": "card",
        "ended": "end of the game",
        "objective": "objective reached",
        "closing": "closed by the sdadata",
        "alone": "everybody else is out",
    },
    "it": {
        "played": "{played} atti su {acts} sono regolari.",
        "illegal": "L'atto {number} (riga {line}) è irregolare: {word}",
        "over": "La partita è finita ({reason}); ha vinto {winner}.",
        "turn": "Giro {round}, turno di {player}, fase {phase}",
        "score": "{rank}. {player}: {points} punti, {outside} fuori obiettivo",
        "cards": "carte",
        "setup": "preparazione",
        "reinforcement": "rinforzi",
        "combat": "combattimenti",
        "movement": "spostamento",
        "card": "carta",
        "ended": "fine della partita",
        "objective": "obiettivo raggiunto",
        "closing": "chiusa con la sdadata",
        "alone": "tutti gli altri eliminati",
    },
    "pt": {
        "played": "{played} atos de {acts} são regulares.",
        "illegal": "O ato {number} (linha {line}) é irregular: {word}",
        "over": "A partida acabou ({reason}); venceu {winner}.",
        "turn": "Volta {round}, turno de {player}, fase {phase}",
        "score": "{rank}. {player}: {points} pontos, {outside} fora do objetivo",
        "cards": "cartas",
        "setup": "preparação",
        "reinforcement": "reforços",
        "combat": "combate",
        "movement": "movimento",
        "card": "carta",
        "ended": "fim da partida",
        "objective": "objetivo alcançado",
        "closing": "encerrada pela sdadata",
        "alone": "todos os outros eliminados",
    },
}


def replay_document(played: Replay) -> dict[str, Any]:
    """`acts`, `played`, `illegal` (or null), `outcome` (or null), `scores` and the contract's `position`."""
    position = played.position
    names = seat_names(position, played.record.players)
    ended = outcome(position)
    return {
        "acts": len(played.record.steps),
        "played": played.played,
        "illegal": _illegal(played.illegal) if played.illegal else None,
        "outcome": ended
        and {"reason": ended.reason.value, "winner": names[ended.winner], "in_time": ended.in_time},
        "scores": [
            {"player": names[row.seat], "points": row.points, "outside": row.outside, "rank": row.rank}
            for row in _scores(position)
        ],
        "position": position_document(position, played.record.players),
    }


def _scores(position: Position) -> list[Score]:
    return final_scores(position) if position.objectives else []


def _illegal(illegal: Illegal) -> dict[str, Any]:
    return {
        "number": illegal.number,
        "line": illegal.step.line,
        "act": illegal.step.word,
        "breaches": [{"article": found.article, "fact": _fact(found)} for found in illegal.breaches],
    }


def _fact(found: Breach) -> dict[str, str]:
    return {"en": found.en, "it": found.it, "pt": found.pt}


def replay_text(played: Replay, language: str = "en") -> str:
    """The same for people, in English, Italian or Portuguese."""
    words, position = _WORDS[language], played.position
    names = seat_names(position, played.record.players)
    lines = [words["played"].format(played=played.played, acts=len(played.record.steps))]
    if played.illegal:
        step = played.illegal.step
        lines.append(words["illegal"].format(number=played.illegal.number, line=step.line, word=step.word))
        lines += [f"  {found.article}: {_fact(found)[language]}" for found in played.illegal.breaches]
    ended = outcome(position)
    if ended:
        lines.append(words["over"].format(reason=words[ended.reason.value], winner=names[ended.winner]))
    word = position_document(position, played.record.players)["turn"]["phase"]
    phase = words["ended" if word == "over" else word]
    lines.append(words["turn"].format(round=position.round, player=names[position.seat], phase=phase))
    lines += [
        words["score"].format(rank=row.rank, player=names[row.seat], points=row.points, outside=row.outside)
        for row in _scores(position)
    ]
    lines += [_holdings(position, seat, name, words["cards"]) for seat, name in enumerate(names)]
    return "\n".join(lines)


def _holdings(position: Position, seat: int, name: str, cards: str) -> str:
    board = ", ".join(
        f"{BOARD.territories[t].name} {position.armies[t]}"
        for t in range(TERRITORIES)
        if position.owners[t] == seat
    )
    hand = ", ".join(map(card_name, bits(position.hands[seat])))
    return f"{name}: {board or '–'}; {cards}: {hand or '–'}"
