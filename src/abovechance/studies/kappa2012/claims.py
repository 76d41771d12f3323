"""What the study of Kappa says: whose Kappa recovers the informed probability, and whose misleads."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

from abovechance.studies.base import Finding, Section
from abovechance.studies.scoring import percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.core.result import Row

KAPPAS = {"informedness": "Powers", "cohen_kappa": "Cohen", "scott_pi": "Fleiss"}
EXPECTED = {
    "expected_accuracy_powers": "Powers",
    "expected_accuracy": "Cohen",
    "expected_accuracy_scott": "Fleiss",
}
TITLES = {"accuracy": "Accuracy", "f1": "F-measure", "markedness": "Markedness", "mcc": "Correlation"} | {
    key: f"{name}'{'' if name.endswith('s') else 's'} Kappa" for key, name in KAPPAS.items()
}
MEASURES = ("bias", *TITLES, *EXPECTED)
FAR = 1e-6  # how near to its limit a value is computed
DRAWN_AT = 0.01  # how far from the limits tables are drawn
_NEAR_LIMIT = 0.05  # of its limit, a value may stand for it
_ROUNDING_ERROR = 1e-9
_TOLERANCE = 1e-4
_STANDARD_ERRORS = 4.0
_MATCHED = ("1:1/1:1", "4:1/4:1", "1:4/1:4")


def of(found: Sequence[Row], part: str, key: str, n: int | None = None) -> list[Row]:
    """The rows of a measure in a part of the study, with tables of a size (the largest, if not given)."""
    size = max(row["n"] for row in found) if n is None else n
    return [row for row in found if (row["part"], row["measure"], row["n"]) == (part, key, size)]


def findings(found: Sequence[Row]) -> list[Finding]:
    """The claims of the paper."""
    return [
        _recovers(found),
        _cohen(found),
        *(_sign(found, key) for key in ("cohen_kappa", "scott_pi")),
        _ranks(found),
        _sampled(found),
        _limits(found),
        _on_the_way(found),
    ]


def _recovers(found: Sequence[Row]) -> Finding:
    others = {key: _farthest(of(found, "tables", key)) for key in KAPPAS}
    return Finding(
        "Informedness, the Kappa of Powers, is the informed probability in every column.",
        others["informedness"] <= _ROUNDING_ERROR,
        "Farthest from it in any column: "
        + ", ".join(f"{KAPPAS[key]} {_points(x)}" for key, x in others.items())
        + ".",
    )


def _farthest(rows: Sequence[Row]) -> float:
    return max(abs(row["exact"] - row["informed"]) for row in rows)


def _points(share: float) -> str:
    return f"{100 * share:.0f} points"


def _cohen(found: Sequence[Row]) -> Finding:
    known = of(found, "tables", "cohen_kappa")
    right, wrong = ([row for row in known if (row["informed"] >= 0) is want] for want in (True, False))
    matched, others = ([r for r in right if (r["condition"] in _MATCHED) is want] for want in (True, False))
    return Finding(
        "Where guesses match prevalence and informed decisions are right, Cohen's Kappa recovers it.",
        _farthest(matched) <= _ROUNDING_ERROR,
        f"It is at most {_points(_farthest(matched))} off there. Where guesses do not match it is up to "
        f"{_points(_farthest(others))} off while informed decisions are right; where they are deliberately "
        f"wrong, up to {_points(_farthest(wrong))}.",
    )


def _sign(found: Sequence[Row], key: str) -> Finding:
    known = of(found, "tables", key)
    asked, guessed = ([row for row in known if (row["informed"] != 0) is want] for want in (True, False))
    wrong = [row for row in asked if row["exact"] * row["informed"] < -_ROUNDING_ERROR]
    off = [row for row in guessed if abs(row["exact"]) > _ROUNDING_ERROR]
    told = f"Its sign is wrong in {len(wrong)} of {len(asked)} columns with informed decisions."
    if wrong:
        worst = max(wrong, key=lambda row: abs(row["exact"] - row["informed"]))
        told += (
            f" At worst it is {_shown(worst['exact'], 0)} % where {_shown(worst['informed'], 0)} % are "
            f"informed ({worst['condition']})."
        )
    told += f" It is not 0 in {len(off)} of {len(guessed)} columns without any"
    told += f", {_shown(max((r['exact'] for r in off), key=abs), 0)} % at worst." if off else "."
    claim = f"{TITLES[key]} is 0 where nothing is informed, and else never on the wrong side of chance."
    return Finding(claim, not wrong and not off, told)


def misled(rows: Sequence[Row]) -> float:
    """The share of pairs of columns, one more informed than the other, that exact values rank wrongly."""
    wrong, pairs = 0.0, 0
    for one, other in combinations(rows, 2):
        if one["informed"] != other["informed"]:
            step = (one["exact"] - other["exact"]) * (one["informed"] - other["informed"])
            wrong += 1.0 if step < -_ROUNDING_ERROR else 0.5 * (abs(step) <= _ROUNDING_ERROR)
            pairs += 1
    return wrong / pairs


def _ranks(found: Sequence[Row]) -> Finding:
    rates = {key: misled(of(found, "tables", key)) for key in TITLES}
    told = ", ".join(
        f"{TITLES[key]} {percent(rates[key])} %" for key in sorted(rates, key=lambda k: rates[k])
    )
    return Finding(
        "Of any two columns, accuracy and F-measure give the more informed one the higher value.",
        rates["accuracy"] == rates["f1"] == 0,
        f"Pairs ranked wrongly, even without any noise: {told}.",
    )


def _sampled(found: Sequence[Row]) -> Finding:
    rows = [row for row in found if row["measure"] == "informedness"]
    most = max(rows, key=lambda row: row["undefined"])
    outside = [
        r for r in rows if abs(r["mean"] - r["informed"]) > _STANDARD_ERRORS * r["error"] + _ROUNDING_ERROR
    ]
    return Finding(
        "In samples, the mean of Informedness is the informed probability as well (within "
        f"{_STANDARD_ERRORS:g} Monte Carlo standard errors).",
        not outside,
        f"It is farther away under {len(outside)} of {len(rows)} conditions. Monte Carlo standard errors are "
        f"{max(row['error'] for row in rows):.4f} at most, standard deviations "
        f"{max(row['sd'] for row in rows):.3f}. Left out are tables on which it is undefined, up to "
        f"{percent(most['undefined'])} % (N = {most['n']}, prevalence {most['prevalence']:g}).",
    )


def _limits(found: Sequence[Row]) -> Finding:
    rows = [row for key in (*KAPPAS, *EXPECTED) for row in of(found, "limits", key)]
    kinds = {(row["condition"], row["measure"]) for row in rows}
    outside = {(r["condition"], r["measure"]) for r in rows if not abs(r["limit"] - r["near"]) <= _TOLERANCE}
    return Finding(
        f"The formulas of all {len(kinds)} limits hold.",
        not outside,
        f"On expected tables {FAR:g} from the limit, {len(kinds) - len(outside)} differ from it by less than "
        f"{_TOLERANCE:g}, for every informed probability that was tried.",
    )


def _on_the_way(found: Sequence[Row]) -> Finding:
    rows = {name: of(found, "limits", key) for key, name in KAPPAS.items()}
    away = {name: max(abs(r["exact"] - r["limit"]) for r in own) for name, own in rows.items()}
    return Finding(
        f"On expected tables {DRAWN_AT:g} from the limit, each Kappa is within {_points(_NEAR_LIMIT)} of it.",
        max(away.values()) <= _NEAR_LIMIT,
        f"Farthest from it: {', '.join(f'{name} {_points(x)}' for name, x in away.items())}. Some limits are "
        "reached only by classes that are far rarer than one in a hundred.",
    )


def sections(found: Sequence[Row]) -> list[Section]:
    """The two tables of the paper, the misleading rates, and the limits."""
    n = max(row["n"] for row in found)
    note = (
        f"The formula of the limit; in brackets the value of the expected table {FAR:g} from it and the mean "
        f"of samples of {n} items {DRAWN_AT:g} from it, which need not be near."
    )
    return [
        Section("Table 2: accuracy and F-measure (%)", *_table_2(found)),
        Section(
            f"Table 3: the three Kappas (%), exact and mean ± sd of samples of {n} items", *_table_3(found)
        ),
        Section("Tables of samples on the wrong side of chance (%)", *_wrong_signs(found)),
        Section("Limits of Kappa (%)", *_limit_table(found, KAPPAS), note),
        Section("Limits of the accuracy that each expects (%)", *_limit_table(found, EXPECTED), note),
    ]


Grid = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]


def _grouped(rows: Sequence[Row]) -> dict[float, dict[str, Row]]:
    """By the informed probability and the condition."""
    found: dict[float, dict[str, Row]] = {}
    for row in rows:
        found.setdefault(row["informed"], {})[row["condition"]] = row
    return found


def _informed(share: float) -> str:
    return f"{100 * share:g} %".replace("-", "−")


def _shown(share: float, digits: int = 1) -> str:
    text = f"{100 * share:.{digits}f}"
    return "–" if math.isnan(share) else "0" if float(text) == 0 else text.replace("-", "−")


def _table_2(found: Sequence[Row]) -> Grid:
    columns = ("1:1/1:1", "4:1/4:1", "4:1/1:4")
    accuracy, f_measure = (_grouped(of(found, "tables", key)) for key in ("accuracy", "f1"))
    body = [
        (_informed(b), *(_shown(x[b][c]["exact"], 2) for c in columns for x in (accuracy, f_measure)))
        for b in (0.0, 1.0, 0.15, -0.15)
    ]
    return ("Informed", *(f"{c} {name}" for c in columns for name in ("Acc", "F"))), tuple(body)


def _table_3(found: Sequence[Row]) -> Grid:
    known = {key: _grouped(of(found, "tables", key)) for key in KAPPAS}
    body = []
    for b, conditions in known["informedness"].items():
        for condition in conditions:
            rows = [known[key][b][condition] for key in KAPPAS]
            cells = [_shown(row["exact"]) for row in rows]
            drawn = [f"{_shown(row['mean'])} ± {_shown(row['sd'])}" for row in rows]
            body.append((f"{_informed(b)}, {condition}", *cells, *drawn))
    names = tuple(KAPPAS.values())
    return ("Informed, odds", *names, *(f"{name}, samples" for name in names)), tuple(body)


def _wrong_signs(found: Sequence[Row]) -> Grid:
    """Where decisions are informed with ±15 %, for each size of the tables."""
    sizes = sorted({row["n"] for row in found})
    body = []
    for b in (0.15, -0.15):
        known = {(key, n): _grouped(of(found, "tables", key, n))[b] for key in KAPPAS for n in sizes}
        for condition in known["informedness", sizes[0]]:
            cells = [percent(known[key, n][condition]["wrong_sign"]) for key in KAPPAS for n in sizes]
            body.append((f"{_informed(b)}, {condition}", *cells))
    return ("Informed, odds", *(f"{name}, N = {n}" for name in KAPPAS.values() for n in sizes)), tuple(body)


def _limit_table(found: Sequence[Row], measures: dict[str, str]) -> Grid:
    known = {key: _grouped(of(found, "limits", key)) for key in measures}
    body = []
    for b, conditions in known[next(iter(measures))].items():
        for condition in conditions:
            rows = [known[key][b][condition] for key in measures]
            cells = [f"{_shown(row['limit'])} ({_shown(row['near'])}; {_shown(row['mean'])})" for row in rows]
            body.append((f"{_informed(b)}, {condition}", *cells))
    return ("Informed, prevalence/guesses", *measures.values()), tuple(body)
