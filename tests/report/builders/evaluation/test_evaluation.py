import io
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import abovechance as ac
from abovechance import Axis, Tables
from abovechance.core.text import number
from abovechance.evaluation.gates import Gate, judge
from abovechance.inference.intervals.cautions import RARE_LABEL
from abovechance.report.build import build, with_input
from abovechance.report.builders.catalogue import family_title
from abovechance.report.builders.evaluation import cells
from abovechance.report.formats.terminal import to_terminal, to_text

GOLDEN = Path(__file__).parent / "golden"
TWO = Tables.from_counts([[28, 12], [30, 30]], labels=["ham", "spam"])
THREE = Tables.from_counts([[42, 1, 5], [0, 54, 5], [9, 7, 55]], labels=["barbera", "barolo", "grignolino"])
CONSTANT = Tables.from_counts([[95, 0], [5, 0]], labels=["healthy", "ill"])


def report_text(result, width=80, **options):
    return to_text(build(result, **options), width)


@pytest.mark.parametrize(("name", "t"), [("two", TWO), ("three", THREE), ("constant", CONSTANT)])
def test_the_report_is_as_agreed(name, t):
    """The files are the agreed form: change them by hand, or write them anew and read the difference."""
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert report_text(ac.evaluate(t)) + "\n" == expected


@pytest.mark.parametrize("classes", [1, 2, 3, 10, 40, 200])
def test_the_report_fits_80_columns(classes):
    counts = np.random.default_rng(classes).integers(0, 10_000, (classes, classes))
    t = Tables.from_counts(counts, labels=[f"a rather long label of class {i}" for i in range(classes)])
    assert max(map(len, report_text(ac.evaluate(t)).splitlines())) <= 80


def test_of_very_many_classes_the_worst_are_shown():
    counts = np.diag(np.full(40, 20))
    counts[7, 8] = 40
    shown = report_text(ac.evaluate(Tables.from_counts(counts, labels=[f"c{i}" for i in range(40)])))
    assert "and 25 more classes of higher Informedness; rows() has all." in shown
    rows = shown[shown.index("Class ") :].splitlines()[1:16]
    assert rows[0].split()[:4] == ["c7", "60", "20", "0.333"]


def class_lines(shown):
    return [line for line in shown.splitlines() if re.match(r"c\d", line)]


def test_thirty_classes_are_all_shown_and_of_more_the_worst_fifteen():
    for classes, lines in ((30, 30), (31, 15)):
        t = Tables.from_counts(np.diag(np.full(classes, 20)), labels=[f"c{i}" for i in range(classes)])
        shown = report_text(ac.evaluate(t))
        assert ("of higher Informedness" in shown) is (classes > 30)
        assert len(class_lines(shown[shown.index("Class ") :])) == lines


def test_a_class_without_a_value_is_among_the_worst():
    counts = np.diag([*np.full(35, 20), 0])
    counts[0, 1] = 40
    shown = report_text(ac.evaluate(Tables.from_counts(counts, labels=[f"c{i}" for i in range(36)])))
    lines = class_lines(shown[shown.index("Class ") :])
    assert [line.split()[0] for line in lines[:2]] == ["c35", "c0"]


def test_groups_have_a_line_each():
    t = Tables.from_counts(
        np.stack([TWO.counts, [[5, 0], [0, 0]]]), labels=TWO.labels, axes=[Axis("site", ("A", "[red]B"))]
    )
    lines = report_text(ac.evaluate(t), 90).splitlines()
    start = lines.index("By site  items  informed   95 % interval  marked  correlation  accuracy  chance")
    assert (
        lines[start + 1] == "A          100     0.200  0.002 to 0.378   0.197        0.199     0.580   0.484"
    )
    assert lines[start + 2].split() == ["[red]B", "5", "–", "–", "–", "1.000", "1.000"]
    assert "– undefined: only one class occurs in the truth" in lines


def test_many_groups_are_cut_off_and_counted():
    t = Tables.from_counts(np.broadcast_to(TWO.counts, (50, 2, 2)), axes=["fold"])
    shown = report_text(ac.evaluate(t))
    assert "and 10 more groups; rows() has all." in shown
    t = Tables.from_counts(np.broadcast_to(TWO.counts, (41, 2, 2)), axes=["fold"])
    assert "and 1 more group; rows() has all." in report_text(ac.evaluate(t))
    t = Tables.from_counts(np.broadcast_to(TWO.counts, (40, 2, 2)), axes=["fold"])
    shown = report_text(ac.evaluate(t))
    assert "more group;" not in shown
    assert "more groups;" not in shown
    lines = shown[shown.index("By fold") :].splitlines()[1:41]
    assert [line.split()[0] for line in lines] == [str(i) for i in range(40)]


@pytest.mark.parametrize("many", [20, 21])
def test_more_than_twenty_measures_are_shown_by_family(many):
    keys = [m.key for m in ac.measures() if m.scope == "overall" and "cells" not in m.needs][:many]
    shown = report_text(ac.evaluate(THREE, measures=keys))
    families = {family_title(ac.measure(key).family) for key in keys}
    headed = {line for line in shown.splitlines() if line in families}
    assert headed == (families if many > 20 else set())


@pytest.mark.parametrize("tables", [TWO, Tables.from_counts([[5, 1, 2], [2, 6, 1], [1, 1, 7]])])
def test_whatever_was_asked_for_is_printed(tables):
    for m in (*ac.measures(), ac.measure("pycm:BM")):
        shown = str(ac.evaluate(tables, measures=[m.key], level=None)).partition("Measure ")[2]
        assert m.title in " ".join(shown.split())
    names = [*(m.key for m in ac.measures()), "pycm:BM"]
    assert "Informedness of a Class" in str(ac.evaluate(tables, measures=names, level=None))


def test_named_measures_stand_in_place_of_the_usual_sections():
    shown = report_text(ac.evaluate(TWO, measures=["BM", "TPR"]))
    assert "Traditional" not in shown
    assert "Warning: " not in shown
    assert shown.splitlines()[9:12] == [
        "Measure       class  value   95 % interval  chance",
        "Informedness         0.200  0.002 to 0.378   0.000",
        "Recall        spam   0.500  0.377 to 0.623   0.420",
    ]


def test_without_intervals_there_is_no_column_for_them():
    shown = report_text(ac.evaluate(THREE, level=None))
    assert "interval" not in shown
    assert "Traditional      value  chance" in shown
    assert "informed  marked" in shown


def test_what_does_not_fit_is_left_out():
    result = ac.evaluate(THREE)
    assert "F1  informed   95 % interval\n" in report_text(result)
    assert "Left out, as the terminal is too narrow: marked." in report_text(result)
    assert "F1  informed   95 % interval  marked\n" in report_text(result, 90)


def test_what_is_to_be_said_of_intervals_is_said_once():
    rare = Tables.from_counts([[29, 2, 0], [1, 28, 0], [0, 1, 1]])
    shown = " ".join(report_text(ac.evaluate(rare)).split())
    said = f"{RARE_LABEL[0].upper()}{RARE_LABEL[1:]}"
    assert shown.count(said) == 2
    assert f"{said} (Correlation)." in shown
    assert f"{said} (Macro Recall, Macro Precision, Macro F-measure)." in shown


@pytest.mark.parametrize("columns", [40, 50, 60, 70])
@pytest.mark.parametrize("t", [TWO, THREE, CONSTANT])
def test_narrow_reports_leave_columns_out_and_cut_nothing(t, columns):
    result = ac.evaluate(t)
    shown = report_text(result, columns)
    assert "…" not in shown
    for key in ("informedness", "accuracy", "cohen_kappa"):
        row = result[key]
        start = rf"^{ac.measure(key).title} +{re.escape(number(row.value))}( |$)"
        assert re.search(start, shown, flags=re.MULTILINE)
    for label in t.labels:
        recall = re.escape(number(result["recall", label].value))
        assert re.search(rf"^{label} .*{recall}", shown, flags=re.MULTILINE)
    assert "┼" not in shown


def test_narrow_named_measures_are_wrapped_and_not_cut():
    result = ac.evaluate(THREE, measures=["mcc", "recall", "macro_precision"])
    shown = report_text(result, 40)
    assert "…" not in shown
    assert number(result["mcc"].value) in shown


def test_a_percent_sign_stays_with_its_number():
    for n in range(1, 60):
        shown = report_text(ac.evaluate(Tables.from_cells(tp=60 + n, fp=12, fn=30, tn=28)))
        assert not any(line.startswith("%") for line in shown.splitlines())


def test_clusters_are_said():
    t = Tables.from_labels(list("ababab"), list("abbbaa"), by={"patient": [1, 1, 2, 2, 3, 3]})
    assert "3 clusters by 'patient'" in report_text(ac.evaluate(t, clusters="patient"))


def test_reweighting_is_said():
    assert "Re-weighted to the prevalence 'ham' 0.9, 'spam' 0.1." in report_text(
        ac.evaluate(TWO, prevalence=0.1)
    )


def test_the_verdict_comes_first_and_then_what_is_known_of_the_data():
    found = build(ac.evaluate(TWO), positive_hint=" (the last)")
    found = with_input(found, ["mail.csv: truth 'y'"], ["Careful."], {"file": "mail.csv"})
    assert (found.warnings, found.source) == (("Careful.",), {"file": "mail.csv"})
    lines = to_text(found).splitlines()
    assert lines[0] == "Warning: Careful."
    assert lines[2].startswith("Decisions do as well as if an estimated 20 % of them were informed")
    assert lines[9:11] == ["mail.csv: truth 'y'", "100 items, 2 classes, positive class 'spam' (the last)"]


def test_gates_say_what_was_tested():
    two, constant = (ac.evaluate(t, measures=["BM", "TPR", "error_rate", "mcc"]) for t in (TWO, CONSTANT))
    verdicts = [
        judge(Gate.parse("informedness=0.1"), two),
        judge(Gate.parse("recall:value=0.3"), two),
        judge(Gate.parse("error_rate=0.6", "over"), two),
        judge(Gate.parse("informedness=0.1"), ac.evaluate(TWO, level=None)),
        judge(Gate.parse("mcc=0.3"), constant),
        judge(Gate.parse("mcc:value=0.3"), constant),
    ]
    assert report_text(ac.evaluate(TWO), 120, gates=verdicts).splitlines()[-6:] == [
        "Gate failed: the lower bound 0.002 of Informedness is below 0.1",
        "Gate passed: Recall of 'spam' 0.500 is at least 0.3",
        "Gate passed: the upper bound 0.518 of Error rate is at most 0.6",
        "Gate passed: Informedness 0.200 is at least 0.1 (there are no intervals)",
        "Gate undefined: the lower bound of Matthews correlation is undefined: only one label was ever predicted",
        "Gate undefined: Matthews correlation is undefined: only one label was ever predicted",
    ]


@pytest.mark.parametrize("label", ["\x1b[31mred", "[red]x[/red]", "two\nlines", ":smile:", "<b>"])
def test_labels_cannot_act_on_the_terminal(label):
    out = io.StringIO()
    t = Tables.from_counts([[3, 1], [1, 3]], labels=[label, "b"], axes=None)
    Console(file=out, width=80, force_terminal=True, color_system="standard").print(
        to_terminal(build(ac.evaluate(t)), 80)
    )
    shown = out.getvalue()
    assert "\x1b[31mred" not in shown
    if label.isprintable():
        assert label in shown


def styled(t, *names):
    out = io.StringIO()
    console = Console(file=out, width=80, force_terminal=True, color_system="standard")
    console.print(to_terminal(build(ac.evaluate(t, measures=names)), 80))
    return out.getvalue()


def test_what_is_worse_than_chance_is_red():
    """An error rate above its chance level is as bad as an accuracy below it."""
    good, bad = Tables.from_cells(tp=9, fp=1, fn=1, tn=9), Tables.from_cells(tp=1, fp=9, fn=9, tn=1)
    assert "\x1b[31m" not in styled(good, "accuracy", "error_rate", "prevalence")
    assert styled(bad, "accuracy", "error_rate", "prevalence").count("\x1b[31m") == 2


def test_half_of_the_last_decimal_below_chance_is_not_red():
    row = ac.evaluate(THREE)["accuracy"]
    for chance, red in ((row.value + 0.0006, True), (row.value + 0.0004, False), (None, False)):
        assert cells._is_worse_than_chance(replace(row, chance=chance)) is red


def test_five_reasons_are_all_told():
    rows = [replace(ac.evaluate(CONSTANT)["informedness"], reason=f"reason {i}") for i in range(6)]
    told = list(cells.reasons([*rows[:5], rows[0]]))
    assert told == [f"– undefined: reason {i}" for i in range(5)]
    assert cells.reasons(rows)[-1] == "– undefined for 1 more reason"


def test_five_names_are_all_told():
    assert cells._some(list("abcde")) == "a, b, c, d, e"
    assert cells._some(list("abcdef")) == "a, b, c, d, e and 1 more"


def test_one_reason_more_is_one_reason():
    t = Tables.from_counts(np.diag([20, 20, 0, 0]), labels=["a", "b", "c", "d"])
    shown = report_text(ac.evaluate(t, measures=["recall", "precision", "f1"]))
    assert "– undefined for 1 more reason" in shown.splitlines()


def test_a_doubt_about_many_measures_names_some():
    result = ac.evaluate(Tables.from_cells(tp=4, fp=1, fn=1, tn=4), measures="all")
    assert re.search(r" and \d+ more\)\.", " ".join(report_text(result).split()))


def test_a_gate_on_an_infinite_value_is_told():
    gate = Gate.parse("odds_ratio:value=3")
    verdict = judge(gate, ac.evaluate(Tables.from_cells(tp=4, fp=0, fn=0, tn=6), measures=["odds_ratio"]))
    assert verdict.text.endswith(" ∞ is at least 3")


def test_a_gate_tells_what_is_doubtful_of_its_interval():
    few = ac.evaluate(Tables.from_cells(tp=4, fp=1, fn=1, tn=4))
    said = judge(Gate.parse("informedness=-0.5"), few).text
    assert said.endswith("is at least -0.5; fewer than 30 items: the interval may cover less than its level")


def test_further_answers_join_the_report_and_its_json():
    table = ac.Tables.from_counts([[30, 5], [8, 20]], labels=["a", "b"])
    result = ac.evaluate(table, also=[ac.tests, lambda t: ac.interval(t, "f1")])
    alone = ac.tests(table)
    text, written = " ".join(repr(result).split()), result.to_dict()
    assert alone.verdict in text
    assert repr(ac.interval(table, "f1")).split("\n", 1)[0] in text
    assert [found["schema"] for found in written["also"]] == ["abovechance.test/2", "abovechance.rows/2"]
    assert written["also"][0] == alone.to_dict()
    assert ac.evaluate(table).to_dict()["also"] == []
    assert "as observed" not in text
    assert "as observed, without re-weighting" in repr(ac.evaluate(table, prevalence=0.1, also=[ac.tests]))
