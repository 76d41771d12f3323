"""Tensors of any library as NumPy arrays, without importing the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

_REFUSALS = (TypeError, ValueError, RuntimeError, BufferError)


def is_tensor(value: Any) -> bool:
    """Whether a value gives its numbers as an array."""
    return hasattr(value, "__array__") or hasattr(value, "__dlpack__")


def as_array(tensor: Any, name: str) -> NDArray[Any]:
    """The numbers of a tensor in main memory, without its gradients.

    Where NumPy has no such numbers (bfloat16), single precision is asked for, which has them all.
    """
    for step in ("detach", "cpu"):
        if hasattr(tensor, step):
            tensor = getattr(tensor, step)()
    for attribute, way in _WAYS.items():
        if hasattr(tensor, attribute):
            try:
                return way(tensor)
            except _REFUSALS:
                continue
    raise InputError(
        f"{name} is a {type(tensor).__name__} that cannot be read as it is: give it as a NumPy array"
    )


_WAYS: dict[str, Callable[[Any], NDArray[Any]]] = {
    "__array__": np.asarray,
    "__dlpack__": np.from_dlpack,
    "float": lambda tensor: np.asarray(tensor.float()),
}
