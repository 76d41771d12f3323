"""What PyCM prints of a ``ConfusionMatrix``: the table, and its overall and class statistics."""

from __future__ import annotations

import re

from abovechance.core.errors import InputError
from abovechance.solve.printed import PrintedReport
from abovechance.solve.readers.text import NUMBER, defined, values_at_end, whole

LOOKS_FOR = "PyCM's confusion matrix (Predict … Actual …)"
SOURCE = "PyCM"
_HEAD = re.compile(r"^\s*Predict\b.*\n\s*Actual\b.*$", re.MULTILINE)
_STATISTICS = "Overall Statistics"
_OVERALL = {
    "Overall ACC": "accuracy",
    "Kappa": "cohen_kappa",
    "Overall MCC": "mcc",
    "PPV Macro": "macro_precision",
    "TPR Macro": "macro_recall",
    "F1 Macro": "macro_f1",
    "Scott PI": "scott_pi",
    "Gwet AC1": "gwet_ac1",
}
_CLASSES = re.compile(r"^Classes\s{2,}(\S.*)$", re.MULTILINE)
_COUNTS = {
    "TP": "true_positives",
    "FP": "false_positives",
    "FN": "false_negatives",
    "TN": "true_negatives",
}
_OF_CLASS = {
    "TPR": "recall",
    "TNR": "inverse_recall",
    "PPV": "precision",
    "NPV": "inverse_precision",
    "F1": "f1",
    "FPR": "fallout",
    "FNR": "miss_rate",
    "BM": "informedness",
    "MK": "markedness",
    "MCC": "mcc",
}


def read(text: str) -> PrintedReport | None:
    """The report in a text; None where there is none."""
    head = _HEAD.search(text)
    if head is None:
        return _of_statistics(text)
    lines = [line for line in text[head.end() :].split(_STATISTICS, 1)[0].splitlines() if line.strip()]
    rows = [found for line in lines if (found := values_at_end(line, len(lines))) is not None]
    if not rows or len(rows) != len(lines):
        raise InputError("PyCM's table could not be read: each line below 'Actual' is a label and its counts")
    labels = tuple(name for name, _ in rows)
    try:
        counts = tuple(tuple(map(int, cells)) for _, cells in rows)
    except ValueError:
        raise InputError("PyCM's table has counts that are not whole numbers") from None
    supports = tuple(map(sum, counts))
    return PrintedReport(
        source=SOURCE,
        labels=labels,
        of_classes=tuple(_of_classes(text[head.end() :], len(labels))),
        supports=supports,
        overall=_overall(text[head.end() :]),
        counts=counts,
        n=sum(supports),
    )


def _of_statistics(text: str) -> PrintedReport | None:
    """The report where the table was not pasted: the statistics by class have its counts."""
    head = _CLASSES.search(text)
    if head is None:
        return None
    labels = tuple(re.split(r"\s{2,}", head[1].strip()))
    found = _counted(text, len(labels))
    supports = found.pop("P", (None,) * len(labels))
    population = found.pop("POP", (None,))[0]
    classes = _of_classes(text, len(labels))
    for name, values in found.items():
        for figures, value in zip(classes, values, strict=True):
            figures[_COUNTS[name]] = str(value)
    return PrintedReport(
        source=SOURCE,
        labels=labels,
        of_classes=tuple(classes),
        supports=supports,
        overall=_overall(text),
        n=population,
    )


def _counted(text: str, size: int) -> dict[str, tuple[int, ...]]:
    """The lines of counts of the classes, by the short names of their statistics."""
    lines = ((re.match(r"(\w+)\(", line), values_at_end(line, size)) for line in text.splitlines())
    return {
        name[1]: tuple(whole(x, name[1]) for x in found[1])
        for name, found in lines
        if name is not None and found is not None and name[1] in (*_COUNTS, "P", "POP")
    }


def _overall(text: str) -> dict[str, str]:
    found: dict[str, str] = dict(re.findall(rf"^(\S.*?)\s{{2,}}({NUMBER})\s*$", text, re.MULTILINE))
    return {key: found[name] for name, key in _OVERALL.items() if name in found}


def _of_classes(text: str, size: int) -> list[dict[str, str]]:
    """The figures of each class; a line has the short name of a statistic, what it means, and the values."""
    classes: list[dict[str, str]] = [{} for _ in range(size)]
    for line in text.splitlines():
        name = re.match(r"(\w+)\(", line)
        found = values_at_end(line, size)
        if name is not None and name[1] in _OF_CLASS and found is not None:
            for figures, value in zip(classes, found[1], strict=True):
                figures.update(defined([_OF_CLASS[name[1]]], [value]))
    return classes
