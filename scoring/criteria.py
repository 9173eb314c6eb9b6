"""Criteria: what decides between players, one after the other, until something tells them apart."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.document import INTEGER, STRING, Codec, DocumentError, many, optional, read_fields
from scoring.text import Text


class Code(StrEnum):
    """The closed set of criteria."""

    FINAL = "final"
    TOTAL = "total"
    WINS = "wins"
    BEST = "best"
    ALL_GAMES = "all-games"
    BEST_WIN = "best-win"
    TOTAL_ALL = "total-all"
    DIRECT = "direct"
    PREVIOUS = "previous"
    AFTER_ROUND = "after-round"
    GAMES_PLAYED = "games-played"
    FIRST_DIFFERENCE = "first-difference"
    GAME_POINTS = "game-points"
    DECIMALS = "decimals"
    LOTS = "lots"
    MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class Criterion:
    """One criterion: `n` is which game (1 the best) or which round, `seed` draws lots, `order` with `reason` is
    what a director has decided by hand (player keys as text, the best first)."""

    code: Code
    n: int | None = None
    seed: int | None = None
    order: tuple[str, ...] = ()
    reason: str = ""

    @property
    def name(self) -> str:
        """The short name in documents and tables: `wins`, `best:2`."""
        return str(self.code) if self.n is None else f"{self.code}:{self.n}"

    def title(self) -> Text:
        """The name that people read."""
        if self.code is Code.BEST:
            return _ORDINALS.get(self.n or 1) or Text(
                f"best game number {self.n}", f"{self.n}ª miglior partita", f"{self.n}ª melhor partida"
            )
        if self.code is Code.AFTER_ROUND:
            return Text(
                f"place after round {self.n}",
                f"posto dopo il turno {self.n}",
                f"posição depois da rodada {self.n}",
            )
        return TITLES[self.code]


TITLES: Mapping[Code, Text] = {
    Code.FINAL: Text("place in the final", "posto in finale", "lugar na final"),
    Code.TOTAL: Text("total", "totale", "total"),
    Code.WINS: Text("wins", "vittorie", "vitórias"),
    Code.BEST: Text("best game", "miglior partita", "melhor partida"),
    Code.ALL_GAMES: Text(
        "games from the best down", "partite dalla migliore in giù", "partidas da melhor para baixo"
    ),
    Code.BEST_WIN: Text("best win", "miglior vittoria", "melhor vitória"),
    Code.TOTAL_ALL: Text("total without discards", "totale senza scarti", "total sem descartes"),
    Code.DIRECT: Text("direct games", "scontri diretti", "confrontos diretos"),
    Code.PREVIOUS: Text(
        "place after the round before", "posto dopo il turno precedente", "posição depois da rodada anterior"
    ),
    Code.AFTER_ROUND: Text("place after a round", "posto dopo un turno", "posição depois de uma rodada"),
    Code.GAMES_PLAYED: Text("games played", "partite giocate", "partidas jogadas"),
    Code.FIRST_DIFFERENCE: Text(
        "first round that differs", "primo turno diverso", "primeira rodada diferente"
    ),
    Code.GAME_POINTS: Text("game points", "punti partita", "pontos de partida"),
    Code.DECIMALS: Text("typed decimals", "decimali scritti", "decimais digitados"),
    Code.LOTS: Text("lots", "sorteggio", "sorteio"),
    Code.MANUAL: Text("decision of the director", "decisione del direttore", "decisão do diretor"),
}
_ORDINALS: Mapping[int, Text] = {
    1: Text("best game", "miglior partita", "melhor partida"),
    2: Text("second best game", "seconda miglior partita", "segunda melhor partida"),
    3: Text("third best game", "terza miglior partita", "terceira melhor partida"),
}
NEEDS_N = frozenset({Code.BEST, Code.AFTER_ROUND})

_CODECS: Mapping[str, Codec] = {
    "n": optional(INTEGER),
    "seed": optional(INTEGER),
    "order": many(STRING),
    "reason": STRING,
}


@dataclass(frozen=True, slots=True)
class CriterionCodec:
    """A criterion as `"best:2"`, or as an object where it carries a seed, an order or a reason."""

    def write(self, value: Criterion) -> Any:
        """The criterion as JSON knows it."""
        if value.seed is None and not value.order and not value.reason:
            return value.name
        return {
            "code": str(value.code),
            "n": value.n,
            "seed": value.seed,
            "order": list(value.order),
            "reason": value.reason,
        }

    def read(self, place: str, raw: Any) -> Criterion:
        """The criterion that stands at the place. Raises DocumentError."""
        if isinstance(raw, str):
            word, _, number = raw.partition(":")
            raw = {"code": word, "n": number or None}
        if not isinstance(raw, Mapping):
            raise DocumentError(place, f"a criterion is expected, not {raw!r}")
        rest = {key: value for key, value in raw.items() if key != "code"}
        code = _code(place, raw.get("code"))
        if code in NEEDS_N and rest.get("n") is None:
            rest["n"] = 1
        found = read_fields(_Fields, _CODECS, place, rest)
        return Criterion(code, found.n, found.seed, found.order, found.reason)


@dataclass(frozen=True, slots=True)
class _Fields:
    n: int | None = None
    seed: int | None = None
    order: tuple[str, ...] = ()
    reason: str = ""


def _code(place: str, raw: Any) -> Code:
    try:
        return Code(raw)
    except ValueError:
        raise DocumentError(place, f"{raw!r} is none of the criteria: {', '.join(Code)}") from None


CRITERION = CriterionCodec()
