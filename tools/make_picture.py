"""Draw the picture of the README: the output of the demo, as an SVG that needs no font of its own."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from abovechance.cli.input import Place
from abovechance.cli.parameters import CELLS, Items
from abovechance.cli.tables_input import tables_from
from abovechance.evaluation import evaluate
from abovechance.report.build import with_input
from abovechance.report.builders.evaluation.evaluation import document
from abovechance.report.formats.terminal import to_terminal

ROOT = Path(__file__).parent.parent
FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def main() -> None:
    items = Items(truth="diagnosis", prediction=["tree"], positive="malignant")
    tables, about = tables_from(Place((str(ROOT / "examples" / "breast_cancer.csv"),)), items, CELLS, None)
    console = Console(
        record=True, width=84, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    found = document(evaluate(tables), positive_hint=about.hint)
    console.print(to_terminal(with_input(found, about.lines, about.warnings, about.source), width=84))
    svg = console.export_svg(title="abovechance evaluate breast_cancer.csv --positive malignant")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: (Fira Code, monospace|arial)", f"font-family: {FONT}", svg)
    target = ROOT / "docs" / "images" / "evaluate.svg"
    target.parent.mkdir(exist_ok=True)
    target.write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
