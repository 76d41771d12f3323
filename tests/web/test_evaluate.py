"""The room Evaluate: files come in, the command that is shown is run, its report goes out."""

import contextlib
import io
import json
import os
import re
import shlex
from pathlib import Path

import pytest

from abovechance.cli.app import main
from abovechance.web.numbers import number
from abovechance.web.questions.answers import new_folder
from abovechance.web.rooms.evaluate import EXAMPLES
from tests.web.conftest import OTHER_PAGE, PAGE

SHIPPED = Path(__file__).parents[2] / "examples"
TABLE = "truth \\ predicted,cat,dog\ncat,50,10\ndog,5,35\n"
HOSTILE = [
    "<script>alert(1)</script>",
    "--truth",
    "a,b",
    '"quoted"',
    "-1",
    " blank ",
    "$(id)",
    "[1]",
    "é\u202e",
]


@pytest.fixture
def upload(client):
    def send(data, name="items.csv", page=PAGE):
        data = data if isinstance(data, bytes) else data.encode()
        answer = client.post("/evaluate/files", params={"name": name}, content=data, headers={"X-Page": page})
        assert answer.status_code == 200, answer.text
        return answer.json()["file"]

    return send


@pytest.fixture
def ask(client):
    def post(endpoint, status=200, **request):
        answer = client.post(f"/api/evaluate/{endpoint}", json=request)
        assert answer.status_code == status, answer.text
        return answer.json()

    return post


def roles(**columns):
    return [
        {"column": name, "role": role}
        for role, names in columns.items()
        for name in ([names] if isinstance(names, str) else names)
    ]


def file_of(client, file, report, kind):
    return client.get(f"/evaluate/reports/{PAGE}/{file}/{report}/{kind}")


def printed(words):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(words) == 0
    return out.getvalue()


def without_command(page):
    """A page without the command that it says it was made by: that for the test has more options."""
    return re.sub(r"<pre[^>]*>[^<]*abovechance .*?</pre>|<code[^>]*>abovechance .*?</code>", "", page)


# The report is that of the command ----------------------------------------------------------------

CASES = {
    "labels": ("breast_cancer.csv", {"roles": roles(truth="diagnosis", prediction="tree"), "positive": "malignant"}),
    "groups": ("breast_cancer.csv", {"roles": roles(truth="diagnosis", prediction="bayes", by="fold"), "level": 0.9}),
    "clusters": ("wine.csv", {"roles": roles(truth="cultivar", prediction="tree", cluster="fold"),
                              "measures": ["mcc", "f1"]}),
    "threshold": ("breast_cancer_scores.csv", {"roles": roles(truth="diagnosis", prediction="noise"),
                                               "threshold": 0.5, "cost_positive": 5, "cost_negative": 1}),
    "systems": ("breast_cancer.csv", {"question": "systems", "measures": ["kappa", "informedness"],
                                      "roles": roles(truth="diagnosis", prediction=["tree", "bayes", "guess"])}),
    "scores": ("breast_cancer_scores.csv", {"question": "scores", "prevalence": 0.1,
                                            "roles": roles(truth="diagnosis", score=["logistic", "noise"])}),
    "class scores": ("wine_scores.csv", {"question": "scores",
                                         "roles": roles(truth="cultivar", score=["barolo", "grignolino", "barbera"])}),
    "raters": ("anaesthetists_dawid_skene_1979.csv", {"question": "raters",
                                                      "roles": roles(item="patient", rater=["1a", "2", "3"])}),
    "table": ("table.csv", {"question": "table", "roles": [], "rows": "prediction", "positive": "dog"}),
}  # fmt: skip


@pytest.fixture(params=CASES)
def answered(request, upload, ask, tmp_path, monkeypatch):
    """A report, and the file that its command reads in the folder of the test."""
    name, asked = CASES[request.param]
    text = TABLE if name == "table.csv" else (SHIPPED / name).read_text(encoding="utf-8")
    (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    file = upload(text, name)
    answer = ask("report", file=file, **{"question": "labels"} | asked)
    assert shlex.split(answer["command"])[0] == "abovechance"
    return file, answer, shlex.split(answer["command"])[1:]


def test_the_page_shows_what_the_command_prints(client, answered, tmp_path):
    file, answer, words = answered
    rows = printed([*words, "--safe-csv", "--json", "report.json", "--html", "report.html"])
    document = (tmp_path / "report.json").read_text(encoding="utf-8")
    assert file_of(client, file, answer["report"], "json").text == document
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert without_command(file_of(client, file, answer["report"], "view").text) == without_command(page)
    assert file_of(client, file, answer["report"], "csv").text == rows
    assert answer["verdict"] == json.loads(document)["verdict"]


def test_all_formats_are_those_of_the_command(client, upload, ask, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("table.csv").write_text(TABLE, encoding="utf-8")
    file = upload(TABLE, "table.csv")
    answer = ask("report", file=file, question="table", roles=[])
    words = shlex.split(answer["command"])[1:]
    assert file_of(client, file, answer["report"], "tex").text == printed([*words, "--latex"])
    assert file_of(client, file, answer["report"], "md").text == printed([*words, "--markdown"])
    assert file_of(client, file, answer["report"], "view").text == printed([*words, "--html", "-"]).replace(
        " --html -", ""
    )


def test_the_python_code_gives_the_same_rows(client, answered):
    file, answer, _ = answered
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(answer["python"], names)
    rows = file_of(client, file, answer["report"], "json").json()["rows"]
    found = json.loads(json.dumps(names["result"].to_dict()["rows"], default=str))
    assert [row["value"] for row in found if "value" in row] == pytest.approx(
        [row["value"] for row in rows if "value" in row], rel=1e-12, nan_ok=True
    )
    assert len(found) == len(rows)


def test_reports_come_with_their_own_policy(client, upload, ask):
    file = upload("y,p\na,a\nb,b\na,b\n")
    answer = ask("report", file=file, question="labels", roles=roles(truth="y", prediction="p"))
    shown = file_of(client, file, answer["report"], "view")
    policy = shown.headers["content-security-policy"]
    assert "sandbox allow-scripts allow-downloads" in policy
    assert "allow-same-origin" not in policy
    assert "default-src 'none'" in policy
    assert "'self'" not in policy.replace("frame-ancestors 'self'", "")
    saved = file_of(client, file, answer["report"], "html")
    assert saved.headers["content-disposition"].startswith("attachment")
    assert saved.content == shown.content


def test_hostile_names_and_labels_are_data(client, upload, ask, tmp_path):
    lines = [",".join('"' + cell.replace('"', '""') + '"' for cell in HOSTILE)]
    lines += [",".join('"' + x.replace('"', '""') + '"' for x in row) for row in (HOSTILE, HOSTILE[::-1]) * 3]
    file = upload("\n".join(lines) + "\n")
    named = {column["name"] for column in ask("columns", file=file)["columns"]}
    assert named == set(HOSTILE)
    for truth, prediction, group in (HOSTILE[:3], HOSTILE[3:6], HOSTILE[6:]):
        asked = roles(truth=truth, prediction=prediction, by=group)
        answer = ask("report", file=file, question="labels", roles=asked)
        found = file_of(client, file, answer["report"], "json").json()["source"]
        assert (found["truth"], found["prediction"], found["by"]) == (truth, prediction, [group])
        assert "<script>alert" not in file_of(client, file, answer["report"], "view").text
    answer = ask("report", file=file, question="systems", roles=roles(truth="-1", prediction=HOSTILE[:4]))
    assert file_of(client, file, answer["report"], "json").json()["source"]["predictions"] == HOSTILE[:4]


# Columns -------------------------------------------------------------------------------------------


def test_columns_are_told_with_what_they_may_be_for(upload, ask):
    found = ask("columns", file=upload("id,y,p,w\n1,a,a,.5\n2,b,b,1\n3,a,b,2\n4,b,b,1\n"))
    assert found["question"] == "labels"
    assert found["roles"]["labels"] == {"w": "weight", "y": "truth", "p": "prediction"}
    y = next(column for column in found["columns"] if column["name"] == "y")
    assert (y["labels"], y["last"], y["missing"], y["is_numeric"]) == ([["a", 2], ["b", 2]], "b", 0, False)
    assert (found["rows"], found["is_whole"]) == (4, True)


def test_files_may_be_written_in_other_ways(upload, ask):
    file = upload("wahr;geschätzt\nja;1,5\nnein;0,5\n".encode("latin-1"))
    said = ask("columns", 422, file=file)["error"]
    assert "UTF-8" in said
    found = ask("columns", file=file, encoding="latin-1", decimal=",")
    assert [column["name"] for column in found["columns"]] == ["wahr", "geschätzt"]
    assert found["columns"][1]["high"] == 1.5
    found = ask("columns", file=file, encoding="latin-1", has_names=False)
    assert [column["name"] for column in found["columns"]] == ["1", "2"]


def test_formats_are_told_by_what_is_in_them(upload, ask, tmp_path):
    import polars as pl

    pl.DataFrame({"y": ["a", "b"] * 9, "p": [1, 0] * 9, "l": [[1]] * 18}).write_parquet(tmp_path / "x")
    found = ask("columns", file=upload((tmp_path / "x").read_bytes(), "x.parquet"))
    assert [column["name"] for column in found["columns"]] == ["y", "p"]
    assert "'l'" in found["notes"][0]
    found = ask("columns", file=upload(b'{"y": "a", "p": 0.5}\n{"y": true, "p": null}\n', "x.jsonl"))
    assert [column["labels"] for column in found["columns"]] == [[["a", 1], ["true", 1]], [["0.5", 1]]]


def test_every_example_can_be_tried(client, ask):
    for example in EXAMPLES:
        answer = client.post("/evaluate/examples", params={"name": example.name})
        assert answer.status_code == 200
        found = ask("columns", file=answer.json()["file"])
        assert found["roles"][found["question"]]
    assert client.post("/evaluate/examples", params={"name": "../app.py"}).status_code == 422


def test_the_examples_are_those_of_the_repository():
    inside = Path(__file__).parents[2] / "src" / "abovechance" / "web" / "examples"
    assert {path.name for path in inside.iterdir()} == {example.name for example in EXAMPLES}
    for path in inside.iterdir():
        assert path.read_bytes() == (SHIPPED / path.name).read_bytes()


# Thresholds ----------------------------------------------------------------------------------------


def test_a_threshold_on_the_curve_is_that_of_evaluate(client, ask):
    file = client.post("/evaluate/examples", params={"name": "breast_cancer_scores.csv"}).json()["file"]
    asked = {"file": file, "question": "scores", "positive": "malignant",
             "roles": roles(truth="diagnosis", score=["noise", "tree"])}  # fmt: skip
    found = ask("thresholds", score="noise", **asked)
    assert 100 < len(found["points"]) <= 202
    assert found["points"][-1]["tpr"] == found["points"][-1]["fpr"] == 1
    keys = [measure["key"] for measure in found["measures"]]
    assert (
        max(point["numbers"][0] for point in found["points"]) == found["points"][found["best"]]["numbers"][0]
    )
    for point in (found["points"][40], found["points"][found["best"]]):
        answer = ask("report", file=file, question="labels", positive="malignant", threshold=point["threshold"],
                     measures=keys, roles=roles(truth="diagnosis", prediction="noise"))  # fmt: skip
        document = file_of(client, file, answer["report"], "json").json()
        values = {
            row["measure"]: row["value"] for row in document["rows"] if row["class"] in (None, "malignant")
        }
        assert point["numbers"] == [values[key] for key in keys]
        informed = next(row for row in document["rows"] if row["measure"] == "informedness")
        assert point["interval"] == [number(informed["low"]), number(informed["high"])]


def test_a_threshold_is_of_a_column_of_scores(upload, ask):
    file = upload("y,s\na,1\nb,2\n")
    said = ask("thresholds", 422, file=file, question="scores", roles=roles(truth="y", score="s"), score="y")
    assert "columns of scores" in said["error"]


# What goes wrong is said in a sentence ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "name", "said"),
    [
        (b"", "empty.csv", "'empty.csv' is empty"),
        (b"\n\n", "blank.csv", "has no columns"),
        (b"y,p\n", "head.csv", "has columns but no rows"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "picture.png", "is not a text file"),
        (b"y,p\na,\xff\n", "latin.csv", "UTF-8"),
        (b"PK\x03\x04broken", "book.xlsx", "damaged or cut off"),
        (b"PAR1nothing", "x.parquet", "damaged or cut off"),
        (b'{"y": 1', "x.json", "x.json"),
        (b"<xml><a>1</a></xml>", "ct.xml", "'ct.xml' is not a table"),
        (b"\xef\xbb\xbf\n<!DOCTYPE html>\n<p>a\n", "page.html", "'page.html' is not a table"),
    ],
)
def test_what_is_no_table_is_said_to_be_none(upload, ask, data, name, said):
    answer = ask("columns", 422, file=upload(data, name))
    assert said in answer["error"]
    assert "/" not in answer["error"].replace("and/or", "")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"roles": roles(truth="y", prediction="q")}, "no column 'q'"),
        ({"roles": roles(truth="y")}, "choose the column that holds the predictions"),
        ({"roles": roles(truth=["y", "p"], prediction="z")}, "choose one column for the truth"),
        ({"roles": roles(truth="y", prediction="y")}, "for one thing only"),
        ({"roles": roles(truth="y", prediction="p"), "positive": "c"}, "'c'"),
        ({"roles": roles(truth="y", prediction="p"), "measures": ["informednes"]}, "informedness"),
        ({"roles": roles(truth="y", prediction="p"), "cost_positive": 2}, "both kinds of error"),
        ({"roles": roles(truth="y", prediction="p"), "sheet": "3"}, "“Sheet”"),
        ({"question": "systems", "roles": roles(truth="y", prediction="p")}, "two columns of predictions"),
        ({"question": "raters", "roles": roles(rater="y")}, "two raters"),
        ({"question": "scores", "roles": roles(truth="y", score="p")}, "is not a number"),
        ({"question": "table", "roles": []}, "not a count"),
    ],
)  # fmt: skip
def test_mistakes_are_told_in_the_words_of_the_page(upload, ask, asked, said):
    file = upload("y,p\na,b\nb,b\na,a\n")
    answer = ask("report", 422, **{"file": file, "question": "labels"} | asked)
    assert said in answer["error"]
    assert " --" not in answer["error"]


def test_a_first_line_that_is_an_item_is_told_with_the_field_that_says_so(ask, upload):
    answer = ask("columns", 422, file=upload("cat\tcat\ndog\tdog\ndog\tcat\n", "pasted.tsv"))
    assert answer == {
        "argument": "has_names",
        "error": "the first line of 'pasted.tsv' calls both columns 'cat': say “The first line names the columns”: off if "
        "it names none",
    }
    answer = ask("columns", 422, file=upload("a;b\nä;c\n".encode("latin-1")))
    assert answer["argument"] == "encoding"


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"measures": ["informednes"]}, "measures"),
        ({"prevalence": 0}, "prevalence"),
        ({"prevalence": 1.5}, "prevalence"),
        ({"prevalence": 1, "question": "scores", "roles": roles(truth="y", score="s")}, "prevalence"),
        ({"level": 0.2}, "level"),
        ({"sheet": "3"}, "sheet"),
        ({"cost_positive": 2}, "cost_negative"),
    ],
)
def test_the_field_of_a_mistake_is_named(upload, ask, asked, field):
    file = upload("y,p,s\na,b,1\nb,b,2\na,a,3\n")
    answer = ask(
        "report",
        422,
        **{"file": file, "question": "labels", "roles": roles(truth="y", prediction="p")} | asked,
    )
    assert answer["argument"] == field
    assert " --" not in f" {answer['error']}"


def test_missing_values_are_told_with_the_field_that_says_what_becomes_of_them(upload, ask):
    file = upload("y,p\na,b\n,b\na,a\nb,b\n")
    answer = ask("report", 422, file=file, question="labels", roles=roles(truth="y", prediction="p"))
    assert answer["argument"] == "on_missing"
    assert answer["error"] == (
        "the column 'y' has 1 missing values: choose “leave them out” at “Rows without a value” to leave such "
        "items out, or “make a class of them” to count them as a class of their own"
    )


def test_a_file_beyond_the_limit_is_refused_with_a_sentence(client, settings):
    for body in (b"x" * (settings.max_upload + 1), iter([b"x" * 60_000] * 2)):
        answer = client.post("/evaluate/files", params={"name": "large.csv"}, content=body)
        assert answer.status_code == 413
        assert "larger than 0.1 MB" in answer.json()["error"]
        assert "--max-upload" in answer.json()["error"]


# Two tabs --------------------------------------------------------------------------------------------


def test_a_tab_does_not_see_the_files_of_another(client, upload, ask):
    file = upload("y,p\na,a\nb,b\n")
    report = ask("report", file=file, question="labels", roles=roles(truth="y", prediction="p"))["report"]
    other = client.post("/api/evaluate/columns", json={"file": file}, headers={"X-Page": OTHER_PAGE})
    assert other.status_code == 422
    assert "choose it again" in other.json()["error"]
    assert client.get(f"/evaluate/reports/{OTHER_PAGE}/{file}/{report}/view").status_code == 404
    second = upload("y,p\na,a\nb,b\n", page=OTHER_PAGE)
    assert file_of(client, file, report, "view").status_code == 200
    client.post("/evaluate/forget", headers={"X-Page": OTHER_PAGE})
    assert client.get(f"/evaluate/reports/{OTHER_PAGE}/{second}/{report}/view").status_code == 404
    assert file_of(client, file, report, "view").status_code == 200


def test_a_file_is_gone_when_it_is_forgotten_or_another_comes(client, app, upload):
    folder = app.state.kept.folder
    first = upload("y,p\na,a\n")
    assert (folder / first).is_dir()
    second = upload("y,p\na,a\n")
    assert not (folder / first).exists()
    client.post("/evaluate/forget")
    assert not (folder / second).exists()


@pytest.mark.parametrize("kind", ["exe", "..", "%2e%2e%2fitems.csv"])
def test_only_reports_can_be_fetched(client, upload, ask, kind):
    file = upload("y,p\na,a\nb,b\n")
    report = ask("report", file=file, question="labels", roles=roles(truth="y", prediction="p"))["report"]
    assert file_of(client, file, report, kind).status_code == 404
    assert file_of(client, file, "..", "json").status_code == 404
    assert file_of(client, file, "." * 16, "json").status_code == 404


def test_reports_of_a_file_do_not_pile_up(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for i in range(12):
        os.utime(new_folder(f"{i:016x}"), (i, i))
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{i:016x}" for i in range(4, 12)]
