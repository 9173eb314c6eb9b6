"""Where this installation keeps its things, and what it needs before the first start."""

import os
import secrets
import socket
import time
from pathlib import Path

from deploy.laptop.trouble import Trouble

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"


def var() -> Path:
    """Return the folder of everything that is not code."""
    return Path(os.environ.get("SDADATA_VAR") or ROOT / "var").absolute()


def python() -> Path:
    """Return the Python of the virtual environment."""
    return VENV / "Scripts" / "python.exe" if os.name == "nt" else VENV / "bin" / "python"


def make_var() -> None:
    """Create the folder and in it the signing key, readable by the owner only.

    Raises Trouble when the place cannot be written.
    """
    try:
        var().mkdir(parents=True, exist_ok=True)
        key = os.open(var() / "secret_key", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    except OSError as error:
        raise Trouble(
            f"Cannot write to {var()} ({error.strerror}): move Sdadata to a folder of your own."
        ) from error
    with os.fdopen(key, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50))


def put_data_aside() -> Path | None:
    """Move the database away, so that the next start begins anew; return where it is kept, None when there was none.

    Raises Trouble while Sdadata runs, or when the data is not in a file of this folder.
    """
    if os.environ.get("DATABASE_URL"):
        raise Trouble(
            "DATABASE_URL names a database of its own: reset-demo works on this folder's data only."
        )
    if is_running():
        raise Trouble("Sdadata is running: stop it with Ctrl-C in its window, then reset the demo.")
    database = var() / "sdadata.sqlite3"
    if not database.exists():
        return None
    kept = var() / "kept" / time.strftime("%Y-%m-%d-%H%M%S")
    kept.mkdir(parents=True)
    for file in var().glob(f"{database.name}*"):
        file.rename(kept / file.name)
    return kept


def is_running() -> bool:
    """Tell whether the installation answers on the port where it was last started."""
    note = var() / "port"
    if not note.exists():
        return False
    try:
        with socket.create_connection(("127.0.0.1", int(note.read_text(encoding="ascii"))), timeout=1):
            return True
    except OSError:
        return False
