"""The forms in which a command writes its result: a report, JSON, or rows."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from abovechance.cli.made import provenance
from abovechance.cli.output import show, tell, write_json, write_page, write_rows
from abovechance.cli.parameters import OUTPUT_GROUP, option_of
from abovechance.core.errors import InputError
from abovechance.report.formats import FORMATS, PRINTED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from abovechance.cli.input import About, Place
    from abovechance.report.document import Document
    from abovechance.report.formats import Format


def _with_flags_of(formats: Iterable[Format]) -> Callable[[type], type]:
    """A decorator that gives a class an option for each format that is printed."""

    def add(group: type) -> type:
        for one in formats:
            setattr(group, one.name, False)
            group.__annotations__[one.name] = Annotated[bool, Parameter(help=one.option)]
        return group

    return add


@option_of(OUTPUT_GROUP, name="*", show_default=False)
@dataclass(frozen=True)
@_with_flags_of(one for one in PRINTED if one.of_studies)
class Printed:
    """The forms that a result has.

    Parameters
    ----------
    json
        Write JSON to this file, compressed if it ends in .gz; - prints it and nothing else.
    html
        Write the report with its pictures as one page to this file; - prints it and nothing else.
    brief
        Print the verdict and the headline alone.
    """

    json: str | None = None
    html: str | None = None
    brief: bool = False

    @property
    def form(self) -> Format | None:
        """The one form that is printed, if it is not the report."""
        there = [one for one in PRINTED if hasattr(self, one.name)]
        chosen = [one for one in there if getattr(self, one.name)]
        if len(chosen) + [self.json, self.html].count("-") > 1:
            flags = ", ".join(one.flag for one in there)
            raise InputError(f"only one of {flags}, --json - and --html - can be printed")
        return chosen[0] if chosen else None

    def check(self, place: Place | None = None, **others: str | None) -> None:
        """Refuse forms that exclude each other, and files that would overwrite the input, before any work."""
        _ = self.form
        before: dict[str, str] = {}
        for name, file in {"json": self.json, "html": self.html, **others}.items():
            if file == "":
                raise InputError(f"--{name} needs the name of a file, and that is empty")
            if place is not None:
                place.refuse_overwriting(file, f"--{name}")
            if file is None or file == "-" or "\0" in file:  # the last is refused where it is written
                continue
            if (other := before.setdefault(os.path.realpath(file), name)) != name:
                raise InputError(
                    f"--{name} {file!r} would overwrite the {_FILES_CALLED[other]}: name another file"
                )

    def put(
        self,
        document: Document,
        about: About | None = None,
        page: Callable[[], str] | None = None,
        *,
        seed: int | None = None,
    ) -> None:
        """Write a document in the forms that were asked for.

        Warnings, and gates that were not passed, are told on standard error where standard output is for
        machines.

        Parameters
        ----------
        document
            What to write.
        about
            What is said of the input.
        page
            Makes a page of Markdown, if that is to be printed instead of the table.
        seed
            Of what was drawn, for the page that says how it was made.
        """
        from abovechance.report.build import with_input
        from abovechance.report.formats.json import as_dict
        from abovechance.report.formats.terminal import to_terminal

        if about is not None:
            about = about.with_warnings(document.warnings)
            document = with_input(document, about.lines, about.warnings, about.source)
        if self.json is not None:
            write_json(as_dict(document), self.json)
        if self.html is not None:
            from abovechance.report.formats.html import to_html

            write_page(to_html(document, provenance(about, seed)), self.html)
        form = self.form
        if form is None and "-" not in (self.json, self.html):
            show(partial(to_terminal, document, brief=self.brief))
            return
        if form is not None:
            whole = page if form is FORMATS["markdown"] else None
            write_rows(whole() if whole else form(document), form.unencodable)
        failed = [
            f"gate {note.severity}: {note.text}" for note in document.notes if note.severity in NOT_PASSED
        ]
        tell(*([] if about is None else about.skipped), *document.warned, *failed)


NOT_PASSED = ("failed", "undefined")
_FILES_CALLED = {"json": "JSON", "html": "page", "plot": "picture"}


@dataclass(frozen=True)
@_with_flags_of(one for one in PRINTED if not one.of_studies)
class Output(Printed):
    """The forms that most results have."""


OUTPUT, STUDY_OUTPUT = Output(), Printed()  # the groups without any option given
