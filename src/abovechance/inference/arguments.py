"""Arguments that many functions have in common, checked: tables, how many draws, and their seed."""

from __future__ import annotations

from typing import Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.measures.registry import Measure
from abovechance.tables.tables import Tables


def checked_tables(tables: Any, name: str = "tables") -> Tables:
    """Tables, or in one sentence what is wrong with what was given instead."""
    if isinstance(tables, Tables):
        return tables
    given = f"got {type(tables).__name__}"
    if isinstance(tables, str | Measure):
        given = "got the name of a measure: have the two arguments changed places?"
    raise InputError(f"{name} must be a Tables value (see Tables.from_labels, Tables.from_counts), {given}")


def checked_name(name: Any) -> str | Measure:
    """The name of a measure, or the measure itself; tables in its place have changed places with it."""
    if isinstance(name, Tables):
        raise InputError("the measure comes first and the tables second: have the two changed places?")
    if not isinstance(name, str | Measure):
        raise InputError(f"the measure must be a name such as 'informedness', got {type(name).__name__}")
    return name


def checked_draws(number: Any, name: str = "replicates", least: int = 1, of: str = "tables") -> int:
    """How many tables, or other things, to draw."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise InputError(f"{name} is how many {of} to draw, a whole number from {least} on, got {number!r}")
    return int(number)


def checked_seed(seed: Any) -> int | None:
    """A seed as a number; a random generator gives one, and so another with every call."""
    if seed is None:
        return None
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(1 << 62))
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise InputError(
            f"seed must be a whole number from 0 on, a numpy.random.Generator or None, got {seed!r}"
        )
    return int(seed)
