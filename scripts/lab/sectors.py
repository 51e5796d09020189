"""Compares warplint's sectors of global memory with a GPU's counters, line by line, on
public programs.

    lab sectors predict FOLDER... -o OUT/predicted.json [-- FLAGS]
    lab sectors measure FOLDER... -o OUT/measured.json
        on a machine with nvcc, ncu and a GPU: builds each program with make, with line
        tables, and profiles the first launch of each of its kernels
    lab sectors table OUT/predicted.json OUT/measured.json
        Markdown: lines by outcome, and those that need an explanation

A program is a folder with .cu files and a Makefile with a target `run`. Counted are pairs
of a source line and a kind of access (load, store, atomic, copy). The measured value of a
line is the sectors per execution (memory_l2_theoretical_sectors_global, inst_executed) of
its worst instruction in all kernels. A kernel counts if the sums over its lines agree
with the hardware's counters.

  equal       a count of the line (an access, an instantiation) equals the measured one
  below       less was measured than warplint's worst case of several cases, or not all
              lanes took part
  narrower    less was measured, without such a reason
  above       more was measured
  one sector  one sector was measured, and warplint gives no count
  unproven    warplint gives no count for any access of the line
  silent      warplint does not mention the line

Exit code: 0; 2 for an error.
"""

import argparse
import collections
import json
import os
import pathlib
import re
from typing import Any

from lab import gpu, tables
from lab.run import run

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

Finding = dict[str, Any]  # "message" and "notes"


def predict_one(options: argparse.Namespace, folder: pathlib.Path) -> dict[str, list[Finding]]:
    """What is said of each line and kind."""
    said: dict[str, list[Finding]] = {}
    files = gpu.lint(options, folder, f"--checks={CHECK}", "--report-clean", "--min-sectors=0",
                     "--min-excess=0", "--report-unproven")
    for finding in [f for file in files for f in file["findings"]]:
        kind = SAID.search(finding["message"])
        if finding["check"] == CHECK and finding["file"] is not None and kind:
            what = "copy" if kind[1] == "cp.async" else kind[1]
            key = f"{pathlib.Path(finding['file']).name}:{finding['line']}:{what}"
            said.setdefault(key, []).append({"message": finding["message"], "notes": [
                note["message"] for note in finding["notes"]]})
    return said


def predict(options: argparse.Namespace) -> None:
    gpu.predict(options, lambda folder: predict_one(options, folder))


def kernel_of(action: Any) -> dict[str, Any]:
    values = {name: gpu.by_instruction(action, metric) for name, metric in BY_INSTRUCTION.items()}
    lines = collections.defaultdict(list)
    for address, executed in values["executed"].items():
        sectors = values["sectors"].get(address, 0)
        kind = KINDS.get(gpu.opcode(action, address))
        if kind and executed and sectors:
            info = action.source_info(address)
            place = f"{pathlib.Path(info.file_name()).name}:{info.line()}" if info else "?:0"
            lines[f"{place}:{kind}"].append([sectors, executed, values["lanes"].get(address, 0)])
    counted = {kind: action.metric_by_name(name).as_double() for kind, name in BY_LAUNCH.items()}
    return {"kernel": action.name(), "counted": counted, "lines": lines}


def profile(folder: pathlib.Path, limit: float) -> dict[str, Any]:
    command = gpu.command_of(folder)
    if not command:
        return {"failed": "no target run"}
    report = folder / "profile.ncu-rep"
    done = run(["ncu", "--kernel-id=:::1", f"--export={report}", "--force-overwrite",
                "--metrics=" + ",".join([*BY_INSTRUCTION.values(), *BY_LAUNCH.values()]),
                "--target-processes=all", *command], limit, folder, merged=True)
    if not report.exists():
        return {"failed": f"is not profiled: {done.code} {done.out[-200:]}"}
    return {"kernels": list(map(kernel_of, gpu.launches(report)))}


def measure(options: argparse.Namespace) -> None:
    os.environ["NVCC_APPEND_FLAGS"] = "-lineinfo"
    measured: dict[str, Any] = {}
    for folder, failed in gpu.built(options):
        measured[folder.name] = found = {"failed": failed} if failed else \
            profile(folder, options.limit)
        print(folder.name, found.get("failed") or f"{len(found['kernels'])} kernels", flush=True)
        options.output.write_text(json.dumps(measured, indent=1))


def is_trusted(kernel: dict[str, Any]) -> bool:
    """The sums of the lines are what the hardware counted."""
    sums: collections.Counter[str] = collections.Counter()
    for place, of in kernel["lines"].items():
        kind = place.rsplit(":", 1)[1]
        sums["load" if kind == "copy" else kind] += sum(sectors for sectors, _, _ in of)
    return all(abs(sums[kind] - counted) <= 0.02 * max(counted, 1)
               for kind, counted in kernel["counted"].items())


def figures_of(finding: Finding) -> list[int]:
    """That of the message, and of other instantiations, which notes have."""
    texts = [finding["message"]] + [n for n in finding["notes"] if n.startswith("in '")]
    return [int(figure[1].replace(",", "")) for figure in map(FIGURE.search, texts) if figure]


def is_of_cases(finding: Finding) -> bool:
    """The text says that the figure is the worst of several."""
    notes = " ".join(finding["notes"])
    return ("up to " in finding["message"] or "assuming lanes" in notes
            or bool(re.search(r"sectors .*\bwhen\b", notes))
            or bool(re.search(r"; (\d+) of (?!\1 )\d+ warps", notes)))


def outcome_of(said: list[Finding], instruction: list[float]) -> str:
    """Of the line's worst instruction: sectors, executions, active lanes."""
    sectors, executed, lanes = instruction
    mean = sectors / executed
    figures = [figure for finding in said for figure in figures_of(finding)]
    if not figures:
        return "unproven" if said else "one sector" if mean <= 1 else "silent"
    if any(abs(mean - figure) <= NEAR * figure for figure in figures):
        return "equal"
    if mean > max(figures):
        return "above"
    in_part = lanes < 31.99 * executed
    return "below" if in_part or any(map(is_of_cases, said)) else "narrower"


def show(options: argparse.Namespace) -> None:
    predicted, measured = (json.loads(path.read_text()) for path in options.files)
    outcomes, sectors = collections.Counter(), collections.Counter()
    odd, kernels, trusted = [], 0, 0
    for name in sorted(measured.keys() & predicted.keys()):
        lines = collections.defaultdict(list)
        for kernel in measured[name].get("kernels", []):
            kernels += 1
            if is_trusted(kernel):
                trusted += 1
                for place, of in kernel["lines"].items():
                    lines[place] += of
            else:
                odd.append(("sums differ", name, kernel["kernel"], kernel["counted"], ""))
        files = {place.split(":")[0] for place in predicted[name]}
        for place, instructions in lines.items():
            said = predicted[name].get(place, [])
            worst = max(instructions, key=lambda i: i[0] / i[1])
            what = outcome_of(said, worst)
            if what == "silent" and place.split(":")[0] not in files:
                what = "not the program's"
            outcomes[what] += 1
            sectors[what] += sum(i[0] for i in instructions)
            if what in ("above", "narrower"):
                odd.append((what, name, place, f"{worst[0] / worst[1]:.2f} sectors, "
                            f"{worst[2] / worst[1]:.1f} lanes, {len(instructions)} instructions",
                            "; ".join(f["message"] for f in said)))
    print(f"{trusted} of {kernels} kernels whose lines sum to the counters.\n")
    tables.show("outcome | lines: | of all sectors:",
                ([what, count, tables.percent(sectors[what], sectors.total())]
                 for what, count in outcomes.most_common()))
    print()
    for row in sorted(odd, key=lambda row: row[0]):
        print("-", *row, sep=" | ")


def main(words: list[str]) -> int:
    parser, modes = gpu.programs("sectors", __doc__)
    modes.add_parser("table").add_argument("files", nargs=2, type=pathlib.Path)
    options = parser.read(words)
    if options.mode != "table":
        options.output.parent.mkdir(parents=True, exist_ok=True)
    {"predict": predict, "measure": measure, "table": show}[options.mode](options)
    return 0
