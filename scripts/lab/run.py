"""Programs that are run, warplint above all, and several at a time."""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

ROOT = pathlib.Path(__file__).resolve().parents[2]
INPUTS = ROOT / "test" / "Inputs"
# How tests parse a file: without a CUDA toolkit.
STUB = ["-std=c++17", "-nocudainc", "-nocudalib", "-I", str(INPUTS),
        "-include", str(INPUTS / "cuda_stub.h")]
OWN_CODES = (0, 1, 2)  # All that warplint ends with by itself.

Item, Result = TypeVar("Item"), TypeVar("Result")


class Failure(Exception):
    """Ends the command with status 2 and this text."""


@dataclasses.dataclass
class Ended:
    """A program that has ended; code None: it did not within the limit."""
    code: int | None
    out: str
    err: str


def run(command: Sequence[Any], limit: float | None = None, cwd: Any = None,
        env: dict[str, str] | None = None, merged: bool = False, **how: Any) -> Ended:
    """Runs a program for at most `limit` seconds. Past them all that it has started is
    ended, too. `merged`: its errors are in `out`. `env` comes beside the environment."""
    with subprocess.Popen([str(word) for word in command], cwd=cwd, text=True, errors="replace",
                          env=os.environ | (env or {}), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, start_new_session=True,
                          stderr=subprocess.STDOUT if merged else subprocess.PIPE,
                          **how) as child:
        try:
            out, err = child.communicate(timeout=limit)
            return Ended(child.returncode, out, err or "")
        except BaseException as ended:
            os.killpg(child.pid, signal.SIGKILL)
            if not isinstance(ended, subprocess.TimeoutExpired):
                raise
            return Ended(None, "", "")


def output(command: Sequence[Any], allowed: Sequence[int] = (0,), **how: Any) -> str:
    """What a program prints; it has to end with one of the codes."""
    done = run(command, **how)
    if done.code not in allowed:
        raise Failure(f"{' '.join(map(str, command))[:400]}\nended with status {done.code}\n"
                      f"{done.out[-4000:]}{done.err[-4000:]}")
    return done.out


# For commands that are about shared memory.
SHARED_ONLY = "--checks=-warplint-uncoalesced-access"


def warplint(program: Any, sources: Any, *options: Any, flags: Sequence[Any] = (),
             **how: Any) -> Ended:
    """Lints one source or several; flags are the compiler's."""
    sources = sources if isinstance(sources, (list, tuple)) else [sources]
    return run([program, *options, *sources, *(["--", *flags] if flags else [])], **how)


def reports(done: Ended) -> list[dict[str, Any]] | None:
    """The files of a run with --format=json; None where it failed."""
    try:
        return json.loads(done.out)["files"] if done.code in OWN_CODES else None
    except (ValueError, KeyError):
        return None


def lint(program: Any, sources: Any, *options: Any, allowed: Sequence[int] = (0, 1),
         **how: Any) -> list[dict[str, Any]]:
    """The reports of sources that warplint has to be able to read: of shared memory, unless
    `options` name checks."""
    checks = [] if any(str(option).startswith("--checks") for option in options) else \
        [SHARED_ONLY]
    done = warplint(program, sources, "--format=json", *checks, *options, **how)
    found = reports(done)
    if found is None or done.code not in allowed:
        raise Failure(f"{sources}: warplint ended with status {done.code}\n{done.err}")
    return found


def parallel(work: Callable[[Item], Result], items: Iterable[Item], jobs: int | None = None,
             progress: bool = False) -> Iterator[Result]:
    """The results of threads, in the order of the items; none is begun once the caller
    wants no more."""
    items = list(items)
    pool = concurrent.futures.ThreadPoolExecutor(jobs or os.cpu_count())
    try:
        for done, result in enumerate(pool.map(work, items), 1):
            if progress:
                print(f"\r{done}/{len(items)} ", end="", file=sys.stderr, flush=True)
            yield result
    finally:
        pool.shutdown(cancel_futures=True)
    if progress:
        print(file=sys.stderr)


class Parser(argparse.ArgumentParser):
    """Reads a command's words; what stands behind "--" are flags of the compiler."""

    def __init__(self, name: str, text: str):
        super().__init__(prog=f"lab {name}", description=text,
                         formatter_class=argparse.RawDescriptionHelpFormatter)

    def program(self, jobs: bool = True) -> None:
        """The options of all commands that run warplint."""
        self.add_argument("--warplint", default="warplint", metavar="PROGRAM",
                          type=lambda name: os.path.abspath(name) if "/" in name else name)
        if jobs:
            self.add_argument("-j", "--jobs", type=int, default=os.cpu_count())

    def read(self, words: list[str]) -> argparse.Namespace:
        behind = words.index("--") if "--" in words else len(words)
        # Subcommands allow no options between their arguments.
        read = self.parse_args if self._subparsers else self.parse_intermixed_args
        options = read(words[:behind])
        options.flags = words[behind + 1:]
        return options
