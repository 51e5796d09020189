#!/usr/bin/env python3
"""Compares figures that rest on declarations made up for missing names with those
of the real headers.

    scripts/compare_declared.py --warplint build/bin/warplint CHECKOUTS -o OUT

Every file of the repositories in scripts/foreign_repositories.json is linted as it
is, with the flags of --with behind it. Then something is taken away,

  header   one of the project's headers that it includes directly, each in turn,
  headers  all of them,
  text     a class, function or constant that the file itself defines, each in turn
           (--definitions so many) and all of these, as if a header had them that is
           not found,
  flags    those of --with,
  hidden   a folder of the checkout (--hide),

and where names are declared in its place ("declared from its uses"), a third run
with --declare-missing=false tells which kernels these made whole.

OUT receives one JSON file for each source; those whose file is there already are
not run again. -j so many run at once, each in a copy of the checkout of its own.
With --seconds none is begun later than that; the tables are about those that are
there.

What the figures of such a kernel's accesses without the real text come to:

  same        they are the same,
  fewer       the same, but for how often the access is executed,
  unproven    there is none,
  as written  the whole file has that of what nvcc joins, and the same --as-written,
  lanes       clean as with it, and said to be for more lanes than come by with it:
              then nothing is said of a block,
  condition   the same under other words,
  launch      another launch is known, so that they are about another block,
  assumed     other ones, and they name a macro that is taken as not defined,
  different   none of these, or of an access that the whole file does not have: this
              must not be.

Exit code: 0; 1 when something was different, or warplint failed.
"""

import collections
import concurrent.futures
import contextlib
import functools
import hashlib
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import time

import foreign
import shared_functions
import soundness
import sweep

DECLARED = re.compile(r"'([^']+)', declared from its uses")
INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)


# What is taken out of a file: a class, a type, a device function, a constant.
NAMES = re.compile(
    r"\s*(?:template\s*<[^{}]*?>\s*)?(?:"
    r"(?:struct|class|union|enum)\s+(?:\w+\([^()]*\)\s*)?(\w+)|"
    r"typedef\b[^;]*?(\w+)\s*;|using\s+(\w+)\s*=|"
    r"(?=[^;{]*\b__device__)[^;{(=]*?\b(\w+)\s*\(|"
    r"(?=[^;{(]*\b(?:const|constexpr|__constant__)\b)[^;{(=]*?\b(\w+)\s*[=\[;])")
NOT_TAKEN = re.compile(r"__global__|__shared__|\bextern\b|\bnamespace\b|<<<")

RESULTS = ["same", "fewer", "unproven", "as written", "lanes", "condition", "launch",
           "assumed", "different"]


class Warplint:
    def __init__(self, options):
        self.options = options
        self.failures = []

    def run(self, root, path, flags, *more):
        """The file's report and the names that were declared."""
        command = [str(self.options.warplint), str(path), "--format=json", "-v",
                   "--layouts=false", f"--arch={self.options.arch}", f"--root={root}", *more]
        if flags:
            command += ["--", *flags]
        try:
            done = subprocess.run(command, capture_output=True, check=False,
                                  timeout=self.options.timeout)
            if done.returncode in (0, 1, 2):
                files = json.loads(done.stdout)["files"]
                said = done.stderr.decode(errors="replace")
                return (files[0] if files else None), DECLARED.findall(said)
            self.failures.append((done.returncode, command))
        except (subprocess.TimeoutExpired, ValueError) as error:
            self.failures.append((type(error).__name__, command))
        return None, []


@contextlib.contextmanager
def away(elsewhere, paths):
    """These are not there while this lasts, but in a folder elsewhere."""
    elsewhere.mkdir(exist_ok=True)
    moved = [(p, elsewhere / str(n)) for n, p in enumerate(paths)]
    for path, hidden in moved:
        path.rename(hidden)
    try:
        yield
    finally:
        for path, hidden in moved:
            hidden.rename(path)


@functools.lru_cache(maxsize=1)
def files_by_name(root):
    found = collections.defaultdict(list)
    for path in root.rglob("*"):
        found[path.name].append(path)
    return found


def project_headers(root, path):
    """The headers below the root that the file's directives may mean."""
    found = []
    for name in INCLUDE.findall(path.read_text(errors="replace")):
        tail = pathlib.PurePath(name.lstrip("./")).parts
        same = [h for h in files_by_name(root)[tail[-1]]
                if h.parts[-len(tail):] == tail]
        if same and path not in same:
            found.append((name, same))
    return found


def definitions(text):
    """The range of each class, device function, type and constant that stands at
    the file's level in one piece and is used elsewhere in it."""
    plain = shared_functions.LITERALS.sub(shared_functions.blank, text)
    begin = depth = 0
    for match in re.finditer(r"[{};]|^\s*#(?:[^\\\n]|\\.|\\\n)*", plain, re.MULTILINE):
        if match.group().lstrip().startswith("#"):
            begin = match.end() if depth == 0 else None
            continue
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if depth or match.group() == "{":
            continue
        found = plain[begin or 0:match.end()]
        if match.group() == "}" and re.match(r"\s*(typedef|struct|class|union|enum|"
                                             r"template\s*<[^{}]*>\s*(struct|class))\b",
                                             found):
            continue  # The semicolon is to come.
        name = NAMES.match(found)
        if begin is not None and name and not NOT_TAKEN.search(found):
            called = next(filter(None, name.groups()))
            first, end = begin + len(found) - len(found.lstrip()), match.end()
            is_alone = plain[:first][-1:] in ("", "\n") and "\n" in plain[first:end + 1]
            if is_alone and len(re.findall(rf"\b{called}\b", plain)) > 1:
                yield called, (first, end)
        begin = match.end()


def place_of(access):
    calls = tuple((c["file"], c["line"], c["column"])
                  for c in access["callChain"])
    return (foreign.base_name(access["kernel"]), access["file"], access["line"],
            access["column"], access["kind"], calls)


def by_place(report):
    found = collections.defaultdict(list)
    for access in report["accesses"]:
        found[place_of(access)].append(access)
    return found


def arguments_of(access):
    return re.sub(r"\s+", "", access["templateArguments"])


def compare_figures(whole, part, other):
    """Of a kernel that uses made-up names the figures are those as written, and
    what its loops and conditions hang on may be unknown."""
    if whole is None:
        return other
    if part["verdict"] == "unproven":
        return "unproven"
    *launch, condition, others = soundness.launch_of(whole)
    *of_part, words, others_of_part = soundness.launch_of(part)
    if (launch, others) != (of_part, others_of_part):
        return "launch"
    differ = {name for name in soundness.FIGURES
              if soundness.figure(whole, name) != soundness.figure(part, name)}
    if part["issue"] == "maybe-fused":
        differ -= {"issue", "fusedWavefronts", "fusedIdeal"}
        if differ and whole["issue"] not in ("as-written", "maybe-fused"):
            return "as written"
    if not part["hasFixedGuard"] and part["verdict"] == whole["verdict"]:
        differ -= {"wavefronts", "ideal", "executionsPerWarp", "warpsWithExcess"}
        if differ <= {"perBlock"} and part["perBlock"] is None and all(
                whole[n]["worst"] <= part[n]["worst"] for n in ("wavefronts", "ideal")):
            return "lanes"
    totals = {n for n in ("perBlock", "executionsPerWarp") if part.get(n) is None}
    if not differ:
        return "same" if condition == words else "condition"
    return "fewer" if differ <= totals else other


def compare_access(whole, part, other):
    """The best that any access of the whole file at this place comes to; those
    with the same template arguments, if there are some."""
    alike = [w for w in whole if arguments_of(w) == arguments_of(part)] or whole
    results = {compare_figures(w, part, other) for w in alike or [None]}
    return min(results, key=RESULTS.index)


class Whole:
    """What is said of a file that has all, once it is asked."""

    def __init__(self, run):
        self.run, self.reports = run, {}

    def report(self, *options):
        if options not in self.reports:
            report = self.run(*options)[0]
            self.reports[options] = report, by_place(report) if report else {}
        return self.reports[options]

    def has_functions(self):
        report, _ = self.report()
        return bool(report and report["kernels"])

    def compare(self, place, part, other):
        result = compare_access(self.report()[1].get(place, []), part, other)
        if result != "as written":
            return result
        alone = self.report("--as-written")[1].get(place, [])
        found = compare_access(alone, part, other)
        return result if found in RESULTS[:5] else found


@contextlib.contextmanager
def without_text(path, ranges):
    """The file has a directive in the place of each of these while this lasts."""
    before = path.read_bytes()
    text = before.decode("latin-1")
    for begin, end in reversed(ranges):
        text = (text[:begin] + '#include "absent/header.h"'
                + "\n" * text.count("\n", begin, end) + text[end:])
    path.write_bytes(text.encode("latin-1"))
    try:
        yield
    finally:
        path.write_bytes(before)


def compare(whole, part, plain):
    """The results of the accesses by kernel, and what is worth a look."""
    had = {foreign.base_name(k) for k in plain["kernels"]}
    real = {foreign.base_name(k) for k in whole.report()[0]["kernels"]}
    resting = {kernel for report in (whole.report()[0], part)
               for macro in report["assumedUndefined"]
               for kernel in macro["kernels"]}
    results, seen = collections.defaultdict(collections.Counter), []
    for place, accesses in by_place(part).items():
        if place[0] in had or place[0] not in real:
            continue
        for access in accesses:
            other = "assumed" if soundness.kernel_of(access) in resting \
                else "different"
            if access["verdict"] == "unproven":
                result = "unproven"
            else:
                result = whole.compare(place, access, other)
            results[place[0]][result] += 1
            if result in RESULTS[3:]:
                seen.append(f"{result}: {place[0]}{access['templateArguments']} {place[2:5]} "
                            f"{access['verdict']} {access.get('wavefronts')}")
    return results, seen


def things_to_miss(options, root, path):
    headers = project_headers(root, path)
    for name, files in headers:
        yield "header", name, files, options.flags
    if len(headers) > 1:
        every = dict.fromkeys(f for _, files in headers for f in files)
        yield "headers", "all", list(every), options.flags
    if options.flags:
        yield "flags", "all", [], []
    for folder in options.hide:
        if (root / folder).exists():
            yield "hidden", folder, [root / folder], options.flags
    if options.definitions:
        found = list(definitions(path.read_bytes().decode("latin-1")))
        random.Random(str(path.name)).shuffle(found)
        found = found[:options.definitions]
        for name, place in found:
            yield "text", name, [place], options.flags
        if len(found) > 1:
            yield "text", "all", sorted(p for _, p in found), options.flags


def check_file(options, root, name):
    """What came of each run on a file: plain data."""
    warplint, path, runs = Warplint(options), root / name, []
    whole = Whole(functools.partial(warplint.run, root, path, options.flags))
    for kind, what, hidden, flags in things_to_miss(options, root, path):
        if options.kind and kind not in options.kind:
            continue
        run = {"kind": kind, "without": what, "declared": [], "results": {}, "seen": []}
        with (without_text(path, hidden) if kind == "text"
              else away(root.parent / "away", hidden)):
            part, names = warplint.run(root, path, flags)
            plain = names and warplint.run(root, path, flags, "--declare-missing=false")[0]
        if part and plain:
            if not whole.has_functions():
                break
            run["declared"] = names
            run["results"], run["seen"] = compare(whole, part, plain)
        runs.append(run)
    return {"runs": runs, "failures": warplint.failures}


def work(options, repository, name):
    """One file in this process's own copy."""
    report = options.output / "results" / repository / (name.replace("/", "__") + ".json")
    if report.exists() or time.time() > options.end:
        return
    root = options.output / "checkouts" / str(os.getpid()) / repository
    soundness.copy_checkout(options.checkouts / repository, root)
    found = check_file(options, root, name)
    report.parent.mkdir(parents=True, exist_ok=True)
    report.write_text(json.dumps({"file": f"{repository}/{name}"} | found, indent=1))


def print_table(reports):
    """The tables; whether all is well."""
    counts = collections.defaultdict(collections.Counter)
    functions = collections.defaultdict(set)
    for report in reports:
        for run in report["runs"]:
            kind = run["kind"]
            counts[kind]["runs"] += 1
            counts[kind]["declared"] += bool(run["declared"])
            for function, results in run["results"].items():
                counts[kind].update(results)
                if set(results) != {"unproven"}:
                    functions[kind].add((report["file"], function))
    print("| without | runs | with declarations | functions | "
          + " | ".join(RESULTS) + " |")
    print("| --- |" + " ---: |" * (3 + len(RESULTS)))
    for kind, count in counts.items():
        print(f"| {kind} | {count['runs']} | {count['declared']} | "
              f"{len(functions[kind])} | " + " | ".join(str(count[k]) for k in RESULTS) + " |")
    every = set().union(*functions.values())
    print(f"\n{len(every)} functions of {len({file for file, _ in every})} files; "
          f"{len(reports)} files looked at")
    for report in reports:
        for run in report["runs"]:
            for line in run["seen"]:
                if line.startswith(("different", "assumed")):
                    print(f"{report['file']} without {run['without']}: {line}")
        for code, command in report["failures"]:
            print(f"failed ({code}): {' '.join(command)}")
    return not any(report["failures"] for report in reports) and \
        not any(count["different"] for count in counts.values())


def parse_arguments():
    parser = sweep.argument_parser(__doc__, "foreign_repositories.json")
    parser.add_argument("--timeout", type=float, default=180)
    parser.add_argument("--sample", type=int, help="so many files of each")
    parser.add_argument("--with", dest="flags", type=shlex.split, default=[],
                        help="flags of all files, such as -isystem")
    parser.add_argument("--hide", action="append", default=[],
                        help="a folder or file below the checkout")
    parser.add_argument("--definitions", type=int, default=0,
                        help="take so many out of each file")
    parser.add_argument("--kind", action="append", help="only such runs")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=float("inf"),
                        help="begin with no file later")
    return parser.parse_args()


def main():
    options = parse_arguments()
    options.output = options.output.resolve()
    options.checkouts = options.checkouts.resolve()
    options.end = time.time() + options.seconds
    files = []
    for repository in json.loads(options.list.read_text())["repositories"]:
        name = repository["name"]
        if (options.repository and name not in options.repository) or \
                not (options.checkouts / name).is_dir():
            continue
        found = foreign.sources(options.checkouts / name, repository)
        found.sort(key=lambda f: hashlib.sha256(f.encode()).hexdigest())
        files += [(n, name, f) for n, f in enumerate(found[:options.sample])]
    files.sort()  # Some of each repository, however soon the time is over.
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(work, options, name, file) for _, name, file in files]
        for done, job in enumerate(concurrent.futures.as_completed(jobs), 1):
            job.result()
            print(f"\r{done}/{len(files)}   ", end="", file=sys.stderr)
    print(file=sys.stderr)
    shutil.rmtree(options.output / "checkouts", ignore_errors=True)
    reports = [json.loads(f.read_text())
               for f in sorted((options.output / "results").rglob("*.json"))]
    return 0 if print_table(reports) else 1


if __name__ == "__main__":
    sys.exit(main())
