"""What WEKA prints of a classifier: its summary, the detailed accuracy by class, and the confusion matrix."""

from __future__ import annotations

import re

from abovechance.core.errors import InputError
from abovechance.solve.printed import PrintedReport
from abovechance.solve.readers.text import NUMBER, defined

LOOKS_FOR = "WEKA's output (=== Detailed Accuracy By Class === or === Confusion Matrix ===)"
SOURCE = "WEKA"
_DETAILS = "Detailed Accuracy By Class"
_MATRIX = "=== Confusion Matrix ==="
_COLUMNS = {
    "TP Rate": "recall",
    "FP Rate": "fallout",
    "Precision": "precision",
    "Recall": "recall",
    "F-Measure": "f1",
    "MCC": "mcc",
}
_HEADS = re.compile(r"TP Rate|FP Rate|Precision|Recall|F-Measure|MCC|ROC Area|PRC Area|Class")
_AVERAGES = {
    "recall": "accuracy",
    "precision": "weighted_precision",
    "f1": "weighted_f1",
    "fallout": "weighted_fallout",
}
_ROW_OF_COUNTS = re.compile(r"^\s*((?:\d+\s+)+)\|\s*(\w+)\s*=\s*(.*?)\s*$")


def read(text: str) -> PrintedReport | None:
    """The report in a text; None where there is none."""
    if _DETAILS not in text and _MATRIX not in text:
        return None
    matrix = _last_part(text, _MATRIX)
    details = _last_part(text, _DETAILS)
    summary = text[: text.rfind(_DETAILS)] if details else text[: text.rfind(_MATRIX)]
    found, averages = _details(details)
    rows = [match for line in matrix.splitlines() if (match := _ROW_OF_COUNTS.match(line))]
    labels = tuple(match[3] for match in rows) or tuple(found)
    counts = tuple(tuple(map(int, match[1].split())) for match in rows) or None
    if counts is not None and any(len(row) != len(counts) for row in counts):
        raise InputError("WEKA's confusion matrix is not square: paste all of it")
    if not labels:
        raise InputError("WEKA's classes could not be read: paste the detailed accuracy by class as it is")
    items = _last(r"Total Number of Instances\s+(\d+)", summary)
    overall = {_AVERAGES[key]: value for key, value in averages.items() if key in _AVERAGES}
    percent = _last(rf"Correctly Classified Instances\s+\d+(?:\.\d+)?\s+({NUMBER})\s*%", summary)
    if percent is not None:
        overall["accuracy"] = f"{percent}%"
    kappa = _last(rf"Kappa statistic\s+({NUMBER})", summary)
    if kappa is not None:
        overall["cohen_kappa"] = kappa
    return PrintedReport(
        source=SOURCE,
        labels=labels,
        of_classes=tuple(found.get(label, {}) for label in labels),
        supports=tuple(None if counts is None else sum(row) for row in counts or labels),
        overall=overall,
        counts=counts,
        n=int(items) if items is not None else None if counts is None else sum(map(sum, counts)),
    )


def _last_part(text: str, head: str) -> str:
    """What stands beneath the last heading of a kind: WEKA reports training before testing."""
    place = text.rfind(head)
    return "" if place < 0 else text[place + len(head) :].split("\n===", 1)[0]


def _last(pattern: str, text: str) -> str | None:
    found = re.findall(pattern, text)
    return found[-1] if found else None


def _details(text: str) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """The figures of the classes, and their weighted averages."""
    classes: dict[str, dict[str, str]] = {}
    averages: dict[str, str] = {}
    heads: list[str] = []
    for line in text.splitlines():
        if "TP Rate" in line:
            heads = [head for head in _HEADS.findall(line) if head != "Class"]
            continue
        name = re.match(r"\s*Weighted Avg\.", line)
        words = (line[name.end() :] if name else line).split(None, len(heads))
        if not heads or len(words) < len(heads):
            continue
        keys = [_COLUMNS.get(head, "") for head in heads]
        figures = defined(keys, words[: len(heads)])
        if name:
            averages = figures
        elif len(words) > len(heads):
            classes[words[-1].strip()] = figures
    return classes, averages
