"""What the study of "Evaluation Evaluation" says: the claims of the paper, and tables for its report."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from abovechance.measures.registry import measure
from abovechance.simulation.studies.ready import Finding, Section
from abovechance.simulation.studies.scoring import mean, percent, signed

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.simulation.studies.ready import Row

Condition = tuple[int, int, str]

DEBIASED = ("informedness", "markedness", "correlation", "cohen_kappa")
TRADITIONAL = ("accuracy", "macro_g_measure", "macro_f1")
BY_PREVALENCE = "prevalence_weighted_informedness"
SINCE = (BY_PREVALENCE, "mcc", "macro_recall")
"""What the paper does not show: the other weighting, Gorodkin's correlation, and balanced accuracy."""
MEASURES = (*DEBIASED, *TRADITIONAL, *SINCE)
GAP = 0.2
"""How much less informed the worse of two systems is."""
PAPER: Condition = (5, 128, "random")
"""Classes, items and margins of the figure; the poster of the same paper states the numbers."""
_CLOSE = 0.02
_NEAR = 0.1
_STANDARD_ERRORS = 3.0


def of_condition(found: Sequence[Row], key: str, condition: Condition = PAPER) -> list[Row]:
    """The rows of a measure over the levels of a condition."""
    levels = (row for row in found if row["run"] is None and row["measure"] == key)
    return [row for row in levels if _condition(row) == condition]


def _condition(row: Row) -> Condition:
    return row["classes"], row["n"], row["margins"]


def _conditions(found: Sequence[Row]) -> list[Condition]:
    return list(dict.fromkeys(_condition(row) for row in found if row["run"] is None))


def worst_bias(found: Sequence[Row]) -> float:
    """The bias that is farthest from zero."""
    return max((row["bias"] for row in found if not math.isnan(row["bias"])), key=abs, default=math.nan)


def mean_rmse(found: Sequence[Row]) -> float:
    """The root of the mean squared error over all levels alike."""
    return math.sqrt(mean([row["rmse"] ** 2 for row in found]))


def _mean_of(name: str, found: Sequence[Row]) -> float:
    return mean([row[name] for row in found])


def findings(found: Sequence[Row]) -> list[Finding]:
    """The claims of the paper, and what many tables say about them."""
    bias = {key: worst_bias(of_condition(found, key)) for key in MEASURES}
    return [
        Finding(
            f"Informedness tracks the level (bias within {_CLOSE}).",
            abs(bias["informedness"]) <= _CLOSE,
            f"Its bias farthest from zero is {signed(bias['informedness'])}.",
        ),
        Finding(
            f"Markedness and Correlation track it as well (bias within {_CLOSE}).",
            all(abs(bias[key]) <= _CLOSE for key in ("markedness", "correlation")),
            f"Farthest from zero: {_listed(bias, ('markedness', 'correlation'))}. What they measure depends "
            "on the margins, which are others in each table.",
        ),
        Finding(
            f"Kappa nearly does (bias within {_NEAR}).",
            abs(bias["cohen_kappa"]) <= _NEAR,
            f"Its bias farthest from zero is {signed(bias['cohen_kappa'])}.",
        ),
        _traditional_finding(bias),
        _ranking_finding(found),
        _weighting_finding(found),
        *(_elsewhere(found) if len(_conditions(found)) > 1 else ()),
    ]


def _listed(bias: dict[str, float], keys: Sequence[str]) -> str:
    return ", ".join(f"{_title(key)} {signed(bias[key])}" for key in keys)


def _traditional_finding(bias: dict[str, float]) -> Finding:
    least = min(abs(bias[key]) for key in TRADITIONAL)
    greatest = max(abs(bias[key]) for key in DEBIASED)
    return Finding(
        "Each traditional measure is farther from the level than each debiased one.",
        least > greatest,
        f"Farthest from zero: {_listed(bias, TRADITIONAL)}; of the debiased ones the worst is "
        f"{greatest:.3f} away.",
    )


def _ranking_finding(found: Sequence[Row]) -> Finding:
    rates = {key: _mean_of("misled", of_condition(found, key)) for key in (*DEBIASED, *TRADITIONAL)}
    best = min(rates, key=lambda key: rates[key])
    worst = max(rates, key=lambda key: rates[key])
    return Finding(
        "Of the paper's measures a debiased one is the least likely to prefer the worse of two systems.",
        best in DEBIASED,
        f"Of two systems, one informed {GAP:g} less often and each with margins of its own, {_title(best)} "
        f"prefers the worse in {percent(rates[best])} % of pairs, Informedness in "
        f"{percent(rates['informedness'])} % and {_title(worst)} in {percent(rates[worst])} %.",
    )


def _weighting_finding(found: Sequence[Row]) -> Finding:
    ours, other = (of_condition(found, key) for key in ("informedness", BY_PREVALENCE))
    told = [
        f"{percent(_mean_of(name, ours))} against {percent(_mean_of(name, other))} % of {what}"
        for name, what in (("undefined", "tables"), ("misled", "pairs"))
    ]
    return Finding(
        "Informedness weighted by predictions, as in the papers, errs no more than weighted by prevalence.",
        mean_rmse(ours) <= mean_rmse(other),
        f"RMSE {mean_rmse(ours):.3f} against {mean_rmse(other):.3f}; undefined on {told[0]}; misled on "
        f"{told[1]}. Predictions give a rare class that is often predicted a great weight, and its term is "
        "noisy; prevalence gives it a small one, and none if it has no items.",
    )


def _elsewhere(found: Sequence[Row]) -> list[Finding]:
    """Whether it is so under the other conditions."""
    conditions = _conditions(found)
    nearest = [min(MEASURES, key=lambda key: mean_rmse(of_condition(found, key, x))) for x in conditions]
    winners = {key: nearest.count(key) for key in MEASURES if key in nearest}
    ours = winners.get("informedness", 0) + winners.get(BY_PREVALENCE, 0)
    return [
        _unbiased("Informedness", "informedness", found),
        _unbiased("Informedness weighted by prevalence", BY_PREVALENCE, found),
        Finding(
            "Informedness, by one of its weightings, has the least mean squared error under most conditions.",
            2 * ours > len(conditions),
            f"The nearest of {len(conditions)} conditions: "
            + ", ".join(f"{_title(key)} {number}" for key, number in winners.items())
            + ".",
        ),
    ]


def _unbiased(name: str, key: str, found: Sequence[Row]) -> Finding:
    """Whether a measure has no bias anywhere beyond what the number of tables explains."""
    conditions = _conditions(found)
    worst = {x: worst_bias([r for r in of_condition(found, key, x) if _is_sure(r)]) for x in conditions}
    outside = {x: bias for x, bias in worst.items() if abs(bias) > _CLOSE}
    told = "; ".join(f"K = {k}, N = {n}, {margins}: {signed(x)}" for (k, n, margins), x in outside.items())
    return Finding(
        f"{name} tracks the level under all {len(conditions)} conditions (bias within {_CLOSE}).",
        not outside,
        f"It does under {len(conditions) - len(outside)}." + (f" Elsewhere: {told}." if outside else ""),
    )


def _is_sure(row: Row) -> bool:
    """Whether a bias is more than noise; that of the few tables on which a measure is defined may not be."""
    return abs(row["bias"]) > _STANDARD_ERRORS * row["error"]


def _title(key: str) -> str:
    return measure(key).title


def sections(found: Sequence[Row]) -> list[Section]:
    """A table of the paper's condition, and one of the mean squared errors under all."""
    header = ("Measure", "at 0", "at 0.5", "at 1", "sd", "RMSE", "misled", "undefined")
    body = tuple(_line(key, of_condition(found, key)) for key in MEASURES)
    title = (
        "Five classes, 128 items, random margins: bias at three levels, sd at 0.5, misled and undefined (%)"
    )
    tables = [Section(title, header, body)]
    if len(_conditions(found)) > 1:
        titles = ("Classes, items, margins", *_SHORT.values())
        tables.append(Section(_ERRORS, titles, tuple(_errors(found))))
    return tables


_SHORT = dict(
    zip(MEASURES, ("B", "M", "C", "Kappa", "Acc", "G", "F", "B_prev", "MCC", "Recall"), strict=True)
)
_ERRORS = (
    "Root of the mean squared error; B, M, C are Informedness, Markedness and Correlation, B_prev is "
    "Informedness weighted by prevalence, G, F and Recall are means over the classes"
)


def _line(key: str, levels: Sequence[Row]) -> tuple[str, ...]:
    at = {row["informed"]: row for row in levels}
    return (
        _title(key),
        *(signed(at[level]["bias"]) for level in (0.0, 0.5, 1.0)),
        f"{at[0.5]['sd']:.3f}",
        f"{mean_rmse(levels):.3f}",
        percent(_mean_of("misled", levels)),
        percent(_mean_of("undefined", levels)),
    )


def _errors(found: Sequence[Row]) -> Iterable[tuple[str, ...]]:
    for condition in _conditions(found):
        errors = [mean_rmse(of_condition(found, key, condition)) for key in MEASURES]
        yield ", ".join(map(str, condition)), *(f"{error:.3f}" for error in errors)
