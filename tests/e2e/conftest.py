"""Real browsers on real pages: phones and desktops that fail the test when a page complains."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    sync_playwright,
)

from deploy.laptop import browser as browsers
from tests.e2e.people import enter
from tests.pace import lies_in
from tests.servers import free_port
from tournament.management.supervisor import answers

ROOT = Path(__file__).resolve().parents[2]
START_WITHIN_SECONDS = 180
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}

OpenPage = Callable[..., Page]
Visit = Callable[[str, str], Page]


@dataclass
class Complaints:
    """What pages complained about, and the statuses that a test expects to see."""

    allowed_statuses: set[int] = field(default_factory=set)
    heard: list[str] = field(default_factory=list)

    def listen(self, context: BrowserContext) -> None:
        """Hear everything that goes wrong in any page of the context."""
        context.on("console", self._console)
        context.on("weberror", lambda error: self.heard.append(f"uncaught: {error.error}"))
        context.on("response", self._response)
        context.on("requestfailed", self._failed)

    def _console(self, message: ConsoleMessage) -> None:
        # A failed response is heard as such, with its status; the console repeats it without.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.heard.append(f"console: {message.text}")

    def _response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.allowed_statuses:
            self.heard.append(f"{response.status}: {response.request.method} {response.url}")

    def _failed(self, request: Request) -> None:
        # Going to another page aborts what the last one still asked for.
        if request.failure != "net::ERR_ABORTED":
            self.heard.append(f"{request.failure}: {request.url}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder as one of the browser."""
    for item in items:
        if lies_in(item, ["tests/e2e"]):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for the session; without one the test is skipped, in CI it fails."""
    program = browsers.find()
    if program is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(
            "There is no Chrome or Chromium on this machine."
        )
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps an event loop in this thread, which Django would take for asynchronous code.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        launched = playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """What the pages of this test complained about; anything not allowed fails the test at its end."""
    heard = Complaints()
    yield heard
    assert heard.heard == []


@pytest.fixture
def open_page(chromium: Browser, complaints: Complaints) -> Iterator[OpenPage]:
    """Give `open_page(screen, base_url=…, **context options)`: a page in a fresh context, as on another device."""
    contexts: list[BrowserContext] = []

    def open_on(screen: str, **options: Any) -> Page:
        context = chromium.new_context(
            **{"locale": "it-IT", "reduced_motion": "reduce", **SCREENS[screen], **options}
        )
        contexts.append(context)
        complaints.listen(context)
        return context.new_page()

    yield open_on
    for context in contexts:
        context.close()


@pytest.fixture
def phone(open_page: OpenPage, live_server: Any) -> Page:
    """A phone of 390 px on the live server: `phone.goto("/…")`."""
    return open_page("phone", base_url=live_server.url)


@pytest.fixture
def desktop(open_page: OpenPage, live_server: Any) -> Page:
    """A desktop browser on the live server: `desktop.goto("/…")`."""
    return open_page("desktop", base_url=live_server.url)


@pytest.fixture(scope="session")
def demo_environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of the installation with the demo, for commands beside it."""
    var = tmp_path_factory.mktemp("installation")
    return {**os.environ, "SDADATA_VAR": str(var), "PYTHONUTF8": "1"}


@pytest.fixture(scope="session")
def demo_site(demo_environment: dict[str, str]) -> Iterator[str]:
    """The address of a real installation with the demo: own processes, own data, as start.py starts it."""
    port = free_port()
    log_file = Path(demo_environment["SDADATA_VAR"]) / "log"
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port), "--prepare", "--demo"]
    with log_file.open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=demo_environment, stdout=log, stderr=log)
    try:
        wait_for(port, process, log_file)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the installation answers; fail with its log when it ends first."""
    deadline = time.monotonic() + START_WITHIN_SECONDS
    while not answers("127.0.0.1", port):
        if process.poll() is not None or time.monotonic() > deadline:
            pytest.fail(f"The installation did not answer:\n{log.read_text(errors='replace')}")
        time.sleep(0.2)


@pytest.fixture
def accessible() -> Callable[[Page], None]:
    """Give `accessible(page)`: fails with axe's report when the page breaks an accessibility rule."""

    def check(page: Page) -> None:
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()

    return check


def lasting_device(chromium: Browser, screen: str, address: str, heard: Complaints) -> BrowserContext:
    """A device for many walks: without the service worker, which would bring pages of an earlier walk."""
    context = chromium.new_context(
        base_url=address,
        locale="it-IT",
        reduced_motion="reduce",
        service_workers="block",
        **SCREENS[screen],
    )
    heard.listen(context)
    return context


class Visitors:
    """The demo's users at their devices: who has logged in once and what a browser has loaded is kept."""

    def __init__(self, chromium: Browser, site: str) -> None:
        self.chromium, self.site = chromium, site
        self.complaints = Complaints()
        self.devices: dict[tuple[str, str], BrowserContext] = {}
        self.cookies: dict[str, Any] = {}

    def open(self, screen: str, who: str) -> Page:
        """A page of that user on a device with that screen."""
        if (screen, who) not in self.devices:
            self.devices[screen, who] = self._device(screen, who)
        return self.devices[screen, who].new_page()

    def _device(self, screen: str, who: str) -> BrowserContext:
        context = lasting_device(self.chromium, screen, self.site, self.complaints)
        if who not in self.cookies:
            page = context.new_page()
            enter(page, who)
            self.cookies[who] = context.cookies()
            page.close()
        context.add_cookies(self.cookies[who])
        return context

    def leave(self) -> None:
        """Close every page."""
        for context in self.devices.values():
            for page in context.pages:
                page.close()


@pytest.fixture(scope="session")
def visitors(chromium: Browser, demo_site: str) -> Iterator[Visitors]:
    """The visitors of the session."""
    come = Visitors(chromium, demo_site)
    yield come
    for context in come.devices.values():
        context.close()


@pytest.fixture
def visit(visitors: Visitors) -> Iterator[Visit]:
    """Give `visit(screen, who)`: a page of the demo; anything that a page complains about fails the test at its end."""
    visitors.complaints.heard.clear()
    yield visitors.open
    visitors.leave()
    assert visitors.complaints.heard == []
