"""What labels may not do in a format: they are data from anywhere, and no character of theirs is a command.

Control, bidirectional and other invisible characters are shown escaped in every format for people. JSON
escapes them so that a reader has them back. CSV keeps cells as they are, :func:`safe_csv` does not.
"""

from __future__ import annotations

import csv
import io
import json
import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from abovechance.core.text import NONE, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi "
    "omega"
)
_MATH = {
    **dict(zip("αβγδεζηθικλμνξπρστφχψω", (f"\\{name}" for name in _GREEK.split()), strict=True)),
    "Δ": r"\Delta", "Σ": r"\Sigma", "Φ": r"\Phi",
    "±": r"\pm", "×": r"\times", "÷": r"\div", "·": r"\cdot", "−": "-", "∞": r"\infty", "≤": r"\le",
    "≥": r"\ge", "∫": r"\int", "√": r"\surd", "′": "'", "½": r"\frac12",
}  # fmt: skip
_LATEX = {
    **{sign: f"${command}$" for sign, command in _MATH.items()},
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    **{sign: f"\\textsuperscript{{{i}}}" for i, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
    **{sign: f"\\textsubscript{{{i}}}" for i, sign in enumerate("₀₁₂₃₄₅₆₇₈₉")},
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "`": r"\textasciigrave{}",
    "--": "-{}-", NONE: "--", "…": r"\ldots{}", "§": r"\S{}", "é": r"\'e", "ö": r'\"o', "ø": r"\o{}",
}  # fmt: skip
_LATEX_SIGNS = re.compile("|".join(re.escape(sign) for sign in _LATEX))
_TAKEN = re.compile(r"\s*[\[*]")
r"""What ``\\`` and the rules of booktabs before a line take for an option of theirs."""
_MARKDOWN_SIGNS = re.compile(r"[\\`*_{}\[\]<>#+!|~&$]|:(?=//)|(?<=www)\.", re.IGNORECASE)
_ACTING = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf)", re.ASCII)
_NOT_ASCII = re.compile(r"[^\n -~]")


def latex_line(cells: Iterable[str]) -> str:
    r"""A line of a LaTeX table: signs of ours are commands that every LaTeX has, other letters stay.

    Examples
    --------
    >>> print(latex_line(["[50 %]", "χ² ± 1"]))
    {}[50 \%] & $\chi$\textsuperscript{2} $\pm$ 1 \\
    """
    line = " & ".join(_LATEX_SIGNS.sub(lambda sign: _LATEX[sign[0]], visible(cell)) for cell in cells)
    return f"{'{}' if _TAKEN.match(line) else ''}{line} \\\\"


def markdown_line(cells: Iterable[str]) -> str:
    r"""A line of a Markdown table: no emphasis, code, HTML, mathematics, links, or mentions of people.

    A mention is made of the text that a page shows, so that only an element can part it.

    Examples
    --------
    >>> markdown_line(["a|b", "$x$", "https://x.org", "@ann"])
    '| a\\|b | \\$x\\$ | https\\://x.org | <span>@</span>ann |'
    """
    texts = (_MARKDOWN_SIGNS.sub(r"\\\g<0>", visible(cell)).replace("@", "<span>@</span>") for cell in cells)
    return f"| {' | '.join(texts)} |"


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Rows of cells as CSV, a line for each; a cell with an end of line of any system is quoted."""
    lines: list[str] = []
    # Only what is part of the end of a line is quoted, so the end is changed afterwards.
    csv.writer(SimpleNamespace(write=lines.append), lineterminator="\r\n").writerows(rows)
    return "".join(line.removesuffix("\r\n") + "\n" for line in lines)


def safe_csv(text: str) -> str:
    r"""CSV for a spreadsheet: an apostrophe before what it would take for a formula; nothing is invisible.

    Numbers stay numbers.

    Examples
    --------
    >>> safe_csv("=1+1,-0.5,-a,+1\n")
    "'=1+1,-0.5,'-a,+1\n"
    """
    return csv_text([_inert(cell) for cell in row] for row in csv.reader(io.StringIO(text, newline="")))


def _inert(cell: str) -> str:
    acts = cell.startswith(_ACTING) and not _NUMBER.fullmatch(cell)
    return f"{chr(39) if acts else ''}{visible(cell)}"


def to_json(value: Any) -> str:
    """A document as JSON, valid for every reader."""
    return json_line(value, indent=2) + "\n"


def json_line(value: Any, **layout: Any) -> str:
    r"""A value as JSON in which no character is invisible.

    Examples
    --------
    >>> print(json_line({"class": "a\u202eé"}))
    {"class": "a\u202eé"}
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, **layout)
    return _NOT_ASCII.sub(lambda c: c[0] if c[0].isprintable() else json.dumps(c[0])[1:-1], text)
