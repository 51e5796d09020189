"""Compares warplint's figures with a GPU's hardware counters, kernel by kernel.

Three answers to one question, what all shared-memory requests of a launch cost:

  derived    what the source says, from "// expect KERNEL: ld=N st=N atom=N async=N"
             lines beside a derivation; a figure that is left out is 0. At the end may
             stand "unpredicted": warplint gives no sum for this kernel; "loops": it has
             atomics that are loops, whose loads warplint counts with the atomics, so
             that only ld + atom is compared
  predicted  the sum over warplint's accesses
  measured   the counters, for a launch of one block

    lab validate check FILES              derived against predicted (the lit tests)
    lab validate predict FILES -o P.json  what warplint predicts; needs no GPU
    lab validate measure FILES -o M.json  compiles with nvcc, profiles with ncu; needs no
                                          warplint
    lab validate compare FILES --predicted P.json --measured M.json
                                          a table in Markdown

FILES are programs that launch each kernel (each instantiation of a template) once, as
one block: see test/gpu. With several blocks on a multiprocessor the counters rise by
some per cent.

A kernel's figure counts wavefronts of one block: loads and ldmatrix in `ld`, stores and
stmatrix in `st`, atomics in `atom`, and cp.async in `async`. Files whose lines say
"gld=N gst=N" instead are about sectors of global memory: those that loads and stores
touch whose address differs between lanes; each kernel is one function. Those that say
"dld=N dst=N con=N local=N" are about other memories: sectors that one block moves from
and to the shared memory of another, passes of divergent constant loads (a warp's
parameters take up to three more), and sectors of loads from local memory.

Exit code: 0; 1 when something differs; 2 for an error.
"""

import argparse
import json
import pathlib
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

from lab import gpu, tables
from lab.run import Failure, Parser, lint, output, parallel

COLUMNS = ["ld", "st", "atom", "async"]
SECTOR_COUNTERS = {"gld": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                   "gst": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}
MEMORY_COUNTERS = {
    "dld": "l1tex__m_l1tex2xbar_write_sectors_mem_dshared_op_ld.sum",
    "dst": "l1tex__m_l1tex2xbar_write_sectors_mem_dshared_op_st.sum",
    "con": "idc__requests.sum",
    "local": "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"}
ASYNC_COUNTER = "sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum"
# The checks whose accesses are counted, by the first column.
CHECKS = {"ld": [], "gld": ["--checks=-*,warplint-uncoalesced-access"],
          "dld": ["--checks=-*,warplint-bank-conflict,warplint-constant-divergence,"
                  "warplint-local-memory"]}
# What may stand behind the figures of an expectation.
NOTES = ["unpredicted", "loops"]
# Where an access counts; where more than one is named, an access without a figure may
# count in each. An atomic may be a loop that also loads.
COLUMNS_OF = {"load": ["ld"], "ldmatrix": ["ld"], "store": ["st"], "stmatrix": ["st"],
              "atomic": ["atom", "ld"], "cp.async": ["async"], "wmma": ["ld"]}

Figures = dict[str, Any]  # of a kernel: columns to numbers, None where there is none
# Kernel, columns, figure, why it has none, and line of an access.
Cost = tuple[str, list[str], int | None, str | None, int]


def figures_of(path: pathlib.Path) -> list[str]:
    """The columns that the expectations of a file are about."""
    named = set(re.findall(r"\w+(?==)", " ".join(
        re.findall(r"^// expect .*", path.read_text(), re.MULTILINE))))
    return next((list(counters) for counters in (SECTOR_COUNTERS, MEMORY_COUNTERS)
                 if named & set(counters)), COLUMNS)


def derived(path: pathlib.Path) -> dict[str, Figures]:
    """Kernel to figures, from the comments of one file."""
    kernels = {}
    columns = figures_of(path)
    for kernel, figures in re.findall(r"^// expect ([^:]+): (.*)$", path.read_text(),
                                      re.MULTILINE):
        words = figures.split()
        given = dict(word.split("=") for word in words if word not in NOTES)
        if unknown := set(given) - set(columns):
            raise Failure(f"{path}: {unknown} is no column")
        kernels[kernel] = {column: int(given.get(column, 0)) for column in columns}
        kernels[kernel] |= {note: note in words for note in NOTES}
    if not kernels:
        raise Failure(f"{path}: there is no '// expect KERNEL: ld=N st=N'")
    return kernels


def block_cost(access: dict[str, Any]) -> tuple[int | None, str | None]:
    """What one access costs a block, in its unit, or why that is not known."""
    if access["verdict"] == "never-runs":
        return 0, None
    if access["verdict"] == "unproven":
        return None, access["reason"]
    # The sum over instances, iterations and warps, where the program gives it.
    total, rows = access.get("perBlock"), access["rows"]
    if total is not None:
        return total["predicted"], None
    if access["executionsPerWarp"] is None:
        return None, "trip count not known"
    if not access["dependsOnCase"] and not rows:
        return None, "the active lanes change from one execution to the next"
    # The iterations of one loop may each have a row.
    if any(row["fact"]["kind"] != "iteration" for row in rows):
        return None, "depends on a value that is not known"
    if access["warps"] != 1 or len(rows) != access["executionsPerWarp"]:
        return None, "the iterations are not listed for each warp"
    return sum(row["wavefronts"] for row in rows), None


def costs_of(report: dict[str, Any]) -> Iterator[Cost]:
    for access in report["accesses"]:
        is_store = access["kind"] == "store" or access["instruction"].startswith("wmma.store")
        columns = {"shared": ["st"] if is_store else COLUMNS_OF[access["kind"]],
                   "global": ["gst" if is_store else "gld"],
                   "cluster": ["dst" if is_store else "dld"], "constant": ["con"],
                   "local": [] if is_store else ["local"]}[access["memory"]]
        yield (access["kernel"] + access["templateArguments"], columns,
               *block_cost(access), access["line"])


def predicted(reports: list[dict[str, Any]],
              columns: Iterable[str] = tuple(COLUMNS)) -> dict[str, Figures]:
    """Kernel to figures, from the reports on one file."""
    kernels: dict[str, Figures] = {}
    for report in reports:
        if report["hadErrors"]:
            raise Failure(report["parseErrors"])
        kernels |= {name: dict.fromkeys(columns, 0) | {"unknown": []}
                    for name in report["kernels"]}
        for kernel, counted, cost, why, line in costs_of(report):
            figures = kernels[kernel]
            counted = [column for column in counted if column in columns]
            if counted and cost is None:
                figures["unknown"].append(f"line {line}: {why}")
                figures |= dict.fromkeys(counted)
            elif counted and figures[counted[0]] is not None:
                figures[counted[0]] += cost
    return kernels


def predict(path: pathlib.Path, options: argparse.Namespace,
            module: pathlib.Path | None = None) -> dict[str, Figures]:
    """Of a program, or of the PTX that a compiler made of it."""
    columns = figures_of(path)
    more = CHECKS[columns[0]]
    how: dict[str, Any] = {"flags": ["-std=c++17"]}
    if module:
        more, how = [*more, *blocks_of(path)], {}
    return predicted(lint(options.warplint, module or path, *more, **how), columns)


def blocks_of(path: pathlib.Path) -> list[str]:
    """The blocks that a program launches its kernels with, as options."""
    launches = re.findall(r"(\w+)(?:<[^<>;]*>)?<<<\w+, (\d+|dim3\([^)]*\))", path.read_text())
    return [f"--block={kernel}:{'x'.join(re.findall(r'[0-9]+', shape.removeprefix('dim3')))}"
            for kernel, shape in launches]


def measure(path: pathlib.Path, options: argparse.Namespace) -> dict[str, Figures]:
    metrics = {"ld": dict(gpu.COUNTERS) | {"async": ASYNC_COUNTER},
               "gld": SECTOR_COUNTERS,
               "dld": MEMORY_COUNTERS | {"blocks": "launch__grid_size",
                                         "warps": "smsp__warps_launched.sum"}}[figures_of(path)[0]]
    with tempfile.TemporaryDirectory() as folder:
        binary = pathlib.Path(folder, path.stem)
        output([options.nvcc, "-O2", "-std=c++17", f"-arch={options.arch}", "-lineinfo", "-o",
                binary, path])
        launches = gpu.profile(options, [binary], metrics)
    kernels: dict[str, Figures] = {}
    for name, counted in launches:
        name = gpu.kernel_name(name)
        if name in kernels:
            raise Failure(f"{path}: {name} is launched more than once")
        blocks = counted.pop("blocks", 1)
        kernels[name] = {column: int(value / blocks) for column, value in counted.items()}
    return kernels


def summed(figures: Figures, expected: Figures) -> Figures:
    """Where atomics are loops: all wavefronts of loads and atomics under atom."""
    if not expected.get("loops") or None in (figures.get("ld"), figures.get("atom")):
        return figures
    return figures | {"ld": 0, "atom": figures["ld"] + figures["atom"]}


def differences(expected: dict[str, Figures], found: dict[str, Figures]) -> list[str]:
    """Where prediction and derivation differ, one line each."""
    return [line for kernel in sorted(expected.keys() | found.keys())
            for line in differences_of(kernel, expected.get(kernel), found.get(kernel))]


def differences_of(kernel: str, expected: Figures | None, found: Figures | None) -> list[str]:
    """The same of one kernel."""
    if expected is None:
        return [f"{kernel}: there is no line '// expect {kernel}: ...'"]
    if found is None:
        return [f"{kernel}: warplint does not name this kernel"]
    expected, found = summed(expected, expected), summed(found, expected)
    lines = [f"{kernel}: {column} {expected[column]} derived, {found[column]} predicted"
             for column in expected if column not in NOTES
             and expected[column] != found[column]
             and not (found[column] is None and expected["unpredicted"])]
    if not expected["unpredicted"]:
        lines += [f"{kernel}: {why}" for why in found["unknown"]]
    elif not found["unknown"]:
        lines.append(f"{kernel}: is predicted; 'unpredicted' can go")
    return lines


def check(options: argparse.Namespace) -> int:
    wrong = []
    for path, module in zip(options.files, options.ptx or []):
        wrong += [f"{module}: {line}" for line in
                  differences(derived(path), predict(path, options, module))]
    for path in [] if options.ptx else options.files:
        wrong += [f"{path}: {line}"
                  for line in differences(derived(path), predict(path, options))]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


def compare(options: argparse.Namespace) -> int:
    """The table. A figure that warplint does not give is no difference."""
    known = json.loads(options.predicted.read_text())
    counted = json.loads(options.measured.read_text())
    wrong = unknown = total = 0
    print(tables.head("file | kernel | derived | predicted | measured | equal"))
    for path in options.files:
        columns = figures_of(path)

        def cell(figures: Figures, columns: list[str] = columns) -> str:
            """ "ld 32, st 1": what is not 0. "?" for what warplint does not give."""
            return ", ".join(f"{c} {'?' if figures.get(c) is None else figures[c]}"
                             for c in columns if figures.get(c) != 0) or "0"
        for kernel, figures in derived(path).items():
            before = known.get(path.name, {}).get(kernel, {})
            after = counted.get(path.name, {}).get(kernel, {})
            more = {"con": 3 * after.get("warps", 1)}
            equal = all(0 <= after.get(c, -1) - figures[c] <= more.get(c, 0)
                        for c in columns) and all(
                value in (None, summed(figures, figures)[c])
                for c, value in summed(before, figures).items() if c in columns)
            total += 1
            wrong += not equal
            unknown += any(before.get(c) is None for c in columns)
            print(tables.row([path.name, f"`{kernel}`", cell(figures), cell(before),
                              cell(after), "yes" if equal else "**no**"]))
    print(f"\n{total} kernels, {total - wrong} equal, {wrong} different; "
          f"{unknown} with a figure that warplint does not give.")
    return 1 if wrong else 0


def main(words: list[str]) -> int:
    parser = Parser("validate", __doc__)
    parser.add_argument("action", choices=["check", "predict", "measure", "compare"])
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path,
                        help="where predict and measure write (default: stdout)")
    parser.add_argument("--ptx", action="append", type=pathlib.Path, metavar="FILE",
                        help="check what is predicted from this PTX; one for each file")
    parser.add_argument("--predicted", type=pathlib.Path)
    parser.add_argument("--measured", type=pathlib.Path)
    parser.program()
    gpu.add_toolkit(parser)
    options = parser.read(words)
    if options.action in ("check", "compare"):
        return {"check": check, "compare": compare}[options.action](options)
    action = {"predict": predict, "measure": measure}[options.action]
    found = parallel(lambda path: action(path, options), options.files,
                     options.jobs if options.action == "predict" else 1)
    text = json.dumps(dict(zip([path.name for path in options.files], found)), indent=1)
    if options.output:
        options.output.write_text(text + "\n")
    else:
        sys.stdout.write(text + "\n")
    return 0
