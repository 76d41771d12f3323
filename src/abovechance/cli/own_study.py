"""``abovechance study mine``: the user's own conditions, and which measure can be trusted under them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from abovechance.cli.options import parse_form, separated
from abovechance.cli.output import show, write
from abovechance.cli.parameters import CHOSEN, CLASSES, EXPECTED, PRINTED, SEED
from abovechance.cli.study import cells_of, numbers, running
from abovechance.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    from abovechance.report import own_study, own_study_files
    from abovechance.report.document import to_json
    from abovechance.simulation.study import study

    form = parse_form(csv=csv, markdown=markdown, latex=False, json=json)
    with running(folder, *own_study_files.DATA) as advance:
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
    files = [] if folder is None else own_study_files.write_study(found, folder)
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
