"""The command line: each command reads its arguments, calls the library and prints what it says."""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from abovechance.cli.exits import EXIT_CODES, INTERRUPTED, PASSED, TERMINATED, broken, refused
from abovechance.core.errors import AbovechanceError
from abovechance.core.labels import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

    from cyclopts import App, CycloptsError

EVALUATE = "Evaluate predictions in a file, or a table that is already counted."
MEASURES = "Show the catalogue of measures, or one of them in full."
TEST = "Test whether predictions are better than chance."
COMPARE = "Compare systems that judged the same items: is A better than B?"
CONCORD = "How far two groupings of the same items agree, such as classes and clusters."
ROC = "Evaluate scores: areas, thresholds, costs, and whose scores are better."
SIMULATE = "Write simulated predictions, scores or ratings that are informed with a known probability."
POWER = "How many items it takes to show that decisions are informed, or that two systems differ."
AGREE = "Say how far raters agree beyond chance, by every coefficient, and where they do not."
STUDY = "Try out by simulation what measures, tests and intervals are worth."
MINE = "Which measure to trust with your classes, prevalence and number of items, and how wide its noise is."
STUDIES = {
    "averaging": "Means over classes and folds: macro, micro and weighted.",
    "clusters": "Whether the test of items in clusters keeps its level, and one without clusters.",
    "comparisons": "How often equally informed systems are shown to differ, and what intervals cover.",
    "coverage": "Whether default intervals cover, and the default test rejects, as often as they promise.",
    "ecai2008": "Traditional and debiased measures over levels of skill (Powers 2008, Figure 2).",
    "guessing": "Size and power of tests of guessing, wherever skill sits among the classes.",
    "kappa2012": "What Kappas take for chance, and their limits (Powers 2012).",
    "measures": "All measures of the catalogue: which say what is true, and which prefer the worse system.",
    "poster2008": "Confidence bands and significance of five classes (Powers 2008, poster).",
    "significance": "Type I error and power of every test of a table: which to use when.",
}
EVALUATE_EXAMPLES = """Examples:

  abovechance evaluate predictions.csv --truth diagnosis --prediction model
  abovechance evaluate 'predictions/*.parquet' --truth y --prediction p --by site
  abovechance evaluate predictions --connect my.duckdb --truth y --prediction p
  abovechance evaluate lake.predictions --connect sc://host:15002 --by site
  abovechance evaluate matrix.csv --table --rows prediction
  abovechance evaluate predictions.csv --prevalence 0.02 --json report.json
  abovechance evaluate predictions.csv --fail-under informedness=0.3
  tail -n +1 -f predictions.csv | abovechance evaluate - --follow
"""
MEASURES_EXAMPLES = """Examples:

  abovechance measures
  abovechance measures informedness
  abovechance measures "Cohen's kappa"
  abovechance measures --kind chance-corrected --json -
"""
TEST_EXAMPLES = """Examples:

  abovechance test predictions.csv --truth diagnosis --prediction model
  abovechance test predictions.csv --per-class --adjust benjamini_hochberg
  abovechance test monday.csv tuesday.csv --by site --alternative greater
  abovechance test predictions --connect my.duckdb --truth y --prediction p
  abovechance test matrix.csv --table --method all --seed 1 --json -
"""
COMPARE_EXAMPLES = """Examples:

  abovechance compare predictions.csv --truth diagnosis \\
      --prediction logistic --prediction tree
  abovechance compare predictions.csv --prediction a --prediction b \\
      --prediction c --measure mcc --adjust benjamini_hochberg
  abovechance compare scans.csv --truth y --prediction a --prediction b \\
      --cluster patient --json comparison.json
  abovechance compare lake.answers --connect sc://host:15002 --truth y \\
      --prediction a --prediction b
"""
CONCORD_EXAMPLES = """Examples:

  abovechance concord examples/iris_clusters.csv species kmeans
  abovechance concord clusters.csv class cluster --measure ARI,AMI,moc
  abovechance concord 'clusters/*.parquet' first second --method bca --seed 1
  abovechance concord clusters.csv class cluster --json concordance.json
"""
ROC_EXAMPLES = """Examples:

  abovechance roc scores.csv --truth diagnosis --score logistic --score tree \\
      --positive malignant --plot roc.png
  abovechance roc scores.csv --truth y --score p --at-least recall=0.95
  abovechance roc scores.csv --truth y --score p --cost-positive 5 \\
      --cost-negative 1 --prevalence 0.02 --plot explore.html
  abovechance roc wine.csv --truth cultivar --score p1 --score p2 --score p3 \\
      --classes barolo,grignolino,barbera
  abovechance roc scores/ --truth y --score p --by hospital --skip-bad --json -
  abovechance roc lake.scores --connect sc://host:15002 --truth y --score p

A gate fails if no threshold of a system is within --at-least and --at-most.
"""
SIMULATE_EXAMPLES = """Examples:

  abovechance simulate --n 500 --informed 0.3 --prevalence 0.8,0.1,0.1
  abovechance simulate --k 3 --n 500 --informed 0.9,0.5,0.1 --guess rarest \\
      --labels low,middle,high --seed 1 --output predictions.parquet
  abovechance simulate --n 1000 --informed 0.5 --prevalence 0.1 --kind scores
  abovechance simulate --n 200 --informed 0.9,0.8,0.5 --kind ratings --seed 1
"""
POWER_EXAMPLES = """Examples:

  abovechance power --informedness 0.2 --prevalence 0.3
  abovechance power --informedness 0.2 --prevalence 0.3 --n 100
  abovechance power --informedness 0.3 --prevalence 0.5,0.3,0.2
  abovechance power --informedness 0.7 --difference 0.1 --power 0.9
"""
AGREE_EXAMPLES = """Examples:

  abovechance agree ratings.csv --item patient
  abovechance agree ratings.csv --rater ann --rater bob --weights quadratic
  abovechance agree long.csv --item item --rater rater --category label \\
      --categories no,maybe,yes --coefficient alpha,AC1 --method bca
  abovechance agree counts.csv --counts --item patient --json agreement.json
  abovechance agree ratings --connect my.duckdb --item patient
  abovechance agree ratings.csv --item patient --plot heat.png
"""
STUDY_EXAMPLES = """Examples:

  abovechance study {name} --quick
  abovechance study {name} --folder {name} --workers 4
  abovechance study {name} --replicates 500 --seed 1 --csv > {name}.csv
"""
MINE_EXAMPLES = """Examples:

  abovechance study mine --n 200 --prevalence 0.8,0.1,0.1 --informed 0,0.2,0.5
  abovechance study mine --n 100,1000 --prevalence 0.5,0.5 --prevalence 0.9,0.1 \\
      --informed 0.3,0.5 --guess matched --guess even --measures mcc,f1,accuracy
  abovechance study mine --classes 4 --prevalence even --n 500 --folder mine
"""
COVERAGE_EXAMPLES = """Examples:

  abovechance study coverage --quick
  abovechance study coverage --classes 3 --n 100,300 --prevalence 0.1
  abovechance study coverage --replicates 10000 --seed 1 --csv > coverage.csv
"""

_COMMANDS = {
    "evaluate": (EVALUATE, EVALUATE_EXAMPLES),
    "test": (TEST, TEST_EXAMPLES),
    "compare": (COMPARE, COMPARE_EXAMPLES),
    "concord": (CONCORD, CONCORD_EXAMPLES),
    "agree": (AGREE, AGREE_EXAMPLES),
    "roc": (ROC, ROC_EXAMPLES),
    "power": (POWER, POWER_EXAMPLES),
    "simulate": (SIMULATE, SIMULATE_EXAMPLES),
}
_OF_FILES = frozenset({"evaluate", "test", "compare", "agree", "roc"})
"""Commands that take one or more files and nothing else beside options."""
_PRINTED = frozenset({"--csv", "--safe-csv", "--markdown", "--latex"})


def main(tokens: Sequence[str] | None = None) -> int:
    """Run a command; the exit codes are those of :mod:`abovechance.cli.exits`."""
    asked: list[int] = []
    try:
        with _ended_by_signal(asked):
            return _run(sys.argv[1:] if tokens is None else list(tokens))
    except KeyboardInterrupt:
        return TERMINATED if asked else INTERRUPTED
    except Exception as error:  # noqa: BLE001 - a bug must not be taken for a failed gate
        return broken(error)


def _run(tokens: list[str]) -> int:
    from cyclopts import CycloptsError

    from abovechance.cli.output import settle_streams
    from abovechance.cli.parameters import UnknownOptionError
    from abovechance.cli.spelling import in_options, warnings_in_options

    settle_streams()
    try:
        with warnings_in_options():
            code = app()(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        return refused(_misused(error, tokens))
    except UnknownOptionError as error:
        return refused(_unknown_option(str(error), tokens))
    except AbovechanceError as error:
        return refused(in_options(error))
    except MemoryError as error:
        return refused(f"there is too little memory for this{f': {error}' if str(error) else ''}")
    except OSError as error:
        what = "output cannot be written" if error.filename is None else f"{error.filename!r} cannot be used"
        return refused(f"{what}: {error.strerror or error}")
    return code if isinstance(code, int) else PASSED


@contextmanager
def _ended_by_signal(asked: list[int]) -> Iterator[None]:
    """Take the wish that the process should end as an interruption, so that nothing is left behind."""

    def end(number: int, _: FrameType | None) -> None:
        asked.append(number)
        raise KeyboardInterrupt

    here = threading.current_thread() is threading.main_thread()
    if not here or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def app() -> App:
    """The commands; each is imported when it is run."""
    from cyclopts import App

    from abovechance.core.version import __version__

    commands = App(
        name="abovechance",
        help="How much better than chance is it? Evaluate classifiers, tests and annotators.",
        version=__version__,
        help_format="plaintext",
        help_epilogue=EXIT_CODES,
        suppress_keyboard_interrupt=False,
    )
    for name, (text, examples) in _COMMANDS.items():
        commands.command(
            f"abovechance.cli.commands.{name}:{name}",
            name=name,
            help=text,
            help_epilogue=_epilogue(examples),
            usage=f"Usage: abovechance {name} [OPTIONS] FILE..." if name in _OF_FILES else None,
        )
    commands.command(_studies())
    commands.command(
        "abovechance.cli.commands.measures:measures",
        name="measures",
        help=MEASURES,
        help_epilogue=_epilogue(MEASURES_EXAMPLES),
    )
    return commands


def _studies() -> App:
    """The user's own study, and the ready-made ones."""
    from cyclopts import App

    studies = App(name="study", help=STUDY, help_format="plaintext", help_epilogue=EXIT_CODES)
    studies.command(
        "abovechance.cli.commands.study:mine", name="mine", help=MINE, help_epilogue=_epilogue(MINE_EXAMPLES)
    )
    for name, text in STUDIES.items():
        examples = COVERAGE_EXAMPLES if name == "coverage" else STUDY_EXAMPLES.format(name=name)
        studies.command(
            f"abovechance.cli.commands.study:{name}", name=name, help=text, help_epilogue=_epilogue(examples)
        )
    return studies


def _epilogue(examples: str) -> str:
    return f"{examples}\n{EXIT_CODES}"


def _misused(error: CycloptsError, tokens: list[str]) -> str:
    """What is wrong with the usage, with a hint where a file was named for what is printed."""
    from cyclopts import UnusedCliTokensError

    unused = (error.unused_tokens or ["?"])[0] if isinstance(error, UnusedCliTokensError) else None
    culprit = unused or getattr(getattr(error, "token", None), "keyword", None) or ""
    option = ["", *tokens][tokens.index(culprit)] if culprit in {unused, "-"} & {*tokens} else culprit
    if option in _PRINTED:
        return f"{option} goes to standard output and takes no file: write {option} > FILE"
    if unused is not None and tokens[0] == "concord":
        return (
            f"unexpected argument {unused!r}: concord takes one FILE and two columns; for several files "
            "quote a pattern, such as 'clusters/*.csv', or name their directory"
        )
    return str(error) if unused is None else f"unexpected argument {unused!r}"


def _unknown_option(name: str, tokens: list[str]) -> str:
    """Why an option is none, with a hint at one of the command whose name is nearly this."""
    if "--" in tokens and name in tokens[tokens.index("--") :]:
        return f"{name} after -- is taken for a file, and there is none of that name: put options before --"
    arguments = app()[tokens[0]].assemble_argument_collection()
    near = nearest(name, (known for argument in arguments for known in argument.names))
    return f"Unknown option: {name}.{f' Did you mean {near[0]}?' if near else ''}"
