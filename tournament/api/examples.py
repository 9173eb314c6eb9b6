"""Examples of the OpenAPI document; the tests send each of them."""

CASE = {
    "ruleset": "risiko-challenge",
    "position": {
        "players": ["red", "blue", "green", "yellow"],
        "board": {"brasile": ["red", 4], "africa_del_nord": ["blue", 2]},
        "round": 5,
        "turn": {"player": "red", "phase": "combat"},
    },
    "action": {
        "type": "attack",
        "player": "red",
        "from": "brasile",
        "to": "africa_del_nord",
        "attacker_dice": [6, 5, 2],
        "defender_dice": [5, 5],
    },
}
SEATING = {
    "players": [{"id": f"p{number}", "club": f"Club {number % 3 + 1}"} for number in range(1, 9)],
    "rounds": 1,
    "seed": 7,
}
GAMES = {
    "formula": "rulebook",
    "players": [{"id": number, "first": "Giocatore", "last": str(number)} for number in range(1, 5)],
    "rounds": [
        {
            "tables": [
                {
                    "table": 1,
                    "seats": [
                        {"player": 1, "points": 61},
                        {"player": 2, "points": 48},
                        {"player": 3, "points": 37},
                        {"player": 4, "points": 22},
                    ],
                }
            ]
        }
    ],
}
REPORT = {
    "seats": [
        {"turn": 1, "points": 61},
        {"turn": 2, "points": 48},
        {"turn": 3, "points": 37},
        {"turn": 4, "points": 22},
    ],
    "ending": "closing",
}
SHAPE = {"shape": {"direct": 2, "semifinals": 2, "semifinalists": 8, "winners": 1}}
STRUCTURE = {"structure": {"entrants": 16, "notation": "4×4 → 4"}}
LOTS = {"remedy": "lots", "tied": [4, 9], "seed": 7}
RENUNCIATION = {"entrant": 4, "reason": "The last train leaves", "preview": True}
PENALTY = {"entrant": 4, "effect": "points", "points": 10, "round": 1, "reason": "Shouting"}
