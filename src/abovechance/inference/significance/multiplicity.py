"""Several tests at once: p-values adjusted so that each can be compared with the level of the whole family.

Holm (and Bonferroni, never better) keep the probability of any false rejection; so do Hochberg (1988) and
Hommel (1988), who reject more, where the tests are independent or positively dependent. Benjamini and
Hochberg keep the expected share of false ones among the rejections, Benjamini and Yekutieli the same
whatever the dependence. NaN is no test: it stays, and does not count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from abovechance.core.lookup import Names

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from abovechance.core.arrays import Array


def adjust(p_values: ArrayLike, method: str | None = "holm", axis: int = -1) -> NDArray[np.float64]:
    """Adjust families of p-values along ``axis`` by a method of ``METHODS``; None leaves them as they are."""
    p = np.moveaxis(np.asarray(p_values, dtype=float), axis, -1)
    rule = None if method is None else METHODS[method_name(method)]
    if rule is None or not p.size:
        return np.moveaxis(p.copy(), -1, axis)
    order = np.argsort(p, axis=-1)  # NaN comes last
    # What could not be tested is not part of the family, and must not make the others pay for it.
    number = np.sum(~np.isnan(p), axis=-1, keepdims=True)
    adjusted = np.minimum(rule(np.take_along_axis(p, order, -1), number), 1.0)
    result = np.empty_like(p)
    np.put_along_axis(result, order, adjusted, -1)
    return np.moveaxis(np.where(np.isnan(p), np.nan, result), -1, axis)


def _ranks(p: Array) -> Array:
    return np.arange(1, p.shape[-1] + 1)


def _holm(p: Array, number: Array) -> Array:
    return np.maximum.accumulate(p * np.maximum(number - _ranks(p) + 1, 1), axis=-1)


def _hochberg(p: Array, number: Array) -> Array:
    return _least_from_here(p * np.maximum(number - _ranks(p) + 1, 1))


def _hommel(p: Array, number: Array) -> Array:
    found = np.array(p)
    for where in np.ndindex(p.shape[:-1]):
        found[where] = _hommel_of_family(p[where], int(number[where][0]))
    return found


def _hommel_of_family(p: Array, number: int) -> Array:
    """The greatest p-value by which Simes's test rejects any of the families that hold the test (closure).

    Of those with m tests it is the one with the m − 1 other tests of the greatest p-values.
    """
    found, known = np.array(p), p[:number]
    for m in range(1, number + 1):
        split = number - m
        simes = m * known[split:] / np.arange(1, m + 1)
        found[split:number] = np.maximum(found[split:number], simes.min())
        others = simes[1:].min(initial=np.inf)
        found[:split] = np.maximum(found[:split], np.minimum(m * known[:split], others))
    return found


def _benjamini_hochberg(p: Array, number: Array) -> Array:
    return _least_from_here(p * (number / _ranks(p)))


def _least_from_here(steps: Array) -> Array:
    """The least of each value and all behind it; NaN does not count."""
    known = np.where(np.isnan(steps), np.inf, steps)
    return np.minimum.accumulate(known[..., ::-1], axis=-1)[..., ::-1]


def _benjamini_yekutieli(p: Array, number: Array) -> Array:
    # The price of any dependence: the sum 1 + 1/2 + … + 1/m.
    harmonic = np.cumsum(1 / _ranks(p))[np.maximum(number, 1) - 1]
    return _benjamini_hochberg(p, number) * harmonic


METHODS: dict[str, Callable[[Array, Array], Array]] = {
    "holm": _holm,
    "hochberg": _hochberg,
    "hommel": _hommel,
    "bonferroni": np.multiply,
    "benjamini_hochberg": _benjamini_hochberg,
    "benjamini_yekutieli": _benjamini_yekutieli,
}
method_name = Names(
    "adjustment",
    METHODS,
    {
        "bh": "benjamini_hochberg",
        "fdr_bh": "benjamini_hochberg",
        "fdr": "benjamini_hochberg",
        "by": "benjamini_yekutieli",
        "fdr_by": "benjamini_yekutieli",
        "simes_hochberg": "hochberg",
    },
)
"""The adjustment of a name or an alias."""
