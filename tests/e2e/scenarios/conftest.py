"""Devices that are kept from test to test: what a browser has loaded of the house it need not load again."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.conftest import Complaints, lasting_device
from tournament.models import User

OF_A_PERSON = "cookies,local_storage,indexeddb,cache_storage"
"""What a device forgets between two tests; the files of the house stay in the browser's own cache."""

Sit = Callable[..., Page]


class Devices:
    """Browser contexts by screen, made when first asked for, and what all their pages complained about."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self.chromium = chromium
        self.address = address
        self.complaints = Complaints()
        self.made = defaultdict[str, list[BrowserContext]](list)

    def take(self, screen: str, number: int) -> BrowserContext:
        """The so many-th device of that screen, counted from 0."""
        devices = self.made[screen]
        while number >= len(devices):
            devices.append(lasting_device(self.chromium, screen, self.address, self.complaints))
        return devices[number]

    def forget(self) -> None:
        """Close every page, on devices that no longer know whose they were."""
        for context in (one for devices in self.made.values() for one in devices if one.pages):
            last, *others = context.pages
            for page in others:
                page.close()
            last.goto("about:blank")  # a page that is open would complain that its storage is taken away
            where = {"origin": self.address, "storageTypes": OF_A_PERSON}
            context.new_cdp_session(last).send("Storage.clearDataForOrigin", where)
            last.close()
            context.clear_cookies()


@pytest.fixture(scope="session")
def devices(chromium: Browser, live_server: Any) -> Iterator[Devices]:
    """The devices of the session."""
    kept = Devices(chromium, live_server.url)
    yield kept
    for contexts in kept.made.values():
        for context in contexts:
            context.close()


@pytest.fixture
def complaints(devices: Devices) -> Iterator[Complaints]:
    """What the pages of this test complained about; anything not allowed fails the test at its end."""
    devices.complaints.heard.clear()
    devices.complaints.allowed_statuses.clear()
    yield devices.complaints
    assert devices.complaints.heard == []


@pytest.fixture
def sit(devices: Devices, complaints: Complaints) -> Iterator[Sit]:
    """Give `sit(screen, user=None)`: a page on that person's own device ("phone", "desktop"), already logged in."""
    taken = defaultdict[str, int](int)

    def sit_down(screen: str, user: User | None = None) -> Page:
        context = devices.take(screen, taken[screen])
        taken[screen] += 1
        if user is not None:
            context.add_cookies([session_of(user, devices.address)])
        return context.new_page()

    yield sit_down
    devices.forget()


def session_of(user: User, address: str) -> Any:
    """The cookie of somebody who has logged in at that address."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "url": address}
