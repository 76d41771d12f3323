"""The study of averages: theorems on expected tables, a loop over folds, and claims that altered data refute."""

import math

import numpy as np
import pytest

import abovechance as ac
from abovechance.studies.averaging import classes as averaging_classes
from abovechance.studies.averaging.claims import (
    AVERAGES_OF_FOLDS,
    OF_FOLDS,
    OVER_CLASSES,
    chosen,
    farthest,
)
from abovechance.studies.averaging.classes import OverClasses
from abovechance.studies.averaging.folds import FOLDS, OverFolds
from abovechance.studies.averaging.run import STUDY, chunk
from abovechance.studies.counting import tallies


@pytest.fixture(scope="module")
def rows():
    return STUDY.run("quick", replicates=400, seed=8).rows()


@pytest.mark.parametrize("cell", averaging_classes.cells("quick"), ids=repr)
def test_averages_of_informedness_follow_from_that_of_each_class(cell):
    """Of class l against the rest it is b_l + g_l·(b − b_l)/(1 − prev_l), with b = Σ prev_c·b_c."""
    own, prevalence = np.array(cell.by_class(cell.informed)), np.array(cell.shares)
    guess = np.array(cell.mixture.guess)
    overall = prevalence @ own
    assert overall == pytest.approx(cell.informed)
    each = own + guess * (overall - own) / (1 - prevalence)
    predicted = prevalence * own + guess * (1 - overall)
    keys = list(OVER_CLASSES)
    found = dict(zip(keys, cell.exact, strict=True))
    assert found["macro_informedness"] == pytest.approx(each.mean())
    assert found["prevalence_weighted_informedness"] == pytest.approx(prevalence @ each)
    assert found["informedness"] == pytest.approx(predicted @ each)


def test_skills_add_up_to_the_informed_probability():
    cell = OverClasses(4, 200, "skewed", "matched", "rare", 0.4)
    assert cell.shares == pytest.approx((8 / 15, 4 / 15, 2 / 15, 1 / 15))
    # weights 1, 2, 3, 4 have the mean (8 + 8 + 6 + 4)/15 = 26/15
    assert cell.by_class(0.4) == pytest.approx(tuple(0.4 * w * 15 / 26 for w in (1, 2, 3, 4)))
    assert max(max(x.by_class(x.informed)) for x in averaging_classes.cells("full")) <= 1


def test_averages_over_folds_are_those_of_a_loop():
    cell = OverFolds(12, "rare", "following", 0.3)
    seed = np.random.SeedSequence(4)
    sums = dict(tallies(chunk(cell, 25, seed)))
    rng = np.random.default_rng(np.random.SeedSequence(4))
    folds = cell.draw(0.3, "following", 25, rng)
    totals = dict.fromkeys(cell.names, 0.0)
    for draw in range(25):
        tables = [ac.Tables.from_counts(folds.counts[fold, draw]) for fold in range(FOLDS)]
        pooled = ac.Tables.from_counts(folds.counts[:, draw].sum(0))
        for of in OF_FOLDS:
            values = [ac.measure(of)(table) for table in tables]
            known = [i for i, value in enumerate(values) if not math.isnan(value)]
            averages = {
                "pooled": ac.measure(of)(pooled),
                "mean": sum(values[i] for i in known) / len(known),
                "undefined as 0": sum(values[i] for i in known) / FOLDS,
            }
            for name, cells in (("by positives", np.s_[1, :]), ("by predictions", np.s_[:, 1])):
                weights = [float(folds.counts[i, draw][cells].sum()) for i in range(FOLDS)]
                part = sum(weights[i] * values[i] for i in known)
                averages[name] = part / sum(weights[i] for i in known)
            for name, value in averages.items():
                totals[of, name] += value - 0.3
    assert list(totals) == [(of, name) for of in OF_FOLDS for name in AVERAGES_OF_FOLDS]
    np.testing.assert_allclose(
        [x["deviation"].total for x in sums.values()], list(totals.values()), atol=1e-9
    )


def test_the_expected_table_of_folds_is_that_of_all_items():
    """Prevalences p from 0.1 to 0.9 and guesses that follow: tp = mean p², so B = Var(p)/(1/4)."""
    cell = OverFolds(20, "varying", "following", 0.0)
    shares = [0.1 + 0.8 * i / 9 for i in range(10)]
    variance = sum((p - 0.5) ** 2 for p in shares) / 10
    found = dict(zip(cell.names, cell.exact, strict=True))
    assert found["informedness", "pooled"] == pytest.approx(4 * variance)


def test_pooling_mistakes_knowing_the_fold_for_knowing_the_class(rows):
    own = chosen(rows, part="folds", measure="informedness", prevalence="varying", guess="following")
    guesses = {row["average"]: row for row in chosen(own, informed=0.0)}
    assert guesses["pooled"]["mean"] == pytest.approx(0.2607, abs=5 * guesses["pooled"]["error"] + 0.005)
    assert abs(guesses["mean"]["mean"]) <= 4 * guesses["mean"]["error"]


def test_accuracy_of_equal_folds_is_the_same_pooled_or_averaged(rows):
    for pooled in chosen(rows, part="folds", measure="accuracy", average="pooled"):
        wanted = {name: pooled[name] for name in ("prevalence", "guess", "informed", "n")}
        (averaged,) = chosen(rows, part="folds", measure="accuracy", average="mean", **wanted)
        assert averaged["mean"] == pytest.approx(pooled["mean"])


def test_rows_are_chosen_by_their_values():
    some = [{"a": 1, "x": 0.1, "informed": 0.0}, {"a": 2, "x": math.nan, "informed": 0.0}]
    assert chosen(some, a=2) == some[1:]
    assert farthest(some, "x") == 0.1
    assert math.isnan(farthest(some[1:], "x"))


def claim(rows, start):
    return next(finding.holds for finding in STUDY.findings(rows) if finding.claim.startswith(start))


def changed(rows, wanted, change):
    return [row | change(row) if chosen([row], **wanted) else row for row in rows]


def truth(row):
    return {"mean": row["informed"], "exact": row["informed"]}


def astray(row):
    return {"mean": 0.9, "exact": 0.9 if row["part"] == "classes" else row["exact"], "misled": 0.5}


EQUAL = "If all classes are known equally well"
UNEQUAL = "If classes are known to different degrees"
FOLDS_MEAN = "The mean of the folds' Informedness"


@pytest.mark.parametrize(
    ("start", "wanted"),
    [
        (EQUAL, {"measure": "informedness", "average": "macro"}),
        ("If all classes are known equally well, the mean", {"measure": "informedness", "average": "macro"}),
        ("Macro Recall of four", {"measure": "recall", "guess": "even"}),
        ("Over classes", {"measure": "informedness"}),
        (FOLDS_MEAN, {"measure": "informedness", "average": "mean"}),
        ("Of folds that are alike", {"measure": "f1", "average": "pooled"}),
        ("Over folds", {"measure": "informedness"}),
    ],
)
def test_other_data_refute_the_claims(rows, start, wanted):
    assert claim(rows, start)
    assert not claim(changed(rows, wanted, astray), start)


@pytest.mark.parametrize(
    ("start", "wanted", "change"),
    [
        (UNEQUAL, {"measure": "informedness", "average": "by predictions"}, truth),
        ("The macro average", {"measure": "informedness"}, lambda row: {"exact": row["macro_informed"]}),
        ("Macro F-measure of four", {"informed": 0.0}, lambda _: {"exact": 0.25}),
        ("Pooling the items", {"average": "pooled"}, truth),
        ("Taking undefined folds", {"average": "undefined as 0"}, truth),
    ],
)
def test_other_data_support_the_claims_that_fail(rows, start, wanted, change):
    assert not claim(rows, start)
    assert claim(changed(rows, wanted, change), start)


def test_the_report_has_a_line_for_each_average(rows):
    classes, folds, informedness, f_measures = STUDY.sections(rows)
    assert len(classes.body) == len(OVER_CLASSES)
    assert len(folds.body) == len(OF_FOLDS) * len(AVERAGES_OF_FOLDS)
    assert len(f_measures.body) == 2 * 2 * 3  # prevalences that are alike in all folds, guesses, skills
    for table in (classes, folds, informedness, f_measures):
        assert {len(line) for line in table.body} == {len(table.header)}
