"""Break modules in small ways, one at a time, and print which breaks no test notices.

``python tools/mutate.py src/abovechance/core/contingency.py --most 40 --seed 1`` draws forty mutants of the
module, turned comparisons, exchanged operators, moved limits and removed guards, and runs on each the tests
that concern it: those of the file of the same name, or else of its folder. Everything happens in a copy.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import shutil
import subprocess
import sys
import tempfile
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
SOURCE, TESTS = ROOT / "src" / "abovechance", ROOT / "tests"
_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_WRAPPERS = {"max": 0, "min": 0, "maximum": 0, "minimum": 0, "where": 1, "clip": 0}
"""Functions that guard a value, and which of their arguments is the value."""
_NOTHING_FOUND = 5
Node = TypeVar("Node", bound=ast.AST)


@dataclass(frozen=True)
class Mutant:
    """A module with one thing changed.

    Attributes
    ----------
    file, line
        Where.
    before, after
        The whole text, as the syntax tree says it.
    """

    file: Path
    line: int
    before: str
    after: str

    @property
    def change(self) -> str:
        """The lines that differ."""
        lines = difflib.unified_diff(self.before.splitlines(), self.after.splitlines(), lineterm="", n=0)
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


# Mutants ----------------------------------------------------------------------------------------


def mutants(file: Path) -> list[Mutant]:
    """All mutants of a module."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    before, found = ast.unparse(tree), []
    skipped = _annotations(tree)
    nodes = list(ast.walk(tree))
    for place, node in enumerate(nodes):
        if id(node) in skipped:
            continue
        for i in range(len(list(_changed(deepcopy(node))))):
            copy = deepcopy(tree)
            wanted = list(ast.walk(copy))[place]
            new = list(_changed(wanted))[i]
            after = ast.unparse(ast.fix_missing_locations(_Replace(wanted, new).visit(copy)))
            if after != before:
                found.append(Mutant(file, getattr(node, "lineno", 0), before, after))
    return found


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self._new if node is self._old else super().visit(node)


def _annotations(tree: ast.Module) -> set[int]:
    """What only types and texts are made of: changes there change no behaviour."""
    found: set[int] = set()
    for node in ast.walk(tree):
        parts = [getattr(node, name, None) for name in ("annotation", "returns")]
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            parts.append(node)
        if isinstance(node, ast.JoinedStr):
            parts.append(node)
        found.update(id(inner) for part in parts if part is not None for inner in ast.walk(part))
    return found


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    """The node, changed in each way that there is; at most one of them may be used."""
    if isinstance(node, ast.If):
        if isinstance(node.body[-1], ast.Raise | ast.Return | ast.Continue):
            yield _with(node, test=ast.Constant(value=False))
    elif isinstance(node, ast.Call):
        guarded = _WRAPPERS.get(getattr(node.func, "attr", getattr(node.func, "id", "")))
        if guarded is not None and len(node.args) > max(guarded, 1):
            yield node.args[guarded]
    elif isinstance(node, ast.Constant):
        yield from (_with(node, value=new) for new in _others(node.value))
    else:
        yield from _turned(node)


def _others(value: object) -> list[object]:
    """Other numbers in place of this one."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int | float):
        return list(dict.fromkeys(new for new in (value + 1, value * 2) if new != value))
    return []


def _turned(node: ast.AST) -> Iterator[ast.AST]:
    """The node with another operator, or without one."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for new in _COMPARISONS.get(type(node.ops[0]), ()):
            yield _with(node, ops=[new()])
    elif isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        yield _with(node, op=_OPERATORS[type(node.op)]())
    elif isinstance(node, ast.BoolOp):
        yield from (_fewer(node, i) for i in range(len(node.values)))
    elif isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.UAdd):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield from (node.body, node.orelse)


def _with(node: Node, **fields: object) -> Node:
    new = deepcopy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _fewer(node: ast.BoolOp, left_out: int) -> ast.expr:
    values = [value for i, value in enumerate(node.values) if i != left_out]
    return values[0] if len(values) == 1 else _with(node, values=values)


# Tests ------------------------------------------------------------------------------------------


def tests_of(file: Path) -> list[Path]:
    """The tests of a module: the file of its name, and all of its folder if there is none."""
    place = file.resolve().relative_to(SOURCE)
    folder = TESTS / place.parent
    named = [
        path
        for path in TESTS.rglob(f"test_{place.stem}.py")
        if folder in path.parents or path.parent == TESTS
    ]
    while not named and not any(folder.glob("test_*.py")):
        folder = folder.parent
    return named or sorted(folder.glob("test_*.py"))


def survives(mutant: Mutant | None, folder: Path, tests: list[Path], seconds: float) -> bool:
    """Whether the tests pass on a copy of the sources that has the mutant in it."""
    copied = None
    if mutant is not None:
        copied = folder / mutant.file.resolve().relative_to(ROOT / "src")
        original = copied.read_text(encoding="utf-8")
        copied.write_text(mutant.after, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *map(str, tests)]
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    finally:
        if copied is not None:
            copied.write_text(original, encoding="utf-8")
    if done.returncode == _NOTHING_FOUND:
        sys.exit(f"there is no test among {', '.join(map(str, tests))}")
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("modules", nargs="+", type=Path)
    parser.add_argument("--tests", nargs="+", type=Path, help="instead of those that concern the module")
    parser.add_argument("--most", type=int, default=30, help="mutants of each module")
    parser.add_argument("--seconds", type=float, default=300, help="a mutant that takes longer is caught")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    left = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(SOURCE, Path(folder) / "abovechance", ignore=shutil.ignore_patterns("__pycache__"))
        for file in given.modules:
            tests = given.tests or tests_of(file)
            if not survives(None, Path(folder), tests, given.seconds):
                sys.exit(f"the tests of {file} fail without a mutant")
            every = mutants(file)
            chosen = np.random.default_rng(given.seed).permutation(len(every))[: given.most]
            for mutant in (every[i] for i in sorted(chosen)):
                tried += 1
                if survives(mutant, Path(folder), tests, given.seconds):
                    left += 1
                    print(f"\n{mutant.file}:{mutant.line} survives\n{mutant.change}", flush=True)
    print(f"\n{tried - left} of {tried} mutants were caught ({1 - left / max(tried, 1):.0%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
