"""The commands of start.py."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence

from deploy.laptop import libraries
from deploy.laptop.libraries import tell
from deploy.laptop.place import ROOT, make_var, put_data_aside, python
from deploy.laptop.trial import run_tests
from deploy.laptop.trouble import Trouble

DEFAULT_PORT = 8000
HIGHEST_PORT = 65_535
WHOLE_HALL = "0.0.0.0"  # noqa: S104  # the phones of the hall are meant to reach it
INTERRUPTED = 130


def main(arguments: Sequence[str]) -> int:
    """Carry out a command line; return the exit code."""
    try:
        if arguments and arguments[0] == "test":
            make_var()
            return run_tests(arguments[1:])
        return start(parser().parse_args(arguments))
    except Trouble as trouble:
        sys.stderr.write(f"{trouble}\n")
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED


def parser() -> argparse.ArgumentParser:
    """Return the parser of start and reset-demo; `test` hands its arguments to pytest."""
    parser = argparse.ArgumentParser(
        prog="start.py", description="Set up and start Sdadata on this computer."
    )
    parser.add_argument("command", nargs="?", choices=["start", "test", "reset-demo"], default="start")
    parser.add_argument(
        "--port", type=port_number, default=DEFAULT_PORT, help=f"port to listen on ({DEFAULT_PORT})"
    )
    parser.add_argument(
        "--host", default=WHOLE_HALL, help="address to listen on; 127.0.0.1 hides it from the hall"
    )
    parser.add_argument("--no-demo", action="store_true", help="begin empty, without the demo tournament")
    return parser


def port_number(text: str) -> int:
    """Read a port. Raises ArgumentTypeError where there is none of that number."""
    if text.isdecimal() and text.isascii() and len(text) <= 5 and 1 <= int(text) <= HIGHEST_PORT:
        return int(text)
    raise argparse.ArgumentTypeError(f"ports are numbers from 1 to {HIGHEST_PORT}, such as {DEFAULT_PORT}")


def start(options: argparse.Namespace) -> int:
    """Set up what is missing and run until Ctrl-C."""
    make_var()
    if options.command == "reset-demo":
        kept = put_data_aside()
        tell(f"The old data is kept in {kept}." if kept else "There was no data yet.")
    libraries.ensure(libraries.RUNNING)
    return become(serve_command(options))


def serve_command(options: argparse.Namespace) -> list[str]:
    """Return the command line that prepares the database and serves."""
    command = [str(python()), str(ROOT / "manage.py"), "serve", "--prepare", "--welcome"]
    command += ["--host", options.host, "--port", str(options.port)]
    return command if options.no_demo else [*command, "--demo"]


def become(command: list[str]) -> int:
    """Go on as another program where the system knows that; elsewhere run it and wait."""
    os.chdir(ROOT)
    environment = {**os.environ, "PYTHONUTF8": "1"}
    if os.name == "posix":
        os.execve(command[0], command, environment)
    return subprocess.run(command, env=environment, check=False).returncode
