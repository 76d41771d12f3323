"""Pictures of tests: p-values on a scale where they can be told apart, beside the level."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.text import group_text, number, p_adjusted_said
from abovechance.evaluation.significance.table_tests import TITLES
from abovechance.inference.comparisons.verdict import p_text
from abovechance.inference.significance.p_value_evidence import LIMIT, calibrate
from abovechance.pictures.forests import forest, row
from abovechance.pictures.intervals import level_said
from abovechance.pictures.picture import Line, Mark, Picture, Scale

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.core.result import Row
    from abovechance.curves.comparison.comparison import JointTest
    from abovechance.evaluation.significance.table_tests import TableTests
    from abovechance.inference.significance.p_value_evidence import Calibration
    from abovechance.inference.significance.test import TestResult
    from abovechance.pictures.picture import Forest, ForestRow
    from abovechance.pictures.results import Pictures

_STRONGEST = 10.0  # -log10 of p beyond which all are alike
_MOST_MARKS = 8


def of_tests(result: TableTests) -> Pictures:
    """The p-values, and Informedness of all items, each class and each group."""
    return {
        "p_values": lambda: forest_of_tests(result),
        "informedness": lambda: forest_of_tested_informedness(result),
    }


def of_test(result: TestResult) -> Pictures:
    """The p-values of one test."""
    rows = [
        _row(group_text(place) if (place := _place(result, i)) else _title(result.method), p)
        for i, p in enumerate(np.ravel(result.p_value).tolist())
    ]
    return {"p_values": lambda: _forest(f"{_title(result.method)}: evidence against chance", rows, 0.95)}


def of_p_value(result: JointTest) -> Pictures:
    """One p-value."""
    return {
        "p_values": lambda: _forest(
            "Whether systems differ at all", [_row("joint test", result.p_value)], 0.95
        )
    }


def of_evidence(result: Calibration) -> Pictures:
    """The probability of chance by the p-value."""
    return {"evidence": lambda: evidence(result)}


def _title(method: str) -> str:
    return TITLES.get(method, method.replace("_", " "))


def _place(result: Any, i: int) -> tuple[object, ...]:
    """The labels of a position of a batch."""
    shape = np.shape(result.p_value)
    at = np.unravel_index(i, shape) if shape else ()
    return tuple(
        int(k) if axis.labels is None else axis.labels[k] for axis, k in zip(result.axes, at, strict=False)
    )


def forest_of_tests(result: TableTests) -> Forest:
    """A row for each test of all items, then for each class and for each group."""
    rows = [_row(_title(x.method), float(x.p_value)) for x in result.results]
    for heading, part in (("Each class", result.per_class), ("Each group", result.groups)):
        if part is None:
            continue
        names = [row_of.get("class") or group_text(row_of.get("group")) for row_of in _rows_of(result, part)]
        ps = part.p_value if part.p_adjusted is None else part.p_adjusted
        found = zip(names, np.ravel(ps).tolist(), strict=True)
        rows += [_row(str(name), p, heading if i == 0 else "") for i, (name, p) in enumerate(found)]
    return _forest("Evidence against chance, by tests", rows, result.level)


def _rows_of(result: TableTests, part: TestResult) -> Iterable[dict[str, Any]]:
    from abovechance.evaluation.significance.table_tests import rows_of

    return rows_of(result, part)


def _row(name: str, p: float, heading: str = "") -> ForestRow:
    # A p-value of 0, too small for a float, has no logarithm.
    strength = math.nan if math.isnan(p) else min(-math.log10(max(p, 1e-300)), _STRONGEST)
    note = "undefined" if math.isnan(p) else p_text(p)
    return row(name, strength, note=note, heading=heading)


def _forest(title: str, rows: list[ForestRow], level: float) -> Forest:
    from dataclasses import replace

    least = -math.log10(1 - level)
    made = forest(
        title, rows, measure="−log₁₀ p", reference=least, reference_name=f"p = {1 - level:.2g}", most=60
    )
    most = max([x.value for x in made.rows if math.isfinite(x.value)] + [2 * least])
    beyond = any(x.value == _STRONGEST for x in made.rows)
    notes = (f"p below 10⁻{_STRONGEST:g} stands at its end".replace("10⁻10", "10⁻¹⁰"),) if beyond else ()
    return replace(made, x=replace(made.x, low=0.0, high=1.05 * most), notes=(*notes, *made.notes))


def forest_of_tested_informedness(result: TableTests) -> Forest:
    """The Informedness of all items with its interval, of each class and of each group."""
    found = result.informedness
    rows = [row("all", found.value, found.low, found.high)]
    for heading, part in (("Each class", result.per_class), ("Each group", result.groups)):
        if part is not None:
            rows += [
                row(str(x["class"] or group_text(x["group"])), x["informedness"],
                    heading=heading if not i else "",
                    note=f"{number(x['informedness'], 2)}, {_p_of(x)}")
                for i, x in enumerate(_rows_of(result, part))
            ]  # fmt: skip
    title = f"Informedness, {level_said(found.level, found.sides)}"
    return forest(title, rows, measure="Informedness", reference=0.0, most=60)


def evidence(result: Calibration) -> Picture:
    """The least probability of chance after a p-value, if chance and skill were equally likely before."""
    p = np.concatenate([np.linspace(1e-4, float(LIMIT), 120), [float(LIMIT), 1.0]])
    least = np.asarray(calibrate(p).alpha, dtype=float)
    shown = np.ravel(result.p_value).tolist()
    values = np.ravel(result.alpha).tolist()
    marks = tuple(
        Mark(x, y, f"{p_text(x)}: {y:.2g}" if len(shown) <= _MOST_MARKS else "", 0)
        for x, y in zip(shown, values, strict=True)
        if math.isfinite(y)
    )
    line = Line(p, least, "least probability of chance", system=0)
    half = Line(np.array([0.0, 1.0]), np.full(2, 0.5), stroke="dashed", label="no evidence")
    return Picture(
        "What a p-value is worth as evidence", Scale("p-value"), Scale("Probability of chance", 0.0, 0.6),
        (half, line), marks=marks,
        notes=("if chance and skill were equally likely before (Sellke, Bayarri and Berger 2001)",),
    )  # fmt: skip


def _p_of(row: Row) -> str:
    p = row["p_value"]
    return p_adjusted_said(p if row["p_adjusted"] is None else row["p_adjusted"], p)
