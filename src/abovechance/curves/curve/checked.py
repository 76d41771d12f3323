"""Functions of a curve say so when they are given something else."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from abovechance.core.errors import InputError
from abovechance.curves.curve.curve import Curve, Curves

if TYPE_CHECKING:
    from collections.abc import Callable

    Function = TypeVar("Function", bound="Callable[..., Any]")


def checked_curve(curve: Any, name: str = "curve") -> Curve:
    """A curve, or in one sentence what to give."""
    if isinstance(curve, Curve):
        return curve
    if isinstance(curve, Curves):
        raise curve.are_several()
    raise InputError(
        f"{name} must be a Curve, such as Curve.from_scores(truth, scores), got {type(curve).__name__}"
    )


def of_curve(function: Function) -> Function:
    """Let a function refuse in one sentence what is no curve."""

    @wraps(function)
    def checked(curve: Any, *others: Any, **options: Any) -> Any:
        return function(checked_curve(curve, f"the argument of {function.__name__}"), *others, **options)

    return cast("Function", checked)
