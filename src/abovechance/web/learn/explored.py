"""Where a step of the tour leads in the room to explore: to the table that its sliders have made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from abovechance.web.explore.presets import PRESETS
from abovechance.web.learn.steps import STEPS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from abovechance.tables.tables import Tables

_PLACES = 9  # of counts in the address


def explored(key: str, settled: Mapping[str, Any], tables: tuple[Tables, ...]) -> str:
    """The fragment of the address there; empty if the step leads nowhere.

    Examples
    --------
    >>> import abovechance as ac
    >>> explored("rare", {"prevalence": 0.01}, ()), explored("dial", {}, ())
    ('p=rare', '')
    >>> explored("rare", {"prevalence": 0.5}, (ac.Tables.from_cells(tp=0, fp=0, fn=500, tn=500),))
    'l=ill,healthy&m=accuracy&v=winnings&t=0,500,0,500'
    """
    step = next(step for step in STEPS if step.key == key)
    parts = dict(part.split("=") for part in step.explore.split("&")) if step.explore else {}
    # Where nothing was moved, what the step declares is the shortest address of the same.
    if not parts or not tables or all(settled[one.key] == one.value for one in step.controls):
        return step.explore
    named = parts.pop("p", None)
    preset = next((one for one in PRESETS if one.key == named), None)
    if preset is not None:
        labels = ",".join(quote(label) for label in preset.labels)
        parts = {"l": labels, "m": preset.measure, "v": preset.view} | parts
    if "measure" in settled:
        parts["m"] = settled["measure"]
    # One table or two: the systems A and B of the address.
    given = {name: _counts(table) for name, table in zip("tu", tables, strict=False)}
    return "&".join(f"{name}={value}" for name, value in (parts | given).items())


def _counts(table: Tables) -> str:
    """The counts in the order of the address: the positive class first."""
    cells = table.dichotomy
    return ",".join(
        f"{float(x):.{_PLACES}f}".rstrip("0").rstrip(".") for x in (cells.tp, cells.fn, cells.fp, cells.tn)
    )
