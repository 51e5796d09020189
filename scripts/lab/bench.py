"""Times warplint, clang and clang-tidy on the same files.

    lab bench FILE|FOLDER... [-- FLAGS]

Runs three commands on each file, with the same flags and for the same device:

  clang     clang++ -fsyntax-only, one device-side parse
  tidy      clang-tidy with one cheap check
  warplint  all of warplint

They alternate within one run, so that load affects all of them, and the ratios of their
medians are compared. Files that clang cannot parse are counted and skipped. With
--baseline, two builds of warplint alternate instead, and CPU times are compared. With
--option=--cost, the program alternates with itself, the second time with that option.

    lab bench --many FILE|FOLDER... [-- FLAGS]

Each of these commands lints or parses all files as one build, several at a time:

  clang, tidy   as above, by run-clang-tidy
  cold          warplint with an empty cache
  again         warplint after a line was added to each file: it compiles headers now
  touched       again, after one more line
  unchanged     warplint again
  plugin        with --plugin FILE: the same run-clang-tidy with warplint's checks, and an
                empty cache
  plugin again  again, after a line was added to each file, twice

    lab bench --broken FILE|FOLDER...

Each file as it is in a fresh clone, without flags and with an empty cache, whether clang
can parse it or not: the CPU time of warplint against clang++ -fsyntax-only, medians of
--runs.

Exit code: 0; 1 if the newer build is more than --tolerance percent slower; 2 for an error.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

from lab import gpu
from lab.run import ROOT, STUB, Failure, Parser

CHEAP = "-*,bugprone-bool-pointer-implicit-conversion"


def toolkit_flags() -> list[str]:
    """What nvcc adds by itself and clang does not: CCCL's folder since CUDA 13."""
    toolkit = gpu.find_toolkit()
    if not toolkit:
        return ["-Wno-unknown-cuda-version"]
    cccl = pathlib.Path(toolkit, "include", "cccl")
    return ["-Wno-unknown-cuda-version", f"--cuda-path={toolkit}",
            *(["-isystem", str(cccl)] if cccl.is_dir() else [])]


def sources(names: list[pathlib.Path]) -> Iterator[pathlib.Path]:
    """The .cu files that are named, or lie in the folders that are."""
    for name in names:
        yield from sorted(name.rglob("*.cu")) if name.is_dir() else [name]


def device_flags(options: argparse.Namespace, source: pathlib.Path) -> list[str]:
    """How clang parses a source, behind "--" of warplint, too."""
    is_test = (ROOT / "test") in source.resolve().parents
    return ["-x", "cuda", "--cuda-device-only", f"--cuda-gpu-arch={options.arch}", "-std=c++17",
            *(STUB if is_test else toolkit_flags()), *options.flags]


def timed(command: list[Any], cache: Any = "", text: str | None = None) -> tuple[float, Any]:
    """Seconds on the wall, and the program that has ended."""
    begin = time.perf_counter()
    done = subprocess.run([str(word) for word in command], input=text, text=True,
                          errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=os.environ | {"WARPLINT_CACHE_DIR": str(cache)}, check=False)
    return time.perf_counter() - begin, done


def processor(command: list[Any], cache: Any = "") -> tuple[float, Any]:
    """What one run took of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _, done = timed(command, cache)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime), done


def medians(options: argparse.Namespace, commands: dict[str, list[Any]],
            seconds: Callable[[list[Any]], tuple[float, Any]]) -> dict[str, float] | None:
    """By command, when they take turns; nothing where clang or a build does not parse the
    file. The first runs also fill the file cache."""
    codes = {name: timed(command)[1].returncode for name, command in commands.items()}
    if codes.get("clang") or any(code not in (0, 1) for code in codes.values()):
        return None
    spent: dict[str, list[float]] = {name: [] for name in commands}
    names = list(commands)
    for turn in range(options.runs):
        # Another one goes first each time.
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            spent[name].append(seconds(commands[name])[0])
    return {name: statistics.median(of) for name, of in spent.items()}


def singly(options: argparse.Namespace) -> int:
    """Each file by itself, beside clang or an older build."""
    before = options.baseline or (options.option and options.warplint)
    base = "before" if before else "clang"
    rows, left_out = [], 0
    for source in sources(options.sources):
        flags = device_flags(options, source)
        rest = [source, "--", *flags]
        own = [options.warplint, *options.option, *rest]
        found = medians(options, {"before": [before, *rest], "warplint": own}
                        if before else {
                            "clang": [options.clang, *flags, "-fsyntax-only", source],
                            "tidy": [options.clang_tidy, "--quiet", f"--checks={CHEAP}", source,
                                     "--", *flags],
                            "warplint": own}, processor if before else timed)
        if not found:
            left_out += 1
            continue
        if not rows:
            print("".join(f"{name:>10}" for name in found)
                  + "".join(f"{f'{name}/{base}':>16}" for name in list(found)[1:]))
        rows.append(found)
        print("".join(f"{seconds:10.3f}" for seconds in found.values())
              + "".join(f"{found[name] / found[base]:16.3f}" for name in list(found)[1:])
              + f"  {source}", flush=True)
    if not rows:
        raise Failure("no file that all parse")
    ratios = {name: statistics.median(row[name] / row[base] for row in rows)
              for name in list(rows[0])[1:]}
    print("".join(f"{sum(row[name] for row in rows):10.3f}" for name in rows[0])
          + "".join(f"{ratio:16.3f}" for ratio in ratios.values())
          + f"  sums and medians of {len(rows)} files"
          + (f"; {left_out} left out, which do not parse" if left_out else ""))
    return int(bool(before) and ratios["warplint"] > 1 + options.tolerance / 100)


def uncached(command: list[Any]) -> tuple[float, Any]:
    """What one run took of the processor with nothing in the cache."""
    with tempfile.TemporaryDirectory() as folder:
        return processor(command, folder)


def broken(options: argparse.Namespace) -> int:
    """Each file without its flags, beside clang."""
    rows = []
    print(f"{'clang':>10}{'warplint':>10}{'warplint/clang':>16}")
    for source in sources(options.sources):
        commands = [options.clang, *device_flags(options, source), "-fsyntax-only", "-w",
                    source], [options.warplint, source]
        clang, own = (statistics.median(uncached(command)[0] for _ in range(options.runs))
                      for command in commands)
        rows.append((own / clang, own))
        print(f"{clang:10.2f}{own:10.2f}{own / clang:16.2f}  {source}", flush=True)
    if not rows:
        raise Failure("no file")
    ratios = [ratio for ratio, _ in rows]
    print(f"{len(rows)} files: {statistics.median(ratios):.2f} times clang, at most "
          f"{max(ratios):.2f}; {max(own for _, own in rows):.2f} s at most")
    return 0


class Build:
    """Copies of the first sources that clang parses, and their database."""

    def __init__(self, options: argparse.Namespace, folder: str):
        self.options, self.left_out, self.said = options, 0, ""
        self.folder, self.cache = pathlib.Path(folder, "sources"), pathlib.Path(folder, "cache")
        self.folder.mkdir()
        self.flags = device_flags(options, self.folder)
        self.files: list[tuple[pathlib.Path, pathlib.Path]] = []  # copy, where it was
        for source in sources(options.sources):
            if len(self.files) == options.files:
                break
            command = [options.clang, *self.flags, "-fsyntax-only",
                       f"-I{source.resolve().parent}", source]
            if timed(command)[1].returncode:
                self.left_out += 1
                continue
            copy = self.folder / f"{len(self.files)}_{source.name}"
            shutil.copyfile(source, copy)
            self.files.append((copy, source.resolve().parent))
        (self.folder / "compile_commands.json").write_text(json.dumps([
            {"directory": str(self.folder), "file": str(copy),
             "arguments": [options.clang, *self.flags, f"-I{beside}", str(copy)]}
            for copy, beside in self.files]))

    def touch(self) -> None:
        for copy, _ in self.files:
            with copy.open("a") as out:
                out.write("\n// touched\n")

    def forget(self) -> None:
        shutil.rmtree(self.cache, ignore_errors=True)

    def clang(self) -> float:
        return timed(["xargs", "-P", self.options.jobs, "-L1", "--", self.options.clang,
                      *self.flags, "-fsyntax-only"],
                     text="".join(f"-I{beside} {copy}\n" for copy, beside in self.files))[0]

    def tidy(self, *words: str, checks: str = "") -> float:
        return timed([self.options.run_clang_tidy, "-quiet", *words, f"-j{self.options.jobs}",
                      "-p", self.folder, f"-checks={CHEAP}{checks}"], self.cache)[0]

    def plugin(self) -> float:
        return self.tidy("-load", self.options.plugin, checks=",warplint-*")

    def warplint(self) -> float:
        seconds, done = timed([self.options.warplint, "-v", "--keep-going",
                               f"-j{self.options.jobs}", "-p", self.folder], self.cache)
        if done.returncode not in (0, 1):
            raise Failure(f"warplint ended with code {done.returncode}: {done.stdout[-2000:]}")
        self.said = "\n".join(line for line in done.stdout.splitlines()
                              if "the largest used" in line)
        return seconds

    def turn(self) -> dict[str, float]:
        """Seconds by what is timed."""
        found = {"clang": self.clang(), "tidy": self.tidy()}
        self.forget()
        for name in ("cold", "again", "touched", "unchanged"):
            if name in ("again", "touched"):
                self.touch()
            found[name] = self.warplint()
        if self.options.plugin:
            self.forget()
            found["plugin"] = self.plugin()
            for _ in range(2):
                self.touch()
                found["plugin again"] = self.plugin()
        return found


def many(options: argparse.Namespace) -> int:
    """All files as one build."""
    with tempfile.TemporaryDirectory() as folder:
        build = Build(options, folder)
        if not build.files:
            raise Failure("no file that clang parses")
        turns = [build.turn() for _ in range(options.runs)]
    print(f"{len(build.files)} files, {build.left_out} left out; {options.jobs} at a time")
    print(f"{'':12}{'s':>8}{'of tidy':>10}{'tidy over it':>14}")
    tidy = statistics.median(turn["tidy"] for turn in turns)
    for name in turns[0]:
        median = statistics.median(turn[name] for turn in turns)
        print(f"{name:12}{median:8.2f}{median / tidy:10.3f}{tidy / median:14.1f}")
    print(build.said)
    return 0


def main(words: list[str]) -> int:
    parser = Parser("bench", __doc__)
    parser.add_argument("sources", nargs="*", metavar="FILE|FOLDER", type=pathlib.Path,
                        help="default: the first example and the kernels of test/")
    parser.program()
    parser.add_argument("--many", action="store_true")
    parser.add_argument("--broken", action="store_true")
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("--run-clang-tidy", default="run-clang-tidy-22")
    parser.add_argument("--plugin", metavar="libWarplintTidy.so")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--files", type=int, default=60, help="at most so many (default: 60)")
    parser.add_argument("--runs", type=int, default=5, help="of each command (default: 5)")
    parser.add_argument("--baseline", metavar="PROGRAM",
                        help="an older build of warplint to compare with")
    parser.add_argument("--option", action="append", default=[],
                        help="compare with and without this option of warplint")
    parser.add_argument("--tolerance", type=float, default=2, metavar="PERCENT",
                        help="how much slower than that it may be (default: 2)")
    options = parser.read(words)
    options.sources = options.sources or [ROOT / "examples" / "transpose.cu",
                                          ROOT / "test" / "BankConflict"]
    if options.broken:
        return broken(options)
    return many(options) if options.many else singly(options)
