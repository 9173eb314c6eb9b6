"""The shared cache: Redis where it answers, the memory of the process where it does not."""

from typing import Any

import pytest
from redis import ConnectionError as RedisLost

from config import cache as module
from config.cache import RedisOrMemory

NOWHERE = "redis://127.0.0.1:1/0"


def use(cache: RedisOrMemory) -> list[Any]:
    """Every operation once, and what it answered."""
    cache.set("a", 1, 60)
    cache.set_many({"b": 2, "c": 3})
    answers = [cache.get("a"), cache.get("x", "none"), cache.add("a", 9), cache.add("d", 4), cache.incr("a")]
    answers += [cache.get_many(["b", "c"]), cache.has_key("b"), cache.touch("b", 60), cache.delete("b")]
    cache.delete_many(["c", "d"])
    answers.append(cache.get_many(["a", "b", "c", "d"]))
    cache.clear()
    return [*answers, cache.get("a")]


EXPECTED = [1, "none", False, True, 2, {"b": 2, "c": 3}, True, True, True, {"a": 2}, None]


def test_without_redis_the_process_remembers_by_itself(caplog: pytest.LogCaptureFixture) -> None:
    assert use(RedisOrMemory(NOWHERE, {"OPTIONS": {"socket_connect_timeout": 1}})) == EXPECTED
    assert caplog.text.count("Redis is lost") == 1


@pytest.mark.redis
def test_with_redis_processes_share(redis_url: str) -> None:
    one, other = RedisOrMemory(redis_url, {}), RedisOrMemory(redis_url, {})
    assert use(one) == EXPECTED
    one.set("shared", 5)
    assert other.get("shared") == 5
    one.clear()


def test_redis_is_asked_again_when_it_may_be_back(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    now = [100.0]

    def lost(_cache: Any, key: str, *_arguments: Any, **_options: Any) -> None:
        asked.append(key)
        raise RedisLost

    monkeypatch.setattr(module.RedisCache, "get", lost)
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    cache = RedisOrMemory(NOWHERE, {})
    for key, at in (("a", 100.0), ("b", 101.0), ("c", 100.0 + module.ASK_AGAIN_SECONDS)):
        now[0] = at
        assert cache.get(key) is None
    assert asked == ["a", "c"]
