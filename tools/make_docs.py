"""Write the generated pages of ``docs/``: the catalogue, the peers' names, the papers, JSON schemas."""

from __future__ import annotations

import json
import tomllib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import abovechance as ac
from abovechance.measures.bookmaker_script import MEASURES as SCRIPT_MEASURES
from abovechance.measures.peers import names_elsewhere
from abovechance.measures.references import references
from abovechance.report.schema import schema, schemas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DOCS = Path(__file__).parent.parent / "docs"
SHORT = ("Measure of", "Range", "Chance level", "Best", "Dual", "Inverse", "Unchanged by", "Parameters")
SHOWN = "The value shown is that of the first table of Powers 2007 (TP 30, FP 12, FN 30, TN 28)."
EVIDENCE = """How far each can be trusted was tried out: [which measure can be trusted](studies/measures.md)
ranks them by how often they prefer the worse of two predictors, and shows what prevalence and guesses do."""
FOUND = """Every name below finds its measure: `ac.measure("BM")`, or `ac.measure("pycm:BM")` where a
plain name means different things to different software. Names that can be written in Python are functions
too: `ac.BM`, or `ac.pycm_BM` where PyCM means something else. `class_informedness` and its like are measures
of the whole table, taken of each class against the rest: they are found by name, the catalogue has the
measure.
Generated from `src/abovechance/measures/peers/`."""


def entry(m: ac.Measure) -> list[str]:
    """A measure with its formula, then its facts in one line, then what there is to say of it."""
    facts = m.facts()
    short = "; ".join(f"{name.lower()} {facts[name]}" for name in SHORT if name in facts)
    lines = [f"### `{m.key}` {m.title}", "", m.meaning, "", f"$${m.formula}$$", "", f"*{short}.*"]
    lines += [f"*First table of Powers 2007: {facts['Example'].rpartition(' ')[2]}.*", ""]
    for name in ("Advice", "Also called", "For two classes", "Source"):
        if name in facts:
            lines += [facts[name] if name == "Advice" else f"{name}: {facts[name]}.", ""]
    return lines


def catalogue() -> str:
    """Every measure with its formula and facts, by family."""
    lines = [
        "# Catalogue of measures",
        "",
        f"All {len(ac.measures())} measures, generated from their declarations. {SHOWN}",
        "",
        EVIDENCE,
        "",
    ]
    for family in dict.fromkeys(m.family for m in ac.measures()):
        lines += [f"## {family.capitalize()}", ""]
        for m in ac.measures(family=family):
            lines += entry(m)
    lines += ["## References", ""]
    lines += [f"- **{key}**: {text}" for key, text in sorted(references().items())]
    return "\n".join(lines) + "\n"


def correspondence() -> str:
    """For each software, its names and ours."""
    lines = [
        "# What other software calls it",
        "",
        FOUND,
        "",
    ]
    for peer, names in names_elsewhere().items():
        lines += [f"## {peer}", "", "| name there | measure here |", "|---|---|"]
        lines += [f"| {name.replace('|', chr(92) + '|')} | `{key}` |" for name, key in names.items()]
        lines.append("")
    return "\n".join(lines)


PAPERS = """Every numbered equation, table and figure of the four papers by D. M. W. Powers, and every field
of their script, with what computes it here and the test that says so. Where a number is misprinted,
[errata](errata.md) has the correction, under the name given. Generated from `docs/papers.toml`; a test fails
if a number, a name or a test is missing."""
SCRIPT_TEST = "tests/measures/test_bookmaker.py::test_every_field_is_what_the_script_defines"


def declared_papers() -> dict[str, Any]:
    """What ``docs/papers.toml`` declares."""
    return tomllib.loads((DOCS / "papers.toml").read_text(encoding="utf-8"))


def test_named(name: str, tests: dict[str, str]) -> str:
    """The path and name of a test; one without a path is a test of the papers."""
    found = tests.get(name, name)
    return found if "::" in found else f"tests/test_papers.py::{found}"


def papers() -> str:
    """Every number of the papers with its functions, tests and erratum, and every field of the script."""
    found = declared_papers()
    lines = ["# The papers, number by number", "", PAPERS, ""]
    for paper in found["paper"]:
        lines += [
            f"## {paper['title']}",
            "",
            "| number | what | here | test | erratum |",
            "|---|---|---|---|---|",
        ]
        for number, what, calls, tests, erratum in paper["entries"]:
            here = ", ".join(f"`{call}`" for call in calls)
            shown = ", ".join(
                f"`{test_named(test, found['tests']).removeprefix('tests/')}`" for test in tests
            )
            lines.append(f"| {number} | {what} | {here} | {shown} | {erratum} |")
        lines.append("")
    return "\n".join([*lines, *script_fields()])


def script_fields() -> list[str]:
    """The fields of the script with the measures that they are, and what to know of them."""
    fields = ac.bookmaker_script(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28))
    lines = [
        "## The script bookmaker.m", "",
        f"`ac.bookmaker_script(t)[field]`, tested by `{SCRIPT_TEST.removeprefix('tests/')}`.", "",
        "| field | measure here | caution |", "|---|---|---|",
    ]  # fmt: skip
    for name in fields:
        key = SCRIPT_MEASURES.get(name)
        lines.append(f"| `{name}` | {f'`{key}`' if key else ''} | {fields.cautions.get(name, '')} |")
    return [*lines, ""]


BEGIN, END = "<!-- generated by tools/make_docs.py -->", "<!-- end -->"
INFINITE = {"enum": ["Infinity", "-Infinity"]}
"""What may stand for a number, which the page says once."""
TYPES = {
    "string": "text",
    "number": "number",
    "integer": "whole number",
    "boolean": "true or false",
    "null": "null",
    "object": "object",
}


def json_page() -> str:
    """The page on JSON: what is written by hand, and between the marks the members of every document."""
    before, _, rest = (DOCS / "json.md").read_text(encoding="utf-8").partition(BEGIN)
    lines = [line for kind, found in schemas().items() for line in members(kind, found)]
    return "\n".join([f"{before}{BEGIN}", "", *lines, END]) + rest.partition(END)[2]


def members(kind: str, found: dict[str, Any]) -> list[str]:
    """The members of the documents of one kind."""
    title = f"## `{found['$id']}`"
    about = f"{found['description']} Schema: [`{kind}.json`](schemas/{kind}.json)."
    table = ["| member | type | what it holds |", "|---|---|---|"]
    table += [f"| `{name}` | {of} | {meaning} |" for name, of, meaning in entries(found)]
    return [title, "", about, "", *table, ""]


def entries(found: dict[str, Any], before: str = "") -> Iterator[tuple[str, str, str]]:
    """Each member with its type and meaning, followed by the members of the objects that it holds."""
    for name, of in found["properties"].items():
        yield before + name, kind_of(of), of.get("description", "")
        inner, mark = of, ""
        while "properties" not in inner and ("items" in inner or "oneOf" in inner):
            mark += "[]" if "items" in inner else ""
            inner = inner["items"] if "items" in inner else inner["oneOf"][-1]
        if "properties" in inner:
            yield from entries(inner, f"{before}{name}{mark}.")


def kind_of(found: dict[str, Any]) -> str:
    """The type of a member in words."""
    if "enum" in found:
        return ", ".join(f"`{json.dumps(value)}`" for value in found["enum"])
    several = found.get("anyOf") or found.get("oneOf")
    if several:
        return " or ".join(dict.fromkeys(kind_of(of) for of in several if of != INFINITE))
    if found.get("type") == "array":
        return f"list of {kind_of(found['items'])}"
    return TYPES[found["type"]] if "type" in found else "any"


def schema_page(kind: str) -> str:
    """The JSON schema of the documents of a kind."""
    return json.dumps(schema(kind), indent=1, ensure_ascii=False) + "\n"


PAGES: dict[str, Callable[[], str]] = {
    "catalogue.md": catalogue,
    "correspondence.md": correspondence,
    "json.md": json_page,
    "papers.md": papers,
    **{f"schemas/{kind}.json": partial(schema_page, kind) for kind in schemas()},
}


def main() -> None:
    (DOCS / "schemas").mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
