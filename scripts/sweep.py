#!/usr/bin/env python3
"""Runs warplint over checkouts of public repositories and prints what share of
their shared-memory accesses gets a verdict.

    scripts/sweep.py --warplint build/bin/warplint CHECKOUTS -o OUT

CHECKOUTS holds one folder a repository, named and checked out as in
scripts/sweep_repositories.json. OUT receives one JSON report and one .log a
file; files whose report is there already are not run again, unless --again.
The table goes to standard output, as Markdown.

Exit code: 0; 1 when warplint crashed or ran out of time on some file.
"""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time

DATA_DEPENDENT = "data-dependent-index"


def sources(checkout, repository):
    """The files of a repository, relative to its checkout, in a fixed order."""
    found = set()
    for pattern in repository["files"]:
        found.update(p.relative_to(checkout) for p in checkout.glob(pattern))
    for pattern in repository.get("not", []):
        found.difference_update(
            p.relative_to(checkout) for p in checkout.glob(pattern))
    files = sorted(str(f) for f in found)
    if "sample" not in repository:
        return files

    def has_shared(name):
        text = (checkout / name).read_text(errors="replace")
        return "__shared__" in text

    files.sort(key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    return sorted([f for f in files if has_shared(f)][:repository["sample"]])


def include_flags(checkouts, repository):
    flags = []
    for folder in repository["include"]:
        name, _, below = folder.rpartition(":")
        flags.append(f"-I{checkouts / (name or repository['name']) / below}")
    return flags


class Job:
    """One run of warplint."""

    def __init__(self, options, repository, name):
        stem = f"{repository['name']}/{name.replace('/', '__')}"
        self.repository = repository["name"]
        self.name = name
        self.report = options.output / f"{stem}.json"
        self.log = options.output / f"{stem}.log"
        self.meta = options.output / f"{stem}.run"
        self.timeout = options.timeout
        folder = options.checkouts / repository["name"]
        self.command = [
            str(options.warplint), str(folder / name), f"--arch={options.arch}",
            "--format=json", "--"
        ] + include_flags(options.checkouts, repository) + repository["flags"]

    def run(self):
        self.report.parent.mkdir(parents=True, exist_ok=True)
        start = time.monotonic()
        with open(self.report, "wb") as out, open(self.log, "wb") as log:
            try:
                code = subprocess.run(self.command, stdout=out, stderr=log,
                                      timeout=self.timeout).returncode
            except subprocess.TimeoutExpired:
                code = "timeout"
        seconds = time.monotonic() - start
        self.meta.write_text(json.dumps({"code": code, "seconds": seconds}))

    def read(self):
        """The exit code, the seconds and the reports of the files."""
        meta = json.loads(self.meta.read_text())
        try:
            files = json.loads(self.report.read_text())["files"]
        except (ValueError, KeyError):
            files = []
        return meta["code"], meta["seconds"], files


class Row:
    """Figures of one repository."""

    def __init__(self):
        self.files = self.clean_parse = self.crashed = 0
        self.slowest = 0.0
        self.kernels = 0
        self.in_clean = collections.Counter()
        self.in_all = collections.Counter()
        self.omitted = collections.Counter()

    def add(self, code, seconds, files, seen):
        self.files += 1
        self.slowest = max(self.slowest, seconds)
        if code not in (0, 1, 2):
            self.crashed += 1
        for report in files:
            parsed = not report["hadErrors"]
            self.clean_parse += parsed
            self.kernels += len(report["kernels"])
            for access in report["accesses"]:
                # A header is judged once, however many files include it.
                key = (access["file"], access["line"], access["column"],
                       access["kind"], access["address"], access["kernel"],
                       access["templateArguments"])
                if key in seen:
                    continue
                seen.add(key)
                what = kind_of(access)
                self.in_all[what] += 1
                if parsed:
                    self.in_clean[what] += 1
            for left_out in report["omitted"]:
                self.omitted[left_out["why"]] += 1

    def merge(self, other):
        for name in ("files", "clean_parse", "crashed", "kernels"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.slowest = max(self.slowest, other.slowest)
        self.in_clean += other.in_clean
        self.in_all += other.in_all
        self.omitted += other.omitted


def kind_of(access):
    if access["verdict"] != "unproven":
        return access["verdict"]
    return access["reason"] or "unproven"


def share(counts):
    """Decided accesses among those whose index is not data-dependent."""
    judged = sum(counts.values()) - counts[DATA_DEPENDENT]
    decided = sum(
        counts[k] for k in ("clean", "excess", "never-runs"))
    return f"{100 * decided / judged:.1f} %" if judged else "-"


def print_table(rows):
    print("| repository | files | parse clean | kernels | accesses | clean | "
          "excess | never | data-dependent | other unproven | decided | "
          "in all files | slowest |")
    print("| --- |" + " ---: |" * 12)
    for name, row in rows.items():
        counts = row.in_clean
        other = sum(counts.values()) - sum(
            counts[k]
            for k in ("clean", "excess", "never-runs", DATA_DEPENDENT))
        print(f"| {name} | {row.files} | {row.clean_parse} | {row.kernels} | "
              f"{sum(counts.values())} | {counts['clean']} | "
              f"{counts['excess']} | {counts['never-runs']} | "
              f"{counts[DATA_DEPENDENT]} | {other} | {share(counts)} | "
              f"{share(row.in_all)} | {row.slowest:.0f} s |")


def print_unproven(jobs):
    """Each reason with its places, most frequent first."""
    reasons = collections.defaultdict(list)
    for job in jobs:
        if not job.meta.exists():
            continue
        for report in job.read()[2]:
            for access in report["accesses"]:
                if access["verdict"] != "unproven":
                    continue
                text = f"{access['reason']}: {access['reasonText']}"
                reasons[text].append(
                    f"{job.name}: {access['file']}:{access['line']}:"
                    f"{access['column']} {access['kind']} "
                    f"{access['address']}")
    for text, places in sorted(reasons.items(), key=lambda r: -len(r[1])):
        print(f"{len(places):6} {text}")
        for place in dict.fromkeys(places[:400:1 + len(places) // 5]):
            print(f"         {place[:300]}")


def argument_parser(description, repositories="sweep_repositories.json",
                    only="only this one; may be repeated"):
    """The options of all scripts that run warplint over checkouts."""
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(
        description=description,
        formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("checkouts", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    parser.add_argument("--warplint", type=pathlib.Path, default="warplint")
    parser.add_argument("--list", type=pathlib.Path,
                        default=here / repositories)
    parser.add_argument("--repository", action="append", help=only)
    parser.add_argument("--arch", default="sm_90")
    return parser


def run_jobs(options, jobs):
    """Runs those that have no report yet, or all with --again."""
    todo = [j for j in jobs if options.again or not j.meta.exists()]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done, _ in enumerate(pool.map(lambda j: j.run(), todo), 1):
            print(f"\r{done}/{len(todo)}", end="", file=sys.stderr)
    print(file=sys.stderr)


def print_failures(jobs):
    """Those that ended with none of warplint's own codes; whether any did."""
    failed = False
    for job in jobs:
        code, seconds, _ = job.read()
        if code not in (0, 1, 2):
            failed = True
            print(f"\n{job.repository}/{job.name}: {code} after "
                  f"{seconds:.0f} s")
    return failed


def parse_arguments():
    parser = argument_parser(__doc__)
    parser.add_argument("--timeout", type=float, default=180)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--again", action="store_true",
                        help="run files that have a report, too")
    parser.add_argument("--unproven", action="store_true",
                        help="list the reasons with examples")
    return parser.parse_args()


def main():
    options = parse_arguments()
    options.checkouts = options.checkouts.resolve()
    repositories = [
        r for r in json.loads(options.list.read_text())["repositories"]
        if not options.repository or r["name"] in options.repository
    ]
    jobs = []
    for repository in repositories:
        checkout = options.checkouts / repository["name"]
        if not checkout.is_dir():
            sys.exit(f"sweep.py: no checkout of {repository['name']} "
                     f"({repository['url']}) at {checkout}")
        jobs += [Job(options, repository, name)
                 for name in sources(checkout, repository)]
    run_jobs(options, jobs)

    rows = collections.defaultdict(Row)
    seen = collections.defaultdict(set)
    for job in jobs:
        rows[job.repository].add(*job.read(), seen[job.repository])
    total = Row()
    for row in list(rows.values()):
        total.merge(row)
    rows["**total**"] = total
    print_table(rows)
    print_failures(jobs)
    if options.unproven:
        print()
        print_unproven(jobs)
    return 1 if total.crashed else 0


if __name__ == "__main__":
    sys.exit(main())
