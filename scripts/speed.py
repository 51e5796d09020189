#!/usr/bin/env python3
"""How fast the programs are that `warplint --fix` leaves, beside what people write by
hand.

  speed.py PROBLEM... [-o FOLDER] [--rounds N]

For each problem, a folder of test/gpu/speed: applies --fix with each style to
original.cu, compiles the results and the variants written by hand with nvcc into one
program, which compares their outputs and times them in turns on the GPU. Prints a
table; status 1 when an output is wrong, or when the fastest style is more than
--within per cent slower than the fastest variant.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

from validate import run

ROOT = pathlib.Path(__file__).resolve().parent.parent
SPEED = ROOT / "test" / "gpu" / "speed"
STYLES = ["expression", "helper", "pad"]
HAND = ["padded", "swizzled", "cute"]
SIZES = {"transpose": 8192, "sgemm": 4096, "hgemm": 4096}
FLAGS = ["-std=c++17", f"-I{ROOT / 'include'}"]


def fixed(problem, style, folder, options):
    """original.cu as the style leaves it. Nothing, when it is left as it is."""
    source = SPEED / problem / "original.cu"
    edited = folder / f"{style}.cu"
    shutil.copy(source, edited)
    done = subprocess.run([options.warplint, "--fix", f"--fix-style={style}", edited,
                           "--", *FLAGS], text=True, check=False, capture_output=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{edited}: warplint ended with status {done.returncode}\n"
                 f"{done.stdout}{done.stderr}")
    return edited if edited.read_text() != source.read_text() else None


def build(problem, options):
    """The program with all variants, and their names."""
    folder = options.output / problem
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sources = {"original": SPEED / problem / "original.cu"}
    for style in STYLES:
        if edited := fixed(problem, style, folder, options):
            sources[style] = edited
        else:
            print(f"{problem}: --fix-style={style} leaves it as it is")
    for name in HAND:
        sources[name] = SPEED / problem / f"{name}.cu"
    nvcc = [options.nvcc, "-O3", *FLAGS, "-arch=" + options.arch]
    listed = "".join(f"VARIANT({name})" for name in sources)
    jobs = {name: [*nvcc, f"-DRUN={name}", "-c", "-o", folder / f"{name}.o", path]
            for name, path in sources.items()}
    jobs["bench"] = [*nvcc, f"-DVARIANTS={listed}", "-c", "-o", folder / "bench.o",
                     SPEED / "bench.cu"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(run, jobs.values()))
    run([*nvcc, "-o", folder / "bench", *(folder / f"{name}.o" for name in jobs)])
    return folder / "bench", list(sources)


def table(problem, names, text):
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
        print(f"| {problem} {SIZES[problem]} | {name} | {median:.4f} | {least:.4f} | "
              f"{median / best:.3f} |")
    return min(times[name][0] for name in names if name in STYLES) / best


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="*", help=f"of {', '.join(SIZES)} "
                        "(default: all)")
    parser.add_argument("-o", "--output", type=pathlib.Path, default="speed",
                        help="the folder that is written (default: speed)")
    parser.add_argument("--warplint", default="warplint", help="the program to run")
    parser.add_argument("--nvcc", default=shutil.which("nvcc")
                        or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--arch", default="sm_90", help="for nvcc (default: sm_90)")
    parser.add_argument("--rounds", type=int, default=101)
    parser.add_argument("--within", type=float, default=2,
                        help="per cent that the best style may be slower")
    parser.add_argument("--build-only", action="store_true", help="needs no GPU")
    options = parser.parse_args()
    options.problems = options.problems or list(SIZES)
    if unknown := set(options.problems) - set(SIZES):
        parser.error(f"no such problem: {', '.join(sorted(unknown))}")
    status = 0
    for problem in options.problems:
        program, names = build(problem, options)
        if options.build_only:
            continue
        done = subprocess.run([program, problem, str(SIZES[problem]),
                               str(options.rounds)], text=True, check=False,
                              capture_output=True)
        if problem == options.problems[0]:
            print("| problem | variant | median ms | least ms | over the best |\n"
                  "| --- | --- | ---: | ---: | ---: |")
        ratio = table(problem, names, done.stdout)
        print(done.stderr, end="", file=sys.stderr)
        status |= done.returncode != 0 or ratio > 1 + options.within / 100
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
