"""Answers in several files are joined by the identifiers of items, whatever the formats and the order."""

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abovechance.core.errors import InputError
from abovechance.intake.files.columns import Wanted
from abovechance.intake.files.joined import JoinedFiles
from abovechance.intake.files.readers.combinations import read_answers
from abovechance.intake.files.readers.scores import read_scores
from abovechance.intake.files.reading import Reading
from abovechance.intake.missing import Missing
from abovechance.tables.files import read_tables

ITEMS = pd.DataFrame(
    {
        "id": [3, 1, 2, 10, 7],
        "y": ["a", "b", "b", "a", "b"],
        "first": ["a", "b", "a", "a", "b"],
        "second": ["b", "b", "b", "a", "a"],
        "site": ["X", "X", "Y", "Y", "Y"],
        "s": [0.1, 0.9, 0.4, 0.2, 0.7],
    }
)


@pytest.fixture
def files(tmp_path):
    """The truth as CSV, one system as JSON lines and another as Parquet, in orders of their own."""
    paths = [tmp_path / name for name in ("gold.csv", "first.jsonl", "second.parquet")]
    ITEMS[["id", "y", "site"]].to_csv(paths[0], index=False)
    ITEMS[["id", "first"]].iloc[::-1].to_json(paths[1], orient="records", lines=True)
    ITEMS[["second", "id"]].sort_values("id").astype({"id": float}).to_parquet(paths[2], index=False)
    return tuple(map(str, paths))


def patterns(answers):
    columns = [answers.truth[1], *answers.systems.values()]
    return sorted(zip(*columns, answers.counts.tolist(), strict=True))


def test_files_joined_are_the_columns_of_one(files, tmp_path):
    joined = JoinedFiles(files, "id")
    assert joined.systems() == ["first", "second"]
    together = tmp_path / "together.csv"
    ITEMS.to_csv(together, index=False)
    one = read_answers(str(together), "y", ["first", "second"], by=["site"])
    several = read_answers(joined, None, joined.systems(), by=["site"])
    assert patterns(several) == patterns(one)
    assert several.groups == one.groups
    assert several.files == 3


def test_one_system_has_a_table(files):
    tables = read_tables(JoinedFiles(files[:2], "id"), Wanted(None, "first")).tables
    assert tables.counts.tolist() == [[2, 0], [1, 2]]


def test_scores_are_joined_too(files, tmp_path):
    path = tmp_path / "model.csv"
    ITEMS[["id", "s"]].sort_values("s").to_csv(path, index=False)
    found = read_scores(JoinedFiles((files[0], str(path)), "id"), None, ["model"])
    assert sorted(zip(found.truth[1], found.scores["model"], strict=True)) == sorted(
        zip(ITEMS["y"], ITEMS["s"], strict=True)
    )


def test_an_item_that_a_file_lacks_is_a_missing_value(files, tmp_path):
    path = tmp_path / "third.csv"
    ITEMS[["id", "first"]].iloc[:3].to_csv(path, index=False)
    joined = JoinedFiles((files[0], str(path)), "id")
    with pytest.raises(InputError, match="the column 'third' has 2 missing values"):
        read_tables(joined, Wanted(None, "third"))
    read = read_tables(joined, Wanted(None, "third"), reading=Reading(missing=Missing(policy="drop")))
    assert (read.tables.left_out, read.tables.counts.sum()) == (2, 3)


def test_the_truth_may_stand_in_every_file_if_it_is_the_same(tmp_path):
    for name in ("first", "second"):
        ITEMS[["id", "y", name]].to_csv(tmp_path / f"{name}.csv", index=False)
    paths = tuple(str(tmp_path / f"{name}.csv") for name in ("first", "second"))
    assert JoinedFiles(paths, "id").systems() == ["first", "second"]
    assert len(patterns(read_answers(JoinedFiles(paths, "id"), None, ["first", "second"]))) == 5
    ITEMS[["id", "y", "second"]].replace({"y": {"a": "b"}}).to_csv(paths[1], index=False)
    with pytest.raises(InputError, match="have different 'y' for the item '10'"):
        read_answers(JoinedFiles(paths, "id"), None, ["first", "second"])


def test_a_file_of_the_truth_alone_has_no_answers_though_others_repeat_it(files, tmp_path):
    path = tmp_path / "model.csv"
    ITEMS[["id", "y", "first"]].to_csv(path, index=False)
    gold = tmp_path / "truth.csv"
    ITEMS[["id", "y"]].to_csv(gold, index=False)
    assert JoinedFiles((str(gold), str(path)), "id").systems() == ["model"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,p\n1,a\n1,b\n", "the item '1' more than once"),
        ("id,p\n1,a\n,b\n", "an item without an identifier"),
        ("key,p\n1,a\n", "has no column 'id'"),
        ("id,u,v\n1,a,b\n", "say which column of .* holds answers, with prediction"),
    ],
)
def test_files_that_cannot_be_joined_are_named(files, tmp_path, text, said):
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_tables(JoinedFiles((files[0], str(path)), "id"), Wanted(None, "bad"))


def test_nothing_is_joined_without_a_truth(files):
    with pytest.raises(InputError, match="no file has the column of the truth"):
        JoinedFiles(files[1:], "id").systems()


@settings(max_examples=10, deadline=None)
@given(st.permutations(range(5)), st.permutations(range(5)))
def test_the_order_of_rows_does_not_matter(tmp_path_factory, first, second):
    folder = tmp_path_factory.mktemp("joined")
    ITEMS[["id", "y"]].iloc[first].to_csv(folder / "gold.csv", index=False)
    ITEMS[["id", "first"]].iloc[second].to_csv(folder / "model.csv", index=False)
    joined = JoinedFiles((str(folder / "gold.csv"), str(folder / "model.csv")), "id")
    assert read_tables(joined, Wanted(None, "model")).tables.counts.tolist() == [[2, 0], [1, 2]]
