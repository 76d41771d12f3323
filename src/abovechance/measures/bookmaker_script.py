"""``bookmaker_script``: every field of the papers' own script, bookmaker.m, under its original name.

The script (Fitzgibbon & Powers 2003, 2007) made the figures of the papers. Its tables have predictions as
rows; here rows are truth, as everywhere, and what is called after prevalence or bias is the same. Where the
script divides by an empty margin, its field is NaN here, too; the measures of the catalogue are defined more
often.

Some fields are not what their names promise; ``cautions`` says so of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.labels import offered
from abovechance.core.result import Result
from abovechance.core.sums import add_cells, add_up
from abovechance.measures.registry import measure
from abovechance.tables.arguments import of_tables
from abovechance.tables.tables import group_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.arrays import Array
    from abovechance.core.contingency import Contingency
    from abovechance.core.result import Row
    from abovechance.tables.tables import Tables

Fields = dict[str, "Array"]
_ADDED_TO_CELLS = 1e-5  # by the script, so that an empty cell has a logarithm
_POINT_PROBABILITY = "the probability of this one table given its margins, not of it or a more extreme one"
CAUTIONS: Mapping[str, str] = {
    "correlation": "√|B·M| has no sign, and a value even where B and M have different signs, as they may for "
    "more than two classes",
    "williamsg": "the root of the product of two terms, of which Williams (1976) takes the product; the "
    "script applies none of its Williams factors",
    "cramervxcorr": "of pearsonxsq, whose correction is far too large for more than two classes",
    "cramervxsqdet": "of pearsonxsq, whose correction is far too large for more than two classes",
    "pearsonxsq": "1 − 1/(K(K−1)) is taken off every deviation, even one that is smaller: for more than two "
    "classes far too much",
    "px": "of pearsonxsq: far too conservative for more than two classes, use ac.test(method='pearson')",
    "fisherpf1": f"{_POINT_PROBABILITY}: use ac.test(method='fisher')",
    "fisherpfp": "not a tail probability: it may be far below or above that of Fisher's exact test, use "
    "ac.test(method='fisher')",
}
"""What to know of a field before it is used."""
MEASURES: Mapping[str, str] = {
    "detroot": "determinant_root", "randAverage": "accuracy", "Fall": "harmonic_f1",
    "Gall": "geometric_g_measure", "kappa": "cohen_kappa",
    "bookmaker": "informedness", "markedness": "markedness", "dicorrelation": "determinant_informedness",
    "dmcorrelation": "determinant_markedness", "determination": "bookmark",
}  # fmt: skip
"""The measures of the catalogue that a field is, wherever both are defined."""


@dataclass(frozen=True, eq=False, repr=False)
class BookmakerScript(Result, Mapping[str, Any]):
    """The fields of the papers' script, by their original names: ``found["gratio"]``.

    Attributes
    ----------
    tables : Tables
        The tables.
    results
        The fields of the script's ``results``: a number each, or an array over the batch.
    vectors
        Those of its ``vectors``, with a last axis over the labels (``mardednessSum`` is its spelling), and
        its two matrices ``bookmakerMatrix`` and ``markednessMatrix``, rows truth and columns prediction.
    """

    tables: Tables
    results: Mapping[str, Any]
    vectors: Mapping[str, Any]

    @property
    def cautions(self) -> Mapping[str, str]:
        """What to know of some fields before they are used, by their names."""
        return CAUTIONS

    def __getitem__(self, name: str) -> Any:
        """A field."""
        if name in self.results:
            return self.results[name]
        if name not in self.vectors:
            raise InputError(f"the script has no field {name!r}; it has {offered(name, self)}")
        return self.vectors[name]

    def __iter__(self) -> Iterator[str]:
        """The names of all fields, in the order of the script."""
        return iter((*self.results, *self.vectors))

    def __len__(self) -> int:
        """How many fields there are."""
        return len(self.results) + len(self.vectors)

    def __repr__(self) -> str:
        """What it holds, in a line."""
        size = f"batch of shape {self.tables.batch_shape}" if self.tables.axes else "one table"
        return f"{len(self)} fields of bookmaker.m, {size} of {len(self.tables.labels)} classes"

    __eq__ = Result.__eq__
    __hash__ = Result.__hash__

    def rows(self) -> list[Row]:
        """One row for each table and field that is a number, and for each label of one that has several."""
        found = []
        for position in np.ndindex(self.tables.batch_shape):
            group = group_at(self.tables, position)
            for name, values in self.results.items():
                found.append(_row(name, None, group, np.asarray(values)[position]))
            for name, values in self.vectors.items():
                if np.ndim(values) == len(position) + 1:
                    pairs = zip(self.tables.labels, values[position], strict=True)
                    found += [_row(name, label, group, value) for label, value in pairs]
        return found


def _row(name: str, label: Any, group: Any, value: Any) -> Row:
    return {
        "field": name, "class": label, "group": group, "value": float(value), "measure": MEASURES.get(name),
        "caution": CAUTIONS.get(name),
    }  # fmt: skip


@of_tables
def bookmaker_script(tables: Tables, /) -> BookmakerScript:
    """Every field of bookmaker.m, the script behind the papers, under its original name.

    Weights count as the items that they are worth, since some fields depend on how many items there are.

    Parameters
    ----------
    tables
        One table or a batch.

    Returns
    -------
    BookmakerScript
        A mapping of names to numbers, or to arrays over the batch; ``cautions`` says which of them not to
        take by their names.

    Examples
    --------
    >>> import abovechance as ac
    >>> found = ac.bookmaker_script(ac.Tables.from_cells(tp=30, fp=12, fn=30, tn=28))
    >>> round(found["bookmaker"], 4), round(found["Fall"], 4), found["bookmakerSum"].round(4).tolist()
    (0.2, 0.5814, [0.2, 0.2])
    >>> print(found.cautions["fisherpf1"])
    the probability of this one table given its margins, not of it or a more extreme one: use
    ac.test(method='fisher')
    """
    tables.require_square()
    counted = tables.effective
    with np.errstate(all="ignore"):
        vectors = _vectors(counted.contingency)
        results = _results(counted, vectors)
    return BookmakerScript(
        tables,
        {name: value if value.ndim else value.item() for name, value in results.items()},
        {name: vectors[name] for name in _VECTORS},
    )


_VECTORS = (
    "recall", "precision", "F", "G", "bookmakerSum", "prevalence", "mardednessSum", "bias", "bookmakerMatrix",
    "markednessMatrix",
)  # fmt: skip


def _vectors(t: Contingency) -> Fields:
    """What the script has of each label."""
    recall, precision = t.hits / t.real, t.hits / t.predicted
    other = 1.0 - np.eye(t.classes)
    # At fair odds: a bet on a class gains 1/prev where it is right, and loses 1/(1 − prev) where it is not.
    bets = t.counts / (t.prevalence[..., None, :] - other)  # a column for each bet
    marks = t.counts / (t.bias[..., :, None] - other)  # a row for each bet
    return {
        "recall": recall,
        "precision": precision,
        "F": 2 * precision * recall / (precision + recall),
        "G": np.sqrt(precision * recall),
        "bookmakerSum": add_up(bets, -2) / t.total[..., None],
        "prevalence": t.prevalence,
        "mardednessSum": add_up(marks) / t.total[..., None],
        "bias": t.bias,
        "bookmakerMatrix": bets,
        "markednessMatrix": marks,
    }


def _results(tables: Tables, of_labels: Fields) -> Fields:
    """What the script has of each table, in its order."""
    t = tables.contingency
    size, n, real = t.classes, t.total, t.prevalence
    df = np.full(n.shape, (size - 1.0) ** 2)
    found = {"K": np.full(n.shape, float(size)), "N": n, "degreesoffreedom": df}
    found |= _evenness(t, n * df)
    found["detroot"] = np.asarray(measure("determinant_root")(tables))
    found["randAverage"] = accuracy = t.correct / n
    found["Fall"] = 1 / add_up(real / of_labels["F"])
    found["Gall"] = np.prod(of_labels["G"] ** real, axis=-1)
    chance = add_up(real * t.bias)
    found["kappa"] = (accuracy - chance) / (1 - chance)
    found["bookmaker"] = add_up(of_labels["bookmakerSum"] * t.bias)
    found["markedness"] = add_up(of_labels["mardednessSum"] * real)
    tests = _tests(t, df)
    found |= _correlations(found, tests, size)
    order = ("loglikelihood", "gsq", "mutualinformation", "pearsonxsq", "pg", "px", "fisherpf1", "fisherpfp")
    return found | {name: tests[name] for name in order}


def _evenness(t: Contingency, items: Array) -> Fields:
    """Means of prevalences and of biases, their ratios, and the factors after Williams."""
    means: dict[str, Callable[[Array], Array]] = {
        "a": lambda share: np.mean(share, axis=-1),
        "g": lambda share: np.prod(share, axis=-1) ** (1 / t.classes),
        "h": lambda share: t.classes / add_up(1 / share),
    }
    found = {
        f"even{mean}{side}": compute(share)
        for side, share in (("r", t.prevalence), ("p", t.bias))
        for mean, compute in means.items()
    }
    for side in "rp":
        found[f"{side}ratio"] = found[f"evenh{side}"] * found[f"evena{side}"] / found[f"eveng{side}"] ** 2
    found["gratio"] = np.sqrt(found["pratio"] * found["rratio"])
    excess = {side: t.classes / found[f"evenh{side}"] - 1 for side in "rp"}
    for side in "rp":
        found[f"williams{side}"] = 1 + excess[side] / (6 * items)
    found["williamsg"] = 1 + np.sqrt(excess["p"] * excess["r"]) / (6 * items)
    return found


def _correlations(known: Fields, tests: Fields, size: int) -> Fields:
    """Correlations, and their squares, which the script calls determinations."""
    informed, marked, root, n = (known[name] for name in ("bookmaker", "markedness", "detroot", "N"))
    found = {
        "correlation": np.sqrt(np.abs(marked * informed)),
        "dicorrelation": (root / known["evengr"]) ** 2,
        "dmcorrelation": (root / known["evengp"]) ** 2,
        "cramervgcorr": np.sqrt(tests["gsq"] / n / (size - 1)),
        "cramervxcorr": np.sqrt(tests["pearsonxsq"] / n / (size - 1)),
        "determination": marked * informed,
        "kdetermination": known["kappa"] ** 2,
        "bdetermination": informed**2,
        "mdetermination": marked**2,
    }
    for mean in "agh":
        found[f"cdetermination{mean}"] = (root**2 / known[f"even{mean}p"] / known[f"even{mean}r"]) ** 2
    found["cramervgsqdet"] = found["cramervgcorr"] ** 2
    found["cramervxsqdet"] = found["cramervxcorr"] ** 2
    for mean in "agh":
        ratio = found[f"cdetermination{mean}"] / found["determination"]
        found[f"detratio{mean}"] = np.where(found["determination"] == 0, 0.0, ratio)
    return found


def _tests(t: Contingency, df: Array) -> Fields:
    """The script's tests of independence, with its own corrections."""
    from scipy.special import chdtrc, gammaln

    n, size = t.total, t.classes
    shares = t.prevalence[..., :, None] * t.bias[..., None, :]
    expected = shares * n[..., None, None]
    observed = (t.counts + _ADDED_TO_CELLS) / n[..., None, None]
    likelihood = add_cells(t.counts * np.log(observed / shares))
    correction = 1 - 1 / np.multiply(size, size - 1.0)
    pearson = add_cells((np.abs(t.counts - expected) - correction) ** 2 / expected)
    margins = np.concatenate((t.predicted, t.real), axis=-1)
    cells = add_cells(gammaln(t.counts + 1)) + gammaln(n + 1)
    point = np.exp(add_up(gammaln(margins + 1)) - cells)
    more = (np.log(n) / n)[..., None]
    tail = np.exp(add_up(gammaln(margins + 1 + more)) - cells)
    return {
        "loglikelihood": likelihood,
        "gsq": 2 * likelihood,
        "mutualinformation": likelihood / n,
        "pearsonxsq": pearson,
        "pg": chdtrc(df, 2 * likelihood),
        "px": chdtrc(df, pearson),
        "fisherpf1": point,
        "fisherpfp": np.where(tail > 0.5, point, tail),
    }
