"""What curves are called: the systems of a picture, and the classes in its title."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError
from abovechance.curves import Curve, Curves

if TYPE_CHECKING:
    Given = Curve | Curves | Mapping[Any, Curve]


def by_name(curves: Given) -> dict[str, Curve]:
    """Curves by the text of their names; a single one has none."""
    if isinstance(curves, Curve):
        return {"": curves}
    if isinstance(getattr(curves, "curves", None), Curves):
        raise InputError(f"give the curves of this {type(curves).__name__}, which are its .curves")
    if not isinstance(curves, Mapping) or not all(isinstance(x, Curve) for x in curves.values()):
        raise InputError(
            f"curves must be a Curve, or a mapping of names to some (see Curve.from_scores), "
            f"got {type(curves).__name__}"
        )
    if not curves:
        raise InputError("curves is an empty mapping: there is nothing to draw")
    return {text_of(name): curve for name, curve in curves.items()}


def text_of(name: object) -> str:
    """A name as text; of a group its labels."""
    return ", ".join(map(str, name)) if isinstance(name, tuple) else str(name)


def classes(curves: Mapping[str, Curve]) -> str:
    """Which class is positive, for a title; several if each curve has its own."""
    positive = {text_of(curve.positive) for curve in curves.values()}
    if len(positive) != 1:
        return "each class against the others"
    (name,) = positive
    negative = {text_of(curve.negative) for curve in curves.values()}
    return f"{name} against {negative.pop()}" if len(negative) == 1 else f"{name} against the rest"
