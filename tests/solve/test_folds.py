"""Means over folds: the pooled table is always among the solutions, and contradictions are those of mlscorecheck."""

import numpy as np
import pytest
from mlscorecheck.check.binary import (
    check_1_dataset_known_folds_mos,
    check_1_dataset_unknown_folds_mos,
    check_1_testset_no_kfold,
)

import abovechance as ac

NAMES = {"acc": "accuracy", "sens": "recall", "spec": "inverse_recall", "bacc": "balanced_accuracy", "f1p": "f1",
         "fm": "g_measure"}  # fmt: skip


def solved(p, n, scores, eps, **more):
    figures = {NAMES[name]: f"{value}±{eps}" for name, value in scores.items()}
    return ac.solve(figures, positives=p, negatives=n, **more)


@pytest.mark.parametrize("accuracy", [0.62, 0.92])
def test_contradictions_in_one_table_are_those_of_mlscorecheck(accuracy):
    scores = {"acc": accuracy, "sens": 0.22, "spec": 0.86, "f1p": 0.3, "fm": 0.32}
    theirs = check_1_testset_no_kfold(testset={"p": 530, "n": 902}, scores=scores, eps=1e-2)
    assert solved(530, 902, scores, 1e-2).consistent is not theirs["inconsistency"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_contradictions_over_folds_are_those_of_mlscorecheck():
    scores = {"acc": 0.9, "spec": 0.9, "sens": 0.6}
    theirs = check_1_dataset_known_folds_mos(
        dataset={"p": 398, "n": 569}, scores=scores, eps=1e-2, verbosity=0,
        folding={"n_folds": 4, "n_repeats": 1, "strategy": "stratified_sklearn"},
    )  # fmt: skip
    assert theirs["inconsistency"]
    found = solved(398, 569, scores, 1e-2, folds=4, stratified=True)
    assert {"accuracy", "recall"} <= {x.measure for x in found.conflicts[0]}  # (0.6·398 + 569) / 967 < 0.9
    assert "ean accuracy 0.9±0.01" in found.verdict
    assert not found.consistent
    possible = {"acc": 0.573, "sens": 0.768, "bacc": 0.662}
    theirs = check_1_dataset_unknown_folds_mos(
        dataset={"p": 126, "n": 131},
        folding={"n_folds": 2, "n_repeats": 1},
        scores=possible,
        eps=1e-3,
        verbosity=0,
    )
    assert not theirs["inconsistency"]
    assert solved(126, 131, possible, 1e-3, folds=2).consistent
    assert not solved(126, 131, possible, 1e-3).consistent  # they are no figures of one table
    assert not solved(19, 97, scores, 1e-4, folds=3, stratified=True).consistent


@pytest.mark.parametrize("stratified", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_the_pooled_table_is_among_the_solutions(seed, stratified):
    rng = np.random.default_rng(seed)
    folds = int(rng.integers(2, 7))
    truth = rng.permutation(np.arange(int(rng.integers(90, 150))) % 3 == 0)
    order = np.argsort(truth, kind="stable") if stratified else np.arange(len(truth))
    part = np.empty(len(truth), dtype=int)
    part[order] = np.arange(len(truth)) % folds
    assert min(truth[part == i].sum() for i in range(folds)) > 0
    prediction = np.where(rng.random(len(truth)) < 0.7, truth, ~truth)
    tables = [
        ac.Tables.from_labels(truth[part == i], prediction[part == i], labels=[False, True])
        for i in range(folds)
    ]
    names = ("accuracy", "recall", "fallout", "informedness", "balanced_accuracy", "bias")
    means = {name: f"{np.mean([ac.compute(t, name) for t in tables]):.4f}" for name in names}
    pooled = ac.Tables.from_labels(truth, prediction, labels=[False, True])
    for name in names:
        found = ac.solve(
            {name: means[name]}, n=len(truth), positives=int(truth.sum()), folds=folds, stratified=stratified
        )
        assert pooled in found
    assert pooled in ac.solve(
        means, n=len(truth), positives=int(truth.sum()), folds=folds, stratified=stratified
    )


def test_equal_folds_have_the_pooled_accuracy():
    found = ac.solve(n=200, accuracy="0.83", folds=10)
    assert (found.range("accuracy").low, found.range("accuracy").high) == pytest.approx(
        (0.825, 0.835), abs=1e-4
    )


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"precision": "0.8", "n": 100}, "precision cannot be worked back from as a mean over folds"),
        ({"recall": "0.8", "n": 100}, "unless the number of positives is known"),
        ({"accuracy": "0.8"}, "bounds nothing without n"),
        ({"accuracy": "0.8", "n": 5}, "folds is 10, but there are 5 items"),
        ({"recall": "0.8", "n": 100, "positives": 4}, "4 positives are too few for 10 folds"),
        ({"accuracy": "0.8", "n": 100, "folds": 1}, "folds must be a whole number of folds from 2, not 1"),
        ({"accuracy": "0.8", "n": 100, "folds": None, "stratified": True}, "stratified is said of folds"),
        ({"report": "x"}, "a report is of one table"),
    ],
)
def test_what_does_not_follow_from_means_is_refused(more, words):
    with pytest.raises(ac.InputError, match=words):
        ac.solve(**{"folds": 10, **more})
