"""What is shown as code that shows the same, for Python and for a shell; labels are quoted for both."""

from __future__ import annotations

import csv
import io
import shlex
from typing import TYPE_CHECKING

from abovechance.measures.headlines import HEADLINE, OF_MORE_CLASSES, OF_TWO_CLASSES

if TYPE_CHECKING:
    from abovechance.tables.tables import Tables


def as_python(tables: Tables, measure: str) -> str:
    """Lines of Python that make the table and print its evaluation, and the measure.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_counts([[30, 30], [12, 28]], ["yes", "no"], positive="yes")
    >>> print(as_python(t, "f2"))
    import abovechance as ac
    <BLANKLINE>
    t = ac.Tables.from_counts([[30, 30], [12, 28]], labels=['yes', 'no'], rows="truth", positive='yes')
    print(ac.evaluate(t))
    print(ac.measure("f2")(t))
    """
    labels = [str(label) for label in tables.labels]
    positive = "" if tables.positive is None else f", positive={_literal(str(tables.positive))}"
    listed = ", ".join(map(_literal, labels))
    return (
        "import abovechance as ac\n\n"
        f't = ac.Tables.from_counts({tables.counts.tolist()}, labels=[{listed}], rows="truth"{positive})\n'
        f'print(ac.evaluate(t))\nprint(ac.measure("{measure}")(t))'
    )


def as_command(tables: Tables, measure: str) -> str:
    r"""A command line that evaluates the table.

    Examples
    --------
    >>> import abovechance as ac
    >>> t = ac.Tables.from_counts([[30, 30], [12, 28]], ["is not", "no"], positive="is not")
    >>> print(as_command(t, "f1"))
    printf '%s\n' ',is not,no' 'is not,30,30' no,12,28 | abovechance evaluate - --table --positive='is not'
    """
    usual = (*HEADLINE, *(OF_TWO_CLASSES if len(tables.labels) == 2 else OF_MORE_CLASSES))
    rows = [["", *tables.labels], *([label, *row] for label, row in _rows(tables))]
    lines = " ".join(shlex.quote(_csv(row)) for row in rows)
    options = ["--table"]
    if tables.positive is not None:
        options.append(f"--positive={shlex.quote(str(tables.positive))}")
    if measure not in usual:
        options.append(f"--measure={','.join((*usual, measure))}")
    return f"printf '%s\\n' {lines} | abovechance evaluate - {' '.join(options)}"


def _rows(tables: Tables) -> list[tuple[str, list[int]]]:
    return list(zip(map(str, tables.labels), tables.counts.tolist(), strict=True))


def _csv(row: list[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(row)
    return text.getvalue()


def _literal(text: str) -> str:
    """A text as Python writes it, in ASCII: no character changes direction or looks like another."""
    return ascii(text)
