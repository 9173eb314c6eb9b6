"""How fast a case is judged, beside plainly reading and writing the same JSON.

Run: python -m benchmarks.adjudication
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from games.adjudicator import adjudicate_json
from games.challenge import BOARD

CASES = Path(__file__).parents[1] / "tests" / "cases"
ROUNDS = 5
MANY = 1_000


def documents() -> list[bytes]:
    """Every case of the casebook as it would arrive."""
    lines = [line for file in sorted(CASES.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines()]
    return [json.dumps(json.loads(line)["case"]).encode() for line in lines]


def plain(text: bytes) -> object:
    """The baseline: parse and print."""
    return json.dumps(json.loads(text))


def judged(text: bytes) -> object:
    """The adjudicator, from JSON to JSON."""
    return json.dumps(adjudicate_json(text))


def median_of(act: Callable[[bytes], object], texts: list[bytes]) -> tuple[float, float]:
    """Median and 99th percentile in microseconds."""
    times = []
    for _ in range(ROUNDS):
        for text in texts:
            start = time.perf_counter()
            act(text)
            times.append((time.perf_counter() - start) * 1e6)
    times.sort()
    return statistics.median(times), times[len(times) * 99 // 100]


def whole(act: Callable[[bytes], object], texts: list[bytes]) -> float:
    """Seconds for MANY documents in one process."""
    start = time.perf_counter()
    for i in range(MANY):
        act(texts[i % len(texts)])
    return time.perf_counter() - start


def hostile() -> dict[str, bytes]:
    """A megabyte of trouble, in several shapes."""
    mega = 1_000_000
    key = ",".join(f'"k{i}":1' for i in range(19_000))
    board = ",".join(f'"nowhere {i}":["red",1]' for i in range(490))
    case = '{{"ruleset":"risiko-challenge","position":{{"players":["red","blue","green"],"board":{{{}}}}},"action":{{"type":"score"}}}}'
    names = ",".join(f'"player number {i} of a very long list"' for i in range(490))
    owners = ",".join(f'"{t}":["player numbr {i}",1]' for i, t in enumerate(BOARD.ids))
    crowd = f'{{"ruleset":"risiko-challenge","position":{{"players":[{names}],"board":{{{owners}}}}},"action":{{}}}}'
    return {
        "open brackets": b"[" * mega,
        "one text": b'"' + b"x" * mega + b'"',
        "spaces": b" " * mega,
        "many keys": ("{" + key + "," + '"x":"' + "y" * (mega - len(key)) + '"}').encode(),
        "one key again and again": ("{" + ",".join(['"a":1'] * 20_000) + "}").encode(),
        "a long number": b"9" * mega,
        "unknown territories": case.format(board).encode(),
        "a crowd of players": crowd.encode(),
        "escapes": b'"' + b"\\u00e9" * (mega // 6) + b'"',
    }


def main() -> None:
    """Print the figures as ratios and microseconds."""
    texts = documents()
    base, own = median_of(plain, texts), median_of(judged, texts)
    print(f"{len(texts)} cases: median {own[0]:.0f} µs, 99% {own[1]:.0f} µs; plain JSON {base[0]:.0f} µs")
    print(f"ratio {own[0] / base[0]:.1f}")
    score = [t for t in texts if b'"score"' in t]
    print(f"score of a full board: median {median_of(judged, score)[0]:.0f} µs")
    print(
        f"{MANY} cases in one process: {whole(judged, texts):.2f} s; plain JSON {whole(plain, texts):.2f} s"
    )
    for name, text in hostile().items():
        start = time.perf_counter()
        answer = adjudicate_json(text)
        print(f"{name}: {(time.perf_counter() - start) * 1e3:.1f} ms, {len(answer.get('errors', ()))} errors")


if __name__ == "__main__":
    main()
