"""``Curves``: the curves of several systems or of several groups of items, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from abovechance.core.labels import Label
    from abovechance.curves.curve.curve import Curve


@dataclass(frozen=True, eq=False)
class Curves(Mapping["Label", "Curve"]):
    """A read-only mapping of names to curves.

    Attributes
    ----------
    kind : str
        What the names are names of: ``"system"``, ``"group"`` or ``"class"``.
    members : dict
        The curves by their names.

    Examples
    --------
    >>> import abovechance as ac
    >>> curves = ac.Curve.from_scores([0, 1, 1], {"A": [1, 2, 3], "B": [2, 1, 3]})
    >>> {name: curve.auc for name, curve in curves.items()}
    {'A': 1.0, 'B': 0.5}
    """

    kind: str
    members: dict[Label, Curve]

    def __getitem__(self, name: Label) -> Curve:
        """The curve of that name."""
        return self.members[name]

    if not TYPE_CHECKING:  # type checkers are to go on telling which attributes there are

        def __getattr__(self, name: str) -> Any:
            """Tell whoever takes several curves for one."""
            from abovechance.curves.curve.curve import Curve

            if name in Curve.__dataclass_fields__ or (hasattr(Curve, name) and not name.startswith("_")):
                one = next(iter(self.members), None)
                raise InputError(
                    f"these are {len(self.members)} curves, one for each {self.kind}: take one, such as "
                    f"curves[{one!r}]"
                )
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __iter__(self) -> Iterator[Label]:
        """The names, in their order."""
        return iter(self.members)

    def __len__(self) -> int:
        """How many curves there are."""
        return len(self.members)

    def __repr__(self) -> str:
        """One line for each curve."""
        return "\n".join(f"{self.kind} {name!r}: {curve!r}" for name, curve in self.items())
