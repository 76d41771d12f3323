"""The picture of a study: how far measures are from the truth that is known."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from abovechance.pictures.forests import forest, row, title_of

if TYPE_CHECKING:
    from abovechance.pictures.picture import Forest
    from abovechance.pictures.results import Pictures
    from abovechance.simulation.study.result import Study

_CONDITIONS = ("classes", "n", "informed", "informed_by_class", "prevalence", "guess")
_MOST_ROWS = 60


def of_study(result: Study) -> Pictures:
    """Means and their spread beside the true values."""
    return {"errors": lambda: forest_of_study(result)}


def forest_of_study(result: Study) -> Forest:
    """The mean of each measure with a standard deviation on each side, beside its true value."""
    found = [x for x in result.rows() if x["class"] is None or x["classes"] == 2]
    varying = [name for name in _CONDITIONS if len({str(x[name]) for x in found}) > 1]
    rows, last = [], ""
    for x in found:
        heading = ", ".join(f"{name.replace('_', ' ')} {x[name]}" for name in varying)
        mean, sd = x["mean"], x["sd"]
        mean = math.nan if mean is None else mean
        low, high = (mean - sd, mean + sd) if sd is not None else (math.nan, math.nan)
        rows.append(
            row(title_of(x["measure"]), mean, low, high, chance=x["true_value"],
                heading=heading if heading != last else "")
        )  # fmt: skip
        last = heading
    notes = ("mark across: true value", "bars: one standard deviation on each side")
    title = f"Measures beside the truth, {result.replicates} tables each"
    return forest(title, rows, notes=notes, most=_MOST_ROWS, mark_name="true value")
