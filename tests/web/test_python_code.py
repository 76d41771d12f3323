"""The Python that the page shows gives what the command gives, however the file is written and its labels are called."""

import contextlib
import gzip
import io
import itertools
import json
import random

import polars as pl
import pytest

from abovechance.cli.app import main
from abovechance.web.questions.commands import command, python
from abovechance.web.questions.request import Asked
from tests.spreadsheet import write_xlsx

HEAD = ["truth", "first", "second", "score", "other", "weight", "n", "site"]
LABELS = {
    "words": ("ill", "well"),
    "numbers": ("0", "1"),
    "booleans": ("False", "True"),
    "zeros": ("007", "07"),
    "missing words": ("NA", "None"),
    "null": ("null", "nan"),
    "letters": ("fähig", "straße"),
    "three": ("cat", "dog", "élan"),
}


def rows_of(labels, *, comma=False):
    """Items with two systems, two scores, weights, counts and groups."""
    draw = random.Random(3)
    decimal = (lambda x: f"{x:.2f}".replace(".", ",")) if comma else (lambda x: f"{x:.2f}")
    rows = []
    for _ in range(60):
        truth = draw.randrange(len(labels))
        answers = [truth if draw.random() < skill else draw.randrange(len(labels)) for skill in (0.8, 0.4)]
        scores = [draw.gauss(truth * skill, 1) for skill in (1.5, 0.5)]
        numbers = [*map(decimal, scores), decimal(draw.choice([0.5, 1, 2])), str(draw.randrange(1, 4))]
        rows.append([labels[truth], *(labels[x] for x in answers), *numbers, draw.choice(["a", "b"])])
    return rows


def text_of(rows, mark=",", head=HEAD):
    return "".join(mark.join(row) + "\n" for row in ([head] if head else []) + rows)


def excel(rows):
    told = io.BytesIO()
    write_xlsx(dict(zip(HEAD, map(list, zip(*rows, strict=True)), strict=True)), told)
    return told.getvalue()


def parquet(rows):
    told = io.BytesIO()
    pl.DataFrame(rows, HEAD, orient="row").with_columns(pl.col(HEAD[3:7]).cast(float)).write_parquet(told)
    return told.getvalue()


KINDS = {
    "x.csv": (lambda labels: text_of(rows_of(labels)).encode(), {}),
    "commas.csv": (lambda labels: text_of(rows_of(labels, comma=True), ";").encode(), {"decimal": ","}),
    "latin.csv": (lambda labels: text_of(rows_of(labels), ";").encode("latin-1"), {"encoding": "latin-1"}),
    "wide.csv": (lambda labels: text_of(rows_of(labels)).encode("utf-16"), {"encoding": "utf-16"}),
    "x.tsv.gz": (lambda labels: gzip.compress(text_of(rows_of(labels), "\t").encode()), {}),
    "bars.txt": (lambda labels: text_of(rows_of(labels), "|").encode(), {"delimiter": "|"}),
    "bare.csv": (lambda labels: text_of(rows_of(labels), head=None).encode(), {"has_names": False}),
    "x.json": (lambda labels: json.dumps([dict(zip(HEAD, row, strict=True)) for row in rows_of(labels)]).encode(), {}),
    "x.xlsx": (lambda labels: excel(rows_of(labels)), {"sheet": "1"}),
    "x.parquet": (lambda labels: parquet(rows_of(labels)), {}),
}  # fmt: skip
QUESTIONS = {
    "labels": ("labels", {"truth": "truth", "first": "prediction", "weight": "weight", "site": "by"}, {"level": 0.9}),
    "threshold": ("labels", {"truth": "truth", "score": "prediction"}, {"threshold": 0.5, "positive": -1}),
    "clusters": ("labels", {"truth": "truth", "first": "prediction", "n": "count", "site": "cluster"}, {}),
    "systems": ("systems", {"truth": "truth", "first": "prediction", "second": "prediction", "weight": "weight"},
                {"positive": -1, "measures": ["f1", "mcc"]}),
    "threshold of systems": ("systems", {"truth": "truth", "score": "prediction", "other": "prediction", "n": "count",
                                         "site": "by"}, {"threshold": 0.25, "positive": 0}),
    "scores": ("scores", {"truth": "truth", "score": "score", "other": "score", "n": "count"},
               {"positive": -1, "prevalence": 0.2}),
    "raters": ("raters", {"truth": "rater", "first": "rater", "second": "rater"}, {"level": 0.9}),
}  # fmt: skip


def named(column, asked):
    return column if asked.get("has_names", True) else str(HEAD.index(column) + 1)


def document(words, folder):
    with contextlib.redirect_stdout(io.StringIO()):
        assert main([*words, "--json", str(folder / "told.json")]) == 0
    return json.loads((folder / "told.json").read_text(encoding="utf-8"))


def result_of(code):
    found = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, "copied", "exec"), found)
    return json.loads(json.dumps(found["result"].to_dict()["rows"], default=str))


def same(found, told):
    numbers = ("value", "low", "high", "p_value", "difference", "chance")
    assert len(found) == len(told)
    for one, other in zip(found, told, strict=True):
        for key in one.keys() & other.keys():
            expected = other[key]
            if key in numbers and expected is not None:
                expected = pytest.approx(expected, rel=1e-9, abs=1e-12)
            assert one[key] == expected or (one[key] != one[key] and expected is None), key


@pytest.mark.filterwarnings("ignore::abovechance.core.errors.InputWarning")
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(("kind", "labels"), [
    *((kind, "numbers") for kind in KINDS), *(("x.csv", labels) for labels in LABELS),
    ("latin.csv", "letters"), ("wide.csv", "missing words"), ("x.tsv.gz", "zeros"), ("commas.csv", "booleans"),
])  # fmt: skip
def test_the_code_gives_what_the_command_gives(tmp_path, monkeypatch, question, kind, labels):
    monkeypatch.chdir(tmp_path)
    classes = LABELS[labels]
    make, written = KINDS[kind]
    asks, columns, options = QUESTIONS[question]
    if "threshold" in options:
        classes = classes[:2]
    (tmp_path / kind).write_bytes(make(classes))
    options = dict(options)
    if "positive" in options or len(classes) > 2:
        options["positive"] = classes[options.get("positive", 0)]
    roles = [{"column": named(column, written), "role": role} for column, role in columns.items()]
    asked = Asked.of({"question": asks, "roles": roles, **written, **options})
    same(result_of(python(asked, kind)), document(command(asked, kind), tmp_path)["rows"])


@pytest.mark.parametrize(("labels", "positive"), [*itertools.product(LABELS, [None, 0])])
def test_a_table_of_counts_is_written_out(tmp_path, monkeypatch, labels, positive):
    monkeypatch.chdir(tmp_path)
    classes = LABELS[labels]
    rows = [[a, *(str(9 * (a == b) + i + 2) for i, b in enumerate(classes))] for a in classes]
    (tmp_path / "table.csv").write_bytes(text_of(rows, ";", ["", *classes]).encode("utf-16"))
    options = {} if positive is None else {"positive": classes[positive]}
    asked = Asked.of(
        {"question": "table", "roles": [], "rows": "prediction", "encoding": "utf-16", **options}
    )
    same(result_of(python(asked, "table.csv")), document(command(asked, "table.csv"), tmp_path)["rows"])
