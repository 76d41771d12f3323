"""Verbal scales: the words of the publications, at and between their edges."""

import math

import pytest

import abovechance as ac
from abovechance.core.errors import InputError
from abovechance.measures.references import references
from abovechance.measures.verbal_scales import SCALES, band


@pytest.mark.parametrize(
    ("scale", "value", "word"),
    [
        ("landis_koch", -0.01, "poor"),
        ("landis_koch", 0.0, "slight"),
        ("landis_koch", 0.20, "slight"),
        ("landis_koch", 0.21, "fair"),
        ("landis_koch", 0.61, "substantial"),
        ("landis_koch", 1.0, "almost perfect"),
        ("fleiss", 0.39, "poor"),
        ("fleiss", 0.40, "fair to good"),
        ("fleiss", 0.76, "excellent"),
        ("altman", 0.20, "poor"),
        ("altman", 0.81, "very good"),
        ("cicchetti", 0.59, "fair"),
        ("cicchetti", 0.60, "good"),
        ("cicchetti", 0.74, "good"),
        ("cicchetti", 0.75, "excellent"),
        ("krippendorff", 0.66, "low"),
        ("krippendorff", 0.667, "tentative"),
        ("krippendorff", 0.8, "high"),
        ("cramer_v", 0.0, "negligible"),
        ("cramer_v", 0.4, "relatively strong"),
        ("matthews", 0.29, "negligible"),
        ("matthews", -0.95, "very strong"),
        ("lambda", 0.0, "very weak"),
        ("lambda", 0.99, "very strong"),
        ("lambda", 1.0, "perfect"),
        ("pearson_c", 0.25, "medium"),
        ("positive_likelihood_ratio", math.inf, "good"),
        ("negative_likelihood_ratio", 0.05, "good"),
        ("negative_likelihood_ratio", 0.7, "negligible"),
        ("discriminant_power", 1.976, "limited"),
        ("auc", 0.5, "poor"),
        ("auc", 0.85, "very good"),
        ("yule_q", -0.8, "strong"),
    ],
)
def test_words(scale, value, word):
    assert band(scale, value) == word


@pytest.mark.parametrize("scale", SCALES)
def test_each_scale_is_complete(scale):
    found = SCALES[scale]
    assert len(found.words) == len(found.edges) + 1
    assert list(found.edges) == sorted(found.edges)
    assert found.source.split(",")[0] in references()
    assert ac.measure(found.measure).key == found.measure
    assert band(scale, math.nan) is None


def test_an_unknown_scale_names_the_known_ones():
    with pytest.raises(InputError, match="no verbal scale called 'cohen'; there are 'landis_koch', 'fleiss'"):
        band("cohen", 0.5)
