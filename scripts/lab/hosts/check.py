"""Compares the launches of random host programs with those that warplint finds.

    lab hosts --warplint WARPLINT [--count 100] [--first 1]
    lab hosts --write FOLDER [--count 100] [--first 1]

A program is a function go(float *, int, int, int) that launches a kernel `k`. Its blocks,
grids and arguments come from the C++ features of features.txt. A program depends only on
its seed. truth.py compiles it for the host with a runtime that records launches, and runs
it with many inputs. warplint reads the same files. Each recorded launch must be one that
warplint judged the kernel for, or one with unknowns that cover the difference, and the
count for it must hold.

Prints the wrong programs with the recorded and the judged launches, --minimize of them
reduced, the others as seed and features; then their number by feature.

Exit code: 0; 1 if a program was wrong or could not be compared; 2 for an error.
"""

import argparse
import collections
import pathlib
import re
import tempfile
from typing import Any

from lab.hosts import truth
from lab.hosts.programs import BY_NAME, Program
from lab.run import Parser


class Check:
    """Runs programs and compares."""

    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self.options, self.folder = options, folder

    def of(self, programs: list[Program]) -> tuple[dict[int, Any], dict[int, str]]:
        """Of each program what came, what was judged, and the problems; or its errors."""
        truth.write(programs, self.folder)
        came, errors = truth.truth(programs, self.folder, self.options.clang)
        whole = [p for p in programs if p.seed not in errors]
        said, more = truth.judged(whole, self.folder, self.options.warplint, self.options.jobs)
        errors |= more
        return {p.seed: (came[p.seed], said[p.seed],
                         truth.problems(p, came[p.seed], said[p.seed]))
                for p in whole if p.seed not in errors}, errors

    def minimize(self, programs: list[Program], kinds: dict[int, set[str]]) -> None:
        """Leaves out one statement of each after the other while it stays wrong."""
        tries = {p.seed: [node for node in p.nodes if node.name != "plain"] for p in programs}
        while any(tries.values()):
            tried = []
            for p in programs:
                before = "".join(p.files().values())
                while tries[p.seed]:
                    node = tries[p.seed].pop()
                    node.is_gone = True
                    text = "".join(p.files().values())
                    if text != before and not any(
                            re.search(rf"\b{name}\b", text) for name in node.names):
                        tried.append((p, node))
                        break
                    node.is_gone = text == before
            results, _ = self.of([p for p, _ in tried]) if tried else ({}, {})
            for p, node in tried:
                _, _, found = results.get(p.seed, (0, 0, []))
                node.is_gone = any(kind in kinds[p.seed] for kind, _ in found)


def show(program: Program, result: Any) -> None:
    came, said, found = result
    print(f"-- seed {program.seed}: {found[0][0]}")
    for name, text in program.files().items():
        print(f"// {name}\n{text}", end="")
    print("came:", *sorted({str(truth.Launch(program, row)) for row in came}), sep="\n  ")
    print("judged:", *[f"{name} {t}" for name in sorted(said) for t in said[name]], sep="\n  ")
    print("wrong:", *[text for _, text in found], sep="\n  ", end="\n\n", flush=True)


def compare(options: argparse.Namespace, folder: pathlib.Path, every: list[Program]) -> int:
    check = Check(options, folder)
    wrong, errors, silent, known, said = [], {}, 0, 0, 0
    for start in range(0, len(every), options.batch):
        programs = every[start:start + options.batch]
        results, bad = check.of(programs)
        errors |= bad
        for p in programs:
            came, judged, found = results.get(p.seed, ((), {}, ()))
            silent += not came
            said += sum(map(len, judged.values()))
            known += sum(j.is_known(p.names_in_word(kernel))
                         for kernel, records in judged.items() for j in records)
            if found:
                wrong.append((p, {kind for kind, _ in found}))
    for seed, text in errors.items():
        print(f"-- seed {seed} does not compile:\n{text[:2000]}")
    smaller = [p for p, _ in wrong][:options.minimize]
    check.minimize(smaller, {p.seed: kinds for p, kinds in wrong})
    final = check.of(smaller)[0] if smaller else {}
    causes: collections.Counter[str] = collections.Counter()
    for p in smaller:
        show(p, final[p.seed])
        names = {node.name for node in p.nodes if not node.is_gone} - {"plain", "launch"}
        causes[", ".join(sorted(names))] += 1
    for p, kinds in wrong[options.minimize:]:
        print(f"-- seed {p.seed}: {', '.join(sorted(kinds))}: {', '.join(p.features)}")
    for names, count in causes.most_common():
        print(f"{count:4} {names}")
    print(f"{len(every)} programs, {len(wrong)} wrong, {len(errors)} do not compile, "
          f"{silent} launch nothing; {known} of {said} launches judged are completely known")
    return int(bool(wrong or errors))


def main(words: list[str]) -> int:
    parser = Parser("hosts", __doc__)
    parser.program()
    parser.add_argument("--clang", default="/usr/lib/llvm-22/bin/clang++",
                        help="that runs the programs (default: %(default)s)")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="seed")
    parser.add_argument("--feature", choices=sorted(BY_NAME), metavar="NAME",
                        help="small programs about this one")
    parser.add_argument("--batch", type=int, default=50, help="programs a compilation")
    parser.add_argument("--minimize", type=int, default=5, metavar="N",
                        help="of the wrong programs (default: %(default)s)")
    parser.add_argument("--write", type=pathlib.Path, metavar="FOLDER",
                        help="write the programs there, and no more")
    options = parser.read(words)
    every = [Program(seed, BY_NAME.get(options.feature))
             for seed in range(options.first, options.first + options.count)]
    if options.write:
        truth.write(every, options.write)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return compare(options, pathlib.Path(folder).resolve(), every)
