"""What caret's ``confusionMatrix`` prints in R: its rows are predictions."""

from __future__ import annotations

import re

from abovechance.core.errors import InputError
from abovechance.solve.printed import PrintedReport
from abovechance.solve.readers.text import NUMBER, defined, values_at_end

LOOKS_FOR = "R caret's confusionMatrix (Confusion Matrix and Statistics)"
SOURCE = "caret's confusionMatrix"
_HEADS = ("Confusion Matrix and Statistics", "Detection Prevalence", "Pos Pred Value")
_OTHER = "(the other class)"
_OVERALL = {"Accuracy": "accuracy", "Kappa": "cohen_kappa"}
_OF_CLASS = {
    "Sensitivity": "recall",
    "Specificity": "inverse_recall",
    "Pos Pred Value": "precision",
    "Neg Pred Value": "inverse_precision",
    "Precision": "precision",
    "Recall": "recall",
    "F1": "f1",
    "Prevalence": "prevalence",
    "Detection Prevalence": "bias",
    "Balanced Accuracy": "balanced_accuracy",
}
_NAMED = re.compile(r"^\s*'?([^:\n]+?)'?\s+:\s+(\S[^\n]*?)\s*$", re.MULTILINE)


def read(text: str) -> PrintedReport | None:
    """The report in a text; None where there is none."""
    has_table = "Reference" in text
    if not any(head in text for head in _HEADS) and not (has_table and "Prediction" in text):
        return None
    lines = text.splitlines()
    named: dict[str, str] = dict(_NAMED.findall(text))
    overall = _figures(named, _OVERALL)
    positive = next(
        (value for name, value in named.items() if name.replace("'", "") == "Positive Class"), None
    )
    labels, counts = _table(lines) if has_table else (_labels(lines, positive), None)
    if positive is not None:
        if positive not in labels:
            raise InputError(f"the positive class {positive!r} is not one of the table that caret prints")
        of_classes = [_figures(named, _OF_CLASS) if label == positive else {} for label in labels]
    else:
        of_classes = _by_class(lines, labels)
    real = [None for _ in labels] if counts is None else [sum(row) for row in counts]
    return PrintedReport(
        source=SOURCE,
        labels=labels,
        of_classes=tuple(of_classes),
        supports=tuple(real),
        overall=overall,
        counts=counts,
        positive=positive,
        n=None if counts is None else sum(map(sum, counts)),
    )


def _labels(lines: list[str], positive: str | None) -> tuple[str, ...]:
    """The labels where the table was not pasted: those of the statistics by class, or the positive one."""
    if positive is not None:
        return _OTHER, positive
    heads = [part.strip() for line in lines if "Class: " in line for part in line.split("Class: ")[1:]]
    if not heads:
        raise InputError(
            "caret's classes could not be read: paste its table of Prediction against Reference, or the line "
            "'Positive' Class"
        )
    return tuple(heads)


def _figures(named: dict[str, str], keys: dict[str, str]) -> dict[str, str]:
    return {key: named[name] for name, key in keys.items() if re.fullmatch(NUMBER, named.get(name, ""))}


def _table(lines: list[str]) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """The labels, and the table with rows for the truth; wide tables are printed in several parts."""
    columns: dict[str, list[int]] = {}
    rows: list[str] = []
    place = 0
    while place < len(lines):
        if not lines[place].lstrip().startswith("Prediction "):
            place += 1
            continue
        heads = lines[place].split()[1:]
        part = []
        while place + 1 < len(lines) and (found := values_at_end(lines[place + 1], len(heads))) is not None:
            part.append(found)
            place += 1
        place += 1
        rows = [name for name, _ in part]
        columns |= {head: [int(cells[i]) for _, cells in part] for i, head in enumerate(heads)}
    if not rows or len(rows) != len(columns):
        raise InputError("caret's table of Prediction against Reference could not be read: paste it too")
    return tuple(rows), tuple(tuple(column) for column in columns.values())


def _by_class(lines: list[str], labels: tuple[str, ...]) -> list[dict[str, str]]:
    """The figures of each class, of columns that may be printed in several parts."""
    found: dict[str, dict[str, str]] = {label: {} for label in labels}
    heads: list[str] = []
    for line in lines:
        if "Class: " in line:
            heads = [part.strip() for part in line.split("Class: ")[1:]]
            continue
        values = values_at_end(line, len(heads)) if heads else None
        if values is not None and values[0] in _OF_CLASS:
            for head, value in zip(heads, values[1], strict=True):
                if head in found:
                    found[head] |= defined([_OF_CLASS[values[0]]], [value])
    return list(found.values())
