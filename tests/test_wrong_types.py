"""What is given in the wrong place is refused in one sentence that names the right call, or read."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import abovechance as ac
from abovechance import InputError, Tables

TRUTH, PREDICTION, SCORES = [0, 1, 1, 0, 1], [0, 1, 0, 0, 1], [0.1, 0.8, 0.4, 0.3, 0.9]
MATRIX = np.array([[5, 1], [2, 6]])
OBLONG = Tables.from_counts([[5, 1, 2], [2, 6, 1]], labels=["a", "b"], predicted_labels=["x", "y", "z"])
LAZY = pl.LazyFrame({"A": SCORES, "B": SCORES})
FROM_LABELS = r"Tables\.from_labels\("
FROM_SCORES = r"such as Curve\.from_scores\(truth, scores\), or truth and scores, got"
OTHER_LABELS = "rows and columns of this table stand for different labels"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ac.evaluate(MATRIX), FROM_LABELS),
        (lambda: ac.evaluate(TRUTH), FROM_LABELS),
        (
            lambda: ac.evaluate(Tables(np.zeros((0, 2, 2), dtype=int), (0, 1), axes=(ac.Axis("x"),))),
            "no tables",
        ),
        (lambda: ac.compute(MATRIX), FROM_LABELS),
        (lambda: ac.test(MATRIX), FROM_LABELS),
        (lambda: ac.compare_tables(TRUTH, PREDICTION), FROM_LABELS),
        (lambda: Tables(TRUTH, PREDICTION), FROM_LABELS),
        (lambda: Tables(np.array(TRUTH), np.array(PREDICTION)), FROM_LABELS),
        (lambda: ac.curves.auk(TRUTH), FROM_SCORES),
        (lambda: ac.curves.h_measure(TRUTH), FROM_SCORES),
        (lambda: ac.curves.ks(np.array(SCORES)), FROM_SCORES),
        (
            lambda: ac.curves.brier(ac.Curve.from_scores(TRUTH, {"A": SCORES})),
            "these are 1 curves, one for each system: take one",
        ),
        (lambda: ac.curves.select_threshold(MATRIX), FROM_SCORES),
        (
            lambda: Tables.from_rates(recall="x", inverse_recall=0.5, prevalence=0.5),
            "a rate must be a number",
        ),
        (
            lambda: Tables.from_rates(recall=0.1, inverse_recall=0.5, prevalence=0.5, n="x"),
            "n must be a number",
        ),
        (lambda: ac.Curve.from_scores(TRUTH, LAZY), r"got a lazy LazyFrame.*Curve\.from_frame"),
        (lambda: ac.compare(TRUTH, LAZY), "predictions must be in memory, got a lazy LazyFrame"),
        (lambda: ac.curves.compare(TRUTH, LAZY), "scores must be in memory, got a lazy LazyFrame"),
        (lambda: ac.curves.multiclass(TRUTH, LAZY), "scores must be in memory, got a lazy LazyFrame"),
        (lambda: ac.compare(TRUTH, pd.DataFrame([[0, 1]], columns=["A", "A"])), "must have different names"),
        (lambda: ac.gradient(OBLONG, "informedness"), OTHER_LABELS),
        (lambda: ac.compare_tables(OBLONG, OBLONG), OTHER_LABELS),
        (lambda: ac.test(OBLONG, method="residual"), OTHER_LABELS),
    ],
)
def test_it_is_one_sentence_with_a_hint(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_labels_are_evaluated_as_their_table():
    assert repr(ac.evaluate(TRUTH, PREDICTION)) == repr(ac.evaluate(Tables.from_labels(TRUTH, PREDICTION)))


def test_integers_of_128_bits_are_numbers():
    def wide(column):
        return pl.Series(column, dtype=pl.Int128)

    whole, names = [1, 8, 4, 3, 9], {"truth": "y", "prediction": "p"}
    expected = Tables.from_labels(TRUTH, PREDICTION)
    assert Tables.from_labels(wide(TRUTH), PREDICTION) == expected
    frame = pl.DataFrame({"y": wide(TRUTH), "p": PREDICTION, "s": wide(whole), "n": wide(whole)})
    for given in (frame, frame.lazy()):
        assert Tables.from_frame(given, **names) == expected
        found = Tables.from_frame(given, **names, counts="n")
        assert found == Tables.from_labels(TRUTH, PREDICTION, counts=whole)
        assert ac.Curve.from_frame(given, truth="y", score="s").auc == ac.Curve.from_scores(TRUTH, whole).auc
    large = [2**100 + i for i in range(5)]
    with pytest.raises(InputError, match="only 1 differ as floating-point numbers"):
        ac.Curve.from_scores(TRUTH, wide(large))
