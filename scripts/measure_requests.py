#!/usr/bin/env python3
"""Measures what single requests of one warp cost on the GPU at hand.

A row of the model's test vectors is one instruction, the byte offset of each of
the 32 lanes into shared memory (-1: inactive), and the wavefronts that the
hardware counted. This script makes such rows for the instructions of
request_table.py: it writes one CUDA program with one kernel for each instruction,
in which one warp executes that instruction once with the offsets that it is
handed, launches it under Nsight Compute for each pattern of offsets, and
subtracts what a kernel without the instruction counts.

  measure_requests.py list                  the instructions, with their patterns
  measure_requests.py source -o FILE.cu     the program, to read or to change
  measure_requests.py sass                  what each instruction became
  measure_requests.py measure -o RAW.json   compile, run under ncu
  measure_requests.py rows RAW.json... -o ROWS.json
                                            the rows in the tests' format
  measure_requests.py check ROWS.json       which rules reproduce the rows: each rule
                                            is chosen by two thirds of them and
                                            tried on the rest (request_rules.py)

`sass` and `measure` need nvcc, cuobjdump, ncu and a GPU; the rest needs none.
"""

import argparse
import collections
import csv
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import request_rules
from request_program import program
from request_table import (COPY_BASELINE, FRAGMENTS, INSTRUCTIONS, LANES, Fragment,
                           available, requests)

COUNTERS = {
    "ld": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "st": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "atom": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    # Of these and of copies, and of stores to global memory: here one a launch.
    "all": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
}


def run(command):
    """What the command prints. Ends the program when it fails."""
    done = subprocess.run([str(word) for word in command], text=True, check=False,
                          capture_output=True)
    if done.returncode:
        sys.exit(f"{command[0]} ended with status {done.returncode}\n"
                 f"{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def capability(options):
    """90 for sm_90a."""
    return int(re.sub(r"\D", "", options.arch))


def build(folder, options):
    source, binary = folder / "requests.cu", folder / "requests"
    source.write_text(program(capability(options)))
    run([options.nvcc, "-O2", "-std=c++17", f"-arch={options.arch}", "-o", binary,
         source])
    return binary


def profile(binary, given, metrics, options):
    """One dictionary of metric to number for each launch, in order."""
    text = run([options.ncu, "--clock-control", "none", "--csv", "--page", "raw",
                "--print-units", "base", "--metrics", ",".join(metrics), binary,
                given])
    rows = list(csv.DictReader(io.StringIO(text[text.index('"ID"'):])))
    return [{m: int(float(row[m].replace(",", ""))) for m in metrics if row.get(m)}
            for row in rows[1:]]  # The first row has the units.


MEMORY = re.compile(r"LDS|STS|STSM|ATOMS|ATOM\.|LDGSTS|LD\.E|ST\.E|REDUX|VOTE|SHFL|"
                    r"MATCH|QSPC")


def disassembled(binary, options):
    """Kernel name to its instructions that touch shared memory or other lanes, from
    behind the loop that writes the tile."""
    found, kernel = {}, None
    for line in run([options.cuobjdump, "--dump-sass", binary]).splitlines():
        if name := re.search(r"Function : (\S+)", line):
            kernel = re.sub(r"^_Z\d+(\w+?)9Arguments$", r"\1", name[1])
            found[kernel] = []
        elif code := re.search(r"/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\d+ )?(.*?) ;", line):
            if MEMORY.match(code[1]):
                found[kernel].append(code[1])
    return {kernel: listing[1:] for kernel, listing in found.items()}


def measure(options):
    has = capability(options)
    chosen = [r for r in requests(has) if re.search(options.only, r[1].name)]
    number_of = {i.name: n for n, i in enumerate(available(has))}
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        binary = build(folder, options)
        sass = disassembled(binary, options)
        baselines = [None, *{i.baseline for _, i, _ in chosen if i.baseline}]
        launches = [[number_of.get(b, -1)] + [0] * LANES for b in baselines]
        launches += [[n] + handed for n, _, handed in chosen]
        given, left = folder / "requests.txt", folder / "results.txt"
        given.write_text("\n".join(" ".join(map(str, row)) for row in launches))
        run([binary, given, left])
        results = [line.split() for line in left.read_text().splitlines()]
        counted = profile(binary, given, COUNTERS.values(), options)
    if len(counted) != len(launches):
        sys.exit(f"{len(launches)} launches, {len(counted)} profiled")
    constant = dict(zip(baselines, counted))
    raw = []
    for (number, instruction, handed), values, counts in zip(
            chosen, results[len(baselines):], counted[len(baselines):]):
        less = constant[instruction.baseline]
        row = {"instruction": instruction.name,
               "counted": {c: counts[m] - less[m] for c, m in COUNTERS.items()},
               "sass": sass[f"request{number}"]}
        if isinstance(instruction, Fragment):
            row |= {"pitch": handed[0], "element_bytes": instruction.bytes,
                    "results": [float(v) for v in values]}
        else:
            row |= {"bytes_per_lane": instruction.width, "lane_byte_offsets": handed}
        raw.append(row)
    options.output.write_text(json.dumps({"constants": counted[:len(baselines)],
                                          "rows": raw}))


# ---------------------------------------------------------------------------
# Rows
# ---------------------------------------------------------------------------

# Lists of the rows file. Only "rows" has instructions that any kernel may contain by
# themselves; the others say more than one figure, or need more than offsets.
ABOUT = {
    "rows": "one instruction",
    "other_sources": "cp.async whose source is not one block of global memory",
    "one_address": "CUDA C++ where the compiler sees that all lanes share an address",
    "swap_loops": "atomics without an instruction of their own: loads and atomics of "
                  "the loop that stands for them",
    "generic": "atomics on shared memory through generic addresses: loads and atomics",
    "fragments": "wmma: all instructions of a fragment in a tile with a pitch in "
                 "elements",
}


PTX = {instruction.name: instruction.ptx
       for instruction in [*INSTRUCTIONS, *FRAGMENTS]}


def kind_of(row):
    if "pitch" in row:
        return "fragments"
    if row["instruction"].endswith("of a generic address"):
        return "generic"
    if row["instruction"].startswith(("ld", "st")):
        return "rows"
    if any(line.startswith("LDS") for line in row["sass"]):
        return "swap_loops"
    if " at " in row["instruction"]:
        return "one_address"
    if " from every" in row["instruction"]:
        return "other_sources"
    return "rows"


def finished(row, kind):
    """A raw row in the tests' format."""
    counted, name = row["counted"], row["instruction"]
    done = {"instruction": PTX[name]}
    if name != PTX[name]:
        done["note"] = name
    done |= {k: row[k] for k in ("bytes_per_lane", "lane_byte_offsets", "pitch",
                                 "element_bytes") if k in row}
    done["unit"] = "wavefronts"
    if kind in ("swap_loops", "generic"):
        return done | {"loads": counted["ld"], "atomics": counted["atom"]}
    counter = name[:2] if name.startswith(("ld", "st")) else "atom"
    if kind == "fragments":
        counter = "ld" if ".load." in name else "st"
    elif name.startswith("cp.async"):
        counter = "all"
    return done | {"measured": counted[counter]}


def rows(options):
    document = {"about": {"gpu": options.gpu, "lists": ABOUT,
                          "counter": "Nsight Compute's hardware counters of a launch "
                          "of one warp that executes one instruction, less those of "
                          "a launch without it: " + ", ".join(COUNTERS.values())},
                "sass": {}} | {kind: [] for kind in ABOUT}
    for path in options.files:
        for row in json.loads(path.read_text())["rows"]:
            if row["instruction"] == COPY_BASELINE:
                continue
            kind = kind_of(row)
            document[kind].append(finished(row, kind))
            document["sass"][row["instruction"]] = [
                line for line in row["sass"] if kind != "fragments"
                or line.startswith(("LD", "ST.E", "STS"))]
    options.output.write_text(compact(document))


def compact(document):
    """JSON with one row a line."""
    members = []
    for key, value in document.items():
        if isinstance(value, list):
            text = "[\n" + ",\n".join(json.dumps(row) for row in value) + "]"
        else:
            text = json.dumps(value, indent=1)
        members.append(f"{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(members) + "\n}\n"


def check(options):
    for path in options.files:
        document = json.loads(path.read_text())
        for kind in ABOUT:
            print(f"{kind}: {len(document.get(kind, []))}")
            for line in request_rules.check(document.get(kind, [])):
                print("  " + line)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["list", "source", "sass", "measure",
                                           "rows", "check"])
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path,
                        default=pathlib.Path("/dev/stdout"))
    parser.add_argument("--only", default="",
                        help="measure: instructions that match this expression")
    parser.add_argument("--gpu", default="", help="rows: what was measured")
    parser.add_argument("--arch", default="sm_90", help="for nvcc (default: sm_90)")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--ncu", default="ncu")
    parser.add_argument("--cuobjdump", default="cuobjdump")
    options = parser.parse_args()
    if options.action == "list":
        count = collections.Counter(r[1].name for r in requests(capability(options)))
        for name, launches in count.items():
            print(f"{launches:4} {name}")
        print(f"{sum(count.values()):4} in all")
    elif options.action == "source":
        options.output.write_text(program(capability(options)))
    elif options.action == "sass":
        with tempfile.TemporaryDirectory() as temporary:
            found = disassembled(build(pathlib.Path(temporary), options), options)
        for number, instruction in enumerate(available(capability(options))):
            print(instruction.name, *found[f"request{number}"], sep="\n    ")
    else:
        {"measure": measure, "rows": rows, "check": check}[options.action](options)


if __name__ == "__main__":
    main()
