"""The servers that tests start are real, and the network beyond this machine is closed to tests."""

import socket

import psycopg
import pytest
import redis

from tests.conftest import NetworkBlockedError


@pytest.mark.postgres
def test_a_real_postgresql_answers(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        row = connection.execute("SELECT 6 * 7, version() LIKE 'PostgreSQL 18%'").fetchone()
    assert row == (42, True)


@pytest.mark.redis
def test_a_real_redis_answers(redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        client.set("sdadata", "dado")
        assert client.get("sdadata") == b"dado"


def test_no_test_leaves_this_machine() -> None:
    with socket.socket() as outward, pytest.raises(NetworkBlockedError):
        outward.connect(("192.0.2.1", 80))
