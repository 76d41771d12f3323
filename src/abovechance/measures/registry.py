"""How a measure is declared and found.

A measure is a function from a batch of tables to numbers, written once and declared once with
what is known of it, by a decorator for its kind. What its formula is written in tells its scope:

- ``@binary.count`` and the like: a function of the four cells of a dichotomy. On two classes it is the value
  of the positive class, on K classes there is one value for each class against the rest.
- ``@overall.corrected`` and the like: a function of the whole table, one value for any number of classes.

Everything else (command-line names, attributes of the package, catalogue, scorers, laws that the tests check)
is derived from the declaration.
"""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Iterable
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from abovechance.core import view
from abovechance.core.errors import UnknownMeasureError
from abovechance.core.labels import quoted
from abovechance.core.lookup import Names, normalise
from abovechance.core.result import Result
from abovechance.measures.facts import Kind, Scope
from abovechance.measures.measure import BESIDE, MEASURES, Measure, Undefined
from abovechance.measures.peers import names_elsewhere

if TYPE_CHECKING:
    from collections.abc import Callable

    from abovechance.core.arrays import Array
    from abovechance.core.result import Row


__all__ = [
    "Catalogue",
    "Kind",
    "Measure",
    "Undefined",
    "add_beside",
    "attribute",
    "attributes",
    "binary",
    "declare",
    "declared",
    "measure",
    "measures",
    "overall",
    "resolve",
]

_NAMES = MEASURES.names
_OF_SCORES = frozenset({"auc"})
"""Names that mean a measure of scores to everyone but PyCM, whose AUC is that of a single threshold."""
AREA_ADVICE = (
    "the area under a curve is Curve.from_scores(truth, scores).auc, in scikit-learn scoring='roc_auc'; "
    "that of a single threshold is 'auc_of_one_point'"
)


_OF_KIND: dict[Kind, dict[str, Any]] = {
    "chance-corrected": {"low": -1.0, "chance": 0.0},
    "traditional": {"chance": "margins"},
    "association": {"chance": 0.0},
    "information": {"chance": "margins"},
    "descriptive": {"chance": "margins", "best": None},
    "count": {"chance": "margins", "best": None, "high": math.inf, "varies": ("scale",), "needs": ()},
}
"""What holds of the measures of a kind unless they are declared otherwise."""


def declare(scope: Scope, kind: Kind, title: str, **facts: Any) -> Callable[[Callable[..., Array]], Measure]:
    """Make a function a measure of the catalogue; the facts are the attributes of :class:`Measure`.

    Unless said otherwise it needs items and is its own dual, and on whole tables its own inverse; measures of
    association and information of whole tables may have rows and columns of different labels.
    """
    facts = {"needs": ("items",) if scope == "binary" else ("table",)} | _OF_KIND[kind] | facts

    def register(function: Callable[..., Array]) -> Measure:
        source, key = facts.pop("source"), facts.pop("key", function.__name__)
        facts.setdefault("dual", key)
        if scope == "overall":  # the order of the classes is no part of the table
            facts.setdefault("inverse", key)
            facts.setdefault("rectangular", kind in ("association", "information"))
        declared = Measure(
            key=key,
            title=title,
            meaning=" ".join((facts.pop("meaning", None) or function.__doc__ or "").split()),
            source=(source,) if isinstance(source, str) else tuple(source),
            invariant=frozenset(("scale", *facts.pop("invariant", ()))) - frozenset(facts.pop("varies", ())),
            family=facts.pop("family", function.__module__.rsplit(".", 1)[-1]),
            scope=scope,
            kind=kind,
            function=function,
            aliases=(*facts.pop("aliases", ()), *facts.get("two_class_aliases", ())),
            **facts,
        )
        MEASURES.enter(declared, title)
        return declared

    return register


class Declare:
    """The decorators that declare the measures of a scope, one for each kind."""

    def __init__(self, scope: Scope) -> None:
        self.corrected = partial(declare, scope, "chance-corrected")
        self.traditional = partial(declare, scope, "traditional")
        self.association = partial(declare, scope, "association")
        self.information = partial(declare, scope, "information")
        self.descriptive = partial(declare, scope, "descriptive")
        self.count = partial(declare, scope, "count")


binary, overall = Declare("binary"), Declare("overall")


class Catalogue(tuple[Measure, ...], Result):  # noqa: SLOT001 - results have no slots
    """Measures, one after the other, which show themselves as a table like every result."""

    def rows(self) -> list[Row]:
        """A row for each measure."""
        return [
            {
                "measure": m.key, "title": m.title, "kind": m.kind, "meaning": m.meaning, "family": m.family,
                "chance": m.chance, "low": m.low, "high": m.high, "best": m.best, "formula": m.formula,
                "aliases": ", ".join(m.aliases),
            }
            for m in self
        ]  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """The JSON document that ``abovechance measures --json`` writes."""
        return view("dictionary", self)

    def __repr__(self) -> str:
        """The catalogue as text: a line for each measure."""
        return view("text", self)

    __eq__ = tuple.__eq__
    __hash__ = tuple.__hash__


def measures(kind: Kind | None = None, scope: str | None = None, family: str | None = None) -> Catalogue:
    """The catalogue: all declared measures, or those of one kind, scope or family.

    It is a tuple of them, and a result: ``measures().to_frame()`` is a table.

    Examples
    --------
    >>> import abovechance as ac
    >>> [m.key for m in ac.measures(kind="chance-corrected", scope="overall")][:3]
    ['informedness', 'markedness', 'correlation']
    """
    wanted = {"kind": kind, "scope": scope, "family": family}
    chosen = tuple(MEASURES.values())
    for name, value in wanted.items():
        if value is not None:
            known = dict.fromkeys(getattr(m, name) for m in MEASURES.values())
            found = Names(f"{name} of measures", known)(value)
            chosen = tuple(m for m in chosen if getattr(m, name) == found)
    return Catalogue(chosen)


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
    if normalise(name) in _OF_SCORES:
        raise UnknownMeasureError(f"{name!r} is no measure of decisions: {AREA_ADVICE}")
    found = declared(name)
    if found is not None:
        return found
    keys = meant(name)
    if len(keys) > 1:
        peers = [f"{peer}:{name}" for peer in names_elsewhere() if f"{peer}:{name}" in _NAMES]
        ask = f"{quoted(peers)} or " if peers else ""
        raise UnknownMeasureError(
            f"the name {name!r} means different measures to different software: "
            f"say {ask}one of {quoted(sorted(keys))}"
        )
    found = declared(keys[0]) if keys else None
    if found is None:
        raise UnknownMeasureError(f"there is no measure called {name!r}; {_meant(name)}")
    return found


def _meant(name: str) -> str:
    """What may be meant by a name that no measure of tables has: also what is computed of something else."""
    others, said = view("elsewhere")
    if (known := others.get(normalise(name))) is not None:
        return said[known]
    near = _NAMES.near(name, others)
    if not near:
        return _NAMES.hint(name)
    more = [said[key] for key in near if key in said and key not in _NAMES.keys]
    return f"did you mean {quoted(near)}?" + (f" {'; '.join(more)}" if more else "")


def declared(key: str) -> Measure | None:
    """The measure of exactly this key, if there is one."""
    return MEASURES.get(key) or BESIDE.get(key)


def meant(name: str) -> tuple[str, ...]:
    """The keys of the measures that a name may mean, here or to other software.

    Examples
    --------
    >>> meant("Cohen's kappa"), meant("CSI")
    (('cohen_kappa',), ('jaccard', 'classification_success_index'))
    """
    _add_peers()
    return _NAMES.meant(name)


def resolve(names: Iterable[str | Measure] | str | Measure | None) -> tuple[Measure, ...]:
    """The measures of the given names, or all of them."""
    if names is None:
        return measures()
    if isinstance(names, str) or not isinstance(names, Iterable):
        return (measure(names),)
    return tuple(map(measure, names))


def add_beside(found: Measure) -> None:
    """Let a measure be found by its key and title, without a place in the catalogue."""
    BESIDE[found.key] = found
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
            if key not in BESIDE or not MEASURES.keys() & _NAMES.meant(name):
                _NAMES.add(name, key)


@cache
def attributes() -> dict[str, tuple[str, ...]]:
    """The names that measures have as attributes of the package, with the keys of all that each may mean.

    These are the keys, the aliases and the names in other software, as far as they can be written in Python.
    Where a software means something else by a name, its own meaning is found with its prefix.
    """
    names: dict[str, tuple[str, ...]] = {name: (name,) for name in (*MEASURES, *BESIDE)}
    for found in MEASURES.values():
        for name in found.aliases:
            names |= {x: meant(x) for x in _spellings(name, name.lower()) if x not in names}
    for peer, theirs in names_elsewhere().items():
        for name, key in theirs.items():
            for spelling in _spellings(name):
                if names.setdefault(spelling, meant(spelling)) != (key,):
                    names[f"{peer}_{spelling}"] = (key,)
    return names


def attribute(name: str) -> Measure:
    """The measure of an attribute of the package; AttributeError if there is none, or more than one."""
    found = declared(name)
    if found is not None:
        return found
    package = __name__.partition(".")[0]
    if normalise(name) in _OF_SCORES:
        raise AttributeError(f"{package}.{name}: {AREA_ADVICE}", name=name)
    keys = attributes().get(name, ())
    if len(keys) == 1:
        return measure(keys[0])
    if keys:
        choices = [*keys, *(known for known in attributes() if known.endswith(f"_{name}"))]
        raise AttributeError(
            f"{package}.{name} means different measures to different software: choose {quoted(choices)}",
            name=name,
        )
    raise AttributeError(f"module {package!r} has no attribute {name!r}; {_meant(name)}", name=name)


def _spellings(name: str, *others: str) -> list[str]:
    """How a name can be written in Python: as it is, or a phrase as words in lower case."""
    phrase = re.sub(r"\W+", "_", name.replace("'", "")).strip("_").lower()
    spellings = (name, *others) if name.isidentifier() else (phrase,)
    if "=" in name or normalise(name) in _OF_SCORES:
        return []
    return [
        x for x in spellings if x.isascii() and x.isidentifier() and not keyword.iskeyword(x) and meant(x)
    ]
