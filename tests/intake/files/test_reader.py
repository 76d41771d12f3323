"""Files of any number and format count as one table, and one that is bad is named, or left out."""

import gzip
import io
import json
import re
import sys
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from abovechance.core.errors import InputError
from abovechance.intake.files import engine as engine_module
from abovechance.intake.files import reader as reader_module
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.readers.combinations import read_answers, read_tally
from abovechance.intake.files.readers.labels import read_labels
from abovechance.intake.files.readers.scores import read_scores
from abovechance.intake.files.readers.sorted_scores import with_sorted_scores
from abovechance.intake.files.reading import Reading, TextFormat
from abovechance.intake.missing import Missing
from abovechance.tables.files import read_tables


def packed(frame, path):
    with gzip.open(path, "wb") as file:
        file.write(frame.to_csv(index=False).encode())


def streamed(frame, path):
    table = pa.Table.from_pandas(frame, preserve_index=False)
    with pa.ipc.new_stream(str(path), table.schema) as writer:
        writer.write_table(table, max_chunksize=2)


WRITERS = {
    "csv": lambda frame, path: frame.to_csv(path, index=False),
    "tsv": lambda frame, path: frame.to_csv(path, index=False, sep="\t"),
    "csv.gz": packed,
    "jsonl": lambda frame, path: frame.to_json(path, orient="records", lines=True, force_ascii=False),
    "parquet": lambda frame, path: frame.to_parquet(path, index=False),
    "arrow": lambda frame, path: pa.feather.write_feather(
        pa.Table.from_pandas(frame, preserve_index=False), str(path), compression="uncompressed"
    ),
    "arrows": streamed,
}


def write(frame, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    WRITERS[path.name.partition(".")[2]](frame, path)


def numbers(tally):
    """How many items each combination of labels has, and what they weigh."""
    keys = zip(*([c.labels[i] for i in c.codes.tolist()] for c in tally.columns), strict=True)
    items = tally.counts.tolist()
    weights = items if tally.weights is None else tally.weights.tolist()
    return dict(zip(keys, zip(items, weights, strict=True), strict=True))


ITEMS = pd.DataFrame(
    {
        "truth": ["a", "b", "b", 'ü, "q"', "two\nlines", "a", "b", "a"],
        "prediction": ["a", "b", "a", "a", "two\nlines", "b", "b", "a"],
        "w": [1.0, 0.5, 2.0, 0.25, 4.0, 1.5, 0.75, 3.0],
        "site": ["X", "Y", "X", "Y", "X", "Y", "X", "X"],
        "score": [0.5, 1.5, -1.0, 2.25, 0.125, 3.0, 0.5, 8.0],
    }
)
WANTED = Wanted("truth", "prediction", "w", ("site",))

# A table adds ---------------------------------------------------------------------------------------

splits = st.lists(
    st.tuples(
        st.integers(0, len(ITEMS)), st.sampled_from(sorted(WRITERS)), st.permutations(list(ITEMS.columns))
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(splits=splits)
def test_any_split_into_files_counts_the_same(tmp_path_factory, splits):
    folder = tmp_path_factory.mktemp("split")
    starts = sorted(start for start, _, _ in splits)
    starts[0] = 0
    files = []
    for i, (start, (_, ending, order)) in enumerate(zip(starts, splits, strict=True)):
        rows = ITEMS.iloc[start : starts[i + 1] if i + 1 < len(starts) else None]
        # a file of JSON lines without lines is empty
        files.append(folder / f"{i}.{'parquet' if rows.empty and ending == 'jsonl' else ending}")
        write(rows[order], files[-1])
    whole = folder / "whole" / "all.csv"
    write(ITEMS, whole)
    expected = read_tables(str(whole), WANTED).tables
    found = read_tables([str(file) for file in files], WANTED)
    assert found.tables.labels == expected.labels
    assert found.tables.axes == expected.axes
    np.testing.assert_array_equal(found.tables.counts, expected.counts)
    assert (found.files, found.skipped) == (len(files), ())
    scores = read_scores([str(file) for file in files], "truth", ["score"], weight="w", groups=["site"])
    assert scores.scores["score"].tolist() == ITEMS["score"].tolist()
    assert scores.truth[1].tolist() == ITEMS["truth"].tolist()
    assert scores.groups["site"].tolist() == ITEMS["site"].tolist()
    assert scores.weights.tolist() == ITEMS["w"].tolist()
    labels = read_labels([str(file) for file in files], ["site", "truth"])
    assert {name: column.tolist() for name, column in labels.columns.items()} == {
        "site": ITEMS["site"].tolist(),
        "truth": ITEMS["truth"].tolist(),
    }
    blocks = with_sorted_scores(
        [str(file) for file in files], "truth", "score", lambda s: list(s.blocks), positive="a"
    )
    order = np.argsort(-ITEMS["score"].to_numpy(), kind="stable")
    assert (
        np.concatenate([block[0] for block in blocks]).tolist() == ITEMS["score"].to_numpy()[order].tolist()
    )
    assert sum(int(block[1].sum()) for block in blocks) == 3


def test_patterns_directories_and_names_mean_the_same(tmp_path):
    for i, ending in enumerate(WRITERS):
        write(ITEMS.iloc[i : i + 1], tmp_path / f"{i}.{ending}")
    write(ITEMS.iloc[7:], tmp_path / "sub" / "8.parquet")
    expected = read_tally([str(p) for p in sorted(tmp_path.rglob("*.*"))], WANTED)
    for file in (str(tmp_path), f"{tmp_path}/**/*.*", f"{tmp_path}/*"):
        found = read_tally(file, WANTED)
        assert numbers(found.tally) == numbers(expected.tally)
        assert found.files == 8
    assert expected.tally.items == 8


# Partitions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", WRITERS)
def test_partitions_are_columns(tmp_path, ending):
    for site, rows in ITEMS.groupby("site"):
        for fold in (0, 1):
            path = tmp_path / f"site={site}" / f"fold={fold}" / f"part.{ending}"
            write(rows.iloc[fold::2].drop(columns="site"), path)
    whole = tmp_path / "whole.csv"
    write(ITEMS, whole)
    expected = read_tables(str(whole), WANTED).tables
    for file in (
        f"{tmp_path}/site=*",
        f"{tmp_path}/site=*/**/*.*",
        [f"{tmp_path}/site=X", f"{tmp_path}/site=Y"],
    ):
        found = read_tables(file, WANTED)
        np.testing.assert_array_equal(found.tables.counts, expected.counts)
        assert found.tables.axes == expected.axes
        assert found.files == 4
    scores = read_scores(f"{tmp_path}/site=*", "truth", ["score"], groups=["fold", "site"])
    assert sorted(zip(scores.groups["site"], scores.groups["fold"], strict=True)) == sorted(
        [("X", "0")] * 3 + [("X", "1")] * 2 + [("Y", "0")] * 2 + [("Y", "1")]
    )
    assert set(read_labels(f"{tmp_path}/site=*", ["fold"]).columns["fold"]) == {"0", "1"}
    assert list(read_labels(f"{tmp_path}/site=*").columns) == ["truth", "prediction", "w", "score"]


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet", "arrow"])
def test_a_missing_partition_is_a_missing_value_and_own_columns_come_first(tmp_path, ending):
    pair = pd.DataFrame({"x": ["a", "b"], "y": ["a", "a"]})
    write(pair, tmp_path / "g=__HIVE_DEFAULT_PARTITION__" / f"1.{ending}")
    write(pair, tmp_path / "g=it's %22 1" / f"2.{ending}")
    write(pair.assign(g="own"), tmp_path / "g=folder" / f"3.{ending}")
    wanted = Wanted("x", "y", None, ("g",))
    with pytest.raises(InputError, match="the column 'g' has 2 missing"):
        read_tables(str(tmp_path), wanted)
    found = read_tables(str(tmp_path), wanted, reading=Reading(missing=Missing(policy="label")))
    assert set(found.tables.axes[0].labels) == {"(missing)", "it's \" 1", "own"}
    assert read_tables(f"{tmp_path}/g=[i_]*", Wanted()).tables.total == 4


def test_a_partition_may_be_the_truth_or_the_weight(tmp_path):
    for truth, weight in (("a", 2), ("b", 0.5)):
        frame = pd.DataFrame({"prediction": ["a", "b"]})
        write(frame, tmp_path / f"truth={truth}" / f"w={weight}" / "x.parquet")
        write(frame, tmp_path / f"truth={truth}" / f"w={weight}" / "x.csv")
    found = read_tables(str(tmp_path), Wanted(weight="w"))
    np.testing.assert_array_equal(found.tables.counts, [[4, 4], [1, 1]])


# Drift ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet", "arrow"])
def test_a_file_that_lacks_a_column_is_named(tmp_path, ending):
    write(ITEMS, tmp_path / f"1.{ending}")
    write(ITEMS.rename(columns={"truth": "actual"}), tmp_path / f"2.{ending}")
    with pytest.raises(
        InputError, match=rf"2\.{ending}' has no column 'truth'.*its columns are 'actual'.*skip_bad"
    ):
        read_tables(str(tmp_path), WANTED)
    found = read_tables(str(tmp_path), WANTED, reading=Reading(skip_bad=True))
    assert found.tables.sum().total == ITEMS["w"].sum()
    assert [fault.file for fault in found.skipped] == [str(tmp_path / f"2.{ending}")]
    assert "has no column 'truth'" in found.skipped[0].reason


@pytest.mark.parametrize("skip_bad", [False, True])
def test_columns_that_are_found_must_be_the_same(tmp_path, skip_bad):
    write(ITEMS, tmp_path / "1.csv")
    write(ITEMS.rename(columns={"truth": "actual"}), tmp_path / "2.parquet")
    with pytest.raises(
        InputError, match=r"1\.csv' and .*2\.parquet' have different columns, 'truth' and 'actual'"
    ):
        read_tables(str(tmp_path), Wanted(), reading=Reading(skip_bad=skip_bad))


def test_all_columns_must_be_those_of_the_first_file(tmp_path):
    write(ITEMS[["truth", "prediction"]], tmp_path / "1.csv")
    write(ITEMS[["prediction", "truth"]], tmp_path / "2.csv")
    found = read_labels(str(tmp_path)).columns
    assert found["truth"].tolist() == [*ITEMS["truth"], *ITEMS["truth"]]
    write(ITEMS[["prediction", "truth", "w"]], tmp_path / "3.csv")
    with pytest.raises(InputError, match=r"3\.csv' has a column 'w' and .*1\.csv' has none"):
        read_labels(str(tmp_path))
    assert len(read_labels(str(tmp_path), ["truth"]).columns["truth"]) == 24


@pytest.mark.parametrize(
    "endings",
    [
        ("parquet", "parquet"),
        ("arrow", "parquet"),
        ("arrow", "arrows"),
        ("jsonl", "jsonl"),
        ("jsonl", "parquet"),
        ("parquet", "jsonl"),
        ("jsonl", "csv"),
    ],
)
def test_whole_floats_are_integers_if_any_file_has_integers(tmp_path, endings):
    one, other = endings
    write(pd.DataFrame({"truth": [0.0, 1.0, 2.5], "prediction": [1.0, 1.0, -0.0]}), tmp_path / f"1.{one}")
    alone = read_tables(str(tmp_path), Wanted()).tables
    assert alone.labels == ("0.0", "1.0", "2.5")
    write(pd.DataFrame({"truth": [0, 1], "prediction": ["x", "1"]}), tmp_path / f"2.{other}")
    tables = read_tables(str(tmp_path), Wanted()).tables
    assert tables.labels == ("0", "1", "2.5", "x")
    np.testing.assert_array_equal(tables.counts, [[0, 1, 0, 1], [0, 2, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]])


def test_a_frame_has_the_same_labels_in_every_typed_format(tmp_path):
    frame = pd.DataFrame({"truth": [1.0, 0.0, np.nan], "prediction": [1, 0, 1], "site": [1.0, 2.0, 1.0]})
    found = []
    for ending in ("jsonl", "parquet", "arrow"):
        write(frame, tmp_path / f"1.{ending}")
        chosen = Wanted("truth", "prediction", "prediction", ("site",))
        found.append(read_tally(str(tmp_path / f"1.{ending}"), chosen).tally)
    expected = {("1", "1", "1.0"): (1, 1), ("0", "0", "2.0"): (1, 0), (None, "1", "1.0"): (1, 1)}
    assert all(numbers(tally) == expected for tally in found)


def test_whole_decimals_are_integers_beside_these(tmp_path):
    decimals = pa.array([Decimal("1.00"), Decimal("0.00"), Decimal("0.50")])
    path = tmp_path / "1.parquet"
    pa.parquet.write_table(pa.table({"truth": decimals, "prediction": [1, 0, 1]}), path)
    assert read_tables(str(path), Wanted()).tables.labels == ("0", "0.50", "1")
    pa.parquet.write_table(pa.table({"truth": decimals, "prediction": decimals}), path)
    assert read_tables(str(path), Wanted()).tables.labels == ("0.00", "0.50", "1.00")


def test_whole_floats_are_integers_for_every_reader(tmp_path):
    (tmp_path / "1.jsonl").write_text('{"truth": 1.0, "s": 1}\n{"truth": null, "s": 1}\n')
    (tmp_path / "2.jsonl").write_text('{"truth": 1, "s": 2}\n{"truth": 0.0, "s": 3}\n')
    name = str(tmp_path)
    assert read_labels(name, ["truth"]).columns["truth"].tolist() == ["1", None, "1", "0"]
    assert read_scores(name, None, ["s"], reading=Reading(missing=Missing(policy="drop"))).truth[
        1
    ].tolist() == ["1", "1", "0"]

    def use(found):
        return found.positive, found.negative, np.concatenate([real for _, real in found.blocks]).tolist()

    found = with_sorted_scores(name, None, "s", use, reading=Reading(missing=Missing(policy="drop")))
    assert found == ("1", "0", [False, True, True])


def test_a_label_with_a_nul_is_refused_in_any_format(tmp_path):
    for name in ("1.parquet", "1.jsonl"):
        write(pd.DataFrame({"truth": ["a", "\0b"], "prediction": ["a", "a"]}), tmp_path / name)
        with pytest.raises(InputError, match=rf"{re.escape(name)}.*holds a NUL character"):
            read_tables(str(tmp_path / name), Wanted())


def test_whole_floats_of_any_system_are_integers(tmp_path):
    write(pd.DataFrame({"truth": [0.0, 1.0], "A": [1.0, 1.0], "B": [0, 1]}), tmp_path / "1.parquet")
    assert read_answers(str(tmp_path / "1.parquet"), None, ["A", "B"]).truth[1] in (["0", "1"], ["1", "0"])


def test_true_labels_of_scores_are_the_same_in_all_files(tmp_path):
    write(pd.DataFrame({"truth": [0.0, 1.0], "s": [1, 2]}), tmp_path / "1.parquet")
    write(pd.DataFrame({"truth": [0, 1], "s": [0.5, 1.5]}), tmp_path / "2.parquet")
    write(pd.DataFrame({"truth": ["0", "1"], "s": ["3", "4"]}), tmp_path / "3.csv")
    assert read_scores(str(tmp_path), None, ["s"]).truth[1].tolist() == ["0", "1"] * 3
    assert read_scores(str(tmp_path), None, ["s"]).scores["s"].tolist() == [1, 2, 0.5, 1.5, 3, 4]


def test_an_encoding_needs_a_text(tmp_path):
    write(pd.DataFrame({"truth": ["a"], "prediction": ["b"]}), tmp_path / "1.parquet")
    with pytest.raises(InputError, match="encoding applies to text files, and no file is one"):
        read_tables(str(tmp_path), Wanted(), reading=Reading(text=TextFormat(encoding="latin-1")))
    (tmp_path / "2.csv").write_text("truth,prediction\nä,ä\n", encoding="latin-1")
    assert read_tables(
        str(tmp_path), Wanted(), reading=Reading(text=TextFormat(encoding="latin-1"))
    ).tables.labels == (
        "a",
        "b",
        "ä",
    )


# Bad files -----------------------------------------------------------------------------------------

BAD = {
    "empty.csv": b"",
    "empty.parquet": b"",
    "cut.parquet": b"PAR1\0\0\0\0junkjunkPAR1",
    "cut.arrow": b"ARROW1\0\0junkjunkjunkARROW1",
    "cut.csv.gz": gzip.compress(b"truth,prediction,w,site,score\na,b,1,X,1\n" * 9)[:-9],
    "ragged.csv": b"truth,prediction,w,site,score\na,b,1,X,1\na,b\n",
    "latin.csv": "truth,prediction,w,site,score\nä,b,1,X,1\n".encode("latin-1"),
    "weight.csv": b"truth,prediction,w,site,score\na,b,-1,X,1\n",
    "lists.jsonl": b'{"truth": [1], "prediction": 1, "w": 1, "site": 1, "score": 1}\n',
    "cut.jsonl": b'{"truth": 1, "prediction": 1, "w": 1, "site": 1, "score": 1}\n{"truth":',
    "named.parquet": b"truth,prediction\na,b\n",
}


@pytest.fixture
def mixture(tmp_path):
    for name, data in BAD.items():
        (tmp_path / name).write_bytes(data)
    write(ITEMS.assign(w=-1.0), tmp_path / "weight.parquet")
    write(ITEMS.assign(w=np.inf), tmp_path / "weight.arrow")
    for i, ending in enumerate(WRITERS):
        write(ITEMS, tmp_path / "good" / f"{i}.{ending}")
    write(ITEMS.iloc[:0], tmp_path / "good" / "none.parquet")
    write(ITEMS.iloc[:0], tmp_path / "good" / "none.csv")
    write(ITEMS.iloc[:0], tmp_path / "good" / "none.arrow")
    return tmp_path


def test_bad_files_are_left_out_whole_and_named(mixture):
    found = read_tables(str(mixture), WANTED, reading=Reading(skip_bad=True))
    good = read_tables(str(mixture / "good"), WANTED)
    np.testing.assert_array_equal(found.tables.counts, good.tables.counts)
    assert found.tables.sum().total == len(WRITERS) * ITEMS["w"].sum()
    assert found.files == good.files == len(WRITERS) + 3
    bad = sorted(str(mixture / name) for name in [*BAD, "weight.parquet", "weight.arrow"])
    assert [fault.file for fault in found.skipped] == bad
    assert all(repr(fault.file) in fault.reason and "\n" not in fault.reason for fault in found.skipped)
    scores = read_scores(str(mixture), "truth", ["score"], weight="w", reading=Reading(skip_bad=True))
    assert [fault.file for fault in scores.skipped] == bad
    assert len(scores.truth[1]) == len(WRITERS) * len(ITEMS)
    answers = read_answers(str(mixture), "truth", ["prediction"], reading=Reading(skip_bad=True))
    assert answers.files == len(WRITERS) + 3 + len([name for name in bad if "weight" in name])


@pytest.mark.parametrize("name", [*BAD, "weight.parquet", "weight.arrow"])
def test_one_bad_file_of_many_is_named(mixture, name):
    with pytest.raises(InputError) as caught:
        read_tables([str(mixture / "good"), str(mixture / name)], WANTED)
    assert repr(str(mixture / name)) in str(caught.value)
    assert "skip_bad" in str(caught.value)


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet", "arrow"])
def test_the_culprit_is_found_among_files_that_look_alike(tmp_path, ending):
    for i in range(20):
        write(ITEMS.assign(score=str(i)), tmp_path / f"{i}.{ending}")
    write(ITEMS.assign(score="high"), tmp_path / f"13.{ending}")
    with pytest.raises(InputError, match=rf"13\.{ending}'"):
        read_scores(str(tmp_path), "truth", ["score"])
    with pytest.raises(InputError, match=rf"13\.{ending}'"):
        with_sorted_scores(str(tmp_path), "truth", "score", list, positive="a")
    found = read_scores(str(tmp_path), "truth", ["score"], reading=Reading(skip_bad=True))
    assert [fault.file for fault in found.skipped] == [str(tmp_path / f"13.{ending}")]
    assert (found.files, len(found.truth[1])) == (19, 19 * len(ITEMS))
    kept = with_sorted_scores(
        str(tmp_path),
        "truth",
        "score",
        lambda s: (s.items, s.files, s.skipped[0].file),
        positive="a",
        reading=Reading(skip_bad=True),
    )
    assert kept == (19 * len(ITEMS), 19, found.skipped[0].file)


def test_other_columns_do_not_get_in_the_way(tmp_path):
    names = ["weight", "stored_weight", "unfit", "k0", "k1", "n", "total", "times", "label", "score", "real"]
    frame = ITEMS.drop(columns="score").assign(**dict.fromkeys(names, "garbage"))
    for ending in ("parquet", "arrow"):
        write(frame, tmp_path / f"x.{ending}")
    found = read_tables(str(tmp_path), WANTED)
    assert found.tables.sum().total == 2 * ITEMS["w"].sum()
    kept = with_sorted_scores(str(tmp_path), "truth", "w", lambda s: s.items, positive="a")
    assert kept == 2 * len(ITEMS)


def test_arrow_types_that_the_engine_lacks_matter_only_where_they_are_wanted(tmp_path):
    halves = pa.array(np.array([0.5, 1.0], np.float16))
    table = pa.table({"truth": ["a", "b"], "prediction": ["a", "a"], "half": halves})
    pa.feather.write_feather(table, str(tmp_path / "1.arrow"), compression="uncompressed")
    assert read_tables(str(tmp_path / "1.arrow"), Wanted()).tables.total == 2
    with pytest.raises(InputError, match=r"1\.arrow' cannot be read as Arrow: Unsupported"):
        read_tables(str(tmp_path / "1.arrow"), Wanted("truth", "half"))


@pytest.mark.parametrize("kind", [pa.float32(), pa.float64()])
def test_nan_of_any_kind_is_missing(tmp_path, kind):
    values = np.array([0.5, np.nan, np.copysign(np.nan, -1)], kind.to_pandas_dtype())
    pa.parquet.write_table(pa.table({"truth": values, "prediction": ["x", "x", "x"]}), tmp_path / "1.parquet")
    found = read_tables(str(tmp_path), Wanted(), reading=Reading(missing=Missing(policy="drop")))
    assert (found.tables.labels, found.tables.left_out) == (("0.5", "x"), 2)


def test_files_that_are_all_bad_in_their_rows_are_an_error(tmp_path):
    for i in range(3):
        (tmp_path / f"{i}.csv").write_text("truth,prediction\na\n")
    with pytest.raises(
        InputError, match=r"none of the 3 files can be read; the first: .*0\.csv', line 2 has 1"
    ):
        read_tables(str(tmp_path), Wanted(), reading=Reading(skip_bad=True))
    with pytest.raises(InputError, match="none of the 3 files can be read"):
        read_scores(str(tmp_path), "truth", ["prediction"], reading=Reading(skip_bad=True))


def test_a_type_that_holds_no_numbers_names_its_file(tmp_path):
    write(ITEMS, tmp_path / "1.parquet")
    write(ITEMS.assign(score=pd.Timestamp("2020-01-01")), tmp_path / "2.parquet")
    with pytest.raises(InputError, match=r"2\.parquet': the column 'score' is of type TIMESTAMP"):
        read_scores(str(tmp_path), "truth", ["score"])


def test_if_all_files_are_bad_that_is_an_error(tmp_path):
    (tmp_path / "a.csv").write_text("")
    (tmp_path / "b.parquet").write_bytes(b"PAR1junkjunkPAR1")
    with pytest.raises(InputError, match=r"none of the 2 files can be read; the first: .*a\.csv' is empty"):
        read_tables(str(tmp_path), Wanted(), reading=Reading(skip_bad=True))
    with pytest.raises(InputError, match=r"a\.csv' is empty$"):
        read_tables(str(tmp_path / "a.csv"), Wanted(), reading=Reading(skip_bad=True))


def test_files_without_rows_are_no_items(tmp_path):
    write(ITEMS.iloc[:0], tmp_path / "1.csv")
    write(ITEMS.iloc[:0], tmp_path / "2.parquet")
    with pytest.raises(InputError, match="has columns but no rows"):
        read_tables(str(tmp_path), WANTED)


# All together --------------------------------------------------------------------------------------


def test_many_small_files_are_one_query(tmp_path, monkeypatch):
    table = pl.DataFrame({"truth": ["a", "b"], "prediction": ["a", "a"]})
    for i in range(300):
        table.write_parquet(tmp_path / f"{i}.parquet")
    asked, started = [], []
    ask, connected = reader_module.ask, reader_module.connected
    monkeypatch.setattr(reader_module, "connected", lambda: started.append(1) or connected())
    monkeypatch.setattr(reader_module, "ask", lambda *args: asked.append(len(args[1])) or ask(*args))
    found = read_tables(str(tmp_path), Wanted())
    np.testing.assert_array_equal(found.tables.counts, [[300, 0], [300, 0]])
    assert (asked, len(started), found.files) == ([300], 1, 300)


def test_standard_input_and_pipes_may_be_among_files(tmp_path, monkeypatch):
    write(ITEMS, tmp_path / "1.parquet")
    write(ITEMS, tmp_path / "2.csv")
    for name in ("1.parquet", "2.csv"):
        stdin = io.TextIOWrapper(io.BytesIO((tmp_path / name).read_bytes()))
        monkeypatch.setattr(sys, "stdin", stdin)
        found = read_tables(["-", str(tmp_path)], WANTED)
        assert (found.tables.sum().total, found.files) == (3 * ITEMS["w"].sum(), 3)


def test_progress_is_of_all_files_together(tmp_path, monkeypatch):
    monkeypatch.setattr(engine_module, "_POLL_SECONDS", 0)
    for i in range(100):
        write(ITEMS, tmp_path / f"{i}.{'csv' if i % 2 else 'parquet'}")
    seen = []
    read_tables(str(tmp_path), WANTED, reading=Reading(progress=seen.append))
    assert seen == sorted(seen)
    assert seen[0] < 0.1
    assert seen[-1] == 1


def test_names_of_any_characters(tmp_path):
    names = ["it's.parquet", 'q".csv', "[x].parquet", "a*b.csv", "new\nline.parquet", "~.csv", "ü.arrow"]
    names += [
        b"\xff.parquet".decode("utf-8", "surrogateescape"),
        b"\xfe.csv".decode("utf-8", "surrogateescape"),
    ]
    for name in names:
        write(ITEMS, tmp_path / "plain" / f"x.{name.rpartition('.')[2]}")
        (tmp_path / "plain" / f"x.{name.rpartition('.')[2]}").rename(tmp_path / name)
    found = read_tables(f"{tmp_path}/*.*", WANTED)
    assert (found.files, found.tables.sum().total) == (len(names), len(names) * ITEMS["w"].sum())


def test_json_members_and_constants_keep_their_types(tmp_path):
    path = tmp_path / "g=1" / "x.jsonl"
    path.parent.mkdir()
    path.write_text("".join(json.dumps({"truth": t, "prediction": True}) + "\n" for t in (1, "1", 2.5)))
    found = read_tally(str(tmp_path), Wanted("truth", "prediction", None, ("g",)))
    assert numbers(found.tally) == {("1", "true", "1"): (2, 2), ("2.5", "true", "1"): (1, 1)}
