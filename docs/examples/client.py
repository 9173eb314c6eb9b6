"""A small client of the Sdadata API, with nothing but Python's own library.

python client.py http://localhost:8000 sda_… raduno-di-prova
"""

import hashlib
import hmac
import json
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any


class ProblemError(Exception):
    """What the server refused: `code` is stable, `detail` is for people, `document` is the whole of it."""

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(f"{document['code']}: {document['detail']}")
        self.document = document
        self.code: str = document["code"]


class Sdadata:
    """Reads are asked again only when something changed; writes happen once, however often they are sent."""

    def __init__(self, address: str, token: str = "") -> None:
        self.address = address.rstrip("/") + "/api/v1/"
        self.token = token
        self.known: dict[str, tuple[str, Any]] = {}

    def get(self, path: str) -> Any:
        """A document; what is known already is not sent again."""
        etag, document = self.known.get(path, ("", None))
        status, headers, answer = self._send("GET", path, None, {"If-None-Match": etag} if etag else {})
        if status == 304:
            return document
        self.known[path] = (headers.get("ETag", ""), answer)
        return answer

    def pages(self, path: str) -> Iterator[Any]:
        """Every row of a list that comes in pages."""
        number, more = 1, True
        while more:
            page = self.get(f"{path}{'&' if '?' in path else '?'}page={number}")
            yield from page["results"]
            number, more = number + 1, page["next"] is not None

    def post(self, path: str, body: Any = None, *, seen: str = "", tries: int = 3) -> Any:
        """A write, sent again with the same key when the network fails; `seen` is the path it was decided on."""
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        if seen:
            headers["If-Match"] = self.known[seen][0]
        for attempt in range(tries):
            try:
                return self._send("POST", path, {} if body is None else body, headers)[2]
            except urllib.error.URLError:
                if attempt == tries - 1:
                    raise
                time.sleep(2**attempt)
        raise AssertionError("unreachable")

    def _send(self, method: str, path: str, body: Any, headers: dict[str, str]) -> tuple[int, Any, Any]:
        request = urllib.request.Request(self.address + path, method=method, headers=headers)  # noqa: S310  # the user's own address
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310  # as above
                return answer.status, answer.headers, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 304:
                    return 304, error.headers, None
                raise ProblemError(json.load(error)) from error


def is_genuine(secret: str, headers: Any, body: bytes, *, within: int = 300) -> bool:
    """Whether a webhook's delivery was signed with this secret, and not long ago."""
    timestamp = headers["Sdadata-Timestamp"]
    wanted = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    fresh = abs(time.time() - int(timestamp)) <= within
    return fresh and hmac.compare_digest(headers["Sdadata-Signature"], f"sha256={wanted}")


if __name__ == "__main__":
    address, token, slug = sys.argv[1:]
    for row in Sdadata(address, token).get(f"tournaments/{slug}/standings/")["rows"]:
        print(f"{row['rank'] or '–':>3}  {row['name']:<30} {row['total']:>8}")  # noqa: T201  # a command line
