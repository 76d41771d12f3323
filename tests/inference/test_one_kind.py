"""What a comparison says does not depend on the level it is asked at, and its interval and p-value agree."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from scipy.stats import norm

from abovechance import Tables, compare_tables, measure, measures
from abovechance.core.errors import InputError
from abovechance.inference.comparisons.joint import Joint
from abovechance.inference.comparisons.paired import INTERVALS, TESTS, LogRegion, paired_difference
from abovechance.inference.comparisons.sources import UnpairedSource
from abovechance.inference.comparisons.unpaired import METHODS, unpaired
from abovechance.inference.resampling.bootstrap import Spread, bca_bounds
from abovechance.tables.tables import Axis

LEVELS = (1e-6, 0.3, 0.95, 0.999)
TWO = [m.key for m in measures()]
THREE = [m.key for m in measures(scope="overall")]


def joint(classes, n, seed, **columns):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    answers = {
        name: np.where(rng.random(n) < skill, truth, rng.integers(0, classes, n))
        for name, skill in (("A", 0.7), ("B", 0.4))
    }
    columns = {name: make(rng, n) for name, make in columns.items()}
    return Joint.from_labels(truth, answers, labels=list(range(classes)), **columns)


def clustered(_, n):
    return np.arange(n) % 12


def weighted(rng, n):
    return rng.random(n)


def assert_one_law(found):
    """Differences of one pair at the levels."""
    for pair, level in zip(found, LEVELS, strict=True):
        assert pair.p_value == pytest.approx(found[0].p_value, rel=1e-9, nan_ok=True)
        assert np.isnan(pair.low) or pair.low <= pair.difference <= pair.high
        if not np.isnan([pair.p_value, pair.low]).any():
            agree = (pair.p_value < 1 - level) != pair.contains_zero
            assert (pair.disagreement is None) == agree
            assert agree or not pair.is_of_one_kind


JOINTS = {
    "few": joint(2, 30, 1),
    "many": joint(2, 250, 2),
    "clusters": joint(2, 60, 3, clusters=clustered),
    "weights": joint(2, 60, 4, weights=weighted),
    "three": joint(3, 50, 5),
    "three in clusters": joint(3, 60, 6, clusters=clustered),
}
PAIRED = [("auto", "auto"), ("delta", "delta"), ("wald", "wald"), ("log", "log"), ("tango", "mcnemar")]


@pytest.mark.parametrize(("method", "test"), PAIRED)
@pytest.mark.parametrize("name", JOINTS)
def test_systems_on_the_same_items(name, method, test):
    """All measures: a method either does not apply, or obeys the law."""
    items = JOINTS[name]
    seen = 0
    for key in TWO if len(items.labels) == 2 else THREE:
        options = {"method": method, "test": test, "replicates": 64, "seed": 1}
        try:
            found = [paired_difference(key, items, level=level, **options) for level in LEVELS]
        except InputError:
            continue
        seen += 1
        assert_one_law(found)
    assert seen or method in ("log", "tango")


@pytest.mark.parametrize("key", ["cohen_kappa", "mcc", "f1", "odds_ratio", "informedness"])
def test_a_difference_that_pseudo_items_turn_round_is_none(key):
    """The interval has the difference as seen and as smoothed, and so has 0 at every level."""
    truth = [0] * 5 + [1] * 6
    turned = 0
    for seed in range(60):
        answers = (np.random.default_rng(seed).random((2, len(truth))) < 0.3) ^ np.array(truth, dtype=bool)
        items = Joint.from_labels(truth, dict(zip("AB", answers.astype(int), strict=True)), labels=[0, 1])
        method = "log" if key == "odds_ratio" else "delta"
        found = [paired_difference(key, items, level=level, method=method, test=method) for level in LEVELS]
        assert_one_law(found)
        if np.isfinite(found[0].low) and found[0].contains_zero:
            assert found[0].p_value == 1
            turned += 1
    assert turned


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("method", INTERVALS)
@pytest.mark.parametrize("key", ["informedness", "accuracy", "odds_ratio"])
def test_every_interval_beside_every_test(key, method, test):
    options = {"method": method, "test": test, "replicates": 64, "seed": 1}
    try:
        found = [paired_difference(key, JOINTS["few"], level=level, **options) for level in LEVELS]
    except InputError as refusal:
        assert "does not apply" in str(refusal)  # noqa: PT017 - refusing is one of two right answers
        return
    assert_one_law(found)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("classes", "keys"), [(2, TWO), (3, THREE)])
def test_systems_on_different_items(classes, keys, method):
    rng = np.random.default_rng(7)
    shares = (np.eye(classes) / classes / 2 + 1 / classes**2 / 2).ravel()
    counts = [rng.multinomial(n, shares).reshape(classes, classes) for n in (60, 90)]
    source = UnpairedSource(Tables.from_counts(counts, axes=[Axis("system", ("A", "B"))]))
    for key in keys[:: 1 if method != "mover" else 9]:
        options = {"method": method, "seed": 1, "replicates": 99}
        try:
            found = [source.difference(measure(key), "A", "B", level=level, **options) for level in LEVELS]
        except InputError as refusal:
            assert "student is for measures of the whole table" in str(refusal)  # noqa: PT017
            continue
        assert all(pair.is_of_one_kind for pair in found)
        assert_one_law(found)


def test_the_p_value_of_two_tables_is_that_of_the_interval_which_reaches_zero():
    first, second = (
        Tables.from_cells(tp=30, fp=12, fn=30, tn=28),
        Tables.from_cells(tp=45, fp=12, fn=15, tn=28),
    )
    found = compare_tables(first, second, "informedness")
    at = compare_tables(first, second, "informedness", level=1 - found.p_value)
    assert at.high == pytest.approx(0, abs=1e-9)


def test_drawn_bounds_never_narrow_with_the_level():
    rng = np.random.default_rng(0)
    for values in (
        rng.normal(size=400),
        np.round(rng.normal(size=400)),
        np.minimum(rng.normal(size=400), -1),
    ):
        spread = Spread.of(values)
        value = np.float64(np.median(values))
        bounds = [
            bca_bounds(spread, value, np.float64(0.05), level) for level in (1e-6, 0.01, 0.3, 0.9, 0.999)
        ]
        low, high = np.transpose(bounds)
        assert (np.diff(low) <= 0).all()
        assert (np.diff(high) >= 0).all()


@pytest.mark.parametrize("correlation", [-0.6, 0.0, 0.5, 0.95, 0.999])
@pytest.mark.parametrize("values", [(6.0, 2.0), (2.0, 6.0), (3.0, 2.9), (0.1, 0.4)])
def test_the_region_of_two_ratios_is_searched_well(values, correlation):
    """Against a search by SciPy under the constraint that the logarithms stay within the ellipse."""
    errors = np.array([0.3, 0.45])
    region = LogRegion(values, tuple(errors), correlation)
    cov = np.outer(errors, errors) * np.array([[1, correlation], [correlation, 1]])
    root, z = np.linalg.cholesky(cov), norm.ppf(0.975)
    centre = np.log(values)

    def difference(step, sign):
        return -sign * np.subtract(*np.exp(np.minimum(centre + root @ step, 100)))

    within = {"type": "ineq", "fun": lambda step: z**2 - step @ step}
    ends = []
    for sign in (-1, 1):
        starts = [z * np.array([np.cos(x), np.sin(x)]) for x in np.linspace(0, 6, 7)]
        found = [minimize(difference, start, sign, constraints=within, method="SLSQP") for start in starts]
        ends.append(-sign * min(x.fun for x in found if x.success))
    assert region.bounds(0.95) == pytest.approx(ends, rel=1e-5)


@given(
    st.floats(0.01, 50), st.floats(0.01, 50), st.floats(0.05, 2), st.floats(0.05, 2), st.floats(-0.99, 0.999)
)
@settings(max_examples=60, deadline=None)
def test_a_higher_level_never_narrows_the_interval_of_two_ratios(first, second, error, other, correlation):
    region = LogRegion((first, second), (error, other), correlation)
    bounds = np.array([region.bounds(level) for level in LEVELS])
    assert (np.diff(bounds[:, 0]) <= 1e-9 * max(first, second)).all()
    assert (np.diff(bounds[:, 1]) >= -1e-9 * max(first, second)).all()


@pytest.mark.parametrize("key", ["log_odds_ratio", "discriminant_power", "discriminant_power_log10"])
def test_logarithms_are_compared_as_they_are(key):
    """No logarithm of a logarithm: the interval is that of the log odds ratios, and p that of the odds ratios."""
    for seed in range(4):
        items = joint(2, 80, seed)
        found, odds = (paired_difference(name, items) for name in (key, "odds_ratio"))
        assert (found.method, found.test) == ("delta", "delta")
        assert found.p_value == pytest.approx(odds.p_value, rel=0.05)
        log_odds = paired_difference("log_odds_ratio", items)
        factor = found.difference / log_odds.difference
        for name in ("low", "high", "se"):
            assert getattr(found, name) == pytest.approx(factor * getattr(log_odds, name))
        assert found.p_value == pytest.approx(log_odds.p_value)


def test_two_guessers_are_told_apart_by_log_odds_no_more_often_than_the_level():
    rng = np.random.default_rng(3)
    truth, answers = rng.integers(0, 2, 120), rng.integers(0, 2, (200, 2, 120))
    p = [
        paired_difference("log_odds_ratio", Joint.from_labels(truth, {"A": a, "B": b})).p_value
        for a, b in answers
    ]
    assert np.mean(np.array(p) < 0.05) < 0.09


@pytest.mark.parametrize("seed", range(3))
def test_no_warning_leaks_from_sparse_items(seed):
    rng = np.random.default_rng(seed)
    truth, a, b = (rng.random((3, 9)) < [[0.4], [0.2], [0.7]]).astype(int)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for key in TWO[seed::9]:
            items = Joint.from_labels(truth, {"A": a, "B": b}, labels=[0, 1])
            paired_difference(key, items, replicates=64, seed=1)
            unpaired(key, items.tables[0], items.tables[1], replicates=64, seed=1)
