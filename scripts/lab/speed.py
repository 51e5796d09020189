"""Compares the speed of programs after `warplint --fix` with variants written by hand.

    lab speed PROBLEM... [-o FOLDER] [--rounds N]

For each problem, a folder of test/gpu/speed, applies --fix with each style to
original.cu, and compiles the results and the handwritten variants with nvcc into one
program. It compares their outputs and times them alternately on the GPU.

Exit code: 0; 1 if an output is wrong, or the fastest style is more than --within percent
slower than the fastest variant; 2 for an error.
"""

import argparse
import pathlib
import shutil
import sys

from lab import edits, gpu, tables
from lab.run import ROOT, Parser, output, parallel, run

SPEED = ROOT / "test" / "gpu" / "speed"
STYLES = ["expression", "pad"]
HAND = ["padded", "swizzled", "cute"]
SIZES = {"transpose": 8192, "sgemm": 4096, "hgemm": 4096}


def build(problem: str, options: argparse.Namespace) -> tuple[pathlib.Path, list[str]]:
    """The program with all variants, and their names."""
    folder = options.output / problem
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sources = {"original": SPEED / problem / "original.cu"}
    for style in STYLES:
        edited = folder / f"{style}.cu"
        shutil.copy(sources["original"], edited)
        edits.fix(options, edited, style)
        if edited.read_text() != sources["original"].read_text():
            sources[style] = edited
        else:
            print(f"{problem}: --fix-style={style} leaves it as it is")
    sources |= {name: SPEED / problem / f"{name}.cu" for name in HAND}
    nvcc = [options.nvcc, "-O3", *edits.FLAGS, f"-arch={options.arch}"]
    listed = "".join(f"VARIANT({name})" for name in sources)
    jobs = {name: [f"-DRUN={name}", path] for name, path in sources.items()}
    jobs["bench"] = [f"-DVARIANTS={listed}", SPEED / "bench.cu"]
    list(parallel(lambda name: output([*nvcc, "-c", "-o", folder / f"{name}.o", *jobs[name]]),
                  jobs))
    output([*nvcc, "-o", folder / "bench", *(folder / f"{name}.o" for name in jobs)])
    return folder / "bench", list(sources)


def show(problem: str, names: list[str], text: str) -> float:
    """Prints the rows of one problem. The best style's time over the best of all."""
    times = {}
    for line in text.splitlines():
        if line.startswith("time "):
            _, name, median, least = line.split()
            times[name] = float(median), float(least)
        else:
            print(line)
    best = min(median for median, _ in times.values())
    for name in names:
        median, least = times[name]
        print(tables.row([f"{problem} {SIZES[problem]}", name, f"{median:.4f}", f"{least:.4f}",
                          f"{median / best:.3f}"]))
    return min(times[name][0] for name in names if name in STYLES) / best


def main(words: list[str]) -> int:
    parser = Parser("speed", __doc__)
    parser.add_argument("problems", nargs="*", help=f"of {', '.join(SIZES)} (default: all)")
    parser.add_argument("-o", "--output", type=pathlib.Path, default="speed",
                        help="the folder that is written (default: speed)")
    parser.program(jobs=False)
    gpu.add_toolkit(parser)
    parser.add_argument("--rounds", type=int, default=101)
    parser.add_argument("--within", type=float, default=2,
                        help="per cent that the best style may be slower")
    options = parser.read(words)
    problems = options.problems or list(SIZES)
    if unknown := set(problems) - set(SIZES):
        parser.error(f"no such problem: {', '.join(sorted(unknown))}")
    status = 0
    for problem in problems:
        program, names = build(problem, options)
        done = run([program, problem, SIZES[problem], options.rounds])
        if problem == problems[0]:
            print(tables.head("problem | variant | median ms: | least ms: | over the best:"))
        ratio = show(problem, names, done.out)
        print(done.err, end="", file=sys.stderr)
        status |= done.code != 0 or ratio > 1 + options.within / 100
    return int(status)
