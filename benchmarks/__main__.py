"""Runs every benchmark, one after another, and keeps what they printed: `python -m benchmarks [name …]`.

Each benchmark prints ratios against a baseline that it measures in the same run, so that runs on different machines
and days can be compared. `var/benchmarks.jsonl` keeps a line a run: when, which commit, which benchmark, what it said.
"""

import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
HISTORY = Path(os.environ.get("SDADATA_VAR") or ROOT / "var") / "benchmarks.jsonl"


def main(chosen: list[str]) -> int:
    """Run the chosen benchmarks, all without a choice; return 1 when one fails."""
    names = chosen or sorted(path.stem for path in HERE.glob("[a-z]*.py"))
    return max(run(name) for name in names)


def run(name: str) -> int:
    """Run one benchmark in a process of its own and keep what it printed."""
    print(f"== {name}", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    print(done.stdout, flush=True)
    keep({"benchmark": name, "exit_code": done.returncode, "said": done.stdout.splitlines()})
    return 1 if done.returncode else 0


def keep(entry: dict[str, object]) -> None:
    """Add a line to the history."""
    described = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(described, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    now = datetime.now(tz=UTC).isoformat(timespec="seconds")
    line = {
        "when": now,
        "commit": commit,
        "python": platform.python_version(),
        "machine": platform.machine(),
        **entry,
    }
    HISTORY.parent.mkdir(parents=True, exist_ok=True)
    with HISTORY.open("a", encoding="utf-8") as history:
        history.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
