"""Write the generated pages of ``docs/`` from the registry: the catalogue and the peers' names."""

from __future__ import annotations

from pathlib import Path

import abovechance as ac
from abovechance.measures.peers import names_elsewhere
from abovechance.measures.references import references

DOCS = Path(__file__).parent.parent / "docs"
EXAMPLE = ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28)
SHOWN = "The value shown is that of the first table of Powers 2007 (TP 30, FP 12, FN 30, TN 28)."
EVIDENCE = """How far each can be trusted was tried out: [which measure can be trusted](studies/measures.md)
ranks them by how often they prefer the worse of two predictors, and shows what prevalence and guesses do."""
FOUND = """Every name below finds its measure: `ac.measure("BM")`, or `ac.measure("pycm:BM")` where a
plain name means different things to different software. `class_informedness` and its like are measures of
the whole table, taken of each class against the rest: they are found by name, the catalogue has the measure.
Generated from `src/abovechance/measures/peers/`."""


def number(value: float) -> str:
    return f"{value:.4g}".replace("inf", "∞").replace("-", "−")


def chance(m: ac.Measure) -> str:
    return number(m.chance) if isinstance(m.chance, float) else "depends on the margins"


def facts(m: ac.Measure) -> str:
    """What is known of a measure, in one line."""
    said = [
        f"range {number(m.low)} to {number(m.high)}",
        None if m.chance is None else f"chance {chance(m)}",
        None if m.best is None else f"best {number(m.best)}",
        f"dual {m.dual}" if m.dual and m.dual != m.key else None,
        f"inverse {m.inverse}" if m.inverse and m.inverse != m.key else None,
        *(f"unchanged by {what}" for what in sorted(m.invariant, reverse=True) if what != "scale"),
        "one value for each class" if m.scope == "binary" else None,
        "order of classes matters" if m.ordered else None,
    ]
    return "; ".join(x for x in said if x)


def entry(m: ac.Measure) -> list[str]:
    lines = [f"### `{m.key}` {m.title}", "", m.meaning, "", f"$${m.formula}$$", "", f"*{facts(m)}.*"]
    lines += [f"*First table of Powers 2007: {number(m(EXAMPLE))}.*", ""]
    if m.advice:
        lines += [m.advice, ""]
    if m.aliases:
        lines += ["Also called: " + ", ".join(m.aliases) + ".", ""]
    return [*lines, "Source: " + "; ".join(m.source) + ".", ""]


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


PAGES = {"catalogue.md": catalogue, "correspondence.md": correspondence}


def main() -> None:
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
