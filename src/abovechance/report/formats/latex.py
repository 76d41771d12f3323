"""LaTeX: the table of a document with the rules of booktabs, which every LaTeX compiles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from abovechance.core.text import NONE, visible
from abovechance.report.document import Cell
from abovechance.report.formats.cells import stands_left, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from abovechance.report.document import Document

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
    "--": "-{}-", NONE: "--", "…": r"\ldots{}", "§": r"\S{}", "é": r"\'e", "ö": r'\"o', "ø": r"\o{}",
}  # fmt: skip
_SPECIAL_SIGNS = re.compile("|".join(re.escape(sign) for sign in _COMMAND_BY_SIGN))
_TAKEN_FOR_OPTION = re.compile(r"\s*[\[*]")
r"""What ``\\`` and the rules of booktabs before a line take for an option of theirs."""


def to_latex(document: Document) -> str:
    """The table of a document; intervals stand in brackets, notes beneath."""
    table = document.paper_table
    align = "".join("l" if stands_left(column) else "r" for column in table.columns)
    texts = texts_of(table, interval="[{}, {}]")
    lines = [
        f"\\begin{{tabular}}{{{align}}}",
        "\\toprule",
        _line(_escaped(column.title) for column in table.columns),
        "\\midrule",
        *(_line(map(_styled, row, line)) for row, line in zip(table.rows, texts, strict=True)),
        "\\bottomrule",
        *(
            f"\\multicolumn{{{len(align)}}}{{l}}{{\\footnotesize {_escaped(note)}}} \\\\"
            for note in table.notes
        ),
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


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
    escaped = f"\\textbf{{{escaped}}}" if cell.style == "bold" and text.strip() else escaped
    return f"{escaped}\\textsuperscript{{{_escaped(cell.mark)}}}" if cell.mark else escaped


def _escaped(text: str) -> str:
    """A text whose signs are commands that every LaTeX has; other letters stay."""
    return _SPECIAL_SIGNS.sub(lambda sign: _COMMAND_BY_SIGN[sign[0]], visible(text))
