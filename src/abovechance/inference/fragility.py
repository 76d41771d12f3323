"""Warnings of a difference that hangs on few items: which class, and how many items it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.inference.influence import Influence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.inference.joint import Joint
    from abovechance.measures.registry import Measure
    from abovechance.tables import Tables

MOST_OF_ONE_ITEM = 0.45
"""If an item of a class carries on average more of the variance, the class has one item or two."""
OFTEN = 0.05
"""A label that is given to a larger share of items and never occurs may hide a class that was not drawn."""
_BY_LABEL = frozenset({"informedness", "correlation"})
"""Measures in which the answers of a label that never occurs add nothing."""


def warning_of(measure: Measure, joint: Joint) -> str | None:
    """What to beware of in the difference of two systems on the same items; None if nothing.

    Examples
    --------
    >>> import abovechance as ac
    >>> from abovechance.inference.fragility import warning_of
    >>> from abovechance.inference.joint import Joint
    >>> truth = ["cat"] * 50 + ["dog"] * 49 + ["owl"]
    >>> a = ["cat", "dog"] * 49 + ["dog", "owl"]
    >>> b = ["owl", "dog", "cat", "owl"] * 25
    >>> joint = Joint.from_labels(truth, {"A": a, "B": b})
    >>> print(warning_of(ac.measure("informedness"), joint))
    most of the uncertainty comes from class 'owl', of which there is 1 item: the interval may cover less than its level
    """  # fmt: skip  # noqa: E501
    squares = Influence(measure, joint).class_squares()
    return _of_classes(squares, _units(joint), joint) or never_occurs(measure, joint.tables)


def _units(joint: Joint) -> NDArray[np.int64]:
    """How many items each class has; where items belong together, in how many clusters it occurs."""
    classes = len(joint.labels)
    if joint.clusters is None:
        return np.bincount(joint.truth, weights=joint.counts, minlength=classes).astype(np.int64)
    pairs = np.unique(joint.truth * (int(joint.clusters.max()) + 1) + joint.clusters)
    return np.bincount(pairs // (int(joint.clusters.max()) + 1), minlength=classes)


def _of_classes(squares: NDArray[np.float64], units: NDArray[np.int64], joint: Joint) -> str | None:
    total = squares.sum()
    if not (np.isfinite(total) and total > 0):
        return None
    worst = int(np.argmax(squares))
    number = int(units[worst])
    if number == 0 or squares[worst] / total <= MOST_OF_ONE_ITEM * number:
        return None
    label = repr(joint.labels[worst])
    if joint.clusters is not None:
        where = f"which occurs in {number} cluster{'s' if number > 1 else ''}"
    else:
        where = f"of which there {f'are {number} items' if number > 1 else 'is 1 item'}"
    return f"most of the uncertainty comes from class {label}, {where}: {_SAID}"


_SAID = "the interval may cover less than its level"


def never_occurs(measure: Measure, tables: Tables) -> str | None:
    """A warning of a label that a system gives to many items where no item really has it."""
    if measure.key not in _BY_LABEL:
        return None
    counts = np.asarray(tables.counts, dtype=float)
    shares = counts.sum(-2) / counts.sum((-2, -1))[:, None]
    shares = np.where(counts.any(axis=-1), 0.0, shares)
    system, label = np.unravel_index(int(np.argmax(shares)), shares.shape)
    share = shares[system, label]
    if not share > OFTEN:
        return None
    names = tables.axes[0].labels or ()
    return (
        f"{str(names[system])!r} answers {tables.labels[label]!r} to {100 * share:.0f} % of items and none "
        f"really is: these answers are counted as guesses, and {_SAID} if the class does occur"
    )
