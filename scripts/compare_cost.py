#!/usr/bin/env python3
"""Holds the busiest pipe that warplint --cost tells against what a GPU counts.

  compare_cost.py predict FOLDER... -o OUT/predicted.json [--warplint PROGRAM]
  compare_cost.py measure FOLDER... -o OUT
      on a machine with nvcc, ncu and a GPU: builds each program with make, profiles
      the first launch of each of its kernels and writes OUT/PROGRAM.csv. A program
      that runs longer than the limit is ended, and what was profiled counts
  compare_cost.py table OUT/predicted.json OUT/*.csv
      Markdown: how often the busiest pipe is the one that was told, what was counted
      beside what was told of each pipe, and the kernels that are told wrongly

A program is a folder with .cu files and a Makefile with a target `run`, as
compare_profiles.py takes it. A CSV file is what `ncu --csv --page raw` prints, and
may be made by hand with the metrics that `compare_cost.py metrics` lists.

  idle   no pipe has 30 % of its peak: what bounds the kernel is no pipe
  hit    the pipe that is told, of one of several tables, has the highest part of its peak
  near   it has 80 % of the highest
  miss   all else

Exits with 1 where a file can not be read.
"""

import argparse
import collections
import concurrent.futures
import csv
import json
import os
import pathlib
import shutil
import signal
import statistics
import sys
import threading
import time

import compare_profiles
import try_fixes

# By pipe: what has a part of its peak, and what counts the units of warplint.
PART = {
    "shared": "l1tex__data_pipe_lsu_wavefronts_mem_shared",
    "lsu": "sm__inst_executed_pipe_lsu",
    "l1": "l1tex__t_sectors",
    "l2": "lts__t_sectors",
    "dram": "dram__throughput",
    "fma": "sm__inst_executed_pipe_fma",
    "alu": "sm__inst_executed_pipe_alu",
    "fp16": "sm__inst_executed_pipe_fp16",
    "fp64": "sm__inst_executed_pipe_fp64",
    "xu": "sm__inst_executed_pipe_xu",
    "tensor": "sm__pipe_tensor_cycles_active",
}
COUNT = {**{pipe: PART[pipe] for pipe in ("shared", "lsu", "l1", "fma", "alu", "fp16",
                                          "fp64", "xu")},
         "l2": "lts__t_sectors_srcunit_tex", "dram": "dram__sectors"}
PEAK = ".avg.pct_of_peak_sustained_elapsed"
SHAPE = ("launch__grid_size", "launch__block_size")
NEAR, IDLE = 0.8, 30.0


def metrics():
    return ([name + PEAK for name in PART.values()]
            + [name + ".sum" for name in COUNT.values()] + list(SHAPE))


def known_metrics():
    """Those that this ncu has for this GPU."""
    status, output = try_fixes.run(["ncu", "--query-metrics"], pathlib.Path("."), 120)
    if status != 0:
        return metrics()
    known = {line.split()[0] for line in output.splitlines() if line.strip()}
    return [m for m in metrics() if m.split(".")[0] in known or m in SHAPE]


def predict(options):
    options.output.parent.mkdir(parents=True, exist_ok=True)
    found = {}
    for folder in options.folders:
        files, _ = try_fixes.lint(options, folder, "--cost", "--layouts=false")
        found[folder.name] = [cost for file in files for cost in file["costs"]]
        print(folder.name, len(found[folder.name]), "kernels", flush=True)
    options.output.write_text(json.dumps(found, indent=1))


def end_program(folder):
    """Ends the program of a folder, not the profiler, which then writes what it has."""
    for entry in pathlib.Path("/proc").glob("[0-9]*/exe"):
        try:
            if pathlib.Path(os.readlink(entry)).parent == folder:
                os.kill(int(entry.parent.name), signal.SIGKILL)
        except OSError:
            continue  # It has ended, or is another's.


def profile(options, folder, wanted):
    command = try_fixes.command_of(folder)
    if not command:
        return "no target run"
    log = options.output / f"{folder.name}.csv"
    watch = threading.Timer(options.limit, end_program, [folder])
    watch.start()
    status, output = try_fixes.run(
        ["ncu", "--kernel-id=:::1", "--csv", "--page=raw", "--print-units=base",
         f"--log-file={log.resolve()}", "--target-processes=all",
         f"--metrics={wanted}", *command], folder, 3 * options.limit)
    watch.cancel()
    return (f"profiled, {len(kernels_of(log) or [])} kernels" if log.exists()
            else f"{status} {output[-200:]}")


def measure(options):
    options.output.mkdir(parents=True, exist_ok=True)
    wanted = ",".join(known_metrics())
    end = time.monotonic() + options.total
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        builds = {pool.submit(compare_profiles.build, f): f for f in options.folders}
        for built in concurrent.futures.as_completed(builds):
            if time.monotonic() > end:
                pool.shutdown(cancel_futures=True)
                break
            folder = builds[built]
            print(folder.name, built.result() or profile(options, folder, wanted),
                  flush=True)


def number(text):
    try:
        return float(text.replace(",", ""))
    except (AttributeError, ValueError):
        return None


def kernels_of(path):
    """The rows of a CSV file of ncu; the one below the names has units."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.readlines()
    begin = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if begin is None:
        return None
    return [row for row in csv.DictReader(lines[begin:]) if (row.get("ID") or "").isdigit()]


def base_name(kernel):
    """ "tpl" of "void ns::tpl<float, (int)64>(float *)"."""
    depth, name = 0, ""
    for c in kernel.removeprefix("void ").split("(anonymous namespace)::")[-1]:
        if c == "(" and not depth:
            break
        depth += (c == "<") - (c == ">")
        if not depth and c != ">":
            name += c
    return name.strip().split(" ")[-1].split("::")[-1]


def amount_of(total):
    """The sum, if no loop of unknown length is in it."""
    if any(term["loops"] for term in total["terms"]):
        return None
    return sum(term["amount"] for term in total["terms"])


def told_of(costs, row):
    """What is told of the kernel of a row: of the block that was launched, if there is
    such."""
    same = [c for c in costs if base_name(c["kernel"]) == base_name(row["Kernel Name"])]
    threads = number(row.get(SHAPE[1]))

    def has_block(cost):
        product = 1
        for extent in cost["block"]:
            product *= extent or 0
        return product == threads
    return [c for c in same if has_block(c)] or same


def outcome_of(told, parts):
    busiest = max(parts, key=parts.get)
    named = {c["busiest"] for c in told} - {None}
    if parts[busiest] < IDLE:
        return "idle"
    if busiest in named:
        return "hit"
    if any(parts.get(p, 0) >= NEAR * parts[busiest] for p in named):
        return "near"
    return "miss"


def add_ratios(told, row, ratios):
    """What was counted of each pipe for what is told, where one number is told."""
    grid = number(row.get(SHAPE[0]))
    if len(told) != 1 or told[0]["per"] != "block" or not grid:
        return
    for pipe in told[0]["pipes"]:
        counted = number(row.get(f"{COUNT.get(pipe['pipe'])}.sum"))
        units = amount_of(pipe["units"])
        if counted and units:
            ratios[pipe["pipe"]].append(counted / (units * grid))


def table(options):
    predicted = json.loads(options.files[0].read_text())
    outcomes, confused = collections.Counter(), collections.Counter()
    ratios = collections.defaultdict(list)
    misses = []
    failed = False
    for path in options.files[1:]:
        rows = kernels_of(path)
        if rows is None:
            print(f"compare_cost.py: {path}: no table of ncu", file=sys.stderr)
            failed = True
            continue
        for row in rows:
            told = told_of(predicted.get(path.stem, []), row)
            parts = {p: number(row.get(name + PEAK)) for p, name in PART.items()}
            parts = {p: value for p, value in parts.items() if value is not None}
            if not told or not parts:
                outcomes["not told" if parts else "not measured"] += 1
                continue
            what = outcome_of(told, parts)
            outcomes[what] += 1
            add_ratios(told, row, ratios)
            if what in ("hit", "idle"):
                continue
            busiest = max(parts, key=parts.get)
            names = "/".join(sorted({str(c["busiest"]) for c in told}))
            confused[f"{names} for {busiest}"] += 1
            shown = ", ".join(f"{p} {v:.0f}" for p, v in
                              sorted(parts.items(), key=lambda i: -i[1])[:4])
            misses.append((what, path.stem, base_name(row["Kernel Name"]), names, shown))
    judged = sum(outcomes[w] for w in ("hit", "near", "miss"))
    print("| outcome | kernels |\n| --- | ---: |")
    for what, count in outcomes.most_common():
        print(f"| {what} | {count} |")
    if judged:
        print(f"\n{outcomes['hit']} of {judged} kernels with a busy pipe are told, "
              f"{100 * outcomes['hit'] / judged:.0f} %; "
              f"{outcomes['near']} more are near.")
    if ratios:
        print("\n| pipe | kernels | counted / told, median | least | most |\n"
              "| --- | ---: | ---: | ---: | ---: |")
    for pipe, values in sorted(ratios.items()):
        print(f"| {pipe} | {len(values)} | {statistics.median(values):.2f} | "
              f"{min(values):.2f} | {max(values):.2f} |")
    if misses:
        print("\n| outcome | program | kernel | told | measured, % of peak |\n"
              "| --- | --- | --- | --- | --- |")
    for miss in sorted(misses):
        print("|", " | ".join(miss), "|")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("predict", "measure"):
        command = commands.add_parser(name)
        command.add_argument("folders", nargs="+", type=lambda p: pathlib.Path(p).resolve())
        command.add_argument("-o", "--output", type=pathlib.Path, required=True)
        command.add_argument("--warplint", default="warplint",
                             type=lambda name: os.path.abspath(shutil.which(name) or name))
        command.add_argument("--flag", action="append", default=[])
        command.add_argument("--limit", type=int, default=120, help="seconds a program")
        command.add_argument("--total", type=int, default=10**6, help="seconds in all")
    commands.add_parser("table").add_argument("files", nargs="+", type=pathlib.Path)
    commands.add_parser("metrics")
    options = parser.parse_args()
    if options.command == "metrics":
        print("\n".join(metrics()))
        return 0
    return {"predict": predict, "measure": measure,
            "table": table}[options.command](options) or 0


if __name__ == "__main__":
    sys.exit(main())
