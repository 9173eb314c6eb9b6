"""Compile what the draw needs before a director waits for it, in a process of its own that ends when it is done."""

import subprocess
import sys
from threading import Thread
from typing import Any

from celery.signals import worker_ready
from django.conf import settings

PROGRAM = "import os, seating; hasattr(os, 'nice') and os.nice(10); seating.warm_up()"


def compile_the_draw() -> int:
    """Compile, and keep the machine code on disk for every process; the exit status. Nothing depends on it."""
    return subprocess.run(  # noqa: S603 – our own interpreter and our own line
        [sys.executable, "-c", PROGRAM],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    ).returncode


@worker_ready.connect
def compile_at_start(**_: Any) -> None:
    """Begin as the worker comes up, beside its work."""
    Thread(target=compile_the_draw, name="compile the draw", daemon=True).start()
