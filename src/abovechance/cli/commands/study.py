"""``abovechance study``: simulations that show what measures, tests and intervals are worth.

``abovechance study mine``: the user's own conditions, and which measure can be trusted under them.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast, get_args

from cyclopts import Parameter

from abovechance.cli.forms import STUDY_OUTPUT, Printed
from abovechance.cli.output import progress
from abovechance.cli.parameters import CLASSES, METHOD, METHOD_FLAG, PRINTED, SEED, WORLD
from abovechance.cli.values import numbers, separated, shares, values_of
from abovechance.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from abovechance.studies.base import ReadyStudy
    from abovechance.studies.coverage.run import Skill

CELLS = "cells"  # where finished conditions are kept inside the folder of a study
_GRIDS = {
    False: ("2,3,5", "50,100,300,1000", "balanced,0.1,0.02", "0,0.3,0.8,0.95", "equal"),
    True: ("2,3", "100", "balanced,0.1", "0,0.5,0.9", "equal"),
}
"""What the options are if others are given, in full and quick; the study has conditions that no grid has."""


@Parameter(name="*")
@dataclass(frozen=True)
class Run:
    """How a study is run, and where it is kept.

    Parameters
    ----------
    workers
        The number of threads; that of the processors if not given.
    seed
        The same seed gives the same result, whatever the number of workers.
    folder
        Write the data (Parquet), the figures and report.md into this folder. What is finished is kept
        there: after an interruption, the same command goes on.
    """

    workers: Annotated[int | None, METHOD] = None
    seed: Annotated[int, SEED] = 1
    folder: Annotated[str | None, PRINTED] = None

    @property
    def cells(self) -> Path | None:
        """Where finished conditions are kept."""
        return None if self.folder is None else Path(self.folder) / CELLS

    @contextmanager
    def options(self, *data: str) -> Iterator[dict[str, Any]]:
        """The options of a study that tells how far it is, and if it is interrupted, how to go on.

        A folder with other files of the names that are written, ``data`` and the report, is refused.
        """
        from abovechance.simulation.runner.checkpoint import MANIFEST

        cells = self.cells
        if self.folder is not None and cells is not None and not (cells / MANIFEST).exists():
            _refuse_others(Path(self.folder), data)
        try:
            with progress("Drawing tables") as advance:
                yield {"seed": self.seed, "workers": self.workers, "folder": cells, "progress": advance}
        except KeyboardInterrupt:
            if cells is not None:
                kept = f"What is finished is kept in {self.folder}: the same command goes on."
                said = kept if any(cells.glob("*.npz")) else "Nothing was finished yet: nothing is kept."
                print(said, file=sys.stderr)  # noqa: T201
            raise


_RUN = Run()


def ready_made(name: str) -> Callable[..., None]:
    """The command of a ready-made study."""

    def command(
        *,
        quick: Annotated[bool, METHOD_FLAG] = False,
        replicates: Annotated[int | None, METHOD] = None,
        run: Run = _RUN,
        output: Printed = STUDY_OUTPUT,
    ) -> None:
        """Run a ready-made study, and say what it shows.

        Parameters
        ----------
        quick
            A small version that takes seconds.
        replicates
            Tables for each condition.
        """
        from abovechance.studies import study

        _answer(study(name), run, output, quick=quick, replicates=replicates)

    return command


def __getattr__(name: str) -> Callable[..., None]:
    """The commands of the ready-made studies that have no options of their own."""
    from abovechance.studies import NAMES

    if name in NAMES:
        return ready_made(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def coverage(
    *,
    classes: Annotated[str | None, WORLD] = None,
    n: Annotated[str | None, WORLD] = None,
    prevalence: Annotated[str | None, WORLD] = None,
    informed: Annotated[str | None, WORLD] = None,
    skill: Annotated[str | None, WORLD] = None,
    replicates: Annotated[int | None, METHOD] = None,
    quick: Annotated[bool, METHOD_FLAG] = False,
    run: Run = _RUN,
    output: Printed = STUDY_OUTPUT,
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
    """
    from abovechance.studies.coverage.run import STUDY, grid

    given = {"classes": classes, "n": n, "prevalence": prevalence, "informed": informed, "skill": skill}
    asked = STUDY
    if any(text is not None for text in given.values()):
        own = {name: text or usual for (name, text), usual in zip(given.items(), _GRIDS[quick], strict=True)}
        conditions = grid(
            numbers("classes", own["classes"], int),
            numbers("n", own["n"], int),
            numbers(
                "prevalence", own["prevalence"], lambda text: None if text == "balanced" else float(text)
            ),
            numbers("informed", own["informed"], float),
            skills=[_skill(x) for x in separated(own["skill"])],
        )
        options = " ".join(f"--{name} {text}" for name, text in own.items())
        method = f"{STUDY.method} The conditions are those of `{options}`."
        asked = replace(STUDY, method=method, cells=lambda _: conditions)
    _answer(asked, run, output, quick=quick, replicates=replicates)


def _answer(asked: ReadyStudy, run: Run, output: Printed, *, quick: bool, replicates: int | None) -> None:
    """Run a study, and print or write it in the form that was asked for."""
    from abovechance.studies import write as ready

    output.check()
    with run.options(f"{asked.name}.parquet") as options:
        found = asked.run("quick" if quick else "full", replicates=replicates, **options)
    files = [] if run.folder is None else ready.write_study(found, run.folder)
    output.put(found.document(files), page=lambda: ready.as_markdown(found))


def _refuse_others(folder: Path, data: Iterable[str]) -> None:
    """Refuse to write over files that no study has written there."""
    from abovechance.studies.write import REPORT

    there = [name for name in (*data, REPORT) if (folder / name).exists()]
    if there:
        raise InputError(
            f"the folder {str(folder)!r} has {', '.join(there)}, but not of a study that is kept there: "
            "choose another folder, or move what it has"
        )


def _skill(text: str) -> Skill:
    from abovechance.studies.coverage.run import Skill

    if text not in get_args(Skill):
        raise InputError(f"--skill is equal, unequal or confused, not {text!r}")
    return cast("Skill", text)


_INFORMED = "0,0.25,0.5,0.75"


def mine(
    *,
    n: Annotated[str, WORLD],
    prevalence: Annotated[list[str], WORLD],
    classes: Annotated[int | None, CLASSES] = None,
    informed: Annotated[str, WORLD] = _INFORMED,
    guess: Annotated[list[str] | None, WORLD] = None,
    measure: Annotated[list[str] | None, METHOD] = None,
    replicates: Annotated[int, METHOD] = 10_000,
    run: Run = _RUN,
    output: Printed = STUDY_OUTPUT,
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
    measure
        Measures by name, such as mcc or f1; informedness, markedness, mcc, cohen_kappa, accuracy and
        macro_f1 if not given.
    replicates
        Tables for each combination.
    """
    from abovechance.measures.headlines import PREFERENCES
    from abovechance.simulation.study.study import study
    from abovechance.studies.mine import report as own_study

    output.check()
    with run.options(*own_study.DATA) as options:
        found = study(
            numbers("informed", informed, float),
            [_shares("prevalence", text, classes) for text in prevalence],
            numbers("n", n, int),
            guess=[_shares("guess", text, classes) for text in guess or ["matched"]],
            measures=[name.strip() for name in values_of(measure) or PREFERENCES],
            replicates=replicates,
            k=classes,
            **options,
        )
    files = [] if run.folder is None else own_study.write_study(found, run.folder)
    output.put(found.document(files), page=lambda: own_study.as_markdown(found))


def _shares(name: str, text: str, classes: int | None) -> Sequence[float] | str:
    """A name, or a number for each class; one alone is that of the second of two."""
    try:
        found = shares(name, text)
    except InputError:
        if "," in text:
            raise
        return text.strip()
    if classes is not None and "," in text and len(found) != classes:
        raise InputError(
            f"--{name} {text} has {len(found)} shares and --classes is {classes}: they must agree"
        )
    return found
