"""Asks pip-audit for known holes in the pinned libraries: `python -m deploy.audit`.

A hole fails the build. An index that cannot be reached, or that knows nothing of holes, does not: the build must
not depend on the network; but it is said how many libraries were judged.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
WITHIN_SECONDS = 180


def main() -> int:
    """Print what is known of each pinned library; return 1 when one has a known hole."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "audit.json"
        reason = ask(answer)
        if not answer.exists():
            print(f"pip-audit: no answer, nothing was judged ({reason}).")
            return 0
        libraries = json.loads(answer.read_text(encoding="utf-8"))["dependencies"]
    return judge(libraries)


def ask(answer: Path) -> str:
    """Have pip-audit write its answer; return the last thing it said."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(ROOT / "requirements.txt")]
    command += ["--no-deps", "--disable-pip", "--timeout", "10", "--progress-spinner", "off"]
    command += ["--format", "json", "--output", str(answer)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=WITHIN_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"none within {WITHIN_SECONDS} s"
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "no reason was given"


def judge(libraries: list[dict[str, Any]]) -> int:
    """Print the holes and how many libraries were judged; return 1 when there is a hole."""
    judged = [library for library in libraries if "skip_reason" not in library]
    holes = [(library, hole) for library in judged for hole in library["vulns"]]
    for library, hole in holes:
        mended = ", ".join(hole["fix_versions"]) or "no version yet"
        print(f"{library['name']} {library['version']}: {hole['id']}, mended in {mended}")
    print(f"pip-audit: {len(judged)} of {len(libraries)} libraries judged, {len(holes)} known holes.")
    if len(judged) < len(libraries):
        print("The package index of this machine has no vulnerability data for the others.")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
