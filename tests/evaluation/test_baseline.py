"""Comparison with a saved evaluation."""

import gzip
import json
from dataclasses import replace

import numpy as np
import pytest

import abovechance as ac
from abovechance import InputError, Tables

OLD = Tables.from_counts([[28, 12], [30, 30]], labels=["ham", "spam"], positive="spam")
NEW = Tables.from_counts([[33, 7], [10, 50]], labels=["ham", "spam"], positive="spam")
THREE = Tables.from_counts([[9, 1, 2], [3, 8, 0], [1, 2, 7]], labels=["a", "b", "c"])
SAVED = ac.evaluate(OLD).to_dict()


def same_numbers(found, expected):
    for name in ("difference", "low", "high", "se", "p_value"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), rel=1e-12)
    assert found.method == expected.method


@pytest.mark.parametrize("name", ["informedness", "accuracy", "recall"])
def test_is_what_compare_tables_says_of_the_two_tables(name):
    found = ac.compare_with_baseline(NEW, SAVED, name, margin=0.1)
    expected = ac.compare_tables(NEW, OLD, name, margin=0.1)
    same_numbers(found, expected)
    assert found.margins.tests[0].p_lower == expected.margins.tests[0].p_lower
    assert "as if of different items" in found.verdict


@pytest.mark.parametrize("table", [OLD, THREE])
def test_the_same_table_does_not_differ(table):
    found = ac.compare_with_baseline(table, ac.evaluate(table).to_dict())
    assert found.difference == 0
    assert found.low < 0 < found.high
    assert found.p_value == pytest.approx(1)


@pytest.mark.parametrize("ending", ["json", "json.gz"])
def test_reads_files(tmp_path, ending):
    path, text = tmp_path / f"saved.{ending}", json.dumps(SAVED).encode()
    path.write_bytes(gzip.compress(text) if ending.endswith("gz") else text)
    for given in (path, str(path)):
        same_numbers(ac.compare_with_baseline(NEW, given), ac.compare_tables(NEW, OLD))


def test_takes_labels_which_the_document_has_as_text():
    truth, prediction = [0, 1] * 20, [0, 1, 1, 1] * 10
    saved = ac.evaluate(truth, [0, 1, 0, 0] * 10).to_dict()
    found = ac.compare_with_baseline(truth, prediction, saved, "accuracy")
    assert found.values == (0.75, 0.75)


def test_classes_in_another_order_and_another_positive_class_are_aligned():
    turned = ac.evaluate(OLD.select(["spam", "ham"]).with_positive("ham")).to_dict()
    assert (turned["classes"], turned["positive"]) == (["spam", "ham"], "ham")
    same_numbers(ac.compare_with_baseline(NEW, turned, "recall"), ac.compare_tables(NEW, OLD, "recall"))


def test_groups_are_taken_together():
    batch = Tables.from_counts(np.stack([OLD.counts, NEW.counts]), labels=OLD.labels, axes=["site"])
    found = ac.compare_with_baseline(batch, ac.evaluate(batch).to_dict())
    assert found.difference == 0
    assert found.tables.total.tolist() == [200, 200]


def test_weights_are_compared_by_their_squares():
    truth, prediction, weights = list("abab") * 10, list("abba") * 10, [0.5, 2, 1, 3] * 10
    old = Tables.from_labels(truth, prediction, weights=weights, positive="b")
    document = ac.evaluate(old).to_dict()
    new = replace(NEW, labels=("a", "b"), predicted_labels=("a", "b"), positive="b")
    same_numbers(ac.compare_with_baseline(new, document), ac.compare_tables(new, old))
    document["tables"][0]["squares"] = None
    with pytest.raises(InputError, match="weights without their squares"):
        ac.compare_with_baseline(new, document)


def test_a_system_of_a_saved_comparison():
    truth, a, b = list("aabb") * 10, list("abbb") * 10, list("aaab") * 10
    saved = ac.compare(truth, {"A": a, "B": b}).to_dict()
    found = ac.compare_with_baseline(truth, a, saved, "accuracy", system="B")
    same_numbers(
        found, ac.compare_tables(Tables.from_labels(truth, a), Tables.from_labels(truth, b), "accuracy")
    )
    with pytest.raises(InputError, match="comparison of 'A', 'B': say with system which"):
        ac.compare_with_baseline(truth, a, saved)
    clustered = ac.compare(truth, {"A": a, "B": b}, clusters=list(range(20)) * 2).to_dict()
    with pytest.raises(InputError, match="has clusters"):
        ac.compare_with_baseline(truth, a, clustered, system="A")


def test_says_that_the_baseline_refused_items():
    saved = ac.evaluate(list("abab") * 5, list("ab?b") * 5, abstain="?").to_dict()
    found = ac.compare_with_baseline(list("abab") * 5, list("abbb") * 5, saved)
    assert "the baseline is of answers alone" in found.verdict


def test_an_empty_baseline_is_undefined():
    saved = SAVED | {"tables": [{"group": None, "n": 0, "counts": [[0, 0], [0, 0]], "squares": None}]}
    assert np.isnan(ac.compare_with_baseline(NEW, saved).p_value)


@pytest.mark.parametrize(
    ("saved", "said"),
    [
        ({}, "not a document of abovechance: save the JSON document"),
        ([1], "not a document of abovechance"),
        ({"schema": 3}, "not a document of abovechance"),
        (SAVED | {"schema": "abovechance.evaluation/1"}, "this version reads abovechance.evaluation/2"),
        ({"schema": "abovechance.power/2"}, "holds no table to compare with"),
        ({"schema": "abovechance.evaluation/2"}, "lacks parts"),
        (SAVED | {"tables": []}, "lacks parts"),
        (SAVED | {"tables": [{"counts": [1, 2]}]}, "lacks parts"),
        (SAVED | {"tables": [{"counts": [[1, 2, 3]]}]}, "cannot be used: the table is 1×3"),
        (SAVED | {"tables": [{"counts": [[1, -2], [3, 4]]}]}, "cannot be used"),
        (SAVED | {"reweighted": "prevalence 0.1"}, "re-weighted to prevalence 0.1"),
        (SAVED | {"clusters": {"name": "site", "number": 3}}, "has clusters"),
        (SAVED | {"axes": ["system"]}, "the same items more than once"),
        (ac.evaluate(THREE).to_dict(), "baseline has 'a', 'b', 'c', the new table 'ham', 'spam'"),
    ],
)
def test_refused_documents(saved, said):
    with pytest.raises(InputError, match=said):
        ac.compare_with_baseline(NEW, saved)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"truth,prediction", "not a JSON document"),
        (b"\xff\xfe\x00", "not a text in UTF-8"),
        (None, "cannot"),
    ],
)
def test_refused_files(tmp_path, content, said):
    path = tmp_path / "saved.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        ac.compare_with_baseline(NEW, path)


def test_refused_arguments():
    with pytest.raises(InputError, match="system is for a saved comparison"):
        ac.compare_with_baseline(NEW, SAVED, system="A")
    of_systems = Tables.from_counts(np.stack([OLD.counts] * 2), labels=OLD.labels, axes=["system"])
    with pytest.raises(InputError, match="the same items by 'system'"):
        ac.compare_with_baseline(of_systems, SAVED)
