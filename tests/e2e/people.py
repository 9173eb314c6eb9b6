"""People who log in through the form, as people do."""

from playwright.sync_api import Page

from tournament.models import User

PASSWORD = "a long pass phrase"


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
