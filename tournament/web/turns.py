"""Taking turns in the order of coming."""

import threading
from collections import deque


class Turns:
    """A lock that goes to whoever waits longest: `with turns: …`.

    A plain lock goes to whoever asks at the right moment, often the thread that just gave it back; one visitor in a
    hundred then waits for twice as long as all others.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    def __enter__(self) -> None:
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            gate = threading.Lock()
            gate.acquire()
            self._waiting.append(gate)
        gate.acquire()

    def __exit__(self, *_: object) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
