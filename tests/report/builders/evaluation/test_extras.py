"""What pages have beside reports in text: the library's numbers, and nothing where there is nothing to say."""

import numpy as np
import pytest

import abovechance as ac
from abovechance.report.build import build
from abovechance.report.document import Extra, Steps, bare
from abovechance.report.formats.terminal import to_text

TABLE = ac.Tables.from_cells(tp=30, fp=12, fn=20, tn=38)
RNG = np.random.default_rng(7)
TRUTH = RNG.choice(["a", "b"], 300, p=[0.6, 0.4])
SCORES = (TRUTH == "b") + RNG.normal(size=300)


def extras(result):
    return {section.title: section for section in build(result).sections if isinstance(section, Extra)}


def steps_of(extra):
    return next(section for section in extra.sections if isinstance(section, Steps))


def test_steps_are_the_same_decisions_at_other_prevalences():
    steps = steps_of(extras(ac.evaluate(TABLE))["What if the prevalence were different?"])
    assert steps.positions[steps.first] == "50 % (as here)"
    at = steps.positions.index("2 %")
    moved = TABLE.at_prevalence(0.02)
    for row in steps.tables[at].rows:
        key = row[0].measure
        assert row[1] == pytest.approx(float(ac.measure(key)(TABLE)))
        assert row[2] == pytest.approx(float(ac.measure(key)(moved)))
        assert row[3] == pytest.approx(float(ac.measure(key)(moved.expected)), abs=1e-12)


def test_only_classes_that_all_occur_have_a_slider():
    title = "What if the prevalence were different?"
    assert title not in extras(ac.evaluate(ac.Tables.from_cells(tp=3, fp=0, fn=2, tn=0)))


def test_of_more_classes_each_has_a_slider_over_its_share():
    tables = ac.Tables.from_counts([[30, 5, 5], [4, 20, 6], [1, 2, 27]], labels=["a", "b", "c"])
    _, choice = extras(ac.evaluate(tables))["What if the prevalence were different?"].sections
    assert (choice.title, choice.names) == ("Class", ("a", "b", "c"))
    steps = choice.steps[2]
    assert steps.positions[steps.first] == "30 % (as here)"
    moved = tables.at_prevalence({"a": 0.9 * 4 / 7, "b": 0.9 * 3 / 7, "c": 0.1})
    rows = {row[0].measure: row for row in steps.tables[steps.positions.index("10 %")].rows}
    for key in ("informedness", "cohen_kappa", "macro_f1"):
        assert rows[key][1] == pytest.approx(float(ac.measure(key)(tables)))
        assert rows[key][2] == pytest.approx(float(ac.measure(key)(moved)))
    assert rows["precision"][0].value == "Precision of c"
    assert rows["precision"][2] == pytest.approx(ac.precision(moved)[2])


def test_every_measure_has_the_value_that_it_has():
    extra = extras(ac.evaluate(TABLE))["Every measure"]
    rows = {row[0].measure: bare(row[1]) for row in extra.sections[1].rows}
    assert set(rows) == {m.key for m in ac.measures()}
    for key in ("informedness", "odds_ratio", "gwet_ac1"):
        assert rows[key] == pytest.approx(float(ac.measure(key)(TABLE)))


def test_tests_are_those_of_the_command():
    found = extras(ac.evaluate(TABLE))["Could guessing have done it?"].sections
    table = next(section for section in found if hasattr(section, "rows"))
    p_values = [bare(row[3])[0] for row in table.rows]
    asked = ("auto", "pearson", "g_squared", "fisher")
    assert p_values == pytest.approx([ac.test(TABLE, method=name).p_value for name in asked])


def test_formats_of_text_make_none_of_them():
    document = build(ac.evaluate(TABLE))
    to_text(document)
    made = [section for section in document.sections if "sections" in vars(section)]
    assert made == []


def test_thresholds_have_the_table_of_the_curve():
    found = ac.roc(TRUTH, SCORES, positive="b")
    steps = steps_of(extras(found)["Choose a threshold"])
    curve = found.systems[0].curve
    for at in (0, 5, len(steps.points) // 2, -1):
        fpr, tpr = steps.points[at]
        cells = [float(row[1]) for row in steps.tables[at].rows[:4]]
        assert cells[0] == pytest.approx(tpr * curve.positives)
        assert cells[1] == pytest.approx(fpr * curve.negatives)
        assert sum(cells) == len(TRUTH)
    assert steps.points[steps.first] == (found.systems[0].point.fpr, found.systems[0].point.tpr)


def test_costs_ask_for_the_cheapest_threshold():
    found = ac.roc(TRUTH, SCORES, positive="b")
    steps = steps_of(extras(found)["What if errors cost more or less?"])
    curve, share = found.systems[0].curve, float((TRUTH == "b").mean())
    row = steps.tables[steps.positions.index("10 : 1")].rows[0]
    costs = share * 10 * (1 - curve.tpr) + (1 - share) * curve.fpr
    assert row[4] == pytest.approx(costs.min())
    assert row[5] == pytest.approx(min(share * 10, 1 - share))


def test_very_many_classes_are_tested_too():
    labels = [f"c{i}" for i in range(50)]
    truth = np.repeat(labels, 6)
    found = extras(ac.evaluate(truth, np.where(RNG.random(300) < 0.5, truth, RNG.choice(labels, 300))))
    said, table = found["Could guessing have done it?"].sections[:2]
    assert "left out" in said.text
    assert len(table.rows) == 1
