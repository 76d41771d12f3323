"""``abovechance study``: simulations that show what measures, tests and intervals are worth.

``abovechance study mine``: the user's own conditions, and which measure can be trusted under them.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast, get_args

from abovechance.cli.output import progress, show, write
from abovechance.cli.parameters import (
    CHOSEN,
    CLASSES,
    EXPECTED,
    PRINTED,
    SEED,
    SWITCHED,
    parse_form,
    separated,
)
from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from abovechance.cli.parameters import Form
    from abovechance.studies.base import ReadyStudy
    from abovechance.studies.coverage.conditions import Skill

T = TypeVar("T")

SCHEMA = "abovechance.study"
CELLS = "cells"
"""Where finished conditions are kept inside the folder of a study."""
_GRIDS = {
    False: ("2,3,5", "50,100,300,1000", "balanced,0.1,0.02", "0,0.3,0.8,0.95", "equal"),
    True: ("2,3", "100", "balanced,0.1", "0,0.5,0.9", "equal"),
}
"""What the options are if others are given, in full and quick; the study has conditions that no grid has."""


def ready_made(name: str) -> Callable[..., None]:
    """The command of a ready-made study."""

    def command(
        *,
        folder: Annotated[str | None, PRINTED] = None,
        quick: Annotated[bool, SWITCHED] = False,
        replicates: Annotated[int | None, CHOSEN] = None,
        workers: Annotated[int | None, CHOSEN] = None,
        seed: Annotated[int, SEED] = 1,
        json: Annotated[str | None, PRINTED] = None,
        csv: Annotated[bool, PRINTED] = False,
        markdown: Annotated[bool, PRINTED] = False,
    ) -> None:
        """Run a ready-made study, and say what it shows.

        Parameters
        ----------
        folder
            Write the data (Parquet), the figures and report.md into this folder. What is finished is kept
            there: after an interruption, the same command goes on.
        quick
            A small version that takes seconds.
        replicates
            Tables for each condition.
        workers
            Threads; as many as there are processors if not given.
        seed
            The same seed gives the same result, whatever the number of workers.
        json
            Write JSON to this file; - prints it and nothing else.
        csv
            Print all rows as CSV.
        markdown
            Print the report as Markdown.
        """
        from abovechance.studies import study

        form = parse_form(csv=csv, markdown=markdown, json=json)
        how = {"replicates": replicates, "workers": workers, "seed": seed}
        _answer(study(name), form, json, folder, quick=quick, **how)

    return command


def __getattr__(name: str) -> Callable[..., None]:
    """The commands of the ready-made studies that have no options of their own."""
    from abovechance.studies import NAMES

    if name in NAMES:
        return ready_made(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def coverage(
    *,
    classes: Annotated[str | None, EXPECTED] = None,
    n: Annotated[str | None, EXPECTED] = None,
    prevalence: Annotated[str | None, EXPECTED] = None,
    informed: Annotated[str | None, EXPECTED] = None,
    skill: Annotated[str | None, EXPECTED] = None,
    replicates: Annotated[int | None, CHOSEN] = None,
    quick: Annotated[bool, SWITCHED] = False,
    workers: Annotated[int | None, CHOSEN] = None,
    seed: Annotated[int, SEED] = 1,
    folder: Annotated[str | None, PRINTED] = None,
    json: Annotated[str | None, PRINTED] = None,
    csv: Annotated[bool, PRINTED] = False,
    markdown: Annotated[bool, PRINTED] = False,
) -> None:
    """Whether default intervals cover, and the default test rejects, as often as they promise.

    Tables are drawn of predictors that are informed with a known probability and guess otherwise, with
    guesses as frequent as the classes and with others. All options are lists separated by commas.

    Parameters
    ----------
    classes
        Numbers of classes.
    n
        Numbers of items.
    prevalence
        Of every class but the first, or balanced.
    informed
        Probabilities of an informed decision.
    skill
        equal, unequal (down to a quarter on the last class) or confused (errors take a class for the next).
        Of these five, those not given are 2,3,5, 50,100,300,1000, balanced,0.1,0.02, 0,0.3,0.8,0.95 and
        equal; without any, the conditions of the study are tried, which go up to 50 classes.
    replicates
        Tables for each condition; 10000 if not given, 1000 with --quick.
    quick
        A small version that takes seconds.
    workers
        Threads; as many as there are processors if not given.
    seed
        The same seed gives the same result, whatever the number of workers.
    folder
        Write the data (Parquet), the figures and report.md into this folder. What is finished is kept
        there: after an interruption, the same command goes on.
    json
        Write JSON to this file; - prints it and nothing else.
    csv
        Print a row for each measure and condition as CSV.
    markdown
        Print the report as Markdown.
    """
    from abovechance.studies.coverage.conditions import grid
    from abovechance.studies.coverage.run import STUDY

    form = parse_form(csv=csv, markdown=markdown, json=json)
    given = {"classes": classes, "n": n, "prevalence": prevalence, "informed": informed, "skill": skill}
    asked = STUDY
    if any(text is not None for text in given.values()):
        own = {name: text or usual for (name, text), usual in zip(given.items(), _GRIDS[quick], strict=True)}
        conditions = grid(
            numbers("classes", own["classes"], int),
            numbers("n", own["n"], int),
            numbers("prevalence", own["prevalence"], _prevalence),
            numbers("informed", own["informed"], float),
            skills=[_skill(x) for x in separated(own["skill"]) or ()],
        )
        options = " ".join(f"--{name} {text}" for name, text in own.items())
        method = f"{STUDY.method} The conditions are those of `{options}`."
        asked = replace(STUDY, method=method, cells=lambda _: conditions)
    how = {"replicates": replicates, "workers": workers, "seed": seed}
    _answer(asked, form, json, folder, quick=quick, **how)


def _answer(
    asked: ReadyStudy, form: Form, json: str | None, folder: str | None, *, quick: bool, **how: Any
) -> None:
    """Run a study, and print or write it in the form that was asked for."""
    from abovechance.report.escape import to_json
    from abovechance.report.tabular import plain_value, to_csv
    from abovechance.studies import write as ready

    with running(folder, f"{asked.name}.parquet") as advance:
        run = asked.run("quick" if quick else "full", folder=cells_of(folder), progress=advance, **how)
    files = [] if folder is None else ready.write_study(run, folder)
    if json is not None:
        write(to_json(plain_value({"schema": f"{SCHEMA}.{asked.name}/1"} | run.to_dict())), json)
    if form == "csv":
        write(to_csv(list(run.columns), run.rows))
    elif form == "markdown":
        write(ready.as_markdown(run))
    elif json != "-":
        show(lambda width: ready.report(run, files, width))


@contextmanager
def running(folder: str | None, *data: str) -> Iterator[Callable[[float], None]]:
    """Tell how far a study is, and if it is interrupted, how to go on.

    A folder with other files of the names that are written, which are ``data`` and the report, is refused.
    """
    from abovechance.simulation.runner.checkpoint import MANIFEST

    cells = cells_of(folder)
    if folder is not None and cells is not None and not (cells / MANIFEST).exists():
        _refuse_others(Path(folder), data)
    try:
        with progress("Drawing tables") as advance:
            yield advance
    except KeyboardInterrupt:
        if cells is not None:
            kept = f"What is finished is kept in {folder}: the same command goes on."
            said = kept if any(cells.glob("*.npz")) else "Nothing was finished yet: nothing is kept."
            print(said, file=sys.stderr)  # noqa: T201
        raise


def _refuse_others(folder: Path, data: Iterable[str]) -> None:
    """Refuse to write over files that no study has written there."""
    from abovechance.studies.write import REPORT

    there = [name for name in (*data, REPORT) if (folder / name).exists()]
    if there:
        raise InputError(
            f"the folder {str(folder)!r} has {', '.join(there)}, but not of a study that is kept there: "
            "choose another folder, or move what it has"
        )


def cells_of(folder: str | None) -> Path | None:
    """Where finished conditions are kept."""
    return None if folder is None else Path(folder) / CELLS


def numbers(name: str, text: str, number: Callable[[str], T]) -> list[T]:
    """A list of numbers separated by commas."""
    try:
        return [number(part.strip()) for part in separated(text) or ()]
    except ValueError:
        raise InputError(f"--{name} is a list of numbers separated by commas, not {text!r}") from None


def _skill(text: str) -> Skill:
    from abovechance.studies.coverage import conditions

    if text not in get_args(conditions.Skill):
        raise InputError(f"--skill is equal, unequal or confused, not {text!r}")
    return cast("Skill", text)


def _prevalence(text: str) -> float | None:
    return None if text == "balanced" else float(text)


_INFORMED = "0,0.25,0.5,0.75"
_MEASURES = "informedness,markedness,mcc,cohen_kappa,accuracy,macro_f1"


def mine(
    *,
    n: Annotated[str, EXPECTED],
    prevalence: Annotated[list[str], EXPECTED],
    classes: Annotated[int | None, CLASSES] = None,
    informed: Annotated[str, EXPECTED] = _INFORMED,
    guess: Annotated[list[str] | None, EXPECTED] = None,
    measures: Annotated[str, CHOSEN] = _MEASURES,
    replicates: Annotated[int, CHOSEN] = 10_000,
    workers: Annotated[int | None, CHOSEN] = None,
    seed: Annotated[int, SEED] = 1,
    folder: Annotated[str | None, PRINTED] = None,
    json: Annotated[str | None, PRINTED] = None,
    csv: Annotated[bool, PRINTED] = False,
    markdown: Annotated[bool, PRINTED] = False,
) -> None:
    """Which measure to trust with your classes, prevalence and number of items, and how wide its noise is.

    Predictors are drawn that are informed with a known probability and guess otherwise; all combinations
    of the conditions are tried, and compared with each other.

    Parameters
    ----------
    n
        Numbers of items, separated by commas.
    prevalence
        The shares of the classes, separated by commas; one number for the second of two classes; even or
        random, with --classes. May be given several times.
    classes
        How many classes, where the prevalence does not say so.
    informed
        Probabilities of an informed decision, separated by commas; negative: of a deliberately wrong one.
    guess
        How uninformed decisions guess: matched (as often as the classes occur), mismatched, even,
        commonest, rarest, random, or a share for each class. May be given several times.
    measures
        Names separated by commas; see abovechance measures.
    replicates
        Tables for each combination.
    workers
        Threads; as many as there are processors if not given.
    seed
        The same seed gives the same result, whatever the number of workers.
    folder
        Write the data (Parquet), a figure and report.md into this folder. What is finished is kept there:
        after an interruption, the same command goes on.
    json
        Write JSON to this file; - prints it and nothing else.
    csv
        Print a row for each measure and condition as CSV.
    markdown
        Print the report as Markdown.
    """
    from abovechance.report.escape import to_json
    from abovechance.simulation.study.study import study
    from abovechance.studies.mine import report as own_study

    form = parse_form(csv=csv, markdown=markdown, json=json)
    with running(folder, *own_study.DATA) as advance:
        found = study(
            numbers("informed", informed, float),
            [_shares("prevalence", text, classes) for text in prevalence],
            numbers("n", n, int),
            guess=[_shares("guess", text, classes) for text in guess or ["matched"]],
            measures=[name.strip() for name in separated(measures) or ()],
            replicates=replicates,
            seed=seed,
            k=classes,
            workers=workers,
            folder=cells_of(folder),
            progress=advance,
        )
    files = [] if folder is None else own_study.write_study(found, folder)
    if json is not None:
        write(to_json(own_study.document(found)), json)
    if form != "report":
        write(own_study.as_csv(found) if form == "csv" else own_study.as_markdown(found))
    elif json != "-":
        show(lambda width: own_study.report(found, files, width))


def _shares(name: str, text: str, classes: int | None) -> Sequence[float] | str:
    """A name, or a number for each class; one alone is that of the second of two."""
    try:
        shares = numbers(name, text, float)
    except InputError:
        if "," in text:
            raise
        return text.strip()
    if classes is not None and len(shares) not in (1, classes):
        raise InputError(
            f"--{name} {text} has {len(shares)} shares and --classes is {classes}: they must agree"
        )
    return shares if len(shares) > 1 else [1 - shares[0], shares[0]]
