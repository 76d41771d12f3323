"""The command line: each command reads its arguments, calls the library and prints what it says."""

from __future__ import annotations

import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from abovechance.cli.exits import (
    EXIT_CODES,
    INTERRUPTED,
    PASSED,
    TERMINATED,
    UnknownOptionError,
    broken,
    refused,
)
from abovechance.cli.help import (
    COMMANDS,
    ELSEWHERE,
    HELP,
    HELP_EXAMPLES,
    STUDIES,
    STUDY,
    examples_of,
    formatter,
)
from abovechance.report.formats import PRINTED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

    from cyclopts import App, CycloptsError

_OF_FILES = frozenset({"evaluate", "test", "compare", "agree", "roc", "quantify", "judge", "deploy", "mark"})
"""Commands that take one or more files and nothing else beside options."""
_ELSEWHERE = {"serve": "abovechance.web.command:serve"}
"""Commands of rooms to the right of this one: the page asks by commands, and not the other way round."""
_PRINTED_FORMS = frozenset(one.flag for one in PRINTED)


def main(tokens: Sequence[str] | None = None) -> int:
    """Run a command; the exit codes are those of :mod:`abovechance.cli.exits`."""
    asked: list[int] = []
    try:
        with _ended_by_signal(asked):
            from abovechance.cli.output import settled_streams

            with settled_streams():
                return _run(_without_help(sys.argv[1:] if tokens is None else list(tokens)))
    except KeyboardInterrupt:
        return TERMINATED if asked else INTERRUPTED


def _without_help(tokens: list[str]) -> list[str]:
    """The same with ``help COMMAND`` written as ``COMMAND --help``."""
    return [*tokens[1:], "--help"] if tokens[:1] == ["help"] and "--help" not in tokens else tokens


def _run(tokens: list[str]) -> int:
    from cyclopts import CycloptsError

    from abovechance.cli.made import TOKENS
    from abovechance.cli.output import tell
    from abovechance.cli.spelling import in_options, warnings_in_options
    from abovechance.core.errors import AbovechanceError

    TOKENS.set(tuple(tokens))
    try:
        with warnings_in_options(tell):
            code = app()(tokens, exit_on_error=False, print_error=False, result_action="return_value")
        return code if isinstance(code, int) else PASSED
    except CycloptsError as error:
        said = _misused(error, tokens)
    except UnknownOptionError as error:
        said = _unknown_option(str(error), tokens)
    except AbovechanceError as error:
        said = in_options(error)
    except MemoryError as error:
        said = f"there is too little memory for this{f': {error}' if str(error) else ''}"
    except OSError as error:
        what = "output cannot be written" if error.filename is None else f"{error.filename!r} cannot be used"
        said = f"{what}: {error.strerror or error}"
    except Exception as error:  # noqa: BLE001 - a bug must not be taken for a failed gate
        return broken(error)
    return refused(said)


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

    from abovechance.core import __version__

    commands = App(
        name="abovechance",
        help="How much better than chance is it? Evaluate classifiers, tests and annotators.",
        version=__version__,
        help_format="plaintext",
        help_formatter=formatter(),
        help_epilogue=EXIT_CODES,
        suppress_keyboard_interrupt=False,
    )
    for name, (text, examples) in COMMANDS.items():
        commands.command(
            _ELSEWHERE.get(name, f"abovechance.cli.commands.{name}:{name}"),
            name=name,
            help=text,
            help_epilogue=_epilogue(examples),
            usage=f"Usage: abovechance {name} [OPTIONS] FILE..." if name in _OF_FILES else None,
        )
        if name == "simulate":
            commands.command(_studies())
    commands.command(_help, name="help", help=HELP, help_epilogue=_epilogue(HELP_EXAMPLES))
    return commands


def _studies() -> App:
    """The user's own study, and the ready-made ones."""
    from cyclopts import App

    studies = App(name="study", help=STUDY, help_format="plaintext", help_epilogue=EXIT_CODES)
    for name, text in STUDIES.items():
        studies.command(
            f"abovechance.cli.commands.study:{name}",
            name=name,
            help=text,
            help_epilogue=_epilogue(examples_of(name)),
        )
    return studies


def _help(*command: str) -> None:
    """Show the help of a command: :func:`_without_help` does it, and this names the argument.

    Parameters
    ----------
    command
        The name of a command, such as evaluate or study mine; all commands are listed if not given.
    """


def _epilogue(examples: str) -> str:
    return f"Examples:\n\n{examples}\n{EXIT_CODES}"


def _misused(error: CycloptsError, tokens: list[str]) -> str:
    """What is wrong with the usage, with a hint where a file was named for what is printed."""
    from cyclopts import UnusedCliTokensError

    unused = (error.unused_tokens or ["?"])[0] if isinstance(error, UnusedCliTokensError) else None
    culprit = unused or getattr(getattr(error, "token", None), "keyword", None) or ""
    option = ["", *tokens][tokens.index(culprit)] if culprit in {unused, "-"} & {*tokens} else culprit
    if option in _PRINTED_FORMS:
        return f"{option} goes to standard output and takes no file: write {option} > FILE"
    if (why := ELSEWHERE.get((tokens[0], option.partition("=")[0]))) is not None:
        return _not_here(tokens[0], option, why)
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
    if (why := ELSEWHERE.get((tokens[0], name.partition("=")[0]))) is not None:
        return _not_here(tokens[0], name, why)
    from abovechance.core.labels import nearest

    arguments = app()[tokens[0]].assemble_argument_collection()
    near = nearest(name, (known for argument in arguments if argument.parse for known in argument.names))
    return f"Unknown option: {name}.{f' Did you mean {near[0]}?' if near else ''}"


def _not_here(command: str, option: str, why: str) -> str:
    """Why an option that others share is none of this command."""
    return f"{option.partition('=')[0]} is no option of abovechance {command}: {why}"
