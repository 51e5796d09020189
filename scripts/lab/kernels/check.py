"""Compares the costs of random kernels over index arithmetic with their execution.

    lab kernels --warplint WARPLINT [--count 100] [--first 1] [-- FLAGS]
    lab kernels --gpu [--count 100] [--first 1]
    lab kernels --write FOLDER [--count 100] [--first 1]

A kernel has up to four accesses of shared arrays: numbers of one to eight bytes, vectors,
structs and unions, by subscript, by pointer, and wider than the array's elements. Their
indices are random expressions of all integer types that wrap if C++ allows it: of
threadIdx, arguments, loop counters, variables, bit-fields, unions, tables and functions,
under conditions and in loops. A kernel depends only on its seed. Some have arguments that
the launch does not show.

The same text is compiled for the host, where each access records its address, and is run
thread by thread with several values of the unknown arguments. That gives the requests of
warps: the lanes that execute an access in the same iteration. `warplint model` computes
the cost of each. The sum must equal the cost per block of the access, and no request may
have a larger excess than the worst that warplint gives.

With --gpu each run of a kernel is also a launch, with a fence at each access so that nvcc
neither merges nor moves them. The counts of Nsight Compute for its loads and for its
stores must equal the sums over the requests, and over warplint's sums if it gives all.

Exit code: 0; 1 if a kernel was wrong; 2 for an error.
"""

import argparse
import collections
import itertools
import json
import pathlib
import shutil
import subprocess
import tempfile
from typing import Any

from lab import gpu
from lab.kernels.kernel import Kernel
from lab.run import Parser, lint, output

HERE = pathlib.Path(__file__).resolve().parent

Requests = dict[tuple[int, int], dict[int, int]]  # by warp and iteration, lane to address
Cost = tuple[int, int]  # of a request, and its ideal


def sum_of(run: list[Cost]) -> int:
    return sum(cost for cost, _ in run)


def program(kernels: list[Kernel]) -> tuple[str, dict[str, int]]:
    """The text of a file with the kernels, and the line on which each begins."""
    lines, begins = (HERE / "types.cuh").read_text().splitlines(), {}
    launches: list[str] = []
    for k in kernels:
        begins[k.name] = len(lines) + 1
        lines += k.lines
    lines += ["#ifdef HOST", "int main() {", "  static unsigned out[1024];",
              "  static const volatile void *kept[4];"]
    for k in kernels:
        x, y, z = k.block
        for run, arguments in enumerate(k.runs):
            lines += [f'  std::printf("{k.name} {run}\\n"); blockDim = {{{x}, {y}, {z}}};',
                      f"  for (unsigned t = 0; t < {x * y * z}; ++t) {{",
                      f"    threadIdx = {{t % {x}, t / {x} % {y}, t / {x * y}}};",
                      f"    {k.name}(out, kept, {', '.join(map(str, arguments))});", "  }"]
            launches.append(f"  {k.name}<<<1, dim3({x}, {y}, {z})>>>(out, kept, "
                            f"{', '.join(map(str, arguments))});")
    lines += ["}", "#else", "void go(unsigned *out, const volatile void **kept, int a) {"]
    lines += [f"  {k.name}<<<1, dim3({', '.join(map(str, k.block))})>>>(out, kept, "
              f"{', '.join(k.passed)});" for k in kernels]
    lines += ["}", "#ifdef GPU", "int main() {",
              "  unsigned *out; const volatile void **kept;",
              "  cudaMalloc(&out, 4096); cudaMalloc(&kept, 32);", *launches,
              "  return cudaDeviceSynchronize();", "}", "#endif"]
    return "\n".join(lines + ["#endif", ""]), begins


def truth(source: pathlib.Path, clang: str) -> dict[tuple[str, int, int], Requests]:
    """By kernel, run and access what came. Undefined behavior ends the program."""
    binary = source.with_name("host")
    output([clang, "-x", "c++", "-std=c++17", "-w", "-O0", "-DHOST", f"-I{HERE}",
            "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-o", binary,
            source])
    requests: dict[Any, Requests] = collections.defaultdict(
        lambda: collections.defaultdict(dict))
    for line in output([binary]).splitlines():
        if line[0] == "k":
            name, run = line.split()
            continue
        site, thread, iteration, place = map(int, line.split())
        requests[name, int(run), site][thread // 32, iteration][thread % 32] = place
    return requests


def costs(questions: list[tuple[Requests, str, int]], program_: str) -> list[list[Cost]]:
    """The wavefronts of each request and their ideal; of several accesses at once."""
    # What all lanes share drops out but for the bank: arrays begin at 16 bytes.
    rows = [json.dumps({"instruction": instruction, "bytes_per_lane": width,
                        "lane_byte_offsets": [lanes.get(lane, -1) for lane in range(32)]})
            for requests, instruction, width in questions for lanes in requests.values()]
    done = subprocess.run([program_, "model"], text=True, capture_output=True,
                          input="\n".join(rows), check=True)
    found = map(json.loads, done.stdout.splitlines())
    return [[(answer["predicted"], answer["ideal"]) for _, answer in zip(requests, found)]
            for requests, _, _ in questions]


def problem(said: dict[str, Any] | None, runs: list[list[Cost]], width: int) -> str:
    """What is wrong with a record, of what came of each run; or nothing."""
    if not said:
        return "is missing" if any(runs) else ""
    if said["verdict"] == "unproven":
        return ""
    if said["verdict"] == "never-runs":
        return "never runs" if any(runs) else ""
    if said["bytesPerLane"] != width:
        return f"{said['bytesPerLane']} bytes, not {width}"
    # The worst is the request with the largest excess.
    most, block = said["wavefronts"]["worst"] - said["ideal"]["worst"], said["perBlock"]
    if any(cost - ideal > most for run in runs for cost, ideal in run):
        return f"an excess of at most {most}"
    if block and any(sum_of(run) != block["predicted"] for run in runs):
        return f"{block['predicted']} per block"
    return ""


def counted(options: argparse.Namespace, source: pathlib.Path) -> list[dict[str, float]]:
    """What a GPU counts of each launch: wavefronts of loads and of stores."""
    binary = source.with_name("gpu")
    # The fences end where ptxas begins.
    output([options.nvcc, "-std=c++17", "-w", "-DGPU", "-Xptxas=-O0",
            f"-arch={options.arch}", "-o", binary, source])
    return [counts for _, counts in gpu.profile(options, [binary], gpu.COUNTERS)]


def hold_against(launches: list[dict[str, float]], found: list[Any],
                 counts: collections.Counter[str]) -> None:
    """FOUND: of each access its kernel, instruction, record, and the costs of its runs."""
    left = iter(launches)
    for k, accesses in itertools.groupby(found, lambda row: row[0]):
        rows = list(accesses)
        for run in range(len(k.runs)):
            launch = next(left)
            for column in ("ld", "st"):
                these = [row for row in rows if row[1].startswith(f"{column}.")]
                right = sum(sum_of(runs[run]) for *_, runs in these)
                sums = [bool(record and record["perBlock"]) for _, _, record, _ in these]
                counts["GPU: kind of access in a launch"] += bool(these)
                counts["GPU: of these warplint gives the sum"] += bool(these) and all(sums)
                if launch[column] != right:
                    counts["GPU: counted otherwise"] += 1
                    print(f"{k.name} run {run}: {column}: counted {launch[column]:.0f}, by "
                          f"requests {right}", *k.lines, sep="\n", flush=True)


def compare(options: argparse.Namespace, kernels: list[Kernel],
            counts: collections.Counter[str]) -> None:
    """Adds what came of the kernels' accesses, and prints those that are wrong."""
    text, begins = program(kernels)
    with tempfile.TemporaryDirectory() as name:
        source = pathlib.Path(name, "kernels.cu")
        source.write_text(text)
        came = truth(source, options.clang)
        launches = counted(options, source) if options.gpu else []
        report = lint(options.warplint, source, "--as-written", "--layouts=false", "--no-cache",
                      flags=["-std=c++17", *options.flags])[0]
    said = {(access["line"], access["instruction"]): access for access in report["accesses"]}
    accesses = [(k, *access) for k in kernels for access in k.accesses]
    questions = [(came.get((k.name, run, site), {}), instruction, width)
                 for k, _, instruction, width, site in accesses for run in range(len(k.runs))]
    found = iter(costs(questions, options.warplint))
    rows = [(k, instruction, said.get((begins[k.name] + line, instruction)),
             [next(found) for _ in k.runs]) for k, line, instruction, _, _ in accesses]
    if options.gpu:
        hold_against(launches, rows, counts)
    for (k, instruction, record, runs), (_, line, _, width, _) in zip(rows, accesses):
        counts["accesses"] += 1
        counts["decided"] += bool(record) and record["verdict"] != "unproven"
        counts["with a sum"] += bool(record and record["perBlock"])
        if not record:
            counts["folded away"] += 1
        elif record["reason"]:
            counts[f"unproven: {record['reason']}"] += 1
        if what := problem(record, runs, width):
            counts["wrong"] += 1
            print(f"{k.name} line {line + 1}, {instruction}: {record and record['verdict']}, "
                  f"{what}; right is {list(map(sum_of, runs))} per block",
                  *k.lines, sep="\n", flush=True)


def main(words: list[str]) -> int:
    parser = Parser("kernels", __doc__)
    parser.program(jobs=False)
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="seed of the first kernel")
    parser.add_argument("--batch", type=int, default=60, help="kernels a file")
    parser.add_argument("--gpu", action="store_true", help="count with Nsight Compute, too")
    gpu.add_toolkit(parser)
    parser.add_argument("--write", type=pathlib.Path, metavar="FOLDER")
    options = parser.read(words)
    kernels = [Kernel(seed) for seed in range(options.first, options.first + options.count)]
    if options.write:
        options.write.mkdir(parents=True, exist_ok=True)
        (options.write / "kernels.cu").write_text(program(kernels)[0])
        shutil.copy(HERE / "host.h", options.write)
        return 0
    counts: collections.Counter[str] = collections.Counter()
    for start in range(0, len(kernels), options.batch):
        compare(options, kernels[start:start + options.batch], counts)
    totals = [f"{counts.pop(name, 0)} {name}"
              for name in ("accesses", "decided", "with a sum", "wrong")]
    print(*(f"{count:5} {what}" for what, count in counts.most_common()),
          f"{len(kernels)} kernels, {', '.join(totals)}", sep="\n")
    return int(not totals[-1].startswith("0 "))
