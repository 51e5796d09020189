"""Compares the busiest pipe and the bound of warplint --cost with a GPU's counters.

    lab cost predict FOLDER... -o OUT/predicted.json [-- FLAGS]
    lab cost measure FOLDER... -o OUT
        on a machine with nvcc, ncu and a GPU: builds each program with make, profiles
        the first launch of each of its kernels and writes OUT/PROGRAM.csv. A program
        that exceeds the time limit is ended; the launches profiled until then count
    lab cost table OUT/predicted.json OUT/*.csv
        Markdown: how often the predicted busiest pipe is right, the counted and predicted
        work of each pipe, and the kernels with another busiest pipe. The same for the
        bound, which is right if it names a pipe with 60 % of its peak, otherwise the
        cause of most stalls; a launch below 4.7 us, or limited by the start of its
        blocks; a tail that adds a fifth

A program is a folder with .cu files and a Makefile with a target `run`. A CSV file is the
output of `ncu --csv --page raw`, also by hand with the metrics of `lab cost metrics`.

  idle   no pipe has 30 % of its peak, so the kernel is not bound by a pipe
  hit    the predicted pipe, in one of several tables, has the highest part of its peak
  near   it has 80 % of the highest
  miss   anything else

Exit code: 0; 1 if a file has no table; 2 for an error.
"""

import argparse
import collections
import json
import math
import os
import pathlib
import signal
import statistics
import sys
import threading
from typing import Any

from lab import gpu, tables
from lab.run import run

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
COUNT = {**{pipe: PART[pipe] for pipe in ("shared", "lsu", "l1", "fma", "alu", "fp16", "fp64",
                                          "xu")},
         "l2": "lts__t_sectors_srcunit_tex", "dram": "dram__sectors"}
PEAK = ".avg.pct_of_peak_sustained_elapsed"
SHAPE = ("launch__grid_size", "launch__block_size")
WAVES = "launch__waves_per_multiprocessor"
MEMORY, ARITHMETIC = ("l1", "l2", "dram"), ("alu", "fma", "fp16", "fp64", "xu", "tensor")
# By what warps wait for: the bounds that say so, pipes only where none is much busier.
STALL = {
    "barrier": ("latency of barriers",),
    # Behind EXIT, until all stores and atomics have arrived (Nsight Compute's guide).
    "drain": ("latency of global memory", *MEMORY),
    "lg_throttle": ("lsu", *MEMORY),
    "long_scoreboard": ("latency of global memory", *MEMORY),
    "math_pipe_throttle": ARITHMETIC,
    **dict.fromkeys(("mio_throttle", "short_scoreboard"),
                    ("shared", "lsu", "xu", "latency of shared memory", "latency of shuffles")),
    "wait": ("latency of arithmetic", *ARITHMETIC),
    **dict.fromkeys(("branch_resolving", "dispatch_stall", "imc_miss", "membar",
                     "no_instruction", "sleeping", "tex_throttle"), ()),
}
STALLED = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
METRICS = [*(name + PEAK for name in PART.values()), *(name + ".sum" for name in COUNT.values()),
           *SHAPE, WAVES, gpu.TIME, *map(STALLED.format, STALL)]
NEAR, IDLE, BUSY = 0.8, 30.0, 60.0
# Of what a metric's peak promises, what an SM of an H200 reaches: 4 of 16 sectors a cycle
# (LDG of 32 lanes in 8 lines, L1 hits: 8 cycles, docs/validation/log.md).
REACHED = {"l1": 0.25}
LAUNCH, START, BLOCK = 4700.0, 1600.0, 0.61  # nanoseconds; of a block
TAIL = 1.2  # what the last wave adds

Cost = dict[str, Any]


def predict(options: argparse.Namespace) -> int:
    return gpu.predict(options, lambda folder: [
        cost for file in gpu.lint(options, folder, "--cost", "--layouts=false")
        for cost in file["costs"]])


def known_metrics() -> list[str]:
    """Those that this ncu has for this GPU."""
    done = run(["ncu", "--query-metrics"], 120)
    known = {line.split()[0] for line in done.out.splitlines() if line.strip()}
    return METRICS if done.code else [m for m in METRICS
                                      if m.split(".")[0] in known or m in SHAPE]


def end_program(folder: pathlib.Path) -> None:
    """Ends the program of a folder, not the profiler, which then writes what it has."""
    for entry in pathlib.Path("/proc").glob("[0-9]*/exe"):
        try:
            if pathlib.Path(os.readlink(entry)).parent == folder:
                os.kill(int(entry.parent.name), signal.SIGKILL)
        except OSError:
            continue  # It has ended, or is another's.


def profile(options: argparse.Namespace, folder: pathlib.Path, wanted: list[str]) -> str:
    command = gpu.command_of(folder)
    if not command:
        return "no target run"
    log = options.output / f"{folder.name}.csv"
    watch = threading.Timer(options.limit, end_program, [folder])
    watch.start()
    done = run(["ncu", "--kernel-id=:::1", "--clock-control=none", "--cache-control=none",
                *gpu.NCU, f"--log-file={log}", "--target-processes=all", "--metrics=" + ",".join(wanted), *command],
               3 * options.limit, folder, merged=True)
    watch.cancel()
    if not log.exists():
        return f"{done.code} {done.out[-200:]}"
    return f"profiled, {len(gpu.rows_of(log.read_text()) or [])} kernels"


def measure(options: argparse.Namespace) -> int:
    options.output.mkdir(parents=True, exist_ok=True)
    wanted = known_metrics()
    for folder, failed in gpu.built(options):
        print(folder.name, failed or profile(options, folder, wanted), flush=True)
    return 0


def parts_of(row: dict[str, str]) -> dict[str, float]:
    """By pipe, the part of its peak that was reached, in per cent."""
    return {pipe: value / REACHED.get(pipe, 1) for pipe, name in PART.items()
            if (value := gpu.number(row.get(name + PEAK))) is not None}


def predicted_of(costs: list[Cost], row: dict[str, str]) -> list[Cost]:
    """What is predicted of the kernel of a row: of the block that was launched, if there
    is such."""
    same = [c for c in costs
            if gpu.base_name(c["kernel"]) == gpu.base_name(row["Kernel Name"])]
    threads = gpu.number(row.get(SHAPE[1]))
    return [c for c in same
            if math.prod(extent or 0 for extent in c["block"]) == threads] or same


def outcome_of(costs: list[Cost], parts: dict[str, float]) -> str:
    busiest = max(parts, key=lambda pipe: parts[pipe])
    named = {c["busiest"] for c in costs} - {None}
    if parts[busiest] < IDLE:
        return "idle"
    if busiest in named:
        return "hit"
    return "near" if any(parts.get(p, 0) >= NEAR * parts[busiest] for p in named) else "miss"


def bounds_of(row: dict[str, str], parts: dict[str, float]) -> tuple[str, set[str]]:
    """What bounded a launch, and the bounds that are right of it."""
    right = set()
    time, waves = gpu.number(row.get(gpu.TIME)), gpu.number(row.get(WAVES))
    if time and time < max(LAUNCH, TAIL * (
            START + BLOCK * (gpu.number(row.get(SHAPE[0])) or 0))):
        right.add("launch")
    if waves and waves > 1 and math.ceil(waves) >= TAIL * waves:
        right.add("tail")
    busiest = max(parts, key=lambda pipe: parts[pipe])
    near = {pipe for pipe in parts if parts[pipe] >= NEAR * parts[busiest]}
    if parts[busiest] >= BUSY:
        return f"{busiest} {parts[busiest]:.0f} %", right | near
    waits = {name: value for name in STALL
             if (value := gpu.number(row.get(STALLED.format(name)))) is not None}
    most = max(waits, key=lambda name: waits[name], default="")
    return most, right.union(bound for bound in STALL.get(most, ())
                             if bound in near or bound not in PART)


def ratios_of(costs: list[Cost], row: dict[str, str]) -> dict[str, float]:
    """By pipe, what was counted for what is predicted, where one number is predicted and
    no loop of unknown length is in it."""
    grid = gpu.number(row.get(SHAPE[0]))
    if len(costs) != 1 or costs[0]["per"] != "block" or not grid:
        return {}
    found = {}
    for pipe in costs[0]["pipes"]:
        terms = pipe["units"]["terms"]
        counted = gpu.number(row.get(f"{COUNT.get(pipe['pipe'])}.sum"))
        units = 0 if any(term["loops"] for term in terms) else sum(t["amount"] for t in terms)
        if counted and units:
            found[pipe["pipe"]] = counted / (units * grid)
    return found


class Tally:
    """All rows, by outcome."""

    def __init__(self) -> None:
        self.outcomes: collections.Counter[str] = collections.Counter()
        self.ratios: dict[str, list[float]] = collections.defaultdict(list)
        self.misses: list[tuple[str, ...]] = []
        self.bounds: collections.Counter[str] = collections.Counter()
        self.wrong: list[tuple[str, ...]] = []
        self.times: list[float] = []

    def add(self, program: str, costs: list[Cost], row: dict[str, str]) -> None:
        costs = predicted_of(costs, row)
        parts = parts_of(row)
        if not costs or not parts:
            self.outcomes["not predicted" if parts else "not measured"] += 1
            return
        self.judge(program, costs, row, parts)
        what = outcome_of(costs, parts)
        self.outcomes[what] += 1
        for pipe, ratio in ratios_of(costs, row).items():
            self.ratios[pipe].append(ratio)
        if what in ("near", "miss"):
            highest = sorted(parts.items(), key=lambda part: -part[1])[:4]
            self.misses.append((what, program, gpu.base_name(row["Kernel Name"]),
                                "/".join(sorted({str(c["busiest"]) for c in costs})),
                                ", ".join(f"{pipe} {value:.0f}" for pipe, value in highest)))

    def judge(self, program: str, costs: list[Cost], row: dict[str, str],
              parts: dict[str, float]) -> None:
        """The bound, and the time where the grid and all loops are known."""
        named = {c.get("bound") for c in costs}
        was, right = bounds_of(row, parts)
        what = ("unknown" if named == {None} else "right" if named & right else "wrong")
        self.bounds[what] += 1
        time, counted = costs[0].get("boundMicroseconds"), gpu.number(row.get(gpu.TIME))
        ratio = ""
        if len(costs) == 1 and time and counted:
            self.times.append(1000 * time / counted)
            ratio = f"{self.times[-1]:.2f}"
        if what != "right" or ratio and not 0.5 <= float(ratio) <= 2:
            self.wrong.append((what, program, gpu.base_name(row["Kernel Name"]),
                               "/".join(sorted(map(str, named))), was, ratio))

    def show_bounds(self) -> None:
        known = self.bounds["right"] + self.bounds["wrong"]
        if not known:
            return
        print(f"\nThe bound is right for {self.bounds['right']} of {known} kernels, "
              f"{100 * self.bounds['right'] / known:.0f} %; unknown for "
              f"{self.bounds['unknown']}.")
        if self.times:
            low, middle, high = statistics.quantiles(self.times, n=4) if self.times[1:] else (
                self.times * 3)
            print(f"Time, predicted / measured, of {len(self.times)}: median {middle:.2f}, "
                  f"half of them from {low:.2f} to {high:.2f}.")
        print()
        tables.show("bound | program | kernel | predicted | measured | time:",
                    sorted(self.wrong))

    def show(self) -> None:
        self.show_pipes()
        self.show_bounds()

    def show_pipes(self) -> None:
        tables.show("outcome | kernels:", self.outcomes.most_common())
        judged = sum(self.outcomes[what] for what in ("hit", "near", "miss"))
        if judged:
            hits = self.outcomes["hit"]
            print(f"\n{hits} of {judged} kernels with a busy pipe are predicted, "
                  f"{100 * hits / judged:.0f} %; {self.outcomes['near']} more are near.")
        if self.ratios:
            print()
            tables.show("pipe | kernels: | counted / predicted, median: | least: | most:",
                        ([pipe, len(of), f"{statistics.median(of):.2f}", f"{min(of):.2f}",
                          f"{max(of):.2f}"] for pipe, of in sorted(self.ratios.items())))
        if self.misses:
            print()
            tables.show("outcome | program | kernel | predicted | measured, % of peak",
                        sorted(self.misses))


def show(options: argparse.Namespace) -> int:
    predicted = json.loads(options.files[0].read_text())
    tally, failed = Tally(), False
    for path in options.files[1:]:
        rows = gpu.rows_of(path.read_text(errors="replace"))
        if rows is None:
            print(f"lab cost: {path}: no table of ncu", file=sys.stderr)
            failed = True
        for row in rows or []:
            tally.add(path.stem, predicted.get(path.stem, []), row)
    tally.show()
    return 1 if failed else 0


def main(words: list[str]) -> int:
    parser, modes = gpu.programs("cost", __doc__)
    modes.add_parser("table").add_argument("files", nargs="+", type=pathlib.Path)
    modes.add_parser("metrics")
    options = parser.read(words)
    if options.mode == "metrics":
        print(*METRICS, sep="\n")
        return 0
    return {"predict": predict, "measure": measure, "table": show}[options.mode](options)
