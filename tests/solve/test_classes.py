"""More than two classes: a printed report against every table that has it, and against the true table."""

from itertools import combinations, product

import numpy as np
import pytest
from sklearn.metrics import classification_report

import abovechance as ac
from abovechance.solve.classes.offdiagonal import cells_between, placed

MEASURED = ("informedness", "markedness", "correlation", "mcc", "cohen_kappa", "accuracy", "macro_recall",
            "macro_precision", "macro_f1")  # fmt: skip


def drawn(rng, classes, items, skill=0.6):
    """Labels of some skill, with every class among them."""
    shares = rng.dirichlet(np.full(classes, 3.0))
    truth = np.concatenate([np.arange(classes), rng.choice(classes, items - classes, p=shares)])
    guess = rng.choice(classes, items, p=rng.dirichlet(np.full(classes, 3.0)))
    return truth, np.where(rng.random(items) < skill, truth, guess)


def printed(truth, prediction, digits=2):
    return classification_report(truth, prediction, digits=digits, zero_division=0)


def table_of(truth, prediction):
    labels = [str(x) for x in sorted({*truth, *prediction})]
    return ac.Tables.from_labels([str(x) for x in truth], [str(x) for x in prediction], labels=labels)


def rows_of(support, size):
    """All ways in which the items of a class can be labelled."""
    return [row for row in product(range(support + 1), repeat=size) if sum(row) == support]


def as_scikit_learn(key, counts):
    """A measure, with 0 for rates of labels that are never given."""
    table = ac.Tables.from_counts(counts)
    if key.startswith("macro"):
        return ac.measure(key)(table, zero_division=0)
    return ac.compute(table, key)


@pytest.mark.parametrize("seed", range(8))
def test_every_table_of_few_items_is_known(seed):
    rng = np.random.default_rng(seed)
    truth, prediction = drawn(rng, 3, int(rng.integers(8, 14)))
    digits = 1 + seed % 2
    report = printed(truth, prediction, digits)
    found = ac.solve(report=report)
    rows = [rows_of(support, 3) for support in found.supports]
    counts = np.array(list(product(*rows)))
    those = with_figures(counts, report, digits)
    assert len(those)
    assert found.consistent
    for table in those[:20]:
        assert ac.Tables.from_counts(table, labels=list(found.labels)) in found
    margins = {(tuple(x.diagonal()), tuple(x.sum(axis=0))) for x in those}
    assert found.margins_known is (len(margins) == 1)
    assert (found.table is not None) is (len(those) == 1)
    assert found.example() in found
    for place, known in enumerate(found.classes):
        right, given = those[:, place, place], those.sum(axis=1)[:, place]
        assert (known.right_low, known.right_high) == (right.min(), right.max())
        assert (known.predicted_low, known.predicted_high) == (given.min(), given.max())
    for key in MEASURED:
        values = [as_scikit_learn(key, x) for x in those]
        low, high = np.nanmin(values), np.nanmax(values)
        one = found.range(key)
        assert one.low <= low + 1e-9
        assert one.high >= high - 1e-9
        if one.exact and key != "correlation":
            assert (one.low, one.high) == pytest.approx((low, high), abs=1e-7)


def with_figures(counts, report, digits):
    """Those tables whose rates, in whole numbers, are what a report prints."""
    printed_rows = [line.split() for line in report.splitlines()[1:] if line.strip()]
    right, real, given = counts[:, range(3), range(3)], counts.sum(axis=2), counts.sum(axis=1)
    rates = [_share(right, given), _share(right, real), _share(2 * right, real + given)]
    kept = np.ones(len(counts), dtype=bool)
    for rate, place in product(range(3), range(3)):
        kept &= (
            np.abs(rates[rate][:, place] - float(printed_rows[place][1 + rate]))
            <= 0.5 * 10.0**-digits + 1e-12
        )
    means = [
        np.stack([x.mean(axis=1) for x in rates]),
        np.stack([(x * real).sum(axis=1) / real.sum(axis=1) for x in rates]),
    ]
    for mean, row in zip(means, printed_rows[-2:], strict=True):
        for one, text in zip(mean, row[2:5], strict=True):
            kept &= np.abs(one - float(text)) <= 0.5 * 10.0**-digits + 1e-12
    return counts[kept]


def _share(part, whole):
    return np.divide(part, whole, out=np.zeros(part.shape), where=whole > 0)


@pytest.mark.parametrize(
    ("classes", "items", "digits"), [(3, 90, 2), (6, 800, 2), (12, 2500, 3), (24, 1500, 2)]
)
def test_the_true_table_is_among_the_solutions(classes, items, digits):
    truth, prediction = drawn(np.random.default_rng(classes), classes, items)
    true = table_of(truth, prediction)
    found = ac.solve(report=printed(truth, prediction, digits))
    true = ac.Tables.from_counts(np.asarray(true.counts), labels=[str(x) for x in range(classes)])
    assert found.consistent
    assert np.array_equal(np.sort(found.supports), np.sort(true.counts.sum(axis=1)))
    for key in ("informedness", "markedness", "mcc", "cohen_kappa", "accuracy"):
        one = found.range(key)
        assert one.low - 1e-9 <= ac.compute(true, key) <= one.high + 1e-9
        assert one.high - one.low < 0.1


def test_kappa_and_correlation_narrow_what_is_possible():
    truth, prediction = drawn(np.random.default_rng(1), 4, 600)
    report, true = printed(truth, prediction), table_of(truth, prediction)
    wide = ac.solve(report=report)
    for key in ("cohen_kappa", "mcc"):
        narrow = ac.solve({key: f"{ac.compute(true, key):.4f}"}, report=report)
        assert true in narrow
        assert narrow.range("informedness").high - narrow.range("informedness").low < (
            wide.range("informedness").high - wide.range("informedness").low
        )
        off = ac.solve({key: f"{ac.compute(true, key) + 0.05:.4f}"}, report=report)
        assert not off.consistent
        assert any(x.figure.measure == key for x in off.conflicts[0])


REPORT = {
    "cat": {"precision": "0.58", "recall": "0.79", "f1-score": "0.67", "support": 14},
    "dog": {"precision": "0.78", "recall": "0.58", "f1-score": "0.67", "support": 12},
    "eel": {"precision": "0.75", "recall": "0.71", "f1-score": "0.73", "support": 34},
}


def test_what_cannot_hold_is_named_by_the_smallest_sets():
    wrong = {**REPORT, "cat": {**REPORT["cat"], "f1-score": "0.71"}}
    found = ac.solve(report=wrong)
    assert not found
    assert [sorted(str(x) for x in some) for some in found.conflicts] == [
        ["f1 of 'cat' 0.71", "precision of 'cat' 0.58"]  # of 14 cats, whatever the recall
    ]
    assert found.verdict == (
        "Precision of 'cat' 0.58 and f1 of 'cat' 0.71 cannot both hold with these 60 items of 3 classes."
    )
    assert found.range("informedness").low != found.range("informedness").low
    off = ac.solve({"accuracy": "0.8"}, report=REPORT)
    (conflict,) = off.conflicts
    assert {str(x) for x in conflict} >= {"accuracy 0.8"}
    for left in combinations(conflict, len(conflict) - 1):
        assert off.known.possible(left)
    impossible = ac.solve(report={**REPORT, "cat": {"recall": "0.81", "support": 14}})
    assert [str(x) for x in impossible.conflicts[0]] == ["recall of 'cat' 0.81"]  # 11/14 = .786, 12/14 = .857


def test_errors_are_placed_off_the_diagonal_wherever_they_can_be():
    rng = np.random.default_rng(3)
    for _ in range(100):
        size = int(rng.integers(2, 6))
        errors = rng.poisson(rng.choice([0.3, 1, 4]), (size, size))
        np.fill_diagonal(errors, 0)
        missed, wrongly = errors.sum(axis=1), errors.sum(axis=0)
        found = placed(missed, wrongly)
        assert (found >= 0).all()
        assert not found.diagonal().any()
        assert found.sum(axis=1).tolist() == missed.tolist()
        assert found.sum(axis=0).tolist() == wrongly.tolist()
        least, most = cells_between(missed, wrongly)
        assert ((least <= errors) & (errors <= most)).all()


def test_cells_reach_their_bounds():
    missed, wrongly = np.array([2, 1, 3]), np.array([3, 2, 1])
    rows = [[row for row in rows_of(total, 3) if row[i] == 0] for i, total in enumerate(missed)]
    those = np.array([x for x in map(np.array, product(*rows)) if (x.sum(axis=0) == wrongly).all()])
    least, most = cells_between(missed, wrongly)
    np.testing.assert_array_equal(least, those.min(axis=0))
    np.testing.assert_array_equal(most, those.max(axis=0))
    four = np.array([1, 2, 2, 1]), np.array([2, 1, 1, 2])
    rows = [[row for row in rows_of(total, 4) if row[i] == 0] for i, total in enumerate(four[0])]
    those = np.array([x for x in map(np.array, product(*rows)) if (x.sum(axis=0) == four[1]).all()])
    least, most = cells_between(*four)
    np.testing.assert_array_equal(least, those.min(axis=0))
    np.testing.assert_array_equal(most, those.max(axis=0))


def test_a_label_that_is_never_given_counts_0_as_it_is_printed():
    truth, prediction = [0, 0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 0, 1, 0]
    found = ac.solve(report=printed(truth, prediction))
    assert table_of(truth, prediction) in found
    assert found.range("informedness").low == pytest.approx(
        ac.compute(table_of(truth, prediction), "informedness")
    )


def test_a_report_on_some_labels_needs_the_number_of_items():
    truth, prediction = drawn(np.random.default_rng(5), 5, 200)
    some = classification_report(truth, prediction, labels=[0, 1, 2], zero_division=0)
    with pytest.raises(ac.InputError, match="micro avg in the place of the accuracy"):
        ac.solve(report=some)
    found = ac.solve(report=some, n=200)
    merged = table_of(np.minimum(truth, 3), np.minimum(prediction, 3))
    assert found.labels[-1] == "(all other labels)"
    assert found.range("informedness").low - 1e-9 <= ac.compute(merged, "informedness")
    assert found.range("informedness").high + 1e-9 >= ac.compute(merged, "informedness")
    with pytest.raises(ac.InputError, match="n is 20, but the classes of the report have"):
        ac.solve(report=some, n=20)


@pytest.mark.parametrize(
    ("change", "more", "words"),
    [
        ({"cat": {"precision": "1.2", "support": 14}}, {}, "precision 1.2 is impossible"),
        ({"cat": {"precision": "0.5"}}, {}, "does not say how many items there are of 'cat'"),
        ({"cat": {"precision": "0.5", "support": 2.5}}, {}, "numbers of items are whole"),
        ({"cat": {"support": 2}}, {}, "no figures of 'cat'"),
        ({"cat": {"mcc": "0.5", "support": 14}}, {}, "mcc of a class is no figure to work back from"),
        ({"samples avg": {"precision": "0.5"}}, {}, "several labels each"),
        ({}, {"gwet_ac1": "0.5"}, "gwet_ac1 of several classes is no figure to work back from"),
        ({}, {"n": 70}, "have 60 items, not 70"),
        ({}, {"positive": "cat"}, "more than two classes"),
        ({}, {"recal": "0.5"}, "there is no measure called 'recal'"),
    ],
)
def test_bad_reports_are_refused(change, more, words):
    with pytest.raises((ac.InputError, ac.UnknownMeasureError), match=words):
        ac.solve(report={**REPORT, **change}, **more)


def test_ranges_are_of_measures_of_all_classes():
    found = ac.solve(report=REPORT)
    with pytest.raises(ac.InputError, match="cannot be told from a report"):
        found.range("gwet_ac1")
