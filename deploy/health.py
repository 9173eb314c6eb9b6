"""Asks the web process of this container whether it is well: `python -m deploy.health`."""

import http.client
import os
import sys

WITHIN_SECONDS = 4


def main() -> int:
    """Return 0 when `/healthz` answers 200, as the proxy in front would ask it."""
    port = int(os.environ.get("GRANIAN_PORT", "8000"))
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].lstrip(".")
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WITHIN_SECONDS)
    try:
        connection.request("GET", "/healthz", headers={"Host": host, "X-Forwarded-Proto": "https"})
        return 0 if connection.getresponse().status == http.client.OK else 1
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
