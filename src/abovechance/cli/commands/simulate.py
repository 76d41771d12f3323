"""``abovechance simulate``: predictions, scores or ratings of known informedness, to learn and test with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from abovechance.cli.output import progress, write
from abovechance.cli.parameters import CLASSES, METHOD, PRINTED, SEED, WORLD
from abovechance.cli.values import numbers, shares, values_of
from abovechance.core.errors import InputError
from abovechance.core.files import writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Columns = dict[str, list[Any]]
Format = Literal["csv", "jsonl", "parquet"]

_FORMAT_BY_ENDING: dict[str, Format] = {
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
}
_ROWS_AT_A_TIME = 1 << 16  # rows that are turned into text at once


def simulate(
    *,
    n: Annotated[int, WORLD],
    informed: Annotated[str, WORLD],
    prevalence: Annotated[str | None, WORLD] = None,
    k: Annotated[int | None, CLASSES] = None,
    guess: Annotated[str | None, WORLD] = None,
    wrong: Annotated[Literal["even", "prevalent"] | None, WORLD] = None,
    noise: Annotated[float | None, WORLD] = None,
    missing: Annotated[float | None, WORLD] = None,
    kind: Annotated[Literal["predictions", "scores", "ratings"], METHOD] = "predictions",
    sampling: Annotated[Literal["items", "classes", "margins"], METHOD] = "items",
    labels: Annotated[list[str] | None, METHOD] = None,
    seed: Annotated[int | None, SEED] = None,
    output: Annotated[str, PRINTED] = "-",
    format: Annotated[Format | None, PRINTED] = None,  # noqa: A002 - the name of the option
) -> None:
    """Write simulated items: predictions, scores or ratings that are informed with a known probability.

    Parameters
    ----------
    n
        The number of items.
    informed
        Probability of an informed decision, or, if negative, of a wrong one: one number, or one for each
        class or rater.
    prevalence
        Shares of the classes, separated by commas; the share of the second of two; even or random. Even if
        not given.
    k
        The number of classes, where --prevalence and --labels do not tell it; 2 if nothing does.
    guess
        Shares of the labels in guesses, or matched, mismatched, even, commonest, rarest or random.
    wrong
        Which labels wrong decisions give: all others evenly (if not given), or the prevalent ones more often.
    noise
        The probability that the gold standard is wrong about an item.
    missing
        The probability that a rater gives no rating of an item.
    kind
        What is written: truth and prediction; truth and score, informed at the best threshold; or items and
        raters.
    sampling
        How items are drawn: at random, as many of each class as expected, or as many of each class and label.
    labels
        Names of the classes; 0, 1, … if not given.
    seed
        Seed of the random draws: the same seed gives the same items.
    output
        The file to write: .csv, .jsonl or .ndjson, also with .gz, or .parquet; - is standard output.
    format
        Format of the output, if the name of the file does not say it; csv on standard output.
    """
    from abovechance.simulation.world.sampling import within_memory

    form = _form(output, format)
    names = values_of(labels)
    chances = numbers("informed", informed, float)
    world = _World(n, chances, *_classes(prevalence, k, names), names, sampling, seed)
    settings = {"guess": guess, "wrong": wrong, "noise": noise, "missing": missing}
    chosen = {name: value for name, value in settings.items() if value is not None}
    _refuse_unused(kind, chosen, sampling)
    if guess is not None:
        chosen["guess"] = _guess(guess)
    draw = {"predictions": _predictions, "scores": _scores, "ratings": _ratings}[kind]
    with within_memory(f"{n} items"):
        _write(draw(world, chosen), output, form)


class _World(NamedTuple):
    """What all kinds of simulation need to know."""

    n: int
    informed: list[float]
    classes: int
    prevalence: Any
    labels: list[str] | None
    sampling: Any
    seed: int | None

    @property
    def shares(self) -> Any:
        """The share of each class, as numbers."""
        if isinstance(self.prevalence, str):
            raise InputError("--prevalence random is for predictions: give the share of each class")
        return self.prevalence

    @property
    def only_informed(self) -> float:
        if len(self.informed) > 1:
            raise InputError(f"--informed of scores is one number, got {len(self.informed)}")
        return self.informed[0]


def _predictions(world: _World, chosen: dict[str, Any]) -> Columns:
    import numpy as np

    from abovechance.simulation.simulate import simulate as simulated
    from abovechance.simulation.world.items import items_of

    several = len(world.informed) > 1
    if several and len(world.informed) != world.classes:
        raise InputError(
            f"--informed is one number or one for each of {world.classes} classes, got {len(world.informed)}"
        )
    order, drawn = np.random.SeedSequence(world.seed).spawn(2)
    table = simulated(
        world.informed if several else world.informed[0],
        world.prevalence,
        world.n,
        k=world.classes,
        by_class=several,
        sampling=world.sampling,
        labels=world.labels,
        seed=drawn,
        **chosen,
    )
    truth, prediction = items_of(table, order)
    return {"truth": truth.tolist(), "prediction": prediction.tolist()}


def _scores(world: _World, _: dict[str, Any]) -> Columns:
    import numpy as np

    from abovechance.simulation.world.scores import BinormalScores

    if world.classes != 2:
        raise InputError(f"scores are of two classes, got {world.classes}: leave --kind out, or give two")
    model = BinormalScores.of_informedness(world.only_informed, prevalence=float(world.shares[1]))
    truth, scores = model.draw(world.n, sampling=world.sampling, seed=world.seed)
    names = np.array([0, 1] if world.labels is None else world.labels)
    return {"truth": names[truth].tolist(), "score": scores.tolist()}


def _ratings(world: _World, chosen: dict[str, Any]) -> Columns:
    from abovechance.simulation.world.ratings import simulate_ratings

    if len(world.informed) < 2:
        raise InputError(
            "--informed of ratings is one number for each rater, separated by commas: give two or more"
        )
    ratings = simulate_ratings(world.informed, world.shares, world.n, seed=world.seed, **chosen)
    names = [*(world.labels or range(world.classes)), None]
    codes = ratings.require_codes("raters").T
    rated = {
        str(rater): [names[code] for code in given]
        for rater, given in zip(ratings.raters, codes, strict=True)
    }
    return {"item": list(range(1, world.n + 1)), **rated}


def _refuse_unused(kind: str, chosen: dict[str, Any], sampling: str) -> None:
    """Refuse an option that this kind of simulation does not look at."""
    unused = {
        "predictions": {"missing"},
        "scores": {"guess", "wrong", "noise", "missing"},
        "ratings": {"noise"},
    }
    for name in chosen:
        if name in unused[kind]:
            raise InputError(f"--{name} has no use for {kind}: leave it out")
    if (kind == "ratings" and sampling != "items") or (kind == "scores" and sampling == "margins"):
        raise InputError(f"--sampling {sampling} has no use for {kind}: leave it out")


def _classes(prevalence: str | None, k: int | None, labels: list[str] | None) -> tuple[int, Any]:
    """How many classes there are, and their shares or how to find them."""
    given: Any = "random" if prevalence == "random" else None
    if prevalence not in (None, "even", "random"):
        given = shares("prevalence", prevalence)
    told = {"--k": k, "--labels": None if labels is None else len(labels)}
    told["--prevalence"] = len(given) if isinstance(given, list) else None
    said_by = {name: number for name, number in told.items() if number is not None}
    if len(set(said_by.values())) > 1:
        said = ", ".join(f"{name} {number}" for name, number in said_by.items())
        raise InputError(f"the number of classes must agree: {said}")
    classes = next(iter(said_by.values()), 2)
    if classes < 2:
        raise InputError(f"there must be two classes or more, got {classes}")
    return classes, [1 / classes] * classes if given is None else given


def _guess(text: str) -> Any:
    """Shares of labels, one number for the second of two, or a name."""
    if not any(character.isdigit() for character in text):
        return text
    return shares("guess", text)


def _form(output: str, form: Format | None) -> Format:
    """How to write, as told or by the ending of the name."""
    is_packed = output.lower().endswith(".gz")
    ended = (
        None
        if output == "-"
        else _FORMAT_BY_ENDING.get(Path(output[:-3] if is_packed else output).suffix.lower())
    )
    if form is not None and ended not in (None, form):
        raise InputError(f"--format {form} does not go with the name {output!r}: leave one of them out")
    found = form or ("csv" if output == "-" else ended)
    if found is None:
        raise InputError(
            f"{output!r} does not tell the format: end it in {', '.join(_FORMAT_BY_ENDING)}, or give --format"
        )
    if found == "parquet" and output == "-":
        raise InputError("Parquet is written to a file: give --output")
    if found == "parquet" and is_packed:
        raise InputError(f"Parquet is compressed in itself: end {output!r} in .parquet")
    return found


def _write(columns: Columns, output: str, form: Format) -> None:
    from abovechance.core.frames import to_parquet

    if form == "parquet":
        to_parquet(columns, output)
        return
    with progress("Writing items") as advance:
        parts = (_as_csv if form == "csv" else _as_json_lines)(columns, advance)
        if output == "-":
            for part in parts:
                write(part)
            return
        with writing(output) as file:
            file.writelines(parts)


def _as_csv(columns: Columns, advance: Callable[[float], None]) -> Iterator[str]:
    from abovechance.report.formats.csv import csv_text

    yield csv_text([tuple(columns)])
    for rows in _chunks(columns, advance):
        yield csv_text(rows)


def _as_json_lines(columns: Columns, advance: Callable[[float], None]) -> Iterator[str]:
    from abovechance.report.formats.json import json_line

    for rows in _chunks(columns, advance):
        yield "".join(json_line(dict(zip(columns, row, strict=True))) + "\n" for row in rows)


def _chunks(columns: Columns, advance: Callable[[float], None]) -> Iterator[list[tuple[Any, ...]]]:
    """Rows, some at a time."""
    total = len(next(iter(columns.values())))
    for start in range(0, total, _ROWS_AT_A_TIME):
        yield list(
            zip(*(values[start : start + _ROWS_AT_A_TIME] for values in columns.values()), strict=True)
        )
        advance((start + _ROWS_AT_A_TIME) / total)
