"""Tetrachoric correlation: of the two normal variables whose dichotomies would give the table.

With thresholds h and k that give the margins, the true positives beyond independence are
(Plackett 1954) ``dtp = ∫₀^r φ₂(h, k; s) ds``. Written in ``u = artanh s`` the integrand is
``φ(h)·φ(k)·exp(a·(1 − e^(−2u)) − b·(e^u − e^(−u))²) / cosh u``: smooth on the scale of 1 however
strong the correlation, so few quadrature nodes are enough, and relative to ``φ(h)·φ(k)``, so
nothing is lost for rare classes or near independence. The root is found by Halley's method on the
integral from 0 to u or, where a correlation is so strong that little is left, from u to infinity.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from abovechance.measures.odds import ALL_MARGINS
from abovechance.measures.registry import binary
from abovechance.quantities import Array, Dichotomy

_CHUNK = 2048
"""Tables solved at a time: their nodes fit into the cache."""
_ITERATIONS = 40
_CLOSE = 1e-4
"""A last step below this: the next would be of the order of its cube."""
_REACH = 72.0
"""Squared deviations beyond which a normal density adds less than rounding: exp(−72/2) ≈ 2e−16."""


Rule = tuple[Array, Array]  # quadrature nodes and weights


def _rule(nodes: int) -> Rule:
    """Gauss–Legendre nodes and weights on the unit interval."""
    x, w = np.polynomial.legendre.leggauss(nodes)
    return (x + 1) / 2, w / 2


_COARSE, _FINE = _rule(8), _rule(20)


def _density(u: Array, a: Array, b: Array) -> Array:
    down = np.exp(-u)
    square = down * down
    up = 1 / down - down
    return 2 * down / (1 + square) * np.exp(a * (1 - square) - b * (up * up))


def _log_slope(u: Array, a: Array, b: Array) -> Array:
    square = np.exp(-2 * u)
    return -np.tanh(u) + 2 * a * square - 2 * b * (1 / square - square)


def _from_zero(u: Array, a: Array, b: Array, target: Array, rule: Rule) -> tuple[Array, Array]:
    """Newton's step and the curvature for ``∫₀^u = target``."""
    nodes, weights = rule
    integral = u * (_density(u[:, None] * nodes, a[:, None], b[:, None]) @ weights)
    return (target - integral) / _density(u, a, b), _log_slope(u, a, b)


def _to_infinity(u: Array, a: Array, b: Array, target: Array, rule: Rule) -> tuple[Array, Array]:
    """Newton's step and the curvature for ``ln ∫_u^∞ = ln target``, in ``t = √(8b)·sinh u``."""
    nodes, weights = rule
    scale, sinh = np.sqrt(8 * b), np.sinh(u)
    start = scale * sinh
    width = np.sqrt(start * start + _REACH) - start
    beyond = width[:, None] * nodes
    v = sinh[:, None] + beyond / scale[:, None]
    cosh = np.sqrt(1 + v * v)
    gain = a[:, None] * (np.exp(-2 * u)[:, None] - 1 / np.square(v + cosh))
    fall = beyond * (start[:, None] + beyond / 2)
    mills = width / scale * np.cosh(u) * ((np.exp(gain - fall) / np.square(cosh)) @ weights)
    log_density = a * (1 - np.exp(-2 * u)) - start * start / 2 - np.log(np.cosh(u))
    return mills * (log_density + np.log(mills) - np.log(target)), _log_slope(u, a, b) + 1 / mills


def _root(steps: Callable[..., tuple[Array, Array]], u: Array, *given: Array) -> Array:
    """Halley's method from ``u``, coarse at first, for those not yet close."""
    active, rule = np.arange(u.size), _COARSE
    for _ in range(_ITERATIONS):
        at = u[active]
        newton, curvature = steps(at, *(x[active] for x in given), rule)
        bend = np.clip(np.nan_to_num(1 + newton * curvature / 2, nan=1.0), 0.5, 2.0)
        step = np.clip(newton / bend, -at / 2, 1.0)
        u[active] += step
        if rule is _FINE:
            active = active[abs(step) > _CLOSE * np.minimum(at, 1.0)]
        rule = _FINE
        if not active.size:
            break
    return u


def _first_guess(d: Dichotomy) -> Array:
    """The artanh of the approximation of Bonett and Price (2005), from the odds ratio and the margins."""
    rarest = np.minimum(np.minimum(d.rp, d.rn), np.minimum(d.pp, d.pn)) / d.n
    power = (1 - abs(d.rp - d.pp) / (5 * d.n) - np.square(0.5 - rarest)) / 2
    return np.arcsinh(np.tan(np.pi / 2 * np.tanh(power * abs(d.log_odds_ratio) / 2)))


def _thresholds(d: Dichotomy) -> tuple[Array, Array]:
    from scipy.special import ndtri

    h = np.where(d.rp < d.rn, ndtri(d.rp / d.n), -ndtri(d.rn / d.n))
    return h, np.where(d.pp < d.pn, ndtri(d.pp / d.n), -ndtri(d.pn / d.n))


def _solve(d: Dichotomy) -> Array:
    """The correlation of tables without empty cells, and not independent."""
    h, k = _thresholds(d)
    sign = np.sign(d.determinant)
    a, b = sign * h * k / 2, np.square(h - sign * k) / 8
    scale = 2 * np.pi / d.n * np.exp((h * h + k * k) / 2)
    done = scale * abs(d.determinant) / d.n
    left = scale * np.where(sign > 0, np.minimum(d.fp, d.fn), np.minimum(d.tp, d.tn))
    u = _first_guess(d)
    far = (left < done) & (8 * b * np.square(np.sinh(u)) > 1)
    near = ~far
    u[near] = _root(_from_zero, u[near], a[near], b[near], done[near])
    u[far] = _root(_to_infinity, u[far], a[far], b[far], left[far])
    return sign * np.tanh(u)


def _gradient(d: Dichotomy, r: Array, tp: Array, rp: Array, pp: Array) -> Array:
    """The change of the correlation with those of the shares of true, real and predicted positives."""
    from scipy.special import ndtr

    h, k = _thresholds(d)
    room = 1 - r * r
    density = np.exp(-(h * h + k * k - 2 * r * h * k) / (2 * room)) / (2 * np.pi * np.sqrt(room))
    by_real, by_predicted = ndtr((k - r * h) / np.sqrt(room)), ndtr((h - r * k) / np.sqrt(room))
    return (tp - by_real * rp - by_predicted * pp) / density


def _real(d: Dichotomy) -> Array:
    margins = d.rp * d.rn * d.pp * d.pn
    r = np.where(margins > 0, np.sign(d.determinant), np.nan)
    flat = r.ravel()
    inner = np.flatnonzero((d.tp * d.tn > 0) & (d.fp * d.fn > 0) & (d.determinant != 0))
    for start in range(0, inner.size, _CHUNK):
        chunk = inner[start : start + _CHUNK]
        flat[chunk] = _solve(d.mapped(partial(_pick, chunk)))
    return flat.reshape(r.shape)


def _pick(where: Array, cells: Array) -> Array:
    return cells.ravel()[where]


@binary(
    "Tetrachoric correlation",
    formula=r"r:\ \Phi_2(\Phi^{-1}(\mathrm{rp}),\Phi^{-1}(\mathrm{pp});r)=\mathrm{tp}",
    source=("pearson1900", "bonett2005"),
    kind="association",
    low=-1.0,
    chance=0.0,
    dual="tetrachoric_correlation",
    inverse="tetrachoric_correlation",
    odd=True,
    needs=ALL_MARGINS,
    family="odds",
    aliases=("tetrachoric", "tetrachoric r"),
    advice="Assumes that truth and prediction are cut from normal variables; ±1 as soon as a cell is empty.",
)
def tetrachoric_correlation(d: Dichotomy) -> Array:
    """The correlation of the two normal variables that, cut in two each, would give this table."""
    if not np.iscomplexobj(d.tp):
        return _real(d)
    real = d.mapped(np.real)
    r = _real(real)
    shares = (share.imag for share in (d.tp / d.n, d.prevalence, d.bias))
    return r + 1j * np.where(abs(r) < 1, _gradient(real, r, *shares), 0.0)
