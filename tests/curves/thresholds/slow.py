"""Slow independent answers: every threshold counted by hand, every criterion in fractions."""

from fractions import Fraction

import numpy as np


def every_threshold(truth, scores, weights=None):
    """(threshold, tp, fp, P, N), the highest threshold first, as whole numbers or sums of weights."""
    rows = list(zip(truth, scores, [1] * len(truth) if weights is None else weights, strict=True))
    positives = sum(w for real, _, w in rows if real)
    negatives = sum(w for real, _, w in rows if not real)
    found = [(np.inf, 0, 0, positives, negatives)]
    for threshold in sorted(set(scores), reverse=True):
        tp = sum(w for real, score, w in rows if real and score >= threshold)
        fp = sum(w for real, score, w in rows if not real and score >= threshold)
        found.append((threshold, tp, fp, positives, negatives))
    return found


def informedness(tp, fp, p, n):
    return -(Fraction(tp, p) - Fraction(fp, n))


def cost(missed, alarm, share=None):
    def loss(tp, fp, p, n):
        pi = Fraction(p, p + n) if share is None else Fraction(share)
        return Fraction(missed) * pi * Fraction(p - tp, p) + Fraction(alarm) * (1 - pi) * Fraction(fp, n)

    return loss


def no_bias(share=None):
    def loss(tp, fp, p, n):
        pi = Fraction(p, p + n) if share is None else Fraction(share)
        return abs(pi * Fraction(tp, p) + (1 - pi) * Fraction(fp, n) - pi)

    return loss


def closest(tp, fp, p, n):
    return Fraction(fp, n) ** 2 + Fraction(p - tp, p) ** 2


def equal_errors(tp, fp, p, n):
    return abs(Fraction(fp, n) - Fraction(p - tp, p))


def best(points, loss):
    """The positions of the least losses."""
    losses = [loss(*point[1:]) for point in points]
    return [i for i, x in enumerate(losses) if x == min(losses)]
