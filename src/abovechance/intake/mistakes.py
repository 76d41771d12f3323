"""Checks for likely input mistakes: labels that are alike or apart, columns of ratings that name items, ….

Each finding is a sentence about arguments. The library warns of it; the command line shows it first, or
refuses columns that nobody named, which are what a finding with an argument is about.
"""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import Argument, InputWarning
from abovechance.core.labels import is_number, is_written_as_number, natural_order, quoted
from abovechance.core.text import listed, named
from abovechance.intake.limits import probabilities
from abovechance.intake.missing import LABEL, usual_codes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from abovechance.core.labels import Label

_MIN_ITEMS = 4  # of fewer items anything may be so by chance
_MAX_RATERS = 20  # more raters than this, and than items, are rather items
_MAX_CELLS = 10**7  # of more raters times categories nothing is looked for
_ROWS_CHECKED = 1000  # so many rows show that nothing is odd
_MAX_REASONS, _MAX_COLUMNS_NAMED = 3, 8
_NO_LABELS = frozenset({None, LABEL})  # missing values


# Labels -----------------------------------------------------------------------------------------


def apart_labels(real: Iterable[Label], systems: Mapping[str, Iterable[Label]]) -> list[InputWarning]:
    """A finding on each system none of whose labels occurs in the truth; a single one is not named.

    Of probabilities in the place of labels the doors warn.
    """
    truth, found = {*real} - _NO_LABELS, []
    for name, labels in systems.items():
        answers = {*labels} - _NO_LABELS
        if truth and answers and not truth & answers and not probabilities(name, answers):
            who = "predicted label" if len(systems) == 1 else f"label of {named(name)}"
            found.append(
                InputWarning(f"No {who} occurs in the truth: are the two columns coded differently?")
            )
    return found


def similar_labels(labels: Iterable[Label], what: str = "classes") -> list[InputWarning]:
    """A finding on labels that may be the same, if there are any; ``what`` they are of."""
    alike: dict[str | Decimal, list[Label]] = defaultdict(list)
    for label in labels:
        if label not in _NO_LABELS:
            alike[_plain(label)].append(label)
    same = [group for group in alike.values() if len(group) > 1]
    pairs = "; ".join(quoted(group) for group in same[:_MAX_REASONS])
    said = f"Labels that differ only in case, spaces or notation count as different {what}: {pairs}."
    return [InputWarning(said)] if same else []


def _plain(label: Label) -> str | Decimal:
    """What is left of a label without case, outer spaces and ways to write a number."""
    text = str(label).strip().casefold()
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text
    return number if number.is_finite() else str(number)


# Columns ----------------------------------------------------------------------------------------


def odd_columns(
    codes: NDArray[Any], categories: Sequence[Label], raters: Sequence[Label], item: Label | None
) -> Iterator[InputWarning]:
    """Findings on the columns of items × raters that nobody named, beside that of the items."""
    few = len(codes) < max(_MIN_ITEMS, len(raters))
    if few or len(raters) < 2 or len(raters) * len(categories) > _MAX_CELLS:
        return
    suspects, are_alone = _suspects(codes[:_ROWS_CHECKED], categories, raters)
    if suspects and len(codes) > _ROWS_CHECKED:
        suspects, are_alone = _suspects(codes, categories, raters)
    if 0 < len(suspects) < len(raters):
        yield _advised(suspects, [name for name in raters if name not in suspects], item, "rater")
    elif suspects and are_alone:
        yield InputWarning(
            "no two columns have a value in common, as if they did not all hold ratings: if there is one row "
            "for each rating, say {item}, {argument} and {category}; else name the column of each rater with "
            "{argument}",
            argument="rater",
            item=Argument("item"),
            category=Argument("category"),
        )


def _suspects(
    codes: NDArray[Any], categories: Sequence[Label], raters: Sequence[Label]
) -> tuple[dict[Label, str], bool]:
    """Why columns hardly hold ratings, and whether one of them has no value in common with the others."""
    used = np.array([np.bincount(column + 1, minlength=len(categories) + 1)[1:] > 0 for column in codes.T])
    users = used.sum(axis=0)
    suspects, are_alone = {}, False
    for name, column, own in zip(raters, codes.T, used, strict=True):
        labels = [categories[k] for k in np.flatnonzero(own).tolist()]
        # Broken numbers are measurements, which may well differ from all others.
        if not labels or any(map(_is_broken, labels)):
            continue
        # What others use, too: the users of a category are more than this column alone.
        others = [categories[k] for k in np.flatnonzero(users > own).tolist()]
        if len(labels) == len(codes) and _name_items([categories[k] for k in column.tolist()], others):
            suspects[name] = _as_names(name)
        elif not (users[own] > 1).any():
            suspects[name], are_alone = f"the column {name!r} has no value in common with any other", True
    return suspects, are_alone


def odd_counts(
    tallies: NDArray[Any], categories: Sequence[Label], item: Label | None
) -> Iterator[InputWarning]:
    """Findings on the columns of items × categories that nobody named, beside that of the items."""
    sums = tallies.sum(axis=1)
    if len(categories) < 2 or len(tallies) < 2:
        return
    suspects = {}
    for name, column in zip(categories, tallies.T, strict=True):
        if len(categories) > 2 and column.any() and (2 * column == sums).all():
            suspects = {name: f"the column {name!r} is the sum of the others"}
            break
        if (sums != sums[0]).any() and len(np.unique(column)) == len(column) >= _MIN_ITEMS:
            others = np.delete(tallies, list(categories).index(name), axis=1)
            suspects |= {name: _as_names(name)} if _name_items(column.tolist(), [others.max()]) else {}
    if 0 < len(suspects) < len(categories):
        yield _advised(suspects, [name for name in categories if name not in suspects], item, "categories")


def _as_names(column: Label) -> str:
    return f"no two values of the column {column!r} are equal, as if it named the items"


def _name_items(values: Sequence[Any], others: Sequence[Any]) -> bool:
    """Whether values that all differ rather name items; scores of many points may all differ, too."""
    start = str(values[0])
    if start in ("0", "1") and [str(x) for x in values] == [str(i + int(start)) for i in range(len(values))]:
        return True
    if len(values) == _MIN_ITEMS or not all(map(is_written_as_number, values)):
        return len(values) > _MIN_ITEMS
    numbers = [abs(float(x)) for x in others if is_written_as_number(x)]
    return max(map(float, values)) > 2 * max(numbers, default=0.0)


def _is_broken(label: Any) -> bool:
    """Whether a label is a number, but not a whole one."""
    return is_written_as_number(label) and not float(label).is_integer()


def _advised(
    suspects: Mapping[Label, str], kept: list[Label], item: Label | None, argument: str
) -> InputWarning:
    """The reasons, and what to say: who names the items, or which columns to take."""
    fields = {
        "said": ", and ".join(list(suspects.values())[:_MAX_REASONS]),
        "take": Argument(argument, kept[:_MAX_COLUMNS_NAMED]),
        "item": Argument("item", next(iter(suspects)) if len(suspects) == 1 else None),
    }
    if len(suspects) == 1 and item is None:
        text = "{said}: say {item}, or name the columns to take with {take}"
    else:
        text = "{said}: name the columns to take, such as {take}"
        text += "" if item is not None else ", and with {item} the one that names the items"
    return InputWarning(text, argument=argument, **fields)


# Shape ------------------------------------------------------------------------------------------


def odd_shape(codes: NDArray[Any], categories: Sequence[Label], items: int) -> Iterator[InputWarning]:
    """Findings on items × raters: that rows may be raters, or cells counts."""
    rows, raters = codes.shape
    turned = f"there are {raters} raters of {items} items{{}}: rows must be items and columns raters"
    if raters > max(items, _MAX_RATERS):
        yield InputWarning(turned.format(""))
    elif raters > max(rows, _MIN_ITEMS) and rows == items and _alike(codes.T) > _alike(codes):
        yield InputWarning(turned.format(", and these would agree better the other way round"))
    numbers = all(isinstance(label, int) and label >= 0 for label in categories)
    if rows <= max(_MIN_ITEMS, raters) or len(categories) > _MAX_RATERS or not numbers:
        return
    codes = codes[:_ROWS_CHECKED]
    cells = np.where(codes < 0, np.nan, np.array(categories, dtype=np.float64)[codes])
    total = float(cells[0].sum())
    # Rows that are all the same have the same sum anyhow.
    are_equal = (cells.sum(axis=1) == total).all() and (cells != cells[0]).any()
    if are_equal and cells.min() == 0 and total > 1:
        yield InputWarning(
            "the ratings of every item add up to {total:g}, as if they were numbers of raters: say {counted} "
            "if columns are categories",
            total=total, counted=Argument("counted", True),
        )  # fmt: skip


def _alike(codes: NDArray[Any]) -> float:
    """The share of pairs within rows that are equal."""
    counts = np.array(
        [np.bincount(row + 1, minlength=int(codes.max()) + 2)[1:] for row in codes], dtype=float
    )
    given = counts.sum(axis=1)
    pairs = float((given * (given - 1)).sum())
    return float((counts * (counts - 1)).sum()) / pairs if pairs else 0.0


# Categories -------------------------------------------------------------------------------------


def odd_categories(categories: Sequence[Label]) -> Iterator[InputWarning]:
    """Findings on categories that nobody gave: texts that mean none, are no numbers, or are alike."""
    texts = [label for label in categories if isinstance(label, str)]
    absent = natural_order(usual_codes(texts))
    if absent:
        yield InputWarning(
            "{absent} {are} taken for a category: say {missing} if there is no rating",
            absent=listed(absent),
            are="is" if len(absent) == 1 else "are each",
            missing=Argument("missing", absent[0] if len(absent) == 1 else list(absent)),
        )
    odd = no_numbers(categories)
    if odd:
        yield InputWarning(f"{no_number_said(odd)}: the categories are taken as text")
    groups: dict[str, list[str]] = {}
    for text in sorted(texts):
        groups.setdefault(text.strip().casefold(), []).append(text)
    for group in [group for group in groups.values() if len(group) > 1][:_MAX_REASONS]:
        names = " and ".join(map(named, group))
        yield InputWarning(
            f"{names} are different categories, though blanks or capital letters are all that differs"
        )
    blank = [x for (x, *more) in groups.values() if not more and x != x.strip()]
    if blank:
        yield InputWarning(f"{listed(blank)} {'has' if len(blank) == 1 else 'have'} blanks at the ends")


def no_numbers(categories: Iterable[Label]) -> list[Any]:
    """The few categories that are not written as numbers where most are."""
    texts: list[Any] = [label for label in categories if not is_number(label)]
    lacking = [label for label in texts if not is_written_as_number(label)]
    absent = usual_codes(lacking)
    odd = [label for label in lacking if label not in absent] or absent
    return list(natural_order(odd)) if 0 < len(odd) < len(texts) - len(odd) else []


def no_number_said(odd: Sequence[Label]) -> str:
    """That some categories are no numbers."""
    names = listed(list(map(str, odd)))
    return f"{names} {'is' if len(odd) == 1 else 'are'} not written as a number, and all else is"
