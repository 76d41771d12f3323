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
from abovechance.measures.registry import Measure, measure

TakesOut = Literal["chance", "range", "nothing"]


@dataclass(frozen=True)
class Adjusted:
    """Information beyond that of random partitions of the same sizes, by a mean of the two entropies."""

    key: str
    title: str
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
            "arithmetic",
            ("AMI", "adjusted_mutual_info_score", "AMI arithmetic", "ami_mean"),
        ),
        Adjusted("ami_max", "Adjusted mutual information, by the larger", "max", ("AMI max",)),
        Adjusted("ami_min", "Adjusted mutual information, by the smaller", "min", ("AMI min",)),
        Adjusted(
            "ami_geometric",
            "Adjusted mutual information, geometric",
            "geometric",
            ("AMI geometric", "ami_sqrt"),
        ),
        Matched(
            "matched_accuracy",
            "Accuracy after assignment",
            "accuracy",
            ("clustering accuracy", "best assignment", "maximum matching"),
        ),
        Matched("matched_informedness", "Informedness after assignment", "informedness"),
        Matched("matched_markedness", "Markedness after assignment", "markedness"),
        Matched("matched_kappa", "Cohen's Kappa after assignment", "cohen_kappa"),
    )
}

GROUPS: dict[str, tuple[str, ...]] = {
    "pair counting": (
        "adjusted_rand",
        "pair_informedness",
        "pair_markedness",
        "pair_correlation",
        "rand_index",
        "fowlkes_mallows_pairs",
        "f1_pairs",
        "jaccard_pairs",
        "wallace_truth",
        "wallace_prediction",
        "mirkin",
    ),
    "information": (
        "adjusted_mutual_information",
        "ami_max",
        "ami_min",
        "ami_geometric",
        "uncertainty_symmetric",
        "uncertainty_of_truth",
        "uncertainty_of_prediction",
        "nmi_max",
        "nmi_min",
        "nmi_geometric",
        "nmi_joint",
        "mutual_information",
        "variation_of_information",
        "normalised_variation",
        "information_distance",
    ),
    "set matching": (
        "matched_informedness",
        "matched_markedness",
        "matched_kappa",
        "matched_accuracy",
        "purity",
        "inverse_purity",
        "clustering_f",
        "van_dongen",
    ),
    "association": (
        "moc",
        "cramer_v",
        "tschuprow_t",
        "lambda_of_truth",
        "lambda_of_prediction",
        "lambda_symmetric",
        "tau_of_truth",
        "tau_of_prediction",
    ),
}
TITLES = {
    "adjusted_mutual_information": "Adjusted information (AMI)",
    "ami_geometric": "AMI, geometric",
    "ami_max": "AMI, by the larger",
    "ami_min": "AMI, by the smaller",
    "clustering_f": "F-measure",
    "fowlkes_mallows_pairs": "Fowlkes-Mallows index",
    "information_distance": "Information distance (NID)",
    "lambda_of_prediction": "Lambda of b",
    "lambda_of_truth": "Lambda of a",
    "matched_accuracy": "Accuracy, assigned",
    "matched_informedness": "Informedness, assigned",
    "matched_kappa": "Cohen's Kappa, assigned",
    "matched_markedness": "Markedness, assigned",
    "nmi_geometric": "NMI, geometric",
    "nmi_joint": "NMI, by the joint entropy",
    "nmi_max": "NMI, by the larger",
    "nmi_min": "NMI, by the smaller",
    "normalised_variation": "Rajski's distance (NVI)",
    "tau_of_prediction": "Tau of b",
    "tau_of_truth": "Tau of a",
    "uncertainty_of_prediction": "Completeness",
    "uncertainty_of_truth": "Homogeneity",
    "uncertainty_symmetric": "V-measure (NMI)",
    "van_dongen": "Van Dongen's metric",
    "wallace_prediction": "Wallace's coefficient of b",
    "wallace_truth": "Wallace's coefficient of a",
}
"""What those who compare clusterings call the measures, where the catalogue has another name."""
NAMES = {
    "uncertainty_of_prediction": "completeness",
    "uncertainty_of_truth": "homogeneity",
    "uncertainty_symmetric": "v_measure",
}
"""What results call measures that bear another name where partitions are compared."""
_NAMES = Names("measure of partitions")
for _key in (key for keys in GROUPS.values() for key in keys):
    _found = SPECIAL.get(_key) or measure(_key)
    _NAMES.declare(NAMES.get(_key, _key), _key, _found.title, *_found.aliases)
for _name in ("fmi", "fowlkes_mallows", "fowlkes_mallows_index", "fowlkes_mallows_score"):
    _NAMES.add(_name, "fowlkes_mallows_pairs")
for _name in ("rand", "rand_score"):
    _NAMES.add(_name, "rand_index")
CHANCE = frozenset(
    {
        "adjusted_rand",
        "pair_informedness",
        "pair_markedness",
        "pair_correlation",
        "matched_informedness",
        "matched_markedness",
        "matched_kappa",
        *(key for key, x in SPECIAL.items() if isinstance(x, Adjusted)),
    }
)


def chosen_measures(names: str | Measure | Iterable[str | Measure]) -> tuple[Chosen, ...]:
    """The measures of the given names; ``"all"`` for those of all groups."""
    if isinstance(names, str) and names == "all":
        return tuple(partition_measure(key) for keys in GROUPS.values() for key in keys)
    if isinstance(names, str | Measure):
        return (partition_measure(names),)
    if not isinstance(names, Iterable):
        raise InputError(f"measure must be a name, a list of names or 'all', got {type(names).__name__}")
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
        f"{found.key} asks which label means which class, and labels of partitions mean nothing: choose "
        f"{'' if like else 'a measure of partitions such as '}{hint}"
    )


def title_of(key: str) -> str:
    """What a measure is called among measures of partitions."""
    found = partition_measure(key)
    return TITLES.get(found.key) or found.title


def group_of(key: str) -> str | None:
    """What a measure is made of; None for one that is not among the usual ones."""
    found = partition_measure(key).key
    return next((group for group, keys in GROUPS.items() if found in keys), None)


def takes_out(key: str) -> TakesOut:
    """Whether chance is taken out, or the values are at least brought into one range, or nothing is done."""
    found = partition_measure(key)
    if found.key in CHANCE:
        return "chance"
    bounded = isinstance(found, Measure) and found.kind in ("information", "association") and found.high <= 1
    return "range" if bounded else "nothing"
