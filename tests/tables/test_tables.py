"""Tables: making them, changing what they say, adding them."""

import pickle

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import abovechance as ac
from abovechance import Axis, InputError, Tables
from tests.strategies import full_tables, full_two_class_tables, tables

PETS = Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]], labels=["cat", "dog", "bird"])
FIRST = Tables.from_cells(tp=30, fp=12, fn=30, tn=28)


def same(one, other):
    np.testing.assert_allclose(one.counts, other.counts, rtol=1e-12)
    assert (one.labels, one.predicted_labels, one.positive) == (
        other.labels,
        other.predicted_labels,
        other.positive,
    )


class TestMaking:
    def test_cells_stand_where_their_names_say(self):
        d = FIRST.dichotomy
        assert (d.tp, d.fp, d.fn, d.tn) == (30, 12, 30, 28)
        assert (d.rp, d.rn, d.pp, d.pn, d.n) == (60, 40, 42, 58, 100)
        assert FIRST.counts[1, 0] == 30  # row truth positive, column predicted negative

    def test_cells_may_be_arrays(self):
        t = Tables.from_cells(tp=[1, 2], fp=0, fn=[[3], [4], [5]], tn=7)
        assert t.batch_shape == (3, 2)
        assert t.counts[2, 1].tolist() == [[7, 0], [5, 2]]

    def test_rows_may_be_predictions(self):
        same(Tables.from_counts([[1, 2], [3, 4]], rows="prediction"), Tables.from_counts([[1, 3], [2, 4]]))

    def test_rates_determine_the_table(self):
        d = FIRST.dichotomy
        by_class = Tables.from_rates(recall=d.tpr, inverse_recall=d.tnr, prevalence=0.6, n=100)
        by_label = Tables.from_rates(precision=d.tpa, inverse_precision=d.tna, bias=0.42, n=100)
        same(by_class, FIRST)
        same(by_label, FIRST)

    def test_rates_may_be_arrays(self):
        t = Tables.from_rates(recall=np.linspace(0, 1, 5), inverse_recall=0.9, prevalence=0.1, n=10)
        np.testing.assert_allclose(ac.recall(t), np.linspace(0, 1, 5), atol=1e-12)

    def test_the_last_of_two_labels_is_positive_unless_said(self):
        assert Tables.from_counts([[1, 2], [3, 4]], labels="ab").positive == "b"
        assert Tables.from_counts([[1, 2], [3, 4]], labels="ab", positive="a").positive == "a"
        assert PETS.positive is None

    def test_whole_numbers_are_exact_and_weights_are_not_rounded(self):
        assert Tables.from_counts([[1, 2], [3, 4]]).counts.dtype == np.int64
        assert Tables.from_counts(np.array([[1, 2], [3, 4]], dtype=np.uint8)).counts.dtype == np.int64
        assert Tables.from_counts([[0.5, 2], [3, 4]]).counts.dtype == np.float64
        assert Tables.from_counts([[10**18, 2], [3, 4]]).total == 10**18 + 9

    def test_whole_numbers_given_as_floats_are_counts(self):
        assert Tables.from_counts([[1.0, 2.0], [3.0, 4.0]]).counts.dtype == np.int64
        assert Tables.from_labels([0, 1], [0, 1], weights=[1.0, 2.0]).counts.dtype == np.float64

    @pytest.mark.parametrize(
        ("matrix", "complaint"),
        [
            ([[1, -2], [3, 4]], "negative"),
            ([[1, float("nan")], [3, 4]], "finite"),
            ([[1, float("inf")], [3, 4]], "finite"),
            ([["a", "b"], ["c", "d"]], "numbers"),
            ([[1, 2], [3]], "different lengths"),
            ([1, 2, 3], "rows and columns"),
            (np.zeros((0, 0)), "rows and columns"),
            ([[None, 1], [2, 3]], "finite"),
            ([[2**62, 2**62], [2**62, 2**62]], "2⁶³"),
            ([[1e308, 1e308], [1, 0.5]], r"the counts add up to more than 1e\+75"),
        ],
    )
    def test_what_is_no_table_is_refused(self, matrix, complaint):
        with pytest.raises(InputError, match=complaint):
            Tables.from_counts(matrix)

    def test_a_table_without_labels_is_refused(self):
        with pytest.raises(InputError, match="at least one label"):
            Tables(np.zeros((0, 0)), ())

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            ({"labels": ["a"]}, "one label for each row"),
            ({"labels": "ab", "predicted_labels": "abc"}, "one label for each row"),
            ({"labels": ["a", "a"]}, "given twice"),
            ({"labels": []}, "at least one label"),
            ({"rows": "columns"}, "rows must be"),
            ({"positive": "z"}, "'z' is not among"),
            ({"axes": ["fold"]}, "do not fit"),
        ],
    )
    def test_arguments_that_do_not_fit_are_named(self, arguments, complaint):
        with pytest.raises(InputError, match=complaint):
            Tables.from_counts([[1, 2], [3, 4]], **arguments)

    @pytest.mark.parametrize(
        "rates", [{"recall": 0.5}, {"recall": 0.5, "precision": 0.5, "prevalence": 0.1}, {}]
    )
    def test_rates_that_do_not_determine_a_table_are_refused(self, rates):
        with pytest.raises(InputError, match="three rates"):
            Tables.from_rates(**rates)

    def test_a_table_of_no_labels_is_square(self):
        with pytest.raises(InputError, match="2×3"):
            Tables.from_counts([[1, 2, 3], [4, 5, 6]])

    def test_cells_of_different_shapes_are_refused(self):
        with pytest.raises(InputError, match="same shape"):
            Tables.from_cells(tp=[1, 2], fp=[1, 2, 3], fn=1, tn=1)

    def test_a_negative_number_of_items_is_refused(self):
        with pytest.raises(InputError, match="cannot be negative"):
            Tables.from_rates(recall=0.5, inverse_recall=0.5, prevalence=0.5, n=-1)

    def test_a_rate_beyond_one_is_refused(self):
        with pytest.raises(InputError, match=r"between 0 and 1, got 1\.5"):
            Tables.from_rates(recall=1.5, inverse_recall=0.5, prevalence=0.5)


class TestDataFrames:
    def test_a_cross_tabulation_names_its_classes(self):
        truth, prediction = ["b", "a", "a", "c"], ["a", "a", "b", "a"]
        crossed = pd.crosstab(pd.Series(truth), pd.Series(prediction))
        assert Tables.from_counts(crossed) == Tables.from_labels(truth, prediction)
        assert Tables.from_counts(crossed.T, rows="prediction") == Tables.from_labels(truth, prediction)

    def test_rows_and_columns_in_different_orders_are_brought_into_one(self):
        frame = pd.DataFrame([[50, 10], [5, 35]], index=["ham", "spam"], columns=["spam", "ham"])
        t = Tables.from_counts(frame)
        assert t.labels == ("ham", "spam")
        assert t.counts.tolist() == [[10, 50], [35, 5]]

    def test_other_labels_in_rows_and_columns_make_a_rectangular_table(self):
        frame = pd.DataFrame([[1, 2, 3], [4, 5, 6]], index=["x", "y"], columns=["k1", "k2", "k3"])
        t = Tables.from_counts(frame)
        assert (t.labels, t.predicted_labels) == (("x", "y"), ("k1", "k2", "k3"))


class TestEquality:
    def test_the_same_counts_of_the_same_classes_are_equal(self):
        again = Tables.from_counts([[5, 1, 0], [2, 6, 1], [0, 1, 4]], labels=["cat", "dog", "bird"])
        assert again == PETS
        assert PETS.select(["dog", "cat", "bird"]) != PETS
        assert FIRST.inverse != FIRST
        assert PETS != "PETS"

    def test_as_an_array_it_is_its_counts(self):
        np.testing.assert_array_equal(np.asarray(PETS), PETS.counts)


class TestImmutability:
    def test_counts_cannot_be_written(self):
        with pytest.raises(ValueError, match="read-only"):
            PETS.counts[0, 0] = 99

    def test_the_callers_array_stays_writable_and_apart(self):
        mine = np.array([[1, 2], [3, 4]])
        t = Tables.from_counts(mine)
        mine[0, 0] = 50
        assert t.counts[0, 0] == 1

    def test_fields_cannot_be_assigned(self):
        with pytest.raises(AttributeError):
            PETS.labels = ("x",)

    def test_pickling_keeps_everything(self):
        same(pickle.loads(pickle.dumps(PETS)), PETS)


class TestReading:
    def test_a_batch_can_be_indexed(self):
        t = Tables.from_counts(np.arange(24).reshape(3, 2, 2, 2), axes=[Axis("fold", ("x", "y", "z")), "run"])
        assert t[1].axes == (Axis("run"),)
        assert t[1, 0].counts.tolist() == t.counts[1, 0].tolist()
        assert t[1:].axes[0].labels == ("y", "z")
        assert t.at(fold="z").counts.tolist() == t.counts[2].tolist()
        assert len(list(t)) == 3

    @pytest.mark.parametrize("index", ["x", (0, 0, 0), 1.5])
    def test_a_bad_index_is_refused(self, index):
        with pytest.raises(InputError, match="batch ax"):
            Tables.from_counts(np.ones((3, 2, 2)))[index]

    def test_a_single_table_has_no_batch(self):
        with pytest.raises(InputError, match="no batch"):
            PETS[0]

    def test_unknown_positions_are_named(self):
        t = Tables.from_counts(np.ones((1, 2, 2)), axes=[Axis("fold", ("x",))])
        with pytest.raises(InputError, match="no position 'q'"):
            t.at(fold="q")
        with pytest.raises(InputError, match="no batch axis 'run'"):
            t.at(run="q")

    @given(t=full_tables)
    def test_expected_tables_keep_the_margins(self, t):
        np.testing.assert_allclose(t.expected.counts.sum(-1), t.counts.sum(-1))
        np.testing.assert_allclose(t.expected.counts.sum(-2), t.counts.sum(-2))

    def test_the_chance_level_of_any_measure_is_its_value_on_the_expected_table(self):
        assert ac.recall(FIRST.expected) == pytest.approx(ac.bias(FIRST))
        assert ac.precision(FIRST.expected) == pytest.approx(ac.prevalence(FIRST))
        assert ac.accuracy(FIRST.expected) == pytest.approx(0.6 * 0.42 + 0.4 * 0.58)

    def test_as_plain_data(self):
        assert PETS.to_dict() == {
            "labels": ["cat", "dog", "bird"],
            "predicted_labels": ["cat", "dog", "bird"],
            "positive": None,
            "positive_guessed": False,
            "axes": [],
            "counts": [[5, 1, 0], [2, 6, 1], [0, 1, 4]],
        }

    @pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
    def test_as_a_data_frame(self, backend):
        t = Tables.from_counts(np.arange(8).reshape(2, 2, 2), labels="ab", axes=[Axis("fold", ("x", "y"))])
        frame = t.to_frame(backend)
        columns = frame.to_pydict() if backend == "pyarrow" else {c: list(frame[c]) for c in frame.columns}
        assert list(columns) == ["fold", "truth", "prediction", "count"]
        assert list(columns["fold"]) == ["x"] * 4 + ["y"] * 4
        assert list(columns["truth"])[:4] == ["a", "a", "b", "b"]
        assert list(columns["count"]) == list(range(8))


class TestChanging:
    def test_the_inverse_problem_exchanges_positive_and_negative(self):
        d = FIRST.inverse.dichotomy
        assert (d.tp, d.fp, d.fn, d.tn) == (28, 30, 12, 30)
        same(FIRST.inverse.inverse, FIRST)

    def test_the_perverse_system_says_the_other_label(self):
        """Powers 2007, section 2.5: Informedness, Markedness and Correlation change their signs."""
        d = FIRST.perverse.dichotomy
        assert (d.tp, d.fp, d.fn, d.tn) == (30, 28, 30, 12)
        same(FIRST.perverse.perverse, FIRST)
        same(FIRST.perverse.inverse, FIRST.inverse.perverse)
        np.testing.assert_array_equal(FIRST.dual.perverse.dual.counts, FIRST.counts[::-1])
        for measure in (ac.informedness, ac.markedness, ac.correlation, ac.determinant):
            assert measure(FIRST.perverse) == pytest.approx(-measure(FIRST), rel=1e-12)
        with pytest.raises(InputError, match="perverse system is defined for two classes"):
            _ = PETS.perverse

    @given(t=tables())
    def test_the_dual_of_the_dual_is_the_problem(self, t):
        same(t.dual.dual, t)
        np.testing.assert_array_equal(t.dual.counts, t.counts.T)

    @given(t=tables())
    def test_one_vs_rest_counts_each_class_as_positive(self, t):
        rest = t.one_vs_rest()
        assert rest.axes == (Axis("class", t.labels),)
        for k in range(len(t.labels)):
            d = rest[k].dichotomy
            others = [i for i in range(len(t.labels)) if i != k]
            assert d.tp == t.counts[k, k]
            assert d.fn == t.counts[k, others].sum()
            assert d.fp == t.counts[others, k].sum()
            assert d.tn == t.counts[np.ix_(others, others)].sum()

    def test_select_keeps_items_of_the_chosen_classes_in_the_chosen_order(self):
        chosen = PETS.select(["dog", "cat"])
        assert chosen.labels == ("dog", "cat")
        assert chosen.counts.tolist() == [[6, 2], [1, 5]]
        assert chosen.positive == "cat"

    def test_collapse_adds_up_the_merged_classes(self):
        merged = PETS.collapse({"mammal": ["cat", "dog"]})
        assert merged.labels == ("mammal", "bird")
        assert merged.counts.tolist() == [[14, 1], [1, 4]]
        same(PETS.collapse({}), PETS)

    @pytest.mark.parametrize(
        ("groups", "complaint"),
        [
            ({"x": ["wolf"]}, "no class 'wolf'"),
            ({"x": ["cat"], "y": ["cat"]}, "two groups"),
            ({"bird": ["cat"]}, "hide the class"),
        ],
    )
    def test_a_collapse_that_makes_no_sense_is_refused(self, groups, complaint):
        with pytest.raises(InputError, match=complaint):
            PETS.collapse(groups)

    def test_classes_that_are_not_there_cannot_be_selected(self):
        with pytest.raises(InputError, match="no class 'wolf'"):
            PETS.select(["wolf"])

    @given(t=full_two_class_tables, p=st.floats(0.01, 0.99))
    def test_another_prevalence_keeps_the_rates_of_each_class_and_the_total(self, t, p):
        moved = t.at_prevalence(p)
        assert ac.prevalence(moved) == pytest.approx(p)
        assert ac.recall(moved) == pytest.approx(ac.recall(t))
        assert ac.fallout(moved) == pytest.approx(ac.fallout(t))
        assert moved.total == pytest.approx(t.total)

    def test_prevalences_of_many_classes_by_order_or_by_label(self):
        by_order = PETS.at_prevalence([0.2, 0.3, 0.5])
        same(by_order, PETS.at_prevalence({"bird": 0.5, "cat": 0.2, "dog": 0.3}))
        np.testing.assert_allclose(by_order.contingency.prevalence, [0.2, 0.3, 0.5])

    @given(t=full_two_class_tables, skew=st.floats(0.01, 100))
    def test_skew_is_negatives_for_each_positive(self, t, skew):
        same(t.at_skew(skew), t.at_prevalence(1 / (1 + skew)))

    @given(t=full_two_class_tables, cp=st.floats(0.1, 10), cn=st.floats(0.1, 10))
    def test_costs_multiply_the_skew(self, t, cp, cn):
        skew = t.dichotomy.rn / t.dichotomy.rp
        same(t.with_costs(cp, cn), t.at_skew(skew * cn / cp))

    def test_precision_as_a_function_of_roc_position_and_skew(self):
        """Powers 2007, eq. 11: Precision = tpr / (tpr + c·fpr)."""
        for skew in (0.1, 1, 7):
            expected = 0.5 / (0.5 + skew * 0.3)
            assert ac.precision(FIRST.at_skew(skew)) == pytest.approx(expected)

    @pytest.mark.parametrize(
        ("change", "complaint"),
        [
            (lambda: PETS.at_prevalence(0.5), "give 3 prevalences"),
            (lambda: PETS.at_prevalence([0.5, 0.6, 0.1]), "add up to 1"),
            (lambda: PETS.at_prevalence({"cat": 1.0}), "each of the classes"),
            (lambda: FIRST.at_prevalence(1.5), "between 0 and 1"),
            (lambda: FIRST.at_skew(-1), "negatives for each positive"),
            (lambda: FIRST.with_costs(0, 1), "must be positive"),
            (lambda: PETS.with_costs(1, 1), "two classes"),
            (lambda: PETS.inverse, "two classes"),
            (lambda: FIRST.reweight([0, 0]), "leave no items"),
            (lambda: FIRST.reweight([1, 2, 3]), "one finite, non-negative weight"),
            (
                lambda: Tables.from_counts([[1, 1], [0, 0]], labels="ab").at_prevalence(0.5),
                "'b' has no items",
            ),
        ],
    )
    def test_a_change_that_makes_no_sense_is_refused(self, change, complaint):
        with pytest.raises(InputError, match=complaint):
            change()


class TestAdding:
    @given(t=tables(), u=tables())
    def test_adding_aligns_labels_and_keeps_every_item(self, t, u):
        both = t + u
        assert both.total == t.total + u.total
        assert set(both.labels) == set(t.labels) | set(u.labels)
        for i, truth in enumerate(t.labels):
            for j, label in enumerate(t.labels):
                other = (
                    u.counts[u.labels.index(truth), u.labels.index(label)]
                    if {truth, label} <= set(u.labels)
                    else 0
                )
                position = both.labels.index(truth), both.labels.index(label)
                assert both.counts[position] == t.counts[i, j] + other

    def test_labels_seen_later_take_their_natural_place(self):
        a = Tables.from_counts([[1, 0], [0, 1]], labels=["c2", "c10"])
        b = Tables.from_counts([[7]], labels=["c3"])
        assert (a + b).labels == ("c2", "c3", "c10")

    def test_a_scale_keeps_its_order_when_part_of_it_is_added(self):
        scale = Tables.from_counts(np.eye(3, dtype=int), labels=["low", "medium", "high"])
        part = Tables.from_counts([[1, 0], [0, 1]], labels=["low", "high"])
        assert (scale + part).labels == (part + scale).labels == ("low", "medium", "high")
        assert (scale + part).counts.tolist() == [[2, 0, 0], [0, 1, 0], [0, 0, 2]]

    def test_sum_pools_one_axis_or_all(self):
        t = Tables.from_counts(np.arange(24).reshape(3, 2, 2, 2), axes=["fold", "run"])
        assert t.sum("fold").axes == (Axis("run"),)
        np.testing.assert_array_equal(t.sum("fold").counts, t.counts.sum(0))
        np.testing.assert_array_equal(t.sum(1).counts, t.counts.sum(1))
        np.testing.assert_array_equal(t.sum().counts, t.counts.sum((0, 1)))

    def test_batches_that_differ_cannot_be_added(self):
        with pytest.raises(InputError, match="same batch axes"):
            PETS + Tables.from_counts(np.ones((2, 3, 3)))
        with pytest.raises(TypeError):
            PETS + 1


class TestRectangular:
    def test_tables_of_other_labels_have_margins_but_no_hits(self):
        t = Tables.from_counts([[1, 2, 3], [4, 5, 6]], labels="ab", predicted_labels="xyz")
        assert not t.is_square
        assert t.dual.labels == tuple("xyz")
        with pytest.raises(InputError, match="same labels in both"):
            ac.recall(t)
        with pytest.raises(InputError, match="same labels in both"):
            ac.accuracy(t)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.longdouble])
def test_floating_point_counts_of_any_width_are_taken_without_a_warning(dtype):
    found = Tables.from_counts(np.array([[6, 1], [2, 27]], dtype=dtype))
    assert found.total == 36
    assert ac.informedness(found) == pytest.approx(6 / 7 - 2 / 29)
    assert Tables.from_counts(np.array([[6.5, 1], [2, 27]], dtype=dtype)).counts.dtype == np.float64


def test_counts_that_only_a_longer_number_can_hold_are_refused():
    with pytest.raises(InputError, match="finite"):
        Tables.from_counts(np.array([[1, 2], [3, 1]]) * np.longdouble("1e400"))
