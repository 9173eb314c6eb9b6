"""The JSON document of a request and of its answer, as commands, the API and other programs exchange it."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from math import ceil, isfinite
from typing import Any, TypeVar

from seating.assessment import Case
from seating.criteria import DEFAULT_CRITERIA, CriterionCode
from seating.proposals import Impossible, Proposal
from seating.report import CriterionLine, Drawing
from seating.request import Defect, InvalidRequest, Player, Request, Round, Scheme, defects_of
from seating.splits import Split, SplitPolicy
from seating.words import Words

Document = Mapping[str, Any]
_Value = TypeVar("_Value")
_Code = TypeVar("_Code", bound=StrEnum)


class _Reader:
    """Reads a document field by field and collects what is wrong with it."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.defects: list[Defect] = []

    def read(self, name: str, parse: Callable[[Any], _Value], default: _Value) -> _Value:
        """Return a parsed field, or the default where it is missing or broken (which is noted)."""
        value = self.document.get(name)
        if value is None:
            return default
        try:
            return parse(value)
        except (TypeError, ValueError, KeyError) as error:
            self.note(name, str(error))
            return default

    def note(self, name: str, problem: str) -> None:
        """Note a defect of a field."""
        words = Words("{name}: {problem}", "{name}: {problem}", "{name}: {problem}").format(
            name=name, problem=problem
        )
        self.defects.append(Defect("field", words, name))


def request_from_document(document: Document) -> Request:
    """Return the request that a document describes. Raises InvalidRequest naming every broken field."""
    if not isinstance(document, Mapping):
        raise InvalidRequest(
            (Defect("field", Words("not an object", "non è un oggetto", "não é um objeto")),)
        )
    reader = _Reader(document)
    for name in sorted(set(document) - _FIELDS):
        reader.note(name, "unknown field")
    for name in ("players", "rounds"):
        if document.get(name) is None:
            reader.note(name, "required")
    request = Request(
        players=reader.read("players", _players, ()),
        rounds=reader.read("rounds", _whole, 1),
        present=reader.read("present", _names, None),
        history=reader.read("history", _rounds, ()),
        winners=reader.read("winners", _names, ()),
        standings=reader.read("standings", _names, ()),
        split=reader.read("split", _code(SplitPolicy), SplitPolicy.MOST_FOURS),
        criteria=reader.read("criteria", _each(_code(CriterionCode)), DEFAULT_CRITERIA),
        keep_apart=reader.read("keep_apart", _each(_pair), ()),
        fixed_tables=reader.read("fixed_tables", _fixed, {}),
        scheme=reader.read("scheme", _code(Scheme), Scheme.DRAW),
        seed=reader.read("seed", _whole, 0),
        time_limit_s=reader.read("time_limit_s", _seconds, None),
        horizon=reader.read("horizon", _whole, None),
        sizes=reader.read("sizes", _each(_each(_whole)), None),
        sitting_out=reader.read("sitting_out", _each(_names), ()),
    )
    sound = not any(defect.field == "players" for defect in reader.defects)
    defects = (*reader.defects, *(defects_of(request) if sound else ()))
    if defects:
        raise InvalidRequest(defects)
    return request


_FIELDS = {
    "players", "rounds", "present", "history", "winners", "standings", "split", "criteria", "keep_apart",
    "fixed_tables", "scheme", "seed", "time_limit_s", "horizon", "sizes", "sitting_out",
}  # fmt: skip


def _each(parse: Callable[[Any], _Value]) -> Callable[[Any], tuple[_Value, ...]]:
    def parse_all(value: Any) -> tuple[_Value, ...]:
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise TypeError("a list is expected")
        return tuple(parse(item) for item in value)

    return parse_all


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError(f"an identifier is expected, not {value!r}")
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"a whole number is expected, not {value!r}")
    return value


def _seconds(value: Any) -> int:
    """Accept any number of seconds; a started second counts."""
    if isinstance(value, float) and isfinite(value):
        return ceil(value)
    return _whole(value)


def _code(codes: type[_Code]) -> Callable[[Any], _Code]:
    def parse(value: Any) -> _Code:
        return codes(value)

    return parse


_names = _each(_name)
_rounds: Callable[[Any], tuple[Round, ...]] = _each(_each(_names))


def _pair(value: Any) -> tuple[str, str]:
    one, two = _names(value)
    return one, two


def _fixed(value: Any) -> dict[str, int]:
    return {_name(who): _whole(table) for who, table in dict(value).items()}


def _players(value: Any) -> tuple[Player, ...]:
    return _each(_player)(value)


def _player(value: Any) -> Player:
    if not isinstance(value, Mapping):
        raise TypeError(f"a player is expected, not {value!r}")
    strength = value.get("strength")
    return Player(
        id=_name(value.get("id")),
        club=_optional(value.get("club")),
        region=_optional(value.get("region")),
        family=_optional(value.get("family")),
        strength=None if strength is None else _whole(strength),
    )


def _optional(value: Any) -> str | None:
    return _name(value) if value else None


def drawing_document(request: Request, drawing: Drawing) -> dict[str, Any]:
    """Return the answer to a request as plain JSON values."""
    report = drawing.report
    return {
        "rounds": [[list(table) for table in tables] for tables in drawing.rounds],
        "clubs": {player.id: player.club for player in request.players if player.club is not None},
        "splits": [_split_document(split) for split in drawing.splits],
        "report": {
            "criteria": [_line_document(line) for line in report.criteria],
            "checked": report.checked,
            "seconds": report.seconds,
            "limit_reached": report.limit_reached,
        },
    }


def _line_document(line: CriterionLine) -> dict[str, Any]:
    return {
        "criterion": line.criterion.value,
        "value": line.value,
        "lower_bound": line.lower_bound,
        "proven_optimal": line.proven_optimal,
        "words": _words_document(line.words),
        "span": list(line.span) if line.span else None,
        "cases": [_case_document(case) for case in line.cases],
    }


def _case_document(case: Case) -> dict[str, Any]:
    clubs = {"clubs": list(case.clubs)} if case.clubs else {}
    return {"players": list(case.players), "rounds": list(case.rounds)} | clubs


def _split_document(split: Split) -> dict[str, Any]:
    return {"sizes": list(split.sizes), "ghosts": split.ghosts, "words": _words_document(split.words)}


def _words_document(words: Words) -> dict[str, str]:
    return {"en": words.en, "it": words.it, "pt": words.pt}


def impossible_document(refusal: Impossible) -> dict[str, Any]:
    """Return the answer when no legal tables exist: the number of players and the ways out."""
    return {
        "impossible": refusal.players,
        "words": _words_document(refusal.words),
        "proposals": [_proposal_document(proposal) for proposal in refusal.proposals],
    }


def _proposal_document(proposal: Proposal) -> dict[str, Any]:
    return {
        "proposal": proposal.code.value,
        "change": proposal.change,
        "splits": [_split_document(split) for split in proposal.splits],
        "words": _words_document(proposal.words),
    }


def defects_document(error: InvalidRequest) -> dict[str, Any]:
    """Return the answer to a broken request: every defect."""
    return {
        "errors": [{"code": defect.code, "words": _words_document(defect.words)} for defect in error.defects]
    }
