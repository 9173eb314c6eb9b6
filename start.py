#!/usr/bin/env python3
"""Sdadata on this computer.

    python3 start.py                  set up what is missing and start; Ctrl-C stops
    python3 start.py test [...]       run every test, or those that pytest's arguments choose
    python3 start.py reset-demo       put the data aside and begin again with the demo

This file is kept readable for very old Pythons, so that one of them can look for a newer one, or say in a
sentence what is missing. The work is in deploy/laptop/.
"""

import os
import subprocess
import sys

OLDEST, NEWEST = (3, 11), (3, 13)


def command_of_a_fitting_python():  # type: () -> list[str] | None
    """Return the command that starts a Python between OLDEST and NEWEST, or None."""
    minors = range(NEWEST[1], OLDEST[1] - 1, -1)
    candidates = [["python3.%d" % minor] for minor in minors]
    if os.name == "nt":
        candidates = [["py", "-3.%d" % minor] for minor in minors]
    fits = "import sys; sys.exit(not %r <= sys.version_info[:2] <= %r)" % (OLDEST, NEWEST)
    for candidate in candidates:
        try:
            with open(os.devnull, "w") as nowhere:
                if subprocess.call(candidate + ["-c", fits], stdout=nowhere, stderr=nowhere) == 0:
                    return candidate
        except OSError:
            continue
    return None


def start():  # type: () -> int
    """Go on with this Python where it fits, else with one that does; return the exit code."""
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        from deploy.laptop.main import main

        return main(sys.argv[1:])
    found = command_of_a_fitting_python()
    if found:
        return subprocess.call(found + [os.path.abspath(__file__)] + sys.argv[1:])
    sys.stderr.write(
        "Sdadata needs Python 3.%d to 3.%d and this is Python %d.%d: install a newer one from python.org and start again.\n"
        % (OLDEST[1], NEWEST[1], sys.version_info[0], sys.version_info[1])
    )
    return 1


if __name__ == "__main__":
    sys.exit(start())
