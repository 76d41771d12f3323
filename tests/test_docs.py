"""The generated pages say what the registry says."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
_SPEC = importlib.util.spec_from_file_location("make_docs", ROOT / "tools" / "make_docs.py")
make_docs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(make_docs)


@pytest.mark.parametrize("name", make_docs.PAGES)
def test_generated_pages_are_current(name):
    written = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert written == make_docs.PAGES[name](), f"docs/{name} is out of date: run make docs"


def test_there_is_a_schema_for_each_kind_and_no_other():
    there = {f"schemas/{path.name}" for path in (ROOT / "docs" / "schemas").iterdir()}
    assert there == {name for name in make_docs.PAGES if name.startswith("schemas/")}
