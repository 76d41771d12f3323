"""``Missing``: which values stand for none, what becomes of items that lack one, and what is said of them.

Every door asks here, whether items are arrays, frames or files.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from abovechance.core.errors import Argument, InputError, InputWarning
from abovechance.core.text import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

OnMissing = Literal["error", "drop", "label"]
LABEL = "(missing)"  # the label of missing values where they are a class of their own
USUAL_CODES = frozenset({"na", "n/a", "nan", "null", "none", "nil", "missing", "#n/a", "<na>", "?"})
"""What usually stands for a missing value, in small letters: a label until it is named as a code."""
_A_WORD = "none"  # written so, it is a grade of a scale as often as it is nothing


@dataclass(frozen=True)
class Missing:
    """What is missing, beside nothing, NaN and an empty text, and what is done about it."""

    codes: tuple[Any, ...] = ()  # values that stand for a missing one
    policy: OnMissing = "error"  # refuse items, "drop" them, or make a class ("label") of them
    policies: tuple[OnMissing, ...] = get_args(OnMissing)  # those that make sense for the question

    @classmethod
    def of(
        cls, missing: Any = (), on_missing: str = "error", *, allowed: tuple[OnMissing, ...] = ()
    ) -> Missing:
        """What arguments ``missing=`` and ``on_missing=`` say; without ``allowed``, any policy is."""
        if isinstance(missing, Iterable) and not isinstance(missing, str | bytes):
            codes = tuple(missing)
        else:
            codes = () if missing is None else (missing,)
        for code in codes:
            if not isinstance(code, Hashable):
                raise InputError("{argument} must be a value or a list of values, and {code!r} is neither",
                                 argument="missing", code=code)  # fmt: skip
        known = allowed or get_args(OnMissing)
        if on_missing not in known:
            raise InputError("{argument} must be one of {known}, not {given!r}",
                             argument="on_missing", known=", ".join(map(repr, known)),
                             given=on_missing)  # fmt: skip
        return cls(codes, on_missing, known)  # type: ignore[arg-type]

    @classmethod
    def of_scores(cls, missing: object = (), on_missing: str = "error") -> Missing:
        """The same of items that are ranked, which those without a score cannot be."""
        return cls.of(missing, on_missing, allowed=("error", "drop"))

    def kept(
        self, gaps: Mapping[str, NDArray[np.bool_]], times: NDArray[np.int64] | None = None
    ) -> NDArray[np.bool_] | None:
        """Which rows are to be counted, given the gaps of columns by name; None if all are."""
        numbers = {
            name: int(np.count_nonzero(gap) if times is None else times[gap].sum())
            for name, gap in gaps.items()
        }
        if self.policy == "label" or not any(numbers.values()):
            return None
        if self.policy == "error":
            raise gaps_refused(numbers, may_be_a_class="label" in self.policies)
        kept: NDArray[np.bool_] = ~np.logical_or.reduce(list(gaps.values()))
        return kept

    def findings(self, labels: Iterable[Any]) -> list[InputWarning]:
        """Warnings of labels that usually stand for a missing value and were not named as codes."""
        found = sorted(set(usual_codes(labels)) - set(self.codes))
        if not found:
            return []
        return [
            InputWarning(
                "{labels} {are} a class like others: say {codes} if missing values are meant",
                labels=", ".join(map(repr, found)),
                are="is" if len(found) == 1 else "are each",
                codes=Argument("missing", found[0] if len(found) == 1 else found),
            )
        ]


def gaps_refused(gaps: Mapping[str, int], *, may_be_a_class: bool = True) -> InputError:
    """The error that items lack values, given how many do in what."""
    said = "{listed} missing values: say {drop} to leave such items out"
    if may_be_a_class:
        said += ", or {label} to count them as a class of their own"
    return InputError(
        said,
        listed=" and ".join(f"{name} has {number}" for name, number in gaps.items() if number),
        drop=Argument("on_missing", "drop"), label=Argument("on_missing", "label"),
    )  # fmt: skip


def nothing_left() -> InputError:
    """The error that no item has all its values."""
    return InputError(
        "every item has a missing value: with {drop} there is nothing left to count",
        drop=Argument("on_missing", "drop"),
    )


def no_class_of_scores() -> InputError:
    """The error that items without a score are to be a class."""
    return InputError(
        "{no} is for labels, and an item without a score cannot be ranked: say {drop}",
        no=Argument("on_missing", "label"), drop=Argument("on_missing", "drop"),
    )  # fmt: skip


def nameless(argument: str, needs: str) -> InputError:
    """The error that a column has gaps which must have none, and what ``needs`` its values."""
    return InputError("{argument} has missing values: {needs}", argument=argument, needs=needs)


def left_out_said(items: int) -> str:
    """A sentence on items that lacked a value and were left out."""
    return f"Left out for a missing value: {counted(items, 'item')}."


def usual_codes(labels: Iterable[Any]) -> list[str]:
    """Labels that usually stand for a missing value."""
    texts = (x for x in labels if isinstance(x, str))
    return [x for x in texts if x.strip().casefold() in USUAL_CODES and x.strip() != _A_WORD]


REFUSED = Missing()  # nothing stands for a missing value, and items that lack one are refused
