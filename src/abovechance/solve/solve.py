"""``solve``: from the figures that a paper prints back to all tables that have them."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any, overload

from abovechance.core.errors import InputError
from abovechance.measures.identities import TOTALS
from abovechance.solve.conflicts import conflicts_of
from abovechance.solve.figures import Figure, Given, Rounding, figure
from abovechance.solve.folds import pooled
from abovechance.solve.report import solve_report
from abovechance.solve.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from abovechance.solve.classes.solution import ClassSolution

_MOST_ITEMS = 10**9


@overload
def solve(
    figures: Mapping[str, Given] | None = None,
    /,
    *,
    n: int | None = None,
    report: None = None,
    positive: str | None = None,
    folds: int | None = None,
    stratified: bool = False,
    rounding: Rounding = "half",
    **more: Given,
) -> Solution: ...
@overload
def solve(
    figures: Mapping[str, Given] | None = None,
    /,
    *,
    n: int | None = None,
    report: str | Mapping[Any, Any] | None = None,
    positive: str | None = None,
    folds: int | None = None,
    stratified: bool = False,
    rounding: Rounding = "half",
    **more: Given,
) -> Solution | ClassSolution: ...
def solve(
    figures: Mapping[str, Given] | None = None,
    /,
    *,
    n: int | None = None,
    report: str | Mapping[Any, Any] | None = None,
    positive: str | None = None,
    folds: int | None = None,
    stratified: bool = False,
    rounding: Rounding = "half",
    **more: Given,
) -> Solution | ClassSolution:
    """Every two-class table that has the figures a paper prints.

    Three non-redundant ratios and a count determine a table of two classes (Powers 2007, section 2.2).
    Printed figures are rounded, so that they leave a set of tables: it is known exactly, and so is what any
    other measure can be on it.

    Parameters
    ----------
    figures
        Printed figures by the name of their measure, for names that are no words of Python. Any measure of
        two classes that the catalogue has, if its formula is algebraic: also counts and margins (``tp``,
        ``positives``, ``negatives``, ``predicted_positives``, ``prevalence``, ``bias``), and ``auc``, which
        is that of a single point. A text keeps the digits that were printed: ``"0.80"`` is from 0.795 to
        0.805, ``"80%"`` the same, and ``"0.80±0.01"`` from 0.79 to 0.81. Floats are taken as they print, and
        those of 15 digits or more as computed, which may be off in the last of them; whole numbers and
        fractions are exact, and a pair is low and high.
    report
        A printed report, as a text or a mapping: scikit-learn's ``classification_report`` (also its
        ``output_dict``), caret's ``confusionMatrix``, WEKA's output, or PyCM's; given figures are of all
        classes beside it.
    positive
        The positive class of a report on two classes; else the one that caret names, or the second.
    folds
        The number of folds, if the figures are means over the folds of a cross-validation. Such means are no
        figures of one table: those of accuracy, of the rates of a class and of Informedness bound the pooled
        table, others are refused.
    stratified
        Whether each class has the same number of items in every fold, give or take one.
    n
        The number of items. It is not needed where counts that are given add up to it. Without it, shares are
        solved for.
    rounding
        ``"half"`` if figures were rounded to the nearest number, ``"down"`` if further digits were cut off.
    **more
        More figures.

    Returns
    -------
    Solution or ClassSolution
        The set of tables; if there is none, the smallest sets of figures that cannot hold together. Of a
        report on more than two classes, what is known of its table.

    Examples
    --------
    The first table of Powers (2007), from three of its printed percentages:

    >>> import abovechance as ac
    >>> found = ac.solve(n=100, recall="50%", precision="71.43%", accuracy="58%")
    >>> len(found), (30, 12, 30, 28) in found
    (1, True)
    >>> found.range("informedness").low
    0.2
    >>> found = ac.solve(n=10**5, precision="0.81", recall="0.79")
    >>> found.number
    24101940939
    >>> ac.solve(n=250, precision="0.81", recall="0.79", accuracy="0.2").consistent
    False
    """
    given = {**(figures or {}), **more}
    n = items_of(given.pop("items", None) if n is None else n)
    if report is not None:
        if folds is not None:
            raise InputError("a report is of one table: leave {argument} out", argument="folds")
        return solve_report(report, given, n=n, rounding=rounding, positive=positive)
    if positive is not None:
        raise InputError("{argument} names the positive class of a report: give one", argument="positive")
    found = tuple(figure(name, value, rounding) for name, value in given.items())
    n = _total(found) if n is None else n
    if not found:
        raise InputError('give at least one figure, such as precision="0.81"')
    twice = [one for one in found if sum(one.measure == other.measure for other in found) > 1]
    if twice:
        raise InputError(f"{' and '.join(one.name for one in twice)} are the same measure: give it once")
    if folds is not None:
        found = pooled(found, n, _folds(folds), stratified=stratified)
    elif stratified:
        raise InputError("{argument} is said of folds: give their number", argument="stratified")
    return Solution(found, n, rounding, conflicts_of(found, n), folds=folds)


def _folds(folds: Any) -> int:
    if not isinstance(folds, Integral) or isinstance(folds, bool) or int(folds) < 2:
        raise InputError(
            "{argument} must be a whole number of folds from 2, not {folds}", argument="folds", folds=folds
        )
    return int(folds)


def items_of(n: Any) -> int | None:
    """A number of items, if there is one."""
    if n is None:
        return None
    whole = int(n) if isinstance(n, str) and n.strip().isdigit() else n
    if not isinstance(whole, Integral) or isinstance(whole, bool) or not 0 < int(whole) <= _MOST_ITEMS:
        raise InputError(
            "{argument} must be a whole number of items from 1 to a billion, not {n}", argument="n", n=n
        )
    return int(whole)


def _total(found: Sequence[Figure]) -> int | None:
    """The number of items where given counts add up to it."""
    exact = {one.measure: one.low for one in found if one.low == one.high and one.form.scaled}
    for names in TOTALS:
        if all(name in exact for name in names):
            return items_of(int(sum(exact[name] for name in names)))
    return None
