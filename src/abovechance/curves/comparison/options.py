"""How systems are to be compared: by which summary, interval and test, with everything checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.checks import two_sided
from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.curves.summaries.declared import known_curve_measure
from abovechance.curves.summaries.summary import statistic_of
from abovechance.inference.arguments import checked_replicates, checked_seed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from abovechance.curves.summaries.summary import Statistic

    Floats = NDArray[np.float64]

METHODS = ("delong_adjusted", "delong", "bca", "percentile")
_method = Names("interval of a difference", ("auto", *METHODS), {"bootstrap": "bca", "wald": "delong"})
TESTS = ("delong_adjusted", "delong", "bootstrap", "permutation", "venkatraman")
_test = Names(
    "test of a difference",
    ("auto", *TESTS),
    {"bca": "bootstrap", "label_swap": "permutation", "percentile": "bootstrap", "swap": "permutation"},
)
OF_AUC = ("delong_adjusted", "delong")
_OF_THE_AUC = {"auc": (1.0, 0.0), "gini": (2.0, -1.0)}
"""Linear functions of the AUC, which are compared as it is: by how much they rise with it, and from where."""
_INTERVAL_OF = {"delong": "delong", "bootstrap": "bca"}
"""The interval that goes with a test, where it is not the default."""
_TEST_OF = {"delong": "delong", "bca": "bootstrap", "percentile": "bootstrap"}
"""The test that goes with an interval."""


@dataclass(frozen=True)
class Options:
    """How to compare, with everything checked; the seed is a number, so that all pairs share the draws."""

    name: str
    statistic: Statistic
    level: float
    method: str
    test: str
    replicates: int
    seed: int
    lower_is_better: bool = False

    @classmethod
    def of(cls, summary: Any, parameters: dict[str, Any], **how: Any) -> Options:
        """Check what was asked for."""
        name, statistic = statistic_of(summary, **parameters)
        method = _method(how["method"])
        test = _test(how["test"])
        if name not in _OF_THE_AUC and (method in OF_AUC or test in OF_AUC):
            wrong = f"method {method!r}" if method in OF_AUC else f"test {test!r}"
            raise InputError(f"{wrong} is for the AUC only, not for {name}: leave it out for the bootstrap")
        if name not in _OF_THE_AUC and test == "venkatraman":
            raise InputError(
                f"test 'venkatraman' asks whether the curves differ anywhere and not whether {name} does: "
                "leave it out, or compare by 'auc'"
            )
        draws = checked_replicates(how["replicates"], least=2, of="samples")
        known = None if callable(summary) else known_curve_measure(name)
        # A loss is best where it is lowest.
        lower = known is not None and known.best == known.low
        level, seed = two_sided(how["level"], 2), _settled(how["seed"])
        return cls(name, statistic, level, method, test, draws, seed, lower)

    @property
    def is_auc(self) -> bool:
        """Whether placements tell the standard error."""
        return self.name in _OF_THE_AUC

    @property
    def slope(self) -> float:
        """By how much the summary rises with the AUC."""
        return _OF_THE_AUC[self.name][0]

    def of_auc(self, auc: NDArray[np.float64]) -> NDArray[np.float64]:
        """The summary of each AUC."""
        slope, start = _OF_THE_AUC[self.name]
        return slope * auc + start

    @property
    def interval_method(self) -> str:
        """The method of the interval that will be used: the one that goes with the test."""
        if self.method != "auto":
            return self.method
        return _INTERVAL_OF.get(self.test, "delong_adjusted") if self.is_auc else "bca"

    @property
    def test_name(self) -> str:
        """The test that will be used: the one that goes with the interval."""
        if self.test != "auto":
            return self.test
        return _TEST_OF.get(self.method, "delong_adjusted") if self.is_auc else "bootstrap"


def _settled(seed: object) -> int:
    checked = checked_seed(seed)
    return int(np.random.default_rng().integers(1 << 62)) if checked is None else checked
