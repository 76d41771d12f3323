"""Run ready-made studies in full, all or those named, and write their pages and figures to ``docs/``."""

from __future__ import annotations

import sys
from pathlib import Path

from abovechance.studies import NAMES, study
from abovechance.studies.write import as_markdown, write_figures

DOCS = Path(__file__).parent.parent / "docs"
PAGES = DOCS / "studies"
FIGURES = DOCS / "images" / "studies"
SEED = 1
INDEX = """# Studies

What measures, intervals and tests are worth, tried on tables of which the truth is known. Each page is
written by the command that it names, and the same command gives the same numbers. A claim is confirmed
or refuted by what the data of the run say.
"""


def page(name: str) -> None:
    """Run one study and write its page and figures."""
    shown = [0]

    def progress(share: float) -> None:
        if share * 10 >= shown[0]:
            print(f"{name} {share:.0%}", flush=True)
            shown[0] += 1

    run = study(name).run("full", seed=SEED, progress=progress)
    files = write_figures(run, FIGURES, prefix=f"{name}-")
    places = {figure: f"../images/studies/{file.name}" for figure, file in files.items()}
    (PAGES / f"{name}.md").write_text(as_markdown(run, places), encoding="utf-8")


def index() -> None:
    """List the pages that there are."""
    lines = [INDEX]
    for name in NAMES:
        if (PAGES / f"{name}.md").exists():
            found = study(name)
            lines += [f"- [{found.title}]({name}.md) (`abovechance study {name}`): {found.question}"]
    (PAGES / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    for folder in (PAGES, FIGURES):
        folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or NAMES:
        page(name)
    index()


if __name__ == "__main__":
    main()
