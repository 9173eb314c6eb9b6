"""Runs the installation: one web process and one worker, watched, stopped together."""

import errno
import io
import os
import socket
import sys
from argparse import ArgumentParser
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.translation import gettext as _

from config.settings import env
from tournament.management.supervisor import Plan, run
from tournament.models import Tournament

EVERY_INTERFACE = {"0.0.0.0", "::"}  # noqa: S104  # compared with, not bound to
HIGHEST_PORT = 65_535
# An address of the documentation range: asking for the route to it sends nothing.
SOMEWHERE_ELSE = ("192.0.2.1", 9)


class Command(BaseCommand):
    """Start the web process and the Celery worker, restart them when they die, stop them on Ctrl-C."""

    help = "Run the web process and the worker together. Ctrl-C stops both."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for the whole hall"
        )
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")
        parser.add_argument("--prepare", action="store_true", help="migrate the database first, when needed")
        parser.add_argument(
            "--demo", action="store_true", help="with --prepare: load the demo into an empty database"
        )
        parser.add_argument("--welcome", action="store_true", help="show addresses, QR code and demo users")

    def handle(self, *_arguments: Any, **options: Any) -> None:
        """Check, prepare, and become the supervisor."""
        host, port = options["host"], options["port"]
        refuse_taken_port(host, port)
        self.note_port(port)
        if options["prepare"]:
            call_command("prepare", demo=options["demo"])
        welcome = self.welcome(host, port) if options["welcome"] else local_address(host, port)
        plan = Plan(
            programs=programs(host, port, posix=os.name == "posix"),
            host=reachable(host),
            port=port,
            welcome=welcome,
        )
        connection.close()
        become_supervisor(plan)

    def note_port(self, port: int) -> None:
        """Leave word where the installation answers, and a folder for static files to look into."""
        (settings.VAR / "port").write_text(str(port), encoding="ascii")
        settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)

    def welcome(self, host: str, port: int) -> str:
        """Return what the person who started it needs: addresses, QR code of the hall's address, demo users."""
        lines = ["", _("Sdadata is running."), _("On this computer: %s") % local_address(host, port)]
        hall = hall_address() if host in EVERY_INTERFACE else None
        if hall:
            url = f"http://{hall}:{port}/"
            lines += [_("In the hall's Wi-Fi: %s") % url, "", qr_code(url)]
        lines += [demo_credentials(), _("Ctrl-C stops it."), ""]
        return "\n".join(lines)


def refuse_taken_port(host: str, port: int) -> None:
    """Raise a CommandError of one sentence when the port cannot be had."""
    if not 1 <= port <= HIGHEST_PORT:
        text = _("There is no port %(port)s: ports are numbers from 1 to %(highest)s, such as 8000.")
        raise CommandError(text % {"port": port, "highest": HIGHEST_PORT})
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(port_trouble(error, host, port)) from error


def port_trouble(error: OSError, host: str, port: int) -> str:
    """Say in one sentence why a port cannot be had."""
    facts = {"host": host, "port": port, "next": port + 1, "reason": error.strerror}
    if error.errno == errno.EADDRINUSE:
        text = _(
            "Port %(port)s is taken by another program: stop it, or choose another one with --port %(next)s."
        )
    elif error.errno == errno.EACCES:
        text = _("Port %(port)s needs administrator rights: choose one above 1024, such as --port 8000.")
    else:
        text = _("Cannot listen on %(host)s:%(port)s: %(reason)s.")
    return text % facts


def web_command(host: str, port: int) -> list[str]:
    """Return the command line of the web process."""
    return [
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "config.wsgi:application"),
        *("--host", host, "--port", str(port), "--http", "1", "--no-ws", "--log-level", "warning"),
        *("--workers", str(env.int("WEB_PROCESSES", default=1))),
        *("--blocking-threads", str(env.int("WEB_THREADS", default=8))),
        *("--respawn-failed-workers", "--workers-kill-timeout", "5"),
    ]


def programs(host: str, port: int, *, posix: bool) -> dict[str, list[str]]:
    """Return what is to run: the web process and the worker; a process for the schedule where no worker can keep it."""
    wanted = {"web": web_command(host, port), "worker": worker_command()}
    if keeps_schedule():
        kept = ["--schedule", str(settings.VAR / "schedule")]
        if posix:
            wanted["worker"] += ["--beat", *kept]
        else:  # Celery embeds its schedule nowhere but on POSIX
            wanted["schedule"] = [*celery_command("beat"), "--loglevel", "WARNING", "--pidfile", "", *kept]
    return wanted


def keeps_schedule() -> bool:
    """Tell whether this command keeps the schedule: with Redis, one process of the whole site does."""
    return bool(getattr(settings, "CELERY_BEAT_SCHEDULE", {})) and not settings.REDIS_URL


def celery_command(part: str) -> list[str]:
    """Return how a part of Celery is called."""
    return [sys.executable, "-m", "celery", "--quiet", "-A", "config", part]


def worker_command() -> list[str]:
    """Return the command line of the worker."""
    return [
        *(*celery_command("worker"), "--pool", "threads"),
        *("--concurrency", str(env.int("WORKER_THREADS", default=2)), "--queues", "interactive,bulk"),
        *("--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]


def become_supervisor(plan: Plan) -> None:
    """Replace this process by the supervisor, which needs no Django; where that is not possible, run it here."""
    if os.name != "posix":  # pragma: no cover  # Windows
        sys.exit(run(plan))
    reading, writing = os.pipe()
    os.write(writing, plan.to_json().encode())
    os.close(writing)
    os.dup2(reading, 0)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "tournament.management.supervisor"])


def local_address(host: str, port: int) -> str:
    """Return the address for this computer's own browser."""
    return f"http://{reachable(host)}:{port}/"


def reachable(host: str) -> str:
    """Return the address at which this machine reaches a server that listens on `host`."""
    return "127.0.0.1" if host in EVERY_INTERFACE else host


def hall_address() -> str | None:
    """Return this machine's address in the local network, if it is in one."""
    candidates = (address for find in (outward_addresses, own_addresses) for address in find())
    return next((address for address in candidates if not address.startswith("127.")), None)


def outward_addresses() -> list[str]:
    """Return the address from which this machine would leave its network; empty without a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
        except OSError:
            return []
        return [str(probe.getsockname()[0])]


def own_addresses() -> list[str]:
    """Return the addresses that this machine's name stands for: a laptop that is the hotspot has no route."""
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


def qr_code(url: str) -> str:
    """Return a QR code for the terminal."""
    out = io.StringIO()
    segno.make(url, micro=False).terminal(out, compact=True)
    return out.getvalue()


def demo_credentials() -> str:
    """Return the users and passwords of the demo; empty where it is not loaded."""
    if not Tournament.objects.filter(is_demo=True).exists():
        return ""
    out = io.StringIO()
    call_command("demo", credentials=True, stdout=out)
    return out.getvalue()
