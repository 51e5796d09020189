#!/usr/bin/env python3
"""Compares what warplint says of complete files with what it says of the same
files when something is missing.

    scripts/soundness.py --warplint build/bin/warplint CHECKOUTS -o OUT

Every file of the repositories below that parses without an error, with the
include folders of scripts/sweep_repositories.json, is linted again

  folder   without one of those folders,
  header   without one of the project's headers that it includes directly,
  rooted   as "header", but with the repository's root to look #defines up in,
  found    as "folder", but with the repository's root to look headers up in,
  outside  without one of the other headers that it includes directly (--outside),

each in turn. A header is taken away by renaming it in a copy of the checkout
under OUT, one that is not the project's by a name in the #include that no file
has. Unless "found" or "rooted", --root is an empty folder.

What is compared is each access of each kernel that is analysed both times. It is
"same" (the figures, launch and condition agree), "fewer" (the same without the
totals of a block, for which the launch's arguments are missing), "unproven" without
the missing part, "launch" (another launch is known, so that the figures are about another
block), "assumed" where it differs and names a macro that it takes as not defined, or
else "different": a silent difference, which must not be. An access that
only one of the two runs lists, of a kernel that both analyse, is "different", too,
unless the one that only the incomplete file has is unproven, or the kernel rests on such
a macro.

Exit code: 0; 1 when something was silently different, or warplint failed.
"""

import collections
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import sweep

DEFAULT = ["cuda-samples", "llm.c", "SGEMM_CUDA", "HeCBench"]
INCLUDE = re.compile(r'^(\s*#\s*include\s*)(["<])([^">]+)([">])', re.MULTILINE)
FIGURES = ("verdict", "wavefronts", "ideal", "unit", "warps",
           "warpsWithExcess", "dependsOnCase", "perBlock", "issue",
           "fusedWavefronts", "fusedIdeal", "executionsPerWarp")


class Warplint:
    """Runs the program; remembers nothing."""

    def __init__(self, options):
        self.options = options
        self.nowhere = options.output / "nowhere"
        self.nowhere.mkdir(parents=True, exist_ok=True)
        self.failures = []

    def run(self, path, flags, root=None):
        """The file's report, or nothing when warplint failed."""
        command = [str(self.options.warplint), str(path), "--format=json",
                   f"--arch={self.options.arch}",
                   f"--root={root or self.nowhere}", "--", *flags]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, check=False,
                                  timeout=self.options.timeout)
            if done.returncode in (0, 1, 2):
                files = json.loads(done.stdout)["files"]
                return files[0] if files else None
            self.failures.append((done.returncode, command))
        except (subprocess.TimeoutExpired, ValueError) as error:
            self.failures.append((type(error).__name__, command))
        return None


def key(access):
    calls = tuple((c["file"], c["line"], c["column"])
                  for c in access["callChain"])
    return (access["kernel"], access["templateArguments"], access["file"],
            access["line"], access["column"], access["kind"], calls)


def by_key(report):
    """The accesses; several of one key keep their order."""
    result, seen = {}, collections.Counter()
    for access in report["accesses"]:
        name = key(access)
        result[name + (seen[name],)] = access
        seen[name] += 1
    return result


def kernel_of(access):
    return access["kernel"] + access["templateArguments"]


def launch_of(access):
    launch = access["launch"]
    return (launch["block"], launch["source"], launch["values"],
            access["condition"], len(access["otherLaunches"]))


def figure(access, name):
    """What is compared. The cheapest of the cases that a proof told apart is no
    verdict: which it tells apart rests on the work that others left for it."""
    value = access.get(name)
    if name == "wavefronts" and value:
        return {key: value[key] for key in value if key != "best"}
    return value


def compare_access(whole, part, other):
    """How the verdict of an incomplete file stands to that of the whole one;
    other: what a difference is."""
    if part is None:
        return other
    if part["verdict"] == "unproven":
        return "unproven" if not whole or whole["verdict"] != "unproven" \
            else "same"
    if whole is None:
        return other
    if launch_of(whole) != launch_of(part):
        return "launch"
    differ = [name for name in FIGURES if figure(whole, name) != figure(part, name)]
    if not differ:
        return "same"
    is_total = differ == ["perBlock"] and part.get("perBlock") is None
    return "fewer" if is_total else other


def compare(whole, part):
    """Yields each access that both files' kernels have, with what came of it."""
    common = set(whole["kernels"]) & set(part["kernels"])
    resting = {kernel for macro in part["assumedUndefined"]
               for kernel in macro["kernels"]}
    before, after = by_key(whole), by_key(part)
    for name in dict.fromkeys([*before, *after]):
        access = before.get(name) or after[name]
        if kernel_of(access) in common:
            other = "assumed" if kernel_of(access) in resting else "different"
            yield name, compare_access(before.get(name), after.get(name), other)


def included(path, flags):
    """What the file includes, by the path that was found, each with its depth."""
    command = ["clang++-22", "-x", "cuda", "--cuda-device-only",
               "--cuda-gpu-arch=sm_90", "-Wno-unknown-cuda-version", "-w", "-E",
               "-H", *flags, str(path)]
    output = subprocess.run(command, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, check=False).stderr
    found = re.findall(r"^(\.+) (.*)$", output.decode(errors="replace"),
                       re.MULTILINE)
    return [(len(dots), pathlib.Path(name).resolve()) for dots, name in found]


class Missing:
    """Something that is taken away for one run and put back."""

    def __init__(self, kind, what, flags, root=None):
        self.kind, self.what, self.flags, self.root = kind, what, flags, root

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass


class MissingHeader(Missing):
    def __init__(self, header, flags, root=None):
        super().__init__("rooted" if root else "header", header, flags, root)
        self.hidden = header.with_name(header.name + ".away")

    def __enter__(self):
        self.what.rename(self.hidden)
        return self

    def __exit__(self, *_):
        self.hidden.rename(self.what)


class MissingOutside(Missing):
    """A directive that names no file any more; lines and columns stay."""

    def __init__(self, path, name, flags):
        super().__init__("outside", name, flags)
        self.path = path
        self.text = path.read_bytes()

    def __enter__(self):
        def other(match):
            if match.group(3) != self.what:
                return match.group()
            return match.group(1) + '"absent/' + self.what + '"'
        text = self.text.decode("latin-1")
        self.path.write_bytes(INCLUDE.sub(other, text).encode("latin-1"))
        return self

    def __exit__(self, *_):
        self.path.write_bytes(self.text)


def mentions_shared(path):
    return "__shared__" in path.read_text(errors="replace")


def things_to_miss(options, copy, path, flags):
    folders = [f for f in flags if f.startswith("-I")]
    direct = [header for depth, header in included(path, flags) if depth == 1]
    for folder in folders:
        inside = pathlib.Path(folder[2:]).resolve()
        if not any(inside in header.parents for header in direct):
            continue
        rest = [f for f in flags if f != folder]
        yield Missing("folder", folder, rest)
        yield Missing("found", folder, rest, root=copy)
    project = [h for h in dict.fromkeys(direct)
               if copy in h.parents and h != path]
    for header in project:
        yield MissingHeader(header, flags)
        yield MissingHeader(header, flags, root=copy)
    if options.outside:
        names = {match.group(3): match.group(2)
                 for match in INCLUDE.finditer(path.read_text(errors="replace"))}
        for name, quote in names.items():
            ours = any(str(h).endswith("/" + name.lstrip("./"))
                       for h in project)
            if not ours:
                yield MissingOutside(path, name, flags)


def copy_checkout(checkout, copy):
    """A copy of what can be included, since headers are renamed in it."""
    def left_out(folder, names):
        return [n for n in names if n == ".git" or (
            os.path.isfile(os.path.join(folder, n))
            and os.path.getsize(os.path.join(folder, n)) > 1 << 20)]
    if not copy.exists():
        shutil.copytree(checkout, copy, ignore=left_out, symlinks=True)


class Tally:
    def __init__(self):
        self.files = self.runs = self.kernels = self.lost = 0
        self.accesses = collections.Counter()

    def add(self, other):
        for name in ("files", "runs", "kernels", "lost"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.accesses += other.accesses


def check_file(options, warplint, copy, path, flags, tallies, log):
    project = {h for _, h in included(path, flags) if copy in h.parents}
    if not any(map(mentions_shared, [path, *project])):
        return
    whole = warplint.run(path, flags)
    if not whole or whole["hadErrors"] or not whole["accesses"]:
        return
    tallies["files"].files += 1
    for missing in things_to_miss(options, copy, path, flags):
        with missing:
            part = warplint.run(path, missing.flags, missing.root)
        tally = tallies[missing.kind]
        tally.runs += 1
        if part is None:
            continue
        tally.kernels += len(set(whole["kernels"]) & set(part["kernels"]))
        tally.lost += len(set(whole["kernels"]) - set(part["kernels"]))
        for place, result in compare(whole, part):
            tally.accesses[result] += 1
            if result in ("different", "launch", "assumed"):
                log.write(f"{result}: {missing.kind} {missing.what}: "
                          f"{path} {place}\n")
                log.flush()


def print_table(tallies):
    print("| without | runs | kernels compared | left out | accesses compared "
          "| same | without totals | unproven | other launch | assumed "
          "| different |")
    print("| --- |" + " ---: |" * 10)
    total = Tally()
    for kind, tally in tallies.items():
        total.add(tally)
        if kind != "files":
            print_row(kind, tally)
    print_row("**total**", total)
    print(f"\n{total.files} files")


def print_row(name, tally):
    counts = tally.accesses
    print(f"| {name} | {tally.runs} | {tally.kernels} | {tally.lost} | "
          f"{sum(counts.values())} | {counts['same']} | {counts['fewer']} "
          f"| {counts['unproven']} "
          f"| {counts['launch']} | {counts['assumed']} "
          f"| {counts['different']} |")


def parse_arguments():
    parser = sweep.argument_parser(
        __doc__, only=f"default: {', '.join(DEFAULT)}")
    parser.add_argument("--timeout", type=float, default=180)
    parser.add_argument("--sample", type=int, help="so many files of each")
    parser.add_argument("--outside", action="store_true",
                        help="headers of the toolkit and the system, too")
    return parser.parse_args()


def main():
    options = parse_arguments()
    options.output = options.output.resolve()
    options.output.mkdir(parents=True, exist_ok=True)
    copies = options.output / "checkouts"
    warplint = Warplint(options)
    tallies = collections.defaultdict(Tally)
    listed = json.loads(options.list.read_text())["repositories"]
    with open(options.output / "differences.log", "w") as log:
        for repository in listed:
            name = repository["name"]
            if name not in (options.repository or DEFAULT):
                continue
            copy_checkout(options.checkouts / name, copies / name)
            flags = sweep.include_flags(copies, repository) + repository["flags"]
            files = sweep.sources(copies / name, repository)
            if options.sample:
                files.sort(key=lambda f: hashlib.sha256(f.encode()).hexdigest())
                files = files[:options.sample]
            for done, file in enumerate(files, 1):
                print(f"\r{name} {done}/{len(files)}   ", end="",
                      file=sys.stderr)
                check_file(options, warplint, copies / name,
                           copies / name / file, flags, tallies, log)
    print(file=sys.stderr)
    print_table(tallies)
    for code, command in warplint.failures:
        print(f"failed ({code}): {' '.join(command)}")
    different = sum(t.accesses["different"] for t in tallies.values())
    return 1 if different or warplint.failures else 0


if __name__ == "__main__":
    sys.exit(main())
