"""Running a study: cells divided into chunks of replicates, each drawn with a seed of its own, and summed.

A study is a list of cells and a function from a chunk of a cell to sums. Which worker computes a chunk, and
when, changes nothing: the seed of a chunk follows from its place, and sums are added in the order of the
chunks. Only sums are kept, so that memory does not grow with the number of replicates. Those of the chunks of
a cell that are done so far are kept, too: they go on as if nothing had interrupted them.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from abovechance.core.errors import InputError
from abovechance.simulation.runner.checkpoint import Keeper, described, digest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from concurrent.futures import Executor, Future
    from pathlib import Path

    from numpy.typing import NDArray

Cell = TypeVar("Cell")
Sums = dict[str, "NDArray[Any]"]  # statistics of some replicates, by name

CHUNK_SIZE = 10_000  # replicates drawn with one seed
_CHUNKS_PER_WORKER = 4  # chunks handed out for each worker, so that none waits for work
_PATIENCE_SECONDS = 1.0  # the most work on a cell that a killed process loses, beside chunks under way
_MANY_WORKERS = 64  # how many an executor may have that does not tell


def added(one: Sums, other: Sums) -> Sums:
    """The sums of two parts together."""
    return {name: value + other[name] for name, value in one.items()}


def run(
    cells: Sequence[Cell],
    chunk: Callable[[Cell, int, np.random.SeedSequence], Sums],
    *,
    replicates: int,
    seed: int,
    chunk_size: int = CHUNK_SIZE,
    merge: Callable[[Sums, Sums], Sums] = added,
    executor: Executor | None = None,
    workers: int | None = None,
    folder: str | Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> list[Sums]:
    """The sums of each cell over all its replicates: for a seed the same, bit for bit, whoever computes.

    Cells are told apart by their ``repr``. ``chunk`` draws a number of replicates of a cell with a seed, and
    returns statistics that ``merge`` joins; processes and clusters need a function of a module, a
    ``functools.partial`` of one, or a callable dataclass. Another ``chunk_size`` draws others. ``executor``
    is any ``concurrent.futures.Executor``, such as the ``get_executor()`` of a Dask client; without it
    threads are used. In ``folder`` finished cells and chunks are kept, so that an interrupted run goes on
    from there.

    >>> def heads(coin, size, seed):
    ...     return {"heads": np.random.default_rng(seed).binomial(size, coin)}
    >>> fair, loaded = run([0.5, 0.9], heads, replicates=100_000, seed=1)
    >>> abs(fair["heads"] - 50_000) < 1000, abs(loaded["heads"] - 90_000) < 1000
    (True, True)
    """
    plan = _Plan(_whole("replicates", replicates), _whole("chunk_size", chunk_size), _whole("seed", seed, 0))
    keeper = None if folder is None else Keeper.open(folder, plan.facts(cells, chunk))
    found = {} if keeper is None else {i: sums for i in range(len(cells)) if (sums := keeper.read(i))}
    left = {i: _Part.kept(keeper, i) for i in range(len(cells)) if i not in found}
    done = plan.count * len(found) + sum(part.chunks for part in left.values())
    steps = _Steps(plan.count * len(cells), done, progress)
    with _pool(executor, workers) as (pool, ahead):
        tasks = (
            pool.submit(chunk, cells[i], size, plan.seed_of(i, j))
            for i, part in left.items()
            for j, size in islice(enumerate(plan.sizes), part.chunks, None)
        )
        with closing(_in_order(tasks, ahead)) as results:
            for i, part in left.items():
                rest = map(steps.counted, islice(results, plan.count - part.chunks))
                found[i] = part.completed(rest, merge)
    if keeper is not None:
        keeper.clear_up()
    return [found[i] for i in range(len(cells))]


class _Part:
    """The chunks of a cell that are done so far, which are kept from time to time."""

    def __init__(self, keeper: Keeper | None, cell: int, chunks: int, sums: Sums) -> None:
        self._keeper, self._cell, self._sums = keeper, cell, sums
        self.chunks = self._kept = chunks

    @classmethod
    def kept(cls, keeper: Keeper | None, cell: int) -> _Part:
        """What an earlier part of the run has left."""
        return cls(keeper, cell, *((0, {}) if keeper is None else keeper.read_part(cell)))

    def completed(self, rest: Iterator[Sums], merge: Callable[[Sums, Sums], Sums]) -> Sums:
        """Add the other chunks, and keep the whole; what is done is kept even if the others never are."""
        try:
            kept_at = monotonic()
            for sums in rest:
                # Merged in the order of the chunks, so that rounding is the same whoever has computed them.
                self._sums = merge(self._sums, sums) if self.chunks else sums
                self.chunks += 1
                if monotonic() - kept_at > _PATIENCE_SECONDS:
                    self._keep()
                    kept_at = monotonic()
        except BaseException:
            # An interrupt from the keyboard, too, must not lose the chunks that are done.
            self._keep()
            raise
        if self._keeper is not None:
            self._keeper.write(self._cell, self._sums)
        return self._sums

    def _keep(self) -> None:
        if self._keeper is not None and self.chunks > self._kept:
            self._keeper.write_part(self._cell, self.chunks, self._sums)
            self._kept = self.chunks


@dataclass(frozen=True)
class _Plan:
    """How the replicates of each cell are divided."""

    replicates: int
    chunk_size: int
    seed: int

    @property
    def count(self) -> int:
        """The chunks of a cell."""
        return -(-self.replicates // self.chunk_size)

    @property
    def sizes(self) -> Iterator[int]:
        """The replicates of each chunk of a cell."""
        for start in range(0, self.replicates, self.chunk_size):
            yield min(self.chunk_size, self.replicates - start)

    def seed_of(self, cell: int, chunk: int) -> np.random.SeedSequence:
        # By the places of cell and chunk, so that it does not matter who draws them, and when.
        return np.random.SeedSequence(self.seed, spawn_key=(cell, chunk))

    def facts(self, cells: Sequence[Any], chunk: object) -> dict[str, Any]:
        """What the sums follow from, and nothing else."""
        return {
            "study": described(chunk), "cells": len(cells), "digest": digest(cells), "seed": self.seed,
            "replicates": self.replicates, "chunk_size": self.chunk_size,
        }  # fmt: skip


class _Steps:
    """Counts the chunks that are done, and tells."""

    def __init__(self, total: int, done: int, tell: Callable[[float], None] | None) -> None:
        self._total, self._done, self._tell = total, done, tell

    def counted(self, sums: Sums) -> Sums:
        self._done += 1
        if self._tell is not None:
            self._tell(self._done / self._total)
        return sums


def _in_order(tasks: Iterator[Future[Sums]], ahead: int) -> Generator[Sums]:
    """The results in the order of the tasks, of which no more than some are handed out at a time."""
    waiting = deque(islice(tasks, ahead))
    try:
        while waiting:
            result = waiting[0].result()
            waiting.popleft()
            waiting.extend(islice(tasks, 1))
            yield result
    finally:
        # After an error or an interrupt, what has not begun need not be computed.
        for task in waiting:
            task.cancel()


@contextmanager
def _pool(executor: Executor | None, workers: int | None) -> Iterator[tuple[Executor, int]]:
    """Where to compute, and how many chunks to hand out ahead of those that are done."""
    if workers is not None:
        _whole("workers", workers)
    if executor is not None:
        known: int = workers or getattr(executor, "_max_workers", None) or _MANY_WORKERS
        yield executor, _CHUNKS_PER_WORKER * known
        return
    count = workers or _processors()
    with ThreadPoolExecutor(count) as threads:
        yield threads, _CHUNKS_PER_WORKER * count


def _processors() -> int:
    """Those that this process may use."""
    # The machine may have more processors than this process is allowed to use.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _whole(name: str, value: object, least: int = 1) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise InputError(f"{name} must be a whole number of {least} or more, got {value!r}")
    return int(value)
