"""Bad requests by the thousand, to every address, in every role: nothing breaks, and nothing hidden comes to light."""

import itertools
import logging
import os
import random
from collections.abc import Iterator

import pytest

from tests.trust.figures import record
from tests.trust.fuzzing import World, complaints
from tests.trust.test_permissions import ADDRESSES
from tournament.grid import Visitor

pytestmark = pytest.mark.django_db

SEED = int(os.environ.get("TRUST_SEED", "20261129"))
REQUESTS = int(os.environ.get("TRUST_REQUESTS", "600"))


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """Refusals are logged with their traces, which nobody reads a thousand times."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_bad_requests_of_everybody_to_every_address() -> None:
    world = World()
    dice = random.Random(SEED)
    cells = list(itertools.product(ADDRESSES, Visitor))
    dice.shuffle(cells)
    found, refused = {}, 0
    for address, visitor in itertools.islice(itertools.cycle(cells), REQUESTS):
        sent, answer = world.send(address, visitor, dice)
        found |= {f"{address.name}: {wrong}": sent for wrong in complaints(answer)}
        refused += getattr(answer, "status_code", 500) >= 400
    assert not found, "\n".join(f"{wrong}\n    {sent}" for wrong, sent in sorted(found.items()))
    assert world.fingerprint() == world.before
    assert 0.2 < refused / REQUESTS < 0.9, "some are let in, some are not"
    record(
        "Bad requests to every address in every role",
        requests=REQUESTS,
        addresses=len(ADDRESSES),
        roles=len(Visitor),
        refused=refused,
        server_errors=0,
        told_of_a_hidden_tournament=0,
    )
