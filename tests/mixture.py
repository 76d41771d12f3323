"""The mixture model of Powers 2012: informed with probability |b|, guessing otherwise."""

import numpy as np

from abovechance import Tables


def mixture(informed, prevalence, guess_bias):
    """The two-class table expected when |informed| of the decisions are right (or, if negative, wrong)."""
    prior, guess = np.array([1 - prevalence, prevalence]), np.array([1 - guess_bias, guess_bias])
    decided = np.diag(prior) if informed >= 0 else np.diag(prior)[:, ::-1]
    return Tables.from_counts(abs(informed) * decided + (1 - abs(informed)) * np.outer(prior, guess))
