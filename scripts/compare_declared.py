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

and where warplint declares names in its place ("declared from its uses"), a third
run without --declare-missing tells which kernels these made whole.

What the figures of such a kernel's accesses without the real text come to:

  same        they are the same,
  fewer       the same, but for how often the access is executed,
  unproven    there is none,
  as written  the whole file has that of what nvcc joins, and the same --as-written,
  lanes       clean as with it, and said to be for more lanes than come by with it,
  condition   the same under other words,
  launch      another launch is known, so that they are about another block,
  assumed     other ones, and they name a macro that is taken as not defined,
  different   none of these, or of an access that the whole file does not have: this
              must not be.

Exit code: 0; 1 when something was different, or warplint failed.
"""

import collections
import contextlib
import functools
import hashlib
import json
import pathlib
import random
import re
import shlex
import subprocess
import sys

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
        differ -= {"wavefronts", "ideal", "perBlock", "executionsPerWarp",
                   "warpsWithExcess"}
        if not differ and all(whole[n]["worst"] <= part[n]["worst"]
                              for n in ("wavefronts", "ideal")):
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


class Tally:
    def __init__(self):
        self.runs = self.declared = 0
        self.functions = set()
        self.accesses = collections.Counter()


def compare(whole, part, plain, name, tally, log):
    had = {foreign.base_name(k) for k in plain["kernels"]}
    real = {foreign.base_name(k) for k in whole.report()[0]["kernels"]}
    resting = {kernel for report in (whole.report()[0], part)
               for macro in report["assumedUndefined"]
               for kernel in macro["kernels"]}
    functions = collections.Counter()
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
                tally.functions.add((name, place[0]))
                functions[place[0]] += 1
            tally.accesses[result] += 1
            if result in RESULTS[3:]:
                log.write(f"{result}: {name}: {place} {access['verdict']} "
                          f"{access.get('wavefronts')}\n")
    for function, count in functions.items():
        log.write(f"{count} compared: {name}: {function}\n")
    log.flush()


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


def check_file(options, warplint, root, path, tallies, log):
    whole = Whole(functools.partial(warplint.run, root, path, options.flags))
    for kind, what, hidden, flags in things_to_miss(options, root, path):
        if options.kind and kind not in options.kind:
            continue
        with (without_text(path, hidden) if kind == "text"
              else away(root.parent.parent / "away", hidden)):
            part, names = warplint.run(root, path, flags, "--declare-missing")
            plain = names and warplint.run(root, path, flags)[0]
        tallies[kind].runs += 1
        if not part or not plain:
            continue
        if not whole.has_functions():
            return
        tallies[kind].declared += 1
        compare(whole, part, plain, f"{path.relative_to(root.parent)} without "
                f"{what}", tallies[kind], log)


def print_table(tallies):
    print("| without | runs | with declarations | functions | "
          + " | ".join(RESULTS) + " |")
    print("| --- |" + " ---: |" * (3 + len(RESULTS)))
    for kind, tally in tallies.items():
        functions = {(name.split(" without ")[0], f) for name, f in tally.functions}
        print(f"| {kind} | {tally.runs} | {tally.declared} | {len(functions)} | "
              + " | ".join(str(tally.accesses[k]) for k in RESULTS) + " |")
    every = {(name.split(" without ")[0], f)
             for tally in tallies.values() for name, f in tally.functions}
    print(f"\n{len(every)} functions")


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
    return parser.parse_args()


def main():
    options = parse_arguments()
    options.output = options.output.resolve()
    options.output.mkdir(parents=True, exist_ok=True)
    warplint = Warplint(options)
    tallies = collections.defaultdict(Tally)
    with open(options.output / "differences.log", "w") as log:
        for repository in json.loads(options.list.read_text())["repositories"]:
            name = repository["name"]
            if options.repository and name not in options.repository:
                continue
            root = options.output / "checkouts" / name
            soundness.copy_checkout(options.checkouts / name, root)
            files = foreign.sources(root, repository)
            if options.sample:
                files.sort(key=lambda f: hashlib.sha256(f.encode()).hexdigest())
                files = files[:options.sample]
            for done, file in enumerate(files, 1):
                print(f"\r{name} {done}/{len(files)}   ", end="",
                      file=sys.stderr)
                check_file(options, warplint, root, root / file, tallies, log)
    print(file=sys.stderr)
    print_table(tallies)
    for code, command in warplint.failures:
        print(f"failed ({code}): {' '.join(command)}")
    different = sum(t.accesses["different"] for t in tallies.values())
    return 1 if different or warplint.failures else 0


if __name__ == "__main__":
    sys.exit(main())
