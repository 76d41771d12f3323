"""Data flows one way: a module imports only from its own room and those to its left, late or for types alike."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "abovechance"
ROOMS = [
    {"core"},
    {"intake"},
    {"tables"},
    {"measures"},
    {"inference"},
    {"curves", "raters", "clusterings"},
    {"sklearn"},
    {"simulation"},
    {"solve"},
    {"evaluation"},
    {"pictures"},
    {"report"},
    {"plots"},
    {"studies"},
    {"cli"},
    {"web"},
    {"__main__"},
]
RANK = {name: rank for rank, names in enumerate(ROOMS) for name in names}
MODULES = sorted(set(SOURCE.rglob("*.py")) - {SOURCE / "__init__.py"})


def module_of(path):
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {module_of(path) for path in MODULES} | {"abovechance"}


def imported(tree):
    """The modules of the package that a module imports: at the top, late, or for its types only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "abovechance")
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "abovechance":
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in NAMES else node.module


def room_of(module):
    return module.split(".")[1] if "." in module else "the whole package"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_imports_point_to_the_left(path):
    room = room_of(module_of(path))
    known = {room_of(module) for module in imported(ast.parse(path.read_text(encoding="utf-8")))}
    late = {name for name in known if name not in RANK or RANK[name] > RANK[room] or name in beside(room)}
    assert not late, f"{room} must not know {late}"


def beside(room):
    """Rooms of the same rank, which do not know each other."""
    return ROOMS[RANK[room]] - {room}


def test_no_modules_know_each_other_in_a_circle():
    trees = {module_of(path): ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}
    known = {name: set(imported(tree)) - {name} for name, tree in trees.items()}
    TopologicalSorter(known).prepare()


def test_every_room_has_a_place():
    rooms = {p.name for p in SOURCE.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert rooms | {"__main__"} == set(RANK)
