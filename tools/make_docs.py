"""Write the generated pages of ``docs/`` from the registry: the catalogue and the peers' names."""

from __future__ import annotations

from pathlib import Path

import abovechance as ac
from abovechance.measures.peers import names_elsewhere
from abovechance.measures.references import references

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


PAGES = {"catalogue.md": catalogue, "correspondence.md": correspondence}


def main() -> None:
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
