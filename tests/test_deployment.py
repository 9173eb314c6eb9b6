"""The container files hold what an operator relies on; no Docker engine is needed to look."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
APP_SERVICES = ["web", "worker", "bulk-worker", "beat", "prepare"]


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return loaded


@pytest.fixture(scope="module")
def dockerfile() -> list[tuple[str, str]]:
    """The instructions with their arguments, continued lines joined."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in lines]


def test_the_services_are_those_of_the_documentation(compose: dict[str, Any]) -> None:
    assert sorted(compose["services"]) == sorted([*APP_SERVICES, "proxy", "postgres", "redis", "backup"])


def test_everything_that_keeps_running_is_watched(compose: dict[str, Any]) -> None:
    unwatched = [
        name
        for name, service in compose["services"].items()
        if not service["healthcheck"].get("test") or service["restart"] != "unless-stopped"
    ]
    assert unwatched == ["prepare"]


@pytest.mark.parametrize("name", APP_SERVICES)
def test_our_own_containers_may_write_only_their_data(compose: dict[str, Any], name: str) -> None:
    service = compose["services"][name]
    assert (service["read_only"], service["cap_drop"], service["tmpfs"]) == (True, ["ALL"], ["/tmp"])  # noqa: S108
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["volumes"] == ["files:/var/lib/sdadata"]


@pytest.mark.parametrize("name", [name for name in APP_SERVICES if name != "prepare"])
def test_nothing_starts_before_the_database_is_prepared(compose: dict[str, Any], name: str) -> None:
    assert compose["services"][name]["depends_on"] == {
        "prepare": {"condition": "service_completed_successfully"},
        "postgres": {"condition": "service_healthy"},
        "redis": {"condition": "service_healthy"},
    }


def test_every_named_volume_is_declared_and_used(compose: dict[str, Any]) -> None:
    mounted = {
        mount.split(":")[0]
        for service in compose["services"].values()
        for mount in service.get("volumes", [])
    }
    assert {name for name in mounted if not name.startswith(".")} == set(compose["volumes"])


def test_every_mounted_file_exists(compose: dict[str, Any]) -> None:
    mounted = [
        mount.split(":")[0]
        for service in compose["services"].values()
        for mount in service.get("volumes", [])
    ]
    files = [name for name in mounted if name.startswith("./")]
    assert files == ["./deploy/Caddyfile", "./deploy/backup.sh"]
    assert [name for name in files if not (ROOT / name).is_file()] == []


def test_only_the_proxy_is_reached_from_outside(compose: dict[str, Any]) -> None:
    assert [name for name, service in compose["services"].items() if "ports" in service] == ["proxy"]


def test_secrets_come_from_the_environment_and_are_demanded(compose: dict[str, Any]) -> None:
    environment = compose["x-app"]["environment"]
    assert environment["SECRET_KEY"] == "${SECRET_KEY:?set it in .env}"
    assert environment["ALLOWED_HOSTS"] == "${DOMAIN:?set it in .env}"
    assert "${POSTGRES_PASSWORD:?" in environment["DATABASE_URL"]


def test_the_queues_are_those_of_the_settings(compose: dict[str, Any], settings: Any) -> None:
    commands = [compose["services"][name]["command"] for name in ("worker", "bulk-worker")]
    served = {command[command.index("--queues") + 1] for command in commands}
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert served == {settings.CELERY_TASK_DEFAULT_QUEUE} | routed


def test_the_image_is_built_in_two_stages_and_runs_unprivileged(dockerfile: list[tuple[str, str]]) -> None:
    bases = [argument for instruction, argument in dockerfile if instruction == "FROM"]
    assert bases == ["python:3.13-slim-bookworm AS build", "python:3.13-slim-bookworm"]
    last_stage = dockerfile[
        max(i for i, (instruction, _) in enumerate(dockerfile) if instruction == "FROM") :
    ]
    told = dict(last_stage)
    assert told["USER"] == "10001"
    assert told["HEALTHCHECK"].endswith('CMD ["python", "-m", "deploy.health"]')
    assert told["CMD"] == '["granian", "config.wsgi:application"]'
    assert [
        instruction
        for instruction, argument in last_stage
        if "apt-get" in argument or "pip install" in argument
    ] == []


def test_the_server_knows_every_option_that_the_image_sets(dockerfile: list[tuple[str, str]]) -> None:
    environment = " ".join(argument for instruction, argument in dockerfile if instruction == "ENV")
    set_here = {word.split("=")[0] for word in shlex.split(environment) if word.startswith("GRANIAN_")}
    granian = shutil.which("granian", path=str(Path(sys.executable).parent))
    assert granian is not None
    known = subprocess.run(
        [granian, "--help"], capture_output=True, text=True, check=True, env={"COLUMNS": "500"}
    ).stdout
    assert {name for name in set_here if name not in known} == set()


@pytest.mark.parametrize("script", ["deploy/backup.sh", ".ci/run"])
def test_shell_scripts_parse(script: str) -> None:
    shell = (ROOT / script).read_text().splitlines()[0].split("/")[-1].split()[-1]
    done = subprocess.run([shell, "-n", str(ROOT / script)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
