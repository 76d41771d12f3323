"""``Measure``: a formula, called on tables or labels, with all that is known of it."""

from __future__ import annotations

import importlib
import inspect
import math
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import numpy as np

from abovechance.core import view
from abovechance.core.errors import InputError, UndefinedMeasureError
from abovechance.core.lookup import Registry
from abovechance.measures.facts import Declaration
from abovechance.measures.undefined import NEEDS, reasons_on
from abovechance.tables.arguments import OF_LABELS, refuse_other_names, taken
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from numpy.typing import NDArray

    from abovechance.core.arrays import Array, Column
    from abovechance.core.contingency import Contingency
    from abovechance.core.dichotomy import Dichotomy

Undefined = float | Literal["limit", "raise"]
Value = TypeVar("Value")

_PACKAGE = __name__.partition(".")[0]
_SCOPES = {"binary": "one class against the rest", "overall": "the whole table"}
_EXAMPLE = {"tp": 30, "fp": 12, "fn": 30, "tn": 28}
"""The first table of Powers (2007)."""


class _OfInstance(Generic[Value]):
    """An attribute that instances compute and the class has as a constant, as ``__doc__`` must be."""

    def __init__(self, compute: Callable[[Measure], Value], constant: Value | None) -> None:
        self._compute, self._constant = compute, constant

    def __get__(self, instance: Measure | None, owner: type) -> Value | None:
        """The constant of the class, or the value of an instance."""
        return self._constant if instance is None else self._compute(instance)


@dataclass(frozen=True, eq=False, repr=False)
class Measure(Declaration):
    """A measure and all that is known of it; call it to compute it."""

    __doc__ = _OfInstance(lambda m: m.card(), Declaration.__doc__)
    __signature__ = _OfInstance(lambda m: m.signature, None)

    def __post_init__(self) -> None:
        """Take the names that a function has."""
        module = self.function.__module__
        names = {"__name__": self.key, "__qualname__": self.key}
        # Formulas are in modules of families; users have the measures from the package.
        names["__module__"] = _PACKAGE if module.startswith(f"{_PACKAGE}.measures.") else module
        for name, value in names.items():
            object.__setattr__(self, name, value)

    def __call__(
        self,
        tables: object,
        prediction: object = None,
        *,
        undefined: Undefined = math.nan,
        sample_weight: Column | None = None,
        **options: Any,
    ) -> float | Any:
        """Compute the measure of tables, or of a column of truth and one of prediction.

        Parameters
        ----------
        tables
            :class:`Tables`, or the true labels if ``prediction`` is given.
        prediction
            The predicted labels; or names of columns, both, of ``data``, a frame or the path of a file.
        undefined
            What to return where the measure is undefined: NaN, another number, ``"limit"`` for the value
            in the limit of an empty margin, or ``"raise"``.
        sample_weight
            Another name for ``weights`` of the labels, that of scikit-learn.
        **options
            Parameters of the formula (such as ``beta``); with labels also the options of
            :meth:`Tables.from_labels`.

        Returns
        -------
        float or ndarray
            A float for one table, an array over the batch and, for measures of one class, over K ≠ 2 classes.
        """
        if sample_weight is not None:
            if "weights" in options:
                raise InputError("weights and sample_weight are the same: give one of them")
            options["weights"] = sample_weight
        tables, parameters = self._tables(tables, prediction, options)
        with np.errstate(all="ignore"):
            values = self.function(self._quantities(tables), **parameters)
        values = self._settle(values, tables, undefined)
        return values.item() if values.ndim == 0 else values

    def per_class(self, tables: Tables, **parameters: Any) -> NDArray[np.float64]:
        """The measure of each class against the rest, shape ``(*batch, K)``."""
        tables.require_square()
        with np.errstate(all="ignore"):
            if self.scope == "binary":
                return np.asarray(self.function(self.counted(tables).contingency.each, **parameters))
            return np.asarray(self.function(self.counted(tables.one_vs_rest()).contingency, **parameters))

    @cached_property
    def signature(self) -> inspect.Signature:
        """How it is called: with the parameters of the formula by name."""
        call = inspect.signature(Measure.__call__)
        _, *own, options = call.parameters.values()
        formula = [p.replace(kind=p.KEYWORD_ONLY) for p in self.formula_parameters]
        return call.replace(parameters=[*own, *formula, options])

    def facts(self) -> dict[str, str]:
        """What is known of the measure, in words, by what it is a fact of.

        Examples
        --------
        >>> import abovechance as ac
        >>> facts = ac.informedness.facts()
        >>> facts["Range"], facts["Chance level"], facts["Dual"]
        ('-1 to 1', '0', 'markedness')
        """
        needs = (NEEDS[need].text.format(label="the class", labels="…") for need in self.needs or ())
        cells = ", ".join(f"{cell}={count}" for cell, count in _EXAMPLE.items())
        value = self(Tables.from_cells(**_EXAMPLE))
        per_class = MEASURES.get(f"class_{self.key}") or BESIDE.get(f"class_{self.key}")
        facts = {
            "Name": self.key,
            "Measure of": _SCOPES[self.scope],
            "Kind": self.kind,
            "Formula": self.formula,
            "Range": f"{_plain(self.low)} to {_plain(self.high)}",
            "Chance level": "depends on the margins" if self.chance == "margins" else _plain(self.chance),
            "Best": _plain(self.best),
            "Undefined if": "; ".join(needs),
            "Limit": self.limit is not None
            and f"{_plain(self.limit)} where it is undefined for an empty margin",
            "Dual": self.dual,
            "Inverse": self.inverse,
            "Unchanged by": ", ".join(sorted(self.invariant)),
            "Parameters": ", ".join(f"{name} = {value!r}" for name, value in self.parameters.items()),
            "Also called": ", ".join(name for name in self.aliases if name not in self.two_class_aliases),
            "For two classes": ", ".join(self.two_class_aliases),
            "Elsewhere": _listed(self.names_elsewhere),
            "Of each class": per_class and _listed(per_class.names_elsewhere),
            "Advice": self.advice,
            "Source": "; ".join(self.source),
            "References": "\n".join(self.reference_texts),
            "Example": f"ac.{self.key}(ac.Tables.from_cells({cells})) is {value:.4g}",
        }
        return {name: said for name, said in facts.items() if said}

    def card(self) -> str:
        """The measure in full as text: its title and meaning, then a line for each fact."""
        facts = self.facts()
        width = max(map(len, facts)) + 2
        lines = [f"{self.title}. {self.meaning}", ""]
        for name, said in facts.items():
            parts = [x for line in said.splitlines() for x in wrap(line, 100 - width, break_long_words=False)]
            lines += [f"{head:{width}}{part}" for head, part in zip_longest((name,), parts, fillvalue="")]
        others = view("meanings", self.key)
        if others:
            lines += ["", f"Other meanings of {self.key}", *(f"{call}  {said}" for call, said in others)]
        return "\n".join(lines)

    def root(self, classes: int) -> tuple[Measure, float]:
        """The measure that this one is compared by, and how much of its difference is one of this.

        Examples
        --------
        >>> import abovechance as ac
        >>> base, slope = ac.measure("macro_miss_rate").root(2)
        >>> base.key, slope
        ('informedness', -0.5)
        """
        found = self.linear_in
        if found is None or (found.two_classes and classes != 2):
            return self, 1.0
        base, slope = MEASURES[found.of].root(classes)
        return base, slope * found.factor(classes)

    def __reduce__(self) -> tuple[Callable[[str, str], Measure], tuple[str, str]]:
        """Pickled and copied by its key: a measure is declared once."""
        return _restored, (self.function.__module__, self.key)

    def __repr__(self) -> str:
        """The name and the meaning."""
        return f"<measure {self.key}: {self.meaning}>"

    def counted(self, tables: Tables) -> Tables:
        """The tables that it is computed on: if it depends on how many items there are, the effective ones.

        A count of weighted items is the sum of their weights.
        """
        depends = "scale" not in self.invariant and self.kind != "count"
        return tables.effective if depends else tables

    def _quantities(self, tables: Tables) -> Contingency | Dichotomy:
        tables = self.counted(tables)
        if self.scope == "binary":
            return tables.dichotomy
        if not self.rectangular:
            tables.require_square()
        return tables.contingency

    def _tables(
        self, tables: object, prediction: object, options: dict[str, Any]
    ) -> tuple[Tables, dict[str, Any]]:
        parameters = {name: options.pop(name) for name in self.parameters if name in options}
        given = {"prediction": prediction} | options if prediction is not None else options
        found, _ = taken([tables], given)
        if given:
            refuse_other_names(self.key, given, (*OF_LABELS, "undefined"))
            raise InputError(f"{self.key} has no argument {next(iter(given))!r}{self._averages(given)}")
        return found, parameters

    def _averages(self, given: Collection[str]) -> str:
        """What to say of an ``average`` as that of scikit-learn: means over classes are measures here."""
        means = [f"{kind}_{self.key}" for kind in ("macro", "micro", "weighted")]
        known = [key for key in means if key in MEASURES]
        return f": use {' or '.join(known)}" if "average" in given and known else ""

    def _settle(self, values: Array, tables: Tables, undefined: Undefined) -> NDArray[np.float64]:
        values = np.asarray(values)
        if isinstance(undefined, float) and math.isnan(undefined):
            return values
        if not isinstance(undefined, int | float) and undefined not in ("limit", "raise"):
            raise InputError(f"undefined must be a number, 'limit' or 'raise', not {undefined!r}")
        missing = np.isnan(values)
        if not missing.any():
            return values
        if undefined == "raise":
            reasons = reasons_on(self.scope, self.needs, values, tables)
            raise UndefinedMeasureError(f"{self.key} is undefined: {reasons[missing].flat[0]}")
        if undefined == "limit":
            if self.limit is None:
                raise InputError(f"{self.key} has no limit value: give a number instead")
            undefined = self.limit
        return np.where(missing, float(undefined), values)


MEASURES: Registry[Measure] = Registry("measure")
"""The catalogue."""
BESIDE: dict[str, Measure] = {}
"""Measures that are found by their names, but are not in the catalogue."""


def _restored(module: str, key: str) -> Measure:
    """A measure after unpickling, once the module that declares it is imported."""
    importlib.import_module(module)
    return MEASURES.get(key) or BESIDE[key]


def _listed(names: dict[str, list[str]]) -> str:
    return "; ".join(f"{peer}: {', '.join(names)}" for peer, names in names.items())


def _plain(value: float | None) -> str:
    return "" if value is None else f"{value:g}".replace("inf", "∞")
