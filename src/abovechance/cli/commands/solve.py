"""``abovechance solve``: from the figures that a paper prints back to all tables that have them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from abovechance.cli.exits import FAILED, PASSED
from abovechance.cli.parameters import EVALUATION, FILE, METHOD, METHOD_FLAG
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.values import parse_costs, parse_prevalence
from abovechance.core.errors import InputError

_MOST_BYTES = 2**24


def solve(
    figures: Annotated[list[str], FILE, Parameter(negative="")],
    *,
    n: Annotated[int | None, METHOD] = None,
    positive: Annotated[str | None, METHOD] = None,
    folds: Annotated[int | None, METHOD] = None,
    stratified: Annotated[bool, METHOD_FLAG] = False,
    rounding: Annotated[Literal["half", "down"], METHOD] = "half",
    prevalence: Annotated[str | None, EVALUATION] = None,
    cost_positive: Annotated[float | None, EVALUATION] = None,
    cost_negative: Annotated[float | None, EVALUATION] = None,
    output: Drawn = DRAWN,
) -> int:
    """Find every table that has the figures a paper prints or a report has, and what Informedness was there.

    The exit code is 1 if the figures cannot all hold together.

    Parameters
    ----------
    figures
        Figures as they are printed, each MEASURE=NUMBER, such as precision=0.81, recall=79% or positives=40;
        or a file with a pasted report of scikit-learn, caret, WEKA or PyCM (- is standard input), with or
        without figures of all classes.
    positive
        The positive class of a report on two classes; if not given, the one that caret names, or the second.
    n
        The number of items; not needed where counts that are given add up to it.
    folds
        The number of folds, if the figures are means over the folds of a cross-validation; the table of all
        items is then bounded.
    stratified
        Each class has the same number of items in every fold, give or take one.
    rounding
        Whether figures were rounded to the nearest number (half), or their further digits cut off (down).
    prevalence
        The prevalence of the positive class elsewhere: say what the measures would be there.
    cost_positive
        The cost of an error on a positive item; the answer then says what an item will cost there.
    cost_negative
        The cost of an error on a negative item.
    """
    from abovechance.evaluation.deployment.deploy import deploy
    from abovechance.report.build import build
    from abovechance.solve.solve import solve as solved

    output.check()
    share, costs = parse_prevalence(prevalence, whole=True), parse_costs(cost_positive, cost_negative)
    if costs is not None and share is None:
        raise InputError("--cost-positive and --cost-negative have no use without --prevalence")
    given, report = _parsed(figures)
    solution = solved(
        given, n=n, report=report, positive=positive, folds=folds, stratified=stratified, rounding=rounding
    )
    found = solution if share is None or solution.conflicts else deploy(solution, share, costs=costs)
    output.draw(found)
    output.put(build(found))
    return PASSED if solution.consistent else FAILED


def _parsed(tokens: list[str]) -> tuple[dict[str, str], str | None]:
    """The figures by name, as text that keeps their digits; and the text of the report that is named."""
    found: dict[str, str] = {}
    report: str | None = None
    for text in tokens:
        name, equals, printed = (part.strip() for part in text.partition("="))
        if text == "-" or (not (name and equals and printed) and _is_file(text)):
            if report is not None:
                raise InputError("one report at a time can be solved: name one file")
            report = _read(text)
            continue
        if not (name and equals and printed):
            raise InputError(
                f"a figure is MEASURE=NUMBER, such as precision=0.81, and {text!r} is neither that nor a file"
            )
        if name in found:
            raise InputError(f"{name} is given twice")
        found[name] = printed
    return found, report


def _is_file(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # a name that is too long, or none at all
        return False


def _read(file: str) -> str:
    """The text of a report."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    name = "standard input" if file == "-" else repr(file)
    if len(data) > _MOST_BYTES:
        raise InputError(f"{name} is too long to be a report: {len(data)} bytes")
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")  # as Windows saves what R prints
    try:
        return data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is no text in UTF-8: {error}") from None
