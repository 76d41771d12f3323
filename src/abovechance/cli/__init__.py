"""The command line: each command reads its arguments, calls the library and prints what it says."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from abovechance.errors import AbovechanceError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cyclopts import App

EVALUATE = "Evaluate predictions in a file, or a table that is already counted."
MEASURES = "Show the catalogue of measures, or one of them in full."
EVALUATE_EXAMPLES = """Examples:

  abovechance evaluate predictions.csv --truth diagnosis --prediction model
  abovechance evaluate predictions.parquet --truth y --prediction p --by site
  abovechance evaluate matrix.csv --table --rows prediction
  abovechance evaluate predictions.csv --prevalence 0.02 --json report.json
  abovechance evaluate predictions.csv --fail-under informedness=0.3

The exit code is 0; 1 if a gate failed; 2 for bad usage or input; 3 if a gated
measure is undefined.
"""
MEASURES_EXAMPLES = """Examples:

  abovechance measures
  abovechance measures informedness
  abovechance measures "Cohen's kappa"
  abovechance measures --kind chance-corrected --json -
"""

PASSED, FAILED, MISUSED, UNDEFINED, INTERRUPTED = 0, 1, 2, 3, 130


def main(tokens: Sequence[str] | None = None) -> int:
    """Run a command; the exit code is 0, 1 for a failed gate, 2 for bad input, 3 for an undefined gate."""
    from cyclopts import CycloptsError, UnusedCliTokensError

    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = app()(tokens, exit_on_error=False, print_error=False, result_action="return_value")
    except UnusedCliTokensError as error:
        return _refuse(f"unexpected argument {(error.unused_tokens or ['?'])[0]!r}")
    except (AbovechanceError, CycloptsError) as error:
        return _refuse(str(error))
    except OSError as error:
        return _refuse(f"output cannot be written: {error.strerror or error}")
    except KeyboardInterrupt:
        return INTERRUPTED
    return code if isinstance(code, int) else PASSED


def app() -> App:
    """The commands; each is imported when it is run."""
    from cyclopts import App

    import abovechance

    commands = App(
        name="abovechance",
        help="How much better than chance is it? Evaluate classifiers, tests and annotators.",
        version=abovechance.__version__,
        help_format="plaintext",
        suppress_keyboard_interrupt=False,
    )
    commands.command(
        "abovechance.cli.evaluate:evaluate", name="evaluate", help=EVALUATE, help_epilogue=EVALUATE_EXAMPLES
    )
    commands.command(
        "abovechance.cli.catalogue:measures", name="measures", help=MEASURES, help_epilogue=MEASURES_EXAMPLES
    )
    return commands


def _refuse(message: str) -> int:
    """One line on standard error; what it quotes from the input cannot act on the terminal."""
    from abovechance.report.words import shown

    line = " ".join(message.split())
    print(f"abovechance: {shown(line, longest=2000)}", file=sys.stderr)  # noqa: T201
    return MISUSED
