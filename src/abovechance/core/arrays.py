"""Types of NumPy arrays, for annotations."""

from typing import Any, TypeAlias

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
