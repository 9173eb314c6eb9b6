"""RisiKo! Challenge, the tournament edition: its board, its rulebook, its adjudication."""

from games.challenge.geography import BOARD

__all__ = ["BOARD"]
