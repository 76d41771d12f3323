"""Write ``src/abovechance/__init__.pyi``: every public name and measure, for editors and type checkers."""

from __future__ import annotations

from inspect import formatannotation, ismodule, signature
from pathlib import Path

import abovechance as ac
from abovechance.measures.registry import attributes

STUB = Path(__file__).parent.parent / "src" / "abovechance" / "__init__.pyi"
HEAD = '''"""The public names and the measures. Written by tools/make_stub.py, which `make docs` runs."""

from collections.abc import Callable
from typing import Any, TypeAlias

from numpy import float64
from numpy.typing import ArrayLike, NDArray

'''
DECORATOR = """
__version__: str

_Value: TypeAlias = float | NDArray[float64]

def _measure(function: Callable[..., _Value]) -> Measure: ...

"""


def imported(name: str) -> str:
    """The import of a public name from the module that defines it."""
    found = getattr(ac, name)
    module = "." if ismodule(found) else found.__module__.removeprefix(ac.__name__)
    return f"from {module} import {name} as {name}\n"


def defined(m: ac.Measure) -> str:
    """A measure as a function with its one sentence; the decorator makes it a ``Measure``."""
    formula = list(signature(m.function).parameters.values())[1:]
    own = ", ".join(f"{p.name}: {typed(p.annotation)} = ..." for p in formula)
    return (
        f"@_measure\ndef {m.key}(tables: Tables | ArrayLike, prediction: ArrayLike | None = None, "
        f"{f'*, {own}, ' if own else ''}**options: Any) -> _Value:\n"
        f'    """{m.title}. {m.meaning}"""\n\n'
    )


def typed(annotation: object) -> str:
    return formatannotation(annotation).removeprefix("typing.").strip("'")


def alias(name: str, key: str) -> str:
    """Another name; one that holds for two classes only says so."""
    alone = {normal(x) for x in ac.measure(key).two_class_aliases}
    return f"{name} = {key}{'  # for two classes' if normal(name) in alone else ''}\n"


def normal(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def stub() -> str:
    """The whole file."""
    names = {name: keys[0] for name, keys in attributes().items() if len(keys) == 1}
    measures = [ac.measure(key) for name, key in names.items() if name == key]
    aliases = sorted((name, key) for name, key in names.items() if name != key)
    return "".join(
        [
            HEAD,
            *sorted(imported(name) for name in ac.__all__),
            "\n__all__ = [\n" + "".join(f'    "{name}",\n' for name in ac.__all__) + "]",
            DECORATOR,
            *(defined(m) for m in measures),
            *(alias(name, key) for name, key in aliases),
        ]
    )


def main() -> None:
    STUB.write_text(stub(), encoding="utf-8")


if __name__ == "__main__":
    main()
