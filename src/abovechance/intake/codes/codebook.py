"""``Codebook``: the labels of one column by Python equality, numbered as they are first met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import is_missing
from abovechance.intake.limits import unlike_classes

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from abovechance.core.labels import Label

_BYTE = 2**8


class Codebook(dict[Any, int]):
    """A dictionary that gives every new label the next code, and all missing values one.

    Attributes
    ----------
    name : str
        What messages call the column.
    limit : int or None
        How many labels the column may have.
    labels : list
        The labels in the order of their codes; None stands for a missing value.
    missing : int or None
        The code of missing values, once one was met.
    """

    def __init__(self, name: str, limit: int | None = None) -> None:
        super().__init__()
        self.name = name
        self.limit = limit
        self.labels: list[Label] = []
        self.missing: int | None = None

    def __missing__(self, value: Any) -> int:
        """The code of a value that is not itself a key."""
        if type(value) is str and value:
            return self._add(value)
        label = plain(value)
        if is_missing(label):
            if self.missing is None:
                self.missing = self._add(None)
            return self.missing
        code = self.get(label)
        return self._add(label) if code is None else code

    def _add(self, label: Label) -> int:
        code = self[label] = len(self.labels)
        self.labels.append(label)
        if self.limit is not None:
            self.expect(len(self.labels))
        return code

    def codes(self, values: Collection[Any]) -> NDArray[Any]:
        """The code of each of some Python values, as integers of one or four bytes."""
        try:
            return self._codes(values)
        except TypeError:
            culprit = next((value for value in values if not _is_hashable(value)), None)
            if culprit is None:
                raise
            raise InputError(
                f"{self.name} has labels of type {type(culprit).__name__}, which cannot be looked up: "
                "give numbers, text, booleans or tuples"
            ) from None

    def _codes(self, values: Collection[Any]) -> NDArray[Any]:
        # Collecting bytes is quicker than filling an array, as long as every code fits into one.
        if len(self.labels) <= _BYTE:
            try:
                return np.frombuffer(bytes(map(self.__getitem__, values)), dtype=np.uint8)
            except ValueError:
                if len(self.labels) <= _BYTE:
                    raise
        return np.fromiter(map(self.__getitem__, values), np.int32, len(values))

    def expect(self, distinct: int) -> None:
        """Refuse more labels than a column of classes has."""
        if self.limit is not None and distinct > self.limit + (self.missing is not None):
            raise self.too_many()

    def too_many(self) -> InputError:
        """The error that there are more labels than a column of classes has."""
        said = "{column} has more than {limit} distinct values"
        return unlike_classes(said, self.labels, column=self.name, limit=self.limit)


def plain(value: Any) -> Any:
    """A scalar of NumPy or Arrow as the Python object it stands for; anything else as it is."""
    if isinstance(value, np.generic):
        return value.item()
    return value.as_py() if hasattr(value, "as_py") else value


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
