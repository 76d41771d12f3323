"""``abovechance compare``: is A better than B? Several columns of predictions in one file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from abovechance.cli.exits import gate_code
from abovechance.cli.input import About, guessed_class, overheard, positive_hint
from abovechance.cli.output import progress
from abovechance.cli.parameters import (
    CELLS,
    FILE,
    GATE_FLAG,
    HERE,
    METHOD,
    SEED,
    SYSTEMS,
    Items,
    Systems,
    Where,
    Written,
)
from abovechance.cli.pictures import DRAWN, Drawn
from abovechance.cli.values import values_of
from abovechance.core.errors import InputError
from abovechance.core.labels import natural_order
from abovechance.core.text import listed, named

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.cli.input import Place
    from abovechance.core.labels import Label
    from abovechance.inference.comparisons.joint import Joint
    from abovechance.intake.files.readers.combinations import Answers
    from abovechance.intake.files.reading import Progress


def compare(
    file: Annotated[list[str], FILE],
    /,
    *,
    items: Systems = SYSTEMS,
    at: Where = HERE,
    cells: Written = CELLS,
    measure: Annotated[list[str] | None, METHOD] = None,
    method: Annotated[str, METHOD] = "auto",
    test: Annotated[str, METHOD] = "auto",
    level: Annotated[float, METHOD] = 0.95,
    adjust: Annotated[str, METHOD] = "holm",
    margin: Annotated[float | None, METHOD] = None,
    baseline: Annotated[str | None, METHOD] = None,
    seed: Annotated[int, SEED] = 0,
    output: Drawn = DRAWN,
    fail_unless_noninferior: Annotated[bool, GATE_FLAG] = False,
) -> int:
    """Compare systems that judged the same items.

    Parameters
    ----------
    file
        Files of CSV, TSV, JSON, JSON lines, Excel, Parquet or Arrow, plain or compressed; patterns and
        directories of them; or - for standard input.
    measure
        The measure to compare by, informedness if not given; several are columns of --latex and --markdown.
    method
        Method of the intervals of differences, such as tango, newcombe, bonett_price, delta or bca.
    test
        Test that gives the p-values, such as mcnemar_exact, mid_p, swap or delta.
    level
        Confidence level of the intervals; a difference with an adjusted p-value below 1 - level counts as
        shown.
    adjust
        How p-values are adjusted for their number: holm, hochberg, hommel, bonferroni, benjamini_hochberg,
        benjamini_yekutieli or none.
    margin
        The largest difference that does not matter: say which systems are not worse by more, or equivalent.
    baseline
        The system that the others are compared with by the margin; for the gate, the last one if not given.
    seed
        Seed of the random samples and exchanges of answers.
    fail_unless_noninferior
        Exit with 1 unless each system is shown not to be worse than the baseline by more than the margin.
    """
    from abovechance.evaluation.gates import judge_margins
    from abovechance.inference.comparisons.compare import compare_joint
    from abovechance.inference.comparisons.paired import method_name, test_name
    from abovechance.inference.significance.multiplicity import method_name as adjustment_name
    from abovechance.measures.registry import measure as measure_called
    from abovechance.report.build import build

    where = at.of(file)
    output.check(where)
    adjustment = None if adjust == "none" else adjustment_name(adjust)
    measures = [measure_called(name).key for name in values_of(measure) or ["informedness"]]
    method, test = method_name(method), test_name(test)  # refused before the file is read
    where, items = items.joined(where, cells)
    if len(items.systems) < 2:
        advice = (
            "name the column of each with --prediction" if items.id is None else "add the file of another"
        )
        raise InputError(f"a comparison needs two systems: {advice}")
    if baseline is not None and baseline.endswith((".json", ".json.gz")) and baseline not in items.systems:
        raise InputError(
            "--baseline names a system here: hold one system against a saved document with "
            f"'abovechance evaluate FILE --baseline {baseline}'"
        )
    if fail_unless_noninferior and margin is None:
        raise InputError("--fail-unless-noninferior needs a --margin, such as --margin 0.05")
    if fail_unless_noninferior and baseline is None:
        baseline = items.systems[-1]
    with progress(f"Counting {where.name}") as advance, overheard() as heard:
        read = _read(where, items, cells, advance)
        joint, groups = _joint(read, items, cells)
    compared = compare_joint(
        joint,
        measures[0],
        measures=measures if len(measures) > 1 else (),
        groups=groups,
        adjust=adjustment,
        method=method,
        test=test,
        level=level,
        margin=margin,
        baseline=baseline,
        seed=seed,
    )
    margins = compared.margins if fail_unless_noninferior else None
    gates = [] if margins is None or baseline is None else judge_margins(margins, baseline)
    found = " (found; see --truth)" if read.found else ""
    about = About.of(
        where,
        read,
        f"truth {named(read.truth[0])}{found}, predictions {listed(read.systems, most=10)}",
        items,
        warnings=[
            *heard,
            *guessed_class(joint.positive, guessed=joint.positive_guessed),
        ],
        lines=[]
        if read.clusters is None
        else [f"Items belong together in {len(set(read.clusters))} clusters, column {named(items.cluster)}."],
        truth=read.truth[0],
        predictions=list(read.systems),
        by=list(items.groups),
        cluster=None,
        left_out=read.left_out,
    )
    about = replace(about, hint=positive_hint(joint.positive, items.positive))
    output.draw(compared)
    output.put(build(compared, gates, about.hint), about, seed=seed)
    return gate_code(gates)


def _read(where: Place, items: Items, cells: Written, progress: Progress) -> Answers:
    from abovechance.intake.files.readers.combinations import read_answers
    from abovechance.intake.files.reading import Reading

    # Items of one pattern that weigh differently are patterns of their own.
    by = (*items.groups, *(() if items.weight is None else (items.weight,)))
    return read_answers(
        where.input, items.truth, items.systems,
        Reading(cells.codes, cells.text, progress, where.skip_bad),
        cluster=items.cluster, weight=items.weight, count=items.count, by=by, threshold=items.threshold,
        labels=items.classes, positive=items.positive,
    )  # fmt: skip


def _joint(read: Answers, items: Items, cells: Written) -> tuple[Joint, dict[Label, Joint]]:
    """The patterns of all items, and of each group of them."""
    import numpy as np

    from abovechance.inference.comparisons.joint import Joint

    columns: dict[str, Any] = {"counts": read.counts, "clusters": read.clusters, "weights": None}
    if items.weight is not None:
        columns["weights"] = [float(cells.text.number(text)) for text in read.groups[items.weight]]

    def joint(rows: NDArray[np.intp] | slice) -> Joint:
        chosen: dict[str, Any] = {
            name: None if x is None else np.asarray(x)[rows] for name, x in columns.items()
        }
        systems = {name: np.array(answers, dtype=object)[rows] for name, answers in read.systems.items()}
        truth = np.array(read.truth[1], dtype=object)[rows]
        return Joint.from_labels(truth, systems, labels=read.classes, positive=items.positive, **chosen)

    columns_of_groups = [read.groups[name] for name in items.groups]
    ranks = [{x: i for i, x in enumerate(natural_order(set(column)))} for column in columns_of_groups]
    places: dict[tuple[str, ...], list[int]] = {}
    for i, group in enumerate(zip(*columns_of_groups, strict=True)):
        places.setdefault(group, []).append(i)
    order = sorted(places, key=lambda group: [rank[x] for rank, x in zip(ranks, group, strict=True)])
    return joint(slice(None)), {group: joint(np.array(places[group])) for group in order}
