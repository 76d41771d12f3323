"""The forms in which a command writes its result: a report, JSON, or rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from abovechance.cli.output import Form, show, tell, write_json, write_rows
from abovechance.cli.parameters import OUTPUT_GROUP, option_of
from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rich.console import RenderableType

    from abovechance.cli.input import About, Place


@option_of(OUTPUT_GROUP, name="*", show_default=False)
@dataclass(frozen=True)
class Printed:
    """The forms that a result has.

    Parameters
    ----------
    json
        Write JSON to this file, compressed if it ends in .gz; - prints it and nothing else.
    csv
        Print the rows as CSV.
    markdown
        Print them as a Markdown table.
    """

    json: str | None = None
    csv: bool = False
    markdown: bool = False

    @property
    def form(self) -> Form:
        """The one form that is printed."""
        forms: tuple[Form, ...] = ("csv", "safe_csv", "markdown", "latex")
        chosen = [form for form in forms if getattr(self, form, False)]
        if len(chosen) + (self.json == "-") > 1:
            raise InputError("only one of --csv, --markdown, --latex and --json - can be printed")
        return chosen[0] if chosen else "report"

    def check(self, place: Place | None = None, **others: str | None) -> None:
        """Refuse forms that exclude each other, and files that would overwrite the input, before any work."""
        _ = self.form
        for name, file in {"json": self.json, **others}.items():
            if file == "":
                raise InputError(f"--{name} needs the name of a file, and that is empty")
            if place is not None:
                place.refuse_overwriting(file, f"--{name}")

    def put(
        self,
        report: Callable[[int], RenderableType],
        document: Callable[[], Mapping[str, Any]],
        rows: Callable[[Form], str],
        about: About | None = None,
    ) -> bool:
        """Write a result in the forms that were asked for, and tell whether there was a report.

        Warnings come before a report; where standard output is for machines, on standard error.

        Parameters
        ----------
        report, document, rows
            The report for a width, the JSON document, and the rows in a form: made when they are needed.
        about
            What is said of the input.
        """
        warnings = [] if about is None else about.warnings
        if self.json is not None:
            found = dict(document())
            if about is not None:
                first = {name: found.pop(name) for name in ("schema", "version", "source")}
                found = first | {"warnings": warnings} | found
            write_json(found, self.json)
        if self.form != "report":
            write_rows(rows(self.form), self.form)
        elif self.json != "-":
            show(report, warnings)
            return True
        if about is not None:
            tell(*about.skipped, *warnings)
        return False


@dataclass(frozen=True)
class Output(Printed):
    """The forms that most results have.

    Parameters
    ----------
    safe_csv
        Print them as CSV for a spreadsheet, which takes no cell of text for a formula.
    latex
        Print them as a LaTeX table (booktabs).
    """

    safe_csv: bool = False
    latex: bool = False


OUTPUT, STUDY_OUTPUT = Output(), Printed()
"""The groups without any option given."""
