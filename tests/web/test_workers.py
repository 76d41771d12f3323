"""Worker processes: their limits, what they leave behind, and the next one after one has ended."""

import asyncio
import os
import tempfile
import time
from pathlib import Path

import pytest

from abovechance.core.errors import InputError
from abovechance.web.settings import Settings
from abovechance.web.workers import BusyError, LimitError, Workers


def hold(size):
    return len(bytearray(size))


def die(code):
    os._exit(code)


def refuse(label):
    raise InputError("{argument} must be a number, not {label!r}", argument="level", label=label)


def fail(_):
    raise ZeroDivisionError("nothing")


def write(text):
    with tempfile.NamedTemporaryFile("w", delete=False) as file:
        file.write(text)
    return file.name, str(Path.cwd())


def pid(_):
    return os.getpid()


@pytest.fixture
def use(tmp_path):
    """Run a coroutine with workers; afterwards none is left, nor any of their files."""

    def run(task, **limits):
        async def inside():
            workers = Workers(Settings(**limits), tmp_path)
            try:
                return await task(workers)
            finally:
                workers.stop()

        answer = asyncio.run(inside())
        assert not list(tmp_path.iterdir())
        return answer

    return run


def test_a_worker_answers_again_and_again_in_a_folder_of_its_own(use, tmp_path):
    async def task(workers):
        await workers.start()
        first, second = await workers.run(pid, 0), await workers.run(pid, 0)
        name, folder = await workers.run(write, "x")
        return first, second, name, folder, await workers.run(abs, -42)

    first, second, name, folder, answer = use(task)
    assert first == second != os.getpid()
    assert (Path(name).parent, Path(folder).parent, answer) == (Path(folder), tmp_path, 42)


def test_errors_of_the_user_and_bugs_are_told_apart(use):
    async def task(workers):
        with pytest.raises(InputError) as caught:
            await workers.run(refuse, "{x}")
        assert (str(caught.value), caught.value.argument) == ("level must be a number, not '{x}'", "level")
        with pytest.raises(RuntimeError, match="ZeroDivisionError: nothing"):
            await workers.run(fail, 0)
        return await workers.run(abs, -2)

    assert use(task) == 2


def test_what_takes_too_long_is_ended_and_the_next_is_answered(use):
    async def task(workers):
        await workers.start()
        with pytest.raises(LimitError, match="more than 1 seconds"):
            await workers.run(time.sleep, 60)
        return await workers.run(abs, -2)

    assert use(task, max_seconds=1) == 2


def test_what_needs_too_much_memory_is_refused(use):
    async def task(workers):
        with pytest.raises(LimitError, match="memory"):
            await workers.run(hold, 8_000_000_000)
        return await workers.run(hold, 1_000_000)

    assert use(task) == 1_000_000


def test_a_worker_that_dies_is_replaced(use):
    async def task(workers):
        with pytest.raises(LimitError, match="ended early"):
            await workers.run(die, 1)
        return await workers.run(abs, -2)

    assert use(task) == 2


def test_what_is_given_up_is_ended(use):
    async def task(workers):
        await workers.start()
        before = await workers.run(pid, 0)
        asked = asyncio.create_task(workers.run(time.sleep, 60))
        await asyncio.sleep(0.2)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        return before, await workers.run(pid, 0)

    before, after = use(task)
    assert before != after


def test_more_than_can_wait_are_sent_away(use):
    async def task(workers):
        await workers.start()
        asked = [asyncio.create_task(workers.run(time.sleep, 0.3)) for _ in range(3)]
        await asyncio.sleep(0.1)
        with pytest.raises(BusyError, match="3 evaluations wait already"):
            await workers.run(abs, -2)
        await asyncio.gather(*asked)

    use(task, max_waiting=3)
