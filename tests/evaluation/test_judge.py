"""What ``judge`` says of a judge and of systems."""

import math
from pathlib import Path

import numpy as np
import pytest

import abovechance as ac

JUDGED = Path(__file__).parents[2] / "examples" / "judge.csv"


def found(**options):
    return ac.judge("human", "judge", data=JUDGED, by="system", **options)


def test_shares_of_systems_are_those_of_quantify():
    one, two = found(), ac.quantify("human", "judge", data=JUDGED, by="system")
    assert [x.share for x in one.systems] == [x for x in two.shares if x.label == "pass"]
    assert [x.name for x in one.systems] == ["alpha", "bravo", "charlie", "delta"]


def test_bias_and_prevalence_are_the_margins_of_labelled_items():
    system = ac.judge(["p"] * 6 + ["n"] * 4 + [None] * 5, list("ppppppppnn") + list("ppnnn")).systems[0]
    assert (system.bias, system.prevalence) == (0.8, 0.6)
    assert (system.labelled, system.unlabelled) == (10, 5)
    assert system.informedness.value == pytest.approx(0.5)


def test_differences_are_about_as_far_off_as_both_shares():
    """Ends that grew as roots of the limit would give the interval of Zou and Donner (2008)."""
    result = found()
    a, b = (result.systems[i].share for i in (0, 1))
    pair = result.pairs[0]
    assert pair.value == pytest.approx(a.value - b.value)
    assert pair.value - pair.low == pytest.approx(math.hypot(a.value - a.low, b.high - b.value), rel=0.06)
    assert pair.high - pair.value == pytest.approx(math.hypot(a.high - a.value, b.value - b.low), rel=0.06)


def test_the_other_class_turns_all_differences():
    one, two = found(), found(positive="fail")
    for a, b in zip(one.pairs, two.pairs, strict=True):
        assert (a.value, a.low, a.high) == pytest.approx((-b.value, -b.high, -b.low))
        assert a.more_labels == b.more_labels


def test_a_sample_of_the_population_turns_the_order_of_two_systems():
    result = found(design="population")
    pair = next(x for x in result.pairs if (x.a, x.b) == ("bravo", "charlie"))
    assert pair.apparent < 0 < pair.low
    assert not pair.settled  # by itself it would be, but there are six
    assert pair.more_labels > 0
    assert "'bravo' is better than 'alpha'; 'bravo' is better than 'delta' (adjusted" in result.verdict
    assert "Whether its errors turn the order of 'bravo' and 'charlie' is not settled" in result.verdict


def test_pairs_are_settled_after_holm():
    """One rejection at a time, each at the level that the number of those left asks for."""
    for design in ("class", "population"):
        at = {level: found(design=design, level=level).pairs for level in (1 - 0.05 / k for k in range(1, 7))}
        left = set(range(6))
        while left:
            pairs = at[1 - 0.05 / len(left)]
            below = {i for i in left if pairs[i].low > 0 or pairs[i].high < 0}
            if not below:
                break
            left.remove(min(below))
        result = found(design=design)
        assert [x.settled for x in result.pairs] == [i not in left for i in range(6)]
        assert "(adjusted for 6 pairs)" in result.verdict
        assert [x.more_labels == 0 for x in result.pairs] == [x.settled for x in result.pairs]
    assert any(x.low > 0 and not x.settled for x in found().pairs)
    assert "No system is shown to be better" in found().verdict


def test_so_many_more_labels_settle_what_they_promise():
    """The same rates in as many more items as are said: the interval then ends near 0."""

    def drawn(labelled, share):
        cells = labelled * np.array([[(1 - share) * 0.8, (1 - share) * 0.2], [share * 0.1, share * 0.9]])
        loose = 100_000 * cells.sum(0) / labelled
        return np.rint(cells), np.rint(loose)

    def judged(labelled):
        tables, loose = zip(*(drawn(labelled, x) for x in (0.5, 0.6)), strict=True)
        items = [
            (name, "np"[t], "np"[p], int(cells[t, p]))
            for name, cells in zip("AB", tables, strict=True) for t in (0, 1) for p in (0, 1)
        ]  # fmt: skip
        items += [
            (name, None, "np"[p], int(x[p])) for name, x in zip("AB", loose, strict=True) for p in (0, 1)
        ]
        by, truth, said, counts = zip(*items, strict=True)
        return ac.judge(list(truth), list(said), by=list(by), counts=list(counts))

    few = judged(100).pairs[0]
    assert not few.settled
    assert few.more_labels > 0
    then = judged(100 + round(few.more_labels / 2)).pairs[0]
    assert then.high == pytest.approx(0, abs=0.02)


def test_a_judge_whose_errors_differ_is_told():
    human = (["p"] * 50 + ["n"] * 50 + [None] * 20) * 2
    fair = ["p"] * 45 + ["n"] * 5 + ["p"] * 5 + ["n"] * 45 + ["p", "n"] * 10
    kind = ["p"] * 50 + ["p"] * 30 + ["n"] * 20 + ["p", "n"] * 10
    result = ac.judge(human, fair + kind, by=["A"] * 120 + ["B"] * 120)
    assert result.same_rates < 1e-4
    assert "errors differ by system" in result.verdict
    again = ac.judge(human, fair + fair, by=["A"] * 120 + ["B"] * 120)
    assert again.same_rates == pytest.approx(1)
    assert "No system is shown to be better" in again.verdict


def test_more_than_two_classes_are_for_quantify():
    with pytest.raises(ac.InputError, match="see quantify"):
        ac.judge([*"abc", None], list("abca"))


def uneven():
    """Two systems with labels and without, one with four labels, one without any, one with all."""
    cells = {"A": (36, 4, 12, 28), "B": (1, 1, 1, 1), "D": (20, 2, 3, 15), "E": (18, 2, 22, 38)}
    loose = {"A": (60, 40), "B": (30, 70), "C": (70, 30), "E": (50, 50)}
    rows = [
        (name, truth, said)
        for name, sizes in cells.items()
        for (truth, said), size in zip(("pp", "pn", "np", "nn"), sizes, strict=True)
        for _ in range(size)
    ]
    rows += [
        (name, None, said)
        for name, x in loose.items()
        for said, n in zip("pn", x, strict=True)
        for _ in range(n)
    ]
    return [list(column) for column in zip(*rows, strict=True)]


def test_systems_without_labels_or_fully_labelled_are_told_apart():
    by, human, said = uneven()
    result = ac.judge(human, said, by=by)
    assert [x.name for x in result.systems] == ["A", "B", "E"]
    none, full = result.uncorrected
    assert (none.name, none.labelled, none.unlabelled, none.apparent) == ("C", 0, 100, 0.7)
    assert math.isnan(none.value)
    assert (full.name, full.labelled, full.unlabelled) == ("D", 40, 0)
    assert full.value == pytest.approx(22 / 40)
    assert full.low == pytest.approx(0.3983, abs=1e-3)  # Wilson
    assert "'C' has no human labels" in result.verdict
    assert "All items of 'D' have human labels: its share is 55 % (39.8 % to" in result.verdict
    rest = [i for i, name in enumerate(by) if name in "ABE"]
    alone = ac.judge([human[i] for i in rest], [said[i] for i in rest], by=[by[i] for i in rest])
    assert alone.rows() == result.rows()
    assert alone.uncorrected == ()


def test_what_labels_do_not_tell_is_called_uninformative():
    by, human, said = uneven()
    result = ac.judge(human, said, by=by)
    assert [x.share.informative for x in result.systems] == [True, False, True]
    assert [x.name for x in result.ranked] == ["A", "E", "B"]
    assert "every share possible for 'B' (4 labels): uninformative" in result.verdict
    assert all(x.more_labels is None for x in result.pairs if "B" in (x.a, x.b))
    single = ac.judge(["p", "n", "p", "n", None, None], list("ppnnpp"))
    assert "uninformative" in single.verdict


def test_only_orders_that_are_settled_are_announced():
    by, human, said = uneven()
    assert "other way round" not in ac.judge(human, said, by=by).verdict
    kind = ["p"] * 200 + ["n"] * 300 + ["p"] * 200 + ["n"] * 300
    judged = (["p"] * 200 + ["p"] * 250 + ["n"] * 50) + (["p"] * 200 + ["n"] * 300)
    loose = ["p"] * 900 + ["n"] * 100 + ["p"] * 600 + ["n"] * 400
    names = ["A"] * 500 + ["B"] * 500 + ["A"] * 1000 + ["B"] * 1000
    result = ac.judge(kind + [None] * 2000, judged + loose, by=names, positive="p")
    (pair,) = result.pairs
    assert pair.settled
    assert pair.value < 0 < pair.apparent
    assert "Corrected for the judge, 'B' before 'A': it sees them the other way round" in result.verdict


@pytest.mark.parametrize("design", ["class", "population"])
def test_wrong_human_labels_bound_shares_as_in_quantify(design):
    one = found(error=0.03, design=design)
    two = ac.quantify("human", "judge", data=JUDGED, by="system", error=0.03, design=design)
    assert [(x.share.least, x.share.most) for x in one.systems] == [
        (x.least, x.most) for x in two.shares if x.label == "pass"
    ]
    assert "If up to 3 % of the human labels are wrong" in one.verdict
    assert "it may be" in ac.judge("human", "judge", data=JUDGED, agreement=0.95).verdict


def test_a_second_human_tells_how_often_labels_may_be_wrong():
    by, human, said = uneven()
    second = [x if i % 17 else {"p": "n", "n": "p", None: None}[x] for i, x in enumerate(human)]
    result = ac.judge(human, said, by=by, second_truth=second)
    humans = result.shares.humans
    both = [(a, b) for a, b in zip(human, second, strict=True) if a is not None]
    assert humans.items == len(both)
    assert humans.agreement == pytest.approx(np.mean([a == b for a, b in both]))
    assert humans.low < humans.agreement
    same = ac.judge(human, said, by=by, agreement=humans.low)
    assert same.rows() == result.rows()
    assert "Two humans agree on" in result.verdict
