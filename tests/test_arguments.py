"""The library speaks of arguments: options are the words of the command line, and of reports that it prints."""

import ast
import re
from pathlib import Path

import abovechance

SOURCE = Path(abovechance.__file__).parent
OF_COMMANDS = ("cli", "report", "studies", "web")  # the page shows the command that says the same
OPTION = re.compile(r"(^|[\s(])--[a-z]")


def test_no_text_outside_the_command_line_names_an_option():
    found = []
    for file in sorted(SOURCE.rglob("*.py")):
        if file.relative_to(SOURCE).parts[0] in OF_COMMANDS:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        parts = [x for x in ast.walk(tree) if isinstance(x, ast.Module | ast.ClassDef | ast.FunctionDef)]
        remarks = {ast.get_docstring(part, clean=False) for part in parts}
        texts = [x.value for x in ast.walk(tree) if isinstance(x, ast.Constant) and isinstance(x.value, str)]
        found += [f"{file.name}: {text}" for text in texts if OPTION.search(text) and text not in remarks]
    assert found == []
