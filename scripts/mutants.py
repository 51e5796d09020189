#!/usr/bin/env python3
"""Runs warplint, built with sanitizers, over mutants of files that parse clean.

    ./dev --preset asan build warplint
    scripts/mutants.py --warplint build-asan/tools/warplint/warplint CHECKOUTS -o OUT

A mutant is a file of the repositories in scripts/sweep_repositories.json without one
token, one line or one #include. Which, depends on --seed and the mutant's number
alone. Mutants stand beside their file in a copy of the checkout under OUT, so that
includes find what they did.

A mutant fails when warplint crashes, when a sanitizer or an assertion speaks, or
when it takes more than --seconds of processor time. Those are kept in OUT/failures.
With --originals the files themselves are run: those of
scripts/foreign_repositories.json, each with its repository's root alone.

Exit code: 0; 1 when one failed.
"""

import collections
import concurrent.futures
import json
import os
import random
import re
import resource
import subprocess
import sys
import time

import foreign
import shared_functions
import soundness
import sweep

KINDS = ("token", "line", "include")
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.']*|<<<|>>>|::|->|&&|\|\||[<>=!+*/&|^%-]=|"
                   r"<<|>>|\+\+|--|[^\sA-Za-z_0-9]")
REPORTS = re.compile(r"ERROR: \w*Sanitizer|runtime error: |Assertion .* failed|"
                     r"UNREACHABLE executed|LLVM ERROR|PLEASE submit a bug|"
                     r"the analysis ended early")


def spans(text, kind):
    """The pieces that a mutant of this kind may lack."""
    code = shared_functions.LITERALS.sub(shared_functions.blank, text)
    if kind == "token":
        return [match.span() for match in TOKEN.finditer(code)]
    if kind == "include":
        return [match.span() for match in re.finditer(
            r"^[ \t]*#[ \t]*include\b[^\n]*", text, re.MULTILINE)]
    return [match.span() for match in re.finditer(r"[^\n]+", code)
            if match.group().strip()]


def mutate(text, kind, chance):
    """The text without one piece, and what is gone; nothing if it has none."""
    found = spans(text, kind)
    if not found:
        return None
    begin, end = chance.choice(found)
    line = text.count("\n", 0, begin) + 1
    return text[:begin] + text[end:], f"line {line}: {text[begin:end].strip()}"


class Sanitized:
    """Runs a sanitized warplint and tells what went wrong."""

    def __init__(self, options):
        self.options = options
        self.environment = os.environ | {
            "ASAN_OPTIONS": "detect_leaks=0:detect_container_overflow=0",
            "UBSAN_OPTIONS": "print_stacktrace=1",
        }

    def limit(self):
        seconds = self.options.seconds
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

    def run(self, path, arguments):
        """The fault, or None; the exit code; and what was printed."""
        command = [str(self.options.warplint), str(path), "--format=json",
                   f"--arch={self.options.arch}", *arguments]
        try:
            done = subprocess.run(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                env=self.environment, preexec_fn=self.limit, check=False,
                timeout=20 * self.options.seconds)
        except subprocess.TimeoutExpired:
            return "hangs", None, ""
        said = done.stderr.decode(errors="replace")
        if done.returncode == -24:  # SIGXCPU, of which LLVM tells, too
            return "takes too long", done.returncode, said
        report = REPORTS.search(said)
        if report:
            return report.group(), done.returncode, said
        if done.returncode not in (0, 1, 2):
            return f"exit code {done.returncode}", done.returncode, said
        return None, done.returncode, said


class Subject:
    """A file that parses clean."""

    def __init__(self, path, root, flags):
        self.path, self.root, self.flags = path, root, flags
        self.text = path.read_bytes().decode("latin-1")

    def arguments(self):
        return [f"--root={self.root}", "--", *self.flags]


def candidates(options, copies):
    """The files of the repositories in random order."""
    found = []
    for repository in json.loads(options.list.read_text())["repositories"]:
        name = repository["name"]
        if options.repository and name not in options.repository:
            continue
        if not (options.checkouts / name).is_dir():
            continue
        soundness.copy_checkout(options.checkouts / name, copies / name)
        flags = sweep.include_flags(copies, repository) + repository["flags"]
        for file in sweep.sources(copies / name, repository):
            if ".mutant-" not in file and soundness.mentions_shared(
                    copies / name / file):
                found.append(Subject(copies / name / file, copies / name,
                                     flags))
    random.Random(options.seed).shuffle(found)
    return found


def choose_subjects(options, sanitized, copies):
    """So many files that warplint finds no fault with, none of them slow."""
    subjects = []
    for subject in candidates(options, copies):
        if len(subjects) == options.files:
            break
        begin = time.monotonic()
        fault, code, _ = sanitized.run(subject.path,
                                       ["--strict", *subject.arguments()])
        if fault:
            print(f"{subject.path}: {fault}")
        elif code in (0, 1) and time.monotonic() - begin < options.slow:
            subjects.append(subject)
        print(f"\r{len(subjects)} files", end="", file=sys.stderr)
    return subjects


def run_mutant(options, sanitized, subjects, number):
    """The mutant's kind, fault, exit code and name."""
    chance = random.Random(f"{options.seed}:{number}")
    mutant = None
    while mutant is None:
        subject = chance.choice(subjects)
        kind = chance.choice(KINDS)
        mutant = mutate(subject.text, kind, chance)
    text, gone = mutant
    path = subject.path.with_name(
        f"{subject.path.stem}.mutant-{number}{subject.path.suffix}")
    path.write_bytes(text.encode("latin-1"))
    try:
        fault, code, said = sanitized.run(path, subject.arguments())
    finally:
        path.unlink()
    if fault:
        keep(options, number, path, text,
             f"{subject.path}\n{kind}: {gone}\n{fault}\n\n{said}")
    return kind, fault, code, f"{subject.path}: {kind}: {gone}"


def keep(options, number, path, text, log):
    folder = options.output / "failures"
    folder.mkdir(exist_ok=True)
    (folder / f"{number}{path.suffix}").write_bytes(text.encode("latin-1"))
    (folder / f"{number}.log").write_text(log)


def mutants(options, sanitized):
    subjects = choose_subjects(options, sanitized, options.output / "checkouts")
    counts, codes = collections.Counter(), collections.Counter()
    faults = []
    numbers = range(options.first, options.first + options.mutants)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(
            lambda number: run_mutant(options, sanitized, subjects, number),
            numbers)
        for number, (kind, fault, code, name) in zip(numbers, results):
            counts[kind] += 1
            codes[code] += 1
            if fault:
                faults.append(f"{number}: {fault}: {name}")
            print(f"\r{number}, {len(faults)} failed", end="", file=sys.stderr)
    print(file=sys.stderr)
    print(f"{sum(counts.values())} mutants of {len(subjects)} files: "
          + ", ".join(f"{counts[kind]} without one {kind}" for kind in KINDS))
    print("exit codes: " + ", ".join(f"{code}: {n}"
                                     for code, n in sorted(codes.items(), key=str)))
    return faults


def originals(options, sanitized):
    """The files of the study as they are."""
    options.list = options.list.with_name("foreign_repositories.json")
    options.sample = options.sample_originals
    jobs, _ = foreign.find_jobs(options)
    todo = [job for found in jobs.values() for job in found]
    faults = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(
            lambda job: sanitized.run(job.path, [f"--root={job.folder}"]), todo)
        for done, (job, (fault, _, said)) in enumerate(zip(todo, results), 1):
            if fault:
                faults.append(f"{job.path}: {fault}")
                keep(options, f"file-{done}", job.path, "",
                     f"{job.path}\n{fault}\n\n{said}")
            print(f"\r{done}/{len(todo)}, {len(faults)} failed", end="",
                  file=sys.stderr)
    print(file=sys.stderr)
    print(f"{len(todo)} files of {len(jobs)} repositories")
    return faults


def parse_arguments():
    parser = sweep.argument_parser(__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0,
                        help="number of the first mutant")
    parser.add_argument("--files", type=int, default=60,
                        help="files that mutants are made of")
    parser.add_argument("--slow", type=float, default=10,
                        help="a file that takes so many seconds is left out")
    parser.add_argument("--seconds", type=int, default=60,
                        help="processor time that a mutant may take")
    parser.add_argument("--originals", action="store_true")
    parser.add_argument("--sample-originals", type=int,
                        help="so many files of each repository")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    return parser.parse_args()


def main():
    options = parse_arguments()
    options.output = options.output.resolve()
    options.output.mkdir(parents=True, exist_ok=True)
    options.checkouts = options.checkouts.resolve()
    options.timeout = None
    sanitized = Sanitized(options)
    faults = (originals if options.originals else mutants)(options, sanitized)
    print(f"{len(faults)} failed")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
