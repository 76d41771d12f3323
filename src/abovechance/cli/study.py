"""``abovechance study``: simulations that show what the library's promises are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

from abovechance.cli.options import parse_form, separated
from abovechance.cli.output import progress, show, write
from abovechance.cli.parameters import CHOSEN, EXPECTED, PRINTED, SEED, SWITCHED
from abovechance.errors import InputError
from abovechance.report import study as studies
from abovechance.report.document import to_json
from abovechance.simulation.conditions import grid
from abovechance.simulation.coverage import Effort, coverage_study

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

_FULL = {"classes": "2,3,5", "n": "30,100,300,1000", "prevalence": "balanced,0.1,0.05"}
_FULL |= {"informed": "0,0.3,0.6,0.8,0.9,0.95", "replicates": "4000"}
_QUICK = {"classes": "2,3", "n": "100", "prevalence": "balanced,0.1", "informed": "0,0.5,0.9"}
_QUICK |= {"replicates": "1000"}


def coverage(
    *,
    classes: Annotated[str | None, EXPECTED] = None,
    n: Annotated[str | None, EXPECTED] = None,
    prevalence: Annotated[str | None, EXPECTED] = None,
    informed: Annotated[str | None, EXPECTED] = None,
    replicates: Annotated[int | None, CHOSEN] = None,
    quick: Annotated[bool, SWITCHED] = False,
    seed: Annotated[int, SEED] = 1,
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
        Numbers of classes; 2,3,5 if not given.
    n
        Numbers of items; 30,100,300,1000 if not given.
    prevalence
        Of every class but the first, or balanced; balanced,0.1,0.05 if not given.
    informed
        Probabilities of an informed decision; 0,0.3,0.6,0.8,0.9,0.95 if not given.
    replicates
        Tables for each condition; 4000 if not given.
    quick
        A small version that takes seconds.
    seed
        The same seed gives the same result.
    json
        Write JSON to this file; - prints it and nothing else.
    csv
        Print a row for each measure and condition as CSV.
    markdown
        Print the summary as Markdown.
    """
    form = parse_form(csv=csv, markdown=markdown, latex=False, json=json)
    usual = _QUICK if quick else _FULL
    conditions = grid(
        _numbers("classes", classes or usual["classes"], int),
        _numbers("n", n or usual["n"], int),
        _numbers("prevalence", prevalence or usual["prevalence"], _prevalence),
        _numbers("informed", informed or usual["informed"], float),
    )
    effort = Effort.of(int(usual["replicates"]) if replicates is None else replicates)
    with progress("Drawing tables") as advance:
        study = coverage_study(conditions, effort, seed=seed, progress=advance)
    if json is not None:
        write(to_json(studies.document(study)), json)
    if form != "report":
        write(studies.as_csv(study) if form == "csv" else studies.as_markdown(study))
    elif json != "-":
        show(lambda _: studies.report(study))


def _numbers(name: str, text: str, number: Callable[[str], T]) -> list[T]:
    """A list of numbers separated by commas."""
    try:
        return [number(part.strip()) for part in separated(text) or ()]
    except ValueError:
        raise InputError(f"--{name} is a list of numbers separated by commas, not {text!r}") from None


def _prevalence(text: str) -> float | None:
    return None if text == "balanced" else float(text)
