"""The cache that processes share by Redis; while Redis is lost each remembers by itself, and no page fails for it."""

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import RedisError

ASK_AGAIN_SECONDS = 5.0
"""So long a process does without Redis once it was lost: no page waits for it each time."""
_LOG = logging.getLogger(__name__)


class RedisOrMemory(RedisCache):
    """Redis where it answers, else the memory of this process: what is cached can be made again."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        """Take the address of Redis and Django's parameters of a cache."""
        super().__init__(server, params)
        self._alone = LocMemCache("while-redis-is-lost", {})
        self._lost_until = 0.0

    def _ask(self, name: str, shared: Callable[..., Any], *args: Any, **options: Any) -> Any:
        if time.monotonic() >= self._lost_until:
            try:
                return shared(*args, **options)
            except RedisError as error:
                self._lost_until = time.monotonic() + ASK_AGAIN_SECONDS
                _LOG.warning("Redis is lost, each process caches by itself: %s", error)
        return getattr(self._alone, name)(*args, **options)

    def add(self, *args: Any, **options: Any) -> bool:
        """Store what is not there yet; whether it was stored."""
        return bool(self._ask("add", super().add, *args, **options))

    def get(self, *args: Any, **options: Any) -> Any:
        """What is stored, else the default."""
        return self._ask("get", super().get, *args, **options)

    def set(self, *args: Any, **options: Any) -> None:
        """Store it."""
        self._ask("set", super().set, *args, **options)

    def touch(self, *args: Any, **options: Any) -> bool:
        """Let it live longer; whether it was there."""
        return bool(self._ask("touch", super().touch, *args, **options))

    def delete(self, *args: Any, **options: Any) -> bool:
        """Forget it; whether it was there."""
        return bool(self._ask("delete", super().delete, *args, **options))

    def get_many(self, *args: Any, **options: Any) -> dict[str, Any]:
        """Those that are stored."""
        found: dict[str, Any] = self._ask("get_many", super().get_many, *args, **options)
        return found

    def has_key(self, *args: Any, **options: Any) -> bool:
        """Whether it is stored."""
        return bool(self._ask("has_key", super().has_key, *args, **options))

    def incr(self, *args: Any, **options: Any) -> int:
        """Count one more. Raises ValueError for what is not stored."""
        return int(self._ask("incr", super().incr, *args, **options))

    def set_many(self, *args: Any, **options: Any) -> list[str]:
        """Store them; those that could not be."""
        left: list[str] = self._ask("set_many", super().set_many, *args, **options)
        return left

    def delete_many(self, *args: Any, **options: Any) -> None:
        """Forget them."""
        self._ask("delete_many", super().delete_many, *args, **options)

    def clear(self) -> None:
        """Forget all."""
        self._ask("clear", super().clear)
