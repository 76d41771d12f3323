"""The data of a function of curves: a curve, or in its place ``truth, scores`` and what goes with them.

Whatever a function computes, it can be asked of a :class:`Curve` or of the columns of one: ``auk(curve)``,
``auk(truth, scores)``, ``auk(truth, scores, positive="ill", weights=w)``.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast, overload

from abovechance.core.errors import InputError
from abovechance.curves.curve.curve import Curve, Curves
from abovechance.intake.missing import Missing
from abovechance.intake.score_columns import Judged, judged

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.arrays import Column

P = ParamSpec("P")
Data_contra = TypeVar("Data_contra", contravariant=True)
Found_co = TypeVar("Found_co", covariant=True)

_COLUMNS: dict[str, Any] = {
    "positive": None, "weights": None, "counts": None, "clusters": None, "missing": (), "on_missing": "error",
}  # fmt: skip
"""What may be said of ``truth`` and ``scores``, and what is taken if it is not."""


class OfScores(Protocol[Data_contra, P, Found_co]):
    """A function of a curve, or of truth and scores."""

    __name__: str

    @overload
    def __call__(self, curve: Data_contra, /, *what: P.args, **options: P.kwargs) -> Found_co: ...
    @overload
    def __call__(self, truth: Column, scores: Column, /, *what: Any, **options: Any) -> Found_co: ...


def taking(
    make: Callable[..., Any], *kinds: type[Any]
) -> Callable[[Callable[Concatenate[Any, P], Found_co]], OfScores[Any, P, Found_co]]:
    """Let a function take truth and scores in place of data of some kinds, which ``make`` makes of them."""

    def decorate(function: Callable[Concatenate[Any, P], Found_co]) -> OfScores[Any, P, Found_co]:
        @wraps(function)
        def called(*arguments: object, **options: Any) -> Found_co:
            given = [options.pop(name) for name in ("curve", "truth") if not arguments and name in options]
            first, *what = (*given, *arguments) or (None,)
            columns = {name: options.pop(name) for name in _COLUMNS if name in options}
            if isinstance(first, kinds):
                _require_alone(columns | {name: options.pop(name) for name in ("scores",) if name in options})
                return function(first, *what, **options)
            scores = options.pop("scores") if "scores" in options else what.pop(0) if what else None
            if isinstance(first, Curves) or scores is None:
                raise _no_curve(first, f"the argument of {function.__name__}")
            data = make(first, scores, **columns)
            if not isinstance(data, kinds):
                raise _no_curve(data, "scores")
            return function(data, *what, **options)

        return cast("OfScores[Any, P, Found_co]", called)

    return decorate


def _require_alone(columns: dict[str, Any]) -> None:
    """Refuse columns beside a curve, which says nothing of single items."""
    for name, value in columns.items():
        default = _COLUMNS.get(name)
        if value is not default and not (isinstance(value, str | tuple) and value == default):
            raise InputError(f"a curve has been counted already: {name} cannot be given with it")


def _no_curve(given: object, name: str) -> InputError:
    if isinstance(given, Curves):
        return given.are_several()
    return InputError(
        f"{name} must be a Curve, such as Curve.from_scores(truth, scores), or truth and scores, "
        f"got {type(given).__name__}"
    )


def of_curve(function: Callable[Concatenate[Curve, P], Found_co]) -> OfScores[Curve, P, Found_co]:
    """Let a function of a curve take truth and scores in its place."""
    return taking(Curve.from_scores, Curve)(function)


def of_items(
    function: Callable[Concatenate[Curve | Judged, P], Found_co],
) -> OfScores[Curve | Judged, P, Found_co]:
    """Let a function of a curve, or of single items, take truth and scores in its place, and clusters."""
    return taking(items_of, Curve, Judged)(function)


def items_of(
    truth: object, scores: object, *, missing: Any = (), on_missing: str = "error", **columns: Any
) -> Judged:
    """The items of one system."""
    return judged(truth, {"scores": scores}, missing=Missing.of_scores(missing, on_missing), **columns)
