"""The browser harness itself: it lets good pages pass and hears bad ones."""

from typing import Any

from playwright.sync_api import Page

from tests.e2e.conftest import Complaints


def test_a_phone_opens_the_login_page(phone: Page) -> None:
    answer = phone.goto("/accounts/login/")
    assert answer is not None
    assert answer.status == 200
    assert phone.viewport_size == {"width": 390, "height": 844}


def test_missing_pages_and_script_errors_are_heard(
    desktop: Page, complaints: Complaints, live_server: Any
) -> None:
    desktop.goto("/no-such-page/")
    desktop.evaluate("console.error('broken')")
    expected = [f"404: GET {live_server.url}/no-such-page/", "console: broken"]
    assert complaints.heard == expected
    complaints.heard.clear()


def test_an_expected_status_is_no_complaint(desktop: Page, complaints: Complaints) -> None:
    complaints.allowed_statuses.add(404)
    desktop.goto("/no-such-page/")
    assert complaints.heard == []
