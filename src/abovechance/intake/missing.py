"""``Missing``: which values stand for none, and what becomes of items that lack one. Every door asks here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from abovechance.core.errors import InputError

OnMissing = Literal["error", "drop", "label"]
LABEL = "(missing)"
"""The label of missing values where they are a class of their own."""
USUAL_CODES = frozenset({"na", "n/a", "nan", "null", "none", "nil", "missing", "#n/a", "<na>", "?"})
"""What usually stands for a missing value, in small letters: a label until it is named as a code."""


@dataclass(frozen=True)
class Missing:
    """What is missing, and what is done about it.

    Attributes
    ----------
    codes
        Values that stand for a missing one, beside those that are missing in every format: nothing, NaN, and
        an empty text.
    policy
        ``"error"`` refuses items that lack a value, ``"drop"`` leaves them out, ``"label"`` makes a class of
        them.
    """

    codes: tuple[Any, ...] = ()
    policy: OnMissing = "error"

    @classmethod
    def of(cls, missing: Any = (), on_missing: str = "error", *, allowed: tuple[str, ...] = ()) -> Missing:
        """What the arguments ``missing=`` and ``on_missing=`` of a function say.

        Parameters
        ----------
        missing
            A code, or several.
        on_missing
            The policy.
        allowed
            The policies that make sense for the question; all without any.

        Examples
        --------
        >>> Missing.of("NA", "drop")
        Missing(codes=('NA',), policy='drop')
        """
        several = isinstance(missing, Iterable) and not isinstance(missing, str | bytes)
        codes = tuple(missing) if several else () if missing is None else (missing,)
        if on_missing not in (allowed or get_args(OnMissing)):
            known = ", ".join(map(repr, allowed or get_args(OnMissing)))
            raise InputError("{argument} must be one of {known}, not {given!r}",
                             argument="on_missing", known=known, given=on_missing)  # fmt: skip
        return cls(codes, on_missing)  # type: ignore[arg-type]

    def usual_codes(self, labels: Iterable[Any]) -> list[Any]:
        """Labels that usually stand for a missing value and were not named as codes."""
        return [
            x
            for x in labels
            if isinstance(x, str) and x.strip().casefold() in USUAL_CODES and x not in self.codes
        ]
