"""Measures the cost of single requests of one warp on the GPU of this machine.

A row of the model's test vectors has one instruction, the byte offset of each of the 32
lanes into shared memory (-1: inactive), and the wavefronts that the hardware counted. For
the instructions of table.py this command writes a CUDA program with one kernel each, in
which one warp executes the instruction once with given offsets. It launches the kernel
under Nsight Compute for each pattern of offsets, and subtracts the counts of a kernel
without the instruction.

    lab requests list                  the instructions, with their patterns
    lab requests measure -o RAW.json   compile, run under ncu
    lab requests rows RAW.json... -o ROWS.json
                                       the rows in the tests' format

lab mine compares rows with warplint's rules. Only `measure` needs nvcc, cuobjdump, ncu
and a GPU.

Exit code: 0; 2 for an error.
"""

import argparse
import collections
import json
import pathlib
import re
import tempfile
from typing import Any

from lab import gpu
from lab.requests import memories
from lab.requests.catalog import EVERY, available, requests
from lab.requests.program import program
from lab.requests.table import COPY_BASELINE, LANES, Fragment
from lab.run import Failure, Parser, output

COUNTERS = gpu.COUNTERS | {
    # Of these and of copies, and of stores to global memory: here one a launch.
    "all": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
}
MEMORY = re.compile(r"LDS|STS|STSM|ATOMS|ATOM\.|LDGSTS|LD\.E|ST\.E|REDUX|VOTE|SHFL|MATCH|QSPC")
INSTRUCTION = {instruction.name: instruction for instruction in EVERY}
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

Row = dict[str, Any]


def capability(options: argparse.Namespace) -> int:
    """90 for sm_90a."""
    return int(re.sub(r"\D", "", options.arch))


def build(folder: pathlib.Path, options: argparse.Namespace) -> pathlib.Path:
    source, binary = folder / "requests.cu", folder / "requests"
    source.write_text(program(capability(options)))
    output([options.nvcc, "-O2", "-std=c++17", f"-arch={options.arch}", "-o", binary, source])
    return binary


def disassembled(binary: pathlib.Path, options: argparse.Namespace) -> dict[str, list[str]]:
    """Kernel name to its instructions that touch shared memory or other lanes, from
    behind the loop that writes the tile."""
    found: dict[str, list[str]] = {}
    kernel = ""
    for line in output([options.cuobjdump, "--dump-sass", binary]).splitlines():
        if name := re.search(r"Function : (\S+)", line):
            kernel = re.sub(r"^_Z\d+(\w+?)9Arguments$", r"\1", name[1])
            found[kernel] = []
        elif code := re.search(r"/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\d+ )?(.*?) ;", line):
            if MEMORY.match(code[1]):
                found[kernel].append(code[1])
    return {kernel: listing[1:] for kernel, listing in found.items()}


def counted(options: argparse.Namespace, binary: pathlib.Path, launches: list[list[int]],
            counters: dict[str, str]) -> tuple[list[list[str]], list[dict[str, int]]]:
    """What each launch left, and what it counted."""
    given, left = binary.with_suffix(".given"), binary.with_suffix(".left")
    given.write_text("\n".join(" ".join(map(str, row)) for row in launches))
    output([binary, given, left])
    found = [{name: int(value) for name, value in counts.items()} for _, counts in
             gpu.profile(options, [binary, given], counters)]
    if len(found) != len(launches):
        raise Failure(f"{len(launches)} launches, {len(found)} profiled")
    return [line.split() for line in left.read_text().splitlines()], found


def measure_memory(options: argparse.Namespace, binary: pathlib.Path, memory: str,
                   sass: dict[str, list[str]]) -> tuple[list[dict[str, int]], list[Row]]:
    """The counts without a request, and the raw rows of one memory."""
    has, counters = capability(options), memories.COUNTERS.get(memory, COUNTERS)
    chosen = [r for r in requests(has) if r[1].space == memory
              and re.search(options.only, r[1].name)]
    number_of = {i.name: n for n, i in enumerate(available(has))}
    baselines = list({i.baseline for _, i, _ in chosen} | ({None} if memory == "shared" else set()))
    if not chosen:
        return [], []
    launches = [[number_of.get(b, -1)] + [0] * LANES for b in baselines]
    launches += [[n] + handed for n, _, handed in chosen]
    results, counts = counted(options, binary, launches, counters)
    constant = dict(zip(baselines, counts))
    raw = []
    for (number, instruction, handed), values, found in zip(
            chosen, results[len(baselines):], counts[len(baselines):]):
        less = constant[instruction.baseline]
        row: Row = {"instruction": instruction.name, "memory": memory,
                    "counted": {name: found[name] - less[name] for name in counters},
                    "sass": sass[f"request{number}"]}
        if isinstance(instruction, Fragment):
            row |= {"pitch": handed[0], "element_bytes": instruction.bytes,
                    "results": [float(v) for v in values]}
        else:
            row |= {"bytes_per_lane": instruction.width, "lane_byte_offsets": handed}
        raw.append(row)
    return list(constant.values()), raw


def measure(options: argparse.Namespace) -> Row:
    """The raw rows of the instructions that match --only."""
    constants, raw = [], []
    with tempfile.TemporaryDirectory() as temporary:
        binary = build(pathlib.Path(temporary), options)
        sass = disassembled(binary, options)
        for memory in ("shared", *memories.COUNTERS):
            less, rows_of = measure_memory(options, binary, memory, sass)
            constants += less
            raw += rows_of
    return {"constants": constants, "rows": raw}


def kind_of(row: Row) -> str:
    """The list of the rows file that a row belongs to."""
    name = row["instruction"]
    if "pitch" in row:
        return "fragments"
    if name.endswith("of a generic address"):
        return "generic"
    if name.startswith(("ld", "st")) or row.get("memory", "shared") != "shared":
        return "rows"
    if any(line.startswith("LDS") for line in row["sass"]):
        return "swap_loops"
    return "one_address" if " at " in name else \
        "other_sources" if " from every" in name else "rows"


def finished(row: Row, kind: str) -> Row:
    """A raw row in the tests' format."""
    counts, name = row["counted"], row["instruction"]
    instruction = INSTRUCTION[name]
    done = {"instruction": instruction.ptx}
    if name != instruction.ptx:
        done["note"] = name
    done |= {key: row[key] for key in ("bytes_per_lane", "lane_byte_offsets", "pitch",
                                       "element_bytes") if key in row}
    memory = row.get("memory", "shared")
    if memory != "shared":
        return done | {"unit": memories.UNITS.get(memory, "sectors"),
                       "measured": counts[instruction.counter]}
    done["unit"] = "wavefronts"
    if kind in ("swap_loops", "generic"):
        return done | {"loads": counts["ld"], "atomics": counts["atom"]}
    counter = name[:2] if name.startswith(("ld", "st")) else "atom"
    if kind == "fragments":
        counter = "ld" if ".load." in name else "st"
    elif name.startswith("cp.async"):
        counter = "all"
    return done | {"measured": counts[counter]}


def rows(raw: list[Row], device: str) -> Row:
    """The rows file of raw rows."""
    document: Row = {"about": {
        "gpu": device, "lists": ABOUT,
        "counter": "Nsight Compute's hardware counters of a launch of one warp that executes "
                   "one instruction, less those of a launch without it: "
                   + ", ".join(COUNTERS.values()) + ", and those of other memories"}, "sass": {}} | {kind: [] for kind in ABOUT}
    for row in raw:
        if row["instruction"] != COPY_BASELINE:
            kind = kind_of(row)
            document[kind].append(finished(row, kind))
            document["sass"][row["instruction"]] = [
                line for line in row["sass"]
                if kind != "fragments" or line.startswith(("LD", "ST.E", "STS"))]
    return document


def compact(document: Row) -> str:
    """JSON with one row a line."""
    members = (f"{json.dumps(key)}: " + (
        "[\n" + ",\n".join(map(json.dumps, value)) + "]" if isinstance(value, list)
        else json.dumps(value, indent=1)) for key, value in document.items())
    return "{\n" + ",\n".join(members) + "\n}\n"


def add_options(parser: Parser) -> None:
    """Those of what measures."""
    gpu.add_toolkit(parser)
    parser.add_argument("--cuobjdump", default="cuobjdump")
    parser.add_argument("--only", default="",
                        help="measure instructions that match this expression: ^ldmatrix")


def main(words: list[str]) -> int:
    parser = Parser("requests", __doc__)
    parser.add_argument("action", choices=["list", "measure", "rows"])
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("/dev/stdout"))
    parser.add_argument("--gpu", default="", help="rows: what was measured")
    add_options(parser)
    options = parser.read(words)
    if options.action == "list":
        count = collections.Counter(r[1].name for r in requests(capability(options)))
        print(*(f"{launches:4} {name}" for name, launches in count.items()),
              f"{count.total():4} in all", sep="\n")
    elif options.action == "measure":
        options.output.write_text(json.dumps(measure(options)))
    elif options.action == "rows":
        options.output.write_text(compact(rows(
            [row for path in options.files for row in json.loads(path.read_text())["rows"]],
            options.gpu)))
    return 0
