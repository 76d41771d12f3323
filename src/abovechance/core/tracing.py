"""Arrays that remember what they were computed from, so that all derivatives of a result come in one pass.

A formula is evaluated on them as on any array; afterwards the derivative of the result by each step before it
is found from that by the step after it (reverse accumulation: Linnainmaa 1976). This costs a few evaluations
whatever the number of inputs, where nudging each input in turn costs one for each. What is not known here is
refused with :class:`UntracedError`, never left out.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from abovechance.core.arrays import Array, Numbers


_MAX_STEPS = count()


class UntracedError(Exception):
    """A formula does what derivatives are not followed through."""


class Traced(NDArrayOperatorsMixin):
    """An array of floating-point numbers, and how the derivative by it leads to those by its sources."""

    def __init__(self, value: Array, sources: Iterable[tuple[Traced, Callable[[Array], Array]]] = ()) -> None:
        self.value = np.asarray(value, dtype=float)
        self.sources = tuple(sources)
        # Steps are numbered in the order of computing, by which `derivatives` goes back.
        self.step = next(_MAX_STEPS)

    @property
    def shape(self) -> tuple[int, ...]:
        """As of an array."""
        return self.value.shape

    @property
    def size(self) -> int:
        """As of an array."""
        return self.value.size

    @property
    def ndim(self) -> int:
        """As of an array."""
        return self.value.ndim

    @property
    def dtype(self) -> np.dtype[Any]:
        """As of an array."""
        return self.value.dtype

    @property
    def real(self) -> Array:
        """The numbers alone, to be compared."""
        return self.value

    def all(self) -> np.bool_:
        """Whether no number is 0."""
        return self.value.all()

    def through(self, function: Callable[[Array], Array], slope: Callable[[Array], Array]) -> Traced:
        """A function of each number, whose derivative is known."""
        return Traced(function(self.value), [(self, _product_with(slope(self.value), self.shape))])

    def __getitem__(self, key: Any) -> Traced:
        """As of an array; numbers are taken once each."""

        def back(slope: Array) -> Array:
            whole = np.zeros(self.shape)
            whole[key] = slope
            return whole

        return Traced(self.value[key], [(self, back)])

    def __getattr__(self, name: str) -> Any:
        """Whatever else arrays do."""
        # Libraries ask by hasattr which protocols an array has, and must be told no rather than be stopped.
        if name.startswith("__"):
            raise AttributeError(name)
        raise UntracedError

    def __array__(self, *_: object, **__: object) -> Array:
        """An array would forget."""
        raise UntracedError

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        """Element by element, or a sum over an axis."""
        if method == "reduce" and ufunc is np.add and set(options) == {"axis"}:
            return _sum(inputs[0], options["axis"])
        if method != "__call__" or options:
            raise UntracedError
        values = [x.value if isinstance(x, Traced) else x for x in inputs]
        if ufunc in _UNTRACED_FUNCTIONS:
            return ufunc(*values)
        slopes = _SLOPES.get(ufunc)
        if slopes is None:
            raise UntracedError
        found = ufunc(*values)
        return Traced(
            found,
            [
                (x, _product_with(slope, x.shape))
                for x, slope in zip(inputs, slopes(*values, found), strict=True)
                if isinstance(x, Traced)
            ],
        )

    def __array_function__(
        self, function: object, _: object, inputs: Sequence[Any], options: Mapping[str, object]
    ) -> Traced:
        """A choice between two arrays, and the diagonal of the last two axes."""
        if function is np.where and not options:
            return _chosen(*inputs)
        if function is np.diagonal and options == {"axis1": -2, "axis2": -1}:
            return _diagonal(*inputs)
        raise UntracedError


def _product_with(slope: Numbers | None, shape: tuple[int, ...]) -> Callable[[Array], Array]:
    """The chain rule; what does not count or does not change adds nothing, however steep the rest is."""
    if slope is None:
        raise UntracedError

    def back(above: Array) -> Array:
        return _summed_to(np.where((above == 0) | (slope == 0), 0.0, above * slope), shape)

    return back


def _summed_to(values: Array, shape: tuple[int, ...]) -> Array:
    """Undo what broadcasting repeated."""
    values = values.sum(tuple(range(values.ndim - len(shape))))
    repeated = tuple(i for i, size in enumerate(shape) if size == 1 != values.shape[i])
    return values.sum(repeated, keepdims=True) if repeated else values


def _sum(x: Traced, axis: int) -> Traced:
    return Traced(
        x.value.sum(axis), [(x, lambda above: np.broadcast_to(np.expand_dims(above, axis), x.shape))]
    )


def _chosen(condition: Array, if_true: Numbers | Traced, if_false: Numbers | Traced) -> Traced:
    values = [x.value if isinstance(x, Traced) else x for x in (if_true, if_false)]
    condition = np.asarray(condition)
    sources = [
        (x, _product_with(taken * 1.0, x.shape))
        for x, taken in ((if_true, condition), (if_false, ~condition))
        if isinstance(x, Traced)
    ]
    return Traced(np.where(condition, *values), sources)


def _diagonal(x: Traced) -> Traced:
    found = np.diagonal(x.value, axis1=-2, axis2=-1)
    number = np.arange(found.shape[-1])

    def back(above: Array) -> Array:
        whole = np.zeros(x.shape)
        whole[..., number, number] = above
        return whole

    return Traced(found, [(x, back)])


_UNTRACED_FUNCTIONS = {
    np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal, np.isnan, np.isinf,
    np.isfinite, np.sign,
}  # fmt: skip
"""What has no derivative to be followed."""
_SLOPES: dict[np.ufunc, Callable[..., tuple[Numbers | None, ...]]] = {
    np.add: lambda *_: (1.0, 1.0),
    np.subtract: lambda *_: (1.0, -1.0),
    np.multiply: lambda x, y, _: (y, x),
    np.divide: lambda _, y, z: (1 / y, -z / y),
    np.negative: lambda *_: (-1.0,),
    np.square: lambda x, _: (2 * x,),
    np.power: lambda x, y, _: (y * x ** (y - 1.0), None),
    np.sqrt: lambda _, z: (0.5 / z,),
    np.log: lambda x, _: (1 / x,),
    np.log1p: lambda x, _: (1 / (1 + x),),
    np.exp: lambda _, z: (z,),
    np.maximum: lambda x, y, _: (_greater(x, y), _greater(y, x)),
    np.minimum: lambda x, y, _: (_greater(y, x), _greater(x, y)),
}
"""By each input, given all of them and the result."""


def _greater(x: Array, y: Array) -> Array:
    """Where one number is the greater of two, halfway where both are."""
    return np.where(np.equal(x, y), 0.5, np.greater(x, y))


def derivatives(result: object, by: Iterable[Traced]) -> tuple[Array, ...]:
    """The derivatives of the sum of all numbers of a result.

    Examples
    --------
    >>> import numpy as np
    >>> from abovechance.core.tracing import Traced, derivatives
    >>> x = Traced([1.0, 2.0, 3.0])
    >>> derivatives(np.add.reduce(x * x, axis=-1), [x])
    (array([2., 4., 6.]),)
    """
    found: dict[int, Array] = {}
    steps: dict[int, Traced] = {}
    if isinstance(result, Traced):
        steps[result.step], found[result.step] = result, np.ones(result.shape)
    waiting = [-number for number in steps]
    while waiting:  # what was computed later comes first
        step = steps.pop(-heappop(waiting))
        # Only what has no sources can be asked for: of all else the derivative is used up here.
        above = found.pop(step.step) if step.sources else found[step.step]
        for source, back in step.sources:
            if source.step not in steps:
                steps[source.step], found[source.step] = source, np.zeros(())
                heappush(waiting, -source.step)
            # The product is taken before `_product_with` puts 0 where a slope does not count: 0 times
            # infinity is NaN.
            with np.errstate(all="ignore"):
                found[source.step] = found[source.step] + back(above)
    return tuple(np.zeros(x.shape) + found.get(x.step, 0.0) for x in by)
