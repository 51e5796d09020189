#!/usr/bin/env python3
"""Holds what warplint says of templates that a file does not instantiate against
the same templates as the repository's own callers instantiate them.

    scripts/foreign.py CHECKOUTS -o OUT
    scripts/compare_templates.py OUT [--warplint build/bin/warplint]

An access of a template has a verdict under arguments that warplint tried, in one
report, and under those of a caller, in another. For each such template, one row:

  equal        each access has the caller's figures, whatever the arguments
  conditional  the figures differ, and so do the arguments, which the finding names
  unproven     no access has figures on both sides
  contradicts  the same arguments have other figures

With --warplint the template's file is linted once more with --instantiate and the
caller's arguments: "again" tells whether the caller's figures come out ("launch":
they are figures of another block).

The share of the templates that get a figure is printed first. Exit code: 0; 1 when
something contradicts.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

FIGURED = ("clean", "excess", "never-runs")


def reports(output):
    for path in sorted(output.glob("*/*.json")):
        try:
            yield from json.loads(path.read_text())["files"]
        except (ValueError, KeyError, TypeError):
            continue


def place(entry):
    return (os.path.realpath(entry["file"]), entry["line"], entry["column"])


def figures(access):
    if access["verdict"] == "unproven":
        return None
    cost = access["wavefronts"] or {}
    ideal = access["ideal"] or {}
    return access["verdict"], cost.get("worst"), ideal.get("worst")


def block(access):
    return tuple(access["launch"]["block"])


class Template:
    """One kernel template with what was said of its accesses."""

    def __init__(self):
        self.tried = collections.defaultdict(dict)  # arguments: access: figures
        self.callers = collections.defaultdict(dict)
        self.files = set()  # that do not instantiate it


def collect(output):
    templates = collections.defaultdict(Template)
    entries = {}
    for report in reports(output):
        for entry in report.get("templates", []):
            name = (place(entry)[:2], entry["name"])
            with_figure = any(
                a["kernel"] == entry["name"] and a.get("trial")
                and a["verdict"] in FIGURED for a in report["accesses"])
            untouched = entry["kernels"] and not any(
                a["kernel"] == entry["name"] for a in report["accesses"])
            state = "figure" if with_figure or untouched else \
                "unproven" if entry["kernels"] else "left out"
            # The best of the files that have it.
            entries[name] = min(entries.get(name, "unproven"), state,
                                key=["figure", "unproven", "left out"].index) \
                if name in entries else state
        for access in report["accesses"]:
            if not access["templateArguments"] or not access["file"]:
                continue
            file = os.path.realpath(access["file"])
            template = templates[file, access["kernel"]]
            side = template.tried if access.get("trial") else template.callers
            calls = tuple(place(c) for c in access["callChain"] if c["file"])
            where = (*place(access), access["kind"], calls)
            side[access["templateArguments"]][where] = access
            if access.get("trial"):
                template.files.add(os.path.realpath(report["file"]))
    return templates, entries


def compare(tried, called, same_arguments):
    """How the accesses of one set of arguments stand to those of another."""
    both = [(tried[w], called[w]) for w in tried.keys() & called.keys()
            if figures(tried[w]) and figures(called[w])]
    if not both:
        return "unproven"
    if all(figures(a) == figures(b) for a, b in both):
        return "equal"
    if not same_arguments:
        return "conditional"
    # Other threads make other requests.
    differ = [(a, b) for a, b in both if figures(a) != figures(b)]
    return "launch" if all(block(a) != block(b) for a, b in differ) \
        else "contradicts"


def again(options, template, kernel, arguments, called):
    file = sorted(template.files)[0]
    root = next((str(p) for p in pathlib.Path(file).parents
                 if p.parent == options.checkouts), None)
    command = [str(options.warplint), file, "--format=json", "--arch=sm_90",
               f"--instantiate={kernel}{arguments}"]
    command += [f"--root={root}"] if root else []
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    try:
        found = json.loads(done.stdout)["files"]
    except (ValueError, KeyError):
        return "failed"
    tried = {}
    for report in found:
        for access in report["accesses"]:
            if access["kernel"] == kernel \
                    and access["templateArguments"] == arguments:
                calls = tuple(place(c) for c in access["callChain"]
                              if c["file"])
                tried[(*place(access), access["kind"], calls)] = access
    return compare(tried, called, True) if tried else "not instantiated"


def print_share(entries):
    states = collections.Counter(entries.values())
    total = sum(states.values())
    print(f"{total} templates that a file does not instantiate: "
          + ", ".join(f"{n} {state}" for state, n in states.most_common()))
    if total:
        print(f"share with a figure: {100 * states['figure'] / total:.1f} %\n")


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("output", type=pathlib.Path, metavar="OUT")
    parser.add_argument("--checkouts", type=pathlib.Path,
                        help="with --warplint: the folder of the checkouts")
    parser.add_argument("--warplint", type=pathlib.Path)
    parser.add_argument("--limit", type=int, help="so many templates")
    return parser.parse_args()


def main():
    options = parse_arguments()
    if options.checkouts:
        options.checkouts = options.checkouts.resolve()
    templates, entries = collect(options.output)
    print_share(entries)
    counts, rows = collections.Counter(), 0
    print("| template | tried | caller | figures | again |")
    print("| --- | --- | --- | --- | --- |")
    for (file, kernel), template in sorted(templates.items()):
        if not template.tried or not template.callers:
            continue
        if options.limit and rows == options.limit:
            break
        # The same arguments, where there are such, else the first.
        pairs = [(t, c) for t in template.tried for c in template.callers]
        tried, caller = max(pairs, key=lambda pair: pair[0] == pair[1])
        result = compare(template.tried[tried], template.callers[caller],
                         tried == caller)
        rows += 1
        counts[result] += 1
        repeated = again(options, template, kernel, caller,
                         template.callers[caller]) if options.warplint else "-"
        counts[f"again: {repeated}"] += bool(options.warplint)
        name = f"{'/'.join(pathlib.Path(file).parts[-2:])}: {kernel}"
        print(f"| {name} | {tried} | {caller} | {result} | {repeated} |")
    print()
    for result, n in counts.most_common():
        print(f"{n} {result}")
    return 1 if counts["contradicts"] or counts["again: contradicts"] else 0


if __name__ == "__main__":
    sys.exit(main())
