#!/usr/bin/env python3
"""What `warplint --fix` makes of programs that nobody here wrote: which kernels are
edited, whether the programs still verify, and what the counters of a GPU say.

  try_fixes.py edit FOLDER... -o OUT [--warplint PROGRAM]
      lints and fixes a copy of each program; needs no GPU. OUT/NAME/before and after
      have those of which something was edited, OUT/edits.json says what
  try_fixes.py measure OUT
      on a machine with nvcc, ncu and a GPU: builds both with make, runs both, compares
      what they print, counts wavefronts and times; writes OUT/measured.json
  try_fixes.py table OUT
      Markdown of both

A program is a folder with .cu files and a Makefile with a target `run`. A kernel is
named where warplint's sum for a block is more than 10 % above the ideal. What is
printed is compared without the lines that tell times and rates. A kernel's counters
and time are medians over the launches that ncu sees, both programs doing the same.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import validate

WASTED = 1.1
COUNTERS = {column: validate.COUNTERS[column] for column in ("ld", "st")}
COUNTERS["time"] = "gpu__time_duration.sum"
TIMES = re.compile(r"time|elapsed|second|\b[mun]?s\b|\bsec|[GM]B/s|[GMT]?FLOPS?|throughput"
                   r"|bandwidth|speed|rate", re.IGNORECASE)


def run(command, cwd, limit):
    """Status and output; status None past the limit of seconds."""
    with subprocess.Popen(command, cwd=cwd, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, start_new_session=True) as child:
        try:
            output, _ = child.communicate(timeout=limit)
            return child.returncode, output
        except subprocess.TimeoutExpired:
            # What it has started, too: a profiled program keeps the GPU's counters.
            os.killpg(child.pid, signal.SIGKILL)
            return None, ""


def lint(options, folder, *more):
    """The report on a program, and the seconds that it took."""
    sources = sorted(str(p.relative_to(folder)) for p in folder.rglob("*.cu"))
    with tempfile.TemporaryDirectory() as home:
        report = pathlib.Path(home, "report.json")
        begin = time.monotonic()
        run([options.warplint, "--no-cache", "-j1", "--fail-on=never",
             f"--format=json:{report}", f"--root={folder}", *more, *sources,
             *(["--", *options.flag] if options.flag else [])], folder, 600)
        took = time.monotonic() - begin
        return json.loads(report.read_text())["files"] if report.exists() else [], took


def sums(files):
    """Wavefronts of a block, and the ideal, by kernel."""
    found = collections.defaultdict(lambda: [0, 0])
    for file in files:
        for access in file["accesses"]:
            if block := access["perBlock"]:
                found[access["kernel"]][0] += block["predicted"]
                found[access["kernel"]][1] += block["ideal"]
    return {kernel: both for kernel, both in found.items() if both[1]}


def why_not(files, kernel):
    """The first reason that is told of each array of the kernel without a fix."""
    reasons = []
    for file in files:
        for array in file["layouts"]:
            names = [re.sub("<.*", "", k) for k in array["kernels"]]
            if kernel in names and array["fix"] is None:
                blockers = [b["message"] for b in array["blockers"]]
                reasons.append(f"{array['array']}: "
                               + (blockers or ["no layout costs less"])[0])
    return reasons


def edit_one(options, folder):
    """What became of a program, or nothing where no kernel is named."""
    home = options.output / folder.name
    shutil.rmtree(home, ignore_errors=True)
    for state in ("before", "after"):
        shutil.copytree(folder, home / state, symlinks=True)
    before, lint_time = lint(options, home / "before")
    named = {kernel: both for kernel, both in sums(before).items()
             if both[0] > WASTED * both[1]}
    if not named:
        shutil.rmtree(home)
        return None
    fixed, fix_time = lint(options, home / "after", "--fix", *options.option)
    _, difference = run(["diff", "-ru", "before", "after"], home, 60)
    after = sums(lint(options, home / "after")[0]) if difference else {}
    (home / "edit.diff").write_text(difference)
    if not difference:
        shutil.rmtree(home / "before")
        shutil.rmtree(home / "after")
    print(folder.name, "edited" if difference else "not edited",
          f"{lint_time:.1f} {fix_time:.1f} s", flush=True)
    return {"lint": round(lint_time, 2), "fix": round(fix_time, 2),
            "edited": bool(difference),
            "kernels": {kernel: {"before": both[0], "ideal": both[1],
                                 "after": after.get(kernel, both)[0],
                                 "reasons": why_not(fixed, kernel)}
                        for kernel, both in named.items()}}


def edit(options):
    folders = [folder for folder in options.folders if any(folder.rglob("*.cu"))]
    found = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        at_work = {pool.submit(edit_one, options, folder): folder.name for folder in folders}
        for program in concurrent.futures.as_completed(at_work):
            if program.result():
                found[at_work[program]] = program.result()
                (options.output / "edits.json").write_text(json.dumps(found, indent=1))


def printed(text):
    return [line for line in text.splitlines()
            if not TIMES.search(line) and not line.startswith(("nvcc", "make", "./"))]


def profile(folder, command, kernel, limit):
    """Medians of the counters of the kernel's first launches; or nothing."""
    _, output = run(["ncu", "--csv", "--page=raw", "--print-units=base",
                     "--metrics=" + ",".join(COUNTERS.values()),
                     f"--kernel-name=regex:^{kernel}$", "--launch-count=21",
                     "--target-processes=all", *command], folder, limit)
    page = "\n".join(line for line in output.splitlines() if line.startswith('"'))
    values = collections.defaultdict(list)
    for row in validate.rows_of(page) if page else []:
        for counter, metric in COUNTERS.items():
            values[counter].append(float(row[metric].replace(",", "")))
    return {counter: statistics.median(of) for counter, of in values.items()}


def command_of(folder):
    """What `make run` runs."""
    _, output = run(["make", "-n", "run", "LAUNCHER="], folder, 30)
    lines = [line for line in output.splitlines() if line.strip().startswith("./")]
    return lines[-1].split("|")[0].split() if lines else None


def measure_one(home, edited, limit):
    found = {}
    for state in ("before", "after"):
        folder = home / state
        status, output = run(["make", "-s", "ARCH=sm_90", f"-j{os.cpu_count()}"], folder, limit)
        if status != 0:
            return {"failed": f"{state} is not built: {output[-300:]}"}
        command = command_of(folder)
        if not command:
            return {"failed": "no target run"}
        status, output = run(command, folder, limit)
        if status is None or status < 0:
            return {"failed": f"{state} does not end: {status}"}
        found[state] = {"status": status, "output": printed(output)}
    same = found["before"] == found["after"]
    kernels = {state: {kernel: profile(home / state, command_of(home / state), kernel,
                                       2 * limit) for kernel in edited}
               for state in ("before", "after")}
    return {"same": same, "kernels": kernels,
            **({} if same else {"outputs": {s: f["output"][-20:] for s, f in found.items()}})}


def measure(options):
    programs = json.loads((options.output / "edits.json").read_text())
    measured = {}
    for name, program in programs.items():
        if not program["edited"] or (options.only and name not in options.only):
            continue
        begin = time.monotonic()
        edited = [kernel for kernel, figures in program["kernels"].items()
                  if figures["after"] < figures["before"]]
        measured[name] = measure_one(options.output / name, edited, options.limit)
        print(name, measured[name].get("failed", measured[name].get("same")),
              f"{time.monotonic() - begin:.0f} s", flush=True)
        (options.output / "measured.json").write_text(json.dumps(measured, indent=1))


def table(options):
    programs = json.loads((options.output / "edits.json").read_text())
    file = options.output / "measured.json"
    measured = json.loads(file.read_text()) if file.exists() else {}
    print("| program | kernel | wavefronts per block: now, ideal, promised | "
          "counted, after / before | time, after / before | output |")
    print("| --- | --- | --- | ---: | ---: | --- |")
    edited = named = 0
    slower = []
    reasons = collections.Counter()
    for name, program in sorted(programs.items()):
        result = measured.get(name, {})
        for kernel, figures in program["kernels"].items():
            named += 1
            is_edited = figures["after"] < figures["before"]
            edited += is_edited
            if not is_edited:
                reasons.update(set(figures["reasons"]) or {"(none is told)"})
                continue
            both = [result.get("kernels", {}).get(s, {}).get(kernel) for s in
                    ("before", "after")]
            counted = took = "-"
            if all(both):
                waves = [b["ld"] + b["st"] for b in both]
                counted = f"{waves[1] / waves[0]:.2f}" if waves[0] else "-"
                took = f"{both[1]['time'] / both[0]['time']:.2f}"
                if both[1]["time"] > 1.02 * both[0]["time"]:
                    slower.append(f"{name}/{kernel}")
            output = ("same" if result["same"] else "differs") if "same" in result else \
                result.get("failed", "-").split(":")[0]
            print(f"| {name} | {kernel} | {figures['before']}, {figures['ideal']}, "
                  f"{figures['after']} | {counted} | {took} | {output} |")
    print(f"\n{edited} of {named} kernels that warplint names are edited; slower: "
          f"{', '.join(slower) or 'none'}.\n")
    for reason, count in reasons.most_common():
        print(f"- {count}: {reason}")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(dest="mode", required=True)
    each = modes.add_parser("edit")
    each.add_argument("folders", nargs="+", type=lambda f: pathlib.Path(f).resolve())
    each.add_argument("-o", dest="output", type=pathlib.Path, required=True)
    each.add_argument("--warplint", default="warplint")
    each.add_argument("--option", action="append", default=[], help="for --fix")
    each.add_argument("--flag", action="append", default=[], help="for the compiler")
    each.add_argument("-j", dest="jobs", type=int, default=1, help="programs at a time")
    for mode in ("measure", "table"):
        each = modes.add_parser(mode)
        each.add_argument("output", type=pathlib.Path)
        each.add_argument("--limit", type=int, default=60, help="seconds of a run")
        each.add_argument("--only", action="append", help="these programs alone")
    options = parser.parse_args()
    options.output = options.output.resolve()
    options.output.mkdir(parents=True, exist_ok=True)
    {"edit": edit, "measure": measure, "table": table}[options.mode](options)


if __name__ == "__main__":
    sys.exit(main())
