#!/usr/bin/env python3
"""Random host programs around one kernel, and whether warplint knows their launches.

    scripts/random_hosts.py --warplint WARPLINT [--count 100] [--first 1]
    scripts/random_hosts.py --write FOLDER [--count 100] [--first 1]

A program is a function go(float *, int, int, int) that launches a kernel `k` with
blocks, grids and arguments that come about in all ways of C++: the features of
scripts/host_features.py. It depends on its seed alone. scripts/host_truth.py compiles
it for the host, with a runtime that notes launches instead of making them, and runs
it with many inputs. warplint reads the same files. Each launch that came must be one
of those that it judged the kernel for, or one of which it leaves open what differs;
and the figure that it gives for it must hold.

Prints the wrong programs, with what came and what was told, each without all that
can be left out (--minimize of them; the rest as their seed and features); then how
many there were, by feature.

Exit code: 0; 1 when a program was wrong, or could not be compared.
"""

import argparse
import collections
import pathlib
import re
import sys
import tempfile

import host_truth
from host_programs import BY_NAME, Program


class Check:
    """Runs programs and compares."""

    def __init__(self, options, folder):
        self.options = options
        self.folder = folder

    def of(self, programs):
        """Of each program what came, what was told, and the problems; or its errors."""
        host_truth.write(programs, self.folder)
        came, errors = host_truth.truth(programs, self.folder, self.options.clang)
        whole = [p for p in programs if p.seed not in errors]
        told, more = host_truth.told(whole, self.folder, self.options.warplint,
                                     self.options.jobs) if whole else ({}, {})
        errors.update(more)
        return {p.seed: (came[p.seed], told[p.seed],
                         host_truth.problems(p, came[p.seed], told[p.seed]))
                for p in whole if p.seed not in errors}, errors

    def minimize(self, programs, kinds):
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


def show(program, result):
    came, told, found = result
    print(f"-- seed {program.seed}: {found[0][0]}")
    for name, text in program.files().items():
        print(f"// {name}\n{text}", end="")
    print("came:", *sorted({str(host_truth.Launch(program, row)) for row in came}),
          sep="\n  ")
    print("told:", *[f"{name} {t}" for name in sorted(told) for t in told[name]], sep="\n  ")
    print("wrong:", *[text for _, text in found], sep="\n  ", end="\n\n", flush=True)


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warplint")
    parser.add_argument("--clang", default="/usr/lib/llvm-22/bin/clang++",
                        help="that runs the programs (default: %(default)s)")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="seed")
    parser.add_argument("--feature", choices=sorted(BY_NAME), metavar="NAME",
                        help="small programs about this one")
    parser.add_argument("--batch", type=int, default=50, help="programs a compilation")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minimize", type=int, default=5, metavar="N",
                        help="of the wrong programs (default: %(default)s)")
    parser.add_argument("--write", type=pathlib.Path, metavar="FOLDER",
                        help="keep the programs there")
    return parser.parse_args()


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.write or pathlib.Path(temporary)
        every = [Program(seed, BY_NAME.get(options.feature))
                 for seed in range(options.first, options.first + options.count)]
        if not options.warplint:
            host_truth.write(every, folder)
            return 0
        return compare(options, folder.resolve(), every)


def compare(options, folder, every):
    check = Check(options, folder)
    wrong, errors, silent, known, told = [], {}, 0, 0, 0
    for start in range(0, len(every), options.batch):
        programs = every[start:start + options.batch]
        results, bad = check.of(programs)
        errors.update(bad)
        for p in programs:
            came, said, found = results.get(p.seed, ((), {}, ()))
            silent += not came
            told += sum(map(len, said.values()))
            known += sum(t.is_known(p.names_in_word(kernel))
                         for kernel, records in said.items() for t in records)
            if found:
                wrong.append((p, {kind for kind, _ in found}))
    for seed, text in errors.items():
        print(f"-- seed {seed} does not compile:\n{text[:2000]}")
    smaller = [p for p, _ in wrong][:options.minimize]
    check.minimize(smaller, {p.seed: kinds for p, kinds in wrong})
    final, _ = check.of(smaller) if smaller else ({}, {})
    causes = collections.Counter()
    for p in smaller:
        show(p, final[p.seed])
        names = {node.name for node in p.nodes if not node.is_gone} - {"plain", "launch"}
        causes[", ".join(sorted(names))] += 1
    for p, kinds in wrong[options.minimize:]:
        print(f"-- seed {p.seed}: {', '.join(sorted(kinds))}: {', '.join(p.features)}")
    for names, count in causes.most_common():
        print(f"{count:4} {names}")
    print(f"{len(every)} programs, {len(wrong)} wrong, {len(errors)} do not compile, "
          f"{silent} launch nothing; {known} of {told} launches told are wholly known")
    return bool(wrong or errors)


if __name__ == "__main__":
    sys.exit(main())
