#!/usr/bin/env python3
"""Compares warplint's figures with a GPU's hardware counters, kernel by kernel.

Three answers to one question, what all shared-memory requests of a launch cost:

  derived    what the source says, from "// expect KERNEL: ld=N st=N atom=N
             async=N" lines beside a derivation; a figure that is left out is 0.
             At the end may stand "unpredicted": warplint gives no sum for this
             kernel; "loops": it has atomics that are loops, whose loads warplint
             counts with the atomics, so that only ld + atom is compared
  predicted  the sum over warplint's accesses
  measured   the counters, for a launch of one block

  validate.py check FILES              derived against predicted (the lit tests)
  validate.py predict FILES -o P.json  what warplint predicts; needs no GPU
  validate.py measure FILES -o M.json  compiles with nvcc, profiles with ncu; needs
                                       no warplint
  validate.py compare FILES --predicted P.json --measured M.json
                                       a table in Markdown; status 1 on a difference

FILES are programs that launch each kernel (each instantiation of a template) once,
as one block: see test/gpu. With several blocks on a multiprocessor the counters rise
by some per cent.

A kernel's figure counts wavefronts of one block: loads and ldmatrix in `ld`, stores
and stmatrix in `st`, atomics in `atom`, and cp.async in `async`. Files whose lines
say "gld=N gst=N" instead are about sectors of global memory: those that loads and
stores touch whose address differs between lanes; each kernel is one function.
"""

import argparse
import csv
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

COUNTERS = {
    "ld": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "st": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "atom": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
}
COLUMNS = ["ld", "st", "atom", "async"]
SECTOR_COUNTERS = {
    "gld": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "gst": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
}
SECTOR_CHECK = "warplint-uncoalesced-access"
# What may stand behind the figures of an expectation.
NOTES = ["unpredicted", "loops"]
# Where an access counts; where more than one is named, an access without a figure may
# count in each. An atomic may be a loop that also loads.
COLUMNS_OF = {"load": ["ld"], "ldmatrix": ["ld"], "store": ["st"], "stmatrix": ["st"],
              "atomic": ["atom", "ld"], "cp.async": ["async"], "wmma": ["ld"]}


def is_about_sectors(path):
    return re.search(r"^// expect .*\bg(ld|st)=", path.read_text(), re.MULTILINE)


def figures_of(path):
    """The columns that the expectations of a file are about."""
    return list(SECTOR_COUNTERS) if is_about_sectors(path) else COLUMNS


def columns_of(access):
    if access["instruction"].startswith("wmma.store"):
        return ["st"]
    return COLUMNS_OF[access["kind"]]


def run(command):
    """What the command prints. Ends the program when it fails."""
    done = subprocess.run([str(word) for word in command], text=True, check=False,
                          capture_output=True)
    if done.returncode:
        sys.exit(f"{command[0]} ended with status {done.returncode}\n"
                 f"{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


# ---------------------------------------------------------------------------
# Derived
# ---------------------------------------------------------------------------


def derived(path):
    """Kernel to figures, from the comments of one file."""
    kernels = {}
    columns = figures_of(path)
    for kernel, figures in re.findall(r"^// expect ([^:]+): (.*)$", path.read_text(),
                                      re.MULTILINE):
        words = figures.split()
        given = dict(word.split("=") for word in words if word not in NOTES)
        if unknown := set(given) - set(columns):
            sys.exit(f"{path}: {unknown} is no column")
        kernels[kernel] = {column: int(given.get(column, 0)) for column in columns}
        kernels[kernel] |= {note: note in words for note in NOTES}
    if not kernels:
        sys.exit(f"{path}: there is no '// expect KERNEL: ld=N st=N'")
    return kernels


# ---------------------------------------------------------------------------
# Predicted
# ---------------------------------------------------------------------------


def block_cost(access):
    """What one access costs a block, in wavefronts, or why that is not known."""
    if access["verdict"] == "never-runs":
        return 0, None
    if access["verdict"] == "unproven":
        return None, access["reason"]
    if access["unit"] != "wavefronts":
        return None, f"counts {access['unit']}"
    # The sum over instances, iterations and warps, where the program gives it.
    total = access.get("perBlock")
    if total is not None:
        return total["predicted"], None
    if access["executionsPerWarp"] is None:
        return None, "trip count not known"
    if access["dependsOnCase"] or access["rows"]:
        return rows_cost(access)
    return None, "the active lanes change from one execution to the next"


def rows_cost(access):
    """The sum over the iterations of one loop, each of which has its row."""
    rows = access["rows"]
    if any(row["fact"]["kind"] != "iteration" for row in rows):
        return None, "depends on a value that is not known"
    if access["warps"] != 1 or len(rows) != access["executionsPerWarp"]:
        return None, "the iterations are not listed for each warp"
    return sum(row["wavefronts"] for row in rows), None


def predicted(document):
    """Kernel to figures, from warplint's JSON document for one file."""
    kernels = {}
    for report in document["files"]:
        if report["hadErrors"]:
            sys.exit(report["parseErrors"])
        for name in report["kernels"]:
            kernels[name] = dict.fromkeys(COLUMNS, 0) | {"unknown": []}
        for access in report["accesses"]:
            figures = kernels.setdefault(
                access["kernel"] + access["templateArguments"],
                dict.fromkeys(COLUMNS, 0) | {"unknown": []})
            cost, why = block_cost(access)
            if cost is None:
                figures["unknown"].append(f"line {access['line']}: {why}")
                for column in columns_of(access):
                    figures[column] = None
                continue
            column = columns_of(access)[0]
            if figures[column] is not None:
                figures[column] += cost
    return kernels


def predicted_sectors(document):
    """The same of sectors, from the findings of all accesses."""
    kernels = {}
    for report in document["files"]:
        if report["hadErrors"]:
            sys.exit(report["parseErrors"])
        functions = [f for f in report["analysed"] if f["kernel"]]
        for function in functions:
            kernels[function["name"]] = dict.fromkeys(SECTOR_COUNTERS, 0) | {
                "unknown": []}
        for finding in report["findings"]:
            name = next(f["name"] for f in functions
                        if f["line"] <= finding["line"] <= f["endLine"])
            column = "gst" if "-bit store" in finding["message"] else "gld"
            total = next((m["value"] for m in finding["metrics"]
                          if m["name"] == "block-sectors"), None)
            figures = kernels[name]
            if total is None:
                figures["unknown"].append(
                    f"line {finding['line']}: {finding['message']}")
                figures[column] = None
            elif figures[column] is not None:
                figures[column] += total
    return kernels


def predict(path, options):
    about_sectors = is_about_sectors(path)
    command = [options.warplint, "--format=json", path]
    if about_sectors:
        command += [f"--checks=-*,{SECTOR_CHECK}", "--report-clean",
                    "--report-unproven", "--min-excess=0", "--min-sectors=0"]
    command += ["--", "-std=c++17"]
    done = subprocess.run([str(word) for word in command], text=True, check=False,
                          capture_output=True)
    if done.returncode not in (0, 1):  # 1: there are findings.
        sys.exit(f"{path}: warplint ended with status {done.returncode}\n"
                 f"{done.stderr}")
    read = predicted_sectors if about_sectors else predicted
    return read(json.loads(done.stdout))


# ---------------------------------------------------------------------------
# Measured
# ---------------------------------------------------------------------------


def kernel_name(demangled):
    """'void strided<(int)2>(const float *, float *)' is strided<2>."""
    name = re.sub(r"\((?:unsigned )?(?:int|long|short|char|bool)\)(?=[\w-])", "",
                  demangled)
    name = name.removeprefix("void ")
    depth = 0
    for position, letter in enumerate(name):
        depth += (letter == "<") - (letter == ">")
        if letter == "(" and depth == 0:
            return name[:position].strip()
    return name.strip()


def rows_of(text):
    """The kernels of Nsight Compute's raw page; its first row has the units."""
    return list(csv.DictReader(io.StringIO(text[text.index('"ID"'):])))[1:]


def measure(path, options):
    metrics = dict(COUNTERS) | {"async": options.async_counter}
    if is_about_sectors(path):
        metrics = SECTOR_COUNTERS
    with tempfile.TemporaryDirectory() as folder:
        binary = pathlib.Path(folder, path.stem)
        run([options.nvcc, "-O2", "-std=c++17", "-arch=" + options.arch, "-lineinfo",
             "-o", binary, path])
        text = run([options.ncu, "--clock-control", "none", "--csv", "--page", "raw",
                    "--print-units", "base", "--metrics", ",".join(metrics.values()),
                    binary])
    kernels = {}
    for row in rows_of(text):
        name = kernel_name(row["Kernel Name"])
        if name in kernels:
            sys.exit(f"{path}: {name} is launched more than once")
        kernels[name] = {column: int(float(row[metric].replace(",", "")))
                         for column, metric in metrics.items()}
    return kernels


# ---------------------------------------------------------------------------
# Comparing
# ---------------------------------------------------------------------------


def summed(figures, expected):
    """Where atomics are loops: all wavefronts of loads and atomics under atom."""
    if not expected.get("loops") or None in (figures.get("ld"), figures.get("atom")):
        return figures
    return figures | {"ld": 0, "atom": figures["ld"] + figures["atom"]}


def differences(kernel, expected, found):
    """Where prediction and derivation of one kernel differ, one line each."""
    if expected is None:
        return [f"{kernel}: there is no line '// expect {kernel}: ...'"]
    if found is None:
        return [f"{kernel}: warplint does not name this kernel"]
    lines = []
    expected, found = summed(expected, expected), summed(found, expected)
    for column in [c for c in expected if c not in NOTES]:
        if found[column] is None and expected["unpredicted"]:
            continue
        if expected[column] != found[column]:
            lines.append(f"{kernel}: {column} {expected[column]} derived, "
                         f"{found[column]} predicted")
    if not expected["unpredicted"]:
        lines += [f"{kernel}: {why}" for why in found["unknown"]]
    elif not found["unknown"]:
        lines.append(f"{kernel}: is predicted; 'unpredicted' can go")
    return lines


def check(options):
    wrong = []
    for path in options.files:
        expected, found = derived(path), predict(path, options)
        for kernel in sorted(expected.keys() | found.keys()):
            wrong += [f"{path}: {line}" for line in differences(
                kernel, expected.get(kernel), found.get(kernel))]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


def cell(figures, columns):
    """"ld 32, st 1": what is not 0. "?" for what warplint does not give."""
    shown = [f"{c} {'?' if figures.get(c) is None else figures[c]}"
             for c in columns if figures.get(c) != 0]
    return ", ".join(shown) or "0"


def compare(options):
    """The table. A figure that warplint does not give is no difference."""
    known = json.loads(options.predicted.read_text())
    counted = json.loads(options.measured.read_text())
    print("| file | kernel | derived | predicted | measured | equal |\n"
          "| --- | --- | --- | --- | --- | --- |")
    wrong = unknown = total = 0
    for path in options.files:
        columns = figures_of(path)
        for kernel, figures in derived(path).items():
            before = known.get(path.name, {}).get(kernel, {})
            after = counted.get(path.name, {}).get(kernel, {})
            equal = all(figures[c] == after.get(c) for c in columns) and all(
                value in (None, summed(figures, figures)[c])
                for c, value in summed(before, figures).items() if c in columns)
            total += 1
            wrong += not equal
            unknown += any(before.get(c) is None for c in columns)
            print(f"| {path.name} | `{kernel}` | {cell(figures, columns)} | "
                  f"{cell(before, columns)} | {cell(after, columns)} | {'yes' if equal else '**no**'} |")
    print(f"\n{total} kernels, {total - wrong} equal, {wrong} different; "
          f"{unknown} with a figure that warplint does not give.")
    return 1 if wrong else 0


def write(path, answers):
    text = json.dumps(answers, indent=1) + "\n"
    path.write_text(text) if path else sys.stdout.write(text)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["check", "predict", "measure", "compare"])
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path,
                        help="where predict and measure write (default: stdout)")
    parser.add_argument("--predicted", type=pathlib.Path)
    parser.add_argument("--measured", type=pathlib.Path)
    parser.add_argument("--warplint", default="warplint", help="the program to run")
    parser.add_argument("--nvcc", default=shutil.which("nvcc")
                        or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--ncu", default="ncu")
    parser.add_argument("--arch", default="sm_90", help="for nvcc (default: sm_90)")
    parser.add_argument("--async-counter", help="the counter of cp.async wavefronts",
                        default="sm__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared"
                        "_op_ldgsts.sum")
    options = parser.parse_args()
    if options.action == "check":
        return check(options)
    if options.action == "compare":
        return compare(options)
    action = predict if options.action == "predict" else measure
    write(options.output,
          {path.name: action(path, options) for path in options.files})
    return 0


if __name__ == "__main__":
    sys.exit(main())
