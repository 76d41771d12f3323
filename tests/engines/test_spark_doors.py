"""Spark gives the same answers as lists do, to all questions that commands answer."""

import pytest

from tests.test_doors import QUESTIONS, arrow, of_arrays, of_command, same, typed

ITEMS = {
    "whole numbers": ([0, 1, 1, 0, 1, 0, 0, 1], [0, 1, 0, None, 1, 0, 1, 1]),
    "texts": (
        ["no", "yes", "yes", "no", "yes", "no", "no", "yes"],
        ["no", "yes", "no", None, "yes", "no", "yes", "yes"],
    ),
}
WRITERS = {
    "items.csv": lambda columns, path: typed(columns).to_csv(path, index=False),
    "items.parquet": lambda columns, path: arrow(columns).to_pandas().to_parquet(path, index=False),
}


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("labels", ITEMS)
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.filterwarnings("ignore::abovechance.core.errors.InputWarning")
def test_spark_answers_as_lists_do(tmp_path, connect_url, question, labels, name):
    truth, answers = ITEMS[labels]
    columns = {"y": truth, "p": answers, "q": truth[::-1], "r": truth[1:] + truth[:1]}
    columns["s"] = [0.125, 0.5, 0.875, 0.25, 0.75, 0.5, 0.375, 1.0]
    WRITERS[name](columns, tmp_path / name)
    found = of_command(question, [str(tmp_path / name), "--connect", connect_url], "drop")
    assert same(found, of_arrays(question, columns, "drop"))
