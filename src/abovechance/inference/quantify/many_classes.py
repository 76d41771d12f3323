r"""More classes, labelled items drawn by class: how far data are from a share of one class.

Row c of the labelled items is multinomial with the probabilities :math:`P_{cl}`, and the unlabelled
predictions with :math:`q_l = \sum_c \pi_c P_{cl}`. With one share fixed, the others and all probabilities are
fitted by Fisher scoring in logits, damped until the likelihood rises (Marquardt 1963). Its gradient is that
of the EM algorithm, whose expected counts :math:`u_l \pi_c P_{cl} / q_l` give each class its part of the
unlabelled items.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import xlogy

if TYPE_CHECKING:
    from abovechance.core.arrays import Booleans, Floats

_MAX_STEPS = 80
_TOLERANCE = 1e-7  # of the log-likelihood, and of the EM steps that end the fit
_SMALLEST_SHARE = 1e-13  # a share of 0 has no logit, and would never move again
_LARGEST_DAMPING = 1e9  # a step that is damped so much no longer moves: the fit is over


@dataclass
class ShareFit:
    """Shares and probabilities fitted to labelled and unlabelled items, in a batch.

    Attributes
    ----------
    labelled, unlabelled
        Counts of shape ``(B, K, L)`` and ``(B, L)``.
    shares, rates
        What is fitted, of shape ``(B, K)`` and ``(B, K, L)``.
    """

    labelled: Floats
    unlabelled: Floats
    shares: Floats
    rates: Floats

    @classmethod
    def start(cls, labelled: Floats, unlabelled: Floats) -> ShareFit:
        """Shares that are equal, and probabilities as counted with half an item in each cell."""
        padded = labelled + 0.5
        shares = np.full(labelled.shape[:-1], 1 / labelled.shape[-2])
        return cls(labelled, unlabelled, shares, padded / padded.sum(-1, keepdims=True))

    def fit(self, fixed: Booleans) -> ShareFit:
        """The most likely shares and probabilities; shares of ``fixed`` classes, ``(B, K)``, stay."""
        shares, rates = np.maximum(self.shares, np.where(fixed, 0, _SMALLEST_SHARE)), self.rates
        damping = np.full(len(shares), 1e-3)
        now = self._likelihood(shares, rates)
        quiet = np.zeros(len(shares), dtype=int)
        for _ in range(_MAX_STEPS):
            new_shares, new_rates = self._scored(shares, rates, fixed, damping)
            then = self._likelihood(new_shares, new_rates)
            better = then >= now
            gain = np.where(better, then - now, 0.0)
            quiet = np.where(better & (gain < _TOLERANCE), quiet + 1, np.where(better, 0, quiet))
            shares = np.where(better[:, None], new_shares, shares)
            rates = np.where(better[:, None, None], new_rates, rates)
            now = np.where(better, then, now)
            damping = np.where(better, damping / 10, np.minimum(damping * 10, _LARGEST_DAMPING))
            damping = np.maximum(damping, 1e-9)
            if ((quiet >= 2) | (damping >= _LARGEST_DAMPING)).all():
                break
        return ShareFit(self.labelled, self.unlabelled, shares, rates)

    @property
    def likelihood(self) -> Floats:
        """The log-likelihood."""
        return self._likelihood(self.shares, self.rates)

    @property
    def distance(self) -> Floats:
        """Pearson's chi-squared of all rows and of the unlabelled predictions."""
        expected = self.labelled.sum(-1, keepdims=True) * self.rates
        predicted = (self.shares[..., None] * self.rates).sum(-2)
        predicted *= self.unlabelled.sum(-1, keepdims=True)
        rows = _pearson(self.labelled, expected).sum((-2, -1))
        return rows + _pearson(self.unlabelled, predicted).sum(-1)

    def _likelihood(self, shares: Floats, rates: Floats) -> Floats:
        predicted = (shares[..., None] * rates).sum(-2)
        with np.errstate(divide="ignore"):
            return xlogy(self.labelled, rates).sum((-2, -1)) + xlogy(self.unlabelled, predicted).sum(-1)

    def _scored(
        self, shares: Floats, rates: Floats, fixed: Booleans, damping: Floats
    ) -> tuple[Floats, Floats]:
        """One step of Fisher scoring in the logits of rates and of the shares that are not fixed."""
        size, classes, labels = rates.shape
        predicted = np.maximum((shares[..., None] * rates).sum(-2), 1e-300)
        part = shares[..., None] * rates * (self.unlabelled / predicted)[:, None, :]
        row = self.labelled.sum(-1) + part.sum(-1)
        of_rates = self.labelled + part - row[..., None] * rates
        open_shares = np.where(fixed, 0.0, shares)
        whole = np.maximum(open_shares.sum(-1, keepdims=True), _SMALLEST_SHARE)
        each = np.where(fixed, 0.0, part.sum(-1))
        of_shares = each - open_shares / whole * each.sum(-1, keepdims=True)
        gradient = np.concatenate((of_rates.reshape(size, -1), of_shares), -1)
        # How the probabilities of predictions change with each logit.
        identity = np.eye(labels)
        centred = rates[..., :, None] * (identity - rates[..., None, :])
        by_rates = (shares[..., None, None] * centred).reshape(size, classes * labels, labels)
        mean = (open_shares[..., None] * rates).sum(-2, keepdims=True) / whole[..., None]
        by_shares = open_shares[..., None] * (rates - mean)
        slopes = np.concatenate((by_rates, by_shares), 1)
        total = self.unlabelled.sum(-1)[:, None, None]
        information = total * np.einsum("bil,bl,bjl->bij", slopes, 1 / predicted, slopes, optimize=True)
        sums = self.labelled.sum(-1)[..., None, None] * centred
        for c in range(classes):
            at = slice(c * labels, (c + 1) * labels)
            information[:, at, at] += sums[:, c]
        ridge = damping[:, None] * (np.einsum("bii->bi", information) + 1e-3) + 1e-9
        information[:, np.arange(information.shape[1]), np.arange(information.shape[1])] += ridge
        step = np.clip(np.linalg.solve(information, gradient[..., None])[..., 0], -5.0, 5.0)
        moved = rates * np.exp(step[:, : classes * labels].reshape(rates.shape))
        moved = np.maximum(moved / moved.sum(-1, keepdims=True), np.where(self.labelled > 0, 1e-300, 0.0))
        grown = np.where(fixed, 0.0, open_shares * np.exp(step[:, classes * labels :]))
        grown *= whole / np.maximum(grown.sum(-1, keepdims=True), 1e-300)
        return np.where(fixed, shares, grown), moved


def _pearson(seen: Floats, expected: Floats) -> Floats:
    """The terms of chi-squared; what was not seen and is not expected adds nothing."""
    safe = np.where(expected > 1e-12, expected, 1.0)
    return np.where(expected > 1e-12, (seen - expected) ** 2 / safe, np.where(seen > 0, np.inf, 0.0))
