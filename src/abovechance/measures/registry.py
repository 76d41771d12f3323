"""How a measure is declared, called and found.

A measure is a function from a batch of tables to numbers, written once and declared once with
what is known of it. There are two kinds, told apart by what their formula is written in:

- ``@binary``: a function of the four cells of a dichotomy. On two classes it is the value of the
  positive class, on K classes there is one value for each class against the rest.
- ``@overall``: a function of the whole table, one value for any number of classes.

Everything else (command-line names, catalogue, scorers, laws that the tests check) is derived
from the declaration.
"""

from __future__ import annotations

import importlib
import inspect
import math
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from abovechance.core.errors import InputError, UndefinedMeasureError, UnknownMeasureError
from abovechance.core.labels import quoted
from abovechance.core.lookup import Names, Registry
from abovechance.measures.facts import Difference, Isometric, LinearIn, Partition, Proportion, Ratio
from abovechance.measures.peers import names_elsewhere
from abovechance.measures.undefined import reasons_on
from abovechance.tables.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from abovechance.core.sums import Array

Kind = Literal["chance-corrected", "traditional", "association", "information", "descriptive", "count"]
Undefined = float | Literal["limit", "raise"]


_UNNAMED = Partition()


@dataclass(frozen=True, eq=False, repr=False)
class Measure:
    """A measure and all that is known of it; call it to compute it.

    Attributes
    ----------
    key, title
        The name in code, and for people.
    meaning
        One sentence: what the number says.
    formula
        In LaTeX, with the symbols of the papers.
    source
        Keys of ``references.bib``, each with the equation, table or page.
    scope
        ``"binary"`` (one value for each class) or ``"overall"`` (one for the table).
    kind
        Whether chance is taken out, and if not, what sort of number it is.
    low, high
        The range.
    chance
        The value when truth and prediction are independent; ``"margins"`` if that depends on prevalence
        and bias, None if the idea does not apply.
    best
        The value of a perfect prediction, None if there is no better and worse.
    limit
        The value in the limit of an empty margin, where there is one: what the value tends to as ever fewer
        items are added whose label does not depend on their class.
    dual, inverse
        The measure that equals this one with truth and prediction, or positive and negative, exchanged.
    invariant
        What may change without changing the value: ``"prevalence"`` or ``"bias"`` of any number of classes,
        ``"prevalence of two classes"`` or ``"bias of two classes"`` where it holds of two but not of more,
        ``"scale"`` (all counts multiplied by one number).
    ordered
        Whether the order of the classes has a meaning.
    rectangular
        Whether rows and columns may stand for different labels, as with clusterings.
    counts_empty_classes
        Whether a class that neither occurs nor is predicted changes the value: the number of classes is part
        of the definition, or the mean is over all of them, or ranks are counted across it.
    linear_in
        The measure that this one is a linear function of, if there is one that it is compared by.
    mean_of
        The key of the measure of one class that this one is a mean of.
    evenly
        Whether a rare class counts as much as a frequent one.
    rare_class
        Whether a rare class may carry all of the variance of a mean over classes.
    product_of
        The keys of the measures that this one, or its square, is the product of.
    each_of
        The key of the measure of a whole table that this one is, taken of each class against the rest.
    proportion, difference, ratio
        How it is a proportion, a difference of two or a ratio, if it is one: intervals are known for these.
    intervals
        Interval methods that were published for this measure.
    kinked
        Whether it has a kink where two counts are equal (a maximum, an absolute value): the delta method does
        not hold near it, so that it is bootstrapped.
    touches
        Whether it touches an end of its range as a square does, where margins are even or equal.
    of_classes
        Whether the real classes alone decide it.
    given_margins
        What it is a linear function of if the margins are given: ``"pairs"`` together in both partitions,
        ``"information"``, ``"squares"`` of the cells, or ``"nothing"`` else.
    straight
        Whether the lines of equal value in ROC space are straight.
    isometric
        The formula of these lines where they are curved and one is known.
    partition
        What it is called where partitions are compared, if that is something else.
    short, gloss
        Its title in a narrow column, and its meaning in a few words.
    odd
        Whether exchanging the two predicted labels changes only the sign.
    needs
        What must not be empty for the value to be defined; names of ``undefined.NEEDS``.
    aliases
        Other names; some are those of the two-class form alone, such as Youden's J.
    advice
        How far to trust it, in the judgement of the papers.
    """

    key: str
    title: str
    meaning: str
    formula: str
    source: tuple[str, ...]
    scope: Literal["binary", "overall"]
    kind: Kind
    family: str
    function: Callable[..., Array]
    low: float = 0.0
    high: float = 1.0
    chance: float | Literal["margins"] | None = None
    best: float | None = 1.0
    limit: float | None = None
    dual: str | None = None
    inverse: str | None = None
    invariant: frozenset[str] = field(default_factory=frozenset)
    ordered: bool = False
    rectangular: bool = False
    counts_empty_classes: bool = False
    linear_in: LinearIn | None = None
    mean_of: str | None = None
    evenly: bool = False
    rare_class: bool = False
    product_of: tuple[str, ...] = ()
    each_of: str | None = None
    proportion: Proportion | None = None
    difference: Difference | None = None
    ratio: Ratio | None = None
    intervals: tuple[str, ...] = ()
    kinked: bool = False
    touches: bool = False
    of_classes: bool = False
    given_margins: Literal["pairs", "information", "squares", "nothing"] | None = None
    straight: bool = False
    isometric: Isometric | None = None
    partition: Partition = _UNNAMED
    short: str | None = None
    gloss: str | None = None
    odd: bool = False
    needs: tuple[str, ...] | None = None
    aliases: tuple[str, ...] = ()
    advice: str = ""

    def __call__(
        self,
        tables: Any,
        prediction: Any = None,
        *,
        undefined: Undefined = math.nan,
        sample_weight: Any = None,
        **options: Any,
    ) -> Any:
        """Compute the measure of tables, or of a column of truth and one of prediction.

        Parameters
        ----------
        tables
            :class:`Tables`, or the true labels if ``prediction`` is given.
        prediction
            The predicted labels.
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

    def per_class(self, tables: Tables, **parameters: Any) -> Any:
        """The measure of each class against the rest, shape ``(*batch, K)``."""
        tables.require_square()
        with np.errstate(all="ignore"):
            if self.scope == "binary":
                return np.asarray(self.function(self.counted(tables).contingency.each, **parameters))
            return np.asarray(self.function(self.counted(tables.one_vs_rest()).contingency, **parameters))

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The parameters of the formula and their defaults."""
        signature = list(inspect.signature(self.function).parameters.values())[1:]
        return {p.name: p.default for p in signature}

    @property
    def reference_texts(self) -> list[str]:
        """The sources in full."""
        from abovechance.measures.references import cited

        return cited(self.source)

    def is_unchanged_by(self, what: Literal["prevalence", "bias"], classes: int) -> bool:
        """Whether the prevalence, or the bias, of so many classes may change without changing the value.

        Examples
        --------
        >>> import abovechance as ac
        >>> [ac.informedness.is_unchanged_by("prevalence", classes) for classes in (2, 3)]
        [True, False]
        >>> ac.recall.is_unchanged_by("prevalence", 3)
        True
        """
        return what in self.invariant or (classes == 2 and f"{what} of two classes" in self.invariant)

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
        base, slope = _MEASURES[found.of].root(classes)
        return base, slope * found.factor(classes)

    @property
    def __name__(self) -> str:
        """The key, for those who take a measure for a function."""
        return self.key

    def __reduce__(self) -> tuple[Any, ...]:
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

    def _quantities(self, tables: Tables) -> Any:
        tables = self.counted(tables)
        if self.scope == "binary":
            return tables.dichotomy
        if not self.rectangular:
            tables.require_square()
        return tables.contingency

    def _tables(self, tables: Any, prediction: Any, options: dict[str, Any]) -> tuple[Tables, dict[str, Any]]:
        parameters = {name: options.pop(name) for name in self.parameters if name in options}
        if isinstance(tables, Tables):
            if prediction is not None or options:
                extra = "prediction" if prediction is not None else next(iter(options))
                raise InputError(f"{self.key}: the argument {extra!r} has no use beside a table")
            return tables, parameters
        if prediction is None:
            raise InputError(f"{self.key}: give a Tables value, or the true labels and the predicted labels")
        return Tables.from_labels(tables, prediction, **options), parameters

    def _settle(self, values: Array, tables: Tables, undefined: Undefined) -> Array:
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


def _restored(module: str, key: str) -> Measure:
    """A measure after unpickling, once the module that declares it is imported."""
    importlib.import_module(module)
    return measure(key)


_MEASURES: Registry[Measure] = Registry("measure")
_BESIDE: dict[str, Measure] = {}
"""Measures that are found by their names, but are not in the catalogue."""
_NAMES = _MEASURES.names


def _declare(
    scope: Literal["binary", "overall"], title: str, facts: dict[str, Any]
) -> Callable[[Any], Measure]:
    def register(function: Callable[..., Array]) -> Measure:
        source = facts.pop("source")
        measure = Measure(
            key=facts.pop("key", function.__name__),
            title=title,
            meaning=" ".join((facts.pop("meaning", None) or function.__doc__ or "").split()),
            source=(source,) if isinstance(source, str) else tuple(source),
            invariant=frozenset(("scale", *facts.pop("invariant", ()))) - frozenset(facts.pop("varies", ())),
            family=facts.pop("family", function.__module__.rsplit(".", 1)[-1]),
            scope=scope,
            function=function,
            **facts,
        )
        object.__setattr__(measure, "__doc__", f"{measure.title}. {measure.meaning}")
        _MEASURES.enter(measure, title)
        return measure

    return register


def binary(title: str, **facts: Any) -> Callable[[Callable[..., Array]], Measure]:
    """Declare a measure of a dichotomy; the facts are the attributes of :class:`Measure`."""
    return _declare("binary", title, facts)


def overall(title: str, **facts: Any) -> Callable[[Callable[..., Array]], Measure]:
    """Declare a measure of a whole table; the facts are the attributes of :class:`Measure`."""
    return _declare("overall", title, facts)


def measures(
    kind: Kind | None = None, scope: str | None = None, family: str | None = None
) -> tuple[Measure, ...]:
    """The catalogue: all declared measures, or those of one kind, scope or family.

    Examples
    --------
    >>> import abovechance as ac
    >>> [m.key for m in ac.measures(kind="chance-corrected", scope="overall")][:3]
    ['informedness', 'markedness', 'correlation']
    """
    wanted = {"kind": kind, "scope": scope, "family": family}
    chosen = tuple(_MEASURES.values())
    for name, value in wanted.items():
        if value is not None:
            known = dict.fromkeys(getattr(m, name) for m in _MEASURES.values())
            found = Names(f"{name} of measures", known)(value)
            chosen = tuple(m for m in chosen if getattr(m, name) == found)
    return chosen


def measure(name: str | Measure) -> Measure:
    """Find a measure by its name, an alias, or the name another software gives it.

    ``"pycm:G"`` asks for the name as PyCM uses it, where the plain name would mean several things.

    Examples
    --------
    >>> import abovechance as ac
    >>> ac.measure("BM").key, ac.measure("TSS").key, ac.measure("MCC").key
    ('informedness', 'informedness', 'mcc')
    """
    if isinstance(name, Measure):
        return name
    if not isinstance(name, str):
        raise _NAMES.unknown(name)
    found = declared(name)
    if found is not None:
        return found
    _add_peers()
    keys = _NAMES.meant(name)
    if len(keys) > 1:
        raise UnknownMeasureError(
            f"the name {name!r} means different measures to different software: {_choices(name, keys)}"
        )
    found = declared(keys[0]) if keys else None
    if found is None:
        raise UnknownMeasureError(str(_NAMES.unknown(name)))
    return found


def declared(key: str) -> Measure | None:
    """The measure of exactly this key, if there is one."""
    return _MEASURES.get(key) or _BESIDE.get(key)


def resolve(names: Iterable[str | Measure] | str | Measure | None) -> tuple[Measure, ...]:
    """The measures of the given names, or all of them."""
    if names is None:
        return measures()
    if isinstance(names, str | Measure):
        return (measure(names),)
    return tuple(measure(name) for name in names)


def add_beside(found: Measure) -> None:
    """Let a measure be found by its key and title, without a place in the catalogue."""
    _BESIDE[found.key] = found
    for name in (found.key, found.title):
        _NAMES.add(name, found.key)


@cache
def _add_peers() -> None:
    """Let the names of other software find our measures, plainly and as ``"peer:name"``.

    A plain name that a measure of the catalogue has goes on to mean that, and not the same of each class.
    """
    for peer, names in names_elsewhere().items():
        for name, key in names.items():
            _NAMES.add(f"{peer}:{name}", key)
            if key not in _BESIDE or not _MEASURES.keys() & _NAMES.meant(name):
                _NAMES.add(name, key)


def _choices(name: str, keys: Iterable[str]) -> str:
    said = [f"{peer}:{name}" for peer in names_elsewhere() if f"{peer}:{name}" in _NAMES]
    return f"say {f'{quoted(said)} or ' if said else ''}one of {quoted(sorted(keys))}"
