r"""What a table would be with the right truth, if errors of the truth do not depend on the prediction.

Let :math:`E_{jk}` be the probability that an item of class j is labelled k in the truth. If this does not
depend on the prediction given the class, the table expected is :math:`O = E^\mathsf{T} T` with the table T of
the right truth, so that :math:`T = (E^\mathsf{T})^{-1} O`. For two classes with error rates
:math:`e_+, e_-` this makes Markedness :math:`M / (1 - e_+ - e_-)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import quantile
from abovechance.core.contingency import Contingency
from abovechance.core.errors import InputError
from abovechance.inference.intervals.of_function import function_interval
from abovechance.measures.registry import measure

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array
    from abovechance.inference.intervals.of_function import FunctionInterval

    Floats = NDArray[np.float64]

_SINGULAR = 1e-9


def error_matrix(error: Any, classes: int) -> Floats:
    """The probabilities of truth labels (columns) by right class (rows).

    ``error`` is one rate, a rate for each right class (both spread evenly over the wrong labels), or the
    matrix itself.
    """
    given = np.asarray(error, dtype=float)
    if given.ndim == 0 and not 0 <= given <= 1:
        raise InputError("{argument} is the share of wrong labels, between 0 and 1, not {given:g}",
                         argument="error", given=float(given))  # fmt: skip
    if given.ndim < 2 and given.shape in ((), (classes,)):
        rates = np.broadcast_to(given, (classes,))
        spread = rates[:, None] / max(classes - 1, 1)
        given = np.where(np.eye(classes, dtype=bool), 1 - rates[:, None], spread)
    if given.shape != (classes, classes) or not np.all((given >= 0) & (given <= 1)):
        raise InputError("{argument} must be a rate between 0 and 1, one for each of {classes} classes, or a "
                         "matrix of the probabilities of labels by class", argument="error",
                         classes=classes)  # fmt: skip
    if not np.allclose(given.sum(1), 1):
        raise InputError("the rows of the matrix {argument} must add up to 1: each has the shares of the "
                         "labels that a class is given", argument="error")  # fmt: skip
    if np.any(np.diagonal(given)[:, None] < given - _SINGULAR) or abs(np.linalg.det(given)) < _SINGULAR:
        raise InputError("with this {argument} the truth is no more often right than wrong: it tells nothing "
                         "of the right classes", argument="error")  # fmt: skip
    return given


def right_table(counts: Array, errors: Floats) -> Array:
    """The table expected with the right truth; cells may be negative where chance or the model is off."""
    return np.linalg.inv(errors.T) @ counts


def wrong_share(counts: Array, errors: Floats) -> float:
    """The share of all items whose truth is wrong, by the rates of the classes."""
    real = np.maximum(right_table(counts, errors).sum(-1), 0.0)
    return float((real * (1 - np.diagonal(errors))).sum() / max(real.sum(), _SINGULAR))


def corrected(
    counts: Array, key: str, errors: Floats, level: float, bounds: tuple[float, float]
) -> FunctionInterval:
    """A measure of the table with the right truth, with its delta interval, inside its range.

    Without limits, the correction stretches the range of a measure by 1/d, where d is the smallest eigenvalue
    of the errors: for two classes the Markedness of any table is between −1/d and 1/d. The interval is found
    on the artanh scale of that range, and is never narrower on either side than the plain one: near an end of
    the range, the first alone reaches too little outwards. A value beyond the range of the measure is set to
    its end, and the interval keeps its width there: it does not shrink to a point.
    """
    centre, half = (bounds[0] + bounds[1]) / 2, (bounds[1] - bounds[0]) / 2
    stretched = half / float(np.abs(np.linalg.eigvals(errors)).min())
    found = function_interval(_after(key, errors), counts, level, (centre - stretched, centre + stretched))
    value, plain = np.clip(found.value, *bounds), quantile(level) * found.se
    down, up = np.maximum(found.value - found.low, plain), np.maximum(found.high - found.value, plain)
    return found._replace(
        value=value,
        low=np.clip(value - down, bounds[0], value),
        high=np.clip(value + up, value, bounds[1]),
    )


def _after(key: str, errors: Floats) -> Callable[[Array], Array]:
    back = np.linalg.inv(errors.T)
    of = measure(key).function
    return lambda counts: of(Contingency(back @ counts))
