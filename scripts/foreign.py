#!/usr/bin/env python3
"""Runs warplint over checkouts of public repositories with nothing else at hand,
neither a build nor the headers of other projects, and prints what share of the
functions that use shared memory is analysed.

    scripts/foreign.py --warplint build/bin/warplint CHECKOUTS -o OUT

CHECKOUTS holds one folder a repository, named and checked out as in
scripts/foreign_repositories.json. The functions are counted from the text of
the files (shared_functions.py), not by warplint: one that warplint never
mentions is "not mentioned", and counts as left out. Functions that the
preprocessor leaves nothing of are counted apart.

OUT receives one JSON report and one .log a file, and functions.json with what
became of each function; files whose report is there already are not run
again, unless --again. The tables go to standard output, as Markdown.

Exit code: 0; 1 when warplint crashed or ran out of time on some file.
"""

import collections
import functools
import json
import os
import re
import sys

import shared_functions
import sweep

ANALYSED, LEFT_OUT = "analysed", "left out"
NOT_MENTIONED, INACTIVE = "not mentioned", "inactive"


class Job(sweep.Job):
    """One run of warplint, told nothing but the repository's root."""

    def __init__(self, options, repository, name):
        super().__init__(options, repository | {"include": [], "flags": []},
                         name)
        self.folder = (options.checkouts / repository["name"]).resolve()
        self.path = self.folder / name
        self.command = [str(options.warplint), str(self.path),
                        f"--arch={options.arch}", f"--root={self.folder}",
                        "--format=json"]


def sources(checkout, repository):
    """The files that mention shared memory, or a fixed sample of them."""
    return sweep.sources(checkout, {"sample": sys.maxsize} | repository)


def base_name(kernel):
    """'f' of 'n::f<3>'."""
    return kernel.split("<")[0].rpartition("::")[2]


@functools.lru_cache(maxsize=None)
def active_lines(path):
    return shared_functions.active_lines(path)


class Evidence:
    """What the reports of one repository say of places and names."""

    def __init__(self, folder):
        self.folder = folder
        self.touched = collections.defaultdict(set)  # file: lines
        self.kernels = collections.defaultdict(set)  # main file: names
        self.analysed = collections.defaultdict(set)  # file: lines
        self.omitted = collections.defaultdict(list)  # file: (line, name, why)
        self.real = {}

    def path(self, name):
        if name not in self.real:
            self.real[name] = os.path.realpath(os.path.join(self.folder, name))
        return self.real[name]

    def touch(self, place):
        if place and place["file"]:
            self.touched[self.path(place["file"])].add(place["line"])

    def add(self, job, report):
        for access in report["accesses"]:
            for place in [access, access["declaration"], *access["callChain"]]:
                self.touch(place)
        for use in report["uses"]:
            self.touch(use)
        for kernel in report["kernels"]:
            self.kernels[str(job.path)].add(base_name(kernel))
        left_out = {(entry["file"], entry["line"])
                    for entry in report["omitted"]}
        for entry in report["analysed"]:
            if (entry["file"], entry["line"]) not in left_out:
                self.analysed[self.path(entry["file"])].add(entry["line"])
        for entry in report["omitted"]:
            if entry["file"]:
                self.omitted[self.path(entry["file"])].append(
                    (entry["line"], base_name(entry["name"]), entry["why"]))

    def fate(self, path, function):
        """What became of a function of the file, and why."""
        within = range(function.first, function.last + 1)
        if not self.touched[path].isdisjoint(within):
            return ANALYSED, ""
        # As a whole in one file, whatever another that includes it lacks.
        if not self.analysed[path].isdisjoint(within):
            return ANALYSED, "no access"
        reasons = [why for line, name, why in self.omitted[path]
                   if line in within and name == function.name]
        reasons += [why for line, _, why in self.omitted[path]
                    if line in within]
        if reasons:
            return LEFT_OUT, reasons[0]
        if function.kernel and function.name in self.kernels[path]:
            return ANALYSED, "touches no shared memory"
        if function.dead:
            return INACTIVE, "#if 0"
        if not shared_functions.is_active(function, active_lines(path)):
            return INACTIVE, "the preprocessor drops it"
        return NOT_MENTIONED, "not mentioned"


def judge(folder, jobs):
    """The functions of the repository's files with what became of them."""
    evidence = Evidence(folder)
    for job in jobs:
        for report in job.read()[2]:
            evidence.add(job, report)
    for job in jobs:
        text = job.path.read_text(errors="replace")
        for function in shared_functions.scan(text):
            fate, why = evidence.fate(os.path.realpath(job.path), function)
            if fate == NOT_MENTIONED and job.read()[0] not in (0, 1, 2):
                why = "warplint failed on the file"
            yield {"repository": job.repository, "file": job.name,
                   "line": function.first, "name": function.name,
                   "kernel": function.kernel, "template": function.template,
                   "fate": fate, "why": why}


def share(counts):
    active = sum(counts.values()) - counts[INACTIVE]
    return f"{100 * counts[ANALYSED] / active:.1f} %" if active else "-"


def print_table(functions, rows):
    print("| repository | files | parse clean | functions | analysed | "
          "left out | not mentioned | share | inactive | accesses | decided |")
    print("| --- |" + " ---: |" * 10)
    for name, row in rows.items():
        counts = collections.Counter(
            f["fate"] for f in functions if f["repository"] in row.names)
        print(f"| {name} | {row.files} | {row.clean_parse} | "
              f"{sum(counts.values()) - counts[INACTIVE]} | "
              f"{counts[ANALYSED]} | {counts[LEFT_OUT]} | "
              f"{counts[NOT_MENTIONED]} | {share(counts)} | "
              f"{counts[INACTIVE]} | {sum(row.in_all.values())} | "
              f"{sweep.share(row.in_all)} |")


def kind_of(why):
    """The reason without its names, places and the callers between."""
    why = re.sub(r"(it )?(calls '[^']*'; '[^']*' )+", "a callee ", why)
    why = re.sub(r"[^ ]*:\d+(:\d+)?: ", "", why)
    return re.sub(r"'[^']*'", "'…'", why)


def print_reasons(functions, examples):
    reasons = collections.defaultdict(list)
    for f in functions:
        if f["fate"] in (LEFT_OUT, NOT_MENTIONED):
            reasons[kind_of(f["why"])].append(f)
    print("\n| functions | reason |\n| ---: | --- |")
    for why, found in sorted(reasons.items(), key=lambda r: -len(r[1])):
        print(f"| {len(found)} | {why.replace('|', chr(92) + '|')} |")
        for f in found[:examples]:
            print(f"  {f['repository']}/{f['file']}:{f['line']}: {f['name']}: "
                  f"{f['why'][:200]}")


def parse_arguments():
    parser = sweep.argument_parser(__doc__, "foreign_repositories.json")
    parser.add_argument("--timeout", type=float, default=180)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--sample", type=int, help="so many files of each")
    parser.add_argument("--again", action="store_true",
                        help="run files that have a report, too")
    parser.add_argument("--examples", type=int, default=0,
                        help="so many functions under each reason")
    return parser.parse_args()


def find_jobs(options):
    """The runs by repository."""
    jobs, held_out = {}, set()
    for repository in json.loads(options.list.read_text())["repositories"]:
        name = repository["name"]
        if options.repository and name not in options.repository:
            continue
        checkout = options.checkouts / name
        if not checkout.is_dir():
            sys.exit(f"foreign.py: no checkout of {name} "
                     f"({repository['url']}) at {checkout}")
        if options.sample:
            repository["sample"] = min(options.sample,
                                       repository.get("sample", sys.maxsize))
        jobs[name] = [Job(options, repository, file)
                      for file in sources(checkout, repository)]
        if repository.get("held-out"):
            held_out.add(name)
    return jobs, held_out


def figures(names, jobs, rows=None):
    """The row of one repository, or the sum of several."""
    total = sweep.Row()
    total.names = set(names)
    for name in names:
        if rows:
            total.merge(rows[name])
            continue
        seen = set()
        for job in jobs[name]:
            total.add(*job.read(), seen)
    return total


def main():
    options = parse_arguments()
    options.checkouts = options.checkouts.resolve()
    jobs, held_out = find_jobs(options)
    all_jobs = [job for found in jobs.values() for job in found]
    sweep.run_jobs(options, all_jobs)

    functions = []
    for name, found in jobs.items():
        functions += judge(options.checkouts / name, found)
    (options.output / "functions.json").write_text(
        json.dumps(functions, indent=1))
    rows = {name: figures([name], jobs) for name in jobs}
    study = [name for name in jobs if name not in held_out]
    if study:
        print_table(functions, {n: rows[n] for n in study} |
                    {"**total**": figures(study, jobs, rows)})
        print_reasons([f for f in functions if f["repository"] in study],
                      options.examples)
    if held_out:
        print("\nHeld out:\n")
        print_table(functions, {n: rows[n] for n in jobs if n in held_out} |
                    {"**total**": figures(held_out, jobs, rows)})
        print_reasons([f for f in functions if f["repository"] in held_out],
                      options.examples)
    return 1 if sweep.print_failures(all_jobs) else 0


if __name__ == "__main__":
    sys.exit(main())
