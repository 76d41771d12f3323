"""The H-measure: the expected loss at the best thresholds, over a stated distribution of costs."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.core.errors import InputError
from abovechance.core.lookup import Names
from abovechance.curves.curve.counts import one_class

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from abovechance.curves.curve.curve import Curve

PRIORS: dict[str, Callable[[float], tuple[float, float]]] = {
    "hand2014": lambda prevalence: (1 + prevalence, 2 - prevalence),
    "hand2009": lambda _: (2.0, 2.0),
    "hmeasure": lambda prevalence: (2.0, 1 + (1 - prevalence) / prevalence),
}
"""Beta distributions of the share of the cost that falls on false positives, by the prevalence."""

_prior_name = Names(
    "prior of costs",
    PRIORS,
    {"hand_anagnostopoulos": "hand2014", "hand_anagnostopoulos_2014": "hand2014"},
)


@dataclass(frozen=True, repr=False)
class HMeasure:
    """An H-measure with the prior that it depends on.

    Attributes
    ----------
    value : float
        0 for chance, 1 for perfection; NaN if there is only one class.
    prior : str
        The name of the prior, or ``"beta"`` if its parameters were given.
    a, b : float
        The parameters of the Beta distribution of the cost.
    loss : float
        The expected loss at the thresholds that are best for each cost, in units of both costs together.
    trivial_loss : float
        That of the better of calling all or nothing positive.
    reason : str or None
        Why the value is undefined.
    """

    value: float
    prior: str
    a: float
    b: float
    loss: float
    trivial_loss: float
    reason: str | None = None

    def __float__(self) -> float:
        """The value."""
        return self.value

    def to_dict(self) -> dict[str, Any]:
        """The same as plain numbers and text."""
        return asdict(self)

    def to_frame(self, backend: str | None = None) -> Any:
        """One row, as a data frame of pandas, polars or pyarrow."""
        from abovechance.core.frames import to_frame

        return to_frame({name: [value] for name, value in self.to_dict().items()}, backend)

    def __repr__(self) -> str:
        """The value and the prior."""
        said = f"H-measure {self.value:.4g} with costs of Beta({self.a:.4g}, {self.b:.4g}) ({self.prior})"
        return said if self.reason is None else f"{said}: {self.reason}"


def h_measure(curve: Curve, prior: str | tuple[float, float] = "hand2014") -> HMeasure:
    """By what share the scores reduce the loss that is expected without them.

    A share c of the cost falls on a false positive and 1 - c on a false negative, and c has a Beta
    distribution. At each c the threshold is the best one, which is a vertex of the convex hull:
    ``H = 1 - E[min c·(1-π)·fpr + (1-c)·π·(1-tpr)] / E[min(c·(1-π), (1-c)·π)]``
    (Hand 2009; Hand & Anagnostopoulos 2014). The value depends on the prior as much as on the scores, so the
    result names it.

    Parameters
    ----------
    curve
        The curve.
    prior
        ``"hand2014"``, Beta(1+π, 2-π), as Hand & Anagnostopoulos recommend; ``"hand2009"``, Beta(2, 2);
        ``"hmeasure"``, Beta(2, 1 + (1-π)/π), the default of the packages of that name; or the two parameters
        of another Beta distribution.

    Examples
    --------
    >>> import abovechance as ac
    >>> curve = ac.Curve.from_scores([0, 0, 1, 0, 1], [0.1, 0.4, 0.35, 0.5, 0.8])
    >>> ac.curves.h_measure(curve)
    H-measure 0.4436 with costs of Beta(1.4, 1.6) (hand2014)
    >>> ac.curves.h_measure(curve, prior="hmeasure")
    H-measure 0.4431 with costs of Beta(2, 2.5) (hmeasure)
    """
    reason, prevalence = one_class(curve), curve.prevalence
    if reason is not None:
        name, _ = _prior(prior, 0.5)
        return HMeasure(math.nan, name, math.nan, math.nan, math.nan, math.nan, reason)
    name, (a, b) = _prior(prior, prevalence)
    tp, fp = (counts[curve.hull_positions][::-1] for counts in (curve.tp, curve.fp))
    rise, run = tp[:-1] - tp[1:], fp[:-1] - fp[1:]
    points = fp / curve.negatives, 1 - tp / curve.positives
    all_or_nothing = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    loss = _expected(points, rise / (rise + run), prevalence, (a, b))
    trivial = _expected(all_or_nothing, np.array([prevalence]), prevalence, (a, b))
    return HMeasure(min(max(1 - loss / trivial, 0.0), 1.0), name, a, b, loss, trivial)


def _expected(
    points: tuple[NDArray[Any], NDArray[Any]],
    switches: NDArray[Any],
    prevalence: float,
    prior: tuple[float, float],
) -> float:
    """The expected loss of points, as fpr and fnr, each of which is best between two switches of the cost."""
    from scipy.special import betainc

    (fpr, fnr), (a, b) = points, prior
    costs = np.concatenate(([0.0], switches, [1.0]))
    on_negatives = a / (a + b) * np.diff(betainc(a + 1, b, costs))
    on_positives = b / (a + b) * np.diff(betainc(a, b + 1, costs))
    return float((1 - prevalence) * (fpr @ on_negatives) + prevalence * (fnr @ on_positives))


def _prior(given: Any, prevalence: float) -> tuple[str, tuple[float, float]]:
    """The name of a prior and its parameters."""
    if isinstance(given, str):
        name = _prior_name(given)
        return name, PRIORS[name](prevalence)
    try:
        parameters = tuple(map(float, given))
    except (TypeError, ValueError):
        parameters = ()
    if len(parameters) != 2 or not all(0 < p < math.inf for p in parameters):
        raise InputError(f"prior must be a name or two positive numbers, (a, b), not {given!r}")
    return "beta", (parameters[0], parameters[1])
