#!/usr/bin/env python3
"""Compares what warplint says nvcc issues with the machine code.

    compare_sass.py [--arch sm_80,sm_90] [--warplint BIN] FILE.cu... [-- FLAGS]

Each file is compiled by nvcc with -lineinfo and disassembled; the widths of the
LDS and STS instructions of each source line are compared with "issue",
"fusedBytes" and "copies" of `warplint --format=json`. Accesses that take part
in one request are compared together, since the machine code names only one of
their lines.

  certain     warplint says what is issued: the widths must be these and no others
  either      warplint gives both figures: the widths must be among these
  as-written  warplint says nothing of the kind: the widths must be as written

Needs nvcc and nvdisasm (or their paths in --nvcc, --nvdisasm); no GPU. Exits
with 1 when a certain one is wrong.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

MEMORY = re.compile(r"(LDS|STS)(?:\.([A-Z]?\d+))?\b")
# Width in bytes by the suffix of the instruction, as nvdisasm prints it.
WIDTH = {None: 4, "U8": 1, "S8": 1, "8": 1, "U16": 2, "S16": 2, "16": 2,
         "64": 8, "128": 16}
KIND = {"LDS": "load", "STS": "store"}


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode not in (0, 1):
        sys.exit(f"compare_sass.py: {' '.join(command)}\n{result.stderr}")
    return result


def disassemble(arguments, file, arch, folder):
    cubin = os.path.join(folder, "kernel.cubin")
    command = [arguments.nvcc, "-cubin", f"-arch={arch}", "-lineinfo", "-w",
               "-o", cubin, *arguments.flags, file]
    result = run(command)
    if result.returncode:
        return None
    return run([arguments.nvdisasm, "-gi", "-c", cubin]).stdout


def is_of(name, file):
    return os.path.basename(name) == os.path.basename(file)


def requests(listing, file):
    """{mangled kernel: {(kind, line): {width: count}}}; line 0: of no line of
    the file."""
    found = collections.defaultdict(
        lambda: collections.defaultdict(collections.Counter))
    kernel, places, new = None, [], True
    for line in listing.splitlines():
        if match := re.match(r"//-+ \.text\.(\S+)", line):
            kernel, places = match.group(1), []
            found[kernel]
        elif match := re.match(r'\s*//## File "([^"]+)", line (\d+)', line):
            if new:
                places, new = [], False
            places.append((match.group(1), int(match.group(2))))
            # The call may be named on the same line.
            for name, at in re.findall(r'inlined at "([^"]+)", line (\d+)', line):
                places.append((name, int(at)))
        elif match := re.match(r"\s*/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+\s+)?(\S+)",
                               line):
            new = True
            if op := MEMORY.match(match.group(1)):
                own = [at for name, at in places
                       if is_of(name, file)]
                # An inlined function of a header of the project has accesses
                # of its own; one of the toolkit stands for the line that calls.
                if own and not is_of(places[0][0], file) and \
                        "/include/" not in places[0][0]:
                    continue
                key = KIND[op.group(1)], own[0] if own else 0
                found[kernel][key][WIDTH.get(op.group(2), 4)] += 1
    return found


def demangled(names):
    result = subprocess.run(["c++filt"], input="\n".join(names),
                            capture_output=True, text=True)
    return dict(zip(names, result.stdout.splitlines()))


def kernel_key(text):
    """The name and template arguments of a kernel, in one spelling."""
    text = re.sub(r"\((?:int|unsigned int|bool|unsigned long|long)\)", "", text)
    text = text.removeprefix("void ")
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "<") - (char == ">")
        if char == "(" and depth == 0 and text[at:at + 11] != "(anonymous n":
            text = text[:at]
            break
    return re.sub(r"(?<=\d)[uUlL]+\b|\s", "", text).replace(
        "true", "1").replace("false", "0")


class Group:
    """Accesses of one kernel that are compared together."""

    def __init__(self):
        self.accesses = []

    def lines(self):
        return {a["line"] for a in self.accesses}

    def claim(self):
        names = {a["issue"] for a in self.accesses}
        if "maybe-fused" in names:
            return "either"
        return "as-written" if names == {"as-written"} else "certain"

    def rest(self):
        """Of iterations that are left over at the end of a loop."""
        own = {a["bytesPerLane"] for a in self.accesses
               if a["copies"] and a["copies"]["rest"]}
        return own | ({8} if own else set())

    def widths(self):
        """Those that warplint names."""
        named = set()
        for access in self.accesses:
            own, wide = access["bytesPerLane"], access["fusedBytes"]
            copies = access["copies"]
            if access["issue"] == "maybe-fused":
                named |= {own, wide or own, 8 if wide == 16 else own}
            elif copies is None:
                named.add(own)
            else:
                alone = copies["total"] - copies["fused"] - copies["repeated"]
                named |= {own} if alone else set()
                named |= {wide} if copies["fused"] else set()
        return named


def groups_of(accesses):
    """Joins accesses that share a line or a request."""
    leaders = list(range(len(accesses)))

    def leader(i):
        while leaders[i] != i:
            i = leaders[i]
        return i

    by_line = {}
    for i, access in enumerate(accesses):
        for line in [access["line"]] + [w["line"] for w in access["fusedWith"]]:
            key = access["kind"], line
            if key in by_line:
                leaders[leader(i)] = leader(by_line[key])
            by_line[key] = leader(i)
    groups = collections.defaultdict(Group)
    for i, access in enumerate(accesses):
        groups[leader(i)].accesses.append(access)
    return list(groups.values())


def compare(group, found, known_lines):
    """True, False, or None where the machine code names no line of the group."""
    kind = group.accesses[0]["kind"]
    named = group.widths()
    real = set()
    for line in group.lines():
        real |= set(found.get((kind, line), ()))
    if not real and named:
        # Moved code is given the line of a loop, or none.
        moved = set()
        for (other, line), widths in found.items():
            if other == kind and line not in known_lines:
                moved |= set(widths)
        return True if moved & named else None
    if group.claim() == "either":
        return real <= named
    return named <= real <= named | group.rest()


def judge_file(arguments, file, arch, folder, rows):
    listing = disassemble(arguments, file, arch, folder)
    if listing is None:
        print(f"{file}: nvcc fails for {arch}, left out", file=sys.stderr)
        return
    report = json.loads(run([arguments.warplint, "--format=json",
                             f"--arch={arch}", file, "--",
                             *arguments.flags]).stdout)
    found = requests(listing, file)
    names = demangled(list(found))
    by_key = {kernel_key(names[mangled]): found[mangled] for mangled in found}
    kernels = collections.defaultdict(list)
    for unit in report["files"]:
        for access in unit["accesses"]:
            if access["kind"] in ("load", "store") and access["file"] and \
                    os.path.basename(access["file"]) == os.path.basename(file):
                name = access["kernel"] + access["templateArguments"]
                kernels[name].append(access)
    for name, accesses in kernels.items():
        real = by_key.get(kernel_key(name))
        if real is None:
            continue
        known = {a["line"] for a in accesses}
        counts = collections.Counter()
        for group in groups_of(accesses):
            verdict = compare(group, real, known)
            claim = group.claim()
            counts[claim, verdict] += 1
            if verdict is False or (arguments.verbose and verdict is None):
                lines = ",".join(map(str, sorted(group.lines())))
                kind = group.accesses[0]["kind"]
                widths = {line: dict(real.get((kind, line), {}))
                          for line in sorted(group.lines())}
                print(f"{file}:{lines}: {arch} {name}: {claim} {kind} "
                      f"{sorted(group.widths())}, machine code {widths}")
        rows.append((file, name, arch, counts))


def print_table(rows):
    total = collections.Counter()
    kernels = collections.Counter()
    for _, _, _, counts in rows:
        total += counts
        kernels[not any(v is False for _, v in counts)] += 1
    print(f"\n{len(rows)} kernels, {kernels[True]} without a difference")
    print("| claim | agree | differ | not found | hit rate |")
    print("| --- | --- | --- | --- | --- |")
    for claim in ("certain", "either", "as-written"):
        good, bad, lost = (total[claim, v] for v in (True, False, None))
        rate = f"{100 * good / (good + bad):.1f} %" if good + bad else "-"
        print(f"| {claim} | {good} | {bad} | {lost} | {rate} |")
    good = sum(n for (_, v), n in total.items() if v is True)
    bad = sum(n for (_, v), n in total.items() if v is False)
    lost = sum(n for (_, v), n in total.items() if v is None)
    rate = f"{100 * good / (good + bad):.1f} %" if good + bad else "-"
    print(f"| all | {good} | {bad} | {lost} | {rate} |")
    return total["certain", False]


def main():
    own = sys.argv[1:]
    flags = []
    if "--" in own:
        own, flags = own[:own.index("--")], own[own.index("--") + 1:]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--arch", default="sm_80,sm_90")
    parser.add_argument("--warplint", default="warplint")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--nvdisasm", default="nvdisasm")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args(own)
    arguments.flags = flags
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for arch in arguments.arch.split(","):
            for file in arguments.files:
                judge_file(arguments, file, arch, folder, rows)
    return 1 if print_table(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
