"""Applies `warplint --fix` to public programs, verifies and measures them on a GPU.

    lab fixes edit FOLDER... -o OUT [-- FLAGS]
        lints and fixes a copy of each program; needs no GPU. OUT/NAME/before and after
        have the edited programs, OUT/edits.json the results
    lab fixes measure OUT
        on a machine with nvcc, ncu and a GPU: builds both versions with make, runs them,
        compares their output, counts wavefronts and times; writes OUT/measured.json
    lab fixes table OUT
        both as Markdown

A program is a folder with .cu files and a Makefile with a target `run`. The table has
the kernels with a sum per block more than 10 % above the ideal. Outputs are compared
without lines that contain times and rates. A kernel's counters and time are medians over
the launches that ncu sees.

Exit code: 0; 2 for an error.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import statistics
from typing import Any

from lab import gpu, tables
from lab.run import Parser, parallel, run

WASTED = 1.1
METRICS = {column: gpu.COUNTERS[column] for column in ("ld", "st")} | {"time": gpu.TIME}
TIMES = re.compile(r"time|elapsed|second|\b[mun]?s\b|\bsec|[GM]B/s|[GMT]?FLOPS?|throughput"
                   r"|bandwidth|speed|rate", re.IGNORECASE)


def sums(files: list[dict[str, Any]]) -> dict[str, list[int]]:
    """Wavefronts of a block, and the ideal, by kernel."""
    found: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0])
    for access in [access for file in files for access in file["accesses"]]:
        if block := access["perBlock"]:
            found[access["kernel"]][0] += block["predicted"]
            found[access["kernel"]][1] += block["ideal"]
    return {kernel: both for kernel, both in found.items() if both[1]}


def why_not(files: list[dict[str, Any]], kernel: str) -> list[str]:
    """The first reason that is given for each array of the kernel without a fix."""
    return [f"{array['array']}: " + ([b["message"] for b in array["blockers"]]
                                     or ["no layout costs less"])[0]
            for file in files for array in file["layouts"]
            if array["fix"] is None and kernel in [re.sub("<.*", "", k) for k in array["kernels"]]]


def edit_one(options: argparse.Namespace, folder: pathlib.Path) -> dict[str, Any] | None:
    """What became of a program, or nothing where no kernel is named."""
    home = options.output / folder.name
    shutil.rmtree(home, ignore_errors=True)
    for state in ("before", "after"):
        shutil.copytree(folder, home / state, symlinks=True)
    named = {kernel: both for kernel, both in sums(gpu.lint(options, home / "before")).items()
             if both[0] > WASTED * both[1]}
    if not named:
        shutil.rmtree(home)
        return None
    fixed = gpu.lint(options, home / "after", "--fix", *options.option)
    difference = run(["diff", "-ru", "before", "after"], 60, home).out
    after = sums(gpu.lint(options, home / "after")) if difference else {}
    (home / "edit.diff").write_text(difference)
    if not difference:
        shutil.rmtree(home / "before")
        shutil.rmtree(home / "after")
    print(folder.name, "edited" if difference else "not edited", flush=True)
    return {"edited": bool(difference),
            "kernels": {kernel: {"before": both[0], "ideal": both[1],
                                 "after": after.get(kernel, both)[0],
                                 "reasons": why_not(fixed, kernel)}
                        for kernel, both in named.items()}}


def edit(options: argparse.Namespace) -> None:
    folders = [folder for folder in options.folders if gpu.sources_of(folder)]
    found = {}
    for folder, program in zip(folders, parallel(lambda f: edit_one(options, f), folders,
                                                 options.jobs)):
        if program:
            found[folder.name] = program
            (options.output / "edits.json").write_text(json.dumps(found, indent=1))


def printed(text: str) -> list[str]:
    return [line for line in text.splitlines()
            if not TIMES.search(line) and not line.startswith(("nvcc", "make", "./"))]


def medians(folder: pathlib.Path, kernel: str, limit: float) -> dict[str, float]:
    """Of the counters of the kernel's first launches; or nothing."""
    done = run(["ncu", *gpu.NCU, "--metrics=" + ",".join(METRICS.values()),
                f"--kernel-name=regex:^{kernel}$", "--launch-count=21",
                "--target-processes=all", *(gpu.command_of(folder) or [])], limit, folder)
    rows = gpu.rows_of("\n".join(line for line in done.out.splitlines()
                                 if line.startswith('"'))) or []
    return {name: statistics.median(gpu.number(row[metric]) or 0 for row in rows)
            for name, metric in METRICS.items() if rows}


def measure_one(home: pathlib.Path, edited: list[str], limit: float) -> dict[str, Any]:
    found = {}
    for state in ("before", "after"):
        folder = home / state
        if failed := gpu.build(folder, limit, f"-j{os.cpu_count()}"):
            return {"failed": f"{state} {failed}"}
        command = gpu.command_of(folder)
        if not command:
            return {"failed": "no target run"}
        done = run(command, limit, folder, merged=True)
        if done.code is None or done.code < 0:
            return {"failed": f"{state} does not end: {done.code}"}
        found[state] = {"status": done.code, "output": printed(done.out)}
    same = found["before"] == found["after"]
    return {"same": same,
            "kernels": {state: {kernel: medians(home / state, kernel, 2 * limit)
                                for kernel in edited} for state in found},
            **({} if same else {"outputs": {s: f["output"][-20:] for s, f in found.items()}})}


def measure(options: argparse.Namespace) -> None:
    measured = {}
    for name, program in json.loads((options.output / "edits.json").read_text()).items():
        if not program["edited"] or (options.only and name not in options.only):
            continue
        edited = [kernel for kernel, figures in program["kernels"].items()
                  if figures["after"] < figures["before"]]
        measured[name] = measure_one(options.output / name, edited, options.limit)
        print(name, measured[name].get("failed", measured[name].get("same")), flush=True)
        (options.output / "measured.json").write_text(json.dumps(measured, indent=1))


def show(options: argparse.Namespace) -> None:
    programs = json.loads((options.output / "edits.json").read_text())
    file = options.output / "measured.json"
    measured = json.loads(file.read_text()) if file.exists() else {}
    rows, slower = [], []
    reasons: collections.Counter[str] = collections.Counter()
    named = [(name, kernel, figures) for name, program in sorted(programs.items())
             for kernel, figures in program["kernels"].items()]
    for name, kernel, figures in named:
        if figures["after"] >= figures["before"]:
            reasons.update(set(figures["reasons"]) or {"(none is given)"})
            continue
        result = measured.get(name, {})
        before, after = (result.get("kernels", {}).get(state, {}).get(kernel)
                         for state in ("before", "after"))
        counted = took = "-"
        if before and after:
            waves = before["ld"] + before["st"]
            counted = f"{(after['ld'] + after['st']) / waves:.2f}" if waves else "-"
            took = f"{after['time'] / before['time']:.2f}"
            if after["time"] > 1.02 * before["time"]:
                slower.append(f"{name}/{kernel}")
        outputs = {True: "same", False: "differs"}.get(
            result.get("same"), result.get("failed", "-").split(":")[0])
        rows.append([name, kernel, f"{figures['before']}, {figures['ideal']}, {figures['after']}",
                     counted, took, outputs])
    tables.show("program | kernel | wavefronts per block: now, ideal, promised | "
                "counted, after / before: | time, after / before: | output", rows)
    print(f"\n{len(rows)} of {len(named)} kernels that warplint names are edited; slower: "
          f"{', '.join(slower) or 'none'}.\n")
    for reason, count in reasons.most_common():
        print(f"- {count}: {reason}")


def main(words: list[str]) -> int:
    parser = Parser("fixes", __doc__)
    parser.add_argument("mode", choices=("edit", "measure", "table"))
    parser.add_argument("folders", nargs="+", metavar="FOLDER",
                        type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("-o", "--output", type=lambda name: pathlib.Path(name).resolve())
    parser.program()
    parser.add_argument("--option", action="append", default=[], help="for --fix")
    parser.add_argument("--limit", type=int, default=60, help="seconds of a run")
    parser.add_argument("--only", action="append", help="these programs alone")
    options = parser.read(words)
    if options.mode == "edit" and not options.output:
        parser.error("edit writes to the folder of -o")
    options.output = options.output or options.folders[0]
    options.output.mkdir(parents=True, exist_ok=True)
    {"edit": edit, "measure": measure, "table": show}[options.mode](options)
    return 0
