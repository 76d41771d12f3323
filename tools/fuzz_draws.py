"""Nasty inputs for ``fuzz.py``, drawn as Python expressions that can be pasted and tried again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

Rng = np.random.Generator
LABELS = (
    *("a", "b", "c", "", " ", "NA", "nan", "None", "True", "1", "1.0", "01", "1e3", "-0", "inf"),
    *(
        "ä",
        "陽性",
        "🙂",
        "a\u0301",
        "\u202eabc",
        "[red]x[/red]",
        "$x_1$",
        "x,y",
        'say "x"',
        "'",
        "\\",
        "a\tb",
        "=1+1",
    ),
    *("x" * 300, "\x1b[31mred", "a\nb", "a\rb", "\ufeffa", "\x00", "9" * 400),
)


def one_of(rng: Rng, choices: Sequence[Any]) -> Any:
    """One of them, as it is."""
    return choices[int(rng.integers(len(choices)))]


def happens(rng: Rng, share: float) -> bool:
    """Whether something happens that does in a share of the cases."""
    return bool(rng.random() < share)


def number(rng: Rng) -> float:
    """A number of any size, or none."""
    kind = one_of(rng, ["unit", "any", "tiny", "huge", "whole", "end"])
    if kind == "end":
        return float(one_of(rng, [0.0, -0.0, 1.0, np.inf, -np.inf, np.nan, 5e-324, 1.7e308]))
    low, high = {"unit": (0, 1), "any": (-9, 9), "tiny": (-300, -150), "huge": (150, 300), "whole": (0, 9)}[
        kind
    ]
    drawn = rng.uniform(low, high)
    return float({"unit": drawn, "whole": round(drawn)}.get(kind, 10.0**drawn))


def counts(rng: Rng, classes: int | None = None) -> NDArray[Any]:
    """A table that counting could have made: of no items, of one class, sparse, huge or uneven."""
    k = int(rng.integers(2, 6)) if classes is None else classes
    kind = one_of(
        rng, ["few", "some", "many", "huge", "uneven", "diagonal", "constant", "one class", "none", "gap"]
    )
    most = {"few": 3, "some": 40, "many": 10**5, "huge": 10**14}.get(kind, 30)
    found: NDArray[Any] = rng.integers(0, most, (k, k))
    if kind == "uneven":
        found = (10.0 ** rng.uniform(-1, 9, (k, k))).astype(np.int64)
    keep: NDArray[Any] = {
        "diagonal": np.eye(k, dtype=np.int64),
        "constant": np.eye(k, dtype=np.int64)[[0] * k],
        "one class": np.eye(k, dtype=np.int64)[:, [0] * k],
        "none": np.zeros((k, k), dtype=np.int64),
        "gap": np.outer(np.arange(k) > 0, np.arange(k) > 0).astype(np.int64),
    }.get(kind, np.ones((k, k), dtype=np.int64))
    return found * keep


def table(rng: Rng, classes: int | None = None) -> str:
    """A table as an expression, now and then of weights or of what is no count at all."""
    found = counts(rng, classes)
    kind = one_of(rng, ["counts"] * 6 + ["weights", "tiny", "huge", "wrong", "masked", "float32"])
    if kind == "weights":
        found = found * rng.uniform(0.01, 3, found.shape)
    if kind in ("tiny", "huge"):
        found = found * 10.0 ** (rng.uniform(-320, -100) if kind == "tiny" else rng.uniform(20, 300))
    if kind == "wrong":
        found = found.astype(float)
        found[tuple(rng.integers(0, len(found), 2))] = one_of(rng, [np.nan, np.inf, -1.0, 0.5, -0.0])
    text = repr(found.tolist())
    if kind == "masked":
        text = f"np.ma.array({text}, mask={rng.choice(2, found.shape, p=[0.8, 0.2]).tolist()})"
    if kind == "float32":
        text = f"np.array({text}, dtype=np.float32)"
    return f"ac.Tables.from_counts({text})"


def labels(rng: Rng, n: int, classes: int, known: NDArray[Any] | None = None) -> NDArray[Any]:
    """Codes of classes, of which one may be rare or never occur; some as those that are known."""
    found: NDArray[Any] = rng.choice(classes, n, p=rng.dirichlet(np.full(classes, one_of(rng, [0.1, 1, 9]))))
    return found if known is None else np.where(rng.random(n) < rng.uniform(), known, found)


def scores(rng: Rng, n: int) -> str:
    """Scores as an expression: with ties, infinite, of few bits, all alike."""
    kind = one_of(rng, ["plain", "ties", "ends", "alike", "float32", "float16", "whole", "any", "missing"])
    drawn = rng.normal(size=n)
    if kind == "ties":
        drawn = np.round(drawn)
    if kind == "alike":
        drawn = np.zeros(n)
    if kind in ("ends", "any", "missing"):
        drawn = np.array([number(rng) if happens(rng, 0.4) else x for x in drawn])
    if kind != "missing":
        drawn = np.nan_to_num(drawn, nan=0.5, posinf=np.inf, neginf=-np.inf)
    if kind == "whole":
        return repr(rng.integers(-3, 10**18, n).tolist())
    if kind in ("float32", "float16"):
        return f"np.array({drawn.tolist()}, dtype=np.{kind})"
    return repr(drawn.tolist())
