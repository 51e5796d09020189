"""Runs warplint, built with sanitizers, on mutants of files that parse without errors.

    ./dev --preset asan build warplint
    lab mutants --warplint build-asan/tools/warplint/warplint CHECKOUTS -o OUT

A mutant is a file of the repositories in scripts/lab/repositories/sweep.json without one
token, line or #include. It depends only on --seed and its number. Mutants are next to
their file in a copy of the checkout in OUT, so that includes work.

A mutant fails if warplint crashes, if a sanitizer or an assertion reports something, or
if it takes more than --seconds of CPU time. OUT/failures keeps the failures. With
--originals the files of foreign.json themselves are run, each with only the root of its
repository.

Exit code: 0; 1 if one failed; 2 for an error.
"""

import argparse
import collections
import dataclasses
import pathlib
import random
import re
import resource
import time
from typing import Any

from lab import corpus, functions
from lab.run import OWN_CODES, parallel, run

TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.']*|<<<|>>>|::|->|&&|\|\||[<>=!+*/&|^%-]=|"
                   r"<<|>>|\+\+|--|[^\sA-Za-z_0-9]")
# What a mutant of a kind may lack, of the text without comments and literals.
PIECES = {"token": TOKEN, "line": re.compile(r"[^\n]*\S[^\n]*"),
          "include": re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*", re.MULTILINE)}
REPORTS = re.compile(r"ERROR: \w*Sanitizer|runtime error: |Assertion .* failed|"
                     r"UNREACHABLE executed|LLVM ERROR|PLEASE submit a bug|"
                     r"the analysis ended early")
SANITIZERS = {"ASAN_OPTIONS": "detect_leaks=0:detect_container_overflow=0",
              "UBSAN_OPTIONS": "print_stacktrace=1"}
OUT_OF_TIME = -24  # SIGXCPU, which LLVM reports, too


@dataclasses.dataclass
class Fault:
    """What went wrong in a run (empty: nothing), and what was printed."""
    what: str
    code: int | None
    said: str


def sanitized(options: argparse.Namespace, path: pathlib.Path, words: list[str]) -> Fault:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (options.seconds, options.seconds + 5))
    done = run([options.warplint, path, "--format=json", f"--arch={options.arch}", *words],
               limit=20 * options.seconds, env=SANITIZERS, preexec_fn=limit)
    if done.code is None:
        return Fault("hangs", None, "")
    report = REPORTS.search(done.err)
    what = ("takes too long" if done.code == OUT_OF_TIME else report.group() if report
            else "" if done.code in OWN_CODES else f"exit code {done.code}")
    return Fault(what, done.code, done.err)


def mutate(text: str, kind: str, chance: random.Random) -> tuple[str, str] | None:
    """The text without one piece, and what is gone; nothing if it has none."""
    code = text if kind == "include" else functions.LITERALS.sub(functions.blank, text)
    found = [match.span() for match in PIECES[kind].finditer(code)]
    if not found:
        return None
    begin, end = chance.choice(found)
    line = text.count("\n", 0, begin) + 1
    return text[:begin] + text[end:], f"line {line}: {text[begin:end].strip()}"


def subjects(options: argparse.Namespace) -> list[tuple[pathlib.Path, list[str]]]:
    """So many files that warplint finds no fault with, none of them slow, and the words
    behind them."""
    copies, found = options.output / "checkouts", []
    for repository in corpus.repositories(options):
        root = copies / repository["name"]
        corpus.copy_checkout(options.checkouts / repository["name"], root)
        words = [f"--root={root}", "--", *corpus.flags(copies, repository)]
        found += [(root / file, words) for file in corpus.sources(root, repository)
                  if ".mutant-" not in file and corpus.mentions_shared(root / file)]
    random.Random(options.seed).shuffle(found)
    chosen: list[tuple[pathlib.Path, list[str]]] = []
    for path, words in found:
        if len(chosen) < options.files:
            begin = time.monotonic()
            fault = sanitized(options, path, ["--strict", *words])
            if not fault.what and fault.code in (0, 1) \
                    and time.monotonic() - begin < options.slow:
                chosen.append((path, words))
    return chosen


def keep(options: argparse.Namespace, name: str, text: str, log: str) -> None:
    folder = options.output / "failures"
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(text.encode("latin-1"))
    (folder / f"{name}.log").write_text(log)


def run_mutant(options: argparse.Namespace, chosen: list[Any],
               number: int) -> tuple[str, str, Fault]:
    """The kind of a mutant, what it is, and what came of it."""
    chance = random.Random(f"{options.seed}:{number}")
    made = None
    while made is None:
        (source, words), kind = chance.choice(chosen), chance.choice(list(PIECES))
        made = mutate(source.read_bytes().decode("latin-1"), kind, chance)
    path = source.with_name(f"{source.stem}.mutant-{number}{source.suffix}")
    path.write_bytes(made[0].encode("latin-1"))
    try:
        fault = sanitized(options, path, words)
    finally:
        path.unlink()
    what = f"{source}: {kind}: {made[1]}"
    if fault.what:
        keep(options, f"{number}{path.suffix}", made[0], f"{what}\n{fault.what}\n\n{fault.said}")
    return kind, what, fault


def mutants(options: argparse.Namespace) -> list[str]:
    chosen = subjects(options)
    numbers = range(options.first, options.first + options.mutants)
    done = list(parallel(lambda number: run_mutant(options, chosen, number), numbers,
                         options.jobs, progress=True))
    kinds = collections.Counter(kind for kind, _, _ in done)
    codes = collections.Counter(str(fault.code) for _, _, fault in done)
    print(f"{len(done)} mutants of {len(chosen)} files: "
          + ", ".join(f"{kinds[kind]} without one {kind}" for kind in PIECES))
    print("exit codes: " + ", ".join(f"{code}: {n}" for code, n in sorted(codes.items())))
    return [f"{number}: {fault.what}: {what}"
            for number, (_, what, fault) in zip(numbers, done) if fault.what]


def originals(options: argparse.Namespace) -> list[str]:
    """The files of the study as they are."""
    options.list = options.list.with_name("foreign.json")
    todo = [(options.checkouts / repository["name"], file)
            for repository in corpus.repositories(options, all_of_them=True)
            for file in corpus.sources(options.checkouts / repository["name"], repository,
                                       True, options.sample)]
    faults = []
    for number, ((root, file), fault) in enumerate(zip(todo, parallel(
            lambda job: sanitized(options, job[0] / job[1], [f"--root={job[0]}"]), todo,
            options.jobs, progress=True))):
        if fault.what:
            faults.append(f"{root / file}: {fault.what}")
            keep(options, f"file-{number}", "", f"{faults[-1]}\n\n{fault.said}")
    print(f"{len(todo)} files of {len({root for root, _ in todo})} repositories")
    return faults


def main(words: list[str]) -> int:
    parser = corpus.parser("mutants", __doc__, "sweep")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutant")
    parser.add_argument("--files", type=int, default=60, help="files that mutants are made of")
    parser.add_argument("--slow", type=float, default=10,
                        help="a file that takes so many seconds is left out")
    parser.add_argument("--seconds", type=int, default=60,
                        help="processor time that a mutant may take")
    parser.add_argument("--originals", action="store_true")
    options = parser.read(words)
    options.output.mkdir(parents=True, exist_ok=True)
    faults = (originals if options.originals else mutants)(options)
    print(f"{len(faults)} failed", *faults, sep="\n")
    return 1 if faults else 0
