"""What is shown as code that shows the same, for Python and for a shell; labels are quoted for both."""

from __future__ import annotations

import csv
import io
import shlex
from typing import TYPE_CHECKING

from abovechance.measures.headlines import HEADLINE, OF_MORE_CLASSES, OF_TWO_CLASSES
from abovechance.web.explore.space import cost_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from abovechance.tables.tables import Tables

_USUAL_COSTS = [1, 1]


def as_python(systems: Sequence[Tables], measure: str, costs: Sequence[float] = (1, 1)) -> str:
    """Lines of Python that make the tables and print of each its evaluation, the measure and the mean cost.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_counts([[30, 30], [12, 28]], ["yes", "no"], positive="yes")
    >>> print(as_python([t], "f2"))
    import abovechance as ac
    <BLANKLINE>
    t = ac.Tables.from_counts([[30, 30], [12, 28]], labels=['yes', 'no'], rows="truth", positive='yes')
    print(ac.evaluate(t))
    print(ac.measure("f2")(t))
    """
    shown = ["print(ac.evaluate(t))", f'print(ac.measure("{measure}")(t))']
    if list(costs) != _USUAL_COSTS:
        matrix = cost_matrix(len(systems[0].labels), list(costs)).tolist()
        shown.append(f"print(ac.mean_cost(t, costs={matrix}))")
    if len(systems) == 1:
        lines = [f"t = {_made(systems[0])}", *shown]
    else:
        lines = [f"{name} = {_made(tables)}" for name, tables in zip("ab", systems, strict=True)]
        lines += ["for t in (a, b):", *(f"    {line}" for line in shown)]
    return "\n".join(("import abovechance as ac", "", *lines))


def _made(tables: Tables) -> str:
    labels = ", ".join(_literal(str(label)) for label in tables.labels)
    positive = "" if tables.positive is None else f", positive={_literal(str(tables.positive))}"
    return f'ac.Tables.from_counts({tables.counts.tolist()}, labels=[{labels}], rows="truth"{positive})'


def as_command(systems: Sequence[Tables], measure: str, costs: Sequence[float] = (1, 1)) -> str:
    r"""A command line for each table that evaluates it; for costs of two classes another that says them.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_counts([[30, 30], [12, 28]], ["is not", "no"], positive="is not")
    >>> print(as_command([t], "f1"))
    printf '%s\n' ',is not,no' 'is not,30,30' no,12,28 | abovechance evaluate - --table --positive='is not'
    """
    return "\n".join(line for tables in systems for line in _lines(tables, measure, list(costs)))


def _lines(tables: Tables, measure: str, costs: list[float]) -> list[str]:
    usual = (*HEADLINE, *(OF_TWO_CLASSES if len(tables.labels) == 2 else OF_MORE_CLASSES))
    options = ["--table"]
    if tables.positive is not None:
        # With "=", as a label may begin with a dash.
        options.append(f"--positive={shlex.quote(str(tables.positive))}")
    chosen = [] if measure in usual else [f"--measure={','.join((*usual, measure))}"]
    printed = _printed(tables)
    lines = [f"{printed} | abovechance evaluate - {' '.join([*options, *chosen])}"]
    if costs == _USUAL_COSTS or tables.positive is None or not tables.total:
        return lines
    prevalence = float(tables.dichotomy.prevalence)
    if 0 < prevalence < 1:
        given = f"--prevalence {prevalence:.9g} --cost-positive {costs[0]:g} --cost-negative {costs[1]:g}"
        lines.append(f"{printed} | abovechance deploy - {' '.join(options)} {given}")
    return lines


def _printed(tables: Tables) -> str:
    """The command that prints the table as CSV."""
    rows = [["", *tables.labels], *([label, *row] for label, row in _rows(tables))]
    # Shells differ in what echo makes of backslashes; printf leaves them alone in its arguments.
    return f"printf '%s\\n' {' '.join(shlex.quote(_csv(row)) for row in rows)}"


def _rows(tables: Tables) -> list[tuple[str, list[int]]]:
    return list(zip(map(str, tables.labels), tables.counts.tolist(), strict=True))


def _csv(row: list[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(row)
    return text.getvalue()


def _literal(text: str) -> str:
    """A text as Python writes it, in ASCII: no character changes direction or looks like another."""
    return ascii(text)
