"""JSON inside a page: data that no browser runs and that cannot end the element that holds it."""

from __future__ import annotations

import json
import re
from functools import reduce
from typing import Any

from markupsafe import Markup

from abovechance.report.formats.json import json_line

_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}
"""What could end a script or begin markup, as JSON writes it; outside of strings JSON has none of them."""
_LEAST_ROWS = 3
_NOT_PLAIN = re.compile(r"[<>&]|[^\n -~]")


def embedded(value: Any) -> Markup:
    r"""A value as JSON for the inside of a ``script`` element, in ASCII whatever the encoding of the page.

    Examples
    --------
    >>> print(embedded("</script>"))
    "\u003c/script\u003e"
    """
    text = json_line(value, separators=(",", ":"))
    return Markup(_NOT_PLAIN.sub(lambda sign: _escape(sign[0]), text))  # noqa: S704 - nothing is markup now


def packed(value: Any) -> dict[str, Any]:
    """A document of JSON in which tables have the names of their columns once, and where these tables are.

    Examples
    --------
    >>> packed({"x": [{"a": 1, "b": 0}, {"a": 2, "b": 0}, {"a": 3, "b": 0}]})
    {'tables': [['x']], 'data': {'x': {'names': ['a', 'b'], 'same': {'b': 0}, 'rows': [[1], [2], [3]]}}}
    """
    paths: list[list[str | int]] = []
    data = _packed(value, [], paths)
    return {"tables": paths, "data": data}


def unpacked(value: dict[str, Any]) -> Any:
    """The document again, as the script of the page makes it."""
    data = value["data"]
    for path in value["tables"]:
        *before, last = path
        holder = reduce(lambda found, step: found[step], before, data)
        table = holder[last]
        changing = [name for name in table["names"] if name not in table["same"]]
        rows = [table["same"] | dict(zip(changing, row, strict=True)) for row in table["rows"]]
        holder[last] = [{name: row[name] for name in table["names"]} for row in rows]
    return data


def _packed(value: Any, path: list[str | int], paths: list[list[str | int]]) -> Any:
    if isinstance(value, dict):
        return {name: _packed(entry, [*path, name], paths) for name, entry in value.items()}
    if not isinstance(value, list):
        return value
    if not _is_table(value):
        return [_packed(entry, [*path, i], paths) for i, entry in enumerate(value)]
    paths.append(path)
    first = value[0]
    same = {name: x for name, x in first.items() if all(_is_same(row[name], x) for row in value)}
    changing = [name for name in first if name not in same]
    rows = [[row[name] for name in changing] for row in value]
    return {"names": list(first), "same": same, "rows": rows}


def _is_table(value: list[Any]) -> bool:
    """Whether there are several records with the same names, whose entries hold no records."""
    if len(value) < _LEAST_ROWS or not all(isinstance(row, dict) for row in value):
        return False
    names = list(value[0])
    return all(list(row) == names and not any(map(_holds_records, row.values())) for row in value)


def _holds_records(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(map(_holds_records, value)))


def _is_same(one: Any, other: Any) -> bool:
    # True, 1 and 1.0 are equal in Python, and JSON writes each of them otherwise.
    return type(one) is type(other) and bool(one == other)


def _escape(sign: str) -> str:
    return _ESCAPES.get(sign) or json.dumps(sign)[1:-1]
