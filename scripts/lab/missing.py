"""Compares the results for complete files with those for incomplete ones.

    lab missing --warplint build/tools/warplint/warplint CHECKOUTS -o OUT
    lab missing --declared ... CHECKOUTS -o OUT [-- FLAGS]

In a copy of the checkout, one thing at a time is removed:

  folder   a folder of -I
  found    the same, but headers are searched in the repository
  header   one of the project's headers that the file includes directly
  rooted   the same, but #defines are searched in the repository
  headers  all of the project's headers
  text     a class, function or constant that the file itself defines, each alone (up to
           --definitions) and all of these
  flags    the flags after the file

The first four are for files that parse without an error, with the include folders of
scripts/lab/repositories/sweep.json. They compare all accesses of kernels that are
analyzed both times. With --declared the files are those of foreign.json, the kinds are
"header" and the following, and only kernels are compared that declarations of missing
names make complete (a third run with --declare-missing=false finds them).

Results for the incomplete file:

  same        equal
  fewer       equal, without totals or, with --declared, executions per block
  unproven    no count
  as written  the complete file has a merged count, and the same count with --as-written
  lanes       clean in both, but with more active lanes; then there is no sum per block
  condition   equal, with another text of the condition
  launch      another launch is known, so the counts are for another block
  assumed     other counts, which name a macro that is assumed to be undefined
  different   anything else, or an access in only one of the files: this is an error

OUT receives one JSON file per source; sources with a file are not analyzed again. -j
sources are analyzed at a time, each in its own copy; with --seconds none starts later.

Exit code: 0; 1 if something was different, or warplint failed; 2 for an error.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import dataclasses
import functools
import json
import os
import pathlib
import random
import re
import shutil
import sys
import time
from collections.abc import Iterator
from typing import Any

from lab import corpus, functions, tables
from lab.gpu import base_name
from lab.run import SHARED_ONLY, reports, run, warplint

DEFAULT = ["cuda-samples", "llm.c", "SGEMM_CUDA", "HeCBench"]
KINDS = ("folder", "found", "header", "rooted")
DECLARED_KINDS = ("header", "headers", "flags", "text")
RESULTS = ["same", "fewer", "unproven", "as written", "lanes", "condition", "launch", "assumed",
           "different"]
FIGURES = ("verdict", "wavefronts", "ideal", "unit", "warps", "warpsWithExcess", "dependsOnCase",
           "perBlock", "issue", "fusedWavefronts", "fusedIdeal", "executionsPerWarp")
DECLARED = re.compile(r"'([^']+)', declared from its uses")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)
# What is taken out of a file: a class, a type, a device function, a constant.
NAMES = re.compile(
    r"\s*(?:template\s*<[^{}]*?>\s*)?(?:"
    r"(?:struct|class|union|enum)\s+(?:\w+\([^()]*\)\s*)?(\w+)|"
    r"typedef\b[^;]*?(\w+)\s*;|using\s+(\w+)\s*=|"
    r"(?=[^;{]*\b__device__)[^;{(=]*?\b(\w+)\s*\(|"
    r"(?=[^;{(]*\b(?:const|constexpr|__constant__)\b)[^;{(=]*?\b(\w+)\s*[=\[;])")
NOT_TAKEN = re.compile(r"__global__|__shared__|\bextern\b|\bnamespace\b|<<<")
UNFINISHED = re.compile(r"\s*(typedef|struct|class|union|enum|"
                        r"template\s*<[^{}]*>\s*(struct|class))\b")

Report = dict[str, Any]
Access = dict[str, Any]

@dataclasses.dataclass
class Missing:
    """Something that is not there for one run."""
    kind: str
    what: str
    flags: list[str]
    root: pathlib.Path | None = None
    hidden: list[pathlib.Path] = dataclasses.field(default_factory=list)
    ranges: list[tuple[int, int]] = dataclasses.field(default_factory=list)  # of the file

    @contextlib.contextmanager
    def gone(self, path: pathlib.Path, elsewhere: pathlib.Path) -> Iterator[None]:
        """A directive that names no file stands in place of each range; lines stay."""
        before = path.read_bytes()
        text = before.decode("latin-1")
        for begin, end in sorted(self.ranges, reverse=True):
            text = (text[:begin] + '#include "absent/header.h"'
                    + "\n" * text.count("\n", begin, end) + text[end:])
        elsewhere.mkdir(parents=True, exist_ok=True)
        moved = [(old, elsewhere / str(n)) for n, old in enumerate(self.hidden)]
        for old, new in moved:
            old.rename(new)
        if self.ranges:
            path.write_bytes(text.encode("latin-1"))
        try:
            yield
        finally:
            for old, new in moved:
                new.rename(old)
            if self.ranges:
                path.write_bytes(before)


def included(path: pathlib.Path, flags: list[str]) -> list[tuple[int, pathlib.Path]]:
    """What the file includes, by the path that was found, each with its depth."""
    done = run(["clang++-22", "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_90",
                "-Wno-unknown-cuda-version", "-w", "-E", "-H", *flags, path])
    return [(len(dots), pathlib.Path(name).resolve())
            for dots, name in re.findall(r"^(\.+) (.*)$", done.err, re.MULTILINE)]


@functools.lru_cache(maxsize=1)
def files_by_name(root: pathlib.Path) -> dict[str, list[pathlib.Path]]:
    found = collections.defaultdict(list)
    for path in root.rglob("*"):
        found[path.name].append(path)
    return found


def named_headers(root: pathlib.Path, path: pathlib.Path) -> dict[str, list[pathlib.Path]]:
    """The headers below the root that the file's directives may mean."""
    found = {}
    for name in INCLUDE.findall(path.read_text(errors="replace")):
        tail = pathlib.PurePath(name.lstrip("./")).parts
        same = [header for header in files_by_name(root)[tail[-1]]
                if header.parts[-len(tail):] == tail]
        if same and path not in same:
            found[name] = same
    return found


def definitions(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The range of each class, device function, type and constant that stands at the
    file's level in one piece and is used elsewhere in it."""
    plain = functions.LITERALS.sub(functions.blank, text)
    begin: int | None = 0
    depth = 0
    for match in re.finditer(r"[{};]|^\s*#(?:[^\\\n]|\\.|\\\n)*", plain, re.MULTILINE):
        if match.group().lstrip().startswith("#"):
            begin = match.end() if depth == 0 else None
            continue
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if depth or match.group() == "{":
            continue
        found = plain[begin or 0:match.end()]
        if match.group() == "}" and UNFINISHED.match(found):
            continue  # The semicolon is to come.
        name = NAMES.match(found)
        if begin is not None and name and not NOT_TAKEN.search(found):
            called = next(filter(None, name.groups()))
            first, end = begin + len(found) - len(found.lstrip()), match.end()
            is_alone = plain[:first][-1:] in ("", "\n") and "\n" in plain[first:end + 1]
            if is_alone and len(re.findall(rf"\b{called}\b", plain)) > 1:
                yield called, (first, end)
        begin = match.end()


def of_complete(root: pathlib.Path, path: pathlib.Path, flags: list[str]) -> Iterator[Missing]:
    direct = [header for depth, header in included(path, flags) if depth == 1]
    for folder in [flag for flag in flags if flag.startswith("-I")]:
        if any(pathlib.Path(folder[2:]).resolve() in header.parents for header in direct):
            rest = [flag for flag in flags if flag != folder]
            yield Missing("folder", folder, rest)
            yield Missing("found", folder, rest, root)
    project = [h for h in dict.fromkeys(direct) if root in h.parents and h != path]
    for header in project:
        yield Missing("header", str(header), flags, None, [header])
        yield Missing("rooted", str(header), flags, root, [header])


def of_foreign(options: argparse.Namespace, root: pathlib.Path, path: pathlib.Path,
               flags: list[str]) -> Iterator[Missing]:
    headers = named_headers(root, path)
    for name, files in headers.items():
        yield Missing("header", name, flags, root, files)
    if len(headers) > 1:
        yield Missing("headers", "all", flags, root,
                      list(dict.fromkeys(f for of in headers.values() for f in of)))
    if flags:
        yield Missing("flags", "all", [], root)
    found = list(definitions(path.read_bytes().decode("latin-1")))
    random.Random(path.name).shuffle(found)
    found = found[:options.definitions]
    for name, place in found:
        yield Missing("text", name, flags, root, ranges=[place])
    if len(found) > 1:
        yield Missing("text", "all", flags, root, ranges=[place for _, place in found])


def kernel_of(access: Access) -> str:
    return access["kernel"] + access["templateArguments"]


def place_of(access: Access) -> tuple[Any, ...]:
    return (access["file"], access["line"], access["column"], access["kind"],
            tuple((c["file"], c["line"], c["column"]) for c in access["callChain"]))


def by(report: Report, key: Any) -> dict[Any, list[Access]]:
    found = collections.defaultdict(list)
    for access in report["accesses"]:
        found[(key(access), place_of(access))].append(access)
    return found


def launch_of(access: Access) -> tuple[Any, ...]:
    launch = access["launch"]
    return (launch["block"], launch["source"], launch["values"], len(access["otherLaunches"]))


def figure(access: Access, name: str) -> Any:
    """A compared value, without the cheapest case of a proof: which cases a proof
    distinguishes depends on the work left for it."""
    value = access.get(name)
    if name == "wavefronts" and value:
        return {key: value[key] for key in value if key != "best"}
    return value


def differing(whole: Access, part: Access) -> set[str]:
    return {name for name in FIGURES if figure(whole, name) != figure(part, name)}


def strictly(whole: Access | None, part: Access | None, other: str) -> str:
    """How an access of an incomplete file stands to that of the complete one; `other`:
    what a difference is."""
    if part is None:
        return other
    if part["verdict"] == "unproven":
        return "unproven" if not whole or whole["verdict"] != "unproven" else "same"
    if whole is None:
        return other
    if (launch_of(whole), whole["condition"]) != (launch_of(part), part["condition"]):
        return "launch"
    differ = differing(whole, part)
    is_total = differ == {"perBlock"} and part.get("perBlock") is None
    return "fewer" if is_total else other if differ else "same"


def leniently(whole: Access | None, part: Access, other: str) -> str:
    """The same of a kernel that uses made-up names: the figures are those as written, and
    what its loops and conditions depend on may be unknown."""
    if whole is None:
        return other
    if part["verdict"] == "unproven":
        return "unproven"
    if launch_of(whole) != launch_of(part):
        return "launch"
    differ = differing(whole, part)
    if part["issue"] == "maybe-fused":
        differ -= {"issue", "fusedWavefronts", "fusedIdeal"}
        if differ and whole["issue"] not in ("as-written", "maybe-fused"):
            return "as written"
    if not part["hasFixedGuard"] and part["verdict"] == whole["verdict"]:
        differ -= {"wavefronts", "ideal", "executionsPerWarp", "warpsWithExcess"}
        if differ <= {"perBlock"} and part["perBlock"] is None and all(
                whole[n]["worst"] <= part[n]["worst"] for n in ("wavefronts", "ideal")):
            return "lanes"
    if not differ:
        return "same" if whole["condition"] == part["condition"] else "condition"
    totals = {n for n in ("perBlock", "executionsPerWarp") if part.get(n) is None}
    return "fewer" if differ <= totals else other


def best(whole: list[Access], part: Access, other: str) -> str:
    """The best that any access of the complete file at this place comes to; those with
    the same template arguments, if there are some."""
    def arguments(access: Access) -> str:
        return re.sub(r"\s+", "", access["templateArguments"])
    alike = [w for w in whole if arguments(w) == arguments(part)] or whole
    return min((leniently(w, part, other) for w in alike or [None]), key=RESULTS.index)


class File:
    """A source in a copy of its checkout, and what is said of it with all that it needs."""

    def __init__(self, options: argparse.Namespace, root: pathlib.Path, name: str,
                 flags: list[str]):
        self.options, self.root, self.path, self.flags = options, root, root / name, flags
        self.nowhere = root.parent / "nowhere"
        self.nowhere.mkdir(exist_ok=True)
        self.failures: list[tuple[int | None, str]] = []
        self.whole = functools.lru_cache(maxsize=None)(
            lambda *more: self.lint(flags, root if options.declared else None, *more)[0])

    def lint(self, flags: list[str], root: pathlib.Path | None,
             *more: str) -> tuple[Report | None, list[str]]:
        """The file's report and the names that were declared."""
        done = warplint(self.options.warplint, self.path, "--format=json", "-v",
                        "--layouts=false", SHARED_ONLY, f"--arch={self.options.arch}",
                        f"--root={root or self.nowhere}", *more, flags=flags,
                        limit=self.options.timeout)
        found = reports(done)
        if found is None:
            self.failures.append((done.code, f"{self.path} {' '.join(flags)}"))
        return (found[0] if found else None), DECLARED.findall(done.err)

    def is_complete(self) -> bool:
        """It parses and has accesses, and it or a header of the project shared memory."""
        project = {header for _, header in included(self.path, self.flags)
                   if self.root in header.parents}
        if not any(map(corpus.mentions_shared, [self.path, *project])):
            return False
        whole = self.whole()
        return bool(whole and not whole["hadErrors"] and whole["accesses"])

    def look(self) -> Iterator[dict[str, Any]]:
        """What came of each run without something."""
        declared = self.options.declared
        if not declared and not self.is_complete():
            return
        for missing in (of_foreign(self.options, self.root, self.path, self.flags) if declared
                        else of_complete(self.root, self.path, self.flags)):
            if missing.kind not in self.options.kind:
                continue
            with missing.gone(self.path, self.root.parent / "away"):
                part, names = self.lint(missing.flags, missing.root)
                plain = declared and names and self.lint(missing.flags, missing.root,
                                                         "--declare-missing=false")[0]
            found = {"kind": missing.kind, "without": missing.what, "declared": names,
                     "kernels": [], "lost": 0, "results": {}, "seen": []}
            if part and (plain or not declared):
                whole = self.whole()
                if not whole or not whole["kernels"]:
                    return
                self.compare(whole, part, plain, found)
            yield found

    def compare(self, whole: Report, part: Report, plain: Report | None,
                found: dict[str, Any]) -> None:
        """Adds the results and what is worth a look."""
        resting = {kernel for report in ([whole, part] if plain else [part])
                   for macro in report["assumedUndefined"] for kernel in macro["kernels"]}
        counts: collections.Counter[str] = collections.Counter()
        for name, result, access in (self.declared(whole, part, plain, resting) if plain
                                     else self.common(whole, part, resting)):
            counts[result] += 1
            if result != "unproven" and name not in found["kernels"]:
                found["kernels"].append(name)
            if result in RESULTS[3:]:
                found["seen"].append(f"{result}: {kernel_of(access)} {place_of(access)[1:]} "
                                     f"{access['verdict']} {access.get('wavefronts')}")
        found["results"] = counts
        found["lost"] = len(set(whole["kernels"]) - set(part["kernels"]))

    def common(self, whole: Report, part: Report,
               resting: set[str]) -> Iterator[tuple[str, str, Access]]:
        """The accesses of kernels that both have; several of one place keep their order."""
        both = set(whole["kernels"]) & set(part["kernels"])
        before, after = by(whole, kernel_of), by(part, kernel_of)
        for key in dict.fromkeys([*before, *after]):
            other = "assumed" if key[0] in resting else "different"
            for at in range(max(len(before[key]), len(after[key]))) if key[0] in both else ():
                pair = [of[key][at] if at < len(of[key]) else None for of in (before, after)]
                yield key[0], strictly(*pair, other), pair[0] or pair[1]

    def declared(self, whole: Report, part: Report, plain: Report,
                 resting: set[str]) -> Iterator[tuple[str, str, Access]]:
        """The accesses of kernels that only declared names make complete."""
        def name_of(access: Access) -> str:
            return base_name(access["kernel"])
        had, real = ({base_name(k) for k in report["kernels"]} for report in (plain, whole))
        before = by(whole, name_of)
        for key, accesses in by(part, name_of).items():
            for access in accesses if key[0] in real - had else ():
                other = "assumed" if kernel_of(access) in resting else "different"
                result = best(before[key], access, other)
                if access["verdict"] == "unproven":
                    result = "unproven"
                elif result == "as written":
                    alone = best(by(self.whole("--as-written") or {"accesses": []},
                                    name_of)[key], access, other)
                    result = alone if alone not in RESULTS[:5] else result
                yield key[0], result, access


def work(options: argparse.Namespace, repository: dict[str, Any], name: str) -> None:
    """One file in this process's own copy."""
    kept = options.output / "results" / repository["name"] / (name.replace("/", "__") + ".json")
    if kept.exists() or time.time() > options.end:
        return
    checkout = options.checkouts / repository["name"]
    root = options.output / "checkouts" / str(os.getpid()) / repository["name"]
    corpus.copy_checkout(checkout, root)
    flags = [flag.replace(str(checkout), str(root))
             for flag in corpus.flags(options.checkouts, repository)] + options.flags
    file = File(options, root, name, flags)
    found = {"file": f"{repository['name']}/{name}", "runs": list(file.look()),
             "failures": file.failures}
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(found, indent=1))


def show(found: list[dict[str, Any]]) -> bool:
    """The table, and what is worth a look; whether all is well."""
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    kernels = collections.defaultdict(set)
    for file in found:
        for each in file["runs"]:
            counts[each["kind"]].update(each["results"], runs=1, lost=each["lost"],
                                        declared=int(bool(each["declared"])))
            kernels[each["kind"]] |= {(file["file"], name) for name in each["kernels"]}
    tables.show("without | runs: | with declarations: | kernels: | left out: | "
                + " | ".join(f"{result}:" for result in RESULTS),
                ([kind, of["runs"], of["declared"], len(kernels[kind]), of["lost"],
                  *(of[result] for result in RESULTS)] for kind, of in counts.items()))
    print(f"\n{len(set().union(*kernels.values()))} kernels; "
          f"{sum(bool(file['runs']) for file in found)} of {len(found)} files have runs")
    for file in found:
        for each in file["runs"]:
            for line in each["seen"]:
                if line.startswith(("different", "assumed")):
                    print(f"{file['file']} without {each['kind']} {each['without']}: {line}")
        for code, words in file["failures"]:
            print(f"failed ({code or 'out of time'}): {words}")
    return not any(file["failures"] for file in found) and not any(
        of["different"] for of in counts.values())


def main(words: list[str]) -> int:
    parser = corpus.parser("missing", __doc__, "sweep")
    parser.add_argument("--declared", action="store_true")
    parser.add_argument("--definitions", type=int, default=0, help="take so many out of each file")
    parser.add_argument("--kind", action="append", help="only such runs")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    options = parser.read(words)
    options.kind = options.kind or (DECLARED_KINDS if options.declared else KINDS)
    options.end = time.time() + options.seconds
    if options.declared and options.list == corpus.LISTS / "sweep.json":
        options.list = corpus.LISTS / "foreign.json"
    elif not options.declared:
        options.repository = options.repository or DEFAULT
    files = []
    for repository in corpus.repositories(options):
        found = corpus.sources(options.checkouts / repository["name"], repository,
                               options.declared, options.sample)
        files += [(n, repository, file) for n, file in
                  enumerate(sorted(found, key=corpus.hashed))]
    files.sort(key=lambda file: file[0])  # Some of each repository, however soon it ends.
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(work, options, repository, file) for _, repository, file in files]
        for done, job in enumerate(concurrent.futures.as_completed(jobs), 1):
            job.result()
            print(f"\r{done}/{len(files)} ", end="", file=sys.stderr)
    print(file=sys.stderr)
    shutil.rmtree(options.output / "checkouts", ignore_errors=True)
    return 0 if show([json.loads(kept.read_text()) for kept in
                      sorted((options.output / "results").rglob("*.json"))]) else 1
