"""A page where only a button leads says so, instead of staying blank."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import make_member, make_tournament

pytestmark = pytest.mark.django_db


def test_after_signing_in_again_the_page_says_that_nothing_was_done(client: Client) -> None:
    tournament = make_tournament()
    deed = reverse("direct-publish", args=[tournament.slug])
    assert client.post(deed)["Location"].endswith(f"?next={deed}")
    client.force_login(make_member(tournament))
    client.cookies["django_language"] = "en"
    page = client.get(deed)
    assert (page.status_code, page["Allow"]) == (405, "POST")
    assert "Nothing was done" in page.content.decode()
    assert f'href="/t/{tournament.slug}/"' in page.content.decode()
    elsewhere = client.get(reverse("tournament-bring-back", args=[1])).content.decode()
    assert "All tournaments" in elsewhere
