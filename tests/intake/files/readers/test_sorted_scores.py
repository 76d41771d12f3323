"""A file sorted on disk gives the curve of its columns in memory."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import abovechance as ac
from abovechance.curves.curve.streamed import curve_of_file
from abovechance.intake.files import reader
from abovechance.intake.files.engine import connected
from abovechance.intake.files.readers import sorted_scores
from abovechance.intake.files.readers.scores import read_scores
from abovechance.intake.files.reading import Reading
from abovechance.intake.missing import Missing

FORMATS = {
    "items.csv": pl.DataFrame.write_csv,
    "items.jsonl": pl.DataFrame.write_ndjson,
    "items.parquet": pl.DataFrame.write_parquet,
    "items.arrow": pl.DataFrame.write_ipc,
}


@pytest.fixture
def items():
    rng = np.random.default_rng(4)
    truth = rng.choice(["ham", "spam"], 5_000, p=[0.7, 0.3])
    scores = np.round(rng.normal(size=5_000) + (truth == "spam"), 2)
    return pl.DataFrame({"id": np.arange(5_000), "truth": truth, "score": scores})


def blocks(file, **options):
    return sorted_scores.with_sorted_scores(
        str(file), None, "score", lambda found: list(found.blocks), **options
    )


@pytest.mark.parametrize("name", FORMATS)
def test_the_curve_of_a_file_is_that_of_its_columns(tmp_path, monkeypatch, items, name):
    monkeypatch.setattr(sorted_scores, "_BLOCK_SIZE", 999)
    FORMATS[name](items, tmp_path / name)
    expected = ac.Curve.from_scores(items["truth"], items["score"])
    found = curve_of_file(str(tmp_path / name), score="score")
    np.testing.assert_array_equal(found.curve.thresholds, expected.thresholds)
    np.testing.assert_array_equal(found.curve.tp, expected.tp)
    np.testing.assert_array_equal(found.curve.fp, expected.fp)
    assert (found.curve.positive, found.curve.negative) == ("spam", "ham")
    assert found.auc == expected.auc


def test_items_without_label_or_score(tmp_path):
    file = tmp_path / "items.csv"
    file.write_text("truth,score\na,1\n,2\nb,\nb,nan\nb,inf\na,-inf\n")
    with pytest.raises(ac.InputError, match="has 3 missing values: say on_missing='drop'"):
        blocks(file)
    (scores, real), *_ = blocks(file, reading=Reading(Missing(policy="drop")))
    assert scores.tolist() == [np.inf, 1, -np.inf]
    assert real.tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("truth,score\na,1\nb,high\n", {}, "'high' in column 'score' is not a number"),
        ("truth,score\na,1\na,2\n", {}, "only one class, 'a'"),
        ("truth,score\na,1\nb,2\nc,3\n", {}, "3 classes"),
        ("truth,score\na,1\nb,2\n", {"positive": "c"}, "'c' is not in truth"),
        ("truth,score\n", {}, "no rows|no item"),
        ("truth,score\n,1\n,2\n", {}, "no rows with a label"),
        ("truth,score\na,\nb,\n", {"reading": Reading(Missing(policy="drop"))}, "there is nothing left"),
        (
            "truth,score\na,1\nb,2\n",
            {"reading": Reading(Missing(policy="label"))},
            "cannot be ranked: say on_missing='drop'",
        ),
    ],
)
def test_bad_files_get_one_clear_error(tmp_path, text, options, message):
    file = tmp_path / "items.csv"
    file.write_text(text)
    with pytest.raises(ac.InputError, match=message):
        blocks(file, **options)


def test_one_class_of_many_against_all_others_and_nothing_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    file = tmp_path / "it's [1].csv"
    file.write_text("truth,score\na,1\nb,2\nc,3\nb,4\n")
    found = curve_of_file(str(file), score="score", positive="b")
    assert found.curve.negative == ("a", "c")
    assert found.auc == 0.75
    assert not list((tmp_path / "scratch").iterdir())


def test_many_items_stay_in_order_whatever_the_threads(tmp_path):
    rng = np.random.default_rng(2)
    scores = rng.permutation(1_000_000).astype(float)
    path = tmp_path / "items.parquet"
    table = pl.DataFrame({"truth": rng.random(1_000_000) < 0.5, "s": scores})
    table.write_parquet(path, row_group_size=50_000)
    seen = sorted_scores.with_sorted_scores(
        str(path), "truth", "s", lambda found: np.concatenate([block[0] for block in found.blocks])
    )
    assert np.array_equal(seen, np.arange(1_000_000)[::-1])


def test_the_engine_keeps_its_own_bar_from_standard_output():
    with connected() as engine:
        assert engine.connection.execute(
            "SELECT current_setting('enable_progress_bar_print')"
        ).fetchone() == (False,)


def test_a_label_that_is_none_is_named_or_left_out_with_its_file(tmp_path):
    (tmp_path / "1.jsonl").write_text('{"truth": "a", "score": 1}\n{"truth": [2], "score": 2}\n')
    (tmp_path / "2.jsonl").write_text('{"truth": "a", "score": 1}\n{"truth": "b", "score": 2}\n')
    with pytest.raises(ac.InputError, match=r"1\.jsonl', line 2: 'truth' is a list, not a label"):
        sorted_scores.with_sorted_scores(str(tmp_path), None, "score", lambda found: found.items)
    kept = sorted_scores.with_sorted_scores(
        str(tmp_path), None, "score", lambda found: found.items, reading=Reading(skip_bad=True)
    )
    assert kept == 2


@pytest.fixture
def unreadable_ahead(monkeypatch):
    """What is read well once cannot be looked at again, as where a file is taken away."""
    ask = reader.ask
    monkeypatch.setattr(reader, "ask", lambda *given: replace(ask(*given), ahead="taken_away"))


@pytest.mark.usefixtures("unreadable_ahead")
@pytest.mark.parametrize("name", ["items.parquet", "items.arrow"])
def test_large_scores_that_cannot_be_checked_are_refused(tmp_path, name):
    path = str(tmp_path / name)
    FORMATS[name](pl.DataFrame({"truth": ["a", "b"], "score": [2**53, 2**53 + 2]}), path)
    for read in (lambda: read_scores(path, "truth", ["score"]), lambda: curve_of_file(path, score="score")):
        with pytest.raises(ac.InputError, match=r"cannot be read.*taken_away"):
            read()
