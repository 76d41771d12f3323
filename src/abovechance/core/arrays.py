"""Types of NumPy arrays, and of what is given in their place, for annotations."""

from collections.abc import Iterator
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
"""Counts and values: float64, complex128 while differentiating, or integers of any size."""
Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Booleans: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = float | Array
"""One number or many."""
Texts: TypeAlias = str | NDArray[Any] | None
"""One text or many, None where there is none."""
Seed: TypeAlias = int | np.random.Generator | None
"""What random draws begin from."""


class Column(Protocol):
    """A column as users give it: a list, an array, a series, a tensor; beside ``data``, its name."""

    def __len__(self) -> int:
        """How many rows there are."""

    def __iter__(self) -> Iterator[Any]:
        """The value of each row."""
