"""The board of RisiKo! Challenge with its sixteen objectives, checked when it is first imported."""

from importlib.resources import files

from games.core.board import Board, BoardError, load_board

OBJECTIVE_VALUE = 86


def load() -> Board:
    """Read and check the data. Raises BoardError."""
    data = files("games.challenge") / "data"
    board = load_board(
        (data / "board.toml").read_text(encoding="utf-8"),
        (data / "objectives.toml").read_text(encoding="utf-8"),
        degree_is_value=True,
    )
    shape = (len(board), len(board.borders), len(board.continents), sorted(board.objectives))
    if shape != (42, 82, 6, list(range(1, 17))):
        raise BoardError(f"the board of RisiKo! Challenge is incomplete: {shape}")
    for objective in board.objectives.values():
        if objective.value != OBJECTIVE_VALUE:
            raise BoardError(f"objective {objective.number} is worth {objective.value}")
    return board


BOARD = load()
