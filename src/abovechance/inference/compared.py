"""``Compared``: what all comparisons have in common, their pairs by name and the one pair of two."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from abovechance.errors import InputError
from abovechance.labels import quoted

if TYPE_CHECKING:
    from abovechance.inference.difference import Difference


class Compared:
    """A comparison of two or more systems by the differences of every two."""

    systems: tuple[str, ...]
    pairs: tuple[Difference, ...]

    def __getitem__(self, names: tuple[str, str]) -> Difference:
        """The first of two systems less the second: ``comparison["A", "B"]``."""
        for pair in self.pairs:
            if (pair.first, pair.second) == names:
                return pair
            if (pair.second, pair.first) == names:
                return pair.reversed
        raise InputError(f"there is no pair {quoted(names)}; there are {quoted(self.systems)}")

    @property
    def _pair(self) -> Difference:
        if len(self.pairs) > 1:
            raise InputError(
                f"{len(self.systems)} were compared: ask for two of them, such as "
                f"comparison[{self.systems[0]!r}, {self.systems[1]!r}]"
            )
        return self.pairs[0]

    @property
    def difference(self) -> float:
        """The value of the first of two less that of the second."""
        return self._pair.difference

    @property
    def low(self) -> float:
        """The lower bound of the difference."""
        return self._pair.low

    @property
    def high(self) -> float:
        """The upper bound of the difference."""
        return self._pair.high

    @property
    def se(self) -> float:
        """The standard error of the difference."""
        return self._pair.se

    def to_frame(self, backend: str | None = None) -> Any:
        """A row for each pair, as a data frame of pandas, polars or pyarrow."""
        from abovechance.frames import to_frame

        rows = [pair.to_dict() for pair in self.pairs]
        return to_frame({name: [row[name] for row in rows] for name in rows[0]}, backend)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(repr(self))}</pre>"


class ComparedByPairs(Compared):
    """A comparison whose test, too, is that of the one pair of two."""

    @property
    def p_value(self) -> float:
        """The two-sided p-value of no difference."""
        return self._pair.p_value

    @property
    def method(self) -> str:
        """How the interval was computed."""
        return self._pair.method

    @property
    def test(self) -> str:
        """By which test the p-value was computed."""
        return self._pair.test
