"""``abovechance concord`` from its arguments to what it prints."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from abovechance.cli.app import main
from abovechance.clusterings.declared import GROUPS
from sklearn import metrics as sk

IRIS = Path(__file__).parents[2] / "examples" / "iris_clusters.csv"


@pytest.fixture
def animals(tmp_path):
    """Eleven items in three species and three clusters, one of them without a cluster."""
    path = tmp_path / "animals.csv"
    rows = zip("xxxxyyyyzzzz", [1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 2, ""], strict=True)
    path.write_text("species,cluster\n" + "".join(f"{a},{b}\n" for a, b in rows), encoding="utf-8")
    return path


def document(outcome):
    value = json.loads(outcome.out)
    assert value["schema"] == "abovechance.concordance/2"
    return value


def columns(path, *names):
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return [[row[name] for row in rows] for name in names]


REPORT = """\
The partitions agree more than by chance: Adjusted Rand index 0.408 (95 %
interval -0.177 to 0.766), p = 0.022.

animals.csv: a is 'species', b is 'cluster'
Left out for a missing value: 1 item.
11 items in 3 and 3 groups, 5 of 9 cells not empty

Pair counting        value  chance    95 % interval       p  takes out
Adjusted Rand index  0.408   0.000  -0.177 to 0.766  0.0220  chance
Rand index           0.745   0.570   0.414 to 0.895  0.0220  –

Chance is the mean over random partitions with groups of these sizes. What a
measure takes out: chance, so that 0 is what chance gives; or the range, so that
1 is the most, with chance left in.
Intervals by delta. P-values from 999 random tables of these sizes.
Note: a class has fewer than 10 items: the interval may cover less than its
level (Adjusted Rand index; Rand index).
"""


def test_the_report(run, animals):
    out = run(
        "concord",
        animals,
        "species",
        "cluster",
        "--on-missing",
        "drop",
        "--measure",
        "ARI,rand_index",
        "--seed",
        1,
    ).out
    assert out == REPORT


def test_all_groups_fit_a_terminal(run):
    out = run("concord", IRIS, "species", "kmeans6", "--seed", 1).out
    assert max(map(len, out.splitlines())) <= 80
    for group in GROUPS:
        assert f"\n{group.capitalize()} " in out
    assert "Best assignment: kmeans6" in out
    assert "chosen to fit" in out


def test_the_values_are_sklearns(run):
    found = document(run("concord", IRIS, "species", "ward", "--seed", 1, "--json", "-"))
    species, ward = columns(IRIS, "species", "ward")
    values = {row["measure"]: row["value"] for row in found["rows"]}
    assert values["adjusted_rand"] == pytest.approx(sk.adjusted_rand_score(species, ward), abs=1e-12)
    assert values["adjusted_mutual_information"] == pytest.approx(
        sk.adjusted_mutual_info_score(species, ward), abs=1e-10
    )
    assert found["n"] == 150
    assert [group["n"] for group in found["a"]] == [50, 50, 50]
    table = np.zeros((3, 3), dtype=int)
    for i, j, count in found["cells"]:
        table[i, j] = count
    assert table.sum() == 150
    assert (np.sort(table.sum(0)) == np.sort([group["n"] for group in found["b"]])).all()
    assert sum(row["shared"] for row in found["assignment"]) == pytest.approx(
        150 * values["matched_accuracy"]
    )
    assert found["source"] == {
        "file": str(IRIS), "a": "species", "b": "ward", "left_out": 0,
        "files": 1, "skipped": [], "engine": None, "connect": None,
    }  # fmt: skip


def test_a_guess_is_told(run):
    out = run("concord", IRIS, "species", "guess", "--seed", 1).out
    assert out.startswith(
        "Nothing shows that the partitions agree more than by chance: Adjusted Rand index\n0.000 "
    )
    assert "no more than random ones" in out


def test_groups_that_are_left_over_have_no_partner(run):
    rows = document(run("concord", IRIS, "species", "kmeans6", "--seed", 1, "--json", "-"))["assignment"]
    assert len(rows) == 6
    assert sum(row["a"] is None for row in rows) == 3


def test_the_same_partitions(run, tmp_path):
    path = tmp_path / "same.csv"
    path.write_text("a,b\nx,1\nx,1\ny,2\n", encoding="utf-8")
    assert run("concord", path, "a", "b", "--seed", 1).out.startswith("The partitions are the same.")
    path.write_text("a,b\nx,1\nx,1\n", encoding="utf-8")
    out = run("concord", path, "a", "b", "--seed", 1).out
    assert "the formula is 0/0: the value is the best one (Adjusted Rand index" in " ".join(out.split())


def test_measurements_are_no_partitions(run, tmp_path):
    path = tmp_path / "measured.csv"
    path.write_text("a,b\n" + "".join(f"{i}.5,{7 * i % 20}.1\n" for i in range(20)), encoding="utf-8")
    out = " ".join(run("concord", path, "a", "b", "--seed", 1).out.split())
    assert out.startswith("This says nothing: nearly every item is a group of its own")


def test_which_intervals_are_by_which_method(run):
    options = ["--measure", "ARI,AMI,moc,purity", "--seed", 1]
    out = " ".join(run("concord", IRIS, "species", "kmeans", *options).out.split())
    assert "Intervals by delta, but by jackknife (Adjusted information (AMI)), bca (Purity)." in out


def test_homogeneity_is_called_so_by_machines(run, animals):
    options = ["--on-missing", "drop", "--measure", "homogeneity,V-measure", "--seed", 1, "--csv"]
    rows = list(csv.DictReader(io.StringIO(run("concord", animals, "species", "cluster", *options).out)))
    assert [(row["measure"], row["group"]) for row in rows] == [
        ("homogeneity", "information"),
        ("v_measure", "information"),
    ]


def test_an_unknown_option_is_no_file(run):
    said = run("concord", "--bogus", IRIS, "species", "ward").refused
    assert said == "Unknown option: --bogus."


def test_missing_values(run, animals):
    assert "the column 'cluster' has 1 missing" in run("concord", animals, "species", "cluster").refused
    labelled = document(run("concord", animals, "species", "cluster", "--on-missing", "label", "--json", "-"))
    assert {"label": "(missing)", "n": 1} in labelled["b"]
    assert labelled["n"] == 12


def test_csv_markdown_and_latex(run, animals):
    options = ["--on-missing", "drop", "--measure", "ARI", "--measure", "moc", "--seed", 1]
    rows = list(
        csv.DictReader(io.StringIO(run("concord", animals, "species", "cluster", *options, "--csv").out))
    )
    assert [(row["measure"], row["group"], row["takes_out"]) for row in rows] == [
        ("adjusted_rand", "pair counting", "chance"),
        ("moc", "association", "range"),
    ]
    markdown = run("concord", animals, "species", "cluster", *options, "--markdown").out
    assert markdown.startswith("| Measure | Group | Value | By chance | 95 % interval | p |\n")
    latex = run("concord", animals, "species", "cluster", *options, "--latex").out
    assert "\\begin{tabular}{ll" in latex


def test_json_beside_the_report(run, animals, tmp_path):
    options = ["--on-missing", "drop", "--measure", "ARI,rand_index", "--seed", 1]
    outcome = run("concord", animals, "species", "cluster", *options, "--json", tmp_path / "out.json")
    assert outcome.out == REPORT
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["n"] == 11


@pytest.mark.parametrize("label", ["\x1b[31mred", "[red]x[/red]", ":smile:"])
def test_labels_are_data(run, tmp_path, label):
    path = tmp_path / "odd.csv"
    path.write_text(f"a,b\n{label},{label}\nb,b\nb,{label}\n", encoding="utf-8")
    out = run("concord", path, "a", "b", "--seed", 1).out
    assert "\x1b" not in out
    if label.isprintable():
        assert out.count(label) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["species", "kmean"], "has no column 'kmean'; did you mean 'kmeans'"),
        (["species", "species"], "A and B both name the column 'species'"),
        (["species"], "B requires an argument"),
        (["species", "ward", "--measure", "jaccard"], "choose 'jaccard_pairs'"),
        (["species", "ward", "--measure", "adjusted_rnd"], "did you mean 'adjusted_rand'"),
        (
            ["species", "ward", "--measure", "accuracy"],
            "accuracy needs to know which label means which class",
        ),
        (["species", "ward", "--method", "jacknife"], "did you mean 'jackknife'"),
        (["species", "ward", "--replicates", "-1"], "replicates is how many"),
        (["species", "ward", "--level", "2"], "level must lie between 0 and 1"),
        (["species", "ward", "--csv", "--json", "-"], "only one of"),
    ],
)
def test_bad_usage(run, arguments, words):
    assert words in run("concord", IRIS, *arguments).refused


def test_help_has_examples(run):
    out = run("concord", "--help").out
    assert "Examples:\n\n  abovechance concord " in out
    assert max(len(line.rstrip()) for line in out.splitlines()) <= 80


def test_groups_like_codes_are_warned_of_once(tmp_path, capsys):
    file = tmp_path / "x.csv"
    file.write_text("a,b\nx,1\nNA,2\nx,2\n", encoding="utf-8")
    assert main(["concord", str(file), "a", "b", "--csv"]) == 0
    assert capsys.readouterr().err.count("'NA' is a class like others: say --missing NA") == 1
