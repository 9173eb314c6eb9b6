"""Kept pages: rendered once a version, never stale, the same for everybody and for nobody else."""

import gzip
import threading
import time
from typing import Any

import pytest
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache.backends.redis import RedisCache
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.factories import make_entrants, make_member, make_round, make_tournament
from tournament.models import Tournament
from tournament.services.tournaments import set_publishing
from tournament.web import caching, middleware
from tournament.web.caching import KeptPage, KeptPages, may_be_kept, shared_pages
from tournament.web.freshness import not_modified, published_version
from tournament.web.middleware import version_since
from tournament.web.turns import Turns

pytestmark = pytest.mark.django_db

KEPT = ("tournament", "standings", "entrants", "find-seat", "knockout")


@pytest.fixture
def hall() -> Tournament:
    tournament = make_tournament()
    make_round(tournament, [make_entrants(tournament, 4)])
    return tournament


def page_of(content: bytes) -> KeptPage:
    return KeptPage.of(HttpResponse(content))


@pytest.mark.parametrize("name", KEPT)
def test_a_page_is_rendered_once_and_then_costs_one_query(
    client: Client, hall: Tournament, name: str, django_assert_num_queries: Any
) -> None:
    url = reverse(name, args=[hall.slug])
    first = client.get(url)
    with django_assert_num_queries(1):
        second = client.get(url)
    assert first.content == second.content
    for answer in (first, second):
        del answer.headers["X-Request-ID"]
    assert dict(first.headers) == dict(second.headers)
    assert "script-src" in second.headers["Content-Security-Policy"]
    with django_assert_num_queries(1):
        assert client.get(url, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_a_change_is_seen_at_once(client: Client, hall: Tournament) -> None:
    url = reverse("tournament", args=[hall.slug])
    assert reverse("entrants", args=[hall.slug]) in client.get(url).content.decode()
    set_publishing(tournament_id=hall.pk, actor=None, publish_entrants=False)
    assert reverse("entrants", args=[hall.slug]) not in client.get(url).content.decode()
    set_publishing(tournament_id=hall.pk, actor=None, publish_page=False)
    assert client.get(url).status_code == 404


def test_a_page_is_kept_for_each_language_and_theme(client: Client, hall: Tournament) -> None:
    url = reverse("tournament", args=[hall.slug])
    asked: list[dict[str, Any]] = [{"headers": {"Accept-Language": one}} for one in ("it", "en")]
    languages = [client.get(url, **one).content for one in asked]
    assert [b'lang="it"' in languages[0], b'lang="en"' in languages[1]] == [True, True]
    client.cookies["theme"] = "dark"
    dark = client.get(url, **asked[0])
    client.cookies["theme"] = "nonsense"
    plain = client.get(url, **asked[0])
    assert (b'data-theme="dark"' in dark.content, plain.content) == (True, languages[0])


def test_a_kept_page_is_sent_packed_to_those_who_can_unpack_it(client: Client, hall: Tournament) -> None:
    url = reverse("standings", args=[hall.slug])
    plain = client.get(url)
    packed = client.get(url, headers={"Accept-Encoding": "br, gzip"})
    assert gzip.decompress(packed.content) == plain.content
    assert (plain.headers.get("Content-Encoding"), packed.headers["Content-Encoding"]) == (None, "gzip")
    assert packed.headers["Content-Length"] == str(len(packed.content))
    assert set(packed.headers["Vary"].split(", ")) == {"Accept-Encoding", "Accept-Language", "Cookie"}
    assert packed.headers["Cache-Control"] == "public, no-cache"


def test_who_is_logged_in_gets_the_own_page(client: Client, hall: Tournament) -> None:
    url = reverse("tournament", args=[hall.slug])
    public = client.get(url)
    client.force_login(make_member(hall))
    own = client.get(url, headers={"If-None-Match": public.headers["ETag"]})
    assert (own.status_code, own.headers["Cache-Control"]) == (200, "private, no-cache")
    assert reverse("direct", args=[hall.slug]).encode() in own.content
    assert client.get(url, headers={"If-None-Match": own.headers["ETag"]}).status_code == 304


def test_a_message_is_never_lost_to_a_page_that_is_there_already(
    rf: RequestFactory, hall: Tournament
) -> None:
    request = rf.get(reverse("tournament", args=[hall.slug]))
    request.user = AnonymousUser()
    request._messages = CookieStorage(request)
    assert not_modified(request, hall) is None
    request.META["HTTP_IF_NONE_MATCH"] = request.META["sdadata.etag"]
    assert not_modified(request, hall) is not None
    messages.success(request, "Saved.")
    assert not_modified(request, hall) is None


def test_a_question_in_the_address_is_answered_anew(client: Client, hall: Tournament) -> None:
    url = reverse("find-seat", args=[hall.slug])
    client.get(url)
    assert client.get(url, {"q": "no such name"}).context["rows"] == []


def test_the_language_is_changed_without_a_token(hall: Tournament) -> None:
    client = Client(enforce_csrf_checks=True)
    url = reverse("tournament", args=[hall.slug])
    assert not client.get(url).cookies
    assert client.post(reverse("set_language"), {"language": "en", "next": url}).headers["Location"] == url
    assert b'lang="en"' in client.get(url).content


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_lost_is_opened_again() -> None:
    tournament = make_tournament()
    assert connection.connection is not None
    connection.connection.close()
    assert published_version(tournament.slug) == (tournament.pk, tournament.data_version)
    connection.close()
    assert published_version("nowhere") is None


def test_where_the_version_cannot_be_read_the_page_itself_answers(
    client: Client, hall: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_slug: str) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(middleware, "published_version", fail)
    answer = client.get(reverse("standings", args=[hall.slug]))
    assert (answer.status_code, "Content-Security-Policy" in answer.headers) == (200, True)


def test_no_endless_address_is_remembered(client: Client) -> None:
    remembered = middleware.kept_view_at.cache_info().currsize
    assert client.get(f"/t/{'a' * 400}/").status_code == 404
    assert middleware.kept_view_at.cache_info().currsize == remembered


def test_who_waited_while_the_version_was_asked_for_shares_the_answer(
    hall: Tournament, django_assert_num_queries: Any
) -> None:
    came_before = time.perf_counter()
    first = version_since(hall.slug, came_before)
    assert first is not None
    Tournament.objects.filter(pk=hall.pk).update(data_version=first[1] + 1)
    with django_assert_num_queries(0):
        assert version_since(hall.slug, came_before) == first
    with django_assert_num_queries(1):
        assert version_since(hall.slug, time.perf_counter()) == (hall.pk, first[1] + 1)
    with django_assert_num_queries(2):
        assert [version_since("nowhere", came_before) for _ in range(2)] == [None, None]


def test_turns_come_in_the_order_of_asking() -> None:
    turns, served = Turns(), []

    def visit(number: int) -> None:
        with turns:
            served.append(number)

    threads = [threading.Thread(target=visit, args=[number]) for number in range(5)]
    with turns:
        for number, thread in enumerate(threads, start=1):
            thread.start()
            while len(turns._waiting) < number:
                time.sleep(0.001)
        assert served == []
    for thread in threads:
        thread.join()
    with turns:
        assert served == [0, 1, 2, 3, 4]


def test_trouble_within_a_change_is_not_hidden() -> None:
    def lost(*_: Any) -> None:
        raise OperationalError

    with connection.execute_wrapper(lost), pytest.raises(OperationalError):
        published_version("nowhere")


def test_nothing_is_kept_that_sets_a_cookie_or_failed() -> None:
    with_cookie = HttpResponse("x")
    with_cookie.set_cookie("csrftoken", "x")
    assert [may_be_kept(one) for one in (HttpResponse("x"), with_cookie, HttpResponse("x", status=404))] == [
        True,
        False,
        False,
    ]


def test_the_oldest_pages_make_room() -> None:
    pages = KeptPages(limit=2 * len(page_of(b"0").content))
    for name in "abcc":
        pages.put(name, page_of(name.encode()))
    assert [pages.get(name) is not None for name in "abc"] == [False, True, True]


def test_one_thread_renders_while_the_others_wait() -> None:
    pages, rendered = KeptPages(), []
    gate = threading.Barrier(8)

    def visit() -> None:
        gate.wait()
        with pages.turn("page"):
            if pages.get("page") is None:
                rendered.append(threading.get_ident())
                pages.put("page", page_of(b"x"))

    threads = [threading.Thread(target=visit) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(rendered), pages._turns) == (1, {})


@pytest.fixture
def redis(redis_url: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> RedisCache:
    """A cache that several processes would share."""
    shared = RedisCache(redis_url, {})
    settings.REDIS_URL = redis_url
    monkeypatch.setattr(caching, "cache", shared)
    return shared


def test_a_page_of_another_process_is_found(redis: RedisCache) -> None:
    assert shared_pages.find("one") is None
    shared_pages.leave("one", page_of(b"rendered"))
    found = shared_pages.find("one")
    assert found == page_of(b"rendered")
    redis.clear()


def test_a_process_waits_for_the_one_that_renders(redis: RedisCache) -> None:
    assert shared_pages.find("two") is None
    other = threading.Timer(0.1, shared_pages.leave, ["two", page_of(b"late")])
    other.start()
    assert shared_pages.find("two") == page_of(b"late")
    other.join()
    redis.clear()


def test_a_page_that_came_to_nothing_passes_the_turn_on(redis: RedisCache) -> None:
    assert shared_pages.find("three") is None
    shared_pages.leave("three", None)
    assert shared_pages.find("three") is None
    redis.clear()


def test_pages_are_shown_while_redis_is_lost(
    client: Client, hall: Tournament, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(caching, "cache", RedisCache(settings.REDIS_URL, {}))
    assert client.get(reverse("tournament", args=[hall.slug])).status_code == 200
