"""How the command line spells the arguments of the library: as its options."""

from __future__ import annotations

import shlex
import warnings
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import InputError, InputWarning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from abovechance.core.errors import AbovechanceError, Argument

_OPTIONS = {  # arguments whose options have another name; the others have their own
    "measures": "measure",
    "weights": "weight",
    "counts": "count",
    "counted": "counts",
    "clusters": "cluster",
    "scores": "score",
    "data": "FILE",
    "answers": "answer",
    "error": "truth_error",
    "agreement": "truth_agreement",
}


def option(argument: Argument) -> str:
    """The option that stands for an argument, with its value.

    >>> from abovechance.core.errors import Argument
    >>> option(Argument("on_missing", "drop")), option(Argument("weights")), option(Argument("header", False))
    ('--on-missing drop', '--weight', '--no-header')
    >>> option(Argument("weights", "interval"))  # the kind of weights of ratings
    '--weights interval'
    """
    if argument.name == "several_columns":
        return "one column is wanted here: name several one by one, and compare several systems; "
    if argument.name == "column_with_comma":
        return f"""quote a name with a comma, as in '"{argument.value.replace('"', '""')}"'; """
    is_kind = argument.name == "weights" and argument.value is not None
    name = argument.name if is_kind else _OPTIONS.get(argument.name, argument.name)
    if name.isupper():
        return name
    spelled = f"--{name.replace('_', '-')}"
    if argument.value is None or argument.value is True:
        return spelled
    if argument.value is False:
        return f"--no-{name.replace('_', '-')}"
    values = argument.value if isinstance(argument.value, list | tuple) else [argument.value]
    return f"{spelled} {shlex.quote(','.join(map(str, values)))}"


def in_options(error: AbovechanceError | InputWarning) -> str:
    """What an error or a warning says, with options in the place of arguments."""
    return error.spelled(option) if isinstance(error, InputError | InputWarning) else str(error)


@contextmanager
def warnings_in_options(hear: Callable[[str], None]) -> Iterator[None]:
    """Let somebody hear what the library warns of, each once, with options in the place of arguments."""
    said: set[str] = set()

    def show(message: Warning | str, *others: Any) -> None:
        text = in_options(message) if isinstance(message, InputWarning) else None
        if text is None:
            usual(message, *others)
        elif text not in said:
            said.add(text)
            hear(text)

    with warnings.catch_warnings():
        warnings.simplefilter("always", InputWarning)
        usual, warnings.showwarning = warnings.showwarning, show  # type: ignore[assignment]
        yield
