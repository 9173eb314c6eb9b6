"""`manage.py adjudicate`: files, standard input, lines, languages, exit statuses."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command

CASE: dict[str, Any] = {
    "ruleset": "risiko-challenge",
    "position": {
        "players": ["red", "blue", "green"],
        "board": {"brasile": ["red", 3], "africa_del_nord": ["blue", 3], "egitto": ["blue", 1]},
        "round": 6,
        "turn": {"player": "red", "phase": "combat", "moved": False, "card_drawn": False},
    },
    "action": {"type": "attack", "player": "red", "from": "brasile", "to": "africa_del_nord"},
}


def _run(*words: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("adjudicate", *words, stdout=out, stderr=err)
    return int(left.value.code or 0), out.getvalue(), err.getvalue()


def _file(folder: Path, text: str) -> str:
    file = folder / "case.json"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_ruling_is_json_and_status_0_however_it_falls(tmp_path: Path) -> None:
    status, out, _ = _run(_file(tmp_path, json.dumps(CASE)), "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer["verdict"] == "illegal"
    assert [f["article"] for f in answer["findings"] if f["outcome"] == "breach"] == ["4.10"]
    assert answer["ruleset"]["id"] == "risiko-challenge"


def test_spoken_answer_in_italian(tmp_path: Path) -> None:
    status, out, _ = _run(_file(tmp_path, json.dumps(CASE)), "--lang", "it")
    assert status == 0
    assert (
        out.splitlines()[3] == "  4.10    breach   L'attaccante potrebbe tirare 2 dadi, il difensore 3 dadi."
    )


def test_spoken_answer_gives_the_remedy(tmp_path: Path) -> None:
    case = {**CASE, "action": {**CASE["action"], "announced": False}}
    _, out, _ = _run(_file(tmp_path, json.dumps(case)))
    assert "  → The dice are thrown again if the defender asks." in out.splitlines()


def test_unreadable_case_is_status_2_with_the_same_object(tmp_path: Path) -> None:
    status, out, _ = _run(_file(tmp_path, '{"ruleset": "risiko-challenge", "ruleset": "x"}'), "--json")
    assert (status, json.loads(out)) == (2, {"errors": ["ruleset: given twice"]})


def test_unreadable_case_without_json_speaks_on_standard_error(tmp_path: Path) -> None:
    status, out, err = _run(_file(tmp_path, "[1"))
    assert (status, out) == (2, "")
    assert err.startswith("document: no JSON at line 1, column 3")


def test_absent_file_is_status_2(tmp_path: Path) -> None:
    status, out, _ = _run(str(tmp_path / "nothing.json"), "--json")
    assert status == 2
    assert json.loads(out)["errors"] == [f"{tmp_path}/nothing.json: No such file or directory"]


def test_lines_answer_in_order_and_go_on_after_an_unreadable_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "\n".join([json.dumps(CASE), "{", json.dumps(CASE), ""]).encode()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text)))
    status, out, _ = _run("-", "--lines")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert ["verdict" in answer for answer in answers] == [True, False, True]


def test_lines_are_status_0_when_all_can_be_read(tmp_path: Path) -> None:
    status, out, _ = _run(_file(tmp_path, json.dumps(CASE) + "\n" + json.dumps(CASE)), "--lines")
    assert (status, len(out.splitlines())) == (0, 2)


def test_lone_surrogates_come_back_as_escapes(tmp_path: Path) -> None:
    status, out, _ = _run(_file(tmp_path, '{"ruleset": "\\ud800"}'), "--json")
    assert status == 2
    assert "\\ud800" in out
    assert json.loads(out)["errors"][0].startswith("ruleset: ")


def test_rules_commands_start_without_apps_and_database(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    command = [
        sys.executable,
        "-X",
        "importtime",
        "manage.py",
        "adjudicate",
        _file(tmp_path, json.dumps(CASE)),
        "--json",
    ]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert json.loads(done.stdout)["verdict"] == "illegal"
    assert "config.settings" not in done.stderr
