"""Visitors of a server, thousands of them in one thread: light, so that what is measured is the server.

A visitor is a generator. It yields a request as bytes and is sent the `Answer`, or it yields the moment
(`time.perf_counter`) until which it wants to wait. All share a few kept-alive connections; a request waits for a free
one, and its time runs from the moment it was ready.
"""

import heapq
import selectors
import socket
import time
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass, field
from itertools import count
from typing import TypeAlias

END_OF_HEAD = b"\r\n\r\n"
LENGTH, ETAG = b"\r\ncontent-length: ", b"\r\netag: "


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and after how many milliseconds."""

    status: int
    etag: str
    milliseconds: float


Visitor: TypeAlias = Generator[bytes | float, Answer | None, None]


def request(path: str, body: bytes = b"", **headers: str) -> bytes:
    """A request, a POST of JSON when it has a body."""
    fields = {"Host": "127.0.0.1", "Accept-Encoding": "gzip", "Accept-Language": "it"}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    if body:
        fields |= {"Content-Length": str(len(body)), "Content-Type": "application/json"}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"{'POST' if body else 'GET'} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


@dataclass(slots=True)
class Line:
    """A kept-alive connection and the visitor who waits at it."""

    connection: socket.socket
    visitor: Visitor | None = None
    since: float = 0.0
    received: bytearray = field(default_factory=bytearray)

    def answer(self) -> Answer | None:
        """The answer, once all of it has come."""
        end = self.received.find(END_OF_HEAD)
        if end < 0:
            return None
        head = bytes(self.received[: end + 2]).lower()
        if len(self.received) < end + len(END_OF_HEAD) + int(_field(head, LENGTH) or 0):
            return None
        etag = _field(bytes(self.received[: end + 2]), ETAG, head)
        return Answer(int(head[9:12]), etag, (time.perf_counter() - self.since) * 1000)


def _field(head: bytes, name: bytes, lowered: bytes | None = None) -> str:
    at = (lowered or head).find(name)
    return head[at + len(name) : head.find(b"\r\n", at + 2)].decode() if at >= 0 else ""


class Visitors:
    """Lets visitors ask over so many connections to a port of this machine."""

    def __init__(self, port: int, connections: int) -> None:
        self._selector = selectors.DefaultSelector()
        self._free: list[Line] = []
        self._asking: deque[tuple[Visitor, bytes, float]] = deque()
        self._sleeping: list[tuple[float, int, Visitor]] = []
        self._order = count()
        self.here = 0
        self._port = port
        for _ in range(connections):
            self._call()

    def _call(self) -> None:
        """One more kept-alive connection."""
        line = Line(socket.create_connection(("127.0.0.1", self._port)))
        line.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._selector.register(line.connection, selectors.EVENT_READ, line)
        self._free.append(line)

    def run(self, visitors: list[Visitor]) -> None:
        """Let all of them come, until the last has gone; then hang up."""
        self.here = len(visitors)
        for visitor in visitors:
            self._go_on(visitor, None)
        while self.here:
            self._wake()
            self._ask()
            pause = max(0.0, self._sleeping[0][0] - time.perf_counter()) if self._sleeping else None
            for key, _ in self._selector.select(pause):
                self._receive(key.data)
        for line in self._free:
            line.connection.close()
        self._selector.close()

    def _go_on(self, visitor: Visitor, answer: Answer | None) -> None:
        try:
            wish = visitor.send(answer)
        except StopIteration:
            self.here -= 1
            return
        if isinstance(wish, bytes):
            self._asking.append((visitor, wish, time.perf_counter()))
        else:
            heapq.heappush(self._sleeping, (wish, next(self._order), visitor))

    def _wake(self) -> None:
        while self._sleeping and self._sleeping[0][0] <= time.perf_counter():
            self._go_on(heapq.heappop(self._sleeping)[2], None)

    def _ask(self) -> None:
        while self._asking and self._free:
            line = self._free.pop()
            line.visitor, asked, line.since = self._asking.popleft()
            line.connection.sendall(asked)

    def _receive(self, line: Line) -> None:
        piece = line.connection.recv(1 << 18)
        if not piece:
            self._hung_up(line)
            return
        line.received += piece
        answer, visitor = line.answer(), line.visitor
        if answer is not None and visitor is not None:
            line.received.clear()
            line.visitor = None
            self._free.append(line)
            self._go_on(visitor, answer)

    def _hung_up(self, line: Line) -> None:
        """Call again where nobody was waiting: a server ends connections on which nothing is asked for long."""
        if line.visitor is not None:
            raise ConnectionError("The server hung up.")
        self._selector.unregister(line.connection)
        line.connection.close()
        self._free.remove(line)
        self._call()
