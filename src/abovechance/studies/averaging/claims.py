"""What the study of averages says: which average recovers what, over classes and over folds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from abovechance.measures.registry import measure
from abovechance.studies.base import Finding, Section, pivot
from abovechance.studies.scoring import chosen, listed, mean, percent, signed
from abovechance.studies.scoring import farthest as greatest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from abovechance.core.result import Row

GAP = 0.2  # how much less informed the worse of two systems is
OVER_CLASSES = {  # measures of the whole table, as the average of a measure of each class that they are
    "macro_informedness": ("informedness", "macro"),
    "prevalence_weighted_informedness": ("informedness", "by prevalence"),
    "informedness": ("informedness", "by predictions"),
    "macro_markedness": ("markedness", "macro"),
    "markedness": ("markedness", "by prevalence"),
    "bias_weighted_markedness": ("markedness", "by predictions"),
    "macro_recall": ("recall", "macro"),
    "macro_precision": ("precision", "macro"),
    "weighted_precision": ("precision", "by prevalence"),
    "accuracy": ("accuracy", "micro"),
    "macro_f1": ("f1", "macro"),
    "weighted_f1": ("f1", "by prevalence"),
    "macro_mcc": ("mcc", "macro"),
    "weighted_mcc": ("mcc", "by prevalence"),
    "mcc": ("mcc", "whole table"),
    "cohen_kappa": ("cohen_kappa", "whole table"),
}
OF_FOLDS = ("informedness", "mcc", "cohen_kappa", "accuracy", "recall", "precision", "f1")
AVERAGES_OF_FOLDS = ("pooled", "mean", "undefined as 0", "by positives", "by predictions")
CORRECTED = ("informedness", "markedness", "mcc", "cohen_kappa")
_MAX_BIAS = 0.02
_CLEAR_DIFFERENCE = 0.01
_ROUNDING_ERROR = 1e-9

Condition = tuple[Any, ...]


def over_classes(found: Sequence[Row], key: str, **wanted: object) -> list[Row]:
    """The rows of an average over classes, by the key of its measure, under conditions with some values."""
    of, average = OVER_CLASSES[key]
    return chosen(found, part="classes", measure=of, average=average, **wanted)


def farthest(rows: Sequence[Row], value: str, truth: str = "informed") -> float:
    """The difference of a value from the truth that is farthest from zero."""
    return greatest(row[value] - row[truth] for row in rows)


_OF_INFORMEDNESS = ("macro_informedness", "prevalence_weighted_informedness", "informedness")
_TITLES = {
    "macro_informedness": "macro",
    "prevalence_weighted_informedness": "by prevalence",
    "informedness": "by predictions",
}


def findings(found: Sequence[Row]) -> list[Finding]:
    """What is said of averages, and what the tables say."""
    return [
        _equal_finding(found),
        _unequal_finding(found),
        _macro_finding(found),
        _samples_finding(found),
        # of each traditional average by itself, as some have one value for chance and some have not
        *(_chance_finding(found, key) for key in ("macro_recall", "accuracy", "macro_f1", "weighted_f1")),
        _misled_finding(found, "classes"),
        *_fold_findings(found),
        _misled_finding(found, "folds"),
    ]


def _exact_errors(found: Sequence[Row], truth: str, **wanted: object) -> dict[str, float]:
    """Of the three averages of Informedness over classes."""
    return {
        _TITLES[key]: farthest(over_classes(found, key, **wanted), "exact", truth) for key in _OF_INFORMEDNESS
    }


def _equal_finding(found: Sequence[Row]) -> Finding:
    errors = _exact_errors(found, "informed", skill="equal")
    return Finding(
        "If all classes are known equally well, every average of Informedness over classes is the "
        "probability of an informed decision.",
        all(abs(x) <= _ROUNDING_ERROR for x in errors.values()),
        f"On expected tables the farthest from it are {listed(errors)}.",
    )


def _unequal_finding(found: Sequence[Row]) -> Finding:
    rows = {key: [r for r in over_classes(found, key) if r["skill"] != "equal"] for key in _OF_INFORMEDNESS}
    errors = {_TITLES[key]: farthest(own, "exact") for key, own in rows.items()}
    nearest = min(errors, key=lambda name: abs(errors[name]))
    return Finding(
        "If classes are known to different degrees, Informedness by predictions, that of the papers, is "
        "nearest to the probability of an informed decision.",
        nearest == "by predictions",
        f"On expected tables the farthest from it are {listed(errors)}; the nearest is {nearest}.",
    )


def _macro_finding(found: Sequence[Row]) -> Finding:
    own = [row for row in over_classes(found, "macro_informedness") if row["skill"] != "equal"]
    error = farthest(own, "exact", "macro_informed")
    return Finding(
        f"The macro average is then the mean over the classes (within {_MAX_BIAS}).",
        abs(error) <= _MAX_BIAS,
        f"On expected tables it is up to {signed(error)} from it: the value of a class depends on how often "
        "the others are mistaken for it.",
    )


def _samples_finding(found: Sequence[Row]) -> Finding:
    errors = {
        _TITLES[key]: farthest(over_classes(found, key, skill="equal"), "mean") for key in _OF_INFORMEDNESS
    }
    undefined = {
        _TITLES[key]: max(row["undefined"] for row in over_classes(found, key)) for key in _OF_INFORMEDNESS
    }
    spread = {_TITLES[key]: mean([r["sd"] for r in over_classes(found, key)]) for key in _OF_INFORMEDNESS}
    return Finding(
        "If all classes are known equally well, the mean of each of them over samples is that probability, "
        f"too (within {_MAX_BIAS}): the weights differ in efficiency, not in validity.",
        all(abs(x) <= _MAX_BIAS for x in errors.values()),
        f"Farthest from it: {listed(errors)}. How much they vary, as the mean standard deviation under all "
        "conditions: "
        + ", ".join(f"{name} {x:.3f}" for name, x in spread.items())
        + ". Undefined on up to "
        + ", ".join(f"{percent(x)} % ({name})" for name, x in undefined.items())
        + " of tables.",
    )


def _chance_finding(found: Sequence[Row], key: str) -> Finding:
    values = [row["exact"] for row in over_classes(found, key, informed=0.0, classes=4)]
    low, high = min(values), max(values)
    one = high - low <= _ROUNDING_ERROR
    return Finding(
        f"{measure(key).title} of four classes has one value for chance, whatever prevalence and guesses.",
        one,
        f"Without any information it is {low:.2f}." if one else f"It is {low:.2f} to {high:.2f} then.",
    )


def _misled_finding(found: Sequence[Row], part: str) -> Finding:
    rates = misled_rates(found, part)
    ours = {name: rate for name, rate in rates.items() if name[0] == "informedness"}
    best, worst = (f(rates, key=lambda name: rates[name]) for f in (min, max))
    return Finding(
        f"Over {part}, no average prefers the worse system clearly less often (by a point or more) than the "
        "best one of Informedness.",
        min(ours.values()) < rates[best] + _CLEAR_DIFFERENCE,
        f"The least likely: {_name(best)} ({percent(rates[best])} % of pairs); the most: {_name(worst)} "
        f"({percent(rates[worst])} %); Informedness "
        + ", ".join(f"{average} {percent(rate)} %" for (_, average), rate in ours.items())
        + ".",
    )


def misled_rates(found: Sequence[Row], part: str) -> dict[tuple[str, str], float]:
    """How often each average prefers the worse system, over all conditions alike."""
    rows = chosen(found, part=part)
    names = dict.fromkeys((row["measure"], row["average"]) for row in rows)
    return {
        (of, average): mean([r["misled"] for r in rows if (r["measure"], r["average"]) == (of, average)])
        for of, average in names
    }


def _name(name: tuple[str, str]) -> str:
    return f"{measure(name[0]).title} {name[1]}"


def _fold_findings(found: Sequence[Row]) -> list[Finding]:
    rows = chosen(found, part="folds", measure="informedness")
    mixed = [r for r in rows if (r["prevalence"], r["guess"]) == ("varying", "following")]
    zero = chosen(rows, average="undefined as 0", prevalence="rare")
    return [
        Finding(
            "The mean of the folds' Informedness is the probability of an informed decision "
            f"(within {_MAX_BIAS}).",
            abs(farthest(chosen(rows, average="mean"), "mean")) <= _MAX_BIAS,
            f"Its bias farthest from zero is {signed(farthest(chosen(rows, average='mean'), 'mean'))}, with "
            "folds of which it is undefined left out.",
        ),
        Finding(
            f"Pooling the items of all folds recovers it as well (within {_MAX_BIAS}).",
            abs(farthest(chosen(rows, average="pooled"), "mean")) <= _MAX_BIAS,
            f"Where prevalence varies over the folds and guesses follow it, the pooled value is up to "
            f"{signed(farthest(chosen(mixed, average='pooled'), 'mean'))} away, as knowing the fold passes "
            f"for knowing the class; elsewhere {signed(_elsewhere(rows))}.",
        ),
        Finding(
            f"Taking undefined folds for 0 does no harm (bias within {_MAX_BIAS}).",
            abs(farthest(zero, "mean")) <= _MAX_BIAS,
            f"With a rare class the bias is up to {signed(farthest(zero, 'mean'))}.",
        ),
        _f_finding(found),
    ]


def _elsewhere(rows: Sequence[Row]) -> float:
    pooled = chosen(rows, average="pooled")
    return farthest([r for r in pooled if (r["prevalence"], r["guess"]) != ("varying", "following")], "mean")


def _f_finding(found: Sequence[Row]) -> Finding:
    """Folds that are alike have one F: that of all items."""
    rows = [row for row in chosen(found, part="folds", measure="f1") if row["prevalence"] != "varying"]
    errors = {name: farthest(chosen(rows, average=name), "mean", "exact") for name in AVERAGES_OF_FOLDS}
    best = min(errors, key=lambda name: abs(errors[name]))
    return Finding(
        "Of folds that are alike, the pooled F-measure is nearer to that of the expected table than each "
        "mean of the folds' is, each where it is farthest.",
        best == "pooled",
        f"Farthest from it under any condition: {listed(errors)}.",
    )


def sections(found: Sequence[Row]) -> list[Section]:
    """For each part the averages: what they are at chance, what they recover and how often they mislead."""
    return [
        Section("Over classes", _HEADER, tuple(_lines(found, "classes")), _OVER_CLASSES),
        Section("Over folds", _HEADER, tuple(_lines(found, "folds")), _OVER_FOLDS),
        _by_fold("Mean of Informedness over ten folds of 20 items", chosen(found, measure="informedness")),
        _f_table(found),
    ]


_HEADER = ("Average", "chance", "to", "bias", "to", "equal", "sd", "undefined", "misled")
_COLUMNS = (
    "The least and the greatest mean at chance; the least and the greatest bias of those that take chance "
    "out, against the probability of an informed decision over all items, {bias}; the mean standard "
    "deviation; the greatest share of undefined values, and the share of pairs that mislead (both in %)."
)
_OVER_CLASSES = _COLUMNS.format(
    bias="under all conditions, among them those in which classes are known to different degrees, and in the "
    "column equal the one farthest from zero where they are known equally well"
)
_OVER_FOLDS = _COLUMNS.format(bias="and in the column equal the one farthest from zero")


def _lines(found: Sequence[Row], part: str) -> list[tuple[str, ...]]:
    lines = []
    for name, rate in misled_rates(found, part).items():
        rows = chosen(found, part=part, measure=name[0], average=name[1])
        chance = [row["mean"] for row in chosen(rows, informed=0.0)]
        bias = [row["bias"] for row in rows]
        ends: list[Callable[[list[float]], float]] = [min, max]
        cells = [signed(f(chance)) for f in ends]
        equal = farthest(chosen(rows, skill="equal"), "mean")
        biases = [*(f(bias) for f in ends), equal]
        cells += [signed(x) if name[0] in CORRECTED else "" for x in biases]
        cells += [f"{mean([row['sd'] for row in rows]):.3f}", percent(max(row["undefined"] for row in rows))]
        lines.append((_name(name), *cells, percent(rate)))
    return lines


def _by_fold(title: str, rows: Sequence[Row]) -> Section:
    """The mean of each average, a line for each condition of ten folds of 20 items."""
    return pivot(
        title,
        chosen(rows, part="folds", n=20),
        lambda own: signed(own[0]["mean"]),
        line=(
            "Prevalence, guesses, informed",
            lambda row: f"{row['prevalence']}, {row['guess']}, {row['informed']:g}",
        ),
        columns={name: {"average": name} for name in AVERAGES_OF_FOLDS},
    )


def _f_table(found: Sequence[Row]) -> Section:
    rows = [row for row in chosen(found, measure="f1") if row["prevalence"] != "varying"]
    table = _by_fold(
        "Mean of the F-measure over ten folds of 20 items that are alike, and that expected", rows
    )
    expected = [f"{row['exact']:.3f}" for row in chosen(rows, part="folds", average="pooled", n=20)]
    body = tuple((*line, x) for line, x in zip(table.body, expected, strict=True))
    return replace(table, header=(*table.header, "expected"), body=body)
