"""Several tests at once: p-values adjusted so that each can be compared with the level of the whole family.

Holm (and Bonferroni, never better) keep the probability of any false rejection; Benjamini and
Hochberg keep the expected share of false ones among the rejections, Benjamini and Yekutieli the same
whatever the dependence. NaN is no test: it stays, and does not count.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.errors import InputError
from abovechance.labels import quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

Array = Any

ALIASES = {"bh": "benjamini_hochberg", "fdr_bh": "benjamini_hochberg", "fdr": "benjamini_hochberg"} | {
    "by": "benjamini_yekutieli",
    "fdr_by": "benjamini_yekutieli",
}


def adjust(p_values: ArrayLike, method: str | None = "holm", axis: int = -1) -> NDArray[np.float64]:
    """Adjust a family of p-values for their number.

    Parameters
    ----------
    p_values
        One family along ``axis``; other axes are families of their own.
    method
        ``"holm"``, ``"bonferroni"``, ``"benjamini_hochberg"`` or ``"bh"``, ``"benjamini_yekutieli"`` or
        ``"by"``, or None to leave them as they are.

    Examples
    --------
    >>> from abovechance.inference.multiplicity import adjust
    >>> adjust([0.01, 0.04, 0.03], "holm")
    array([0.03, 0.06, 0.06])
    >>> adjust([0.01, 0.04, 0.03], "bh")
    array([0.03, 0.04, 0.04])
    """
    p = np.moveaxis(np.asarray(p_values, dtype=float), axis, -1)
    if method is None:
        return np.moveaxis(p.copy(), -1, axis)
    rule = METHODS[method_name(method)]
    order = np.argsort(p, axis=-1)  # NaN comes last
    number = np.sum(~np.isnan(p), axis=-1, keepdims=True)
    adjusted = np.minimum(rule(np.take_along_axis(p, order, -1), number), 1.0)
    result = np.empty_like(p)
    np.put_along_axis(result, order, adjusted, -1)
    return np.moveaxis(np.where(np.isnan(p), np.nan, result), -1, axis)


def method_name(name: str) -> str:
    """The adjustment of a name or an alias."""
    plain = name.strip().lower().replace("-", "_").replace("–", "_").replace(" ", "_")
    plain = ALIASES.get(plain, plain)
    if plain not in METHODS:
        near = difflib.get_close_matches(plain, METHODS, n=2, cutoff=0.4) or METHODS
        raise InputError(f"there is no adjustment called {name!r}; did you mean {quoted(near)}?")
    return plain


def _ranks(p: Array) -> Array:
    return np.arange(1, p.shape[-1] + 1)


def _bonferroni(p: Array, number: Array) -> Array:
    return p * number


def _holm(p: Array, number: Array) -> Array:
    return np.maximum.accumulate(p * np.maximum(number - _ranks(p) + 1, 1), axis=-1)


def _benjamini_hochberg(p: Array, number: Array) -> Array:
    steps = np.where(np.isnan(p), np.inf, p * (number / _ranks(p)))
    return np.minimum.accumulate(steps[..., ::-1], axis=-1)[..., ::-1]


def _benjamini_yekutieli(p: Array, number: Array) -> Array:
    harmonic = np.cumsum(1 / _ranks(p))[np.maximum(number, 1) - 1]
    return _benjamini_hochberg(p, number) * harmonic


METHODS: dict[str, Callable[[Array, Array], Array]] = {
    "holm": _holm,
    "bonferroni": _bonferroni,
    "benjamini_hochberg": _benjamini_hochberg,
    "benjamini_yekutieli": _benjamini_yekutieli,
}
