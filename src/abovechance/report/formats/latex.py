"""LaTeX: the table of a document with the rules of booktabs, which fits the page of an article."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from abovechance.core.text import NONE, visible
from abovechance.report.document import TEXTS, Cell
from abovechance.report.formats.cells import stands_left, texts_of
from abovechance.report.formats.paper_width import USUAL, Measured, em, layouts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from abovechance.report.document import Column, Document, Table
    from abovechance.report.formats.paper_width import Layout

_GREEK_NAMES = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi "
    "omega"
)
_MATH_COMMANDS = {
    **dict(zip("αβγδεζηθικλμνξπρστφχψω", (f"\\{name}" for name in _GREEK_NAMES.split()), strict=True)),
    "Δ": r"\Delta", "Σ": r"\Sigma", "Φ": r"\Phi",
    "±": r"\pm", "×": r"\times", "÷": r"\div", "·": r"\cdot", "−": "-", "∞": r"\infty", "≤": r"\le",
    "≥": r"\ge", "∫": r"\int", "√": r"\surd", "′": "'", "½": r"\frac12",
}  # fmt: skip
_COMMAND_BY_SIGN = {
    **{sign: f"${command}$" for sign, command in _MATH_COMMANDS.items()},
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    **{sign: f"\\textsuperscript{{{i}}}" for i, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    **{sign: f"\\textsubscript{{{i}}}" for i, sign in enumerate("₀₁₂₃₄₅₆₇₈₉")},
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "`": r"\textasciigrave{}",
    # Two hyphens would be drawn as a dash.
    "--": "-{}-", NONE: "--", "…": r"\ldots{}", "§": r"\S{}", "é": r"\'e", "ö": r'\"o', "ø": r"\o{}",
}  # fmt: skip
_SPECIAL_SIGNS = re.compile("|".join(re.escape(sign) for sign in _COMMAND_BY_SIGN))
_BOLD = 1.16  # how much wider bold letters are
_TAKEN_FOR_OPTION = re.compile(r"\s*[\[*]")
r"""What ``\\`` and the rules of booktabs before a line take for an option of theirs."""


def to_latex(document: Document) -> str:
    """The table of a document, as wide as an article's page at most; notes beneath."""
    table = document.paper_table
    texts = texts_of(table, interval="[{}, {}]")
    measured = [
        _measured(column, [(row[i], line[i]) for row, line in zip(table.rows, texts, strict=True)])
        for i, column in enumerate(table.columns)
    ]
    parts = layouts(measured, first=_leading_texts(table))
    shown = {i for part in parts for i in part.columns}
    left_out = [column.title for i, column in enumerate(table.columns) if i not in shown]
    notes = (*table.notes, *([f"Left out for the width: {', '.join(left_out)}."] if left_out else ()))
    found = [_part(table, texts, part, measured, notes if part is parts[-1] else ()) for part in parts]
    return "\n\\medskip\n\n".join(found)


def _leading_texts(table: Table) -> int:
    """How many columns at the left say what a row is of."""
    kinds = [column.kind in TEXTS for column in table.columns]
    return max(kinds.index(False), 1) if False in kinds else 1


def _measured(column: Column, cells: Sequence[tuple[object, str]]) -> Measured:
    """How wide a column is; bold letters are wider."""
    found = [(text, _BOLD if _is_bold(cell) else 1.0) for cell, text in cells]
    both = [_in_lines(text) if column.kind == "estimate" else (text, "") for text, _ in found]
    marks = max((em(cell.mark) for cell, _ in cells if isinstance(cell, Cell)), default=0.0)
    return Measured(
        title=em(column.title),
        title_in_lines=max(map(em, _title_lines(column.title))),
        cells=max((em(text) * wide for text, wide in found), default=0.0) + marks,
        values=max((em(x) * wide for (x, _), (_, wide) in zip(both, found, strict=True)), default=0.0)
        + marks,
        below=max((em(interval) for _, interval in both), default=0.0),
        word=max((em(word) * wide for text, wide in found for word in text.split()), default=0.0),
        is_text=column.kind in TEXTS,
        drop=column.drop,
    )


def _part(
    table: Table,
    texts: Sequence[Sequence[str]],
    layout: Layout,
    measured: Sequence[Measured],
    notes: Sequence[str],
) -> str:
    """One tabular, in smaller type if it must be."""
    columns = [table.columns[i] for i in layout.columns]
    wrapped = dict(layout.wrapped)
    align = "".join(
        f"p{{{wrapped[i]:g}em}}" if i in wrapped else "l" if stands_left(table.columns[i]) else "r"
        for i in layout.columns
    )
    head = _leading_texts(table)
    stacked = layout.in_lines and any(column.kind == "estimate" for column in columns)
    body: list[str] = []
    for row, line in zip(table.rows, texts, strict=True):
        # A row that has nothing in this part of the columns is left out of it.
        if len(columns) < len(table.columns) and not any(line[i] for i in layout.columns[head:]):
            continue
        cells = [(row[i], line[i], table.columns[i].kind, i in wrapped) for i in layout.columns]
        if not stacked:
            body.append(_line(_ragged(_styled(cell, text), wrap) for cell, text, _, wrap in cells))
            continue
        body += ["\\addlinespace"] if body else []
        both = [(_in_lines(text) if kind == "estimate" else (text, "")) for _, text, kind, _ in cells]
        body.append(_line(_ragged(_styled(cells[j][0], both[j][0]), cells[j][3]) for j in range(len(both))))
        body.append(_line(f"\\{layout.type.below} {_escaped(below)}" if below else "" for _, below in both))
    lines = [
        f"\\begin{{tabular}}{{{align}}}",
        "\\toprule",
        _line(
            _title(table.columns[i], in_lines=layout.in_lines and measured[i].has_long_title)
            for i in layout.columns
        ),
        "\\midrule",
        *body,
        "\\bottomrule",
        *(
            f"\\multicolumn{{{len(columns)}}}{{p{{{layout.note(measured):g}em}}}}"
            f"{{\\{layout.type.notes}\\raggedright {_escaped(note)}}} \\\\"
            for note in notes
        ),
        "\\end{tabular}",
    ]
    if layout.type is not USUAL:
        space = f"\\setlength{{\\tabcolsep}}{{{layout.type.points}pt}}"
        # In a group, so that the smaller type ends with the table.
        lines = [f"{{\\{layout.type.command}{space}", *lines[:-1], f"{lines[-1]}}}"]
    return "\n".join(lines) + "\n"


def _title(column: Column, *, in_lines: bool) -> str:
    lines = _title_lines(column.title) if in_lines else [column.title]
    if len(lines) == 1:
        return _escaped(lines[0])
    side, text = "l" if stands_left(column) else "r", "\\\\".join(map(_escaped, lines))
    return f"\\shortstack[{side}]{{{text}}}"


def _title_lines(title: str) -> list[str]:
    """A title of several words in the two lines that are the most alike in width."""
    words = title.split(" ")
    if len(words) == 1:
        return [title]
    halves = ([" ".join(words[:i]), " ".join(words[i:])] for i in range(1, len(words)))
    return min(halves, key=lambda lines: max(map(em, lines)))


def _in_lines(estimate: str) -> tuple[str, str]:
    """A value, and its interval."""
    value, _, interval = estimate.partition(" ")
    return value, interval


def _is_bold(cell: object) -> bool:
    return isinstance(cell, Cell) and cell.style == "bold"


def _ragged(text: str, wrap: bool) -> str:  # noqa: FBT001 - of a cell
    # TeX sets a paragraph by what holds at its end: \par has to be within the group.
    return f"{{\\raggedright {text}\\par}}" if wrap and text else text


def _line(cells: Iterable[str]) -> str:
    r"""A line of a table.

    Examples
    --------
    >>> print(_line(map(_escaped, ["[50 %]", "χ² ± 1"])))
    {}[50 \%] & $\chi$\textsuperscript{2} $\pm$ 1 \\
    """
    line = " & ".join(cells)
    return f"{'{}' if _TAKEN_FOR_OPTION.match(line) else ''}{line} \\\\"


def _styled(cell: object, text: str) -> str:
    escaped = _escaped(text)
    if not isinstance(cell, Cell):
        return escaped
    escaped = f"\\textbf{{{escaped}}}" if _is_bold(cell) and text.strip() else escaped
    return f"{escaped}\\textsuperscript{{{_escaped(cell.mark)}}}" if cell.mark else escaped


def _escaped(text: str) -> str:
    """A text whose signs are commands that every LaTeX has; other letters stay."""
    return _SPECIAL_SIGNS.sub(lambda sign: _COMMAND_BY_SIGN[sign[0]], visible(text))
