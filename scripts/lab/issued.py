"""Compares the rules for merged accesses with nvcc.

    lab issued [--list odd|even|all|none] FILE|FOLDER... [-- FLAGS]

Analyzes each named file, and each source in the folders with shared memory in it or in a
header beside it, twice: with the rules alone, and with --issued=nvcc, which compiles it
and reads the machine code. The compiler gets only FLAGS (default: -std=c++17
-arch=sm_90) and the source's folder for headers. Sources that do not compile are counted
and skipped. Nothing runs on a GPU.

Counted are pairs of a line and a kind of shared access (load, store); several instances
of a template count once:

  joined      the machine code has wider requests in the line than the source
  certain     the rules are certain about it
  perhaps     they give both counts
  as written  they do not predict it

A certain line is wrong if the code has the accesses as written, or other widths than
predicted. A line as written is wrong if the code joins it or has a narrower request than
the source ("split"). Lines that the code does not decide are skipped: no instruction has
the line, or pointers may point elsewhere.

Programs (folders with sources) are in one of two halves by a hash of their path, so that
rules found in one half (odd) can be tested on the other (even). Below the table are the
lines of --list with wrong or missing rules.

Exit code: 0; 1 if a certain line is wrong; 2 for an error.
"""

import argparse
import collections
import os
import pathlib
import re
import sys
import zlib
from collections.abc import Iterator
from typing import Any

from lab import tables
from lab.run import SHARED_ONLY, Failure, Parser, parallel, reports, warplint

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
CODE_HAS = re.compile(r"(?:loads|stores) of ([\d, and]+)")
CLAIMS = ["as written", "perhaps", "certain"]
HALVES = ["odd", "even"]
ROWS = ["lines that the machine code names", "of these nvcc joins accesses on",
        "certain, and joined", "perhaps, and joined", "as written, and joined",
        "as written, and split", "certain claims that are true", "perhaps, and not joined",
        "claims without reserve that are true"]


def has_shared(path: pathlib.Path, seen: set[pathlib.Path]) -> bool:
    """The file has shared memory, or a file that it includes from beside it."""
    if path in seen or not path.is_file():
        return False
    seen.add(path)
    text = path.read_text(encoding="utf-8", errors="replace")
    return "__shared__" in text or any(
        has_shared(pathlib.Path(os.path.normpath(path.parent / name)), seen)
        for name in INCLUDE.findall(text))


class Source:
    """A file to look at, and the half of its program."""

    def __init__(self, named: pathlib.Path, path: pathlib.Path):
        self.path = path
        self.name = os.path.relpath(path, named.absolute().parent)
        self.half = HALVES[1 - zlib.crc32(os.path.dirname(self.name).encode()) % 2]


def sources(named: list[pathlib.Path]) -> Iterator[Source]:
    for name in named:
        if not name.exists():
            raise Failure(f"no file '{name}'")
        for path in [name] if name.is_file() else sorted(name.rglob("*.cu")):
            if name.is_file() or has_shared(path, set()):
                yield Source(name, path)


def accesses_by_line(report: dict[str, Any]) -> dict[tuple[Any, ...], list[Any]]:
    """(kernel, file, line, kind) to accesses."""
    found = collections.defaultdict(list)
    for access in report["accesses"]:
        if access["kind"] in ("load", "store") and access["bytesPerLane"]:
            found[access["kernel"] + access["templateArguments"],
                  access["file"] or report["file"], access["line"],
                  access["kind"]].append(access)
    return found


def claimed(accesses: list[Any]) -> str:
    """What the rules say of the accesses of a line."""
    if any(a["issue"] == "maybe-fused" for a in accesses):
        return "perhaps"
    return "certain" if any(a["fusedBytes"] for a in accesses) else "as written"


def truth(accesses: list[Any]) -> tuple[bool | None, bool, str]:
    """Whether they are joined (None where the code does not say), whether a request is
    narrower than each of them, and what the code has."""
    doubts = sorted({a["issueDoubt"] for a in accesses} - {None})
    widths = {int(n) for doubt in doubts if (match := CODE_HAS.search(doubt))
              for n in re.findall(r"\d+", match[1])}
    if widths:
        own = [a["bytesPerLane"] for a in accesses]
        return max(widths) > max(own), min(widths) < min(own), f"the code has {', '.join(map(str, sorted(widths)))} bytes"
    if doubts:
        return None, False, doubts[0]
    joined = {a["fusedBytes"] for a in accesses if a["fusedBytes"]}
    return bool(joined), False, f"the code has {f'{max(joined)} bytes' if joined else 'it as written'}"


class Line:
    """One line x kind, all instances together."""

    def __init__(self) -> None:
        self.joined: bool | None = None
        self.claims: dict[bool, set[str]] = {True: set(), False: set()}  # by what is true
        self.wrong: str | None = None
        self.split: str | None = None
        self.has: set[str] = set()

    def add(self, rule: list[Any], code: list[Any]) -> None:
        joined, narrower, has = truth(code)
        if joined is None:
            return
        self.joined = bool(self.joined) or joined
        self.claims[joined].add(claimed(rule))
        if claimed(rule) == "certain" and (not joined or any(a["issueDoubt"] for a in code)):
            self.wrong = has
        if claimed(rule) == "as written" and narrower and not joined:
            self.split = has
        self.has |= {has} if joined else set()

    def claim(self) -> str:
        """The least that is said where nvcc joins; else the most."""
        if self.wrong:
            return "certain"
        return min(self.claims[True], key=CLAIMS.index) if self.claims[True] else \
            max(self.claims[False], key=CLAIMS.index)


def lines_of(options: argparse.Namespace, source: Source) -> dict[Any, Line] | None:
    """(file, line, kind) to Line; None where a compiler fails."""
    found = []
    for more in (["--issued=nvcc", *([f"--cuda-path={options.cuda_path}"]
                                     if options.cuda_path else [])], []):
        report = reports(warplint(
            options.warplint, source.path, "--format=json", "--no-cache", "--keep-going",
            "--layouts=false", SHARED_ONLY, *more, limit=options.timeout,
            flags=[f"-I{source.path.parent}", *options.flags]))
        if not report or report[0]["compilerProblem"]:
            return None
        found.append(accesses_by_line(report[0]))
    code, rule = found
    lines: dict[Any, Line] = collections.defaultdict(Line)
    for key in rule.keys() & code.keys():
        lines[key[1:]].add(rule[key], code[key])
    return {key: line for key, line in lines.items() if line.joined is not None}


def column(lines: list[Line]) -> list[Any]:
    joined = [line for line in lines if line.joined]
    certain = [line for line in lines if line.claim() == "certain"]
    count = collections.Counter(line.claim() for line in joined if not line.wrong)
    split = sum(bool(line.split) for line in lines)
    clear = sum(line.claim() != "perhaps" for line in lines)
    wrong = count["as written"] + split + sum(bool(line.wrong) for line in lines)
    return [len(lines), len(joined),
            f"{count['certain']} ({tables.percent(count['certain'], len(joined))})",
            count["perhaps"], count["as written"], split,
            f"{sum(not line.wrong for line in certain)} of {len(certain)}",
            sum(line.claim() == "perhaps" for line in lines if not line.joined),
            f"{clear - wrong} of {clear} ({tables.percent(clear - wrong, clear)})"]


def show_lines(found: dict[Any, Line]) -> None:
    lists = collections.defaultdict(list)
    for (file, line, kind), l in found.items():
        if l.wrong:
            lists["certain, and wrong"].append(f"{file}:{line}: {kind}: {l.wrong}")
        elif l.split:
            lists["as written, and split"].append(f"{file}:{line}: {kind}: {l.split}")
        elif l.joined and l.claim() != "certain":
            lists[f"{l.claim()}, and joined"].append(
                f"{file}:{line}: {kind}: {'; '.join(sorted(l.has))}")
    for name, lines in sorted(lists.items()):
        print(f"\n{name}: {len(lines)}", *(f"  {line}" for line in sorted(lines)), sep="\n")


def main(words: list[str]) -> int:
    parser = Parser("issued", __doc__)
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    parser.program()
    parser.add_argument("--cuda-path", help="toolkit whose nvcc is asked")
    parser.add_argument("--list", default="odd", choices=(*HALVES, "all", "none"))
    parser.add_argument("--exclude", metavar="REGEX",
                        help="leave sources out whose path has this")
    parser.add_argument("--timeout", type=int, default=300,
                        help="seconds for one analysis of one file")
    options = parser.read(words)
    options.flags = options.flags or ["-std=c++17", "-arch=sm_90"]
    chosen = [s for s in sources(options.sources)
              if not (options.exclude and re.search(options.exclude, s.name))]
    # A header may be in several programs of a half.
    by_half: dict[str, dict[Any, Line]] = {half: {} for half in HALVES}
    failed = 0
    for source, lines in zip(chosen, parallel(lambda s: lines_of(options, s), chosen,
                                              options.jobs)):
        if lines is None:
            failed += 1
            print(f"left out: {source.name}", file=sys.stderr)
        by_half[source.half] |= lines or {}
    print(f"{len(chosen)} sources, {failed} of them left out\n")
    tables.show(" | odd: | even:", zip(ROWS, *(column(list(by_half[half].values()))
                                              for half in HALVES)))
    show_lines({key: line for half in HALVES if options.list in (half, "all")
                for key, line in by_half[half].items()})
    return 1 if any(line.wrong for of in by_half.values() for line in of.values()) else 0
