"""People who log in through the form, as people do."""

from playwright.sync_api import Page

from tournament.models import User
from tournament.services.demo import ACCOUNTS

PASSWORD = "a long pass phrase"
DEMO_PASSWORDS = {account.username: account.password for account in ACCOUNTS}


def give_password(user: User) -> User:
    """The user, able to log in."""
    user.set_password(PASSWORD)
    user.save()
    return user


def sign_in(page: Page, username: str) -> None:
    """Log in through the form."""
    page.goto("/accounts/login/")
    page.fill("[name=login]", username)
    page.fill("[name=password]", PASSWORD)
    page.click("main form [type=submit]")
    page.wait_for_url("**/")


def enter(page: Page, who: str) -> None:
    """Log in as a user of the demo; nobody stays outside."""
    if who:
        page.goto("/accounts/login/")
        page.fill("[name=login]", who)
        page.fill("[name=password]", DEMO_PASSWORDS[who])
        page.click("main form [type=submit]")
        page.wait_for_url("**/")
