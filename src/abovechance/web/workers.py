"""Heavy work runs in processes of its own, which are ended at the limits of time and memory."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from abovechance.core.errors import AbovechanceError, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

    from abovechance.web.settings import Settings

_MAX_TASKS = 200  # a worker is replaced after so many: what libraries keep in memory is given back
_SECONDS_TO_START = 60.0


class BusyError(Exception):
    """So many requests wait that this one would wait too long."""


class LimitError(Exception):
    """A request took more time or memory than one may."""


@dataclass(frozen=True)
class _Failure:
    """What went wrong in a worker: a sentence for the user, or a bug."""

    sentence: str
    argument: str | None = None
    is_limit: bool = False
    is_bug: bool = False


class Workers:
    """A few processes that answer one request at a time each.

    Each has a folder of its own for what libraries keep on disk, which is removed with it: a process that is
    killed cannot do that.
    """

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._settings = settings
        self._folder = folder
        self._stopped = False
        # A forked process would have the server's sockets, and locks that its threads hold.
        self._context = multiprocessing.get_context("spawn")
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._places = asyncio.Semaphore(settings.workers)
        self._waiting = 0

    async def start(self) -> None:
        """Start the processes, which takes some seconds, before anybody needs them."""
        while len(self._all) < self._settings.workers:
            self._idle.append(await asyncio.to_thread(self._started))

    def stop(self) -> None:
        """End all processes."""
        self._stopped = True
        for worker in list(self._all):
            self._end(worker)

    async def run(self, function: Callable[[Any], Any], argument: object) -> Any:
        """What a function of a module answers, or its error."""
        if self._waiting >= self._settings.max_waiting:
            raise BusyError(f"{self._waiting} evaluations wait already: try again in a minute")
        self._waiting += 1
        try:
            async with self._places:
                return await self._run(function, argument)
        finally:
            self._waiting -= 1

    async def _run(self, function: Callable[[Any], Any], argument: object) -> Any:
        worker = self._idle.pop() if self._idle else await asyncio.to_thread(self._started)
        whole = False
        try:
            # A thread waits for the pipe, so that the server goes on answering others.
            answer = await asyncio.to_thread(worker.ask, function, argument, self._settings.max_seconds)
            whole = worker.tasks < _MAX_TASKS
        finally:
            if whole:
                self._idle.append(worker)
            else:  # it took too long, died, or the request was given up
                self._end(worker)
        if not isinstance(answer, _Failure):
            return answer
        if answer.is_bug:
            raise RuntimeError(answer.sentence)
        if answer.is_limit:
            raise LimitError(answer.sentence)
        # The sentence is data: braces in it name nothing.
        raise InputError("{text}", argument=answer.argument, text=answer.sentence)

    def _started(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        folder = Path(tempfile.mkdtemp(prefix="worker-", dir=self._folder))
        process = self._context.Process(
            target=_work,
            args=(theirs, folder, self._settings.max_memory),
            daemon=True,
            name="abovechance-worker",
        )
        with _without_interruptions():
            process.start()
        # The worker alone holds this end now, so that its death ends the pipe instead of leaving it silent.
        theirs.close()
        worker = _Worker(process, ours, folder)
        self._all.add(worker)
        # It says when it is ready, as the time of a request is not for starting. If it died, a request tells.
        with contextlib.suppress(EOFError, OSError):
            if ours.poll(_SECONDS_TO_START):
                ours.recv()
        if self._stopped:  # in the meantime
            self._end(worker)
        return worker

    def _end(self, worker: _Worker) -> None:
        self._all.discard(worker)
        # Killed, as a process that computes without end would not listen.
        worker.process.kill()
        worker.process.join()  # its pipe is closed with the last that waits for it
        shutil.rmtree(worker.folder, ignore_errors=True)


@contextlib.contextmanager
def _without_interruptions() -> Iterator[None]:
    """Let a process that is started here not be interrupted before it takes care of that itself."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    # A new process inherits the mask of the thread that starts it.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(eq=False)
class _Worker:
    process: multiprocessing.process.BaseProcess
    pipe: Connection
    folder: Path
    tasks: int = 0

    def ask(self, function: Callable[[Any], Any], argument: object, seconds: float) -> Any:
        """What the process answers within the time."""
        self.tasks += 1
        try:
            self.pipe.send((function, argument))
            if self.pipe.poll(seconds):
                return self.pipe.recv()
        except (EOFError, OSError):
            raise LimitError("the evaluation ended early: it may have needed too much memory") from None
        raise LimitError(
            f"the evaluation took more than {seconds:g} seconds and was ended: use the command line, which "
            "has no limit, or a smaller file"
        )


# In the worker process ---------------------------------------------------------------------------


def _work(pipe: Connection, folder: Path, max_memory: int) -> None:
    """Answer requests until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    tempfile.tempdir = str(folder)
    os.chdir(folder)  # a relative name leads to nothing of the user's
    # What libraries print there would stand among the messages of the server.
    sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - it is open to the end
    _limit_memory(max_memory)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        pipe.send(True)
        for function, argument in _requests(pipe):
            pipe.send(_answer(function, argument))


def _requests(pipe: Connection) -> Iterator[tuple[Callable[[Any], Any], Any]]:
    while True:
        yield pipe.recv()


def _answer(function: Callable[[Any], Any], argument: object) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is to be told is in the answer
            return function(argument)
    except AbovechanceError as error:
        return _Failure(str(error), getattr(error, "argument", None))
    except MemoryError:
        return _Failure("the evaluation needed more memory than one request may have", is_limit=True)
    except Exception as error:  # noqa: BLE001 - the worker lives on, and the server tells of the bug
        return _Failure(f"{type(error).__name__}: {error}", is_bug=True)


def _limit_memory(most: int) -> None:
    """Let allocations fail beyond a limit, where the system can do that (not on Windows)."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        # A limit above the hard one would be refused.
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
