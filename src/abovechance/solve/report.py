"""A printed report, read and solved: two classes exactly, more by what their margins leave."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.solve.classes.figures import ClassFigure
from abovechance.solve.classes.known import Known
from abovechance.solve.classes.solution import ClassSolution, on_table
from abovechance.solve.classes.terms import CONSTRAINTS
from abovechance.solve.conflicts import conflicts_of
from abovechance.solve.figures import Figure, Given, Rounding, figure
from abovechance.solve.forms import form_of
from abovechance.solve.readers.read import read
from abovechance.solve.solution import Solution
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from abovechance.solve.printed import PrintedReport

OTHERS = "(all other labels)"
_TABLE_SLACK = 1e-9
_MOST_SUPPORTS = 100_000


def solve_report(
    report: str | Mapping[Any, Any],
    more: Mapping[str, Given],
    *,
    n: int | None,
    rounding: Rounding,
    positive: str | None,
) -> Solution | ClassSolution:
    """What a printed report leaves possible, with more figures of all classes beside it."""
    printed = read(report)
    if printed.n is not None and n is not None and printed.n != n:
        raise InputError(
            "the report is of {items} items, not {n}: leave {argument} out",
            argument="n",
            items=printed.n,
            n=n,
        )
    if len(printed.labels) == 2 and printed.complete:
        return _of_two(printed, more, n=n, rounding=rounding, positive=positive)
    if positive is not None:
        raise InputError("the report has more than two classes: leave {argument} out", argument="positive")
    return _of_more(printed, more, n=n, rounding=rounding)


def _of_two(
    printed: PrintedReport,
    more: Mapping[str, Given],
    *,
    n: int | None,
    rounding: Rounding,
    positive: str | None,
) -> Solution | ClassSolution:
    chosen = positive if positive is not None else printed.positive or printed.labels[1]
    if chosen not in printed.labels:
        raise InputError(
            "{argument} is {chosen!r}, but the classes of the report are {labels}",
            argument="positive",
            chosen=chosen,
            labels=" and ".join(map(repr, printed.labels)),
        )
    place = printed.labels.index(chosen)
    found = [x for x in _two_figures(printed, place, rounding) if x is not None]
    found += [figure(name, given, rounding) for name, given in more.items()]
    total = printed.n or n
    if total is None and None not in printed.supports:
        total = sum(x or 0 for x in printed.supports)
    figures = tuple(dict.fromkeys(found))
    if not figures:
        raise InputError("the report has no figure that can be worked back from")
    labels = (printed.labels[1 - place], chosen)
    found_wrong = conflicts_of(figures, total)
    if found_wrong and printed.counts is not None:
        beside = _of_more(printed, more, n=n, rounding=rounding, positive=chosen)
        if beside.conflicts:
            return beside
    return Solution(figures, total, rounding, found_wrong, labels=labels)


def _two_figures(printed: PrintedReport, place: int, rounding: Rounding) -> Iterator[Figure | None]:
    """The figures of both classes as those of one table of two."""
    zero = printed.undefined_is_zero
    if printed.counts is not None:
        one, other = place, 1 - place
        cells = (
            ("tp", printed.counts[one][one]),
            ("fp", printed.counts[other][one]),
            ("fn", printed.counts[one][other]),
            ("tn", printed.counts[other][other]),
        )
        yield from (figure(name, count, rounding) for name, count in cells)
    else:
        for name, support in (
            ("positives", printed.supports[place]),
            ("negatives", printed.supports[1 - place]),
        ):
            if support is not None:
                yield figure(name, support, rounding)
    for own, label in ((place, printed.labels[place]), (1 - place, printed.labels[1 - place])):
        for name, text in printed.of_classes[own].items():
            yield _figure_of(name, text, rounding, label, mirrored=own != place, zero=zero)
    for name, text in printed.overall.items():
        yield _figure_of(name, text, rounding, None, mirrored=False, zero=zero)


def _figure_of(
    name: str, text: str, rounding: Rounding, label: str | None, *, mirrored: bool, zero: bool
) -> Figure | None:
    """A figure, if its formula can be worked back from; that of the negative class is turned."""
    found = figure(name, text, rounding)
    try:
        _ = found.form
    except InputError:
        return None
    said = name if label is None else f"{name} of {label!r}"
    average = name.startswith(("macro_", "weighted_"))  # of which only one class may be undefined
    return found.told(
        said, mirrored=mirrored, or_undefined=zero and (average or found.low <= 0 <= found.high)
    )


def _of_more(
    printed: PrintedReport,
    more: Mapping[str, Given],
    *,
    n: int | None,
    rounding: Rounding,
    positive: str | None = None,
) -> ClassSolution:
    supports = _supports(printed, printed.n if n is None else n, rounding)
    labels, of_classes = printed.labels, printed.of_classes
    if not printed.complete:
        if n is None:
            raise InputError(
                "the report leaves out labels (it has a micro avg in the place of the accuracy), so that its "
                "table is not whole: give {argument}, the number of all items, and all other labels are one",
                argument="n",
            )
        if n < sum(supports):
            raise InputError(
                "{argument} is {n}, but the classes of the report have {size} items",
                argument="n",
                n=n,
                size=sum(supports),
            )
        labels, of_classes = (*labels, OTHERS), (*of_classes, {})
        supports = (*supports, n - sum(supports))
    total = sum(supports)
    if n is not None and n != total:
        raise InputError(
            "the classes of the report have {size} items, not {n}: leave {argument} out",
            argument="n",
            size=total,
            n=n,
        )
    if total == 0:
        raise InputError("the report is of no items")
    figures = tuple(_class_figures(labels, of_classes, {**printed.overall, **more}, rounding))
    if printed.counts is not None:
        table = Tables.from_counts(printed.counts, labels=list(labels), positive=positive)
        wrong = tuple((x,) for x in figures if not _agrees(x, table, zero=printed.undefined_is_zero))
        return ClassSolution(printed.source, labels, supports, total, figures, rounding, wrong, table)
    if not printed.by_hand:
        figures = tuple(x for x in figures if x.label is None or _is_linear(x.figure))
        figures = tuple(
            x for x in figures if x.label or x.figure.measure in CONSTRAINTS or x.figure.name in more
        )
    for x in figures:
        if x.label is None and x.figure.measure not in CONSTRAINTS:
            raise InputError(
                f"{x.figure.name} of several classes is no figure to work back from: give "
                f"{', '.join(CONSTRAINTS)}"
            )
    known = Known(labels, supports, total, figures, printed.undefined_is_zero)
    return ClassSolution(
        printed.source, labels, supports, total, figures, rounding, known.conflicts(), None, known
    )


def _supports(printed: PrintedReport, n: int | None, rounding: Rounding) -> tuple[int, ...]:
    """How many items each class has: as printed, or as its figures fix it."""
    known = tuple(x for x in printed.supports if x is not None)
    if len(known) == len(printed.labels):
        return known
    missing = printed.labels[printed.supports.index(None)]
    if n is None:
        raise InputError(
            f"the report does not say how many items there are of {missing!r}: more than two classes need "
            "the support of each, the confusion matrix, or the number of all items"
        )
    ranges = [
        range(x, x + 1) if x is not None else _support_of(figures, label, n, rounding)
        for x, figures, label in zip(printed.supports, printed.of_classes, printed.labels, strict=True)
    ]
    if math.prod(map(len, ranges)) <= _MOST_SUPPORTS:
        fitting = [some for some in product(*ranges) if sum(some) == n]
        if len(fitting) == 1:
            return fitting[0]
    of_missing = ranges[printed.labels.index(missing)]
    raise InputError(
        f"the figures of {n} items leave from {of_missing[0]} to {of_missing[-1]} of {missing!r}: more than "
        "two classes need the support of each, or the confusion matrix"
    )


def _support_of(figures: Mapping[str, str], label: str, n: int, rounding: Rounding) -> range:
    """How many items a class can have, by its figures."""
    found = tuple(figure(name, text, rounding) for name, text in figures.items())
    usable = tuple(x for x in found if form_of(x.measure) is not None)
    conflicts = conflicts_of(usable, n)
    if conflicts:
        said = " and ".join(map(str, conflicts[0]))
        raise InputError(f"{said} of {label!r} cannot hold with {n} items")
    ends = Solution(usable, n, rounding, ()).range("support")
    return range(int(ends.low), int(ends.high) + 1)


def _is_linear(x: Figure) -> bool:
    form = form_of(x.measure)
    return form is not None and form.linear


def _class_figures(
    labels: tuple[str, ...],
    of_classes: tuple[Mapping[str, str], ...],
    overall: Mapping[str, Given],
    rounding: Rounding,
) -> Iterator[ClassFigure]:
    for label, figures in zip(labels, of_classes, strict=True):
        for name, text in figures.items():
            yield ClassFigure(figure(name, text, rounding), label)
    for name, given in overall.items():
        yield ClassFigure(figure(name, given, rounding))


def _agrees(x: ClassFigure, table: Tables, *, zero: bool) -> bool:
    """Whether a printed figure is that of the table."""
    value = on_table(x, table)
    if np.isnan(value):
        return not zero or x.figure.low <= 0 <= x.figure.high
    return float(x.figure.low) - _TABLE_SLACK <= value <= float(x.figure.high) + _TABLE_SLACK
