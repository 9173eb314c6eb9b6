"""`manage.py serve` and its supervisor: started, watched, restarted, stopped together, no orphans."""

import errno
import http.client
import io
import os
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest
import redis
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import translation

from tests.factories import make_tournament
from tests.servers import free_port
from tournament.management import supervisor
from tournament.management.commands import serve
from tournament.models import Tournament
from tournament.services.demo import ACCOUNTS

ROOT = Path(__file__).resolve().parent.parent
LINUX_ONLY = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")


def wait_until(happens: Callable[[], bool], *, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    """Tell whether the process runs; one that ended and was not yet waited for does not."""
    try:
        return stat(pid)[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def stat(pid: int) -> list[str]:
    """What Linux says of a process after its name: state, parent, …"""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def pids(folder: Path, name: str) -> list[int]:
    """The process numbers that a program of the test has written, one a start."""
    note = folder / name
    return [int(line) for line in note.read_text().split()] if note.exists() else []


def program(folder: Path, name: str, then: str) -> list[str]:
    """A command that notes its process number and then does something."""
    code = f"import os, signal, time; open({str(folder / name)!r}, 'a').write(f'{{os.getpid()}}\\n'); {then}"
    return [sys.executable, "-c", code]


class Prepared(NamedTuple):
    """A database, and what the nodes that prepared it said and ended with."""

    url: str
    said: list[str]
    codes: list[int]


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """The sentences are tested in the language of the source."""
    with translation.override("en"):
        yield


@pytest.fixture
def supervised(tmp_path: Path) -> Iterator[Callable[[dict[str, list[str]]], subprocess.Popen[bytes]]]:
    """Give `supervised(programs)`: a supervisor process that watches them."""
    started: list[subprocess.Popen[bytes]] = []

    def start(programs: dict[str, list[str]]) -> subprocess.Popen[bytes]:
        plan = supervisor.Plan(programs=programs, host="127.0.0.1", port=free_port(), stop_within=2)
        process = subprocess.Popen(
            [sys.executable, "-m", "tournament.management.supervisor"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        started.append(process)
        assert process.stdin is not None
        process.stdin.write(plan.to_json().encode())
        process.stdin.close()
        process.stdin = None
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(("deaths", "seconds"), [(1, 0.5), (2, 1), (3, 2), (6, 16), (7, 30), (1000, 30)])
def test_each_death_in_a_row_doubles_the_pause_up_to_half_a_minute(deaths: int, seconds: float) -> None:
    assert supervisor.pause_before_restart(deaths) == seconds


def test_a_plan_survives_the_way_to_the_supervisor() -> None:
    plan = supervisor.Plan(programs={"web": ["a", "b"]}, host="127.0.0.1", port=1, welcome="ciao")
    assert supervisor.Plan.from_json(plan.to_json()) == plan


@LINUX_ONLY
def test_a_process_that_dies_is_started_again(supervised: Any, tmp_path: Path) -> None:
    process = supervised({"web": program(tmp_path, "web", "time.sleep(60)")})
    wait_until(lambda: len(pids(tmp_path, "web")) == 1)
    os.kill(pids(tmp_path, "web")[0], signal.SIGKILL)
    wait_until(lambda: len(pids(tmp_path, "web")) == 2)
    process.terminate()
    said, _ = process.communicate(timeout=20)
    assert said.decode().splitlines() == ["The web process ended (-9); it starts again in 0.5 s.", "Stopped."]
    assert process.returncode == 0
    assert [is_alive(pid) for pid in pids(tmp_path, "web")] == [False, False]


@LINUX_ONLY
def test_a_stubborn_process_is_killed_and_all_stop_together(supervised: Any, tmp_path: Path) -> None:
    stubborn = "signal.signal(signal.SIGTERM, signal.SIG_IGN); open({!r}, 'w').close(); time.sleep(60)"
    process = supervised(
        {
            "stubborn": program(tmp_path, "stubborn", stubborn.format(str(tmp_path / "deaf"))),
            "polite": program(tmp_path, "polite", "time.sleep(60)"),
        }
    )
    wait_until(lambda: (tmp_path / "deaf").exists() and len(pids(tmp_path, "polite")) == 1)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=10)
    assert [is_alive(pid) for name in ("stubborn", "polite") for pid in pids(tmp_path, name)] == [
        False,
        False,
    ]


@LINUX_ONLY
def test_children_do_not_outlive_a_killed_supervisor(supervised: Any, tmp_path: Path) -> None:
    process = supervised({"web": program(tmp_path, "web", "time.sleep(60)")})
    wait_until(lambda: len(pids(tmp_path, "web")) == 1)
    process.kill()
    wait_until(lambda: not is_alive(pids(tmp_path, "web")[0]), seconds=10)


def test_a_taken_port_is_refused_in_one_sentence() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError) as refused:
            serve.refuse_taken_port("127.0.0.1", port)
    expected = (
        f"Port {port} is taken by another program: stop it, or choose another one with --port {port + 1}."
    )
    assert str(refused.value) == expected


@pytest.mark.parametrize("port", [-1, 0, 65_536, 99_999])
def test_a_port_that_there_is_not_is_refused_in_one_sentence(port: int) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("serve", port=port)
    assert str(refused.value) == f"There is no port {port}: ports are numbers from 1 to 65535, such as 8000."


def test_a_free_port_is_accepted() -> None:
    port = free_port()
    serve.refuse_taken_port("127.0.0.1", port)
    with socket.socket() as ours:
        ours.bind(("127.0.0.1", port))


def test_the_qr_code_is_made_of_half_blocks() -> None:
    assert set(serve.qr_code("http://192.168.1.5:8000/")) == set("█▀▄ \n")


ODDS = (
    b"POST /api/v1/odds/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b'Content-Length: 32\r\n\r\n{"attackers": 3, "defenders": 2}'
)


@LINUX_ONLY
def test_an_installation_starts_recovers_and_stops_without_orphans(tmp_path: Path) -> None:
    port = free_port()
    process = serve_in(tmp_path, port)
    try:
        wait_until(lambda: status(port) == 200, seconds=90)
        wait_until(lambda: len(members(tmp_path)) >= 4)  # supervisor, granian and its worker, celery
        web = next(
            pid for pid, line in members(tmp_path).items() if "granian" in line and parent(pid) == process.pid
        )
        orphaned = {web, *(pid for pid in members(tmp_path) if parent(pid) == web)}
        os.kill(web, signal.SIGKILL)
        wait_until(lambda: not orphaned & members(tmp_path).keys())
        wait_until(lambda: status(port) == 200)
        with socket.create_connection(("127.0.0.1", port), timeout=20) as begun:
            begun.sendall(ODDS[:-4])
            assert status(port) == 200  # asked later, answered: the half request has been heard too
            process.send_signal(signal.SIGINT)
            wait_until(lambda: status(port) is None)  # nobody new is let in …
            begun.sendall(ODDS[-4:])
            assert begun.recv(4096).startswith(b"HTTP/1.1 200")  # … and who is in, is answered
        assert process.wait(20) == 0
        assert members(tmp_path) == {}
    finally:
        process.kill()
        process.wait()


@LINUX_ONLY
@pytest.mark.postgres
@pytest.mark.redis
def test_the_same_code_runs_on_postgresql_and_redis(
    tmp_path: Path, prepared_by_many: Prepared, redis_url: str
) -> None:
    port = free_port()
    process = serve_in(tmp_path, port, DATABASE_URL=prepared_by_many.url, REDIS_URL=redis_url)
    try:
        wait_until(lambda: status(port) == 200, seconds=90)
        with redis.Redis.from_url(redis_url) as queue:
            # The worker waits at both queues of the broker.
            wait_until(
                lambda: {b"_kombu.binding.interactive", b"_kombu.binding.bulk"} <= set(queue.keys("_kombu*"))
            )
        process.terminate()
        assert process.wait(20) == 0
        assert not (tmp_path / "sdadata.sqlite3").exists()
    finally:
        process.kill()
        process.wait()


@pytest.mark.postgres
def test_many_nodes_may_prepare_the_same_database(prepared_by_many: Prepared) -> None:
    assert prepared_by_many.codes == [0, 0, 0]
    assert sorted(prepared_by_many.said) == ["", "", "Preparing the database …\n"]


@pytest.fixture(scope="module")
def prepared_by_many(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """An empty database of this module's own, prepared by three nodes at once."""
    url = f"{postgres_url.rsplit('/', 1)[0]}/{fresh_database(postgres_url)}"
    command = [sys.executable, "manage.py", "prepare"]
    environment = {
        **os.environ,
        "SDADATA_VAR": str(tmp_path_factory.mktemp("nodes")),
        "DATABASE_URL": url,
        "LANGUAGE_CODE": "en",
    }
    nodes = [subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) for _ in range(3)]
    said = [node.communicate(timeout=120)[0].decode() for node in nodes]
    return Prepared(url, said, [node.returncode for node in nodes])


def fresh_database(postgres_url: str) -> str:
    """The name of a new, empty database."""
    name = f"fresh_{uuid.uuid4().hex}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
    return name


def serve_in(var: Path, port: int, **variables: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "manage.py", "serve", "--prepare", "--port", str(port)]
    environment = {**os.environ, "SDADATA_VAR": str(var), **variables}
    with (var / "log").open("wb") as log:
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)


def status(port: int) -> int | None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/accounts/login/")
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def members(var: Path) -> dict[int, str]:
    """The processes of the installation whose data lies in `var`, by number, with their command lines."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environment = (folder / "environ").read_bytes()
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if f"SDADATA_VAR={var}\0".encode() in environment + b"\0" and line:
            found[int(folder.name)] = line
    return found


def parent(pid: int) -> int:
    return int(stat(pid)[1])


@pytest.mark.django_db
def test_the_welcome_names_this_computer_and_the_hall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "hall_address", lambda: "192.168.1.5")
    monkeypatch.setattr(serve, "demo_credentials", lambda: "direttore  dado\n")
    lines = serve.Command().welcome("0.0.0.0", 8000).splitlines()  # noqa: S104
    assert lines[1:4] == [
        "Sdadata is running.",
        "On this computer: http://127.0.0.1:8000/",
        "In the hall's Wi-Fi: http://192.168.1.5:8000/",
    ]
    assert "\n".join(lines[5:]).startswith(serve.qr_code("http://192.168.1.5:8000/").rstrip())
    assert lines[-3:] == ["direttore  dado", "", "Ctrl-C stops it."]


@pytest.mark.django_db
def test_a_server_for_this_computer_only_shows_no_other_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "demo_credentials", lambda: "")
    lines = [line for line in serve.Command().welcome("127.0.0.1", 8000).splitlines() if line]
    assert lines == ["Sdadata is running.", "On this computer: http://127.0.0.1:8000/", "Ctrl-C stops it."]


@pytest.mark.django_db
def test_the_demo_s_users_are_named_only_where_it_is_loaded() -> None:
    assert serve.demo_credentials() == ""
    make_tournament(is_demo=True)
    named = [line.split()[:2] for line in serve.demo_credentials().splitlines()]
    assert named == [[account.username, account.password] for account in ACCOUNTS]


@pytest.mark.django_db
def test_the_demo_is_loaded_into_an_empty_database_only() -> None:
    get_user_model().objects.create_user("somebody")
    out = io.StringIO()
    call_command("prepare", demo=True, stdout=out)
    assert out.getvalue() == ""
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("outward", "own", "expected"),
    [
        (["10.0.0.7"], ["192.168.1.5"], "10.0.0.7"),
        ([], ["127.0.1.1", "192.168.1.5"], "192.168.1.5"),
        (["127.0.0.1"], ["127.0.1.1"], None),
    ],
)
def test_the_hall_is_reached_at_an_address_that_is_not_this_computer_alone(
    outward: list[str], own: list[str], expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "outward_addresses", lambda: outward)
    monkeypatch.setattr(serve, "own_addresses", lambda: own)
    assert serve.hall_address() == expected


def test_a_computer_without_network_has_no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_arguments: Any) -> None:
        raise OSError(errno.ENETUNREACH, "unreachable")

    monkeypatch.setattr(serve.socket.socket, "connect", unreachable)
    monkeypatch.setattr(serve.socket, "gethostbyname_ex", unreachable)
    assert (serve.outward_addresses(), serve.own_addresses()) == ([], [])


def test_the_own_addresses_are_numbers() -> None:
    assert [address.count(".") for address in serve.own_addresses()] == [3] * len(serve.own_addresses())


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (errno.EACCES, "Port 80 needs administrator rights: choose one above 1024, such as --port 8000."),
        (errno.EADDRNOTAVAIL, "Cannot listen on 10.9.9.9:80: no such address."),
    ],
)
def test_other_trouble_with_a_port_is_one_sentence(number: int, expected: str) -> None:
    assert serve.port_trouble(OSError(number, "no such address"), "10.9.9.9", 80) == expected


def test_in_the_hall_the_schedule_is_kept(settings: Any, tmp_path: Path) -> None:
    settings.VAR, settings.REDIS_URL, settings.CELERY_BEAT_SCHEDULE = tmp_path, "", {"sweep": {}}
    schedule = ["--schedule", str(tmp_path / "schedule")]
    assert serve.programs("::1", 80, posix=True)["worker"][-3:] == ["--beat", *schedule]
    windows = serve.programs("::1", 80, posix=False)
    assert "--beat" not in windows["worker"]
    assert ("beat" in windows["schedule"], windows["schedule"][-2:]) == (True, schedule)
    settings.REDIS_URL = "redis://somewhere"
    for posix in (True, False):
        programs = serve.programs("::1", 80, posix=posix)
        assert ("--beat" in programs["worker"], set(programs)) == (False, {"web", "worker"})


def test_the_web_process_listens_where_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_PROCESSES", "3")
    command = serve.web_command("127.0.0.1", 8123)
    assert [command[command.index(option) + 1] for option in ("--host", "--port", "--workers")] == [
        "127.0.0.1",
        "8123",
        "3",
    ]
