"""``compare``: pairs, rankings, classes and verdicts."""

import json
import pickle
from dataclasses import replace

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from sklearn.metrics import f1_score

import abovechance as ac
from abovechance import InputError, Tables, compare, compare_tables
from abovechance.inference.comparisons.compare import compare_joint
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.paired import paired_difference
from abovechance.inference.comparisons.unpaired import unpaired
from abovechance.inference.comparisons.verdict import verdict
from abovechance.inference.significance.multiplicity import adjust


def items(n=300, classes=3, skill=(0.8, 0.6, 0.2), seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    answers = [np.where(rng.random(n) < s, truth, rng.integers(0, classes, n)) for s in skill]
    return truth, dict(zip("ABC", answers, strict=False))


def rare(n=600, seed=1):
    """Ten percent are positive: one system never says so, the other finds them with false alarms."""
    rng = np.random.default_rng(seed)
    truth = np.where(np.arange(n) < n // 10, "ill", "well")
    keen = np.where(np.where(truth == "ill", 0.8, 0.25) > rng.random(n), "ill", "well")
    return truth, {"lazy": np.full(n, "well"), "keen": keen}


def test_two_systems_have_one_difference():
    truth, answers = items(skill=(0.8, 0.6))
    found = compare(truth, answers)
    expected = paired_difference("informedness", Joint.from_labels(truth, answers))
    for field in ("difference", "low", "high", "se", "p_value", "method", "test"):
        assert getattr(found, field) == getattr(expected, field)
    assert found.values == tuple(ac.informedness(truth, answers[name]) for name in "AB")
    assert found["A", "B"] == expected
    assert found["B", "A"] == expected.reversed


def test_more_systems_are_compared_in_pairs_with_adjusted_p_values():
    truth, answers = items()
    found = compare(truth, answers, "mcc", adjust="bonferroni")
    assert [(pair.first, pair.second) for pair in found.pairs] == [("A", "B"), ("A", "C"), ("B", "C")]
    p = [pair.p_value for pair in found.pairs]
    assert [pair.p_adjusted for pair in found.pairs] == pytest.approx(adjust(p, "bonferroni").tolist())
    alone = paired_difference("mcc", Joint.from_labels(truth, {"B": answers["B"], "C": answers["C"]}))
    assert found["B", "C"].p_value == pytest.approx(alone.p_value)
    with pytest.raises(
        InputError, match=r"3 were compared: ask for two of them, such as comparison\['A', 'B'\]"
    ):
        _ = found.difference
    with pytest.raises(InputError, match="there is no pair 'A', 'D'"):
        found["A", "D"]


def test_the_ranking_leaves_open_what_is_not_shown():
    truth, answers = items()
    ranking = compare(truth, answers).ranking
    assert [(r.system, r.best_rank, r.worst_rank) for r in ranking] == [("A", 1, 1), ("B", 2, 2), ("C", 3, 3)]
    same = compare(truth, {"A": answers["B"], "B": answers["B"], "C": answers["C"]}).ranking
    assert [(r.system, r.best_rank, r.worst_rank) for r in same] == [("A", 1, 2), ("B", 1, 2), ("C", 3, 3)]


def test_where_less_is_better_the_least_comes_first():
    truth, answers = items()
    found = compare(truth, answers, "error_rate")
    assert [r.system for r in found.ranking] == ["A", "B", "C"]
    two = compare(truth, {"A": answers["A"], "C": answers["C"]}, "error_rate")
    assert two.difference < 0
    values = f"{two.pairs[0].first_value:.3f} against {two.pairs[0].second_value:.3f}"
    assert two.verdict.startswith(f"'A' is better than 'C': Error rate {values}")
    swapped = compare(truth, {"C": answers["C"], "A": answers["A"]}, "error_rate")
    assert swapped.verdict == two.verdict


def test_where_nothing_is_better_the_verdict_says_which_is_more():
    truth, answers = rare()
    found = compare(truth, answers, "bias", positive="ill")
    assert found.verdict.startswith("'keen' has more Bias than 'lazy': Bias of 'ill'")


def test_systems_without_a_value_come_last():
    truth, answers = rare()
    found = compare(truth, answers | {"same": answers["keen"]}, "mcc", positive="ill")
    assert [r.system for r in found.ranking] == ["keen", "same", "lazy"]
    assert np.isnan(found["lazy", "keen"].p_adjusted)
    assert found["keen", "same"].p_adjusted == 1


@pytest.mark.parametrize("key", sorted(m.key for m in ac.measures() if m.mean_of))
@pytest.mark.parametrize("classes", [2, 3])
def test_classes_show_what_a_mean_over_classes_is_a_mean_of(key, classes):
    truth, answers = items(skill=(0.8, 0.6))
    kept = truth < classes
    answers = {name: np.minimum(column, classes - 1)[kept] for name, column in answers.items()}
    found = compare(truth[kept], answers, key)
    rows = found.classes()
    shares = (
        np.bincount(truth[kept]) / kept.sum() if key.startswith("weighted") else np.full(classes, 1 / classes)
    )
    for position, values in enumerate(([d.first_value for d in rows], [d.second_value for d in rows])):
        assert shares @ values == pytest.approx(found.values[position])
    one = {name: column == 1 for name, column in answers.items()}
    alone = compare(truth[kept] == 1, one, ac.measure(key).mean_of, seed=1)
    assert (rows[1].low, rows[1].high) == pytest.approx((alone.low, alone.high))


def test_classes_have_the_f_of_scikit_learn():
    truth, answers = items(skill=(0.8, 0.6))
    rows = compare(truth, answers, "macro_f1", method="percentile", replicates=99, seed=1).classes()
    assert [d.first_value for d in rows] == pytest.approx(
        f1_score(truth, answers["A"], average=None).tolist()
    )
    assert {d.method for d in rows} == {"delta"}


def test_classes_are_compared_each_against_the_rest():
    truth, answers = items(skill=(0.8, 0.6))
    found = compare(truth, answers).classes()
    assert [d.label for d in found] == [0, 1, 2]
    p = []
    for k, d in enumerate(found):
        one = {name: column == k for name, column in answers.items()}
        alone = compare(truth == k, one)
        assert (d.difference, d.low, d.high) == pytest.approx((alone.difference, alone.low, alone.high))
        p.append(alone.p_value)
    assert [d.p_adjusted for d in found] == pytest.approx(adjust(p, "holm").tolist())
    three = compare(*items())
    assert [d.first for d in three.classes("C", "A")] == ["C"] * 3


def test_a_measure_of_one_class_needs_the_class_named():
    truth, answers = items()
    with pytest.raises(InputError, match="f1 is a measure of one class and there are 3"):
        compare(truth, answers, "f1")
    found = compare(truth, answers, "f1", positive=1)
    assert found.values[0] == pytest.approx(ac.f1(Tables.from_labels(truth, answers["A"])).item(1))
    assert found.pairs[0].label == 1


def test_a_clear_difference_is_said_with_its_numbers():
    truth, answers = items(skill=(0.8, 0.6))
    found = compare(truth, answers)
    assert found.verdict == (
        f"'A' is better than 'B': Informedness {found.values[0]:.3f} against {found.values[1]:.3f}, "
        f"a difference of {found.difference:.3f} (95 % interval {found.low:.3f} to {found.high:.3f}, p < 0.0001)."
    )
    turned = compare(truth, {"B": answers["B"], "A": answers["A"]})
    assert turned.verdict == found.verdict
    assert " ".join(repr(found).split()).startswith(" ".join(found.verdict.split()))


def test_what_is_not_shown_is_not_said():
    found = compare(*items(n=40, skill=(0.5, 0.5)), seed=1)
    assert found.verdict.startswith("'A' and 'B' are not shown to differ: Informedness")


def test_identical_systems_are_called_so():
    truth, answers = items()
    found = compare(truth, {"A": answers["A"], "B": answers["A"]})
    assert (found.difference, found.p_value) == (0, 1)
    assert found.verdict == "'A' and 'B' gave the same answer to every item."


def test_an_undefined_measure_is_said_to_be():
    truth, answers = rare()
    found = compare(truth, answers, "mcc")
    assert found.verdict == (
        "Matthews correlation of 'lazy' and 'keen' cannot be compared: mcc of 'lazy' is undefined: "
        "only one label was ever predicted."
    )


def test_measures_that_disagree_are_named_and_bias_is_called_bias():
    """Never saying "ill" is right nine times of ten and knows nothing."""
    truth, answers = rare()
    first, second = compare(truth, answers, positive="ill").verdict.split("\n")
    assert first.startswith("'keen' is better than 'lazy'")
    share = round(100 * np.mean(answers["keen"] == "ill"))
    assert second == (
        "Rand Accuracy prefers 'lazy', Informedness prefers 'keen': 'lazy' looks better there "
        f"only because it says 'ill' less often than 'keen' (0 % of items against {share} %; 10 % are 'ill')."
    )
    by_accuracy = compare(truth, answers, "accuracy", positive="ill").verdict
    assert by_accuracy.startswith("'lazy' is better than 'keen'")
    assert (
        "Rand Accuracy prefers 'lazy': 'lazy' looks better there only because" in by_accuracy.split("\n")[1]
    )


def test_with_more_classes_a_gain_may_be_more_than_bias():
    rng = np.random.default_rng(0)
    truth = rng.choice(["a", "b", "c"], 900, p=[0.9, 0.05, 0.05])
    keen = np.where(rng.random(900) < 0.5, truth, rng.choice(["a", "b", "c"], 900))
    found = compare(truth, {"lazy": np.full(900, "a"), "keen": keen})
    assert found.verdict.split("\n")[1] == (
        "Rand Accuracy prefers 'lazy', Informedness prefers 'keen': 'lazy' looks better there without knowing "
        "more of the classes."
    )


def test_a_gain_without_information_may_be_bias():
    """Two guessers: one follows the prevalence, the other tosses a coin."""
    rng = np.random.default_rng(3)
    truth = rng.random(400) < 0.9
    answers = {"coin": rng.random(400) < 0.5, "follower": rng.random(400) < 0.9}
    found = compare(truth, answers)
    assert found.p_value > 0.05
    assert found.ranking[0].system == "coin"
    assert found.verdict.split("\n")[1].startswith(
        "Rand Accuracy and F-measure prefer 'follower', Informedness shows no difference: 'follower' may look better there only because it says "
    )


def test_measures_that_agree_are_not_mentioned():
    assert "\n" not in compare(*items(skill=(0.9, 0.3))).verdict


def test_preferences_name_the_best_system_of_each_measure():
    truth, answers = rare()
    found = {p.measure: p for p in compare(truth, answers, positive="ill").preferences}
    assert list(found) == ["markedness", "mcc", "cohen_kappa", "accuracy", "f1"]
    assert (found["accuracy"].preferred, found["accuracy"].rival) == ("lazy", "keen")
    assert found["f1"].preferred == "keen"
    assert found["accuracy"].values == pytest.approx(
        [ac.accuracy(truth, answers[name]) for name in ("lazy", "keen")]
    )
    three = compare(*items()).preferences
    assert [p.measure for p in three] == ["markedness", "mcc", "cohen_kappa", "accuracy", "macro_f1"]


def test_no_system_is_preferred_where_the_best_are_equal():
    truth, answers = items()
    found = compare(truth, {"A": answers["A"], "B": answers["A"]}).preferences
    assert all(p.preferred is None and np.isnan(p.p_value) for p in found)


def test_several_systems_have_one_verdict():
    truth, answers = items()
    assert compare(truth, answers).verdict.startswith("'A' comes first with Informedness")
    assert compare(truth, answers).verdict.endswith("better than all others.")
    close = compare(truth, {"A": answers["A"], "B": answers["A"], "C": answers["C"]})
    assert close.verdict.endswith("better than 'C', not shown to differ from 'B'.")
    alike = compare(truth, dict.fromkeys("ABC", answers["C"]))
    assert alike.verdict.endswith("but is not shown to differ from any other.")
    assert "A  " in repr(close)
    assert "1 to 2" in repr(close)
    nothing = compare([1, 1], {"A": [1, 1], "B": [1, 0], "C": [0, 0]})
    assert nothing.verdict == "Informedness cannot be compared: it is undefined for all systems."


def test_the_result_is_plain_data():
    truth, answers = items()
    found = compare(truth, answers)
    assert pickle.loads(pickle.dumps(found)) == found
    plain = json.loads(json.dumps(found.to_dict()))
    assert plain["verdict"] == found.verdict
    assert plain["n"] == 300
    assert len(plain["rows"]) == len(plain["systems"]) == 3
    assert found.to_frame("polars")["p_adjusted"].to_list() == [pair.p_adjusted for pair in found.pairs]


def test_columns_of_a_data_frame_and_counted_patterns_say_the_same():
    truth, answers = items(n=80, skill=(0.8, 0.6))
    frame = pl.DataFrame(answers | {"truth": truth})
    expected = compare(truth, answers, seed=1, replicates=99)
    listed = compare(frame["truth"], frame[["A", "B"]], seed=1, replicates=99)
    counted = frame.group_by("truth", "A", "B").len()
    patterns = compare(counted["truth"], counted[["A", "B"]], counts=counted["len"], seed=1, replicates=99)
    assert expected.pairs == listed.pairs
    assert patterns.pairs == expected.pairs
    assert compare_joint(Joint.from_labels(truth, answers), seed=1, replicates=99).pairs == expected.pairs


def test_clusters_widen_the_interval_of_items_that_repeat():
    truth, answers = items(n=60, skill=(0.8, 0.6))
    copies = {name: np.tile(column, 10) for name, column in answers.items()}
    naive = compare(np.tile(truth, 10), copies)
    honest = compare(np.tile(truth, 10), copies, clusters=np.tile(np.arange(60), 10))
    assert honest.se == pytest.approx(naive.se * np.sqrt(10), rel=0.05)
    assert honest.p_value > naive.p_value


def test_independent_tables_are_compared_too():
    first, second = (
        Tables.from_cells(tp=45, fp=12, fn=15, tn=28),
        Tables.from_cells(tp=30, fp=12, fn=30, tn=28),
    )
    found = compare_tables(first, second, systems=("new", "old"))
    expected = unpaired("informedness", first, second)
    assert (found.difference, found.low, found.high, found.p_value) == pytest.approx(
        (expected.difference, expected.low, expected.high, expected.p_value)
    )
    assert found.verdict.startswith("'new' and 'old' are not shown to differ")
    assert found.method == "mover"
    f1 = compare_tables(first, second, "f1", method="delta")
    assert (f1.pairs[0].label, f1.method) == ("positive", "delta")


def test_independent_tables_may_have_different_classes():
    first = Tables.from_counts([[30, 5], [4, 20]], labels=["a", "b"])
    second = Tables.from_counts([[20, 5, 2], [4, 20, 3], [1, 2, 30]], labels=["a", "b", "c"])
    found = compare_tables(first, second)
    assert found.values == pytest.approx((ac.informedness(first), ac.informedness(second)))
    classes = found.classes()
    assert [d.label for d in classes] == ["a", "b", "c"]
    assert classes[0].first_value == pytest.approx(ac.informedness(first))
    assert classes[2].reason == "informedness of 'first' is undefined: only one class occurs in the truth"
    both = compare_tables(first, first)
    assert [d.difference for d in both.classes()] == [0, 0]
    assert both.p_value == 1
    assert both.verdict.startswith("'first' and 'second' are not shown to differ")


def test_what_cannot_be_compared_is_refused():
    table = Tables.from_cells(tp=[1, 2], fp=[1, 2], fn=[1, 2], tn=[1, 2])
    with pytest.raises(InputError, match="two single tables"):
        compare_tables(table, table)
    with pytest.raises(InputError, match="two different names"):
        compare_tables(table[0], table[1], systems=("A", "A"))
    with pytest.raises(InputError, match="level must lie between"):
        compare(*items(), level=95)
    with pytest.raises(InputError, match="no adjustment called 'hollm'"):
        compare(*items(), adjust="hollm")


def test_infinite_values_are_explained_for_independent_tables():
    perfect, other = Tables.from_cells(tp=3, fp=0, fn=0, tn=3), Tables.from_cells(tp=3, fp=1, fn=1, tn=3)
    assert compare_tables(perfect, other, "odds_ratio").pairs[0].reason == "odds_ratio of 'first' is infinite"


def test_names_of_systems_are_no_markup():
    truth, answers = items(skill=(0.8, 0.6))
    shown = compare(truth, {"<b>": answers["A"], "B": answers["B"]})._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "&lt;b&gt;" in ac.compare_datasets({"<b>": [1, 2], "B": [2, 3]})._repr_html_()


def of_cells(first, second):
    """Truth and answers of two systems with these ``(tp, fn, fp, tn)``, independent within a class."""
    rng = np.random.default_rng(0)
    answers = []
    for tp, fn, fp, tn in (first, second):
        parts = [rng.permutation([1] * yes + [0] * no) for yes, no in ((tp, fn), (fp, tn))]
        answers.append(np.concatenate(parts))
    truth = np.repeat([1, 0], [sum(first[:2]), sum(first[2:])])
    return truth, dict(zip("ab", answers, strict=True))


@pytest.mark.parametrize(
    "key", ["odds_ratio", "positive_likelihood_ratio", "negative_likelihood_ratio", "relative_risk"]
)
@pytest.mark.parametrize("second", [(31, 9, 10, 30), (33, 7, 9, 31), (36, 4, 6, 34), (38, 2, 4, 36)])
def test_the_interval_of_ratios_and_their_p_value_agree(key, second):
    found = compare(*of_cells((24, 16, 14, 26), second), key)
    assert found.method == found.test == "log"
    assert (found.p_value < 0.05) == (not found.low <= 0 <= found.high)
    assert found.low < found.difference < found.high
    assert ("is better" in found.verdict) == (found.p_value < 0.05)


def test_the_bounds_of_a_difference_of_ratios_by_hand():
    """Odds ratios with half an item in each cell, ±1.96·√Σ1/n on the log scale; systems that err independently."""
    first, second = (24, 16, 14, 26), (33, 7, 9, 31)
    found = compare(*of_cells(second, first), "odds_ratio")
    low, high, value = [], [], []
    for tp, fn, fp, tn in (second, first):
        value.append(tp * tn / (fn * fp))
        centre = np.log((tp + 0.5) * (tn + 0.5) / (fn + 0.5) / (fp + 0.5))
        spread = 1.959964 * np.sqrt(sum(1 / (n + 0.5) for n in (tp, fn, fp, tn)))
        low.append(np.exp(centre - spread))
        high.append(np.exp(centre + spread))
    assert found.difference == pytest.approx(value[0] - value[1])
    independent = np.hypot(value[0] - low[0], high[1] - value[1])
    assert found.difference - found.low == pytest.approx(independent, rel=0.15)


def test_ratios_that_are_infinite_cannot_be_compared():
    verdict = compare(*of_cells((24, 16, 14, 26), (40, 0, 4, 36)), "odds_ratio").verdict
    assert "cannot be compared: odds_ratio of 'b' is infinite" in verdict
    assert "nan" not in verdict
    truth, answers = of_cells((24, 16, 14, 26), (40, 0, 4, 36))
    three = compare(truth, answers | {"c": answers["a"][::-1]}, "odds_ratio")
    assert "cannot be compared: it is infinite for 'b'" in three.verdict


def test_a_measure_without_a_best_value_does_not_judge():
    truth, answers = of_cells((12, 28, 2, 38), (36, 4, 30, 10))
    verdict = compare(truth, answers, "bias").verdict
    assert verdict.startswith("'b' has more Bias than 'a'")
    assert verdict.endswith("Bias has no best value: it describes, and does not judge.")
    three = compare(truth, answers | {"c": 1 - answers["b"]}, "bias").verdict
    assert three.startswith("'b' has the most: Bias 0.825: more than all others.")
    for said in (verdict, three):
        assert "better" not in said
        assert "because it says" not in said


def test_the_verdict_tells_where_interval_and_test_disagree():
    truth, answers = items(skill=(0.8, 0.6))
    found = compare(truth, answers)
    pair = found.pairs[0]
    for low, p, said in (
        (-0.01, 0.01, "; the p-value is below 0.05, but the interval contains 0."),
        (0.01, 0.06, "; the interval excludes 0, but the p-value is not below 0.05."),
    ):
        other = replace(pair, low=low, p_value=p, p_adjusted=p)
        said_of = verdict(replace(found, pairs=(other,), preferences=()))
        assert "not shown to differ" in said_of
        assert said_of.endswith(said)


def test_weights_in_a_table_are_told_of():
    first, second = Tables.from_cells(45, 12, 15, 28), Tables.from_cells(30, 12, 30, 28)
    assert "weights" not in compare_tables(first, second).verdict
    assert "weights" not in compare_tables(first.at_prevalence(0.1), second).verdict
    lost = Tables.from_counts(first.counts + 0.5)
    assert "holds weights" in compare_tables(lost, second).verdict


def answers(n=300):
    rng = np.random.default_rng(3)
    truth = rng.integers(3, size=n)
    guess = [np.where(rng.random(n) < share, truth, rng.integers(3, size=n)) for share in (0.7, 0.5)]
    return {
        "y": [f"class {i}" for i in truth],
        "a": [f"class {i}" for i in guess[0]],
        "b.c": [None if i % 50 == 0 else f"class {x}" for i, x in enumerate(guess[1])],
        "patient": (np.arange(n) // 5).tolist(),
        "w": (1 + rng.integers(3, size=n) / 2).tolist(),
        "n": (1 + rng.integers(3, size=n)).tolist(),
    }


@pytest.fixture(params=["pandas", "polars", "lazy", "arrow", "duckdb", "spark"])
def frame(request):
    columns = answers()
    if request.param == "spark":
        return request.getfixturevalue("connect").createDataFrame(pa.table(columns))
    table = pa.table(columns)
    return {
        "pandas": table.to_pandas,
        "polars": lambda: pl.from_arrow(table),
        "lazy": lambda: pl.from_arrow(table).lazy(),
        "arrow": lambda: table,
        "duckdb": lambda: duckdb.connect().from_arrow(table),
    }[request.param]()


@pytest.mark.parametrize("names", [{}, {"clusters": "patient"}, {"counts": "n"}, {"weights": "w"}])
def test_a_frame_of_any_engine_gives_the_same(frame, names):
    columns = answers()
    options = {"on_missing": "drop", "seed": 1, "replicates": 200}
    predictions = {name: columns[name] for name in ("a", "b.c")}
    named = {option: columns[name] for option, name in names.items()}
    expected = ac.compare(columns["y"], predictions, **named, **options)
    found = ac.compare("y", ["a", "b.c"], data=frame, **names, **options)
    assert (found.difference, found.low, found.high, found.p_value, found.verdict) == (
        expected.difference, expected.low, expected.high, expected.p_value, expected.verdict,
    )  # fmt: skip


def test_columns_of_a_frame_are_named():
    frame = pl.LazyFrame(answers())
    with pytest.raises(ac.InputError, match="is a list of the names"):
        ac.compare("y", "a", data=frame)
    with pytest.raises(ac.InputError, match="names a column twice"):
        ac.compare("y", ["a", "a"], data=frame)
    with pytest.raises(ac.InputError, match="no column 'z'"):
        ac.compare("y", ["a", "z"], data=frame)


def test_systems_by_measures_with_the_best_of_each():
    rng = np.random.default_rng(3)
    truth = rng.integers(2, size=400)
    answers = {
        name: np.where(rng.random(400) < p, truth, 1 - truth)
        for name, p in (("A", 0.6), ("B", 0.9), ("C", 0.88))
    }
    found = compare(truth, answers, measures=["informedness", "miss_rate", "prevalence"], seed=1)
    table = found.table
    assert len(table.rows()) == 9
    assert [x.best for x in table.entries] == [False, True, False] * 2 + [False] * 3
    assert [x.differs for x in table.entries] == [x.p_adjusted < 0.05 for x in table.entries]
    assert table["A", "informedness"].differs
    assert [table[x, "informedness"].p_adjusted for x in "AC"] == [found["B", x].p_adjusted for x in "AC"]
    for x in found.systems:
        own = ac.interval(truth, answers[x], "miss_rate")
        assert (table[x, "miss_rate"].low, table[x, "miss_rate"].high) == (own.low, own.high)
    assert "]*" in repr(table).splitlines()[1]
    assert compare(truth, answers, seed=1).table is None


def test_a_comparison_has_the_interval_of_each_system():
    truth, patient = [0, 0, 1, 1] * 10, np.arange(40) // 2
    answers = {"A": [0, 0, 1, 0] * 10, "B": [0, 1, 1, 1] * 10}
    plain, clustered = compare(truth, answers), compare(truth, answers, clusters=patient)
    assert plain.intervals["A"] == ac.interval(truth, answers["A"], "informedness")
    expected = ac.cluster_interval(truth, answers["A"], "informedness", clusters=patient)
    assert clustered.intervals["A"].low == expected.low
    assert [x.measure for x in plain.per_class] == ["recall", "recall"]
    weighted = compare(truth, answers, clusters=patient, weights=[1, 2, 3, 4] * 10)
    assert [x.value for x in weighted.intervals.values()] == pytest.approx(weighted.values)


def test_the_columns_of_a_file_are_compared_as_lists(tmp_path):
    frame = pl.DataFrame(
        {
            "y": list("aabb") * 9,
            "A": list("aaba") * 9,
            "B": list("abbb") * 9,
            "w": [1.0, 2.0] * 18,
            "s": list("xxxy") * 9,
        }
    )
    frame.write_csv(tmp_path / "items.csv")
    options = {"seed": 1, "by": "s", "weights": "w"}
    of_file = ac.compare("y", ["A", "B"], data=tmp_path / "items.csv", **options)
    of_frame = ac.compare("y", ["A", "B"], data=frame, **options)
    assert of_file == of_frame


def test_tables_of_other_items_say_how_many_each_has():
    first, second = (ac.Tables.from_counts([[n, 2], [3, 5]], positive=1) for n in (10, 20))
    found = ac.compare_tables(first, second)
    assert "\nfirst: 20 items, 2 classes, positive class 1\nsecond: 30 items" in repr(found)
    assert found.to_dict()["n"] is None
    assert ac.compare_tables(first, first).to_dict()["n"] == 20


def test_a_file_may_be_written_in_any_way_and_hold_scores(tmp_path):
    truth, score, other = ["0", "1", "1", "0"] * 9, [0.1, 0.9, 0.4, 0.6] * 9, [0.7, 0.8, 0.9, 0.2] * 9
    lines = [f"{y};{a};{b}".replace(".", ",") for y, a, b in zip(truth, score, other, strict=True)]
    path = tmp_path / "items.csv"
    path.write_text("\n".join(["wahr;a;ö", *lines]) + "\n", encoding="latin-1")
    answers = {
        name: [str(int(x >= 0.5)) for x in column] for name, column in {"a": score, "ö": other}.items()
    }
    found = compare("wahr", ["a", "ö"], data=path, threshold=0.5, positive=1, encoding="latin-1", decimal=",")
    assert found.rows() == compare(truth, answers, positive="1").rows()
    with pytest.raises(InputError, match="decimal says how a file is read") as raised:
        compare(truth, answers, decimal=",")
    assert raised.value.argument == "decimal"
