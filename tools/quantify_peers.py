"""Corrected shares beside judgy, truescore and QuaPy, on the same draws: tables of ``docs/quantify.md``.

``python tools/quantify_peers.py [--draws 150] [--seed 2] [--quick]`` prints a table for two classes and one
for five. A package that is not installed is named, and left out; ``pip install --group bench`` installs all.
Coverage is that over all draws, so a draw that a package refuses is not covered; widths are those within
[0, 1] of what is given. judgy resamples 20 000 times unless it is told otherwise, here 2 000 times; QuaPy
(adjusted counts with its bootstrap) 100 times.
"""

from __future__ import annotations

import argparse
import warnings
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from abovechance.inference.quantify.shares import allowed_shares, share_estimates, share_sets
from abovechance.studies.quantify.run import LEVEL, SETTINGS, World

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Found = tuple[float, float, float]
    Peer = Callable[[Any, Floats, Floats], Found]

FIVE = (World(50, 1000, 0.6, 0.5, 0.2, 5), World(200, 1000, 0.2, 0.8, 0.2, 5))
MORE = (World(100, 1000, 0.3, 0.95, 0.3), World(300, 1000, 0.1, 0.1, 0.5))
AXES = ("labelled", "unlabelled", "share", "informed", "bias")
_QUICK = 10
_RESAMPLED_BY_JUDGY = 2000
_RESAMPLED_BY_QUAPY = 100


@dataclass(frozen=True)
class Items:
    """The items of tables, one by one: truth and prediction of labelled ones, predictions of the others."""

    truth: NDArray[np.int64]
    said: NDArray[np.int64]
    loose: NDArray[np.int64]

    @classmethod
    def of(cls, labelled: Floats, loose: Floats) -> Items:
        """As many items as a table has."""
        rows, columns = np.indices(labelled.shape)
        sizes = labelled.astype(int).ravel()
        truth, said = np.repeat(rows.ravel(), sizes), np.repeat(columns.ravel(), sizes)
        return cls(truth, said, np.repeat(np.arange(len(loose)), loose.astype(int)))


def judgy(module: Any, labelled: Floats, loose: Floats) -> Found:
    """The bootstrap of the inverted share."""
    items = Items.of(labelled, loose)
    value, low, high = module.estimate_success_rate(
        items.truth, items.said, items.loose, bootstrap_iterations=_RESAMPLED_BY_JUDGY, confidence_level=LEVEL
    )
    return float(value), float(low), float(high)


def truescore_inverted(module: Any, labelled: Floats, loose: Floats) -> Found:
    """Rogan and Gladen's share."""
    return _truescore(module.rogan_gladen_estimate, labelled, loose)


def truescore_powered(module: Any, labelled: Floats, loose: Floats) -> Found:
    """The prediction-powered share."""
    return _truescore(module.ppi_estimate, labelled, loose)


def _truescore(estimate: Callable[..., Any], labelled: Floats, loose: Floats) -> Found:
    items = Items.of(labelled, loose)
    judge = np.concatenate((items.said, items.loose))
    found = estimate(judge, items.truth, np.arange(len(items.truth)), alpha=1 - LEVEL)
    return found.point, found.low, found.high


def quapy(module: Any, labelled: Floats, loose: Floats) -> Found:
    """Adjusted counts of the last class; items are their predictions, which the classifier hands through."""
    from joblib import parallel_config
    from sklearn.preprocessing import FunctionTransformer

    given: Any = FunctionTransformer().fit([[0]])  # fitted, so that QuaPy asks it for predictions at once
    given.classes_, given.predict = np.arange(len(labelled)), np.asarray
    items = Items.of(labelled, loose)
    adjusted = module.method.aggregative.ACC(given, fit_classifier=False, val_split=None)
    bootstrap = module.method.confidence.AggregativeBootstrap(
        adjusted, n_test_samples=_RESAMPLED_BY_QUAPY, confidence_level=LEVEL, random_state=0
    )
    with parallel_config(backend="sequential"):
        bootstrap.fit(items.said, items.truth)
        value, region = bootstrap.predict_conf(items.loose)
    return float(value[-1]), float(region.I_low[-1]), float(region.I_high[-1])


PEERS: dict[str, tuple[str, Peer, bool]] = {  # by title: the package, what it does, whether with more classes
    "judgy": ("judgy", judgy, False),
    "truescore, Rogan–Gladen": ("truescore", truescore_inverted, False),
    "truescore, PPI++": ("truescore", truescore_powered, False),
    "QuaPy, ACC": ("quapy", quapy, True),
}


def installed() -> dict[str, Any]:
    """The packages that are there; what is not is said."""
    found = {}
    for name in dict.fromkeys(package for package, _, _ in PEERS.values()):
        try:
            found[name] = import_module(name)
        except ModuleNotFoundError:
            print(f"{name} is not installed, and left out.")
    if "quapy" in found:
        import_module("quapy.method.confidence")
    print(", ".join(f"{name} {version(name)}" for name in found) + ".\n")
    return found


def ours(labelled: Floats, loose: Floats, world: World, design: str) -> dict[str, Floats]:
    """Values and intervals of the last class for all draws."""
    value = share_estimates(labelled, loose, design)[:, -1]
    if design == "class" and world.classes > 2:  # whether they cover is found much quicker than their ends
        held = allowed_shares(labelled, loose, LEVEL, world.shares)[:, -1]
        low = np.where(held, world.share, np.nan)
        return {"value": value, "low": low, "high": np.full(len(value), np.nan)}
    low, high = (x[:, -1] for x in share_sets(labelled, loose, design, LEVEL))
    return {"value": value, "low": low, "high": high}


def theirs(peer: Peer, module: Any, labelled: Floats, loose: Floats) -> dict[str, Floats]:
    """What a package gives for each draw, NaN where it refuses."""
    found = []
    for table, rest in zip(labelled, loose, strict=True):
        try:
            found.append(peer(module, table, rest))
        except (ValueError, RuntimeError):
            found.append((np.nan,) * 3)
    return dict(zip(("value", "low", "high"), np.transpose(found), strict=True))


def summary(found: dict[str, Floats], share: float) -> str:
    """Coverage over all draws, mean width of what is given, error, and how many have no value."""
    value, low, high = found["value"], found["low"], found["high"]
    upper = np.where(np.isnan(high), low, high)
    covered = np.mean((low <= share + 1e-12) & (share - 1e-12 <= upper))
    given = ~np.isnan(high)
    width = np.mean(np.clip(high[given], 0, 1) - np.clip(low[given], 0, 1)) if given.any() else np.nan
    known = ~np.isnan(value)
    error = np.sqrt(np.mean((np.clip(value[known], 0, 1) - share) ** 2)) if known.any() else np.nan
    missing = f", {int((~known).sum())} without a value" if not known.all() else ""
    told = "–" if np.isnan(width) else f"{width:.3f}"
    return f"{100 * covered:.1f} % ({told}; {error:.3f}{missing})"


def table(worlds: tuple[World, ...], modules: dict[str, Any], draws: int, seed: int) -> None:
    """A line for each world: coverage (mean width; RMSE) of ours and of each package."""
    many = worlds[0].classes > 2
    peers = {name: x for name, x in PEERS.items() if x[0] in modules and (x[2] or not many)}
    titles = ["labelled / unlabelled / share / B / bias", "`class`", "`population`", *peers]
    print("| " + " | ".join(titles) + " |\n|" + "---|" * len(titles))
    for world, source in zip(worlds, np.random.SeedSequence(seed).spawn(len(worlds)), strict=True):
        labelled, loose = world.draw(draws, source)
        cells = [ours(labelled, loose, world, design) for design in ("class", "population")]
        np.random.seed(seed)  # noqa: NPY002 - what judgy and QuaPy draw from
        cells += [theirs(peer, modules[package], labelled, loose) for package, peer, _ in peers.values()]
        name = " / ".join(str(round(getattr(world, x), 2)) for x in AXES)
        print("| " + " | ".join([name, *(summary(x, world.share) for x in cells)]) + " |", flush=True)
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--draws", type=int, default=150)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--quick", action="store_true", help="10 draws")
    given = parser.parse_args()
    draws = _QUICK if given.quick else given.draws
    warnings.simplefilter("ignore")  # of packages
    modules = installed()
    print(f"{draws} draws of each, seed {given.seed}: coverage of 95 % intervals (mean width; RMSE).\n")
    table((*SETTINGS, *MORE), modules, draws, given.seed)
    table(FIVE, modules, draws, given.seed)


if __name__ == "__main__":
    main()
