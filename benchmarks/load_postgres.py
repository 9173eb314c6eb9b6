"""The load of `benchmarks.load` on PostgreSQL and Redis: `python -m benchmarks.load_postgres [seconds]`."""

import sys

from benchmarks.load import SECONDS, main

if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS, postgres=True)
