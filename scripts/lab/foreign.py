"""Analyzes checkouts of public repositories without a build and without the headers of
other projects, and prints the share of functions with shared memory that is analyzed.

    lab foreign --warplint build/tools/warplint/warplint CHECKOUTS -o OUT

CHECKOUTS has one folder per repository, named and checked out as in
scripts/lab/repositories/foreign.json. functions.py counts the functions in the text of
the files, independently of warplint. A function that warplint never mentions is "not
mentioned", and counts as skipped. Functions that the preprocessor removes are counted
separately.

OUT receives one report and one .log per file, and functions.json with the result for
each function. Files with a report are not analyzed again. The tables go to standard
output, as Markdown.

Exit code: 0; 1 if warplint crashed or ran out of time on a file; 2 for an error.
"""

import collections
import functools
import json
import os
import pathlib
import re
from collections.abc import Iterator
from typing import Any

from lab import corpus, functions, tables
from lab.gpu import base_name
from lab.run import OWN_CODES

ANALYZED, LEFT_OUT = "analyzed", "left out"
NOT_MENTIONED, INACTIVE = "not mentioned", "inactive"

active_lines = functools.lru_cache(maxsize=None)(functions.active_lines)


class Evidence:
    """What the reports of one repository say of places and names."""

    def __init__(self, folder: pathlib.Path, jobs: list[corpus.Job]):
        self.touched = collections.defaultdict(set)  # file: lines
        self.kernels = collections.defaultdict(set)  # main file: names
        self.analyzed = collections.defaultdict(set)  # file: lines
        self.omitted = collections.defaultdict(list)  # file: (line, name, why)
        self.path = functools.lru_cache(maxsize=None)(
            lambda name: os.path.realpath(os.path.join(folder, name)))
        for job in jobs:
            for report in job.read()[2]:
                self.add(job, report)

    def add(self, job: corpus.Job, report: dict[str, Any]) -> None:
        places = [place for access in report["accesses"]
                  for place in [access, access["declaration"], *access["callChain"]]]
        for place in [*places, *report["uses"]]:
            if place and place["file"]:
                self.touched[self.path(place["file"])].add(place["line"])
        self.kernels[os.path.realpath(job.path)].update(map(base_name, report["kernels"]))
        left_out = {(entry["file"], entry["line"]) for entry in report["omitted"]}
        for entry in report["analysed"]:
            if (entry["file"], entry["line"]) not in left_out:
                self.analyzed[self.path(entry["file"])].add(entry["line"])
        for entry in report["omitted"]:
            if entry["file"]:
                self.omitted[self.path(entry["file"])].append(
                    (entry["line"], base_name(entry["name"]), entry["why"]))

    def fate(self, path: str, function: functions.Function) -> tuple[str, str]:
        """What became of a function of the file, and why."""
        within = range(function.first, function.last + 1)
        if not self.touched[path].isdisjoint(within):
            return ANALYZED, ""
        # Completely in one file, whatever another that includes it lacks.
        if not self.analyzed[path].isdisjoint(within):
            return ANALYZED, "no access"
        reasons = sorted((name != function.name, at) for at, (line, name, _) in
                         enumerate(self.omitted[path]) if line in within)
        if reasons:
            return LEFT_OUT, self.omitted[path][reasons[0][1]][2]
        if function.kernel and function.name in self.kernels[path]:
            return ANALYZED, "touches no shared memory"
        if function.dead:
            return INACTIVE, "#if 0"
        if not functions.is_active(function, active_lines(path)):
            return INACTIVE, "the preprocessor drops it"
        return NOT_MENTIONED, "not mentioned"


def judge(folder: pathlib.Path, jobs: list[corpus.Job]) -> Iterator[dict[str, Any]]:
    """The functions of the repository's files with what became of them."""
    evidence = Evidence(folder, jobs)
    for job in jobs:
        failed = job.read()[0] not in OWN_CODES
        for function in functions.scan(job.path.read_text(errors="replace")):
            fate, why = evidence.fate(os.path.realpath(job.path), function)
            if fate == NOT_MENTIONED and failed:
                why = "warplint failed on the file"
            yield {"repository": job.repository, "file": job.name, "line": function.first,
                   "name": function.name, "kernel": function.kernel,
                   "template": function.template, "fate": fate, "why": why}


def show_figures(found: list[dict[str, Any]], rows: dict[str, corpus.Figures]) -> None:
    def cells(name: str, names: list[str], row: corpus.Figures) -> list[Any]:
        counts = collections.Counter(f["fate"] for f in found if f["repository"] in names)
        active = counts.total() - counts[INACTIVE]
        return [name, row.files, row.clean_parse, active, counts[ANALYZED], counts[LEFT_OUT],
                counts[NOT_MENTIONED], tables.percent(counts[ANALYZED], active),
                counts[INACTIVE], row.in_all.total(), corpus.share(row.in_all)]
    tables.show("repository | files: | parse clean: | functions: | analyzed: | left out: | "
                "not mentioned: | share: | inactive: | accesses: | decided:",
                [*(cells(name, [name], row) for name, row in rows.items()),
                 cells("**total**", list(rows), sum(rows.values(), corpus.Figures()))])


def kind_of(why: str) -> str:
    """The reason without its names, places and the callers between."""
    why = re.sub(r"(it )?(calls '[^']*'; '[^']*' )+", "a callee ", why)
    why = re.sub(r"[^ ]*:\d+(:\d+)?: ", "", why)
    return re.sub(r"'[^']*'", "'…'", why)


def show_reasons(found: list[dict[str, Any]]) -> None:
    reasons = collections.Counter(kind_of(f["why"]).replace("|", "\\|") for f in found
                                  if f["fate"] in (LEFT_OUT, NOT_MENTIONED))
    print()
    tables.show("functions: | reason", ([count, why] for why, count in reasons.most_common()))


def main(words: list[str]) -> int:
    parser = corpus.parser("foreign", __doc__, "foreign")
    options = parser.read(words)
    jobs, held_out = {}, set()
    for repository in corpus.repositories(options, all_of_them=True):
        name = repository["name"]
        folder = options.checkouts / name
        jobs[name] = [corpus.Job(options, name, file, [f"--root={folder}"])
                      for file in corpus.sources(folder, repository, True, options.sample)]
        held_out |= {name} if repository.get("held-out") else set()
    well = corpus.run_jobs(options, [job for of in jobs.values() for job in of])
    found = [f for name, of in jobs.items() for f in judge(options.checkouts / name, of)]
    (options.output / "functions.json").write_text(json.dumps(found, indent=1))
    for title, names in (("", jobs.keys() - held_out), ("\nHeld out:\n", held_out)):
        if names:
            print(title, end="\n" if title else "")
            mine = [f for f in found if f["repository"] in names]
            show_figures(mine, {n: corpus.Figures.of(jobs[n]) for n in jobs if n in names})
            show_reasons(mine)
    return 0 if well else 1
