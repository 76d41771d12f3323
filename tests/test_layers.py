"""Data flows one way: a module imports only from its own layer and those to its left."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "abovechance"
LAYERS = [
    {"errors", "labels", "checks", "reweighting", "quantities", "tracing", "ordering", "frames"},
    {"tables"},
    {"counting"},
    {"measures", "undefined", "bands", "sklearn", "accumulate"},
    {"inference"},
    {"curves", "raters", "clusterings"},
    {"simulation", "evaluation"},
    {"report", "plots"},
    {"cli", "__main__"},
]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}


def imported(path):
    """The parts of the package that a module imports when it is loaded; late imports do not count."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("abovechance"):
            parts = node.module.split(".")
            yield from [parts[1]] if len(parts) > 1 else (alias.name for alias in node.names)


MODULES = sorted(set(SOURCE.rglob("*.py")) - {SOURCE / "__init__.py"})


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_point_to_the_left(path):
    part = path.relative_to(SOURCE).with_suffix("").parts[0]
    late = [name for name in imported(path) if RANK[name] > RANK[part]]
    assert not late, f"{part} must not know {late}"
