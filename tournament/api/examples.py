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
INVITATION = {"role": "referee", "email": "arbitro@example.org", "tables": [3, 4]}
SUSPENSION = {"entrant": 4, "starts_on": "2026-11-29", "ends_on": "2027-02-28", "reason": "Struck a referee"}
DOOR = {
    "is_offered": True,
    "needs_approval": True,
    "closes_at": "2026-11-27T20:00:00Z",
    "questions": [{"label": "Dinner?", "is_required": True, "choices": ["yes", "no"]}],
}
REFUSAL = {"answer": "refuse", "reason": "The tournament is for members of the club"}
EVENING = {"starts_at": "2026-12-06T20:30:00Z", "venues": {"1": "Upstairs", "2": "Bar"}}
TYPES = [{"name": "Evening", "weights": {"0": "1"}, "best": 6}]
CIRCUIT = {
    "name": "Winter cup",
    "starts_on": "2026-10-01",
    "ends_on": "2027-03-31",
    "worth": "places",
    "place_points": [12, 7, 5, 3],
    "types": TYPES,
}
TOURNAMENT = {
    "name": "Raduno di primavera",
    "preset": "raduno",
    "starts_on": "2027-03-21",
    "place": "Bergamo",
    "plan": {"rounds": 2, "cut": "raduno"},
}
THRESHOLDS = {
    "name": "Ours",
    "steps": [
        {"at_least": 8, "choices": [{"direct": 0, "semifinals": 4, "semifinalists": 16, "winners": 1}]}
    ],
}
