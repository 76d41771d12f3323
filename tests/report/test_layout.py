"""What is said of rows that are left out, and of one thing as of several."""

import pytest
from rich.console import Console
from rich.text import Text

from abovechance.core.text import counted
from abovechance.report.layout import fitted, with_more


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (0, ""),
        (1, "and 1 more category; --json has all."),
        (2, "and 2 more categories; --json has all."),
        (11, "and 11 more categories; --json has all."),
    ],
)
def test_rows_that_are_left_out_are_counted(left, said):
    console = Console(width=80)
    with console.capture() as shown:
        table = fitted(["name"], [[Text("a")]], (), 80)
        console.print(with_more(table, left, "category", "categories", where="--json"))
    assert [line.strip() for line in shown.get().splitlines()] == ["name", "a", *([said] if said else [])]


def test_one_thing_has_no_plural():
    assert [counted(n, "item") for n in (0, 1, 2, "1", "1,000")] == [
        "0 items",
        "1 item",
        "2 items",
        "1 item",
        "1,000 items",
    ]
    assert [counted(n, "class", "classes") for n in (1, 2)] == ["1 class", "2 classes"]
