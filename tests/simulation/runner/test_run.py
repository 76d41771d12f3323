"""The same sums whoever computes them, in whatever order, after whatever interruption."""

import multiprocessing
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import pytest

from abovechance import InputError
from abovechance.simulation.runner.run import run
from abovechance.simulation.study.systems import System, Trial
from abovechance.simulation.study.trials import Measuring, merged


@dataclass(frozen=True)
class Die:
    sides: int


def thrown(die, size, seed):
    """Sums of numbers of so different size that another order of addition would show in the last digits."""
    rng = np.random.default_rng(seed)
    time.sleep(rng.uniform(0, 0.002))
    points = rng.integers(1, die.sides + 1, size=size)
    return {
        "points": points.sum(),
        "wild": (rng.standard_normal(size) * 10.0 ** rng.integers(-8, 8, size)).sum(),
    }


DICE = [Die(6), Die(20), Die(100)]


def same(one, other):
    return len(one) == len(other) and all(
        a.keys() == b.keys() and all(np.array_equal(a[name], b[name]) for name in a)
        for a, b in zip(one, other, strict=True)
    )


def test_sums_are_those_of_the_chunks_in_order():
    found = run(DICE, thrown, replicates=250, seed=3, chunk_size=100)
    for i, die in enumerate(DICE):
        parts = [
            thrown(die, size, np.random.SeedSequence(3, spawn_key=(i, j)))
            for j, size in enumerate((100, 100, 50))
        ]
        assert found[i]["points"] == sum(part["points"] for part in parts)
        assert found[i]["wild"] == (parts[0]["wild"] + parts[1]["wild"]) + parts[2]["wild"]


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_any_number_of_threads_gives_the_same(workers):
    alone = run(DICE, thrown, replicates=3000, seed=1, chunk_size=100, workers=1)
    assert same(run(DICE, thrown, replicates=3000, seed=1, chunk_size=100, workers=workers), alone)


def test_processes_give_the_same():
    trials = [
        Trial((System(2, 50, b, (0.7, 0.3)), System(2, 50, 0.4, (0.5, 0.5), "even"))) for b in (0.0, 0.9)
    ]
    chunk = Measuring(("informedness", "accuracy", "markedness"))
    options = {"replicates": 500, "seed": 5, "chunk_size": 100, "merge": merged}
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert same(run(trials, chunk, executor=pool, **options), run(trials, chunk, **options))


def test_an_executor_stays_open():
    with ThreadPoolExecutor(2) as pool:
        run(DICE, thrown, replicates=10, seed=1, executor=pool)
        assert pool.submit(int, "7").result() == 7


def test_another_seed_gives_others():
    one, other = (run(DICE, thrown, replicates=1000, seed=seed) for seed in (1, 2))
    assert all(a["wild"] != b["wild"] for a, b in zip(one, other, strict=True))


def test_no_cells():
    assert run([], thrown, replicates=10, seed=1) == []


class Immediate(Executor):
    """Computes at once, and counts."""

    def __init__(self):
        self.submitted = 0

    def submit(self, function, *arguments):
        self.submitted += 1
        future = Future()
        future.set_result(function(*arguments))
        return future


def test_chunks_are_handed_out_a_few_at_a_time():
    executor, merges, ahead = Immediate(), [], []

    def merge(one, other):
        merges.append(1)
        ahead.append(executor.submitted - len(merges))
        return {"points": one["points"] + other["points"]}

    run([Die(6)], thrown, replicates=100, seed=1, chunk_size=1, merge=merge, executor=executor, workers=3)
    assert executor.submitted == 100
    assert max(ahead) <= 4 * 3 + 1


def test_progress_rises_to_one_and_begins_where_an_earlier_run_ended(tmp_path):
    shares = []
    run(DICE[:1], thrown, replicates=300, seed=1, chunk_size=100, progress=shares.append)
    assert shares == [1 / 3, 2 / 3, 1.0]

    def interrupt(share):
        if share > 0.4:
            raise KeyboardInterrupt

    options = {"replicates": 200, "seed": 1, "chunk_size": 100, "folder": tmp_path}
    with pytest.raises(KeyboardInterrupt):
        run(DICE, thrown, progress=interrupt, **options)
    shares.clear()
    run(DICE, thrown, progress=shares.append, **options)
    assert shares == [3 / 6, 4 / 6, 5 / 6, 1.0]


def test_interrupted_and_resumed(tmp_path):
    """Ctrl-C leaves the finished cells and chunks; only the others are computed again."""
    whole = run(DICE, thrown, replicates=1000, seed=1, chunk_size=100)

    def interrupt(share):
        if share > 0.5:  # in the second of three cells
            raise KeyboardInterrupt

    options = {"replicates": 1000, "seed": 1, "chunk_size": 100, "folder": tmp_path}
    with pytest.raises(KeyboardInterrupt):
        run(DICE, thrown, progress=interrupt, **options)
    kept = ["cell-000000.npz", "manifest.json", "part-000001.npz"]
    assert sorted(path.name for path in tmp_path.iterdir()) == kept

    steps = []
    assert same(run(DICE, thrown, progress=steps.append, workers=1, **options), whole)
    assert len(steps) == 30 - 15
    assert steps[0] == 16 / 30
    assert not (tmp_path / "part-000001.npz").exists()
    steps.clear()
    assert same(run(DICE, thrown, progress=steps.append, **options), whole)
    assert steps == []


def test_one_cell_interrupted_again_and_again(tmp_path):
    """Each run gets a few chunks further, and the sums are those of one run to the last digit."""
    options = {"replicates": 950, "seed": 1, "chunk_size": 100}
    whole = run(DICE[:1], thrown, **options)
    for stop in (0.35, 0.35, 0.75):

        def interrupt(share, stop=stop):
            if share > stop:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            run(DICE[:1], thrown, progress=interrupt, folder=tmp_path, **options)
    steps = []
    assert same(run(DICE[:1], thrown, progress=steps.append, folder=tmp_path, **options), whole)
    assert steps == [0.8, 0.9, 1.0]


def test_a_broken_part_is_computed_anew(tmp_path):
    options = {"replicates": 300, "seed": 1, "chunk_size": 100}

    def interrupt(share):
        if share == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(DICE[:1], thrown, progress=interrupt, folder=tmp_path, **options)
    part = tmp_path / "part-000000.npz"
    part.write_bytes(part.read_bytes()[:-5])
    steps = []
    with pytest.warns(UserWarning, match=r"part-000000\.npz' is damaged"):
        found = run(DICE[:1], thrown, progress=steps.append, folder=tmp_path, **options)
    assert same(found, run(DICE[:1], thrown, **options))
    assert len(steps) == 3


class Waiting(Executor):
    """Ends the first task, and lets the others wait for their turn."""

    def __init__(self, end):
        self._end, self.tasks = end, []

    def submit(self, function, *arguments):
        task = Future()
        if not self.tasks:
            self._end(task, {"points": 1})
        self.tasks.append(task)
        return task


def never_done(task, _):
    """A task that is interrupted while it is waited for."""

    def wait():
        raise KeyboardInterrupt

    task.result = wait


@pytest.mark.parametrize(
    ("end", "error"),
    [
        (lambda task, _: task.set_exception(ZeroDivisionError()), ZeroDivisionError),
        (lambda task, sums: task.set_result(sums), KeyboardInterrupt),
        (never_done, KeyboardInterrupt),
    ],
)
def test_after_an_error_or_an_interruption_what_waits_is_not_begun(end, error):
    executor = Waiting(end)

    def interrupt(share):
        raise KeyboardInterrupt

    with pytest.raises(error) as caught:
        run(range(1000), thrown, replicates=1, seed=1, executor=executor, workers=2, progress=interrupt)
    assert caught.tb is not None  # as long as it is held, nothing is cancelled by being forgotten
    assert 4 * 2 <= len(executor.tasks) <= 4 * 2 + 1
    assert all(task.cancelled() for task in executor.tasks[1:])
    assert executor.tasks[0].done()


def test_an_error_of_a_chunk_is_told():
    def failing(cell, size, seed):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(range(1000), failing, replicates=1, seed=1, workers=2)


@pytest.mark.parametrize(
    ("name", "value"),
    [("replicates", 0), ("replicates", 1.5), ("chunk_size", 0), ("seed", -1), ("seed", None), ("workers", 0)],
)
def test_numbers_that_are_refused(name, value):
    with pytest.raises(InputError, match=name):
        run(DICE, thrown, **({"replicates": 10, "seed": 1} | {name: value}))
