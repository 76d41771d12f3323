"""What ``sklearn.metrics.classification_report`` prints, perhaps with ``confusion_matrix`` beside it."""

from __future__ import annotations

import re

from abovechance.core.errors import InputError
from abovechance.solve.printed import PrintedReport
from abovechance.solve.readers.text import array_in, defined, values_at_end, whole

LOOKS_FOR = "scikit-learn's classification_report (precision recall f1-score support)"
SOURCE = "scikit-learn's classification_report"
_HEAD = re.compile(r"^\W*precision\s+recall\s+f1-score\s+support\W*$", re.MULTILINE)
OF_CLASS = ("precision", "recall", "f1")
AVERAGES = {
    "macro avg": ("macro_precision", "macro_recall", "macro_f1"),
    "weighted avg": ("weighted_precision", "accuracy", "weighted_f1"),  # the weighted recall is the accuracy
    "avg / total": ("weighted_precision", "accuracy", "weighted_f1"),
    "micro avg": ("", "", ""),
}
SAMPLES = "samples avg"
_END = ((SAMPLES,), ("weighted avg",), ("macro avg",), ("accuracy", "micro avg"))
"""What stands at the end of a report, from below."""


def read(text: str) -> PrintedReport | None:
    """The report in a text; None where there is none."""
    head = _HEAD.search(text)
    if head is None:
        return None
    classes: list[tuple[str, dict[str, str], int]] = []
    overall: dict[str, str] = {}
    items: int | None = None
    averages: set[str] = set()
    lines = _lines(text[head.end() :])
    first = len(lines) - _size_of_end([name for name, _ in lines])
    for place, (name, (*values, support)) in enumerate(lines):
        if name == "accuracy" and len(values) == 1:
            overall["accuracy"], items = values[0], whole(support, "the support")
        elif place >= first:
            averages.add(name)
            keys = AVERAGES.get(name, ("", "", ""))
            overall = defined(list(keys), values) | overall  # the accuracy of its own line counts
        else:
            classes.append((name, defined(list(OF_CLASS), values), whole(support, f"the support of {name}")))
    refuse_several_labels(SAMPLES in averages)
    complete = "micro avg" not in averages
    return PrintedReport(
        source=SOURCE,
        labels=tuple(name for name, _, _ in classes),
        of_classes=tuple(figures for _, figures, _ in classes),
        supports=tuple(support for _, _, support in classes),
        overall=overall if complete else {},
        counts=array_in(text, len(classes)),
        n=items,
        complete=complete,
        undefined_is_zero=True,
    )


def _lines(text: str) -> list[tuple[str, list[str]]]:
    """The names of the lines of a report with their numbers, up to what stands beneath it."""
    lines: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        found = values_at_end(line, 4) or values_at_end(line, 2)
        if found is not None and (len(found[1]) == 4 or found[0] == "accuracy"):
            lines.append(found)
        elif line.strip() and any(name in (*AVERAGES, SAMPLES, "accuracy") for name, _ in lines):
            break
        elif line.strip():
            raise InputError(f"the line {line.strip()!r} of the report is no class with four numbers")
    return lines


def _size_of_end(names: list[str]) -> int:
    """How many lines at the end are averages: classes may have the same names, and stand before them."""
    if names and names[-1] == "avg / total":
        return 1
    size = 0
    for some in _END:
        size += len(names) > size and names[-1 - size] in some
    return size


def refuse_several_labels(found: bool) -> None:  # noqa: FBT001 - said of the report
    """Refuse reports of items that have several labels at once."""
    if found:
        raise InputError(
            "the report is of items with several labels each (samples avg), which no one table holds"
        )
