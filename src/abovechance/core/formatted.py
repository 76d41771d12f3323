"""Numbers in a format of the caller's: what ``format(result, ".3f")`` gives of every answer."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from abovechance.core.errors import InputError

_BOUNDS = ("low", "high")


class Formatted:
    """What has one number that it is about, with an interval or without."""

    _headline: ClassVar[str | None] = None
    """The name of that number; of results with many numbers None."""

    def __format__(self, spec: str) -> str:
        """The number and its bounds by a format of numbers, such as ``.3f``; all without one.

        Of a batch it is a line for each value. What has many numbers says which to format.
        """
        if not spec:
            return str(self)
        name = self._headline
        if name is None:
            raise InputError(
                f"{type(self).__name__} has many values: format one of them, such as {_one(self)}"
            )
        columns = [np.ravel(_numbers(getattr(self, x, None))) for x in (name, *_BOUNDS)]
        lines = zip(*np.broadcast_arrays(*columns), strict=True)
        return "\n".join(_line(*(x.item() for x in line), spec=spec) for line in lines)


def _numbers(value: object) -> Any:
    return np.asarray(math.nan if value is None else value)


def _line(value: float, low: float, high: float, *, spec: str) -> str:
    interval = "" if math.isnan(low) else f" [{low:{spec}}, {high:{spec}}]"
    return f"{value:{spec}}{interval}"


def _one(found: Any) -> str:
    """Where a number of the first row is."""
    row = found.rows()[0]
    numbers = [name for name, value in row.items() if isinstance(value, float) and name != "level"]
    if not numbers:
        return "one of its rows()"
    name = "value" if "value" in numbers else numbers[0]
    return f"rows()[0][{name!r}]"
