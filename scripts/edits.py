#!/usr/bin/env python3
"""What `warplint --fix` makes of a program with conflicts, held against the source's
comments and against a GPU.

  edits.py check FILE -o FOLDER    lints the program as it is and as each --fix-style
                                   leaves it, and compares with the comments
  edits.py measure FILE -o FOLDER  also compiles all of them with nvcc, runs them, and
                                   counts wavefronts with ncu; writes FOLDER/measured.json
  edits.py table JSON...           Markdown of what was measured

Expectations stand in comments: "// expect KERNEL: ld=N st=N" for the program as it is,
"// fixed KERNEL: ..." for the styles `expression` and `helper`, "// padded KERNEL: ..."
for `pad`; see validate.py.

What is measured: all programs print the same hashes of their output. A launch of one
block has exactly the predicted wavefronts. Of a launch of many blocks, which share
multiprocessors, the counters may be up to --tolerance per cent above; its time is what
the table shows.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys

import validate

STYLES = ["original", "expression", "helper", "pad"]
EXPECTATION = {"original": "expect", "expression": "fixed", "helper": "fixed",
               "pad": "padded"}
INCLUDE = pathlib.Path(__file__).resolve().parent.parent / "include"
FLAGS = ["-std=c++17", f"-I{INCLUDE}"]
COLUMNS = ["ld", "st"]
METRICS = {column: validate.COUNTERS[column] for column in COLUMNS}
METRICS["time"] = "gpu__time_duration.sum"


def prepare(style, options):
    """The program in a folder of its own, with the comments of its style."""
    source = options.files[0].resolve()
    folder = options.output / style
    folder.mkdir(parents=True)
    program = folder / source.name
    shutil.copy(source, program)
    shutil.copy(source.parent / "edited.h", folder)
    if style != "original":
        done = subprocess.run(
            [options.warplint, "--fix", f"--fix-style={style}", program, "--", *FLAGS],
            text=True, check=False, capture_output=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{program}: warplint ended with status {done.returncode}\n"
                     f"{done.stdout}{done.stderr}")
        wanted = EXPECTATION[style]
        text = re.sub(r"^// expect .*\n", "", program.read_text(), flags=re.MULTILINE)
        program.write_text(re.sub(rf"^// {wanted} ", "// expect ", text,
                                  flags=re.MULTILINE))
    return program


def prepare_all(options):
    """Style to program. The folder is made anew."""
    shutil.rmtree(options.output, ignore_errors=True)
    options.output.mkdir(parents=True)
    shutil.copy(options.files[0].resolve().parent.parent / "launch.h", options.output)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        return dict(zip(STYLES, pool.map(lambda style: prepare(style, options), STYLES)))


def predicted(program, options):
    command = [options.warplint, "--format=json", "--layouts=false", program, "--",
               *FLAGS]
    done = subprocess.run(command, text=True, check=False, capture_output=True)
    if done.returncode not in (0, 1):  # 1: there are findings.
        sys.exit(f"{program}: warplint ended with status {done.returncode}\n"
                 f"{done.stderr}")
    return validate.predicted(json.loads(done.stdout))


def check(programs, options):
    """Where prediction and comments differ, one line each."""
    wrong = []
    with concurrent.futures.ThreadPoolExecutor() as pool:
        answers = pool.map(lambda style: predicted(programs[style], options), STYLES)
        for style, found in zip(STYLES, answers):
            expected = validate.derived(programs[style])
            for kernel in sorted(expected.keys() | found.keys()):
                known, figures = expected.get(kernel), found.get(kernel)
                if known is None or figures is None:
                    wrong.append(f"{style}: {kernel} is only "
                                 f"{'predicted' if known is None else 'expected'}")
                    continue
                wrong += [f"{style}: {kernel}: {column} {known[column]} derived, "
                          f"{figures[column]} predicted"
                          for column in COLUMNS if known[column] != figures[column]]
    return wrong


# ---------------------------------------------------------------------------
# Measured
# ---------------------------------------------------------------------------


def compile_program(program, options):
    binary = program.with_suffix("")
    validate.run([options.nvcc, "-O2", *FLAGS, "-arch=" + options.arch, "-o", binary,
                  program])
    return binary


def counted(binary, blocks, options):
    """Kernel to counters."""
    text = validate.run([options.ncu, "--clock-control", "none", "--csv", "--page",
                         "raw", "--print-units", "base", "--metrics",
                         ",".join(METRICS.values()), binary, blocks])
    rows = validate.rows_of(text)
    return {validate.kernel_name(row["Kernel Name"]): {
        name: float(row[metric].replace(",", "")) for name, metric in METRICS.items()}
        for row in rows}


def measure(programs, options):
    """What differs, one line each; all figures are written to measured.json."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        binaries = dict(zip(STYLES, pool.map(
            lambda style: compile_program(programs[style], options), STYLES)))
    wrong, figures = [], {}
    for blocks in (1, options.blocks):
        outputs = {style: validate.run([binaries[style], blocks]) for style in STYLES}
        wrong += [f"{style}: the output is another, {blocks} blocks"
                  for style in STYLES if outputs[style] != outputs["original"]]
        for style in STYLES:
            expected = validate.derived(programs[style])
            for kernel, found in counted(binaries[style], blocks, options).items():
                entry = figures.setdefault(kernel, {}).setdefault(style, {})
                entry["derived"] = {c: expected[kernel][c] for c in COLUMNS}
                entry["one" if blocks == 1 else "many"] = found
                room = 0 if blocks == 1 else options.tolerance / 100
                wrong += [f"{style}: {kernel}, {blocks} blocks: {column} "
                          f"{expected[kernel][column] * blocks} derived, "
                          f"{found[column]:.0f} measured"
                          for column in COLUMNS
                          if not 0 <= found[column] - expected[kernel][column] * blocks
                          <= room * expected[kernel][column] * blocks]
    document = {"file": options.files[0].name, "blocks": options.blocks,
                "kernels": figures}
    (options.output / "measured.json").write_text(json.dumps(document, indent=1) + "\n")
    return wrong


def table(options):
    def cell(entry, original):
        mine = f"{entry['one']['ld']:.0f} + {entry['one']['st']:.0f}"
        if entry["derived"] == original["derived"] and entry is not original:
            return "="
        return f"{mine}, {entry['many']['time'] / 1000:.1f} µs"

    print("| file | kernel | as it is | expression | helper | pad |\n"
          "| --- | --- | ---: | ---: | ---: | ---: |")
    for path in options.files:
        document = json.loads(path.read_text())
        for kernel, styles in document["kernels"].items():
            cells = [cell(styles[style], styles["original"]) for style in STYLES]
            print(f"| {document['file']} | `{kernel}` | {' | '.join(cells)} |")
    return 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["check", "measure", "table"])
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, default="edits",
                        help="the folder that is written (default: edits)")
    parser.add_argument("--warplint", default="warplint", help="the program to run")
    parser.add_argument("--nvcc", default=shutil.which("nvcc")
                        or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--ncu", default="ncu")
    parser.add_argument("--arch", default="sm_90", help="for nvcc (default: sm_90)")
    parser.add_argument("--blocks", type=int, default=528,
                        help="of the launch with many blocks (default: 528)")
    parser.add_argument("--tolerance", type=float, default=1,
                        help="per cent that counters of many blocks may be above")
    options = parser.parse_args()
    if options.action == "table":
        return table(options)
    if len(options.files) != 1:
        parser.error(f"{options.action} takes one file")
    programs = prepare_all(options)
    wrong = check(programs, options)
    if options.action == "measure":
        wrong += measure(programs, options)
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
