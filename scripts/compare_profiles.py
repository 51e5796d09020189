#!/usr/bin/env python3
"""Holds the sectors that warplint tells of global memory against what a GPU counts, on
programs that nobody here wrote, line by line.

  compare_profiles.py predict FOLDER... -o OUT/predicted.json [--warplint PROGRAM]
  compare_profiles.py measure FOLDER... -o OUT/measured.json
      on a machine with nvcc, ncu and a GPU: builds each program with make, with line
      tables, and profiles the first launch of each of its kernels
  compare_profiles.py table OUT/predicted.json OUT/measured.json
      Markdown: lines by outcome, and those that need an explanation

A program is a folder with .cu files and a Makefile with a target `run`. Counted are
source lines x kind of access (load, store, atomic, copy). What was measured of a line
are the sectors by execution (memory_l2_theoretical_sectors_global, inst_executed) of
its worst instruction in all kernels. A kernel counts where the sums over its lines
agree with the hardware's counters.

  equal       a figure of the line (an access, an instantiation) is what was measured
  below       less was measured than the worst that warplint tells, which is said to be
              the worst of several cases, or not all lanes took part
  narrower    less was measured, and nothing says why
  above       more was measured than is told
  one sector  no more than that was measured, and nothing is told
  unproven    warplint says so, of all accesses of the line
  silent      warplint says nothing of the line
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

import try_fixes

CHECK = "warplint-uncoalesced-access"
BY_INSTRUCTION = {"sectors": "memory_l2_theoretical_sectors_global",
                  "executed": "inst_executed", "lanes": "thread_inst_executed_true"}
BY_LAUNCH = {"load": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
             "store": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}
# The beginning of an instruction's name, and what it is called in a message.
KINDS = {"LDGSTS": "copy", "LDG": "load", "LD": "load", "STG": "store", "ST": "store",
         "RED": "atomic", "ATOMG": "atomic", "ATOM": "atomic"}
SAID = re.compile(r"\b(?:\d+-bit|this) (?:\S+ )*?(load|store|atomic|copy|cp\.async)\b")
FIGURE = re.compile(r"\b([\d,]+) sectors?\b(?!.* excess)")
NEAR = 0.005


def sources_of(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*.cu"))


def predict_one(options, folder):
    """Per line and kind what is told: the most sectors, and whether in some cases."""
    report = options.output.parent / f"{folder.name}.report.json"
    try_fixes.run([options.warplint, "--no-cache", "-j1", "--fail-on=never",
                   f"--checks={CHECK}", "--report-clean", "--min-sectors=0",
                   "--min-excess=0", "--report-unproven", f"--format=json:{report}",
                   f"--root={folder}", *sources_of(folder),
                   *(["--", *options.flag] if options.flag else [])], folder, 600)
    if not report.exists():
        return None
    told = {}
    for file in json.loads(report.read_text())["files"]:
        for finding in file["findings"]:
            if finding["check"] != CHECK or finding["file"] is None:
                continue
            said = SAID.search(finding["message"])
            if not said:
                continue
            kind = "copy" if said[1] == "cp.async" else said[1]
            key = f"{pathlib.Path(finding['file']).name}:{finding['line']}:{kind}"
            told.setdefault(key, []).append(
                {"message": finding["message"],
                 "notes": [n["message"] for n in finding["notes"]]})
    report.unlink()
    return told


def predict(options):
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        told = pool.map(lambda folder: predict_one(options, folder), options.folders)
        found = {f.name: t for f, t in zip(options.folders, told) if t is not None}
    options.output.write_text(json.dumps(found, indent=1))


def report_reader():
    """Nsight Compute's own module, which lies beside the program."""
    for root in ("/opt/nvidia", "/usr/local"):
        for file in sorted(pathlib.Path(root).glob("**/extras/python/ncu_report.py")):
            sys.path.insert(0, str(file.parent))
            import ncu_report  # pylint: disable=import-outside-toplevel,import-error
            return ncu_report
    sys.exit("compare_profiles.py: there is no ncu_report.py beside ncu")


def kind_of(opcode):
    words = [w for w in opcode.split() if not w.startswith("@")]
    return KINDS.get(words[0].split(".")[0]) if words else None


def values_of(action, name):
    """The metric by the address of the instruction."""
    metric = action.metric_by_name(name)
    if metric is None:
        return {}
    addresses = metric.correlation_ids()
    return {addresses.as_uint64(i): metric.as_double(i)
            for i in range(metric.num_instances())}


def kernel_of(action):
    by = {name: values_of(action, metric) for name, metric in BY_INSTRUCTION.items()}
    lines = collections.defaultdict(list)
    for address, executed in by["executed"].items():
        sectors = by["sectors"].get(address, 0)
        kind = kind_of(action.sass_by_pc(address))
        if not kind or not executed or not sectors:
            continue
        info = action.source_info(address)
        place = f"{pathlib.Path(info.file_name()).name}:{info.line()}" if info else "?:0"
        lines[f"{place}:{kind}"].append([sectors, executed, by["lanes"].get(address, 0)])
    counted = {kind: action.metric_by_name(name).as_double()
               for kind, name in BY_LAUNCH.items()}
    return {"kernel": action.name(), "counted": counted,
            "lines": lines}


def build(folder):
    status, output = try_fixes.run(["make", "-s", "ARCH=sm_90"], folder, 300)
    return None if status == 0 else f"is not built: {output[-300:]}"


def profile(reader, folder, limit):
    command = try_fixes.command_of(folder)
    if not command:
        return {"failed": "no target run"}
    report = folder / "profile.ncu-rep"
    status, output = try_fixes.run(
        ["ncu", "--kernel-id=:::1", f"--export={report}", "--force-overwrite",
         "--metrics=" + ",".join([*BY_INSTRUCTION.values(), *BY_LAUNCH.values()]),
         "--target-processes=all", *command], folder, limit)
    if not report.exists():
        return {"failed": f"is not profiled: {status} {output[-200:]}"}
    context = reader.load_report(str(report))
    return {"kernels": [kernel_of(context.range_by_idx(r).action_by_idx(a))
                        for r in range(context.num_ranges())
                        for a in range(context.range_by_idx(r).num_actions())]}


def measure(options):
    os.environ["NVCC_APPEND_FLAGS"] = "-lineinfo"
    reader = report_reader()
    end = time.monotonic() + options.total
    measured = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        builds = {f: pool.submit(build, f) for f in options.folders}
        for folder, built in builds.items():
            if time.monotonic() > end:
                built.cancel()
                continue
            failed = built.result()
            measured[folder.name] = {"failed": failed} if failed else \
                profile(reader, folder, options.limit)
            print(folder.name, measured[folder.name].get("failed") or
                  f"{len(measured[folder.name]['kernels'])} kernels", flush=True)
            options.output.write_text(json.dumps(measured, indent=1))


def is_trusted(kernel):
    """The sums of the lines are what the hardware counted."""
    sums = collections.Counter()
    for place, of in kernel["lines"].items():
        kind = place.rsplit(":", 1)[1]
        sums["load" if kind == "copy" else kind] += sum(sectors for sectors, _, _ in of)
    return all(abs(sums[kind] - counted) <= 0.02 * max(counted, 1)
               for kind, counted in kernel["counted"].items())


def figures_of(finding):
    """That of the message, and of other instantiations, which notes have."""
    texts = [finding["message"]] + [n for n in finding["notes"] if n.startswith("in '")]
    found = [FIGURE.search(text) for text in texts]
    return [int(figure[1].replace(",", "")) for figure in found if figure]


def is_of_cases(finding):
    """The text says that the figure is the worst of several."""
    notes = " ".join(finding["notes"])
    return ("up to " in finding["message"] or "assuming lanes" in notes
            or bool(re.search(r"sectors .*\bwhen\b", notes))
            or bool(re.search(r"; (\d+) of (?!\1 )\d+ warps", notes)))


def outcome_of(told, instruction):
    """Of the line's worst instruction: sectors, executions, active lanes."""
    sectors, executed, lanes = instruction
    mean = sectors / executed
    figures = [figure for f in told for figure in figures_of(f)]
    if not figures:
        return "unproven" if told else "one sector" if mean <= 1 else "silent"
    if any(abs(mean - figure) <= NEAR * figure for figure in figures):
        return "equal"
    if mean > max(figures):
        return "above"
    in_part = lanes < 31.99 * executed
    return "below" if in_part or any(is_of_cases(f) for f in told) else "narrower"


def table(options):
    predicted = json.loads(options.files[0].read_text())
    measured = json.loads(options.files[1].read_text())
    outcomes = collections.Counter()
    sectors = collections.Counter()
    odd = []
    kernels = trusted = 0
    for name, program in sorted(measured.items()):
        if name not in predicted:
            continue
        most = {}
        for kernel in program.get("kernels", []):
            kernels += 1
            if not is_trusted(kernel):
                odd.append(("sums differ", name, kernel["kernel"], kernel["counted"], ""))
                continue
            trusted += 1
            for place, of in kernel["lines"].items():
                most.setdefault(place, []).extend(of)
        files = {p.split(":")[0] for p in predicted[name]}
        for place, instructions in most.items():
            told = predicted[name].get(place, [])
            worst = max(instructions, key=lambda i: i[0] / i[1])
            what = outcome_of(told, worst)
            if what == "silent" and place.split(":")[0] not in files:
                what = "not the program's"
            outcomes[what] += 1
            sectors[what] += sum(i[0] for i in instructions)
            if what in ("above", "narrower", *options.list):
                odd.append((what, name, place,
                            f"{worst[0] / worst[1]:.2f} sectors, "
                            f"{worst[2] / worst[1]:.1f} lanes, "
                            f"{len(instructions)} instructions",
                            "; ".join(f["message"] for f in told)))
    print(f"{trusted} of {kernels} kernels whose lines sum to the counters.\n")
    print("| outcome | lines | of all sectors |\n| --- | ---: | ---: |")
    for what, count in outcomes.most_common():
        print(f"| {what} | {count} | {100 * sectors[what] / sum(sectors.values()):.1f} % |")
    print()
    for row in sorted(odd, key=lambda row: row[0]):
        print("-", *row, sep=" | ")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(dest="mode", required=True)
    for mode in ("predict", "measure"):
        each = modes.add_parser(mode)
        each.add_argument("folders", nargs="+", type=lambda f: pathlib.Path(f).resolve())
        each.add_argument("-o", dest="output", type=pathlib.Path, required=True)
        each.add_argument("--warplint", default="warplint")
        each.add_argument("--flag", action="append", default=[], help="for the compiler")
        each.add_argument("-j", dest="jobs", type=int, default=1, help="programs at a time")
        each.add_argument("--limit", type=int, default=60, help="seconds of a program")
        each.add_argument("--total", type=int, default=3600, help="seconds of all")
    each = modes.add_parser("table")
    each.add_argument("files", nargs=2, type=pathlib.Path)
    each.add_argument("--list", action="append", default=[],
                      help="an outcome whose lines are listed, too")
    options = parser.parse_args()
    if options.mode != "table":
        options.output = options.output.resolve()
        options.output.parent.mkdir(parents=True, exist_ok=True)
    {"predict": predict, "measure": measure, "table": table}[options.mode](options)


if __name__ == "__main__":
    sys.exit(main())
