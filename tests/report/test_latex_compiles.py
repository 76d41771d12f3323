"""The LaTeX of every command compiles and fits the page: one document of all tables, through pdflatex itself."""

import os
import re
import shutil
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

import abovechance as ac
from abovechance.cli.app import main
from abovechance.core.text import visible
from abovechance.report.document import Cell, Column, Table
from abovechance.report.formats.latex import to_latex
from tests.report.documents import HOSTILE, document_of

EXAMPLES = Path(__file__).parents[2] / "examples"
CANCER, WINE = f"{EXAMPLES}/breast_cancer.csv --truth diagnosis", f"{EXAMPLES}/wine.csv --truth cultivar"
COMMANDS = (
    f"evaluate {CANCER} --prediction tree --measure all",
    f"evaluate {WINE} --prediction bayes --by fold",
    f"evaluate {CANCER} --prediction majority --no-intervals",
    f"test {CANCER} --prediction tree --seed 1",
    f"test {WINE} --prediction tree --per-class --seed 1",
    f"compare {CANCER} --prediction tree --prediction bayes --prediction guess --seed 1",
    f"compare {WINE} --prediction tree --prediction bayes --seed 1",
    f"roc {EXAMPLES}/breast_cancer_scores.csv --truth diagnosis --score logistic --score noise",
    f"roc {EXAMPLES}/wine_scores.csv --truth cultivar --score barolo --score grignolino --score barbera",
    f"agree {EXAMPLES}/anaesthetists_dawid_skene_1979.csv --item patient --weights quadratic",
    f"agree {EXAMPLES}/diagnoses_fleiss_1971.csv --item patient --counts",
    f"concord {EXAMPLES}/iris_clusters.csv species kmeans --seed 1",
    "power --informedness 0.2 --prevalence 0.3 --n 100",
)
LABELS = [
    *(x for x in HOSTILE if visible(x).isascii()), *"\\&%$#_{}~^<>|`*[]()@:/.-=+!'\"", "--", "---", "``", "''",
    "?`", "!`", "[1pt]", "*[1pt]", "\\\\", "%comment", "Süd, naïve, Ø, é", "– ± × − ∞ … χ² κ ≤ ½ §",
]  # fmt: skip
"""Letters of other scripts need fonts that a plain LaTeX does not have, whoever writes them."""


def table_of(command):
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([*command.split(), "--latex"])
    assert code == 0, err.getvalue()
    return out.getvalue()


def hostile_tables():
    """Every label first in a line, last in one, alone, bold, marked, and in a title."""
    columns = (Column("[a]", "text"), Column("*", "name"), Column("n", "count"))
    rows = [[label, Cell(label, "bold", label), None] for label in LABELS]
    yield to_latex(document_of(Table(columns, rows, notes=tuple(LABELS))))
    yield to_latex(document_of(Table((Column("[a]", "text"),), [[label] for label in LABELS])))
    for label in LABELS:
        yield to_latex(document_of(Table((Column(label, "text"),), [["[x"], ["*"]])))
    yield to_latex(document_of(Table((Column("a"), Column("b")), [])))
    counts = np.ones((len(HOSTILE), len(HOSTILE)), dtype=int)
    labels = [f"{i} {label}" for i, label in enumerate(LABELS[: len(HOSTILE)])]
    yield ac.evaluate(ac.Tables.from_counts(counts, labels=labels), measures=["recall"]).to_latex()


MANY = f"compare {CANCER} --prediction tree --prediction bayes --prediction guess --seed 1 --measure "
WIDE = (  # the same tables with more measures than fit beside each other
    f"{MANY}informedness,mcc,markedness,cohens_kappa,accuracy,recall,precision,f1,g_mean",
    f"{MANY}informedness",
)
MOST_POINTS_TOO_WIDE = 2.0


def compiled(tmp_path, tables, options=""):
    """What pdflatex says of a document of tables by name."""
    pdflatex = shutil.which("pdflatex")
    if pdflatex is None:
        message = "pdflatex is missing: apt-get install --no-install-recommends texlive-latex-recommended"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    parts = [f"\\typeout{{Table {name}}}\n{table}" for name, table in tables]
    body = "\n\n\\clearpage\n".join(parts)
    (tmp_path / "all.tex").write_text(
        f"\\documentclass[{options}]{{article}}\n\\usepackage{{booktabs}}\n\\setlength{{\\parindent}}{{0pt}}\n"
        f"\\begin{{document}}\n{body}\n\\end{{document}}\n",
        encoding="utf-8",
    )
    command = [
        pdflatex,
        "-interaction=nonstopmode",
        "-halt-on-error",
        "-no-shell-escape",
        "-draftmode",
        "all.tex",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    log = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, log[-3000:]
    assert "\n! " not in log
    assert "Missing character" not in (tmp_path / "all.log").read_text(encoding="utf-8", errors="replace")
    return log


def too_wide(log):
    """By how many points tables are wider than the page, by name."""
    found, name = {}, None
    for line in log.splitlines():
        name = line.removeprefix("Table ") if line.startswith("Table ") else name
        over = re.match(r"Overfull \\hbox \(([\d.]+)pt", line)
        if over and float(over[1]) > MOST_POINTS_TOO_WIDE:
            found.setdefault(name, []).append(float(over[1]))
    return found


@pytest.fixture(scope="module")
def tables():
    return list(enumerate(map(table_of, (*COMMANDS, *WIDE))))


@pytest.mark.parametrize("options", ["a4paper,11pt", "letterpaper", "a4paper,12pt"])
def test_the_tables_of_all_commands_compile_and_fit_an_article(tmp_path, tables, options):
    assert too_wide(compiled(tmp_path, tables, options)) == {}


def test_the_tables_of_hostile_labels_compile(tmp_path):
    compiled(tmp_path, enumerate(hostile_tables()))


def test_the_table_of_systems_is_that_of_the_paper():
    truth, a, b = [1, 1, 1, 0, 0, 0] * 20, [1, 1, 0, 0, 0, 0] * 20, [1, 0, 0, 0, 0, 1] * 20
    found = ac.compare(truth, {"A": a, "B": b}, measures=["informedness", "mcc"])
    assert found.table.to_latex() == found.to_latex()
    assert found.table.to_markdown() == found.to_markdown()
    page = found.table._repr_html_()
    assert "Matthews correlation" in page
    assert "True" not in page
