"""What the study of "Evaluation Evaluation" says: the claims of the paper, and tables for its report."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from abovechance.measures.registry import measure
from abovechance.studies.base import Finding, Section, pivot
from abovechance.studies.scoring import GIVE, MOST, chosen, farthest, mean, percent, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.result import Row

Condition = tuple[int, int, str]

DEBIASED = ("informedness", "markedness", "correlation", "cohen_kappa")
TRADITIONAL = ("accuracy", "geometric_g_measure", "harmonic_f1")
"""The paper's Wav, Gav and Fav, as its script has them."""
ARITHMETIC = {"macro_g_measure": "geometric_g_measure", "macro_f1": "harmonic_f1"}
"""The means over classes that other software has, and those of the script in whose place they stand."""
BY_PREVALENCE = "prevalence_weighted_informedness"
SINCE = (*ARITHMETIC, BY_PREVALENCE, "mcc", "macro_recall")  # not shown in the paper
MEASURES = (*DEBIASED, *TRADITIONAL, *SINCE)
MIXTURE = "mixture"  # the share of informed decisions of greatest likelihood, which is no measure
ESTIMATES = (*MEASURES, MIXTURE)
WEIGHTINGS = ("informedness", BY_PREVALENCE)
GAP = 0.2  # how much less informed the worse of two systems is
PAPER: Condition = (5, 128, "random")  # classes, items and margins of the figure, by the paper's poster
_MAX_BIAS = 0.02
_MAX_BIAS_OF_KAPPA = 0.1
_TIED_WITHIN = 0.001  # errors that differ by less are as good as equal
_PAPER_MEASURES = (*DEBIASED, *TRADITIONAL)
_STANDARD_ERRORS = 2.0
_ROUNDING_ERROR = 1e-12


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
    return farthest(row["bias"] for row in found)


def mean_rmse(found: Sequence[Row]) -> float:
    """The root of the mean squared error over all levels alike."""
    return math.sqrt(mean([row["rmse"] ** 2 for row in found]))


def _mean_of(name: str, found: Sequence[Row]) -> float:
    return mean([row[name] for row in found])


def is_judged(found: Sequence[Row]) -> bool:
    """Whether a measure is defined on enough tables at each level of a condition."""
    return all(1 - row["undefined"] >= MOST for row in found)


def judged(found: Sequence[Row]) -> list[Row]:
    """The levels at which a measure is defined on enough tables."""
    return [row for row in found if is_judged([row])]


def findings(found: Sequence[Row]) -> list[Finding]:
    """The claims of the paper, and what many tables say about them."""
    bias = {key: worst_bias(judged(of_condition(found, key))) for key in MEASURES}
    return [
        Finding(
            f"Under the paper's condition Informedness tracks the level (bias within {_MAX_BIAS}).",
            abs(bias["informedness"]) <= _MAX_BIAS,
            f"Its bias farthest from zero is {signed(bias['informedness'])}, on the "
            f"{percent(1 - _mean_of('undefined', of_condition(found, 'informedness')))} % of tables on which "
            "it is defined.",
        ),
        Finding(
            f"There Markedness and Correlation track it as well (bias within {_MAX_BIAS}).",
            all(abs(bias[key]) <= _MAX_BIAS for key in ("markedness", "correlation")),
            f"Farthest from zero: {_listed(bias, ('markedness', 'correlation'))}. What they measure depends "
            "on the margins, which are others in each table.",
        ),
        Finding(
            f"There Kappa nearly does (bias within {_MAX_BIAS_OF_KAPPA}).",
            abs(bias["cohen_kappa"]) <= _MAX_BIAS_OF_KAPPA,
            f"Its bias farthest from zero is {signed(bias['cohen_kappa'])}.",
        ),
        _traditional_finding(found, bias),
        _means_finding(found),
        _ranking_finding(found),
        _weighting_finding(found),
        *(_elsewhere(found) if len(_conditions(found)) > 1 else ()),
        _likelihood_finding(found),
    ]


def _listed(bias: dict[str, float], keys: Sequence[str]) -> str:
    return ", ".join(f"{_title(key)} {signed(bias[key])}" for key in keys)


def _traditional_finding(found: Sequence[Row], bias: dict[str, float]) -> Finding:
    levels = [row["informed"] for row in of_condition(found, "informedness")]
    apart = [x for x in levels if min(_biases(found, TRADITIONAL, x)) > max(_biases(found, DEBIASED, x))]
    told = f" ({', '.join(f'{x:g}' for x in apart)})" if apart else ""
    return Finding(
        "The greatest bias over the levels is greater of each traditional measure than of each debiased one.",
        min(abs(bias[key]) for key in TRADITIONAL) > max(abs(bias[key]) for key in DEBIASED),
        f"Farthest from zero: {_listed(bias, _PAPER_MEASURES)}. Level by level, each traditional one is "
        f"farther from it than each debiased one at {len(apart)} of {len(levels)}{told}.",
    )


def _means_finding(found: Sequence[Row]) -> Finding:
    """How far it matters which means the figure shows."""
    at_chance = {
        key: next(row["bias"] for row in of_condition(found, key) if row["informed"] == 0)
        for pair in ARITHMETIC.items()
        for key in pair
    }
    rates = {key: percent(_mean_of("misled", of_condition(found, key))) for key in at_chance}
    told = "; ".join(
        f"{_title(key)} {signed(bias)}, misled {rates[key]} %" for key, bias in at_chance.items()
    )
    return Finding(
        "The arithmetic means over classes that other software has are farther from 0 at chance than the "
        "script's geometric and harmonic ones, which the figure shows.",
        all(abs(at_chance[mean]) > abs(at_chance[own]) for mean, own in ARITHMETIC.items()),
        f"Bias at chance, and share of pairs misled: {told}.",
    )


def _biases(found: Sequence[Row], keys: Sequence[str], level: float) -> list[float]:
    """How far measures are from a level under the paper's condition, those that are judged there."""
    rows = (row for key in keys for row in judged(of_condition(found, key)))
    return [abs(row["bias"]) for row in rows if row["informed"] == level]


def _ranking_finding(found: Sequence[Row]) -> Finding:
    rates = {key: _mean_of("misled", of_condition(found, key)) for key in _PAPER_MEASURES}
    ranked = sorted(rates, key=lambda key: rates[key])
    behind = [key for key in DEBIASED if rates[key] > min(rates[x] for x in TRADITIONAL)]
    told = f" Behind a traditional one: {', '.join(map(_title, behind))}." if behind else ""
    return Finding(
        "Of the paper's measures the one least likely to prefer the worse of two systems is a debiased one.",
        ranked[0] in DEBIASED,
        f"Of two systems, one informed {GAP:g} less often and each with margins of its own, the worse is "
        "preferred in this share of the pairs on which a measure is defined: "
        + ", ".join(f"{_title(key)} {percent(rates[key])} %" for key in ranked)
        + f".{told}",
    )


def _weighting_finding(found: Sequence[Row]) -> Finding:
    ours, other = (of_condition(found, key) for key in WEIGHTINGS)
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
    nearest = [_nearest(found, condition) for condition in conditions]
    counts = {key: sum(key in near for near in nearest) for key in MEASURES}
    ours = sum(bool(set(WEIGHTINGS) & near) for near in nearest)
    return [
        _unbiased("Informedness", "informedness", found),
        _unbiased("Informedness weighted by prevalence", BY_PREVALENCE, found),
        Finding(
            f"Informedness, by one of its weightings, has the least RMSE, or one within {_TIED_WITHIN} of "
            f"it, under most of the {len(conditions)} conditions.",
            2 * ours > len(conditions),
            f"One of the two under {ours}. Each measure by itself, so that ties count more than once: "
            + ", ".join(f"{_title(key)} {number}" for key, number in counts.items() if number)
            + f". Asked are the measures that are defined on {percent(MOST, 0)} % of tables or more at each "
            "level.",
        ),
    ]


def _nearest(found: Sequence[Row], condition: Condition) -> set[str]:
    """The measures with the least error of those that are judged, ties included."""
    levels = {key: of_condition(found, key, condition) for key in MEASURES}
    errors = {key: mean_rmse(own) for key, own in levels.items() if is_judged(own)}
    least = min(errors.values(), default=math.nan)
    return {key for key, error in errors.items() if error <= least + _TIED_WITHIN}


def _unbiased(name: str, key: str, found: Sequence[Row]) -> Finding:
    """Whether a measure has no great bias at any level, wherever it is defined on enough tables."""
    conditions = _conditions(found)
    levels = {x: of_condition(found, key, x) for x in conditions}
    worst = {x: worst_bias(own) for x, own in levels.items() if is_judged(own)}
    outside = {x: bias for x, bias in worst.items() if abs(bias) > _MAX_BIAS}
    left_out = [x for x in conditions if x not in worst]
    told = f"It does under {len(worst) - len(outside)} of {len(worst)}."
    if outside:
        told += f" Elsewhere: {'; '.join(f'{_named(x)}: {signed(bias)}' for x, bias in outside.items())}."
    if left_out:
        shares = (f"{_named(x)}: {percent(_most_undefined(levels[x]))} %" for x in left_out)
        told += f" Left out, with the greatest share of undefined tables: {'; '.join(shares)}."
    return Finding(
        f"{name} tracks every level (bias within {_MAX_BIAS}) under all conditions under which it is defined "
        f"on {percent(MOST, 0)} % of tables or more at each level.",
        not outside,
        told,
    )


def _most_undefined(levels: Sequence[Row]) -> float:
    return max(row["undefined"] for row in levels)


@dataclass(frozen=True)
class Rivalry:
    """The errors of the mixture and of the better weighting of Informedness under a condition."""

    mixture: float
    weighting: str
    best: float
    lead: float  # by how much the squared error of the mixture is less, in Monte Carlo standard errors

    @property
    def holds(self) -> bool:
        """Whether the mixture errs no more, give or take two standard errors."""
        return self.lead >= -_STANDARD_ERRORS


def rivalry(found: Sequence[Row], condition: Condition) -> Rivalry | None:
    """The mixture beside the better weighting, or None if neither is defined on enough tables."""
    levels = {key: of_condition(found, key, condition) for key in (*WEIGHTINGS, MIXTURE)}
    errors = {key: mean_rmse(own) for key, own in levels.items() if is_judged(own)}
    ours = errors.pop(MIXTURE, None)
    if ours is None or not errors:
        return None
    best = min(errors, key=lambda key: errors[key])
    excess = _mean_of("excess", levels[best])
    error = math.hypot(*(row["excess_error"] for row in levels[best])) / len(levels[best])
    lead = 0.0 if abs(excess) <= _ROUNDING_ERROR or not error else excess / error
    return Rivalry(ours, best, errors[best], lead)


def _rivalries(found: Sequence[Row]) -> dict[Condition, Rivalry]:
    asked = {x: rivalry(found, x) for x in _conditions(found)}
    return {condition: x for condition, x in asked.items() if x is not None}


def _likelihood_finding(found: Sequence[Row]) -> Finding:
    seen = _rivalries(found)
    worse = {condition: x for condition, x in seen.items() if not x.holds}
    better = sum(x.lead > _STANDARD_ERRORS for x in seen.values())
    told = f"It does under {len(seen) - len(worse)} of {len(seen)}; "
    told += f"under {better} it errs less by more than that."
    if PAPER in seen:
        paper = seen[PAPER]
        told += f" Under the paper's condition its RMSE is {paper.mixture:.3f} against {paper.best:.3f}."
    if worse:
        errors = (f"{_named(c)}: RMSE {x.mixture:.3f} against {x.best:.3f}" for c, x in worse.items())
        told += f" Refuted under {'; '.join(errors)}."
    return Finding(
        "The share of informed decisions of greatest likelihood (the mixture) errs no more than the better "
        f"of both weightings of Informedness on the same tables ({GIVE}), under all conditions.",
        not worse,
        told,
    )


def _named(condition: Condition) -> str:
    classes, n, margins = condition
    return f"K = {classes}, N = {n}, {margins}"


def _title(key: str) -> str:
    return "Mixture (maximum likelihood)" if key == MIXTURE else measure(key).title


def sections(found: Sequence[Row]) -> list[Section]:
    """A table of the paper's condition, and one of the mean squared errors under all."""
    header = ("Measure", "at 0", "at 0.5", "at 1", "sd", "RMSE", "misled", "undefined", "at most")
    body = tuple(_line(key, of_condition(found, key)) for key in ESTIMATES)
    title = "Five classes, 128 items, random margins: bias at three levels, sd at 0.5, pairs and tables (%)"
    tables = [Section(title, header, body, _PAPERS_TABLE)]
    if len(_conditions(found)) > 1:
        by_condition = partial(
            pivot,
            rows=chosen(found, run=None),
            line=("Classes, items, margins", lambda row: ", ".join(map(str, _condition(row)))),
            columns={short: {"measure": key} for key, short in _SHORT_TITLES.items()},
        )
        tables += [
            by_condition("Root of the mean squared error", cell=_error, note=_ERRORS_NOTE),
            _rivalry_section(found),
            by_condition(
                "Undefined (% of tables): mean over the levels",
                cell=lambda levels: percent(_mean_of("undefined", levels)),
            ),
        ]
    return tables


def _rivalry_section(found: Sequence[Row]) -> Section:
    header = ("Classes, items, margins", "ML", "Best", "weighting", "lead", "no more than the best")
    body = tuple(
        (
            ", ".join(map(str, condition)),
            f"{x.mixture:.3f}",
            f"{x.best:.3f}",
            _SHORT_TITLES[x.weighting],
            signed(x.lead, 1),
            "held" if x.holds else "refuted",
        )
        for condition, x in _rivalries(found).items()
    )
    return Section(
        "RMSE of the mixture and of the better weighting of Informedness", header, body, _RIVALS_NOTE
    )


_SHORT_TITLES = dict(
    zip(
        ESTIMATES,
        ("B", "M", "C", "Kappa", "Acc", "Gall", "Fall", "G", "F", "B_prev", "MCC", "Recall", "ML"),
        strict=True,
    )
)
_PAPERS_TABLE = (
    "Misled are measures on pairs of tables on which they are defined; undefined is the mean over the "
    "levels, and at most that of the level where it is greatest. In brackets: at a level where a measure is "
    f"undefined on more than {percent(1 - MOST, 0)} % of tables, or with such a level; left out of claims."
)
_RIVALS_NOTE = (
    "Lead is by how much the mean squared error of the mixture (ML) is less than that of the better "
    "weighting on the same tables, in Monte Carlo standard errors of the difference. The claim is refuted "
    "under a condition if the lead is below −2. With two classes all are the same."
)
_ERRORS_NOTE = (
    "B, M, C are Informedness, Markedness and Correlation, B_prev is Informedness weighted by prevalence, "
    "Gall and Fall are the script's geometric and harmonic means over classes, G, F and Recall arithmetic "
    "ones, ML is the share of informed decisions by maximum likelihood. In brackets: of a measure that is "
    "undefined on more than "
    f"{percent(1 - MOST, 0)} % of tables at some level, and so left out of the claims; – if it never is "
    "defined. Errors are of the tables on which a measure is defined, which are not the same for all."
)


def _line(key: str, levels: Sequence[Row]) -> tuple[str, ...]:
    at = {row["informed"]: row for row in levels}
    return (
        _title(key),
        *(_marked(signed(at[level]["bias"]), [at[level]]) for level in (0.0, 0.5, 1.0)),
        _marked(f"{at[0.5]['sd']:.3f}", [at[0.5]]),
        _error(levels),
        percent(_mean_of("misled", levels)),
        percent(_mean_of("undefined", levels)),
        percent(_most_undefined(levels)),
    )


def _error(levels: Sequence[Row]) -> str:
    error = mean_rmse(levels)
    return "–" if math.isnan(error) else _marked(f"{error:.3f}", levels)


def _marked(text: str, levels: Sequence[Row]) -> str:
    """In brackets if the measure is defined on too few tables."""
    return text if is_judged(levels) else f"({text})"
