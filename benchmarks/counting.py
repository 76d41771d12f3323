"""Labels to tables: ours beside scikit-learn's confusion matrix and beside one bare ``np.bincount``.

Run it with ``python benchmarks/counting.py [--quick]``.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from harness import Row, least_times, show

from abovechance import Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

_SKLEARN = "scikit-learn"
_BINCOUNT = "bare bincount"


@dataclass(frozen=True)
class Case:
    """Two columns of the same kind, and how many times faster than scikit-learn they must be counted.

    Where scikit-learn sorts Python objects, it is given a tenth of the items and its time is taken
    ten times, which flatters it: sorting takes more than ten times as long for ten times as many.
    """

    task: str
    items: int
    classes: int
    column: Callable[[NDArray[np.int64]], Any]
    goal: float
    beside_bincount: bool = False
    share: int = 1


def integers(kind: str) -> Callable[[NDArray[np.int64]], Any]:
    return lambda codes: codes.astype(kind)


def names(codes: NDArray[np.int64]) -> NDArray[np.str_]:
    return np.array([f"class{i}" for i in range(codes.max() + 1)])[codes]


def objects(codes: NDArray[np.int64]) -> Any:
    return names(codes).astype(object)


def python_list(codes: NDArray[np.int64]) -> Any:
    return names(codes).tolist()


def pandas_text(codes: NDArray[np.int64]) -> Any:
    import pandas as pd

    return pd.Series(names(codes), dtype="str")


def pandas_category(codes: NDArray[np.int64]) -> Any:
    return pandas_text(codes).astype("category")


def arrow_text(codes: NDArray[np.int64]) -> Any:
    return import_module("pyarrow").array(names(codes))


def arrow_dictionary(codes: NDArray[np.int64]) -> Any:
    return arrow_text(codes).dictionary_encode()


def polars_text(codes: NDArray[np.int64]) -> Any:
    import polars as pl

    return pl.Series(names(codes))


def polars_category(codes: NDArray[np.int64]) -> Any:
    import polars as pl

    return polars_text(codes).cast(pl.Categorical)


TEXTS = {
    "NumPy text": names,
    "NumPy objects": objects,
    "list of text": python_list,
    "pandas text": pandas_text,
    "Arrow text": arrow_text,
    "polars text": polars_text,
    "pandas category": pandas_category,
    "Arrow dictionary": arrow_dictionary,
    "polars category": polars_category,
}


def cases(many: int) -> Iterator[Case]:
    for classes in (2, 10, 1000):
        yield Case(
            f"{many:.0e} int64, K = {classes}", many, classes, integers("i8"), 15, beside_bincount=True
        )
    yield Case(f"{many:.0e} int8, K = 10", many, 10, integers("i1"), 15)
    yield Case(f"{many:.0e} booleans", many, 2, integers("?"), 15)
    for classes in (2, 10):
        yield Case(f"1e+03 int64, K = {classes}", 1000, classes, integers("i8"), 10)
    for kind, column in TEXTS.items():
        share = 1 if kind in ("NumPy text", "list of text", "polars text") else 10
        yield Case(f"{many:.0e} {kind}, K = 10", many, 10, column, 10, share=share)


def compared(case: Case) -> list[Row]:
    from sklearn.metrics import confusion_matrix

    rng = np.random.default_rng(0)
    truth, prediction = (case.column(rng.integers(0, case.classes, case.items)) for _ in range(2))
    some_truth, some_prediction = (column[: case.items // case.share] for column in (truth, prediction))
    contenders: dict[str, Callable[[], Any]] = {
        "ours": lambda: Tables.from_labels(truth, prediction),
        _SKLEARN: lambda: confusion_matrix(some_truth, some_prediction),
    }
    if case.beside_bincount:
        contenders[_BINCOUNT] = lambda: np.bincount(truth * case.classes + prediction)
    least = least_times(contenders)
    ours = least.pop("ours")
    least[_SKLEARN] *= case.share
    goals = {_SKLEARN: case.goal, _BINCOUNT: 1 / 1.5}
    return [Row(case.task, ours, seconds, peer, goals[peer]) for peer, seconds in least.items()]


def rows(*, quick: bool = False) -> list[Row]:
    """All comparisons; the quick ones have a hundredth of the items."""
    return [row for case in cases(10**5 if quick else 10**7) for row in compared(case)]


def main() -> None:
    show(rows(quick="--quick" in sys.argv[1:]), "Labels to tables")


if __name__ == "__main__":
    main()
