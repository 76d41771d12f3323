"""Which measures compare partitions, by what names, in which groups, and what each of them takes out.

Most are measures of the registry that may be rectangular. Two kinds are not functions that a batch of tables
could be put through: adjusted information needs an expectation over all tables of given margins, and measures
after assignment need the best assignment first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from abovechance.core.errors import InputError, UnknownMeasureError
from abovechance.core.lookup import Names
from abovechance.measures.facts import Partition
from abovechance.measures.headlines import PARTITIONS as GROUPS
from abovechance.measures.registry import Measure, measure

TakesOut = Literal["chance", "range", "nothing"]


@dataclass(frozen=True)
class Adjusted:
    """Information beyond that of random partitions of the same sizes, by a mean of the two entropies."""

    key: str
    title: str
    partition: Partition
    mean: Literal["arithmetic", "max", "min", "geometric"]
    aliases: tuple[str, ...] = ()
    best: float = 1.0
    source: str = "vinh2010, eq. 23"
    meaning: str = "The information shared beyond chance, over the most that there could be beyond chance."


@dataclass(frozen=True)
class Matched:
    """A measure of right and wrong, once every cluster stands for the class that it is assigned to."""

    key: str
    title: str
    partition: Partition
    of: str
    aliases: tuple[str, ...] = ()
    best: float = 1.0
    source: str = "powers2007"
    meaning: str = "The measure of the table in which every cluster bears the label of its class."


Chosen = Measure | Adjusted | Matched

SPECIAL: dict[str, Adjusted | Matched] = {
    x.key: x
    for x in (
        Adjusted(
            "adjusted_mutual_information",
            "Adjusted mutual information",
            Partition("Adjusted information (AMI)"),
            "arithmetic",
            ("AMI", "adjusted_mutual_info_score", "AMI arithmetic", "ami_mean"),
        ),
        Adjusted(
            "ami_max",
            "Adjusted mutual information, by the larger",
            Partition("AMI, by the larger"),
            "max",
            ("AMI max",),
        ),
        Adjusted(
            "ami_min",
            "Adjusted mutual information, by the smaller",
            Partition("AMI, by the smaller"),
            "min",
            ("AMI min",),
        ),
        Adjusted(
            "ami_geometric",
            "Adjusted mutual information, geometric",
            Partition("AMI, geometric"),
            "geometric",
            ("AMI geometric", "ami_sqrt"),
        ),
        Matched(
            "matched_accuracy",
            "Accuracy after assignment",
            Partition("Accuracy, assigned"),
            "accuracy",
            ("clustering accuracy", "best assignment", "maximum matching"),
        ),
        Matched(
            "matched_informedness",
            "Informedness after assignment",
            Partition("Informedness, assigned"),
            "informedness",
        ),
        Matched(
            "matched_markedness",
            "Markedness after assignment",
            Partition("Markedness, assigned"),
            "markedness",
        ),
        Matched(
            "matched_kappa",
            "Cohen's Kappa after assignment",
            Partition("Cohen's Kappa, assigned"),
            "cohen_kappa",
        ),
    )
}


def chosen_measures(names: str | Measure | Iterable[str | Measure] | None) -> tuple[Chosen, ...]:
    """The measures of the given names; None for those of all groups."""
    if names is None:
        return tuple(partition_measure(key) for keys in GROUPS.values() for key in keys)
    if isinstance(names, str | Measure):
        return (partition_measure(names),)
    if not isinstance(names, Iterable):
        raise InputError(f"measure must be a name or a list of names, got {type(names).__name__}")
    return tuple({x.key: x for x in map(partition_measure, names)}.values())


def partition_measure(name: str | Measure) -> Chosen:
    """A measure of partitions by any of its names."""
    key = _NAMES.find(name)
    if key in SPECIAL:
        return SPECIAL[key]
    try:
        found = measure(key or name)
    except UnknownMeasureError as error:
        raise UnknownMeasureError(str(_NAMES.unknown(name))) from error
    if not found.rectangular or found.ordered:
        raise _of_classes(found)
    return found


def _of_classes(found: Measure) -> InputError:
    """An error that names what is like the measure, of pairs of items or after assignment."""
    stem = "kappa" if found.key == "cohen_kappa" else found.key
    all_keys = [key for keys in GROUPS.values() for key in keys]
    like = [key for key in (f"{stem}_pairs", f"pair_{stem}", f"matched_{stem}") if key in all_keys]
    hint = (
        " or ".join(map(repr, like))
        if like
        else "'adjusted_rand', or one after assignment such as 'matched_informedness'"
    )
    return InputError(
        f"{found.key} needs to know which label means which class, and labels of partitions mean nothing: "
        f"choose {'' if like else 'a measure of partitions such as '}{hint}"
    )


def title_of(key: str) -> str:
    """What a measure is called among measures of partitions."""
    found = partition_measure(key)
    return found.partition.title or found.title


def result_name(key: str) -> str:
    """What results call a measure of partitions."""
    return key if key in SPECIAL else measure(key).partition.name or key


def group_of(key: str) -> str | None:
    """What a measure is made of; None for one that is not among the usual ones."""
    found = partition_measure(key).key
    return next((group for group, keys in GROUPS.items() if found in keys), None)


def takes_out(key: str) -> TakesOut:
    """Whether chance is taken out, or the values are at least brought into one range, or nothing is done.

    A measure after assignment takes out the chance of one assignment, but the best of all is chosen: what
    chance gives is more than 0.
    """
    found = partition_measure(key)
    if isinstance(found, Matched):
        return "range" if measure(found.of).kind == "chance-corrected" else "nothing"
    if isinstance(found, Adjusted) or getattr(found, "kind", None) == "chance-corrected":
        return "chance"
    bounded = isinstance(found, Measure) and found.kind in ("information", "association") and found.high <= 1
    return "range" if bounded else "nothing"


_NAMES = Names("measure of partitions")
for _key in (key for keys in GROUPS.values() for key in keys):
    _found = SPECIAL.get(_key) or measure(_key)
    _NAMES.declare(result_name(_key), _key, _found.title, *_found.aliases, *_found.partition.aliases)
