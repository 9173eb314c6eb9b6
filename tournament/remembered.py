"""What was made of facts and is not made again while they stay: rows of pages, cards of tables, documents of the API."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

Thing = TypeVar("Thing")


class Place(Generic[Thing]):
    """Where things stand together, each by a key: the rows of one page by their players."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[tuple[Any, ...], Thing]] = {}

    def __len__(self) -> int:
        return len(self._made)

    def of(self, key: Hashable, make: Callable[..., Thing], *facts: Any) -> Thing:
        """What is made of the facts, the same object while they are equal: nobody may change it."""
        made = self._made.get(key)
        if made is None or made[0] != facts:
            made = self._made[key] = (facts, make(*facts))
        return made[1]


class Remembered(Generic[Thing]):
    """Things by the place where they stand and a key of their own.

    What decides a thing and is not among its facts belongs to the place: language, address, decimals. Of the places
    asked for last so many stay that they have no more than `limit` things together, and always the last one.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = Lock()
        self._places: OrderedDict[tuple[Hashable, ...], Place[Thing]] = OrderedDict()

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._places.clear()

    def at(self, *place: Hashable) -> Place[Thing]:
        """The things of a place."""
        with self._lock:
            found = self._places.setdefault(place, Place())
            self._places.move_to_end(place)
            while len(self._places) > 1 and sum(map(len, self._places.values())) > self._limit:
                self._places.popitem(last=False)
        return found
