#!/usr/bin/env python3
"""Holds what the rules say nvcc joins against nvcc itself, over whole folders.

    compare_issued.py [--list odd|even|all|none] [--warplint BIN] FOLDER...
                      [-- FLAGS]

Every source under the folders that has shared memory, or includes a file beside
it that has, is analysed twice: by the rules alone, and with --issued=nvcc, which
compiles it. Its own folder and FLAGS (-std=c++17 and -arch=sm_90 without any)
are all that the compiler is told; sources that it does not compile are counted
and left out. Nothing is fetched and nothing is run on a GPU.

Counted are lines x kind of access (load, store) of shared memory, those of
several instances of a template once:

  joined      the machine code has wider requests in the line than the source
  certain     the rules say so without reserve
  perhaps     they give both figures
  as written  they say nothing of the kind

A certain line is wrong where the code has the accesses as written, or widths
that the claim does not lead to. Lines of which the code does not tell are left
out: no instruction has them any more, or pointers go elsewhere, too.

Programs (folders with sources) fall into two halves by a hash of their path, so
that rules can be found on one (odd) and tried on the other (even). Below the
table stand the lines of --list that are told wrongly or not at all, each with
what the code has, by reason.

Exits with 1 where a certain line is wrong.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import zlib

SOURCES = (".cu",)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
CODE_HAS = re.compile(r"(?:loads|stores) of ([\d, and]+)")


def text_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def has_shared(path, seen):
    """The file has shared memory, or a file that it includes from beside it."""
    if path in seen or not os.path.isfile(path):
        return False
    seen.add(path)
    text = text_of(path)
    if "__shared__" in text:
        return True
    folder = os.path.dirname(path)
    return any(has_shared(os.path.normpath(os.path.join(folder, name)), seen)
               for name in INCLUDE.findall(text))


def sources_under(folder):
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(where, name)
            if name.endswith(SOURCES) and has_shared(path, set()):
                yield path


def half_of(program):
    return "odd" if zlib.crc32(program.encode()) % 2 else "even"


class Source:
    def __init__(self, root, path):
        self.path = path
        self.name = os.path.relpath(path, os.path.dirname(os.path.abspath(root)))
        self.half = half_of(os.path.dirname(self.name))


def analyse(arguments, source, *options):
    """The report of the file; None where there is none."""
    command = [arguments.warplint, "--format=json", "--no-cache", "--keep-going",
               "--layouts=false", *options, source.path, "--",
               "-I" + os.path.dirname(source.path), *arguments.flags]
    try:
        result = subprocess.run(command, capture_output=True, text=True,
                                timeout=arguments.timeout, check=False)
        return json.loads(result.stdout)["files"][0]
    except (subprocess.TimeoutExpired, ValueError, IndexError):
        return None


def accesses_by_line(report):
    """{(kernel, file, line, kind): accesses}."""
    found = collections.defaultdict(list)
    for access in report["accesses"]:
        if access["kind"] in ("load", "store") and access["bytesPerLane"]:
            found[access["kernel"] + access["templateArguments"],
                  access["file"] or report["file"], access["line"],
                  access["kind"]].append(access)
    return found


def told(accesses):
    """What the rules say of the accesses of a line."""
    if any(a["issue"] == "maybe-fused" for a in accesses):
        return "perhaps"
    return "certain" if any(a["fusedBytes"] for a in accesses) else "as written"


def truth(accesses):
    """(joined, what the code has): joined is None where the code does not
    tell."""
    widths, doubts = set(), {a["issueDoubt"] for a in accesses} - {None}
    for doubt in doubts:
        if match := CODE_HAS.search(doubt):
            widths |= {int(n) for n in re.findall(r"\d+", match.group(1))}
    if widths:
        own = max(a["bytesPerLane"] for a in accesses)
        return max(widths) > own, "the code has " + ", ".join(
            str(w) for w in sorted(widths)) + " bytes"
    if doubts:
        return None, sorted(doubts)[0]
    joined = {a["fusedBytes"] for a in accesses if a["fusedBytes"]}
    return bool(joined), "the code has " + (
        f"{max(joined)} bytes" if joined else "it as written")


class Line:
    """One line x kind, all instances together."""

    def __init__(self):
        self.joined = None
        self.told = set()  # Of instances where nvcc joins.
        self.others = set()  # Of all others.
        self.wrong = None
        self.has = set()

    def add(self, rule, code):
        joined, has = truth(code)
        if joined is None:
            return
        self.joined = bool(self.joined) or joined
        says = told(rule)
        (self.told if joined else self.others).add(says)
        refuted = any(a["issueDoubt"] for a in code) or not joined
        if says == "certain" and refuted:
            self.wrong = has
        if joined:
            self.has.add(has)

    def claim(self):
        """The least that is said where nvcc joins; else the most."""
        order = ["as written", "perhaps", "certain"]
        if self.wrong:
            return "certain"
        return min(self.told, key=order.index) if self.told else \
            max(self.others, key=order.index)


def lines_of(arguments, source):
    """{(file, line, kind): Line}; None where a compiler fails."""
    code = analyse(arguments, source, "--issued=nvcc",
                   *(["--cuda-path=" + arguments.cuda_path]
                     if arguments.cuda_path else []))
    if code is None or code["compilerProblem"]:
        return source, None
    rule = analyse(arguments, source)
    if rule is None:
        return source, None
    asked = accesses_by_line(code)
    lines = collections.defaultdict(Line)
    for key, accesses in accesses_by_line(rule).items():
        if key in asked:
            lines[key[1:]].add(accesses, asked[key])
    return source, {k: l for k, l in lines.items() if l.joined is not None}


def percent(part, whole):
    return f"{part} ({100 * part / whole:.1f} %)" if whole else str(part)


def column(lines):
    joined = [l for l in lines if l.joined]
    certain = [l for l in lines if l.claim() == "certain"]
    right = [l for l in certain if not l.wrong]
    count = collections.Counter(l.claim() for l in joined if not l.wrong)
    return [str(len(lines)), str(len(joined)),
            percent(count["certain"], len(joined)), str(count["perhaps"]),
            str(count["as written"]), f"{len(right)} of {len(certain)}",
            str(sum(l.claim() == "perhaps" for l in lines if not l.joined))]


ROWS = ["lines that the machine code tells of", "of these nvcc joins accesses on",
        "told as certain, and so", "told as perhaps", "told as written",
        "certain claims that are true", "told as perhaps, and not so"]


def print_table(by_half):
    halves = ["odd", "even"]
    print("| | " + " | ".join(halves) + " |")
    print("| --- " + "| ---: " * len(halves) + "|")
    columns = [column([line for _, line in by_half[h]]) for h in halves]
    for name, *cells in zip(ROWS, *columns):
        print(f"| {name} | " + " | ".join(cells) + " |")


def print_lines(found):
    lists = collections.defaultdict(list)
    for (file, line, kind), l in found:
        at = f"{file}:{line}: {kind}"
        if l.wrong:
            lists["certain, and wrong"].append(f"{at}: {l.wrong}")
        elif l.joined and l.claim() != "certain":
            lists["told as " + l.claim() if l.claim() == "perhaps" else
                  "told as written, and joined"].append(
                      f"{at}: {'; '.join(sorted(l.has))}")
    for name, lines in sorted(lists.items()):
        print(f"\n{name}: {len(lines)}")
        for line in sorted(lines):
            print("  " + line)


def main():
    own, flags = sys.argv[1:], []
    if "--" in own:
        own, flags = own[:own.index("--")], own[own.index("--") + 1:]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--warplint", default="warplint")
    parser.add_argument("--cuda-path", help="toolkit whose nvcc is asked")
    parser.add_argument("--list", default="odd",
                        choices=("odd", "even", "all", "none"))
    parser.add_argument("--half", default="both", choices=("odd", "even", "both"),
                        help="look at these programs only")
    parser.add_argument("--exclude", metavar="REGEX",
                        help="leave sources out whose path has this")
    parser.add_argument("--timeout", type=int, default=300,
                        help="seconds for one analysis of one file")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    arguments = parser.parse_args(own)
    arguments.flags = flags or ["-std=c++17", "-arch=sm_90"]
    sources = [Source(f, p) for f in arguments.folders for p in sources_under(f)]
    sources = [s for s in sources if arguments.half in ("both", s.half) and
               not (arguments.exclude and re.search(arguments.exclude, s.name))]
    by_half, failed = collections.defaultdict(dict), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        for source, lines in pool.map(lambda s: lines_of(arguments, s), sources):
            if lines is None:
                failed[source.half] += 1
                print(f"left out: {source.name}", file=sys.stderr)
            else: # A header may be in several programs of a half.
                by_half[source.half] |= lines
    found = {h: list(by_half[h].items()) for h in ("odd", "even")}
    print(f"{len(sources)} sources, {sum(failed.values())} of them left out\n")
    print_table(found)
    print_lines([line for h in found for line in found[h]
                 if arguments.list in (h, "all")])
    return 1 if any(l.wrong for h in found for _, l in found[h]) else 0


if __name__ == "__main__":
    sys.exit(main())
