"""What ``classification_report(…, output_dict=True)`` returns: a mapping, its JSON or Python's print."""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from abovechance.core.errors import InputError
from abovechance.solve.printed import PrintedReport
from abovechance.solve.readers.scikit_learn import AVERAGES, OF_CLASS, SAMPLES, refuse_several_labels
from abovechance.solve.readers.text import whole

LOOKS_FOR = "its output_dict as JSON"
SOURCE = "scikit-learn's classification_report"
_NAMES = ("precision", "recall", "f1-score")
_MANY_DIGITS = 10
"""So many decimals say that nothing was rounded but for the last bit."""


def read(text: str) -> PrintedReport | None:
    """The report in a text; None where there is none."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or text[:start].strip() or "f1-score" not in text:
        return None
    plain = re.sub(r"np\.\w+\(([^()]*)\)", r"\1", text[start : end + 1])
    try:
        found = json.loads(plain)
    except ValueError:
        try:
            found = ast.literal_eval(plain)
        except (ValueError, SyntaxError):
            return None
    return of_mapping(found)


def of_mapping(found: Mapping[Any, Any]) -> PrintedReport:
    """The report that a mapping holds."""
    averages = {name: x for name, x in found.items() if name in (*AVERAGES, SAMPLES)}
    if len(averages) > 1:  # "avg / total" stands alone, where it is no class of this name
        averages.pop("avg / total", None)
    classes = {
        str(name): dict(x) for name, x in found.items() if name not in averages and isinstance(x, Mapping)
    }
    refuse_several_labels(SAMPLES in averages)
    decimals = _decimals(x for one in (*classes.values(), *averages.values(), found) for x in one.values())
    overall: dict[str, str] = {}
    for name, x in averages.items():
        keys = AVERAGES[name]
        overall |= {
            key: _text(x[one], decimals) for key, one in zip(keys, _NAMES, strict=True) if key and one in x
        }
    overall |= {
        _key(name): _text(x, decimals)
        for name, x in found.items()
        if not isinstance(x, Mapping) and _key(name) not in ("n", "items")
    }
    items = next((x for name, x in found.items() if _key(name) in ("n", "items")), None)
    complete = "micro avg" not in averages
    return PrintedReport(
        source=SOURCE,
        labels=tuple(classes),
        of_classes=tuple(_of_class(name, x, decimals) for name, x in classes.items()),
        supports=tuple(
            whole(str(x["support"]), f"the support of {name}") if x.get("support") is not None else None
            for name, x in classes.items()
        ),
        overall=overall if complete else {},
        n=None if items is None else whole(str(items), "the number of items"),
        complete=complete,
        undefined_is_zero=True,
        by_hand=True,
    )


def _key(name: object) -> str:
    return "f1" if name == "f1-score" else str(name)


def _of_class(name: str, found: Mapping[str, Any], decimals: int) -> dict[str, str]:
    figures = {_key(key): _text(x, decimals) for key, x in found.items() if key != "support"}
    if not figures:
        raise InputError(f"the report has no figures of {name!r}: give {', '.join(OF_CLASS)} and support")
    return figures


def _decimals(values: Any) -> int:
    """How many decimals the numbers have; those that end in zeros have lost some."""
    numbers = [x for x in values if isinstance(x, float) and math.isfinite(x)]
    return min(
        _MANY_DIGITS, max((-int(Decimal(repr(float(x))).as_tuple().exponent) for x in numbers), default=0)
    )


def _text(value: Any, decimals: int) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, float | int) and not isinstance(value, bool):
        return f"{float(value):.{decimals}f}"
    raise InputError(f"{value!r} in the report is no figure")
