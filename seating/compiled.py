"""The kernel's own functions once more, compiled by numba; imported only where numba is wanted.

Each function keeps its code and gets this module as its surroundings, so that here it calls the compiled
versions of the others, and ``kernel`` stays plain Python.
"""

from types import FunctionType
from typing import Any

from numba import njit

from seating import kernel


def _compiled(plain: Any, surroundings: dict[str, Any]) -> Any:
    """Return a kernel function compiled, its machine code kept on disk where that is possible."""
    function = FunctionType(plain.__code__, surroundings, plain.__name__, plain.__defaults__)
    try:
        return njit(cache=True)(function)
    except RuntimeError:  # no folder that may be written: compile anew in each process
        return njit(function)


_surroundings = globals()
_surroundings.update(MASK=kernel.MASK, HALVINGS=kernel.HALVINGS)
for _name in kernel.KERNELS:
    _surroundings[_name] = _compiled(getattr(kernel, _name), _surroundings)
