"""Draw the picture of the README: the output of the demo, as an SVG that needs no font of its own."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from abovechance.cli.input import Place, Reading, from_columns
from abovechance.evaluation import evaluate
from abovechance.intake.files.columns import Wanted
from abovechance.report.terminal import report

ROOT = Path(__file__).parent.parent
FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def main() -> None:
    wanted = Wanted("diagnosis", "tree", None, ())
    items = Place((str(ROOT / "examples" / "breast_cancer.csv"),))
    data = from_columns(items, wanted, Reading(positive="malignant"))
    console = Console(
        record=True, width=84, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(report(evaluate(data.tables), lines=data.lines, positive_hint=data.positive_hint, width=84))
    svg = console.export_svg(title="abovechance evaluate breast_cancer.csv --positive malignant")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: (Fira Code, monospace|arial)", f"font-family: {FONT}", svg)
    target = ROOT / "docs" / "images" / "evaluate.svg"
    target.parent.mkdir(exist_ok=True)
    target.write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
