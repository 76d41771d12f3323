"""Whether two results say the same: arrays by their cells, and NaN is as good as NaN."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np


def same_fields(one: Any, other: Any) -> bool:
    """Whether two values of one dataclass have the same fields, but for those that do not compare."""
    return type(one) is type(other) and all(
        _same(getattr(one, field.name), getattr(other, field.name)) for field in fields(one) if field.compare
    )


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if isinstance(one, float) and isinstance(other, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return list(one) == list(other) and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, Sequence) and isinstance(other, Sequence) and not isinstance(one, str):
        return len(one) == len(other) and all(map(_same, one, other))
    if is_dataclass(one) and not isinstance(one, type):
        return same_fields(one, other)
    return bool(one == other)
