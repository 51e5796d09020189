#!/usr/bin/env python3
"""Times warplint beside clang and clang-tidy on the same files.

Three commands, on each file, with the same flags and for the same device:

  clang     clang++ -fsyntax-only, one device-side parse
  tidy      clang-tidy with one cheap check
  warplint  the whole of warplint

They take turns within one run, so that all meet the same machine, and what is
compared is the ratio of the medians of a file. Files that clang does not parse are
left out, and counted.

With --baseline, two builds of warplint take turns instead, and what is compared is
the processor time, which other work on the machine disturbs less. Exit code 1 when
the files take the newer more than --tolerance per cent longer.
"""

import argparse
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
STUB_FLAGS = ["-nocudainc", "-nocudalib",
              f"-I{ROOT}/test/Inputs",
              "-include", f"{ROOT}/test/Inputs/cuda_stub.h"]


def toolkit_flags(cuda_path):
    """What nvcc adds by itself and clang does not: CCCL's folder since CUDA 13."""
    flags = ["-Wno-unknown-cuda-version"]
    if cuda_path:
        flags.append(f"--cuda-path={cuda_path}")
        cccl = pathlib.Path(cuda_path, "include", "cccl")
        if cccl.is_dir():
            flags += ["-isystem", str(cccl)]
    return flags


def find_toolkit():
    """The CUDA toolkit's folder, or nothing."""
    candidates = [os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME")]
    nvcc = shutil.which("nvcc")
    if nvcc:
        candidates.append(pathlib.Path(nvcc).resolve().parent.parent)
    candidates.append("/usr/local/cuda")
    for candidate in filter(None, candidates):
        if pathlib.Path(candidate, "include", "cuda_runtime.h").exists():
            return str(candidate)
    return None


def sources(names):
    """The .cu files that are named, or lie in the folders that are."""
    for name in map(pathlib.Path, names):
        if name.is_dir():
            yield from sorted(name.rglob("*.cu"))
        else:
            yield name


def commands(arguments, source, flags):
    """The three command lines for one file."""
    device = ["-x", "cuda", "--cuda-device-only",
              f"--cuda-gpu-arch={arguments.arch}", *flags]
    return {
        "clang": [arguments.clang, *device, "-fsyntax-only", str(source)],
        "tidy": [arguments.clang_tidy, "--quiet",
                 "--checks=-*,bugprone-bool-pointer-implicit-conversion",
                 str(source), "--", *device],
        "warplint": [arguments.warplint, str(source), "--", *device],
    }


# What an earlier run found would be all that is timed.
NO_CACHE = dict(os.environ, WARPLINT_CACHE_DIR="")


def run(command):
    """Seconds on the wall and the exit code of one run."""
    begin = time.perf_counter()
    code = subprocess.run(command, env=NO_CACHE, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          check=False).returncode
    return time.perf_counter() - begin, code


def processor_seconds(command):
    """What one run took of the processor, and its exit code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _, code = run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime
            - before.ru_utime - before.ru_stime), code


def compare(arguments, named, cuda_flags):
    """Times two builds; whether the newer is as fast as it has to be."""
    print(f"{'before':>9}{'now':>9}{'ratio':>8}  file")
    ratios, sums = [], {"before": 0.0, "now": 0.0}
    left_out = 0
    for source in sources(named):
        flags = file_flags(arguments, source, cuda_flags)
        todo = {"before": [arguments.baseline, str(source), "--", *flags],
                "now": [arguments.warplint, str(source), "--", *flags]}
        # Also fills the file cache.
        if any(run(command)[1] not in (0, 1) for command in todo.values()):
            left_out += 1
            continue
        spent = {name: [] for name in todo}
        for turn in range(arguments.runs):
            for name in list(todo)[::1 if turn % 2 else -1]:
                spent[name].append(processor_seconds(todo[name])[0])
        medians = {name: statistics.median(spent[name]) for name in todo}
        for name, seconds in medians.items():
            sums[name] += seconds
        ratios.append(medians["now"] / medians["before"])
        print(f"{medians['before']:9.3f}{medians['now']:9.3f}"
              f"{ratios[-1]:8.3f}  {source}", flush=True)
    if not ratios:
        sys.exit("bench: error: no file that both parse")
    print(f"{sums['before']:9.3f}{sums['now']:9.3f}"
          f"{sums['now'] / sums['before']:8.3f}  sum of {len(ratios)} files; "
          f"median of the ratios {statistics.median(ratios):.3f}")
    if left_out:
        print(f"left out, since one of the two does not parse them: {left_out}")
    return statistics.median(ratios) <= 1 + arguments.tolerance / 100


def file_flags(arguments, source, cuda_flags):
    stubbed = (ROOT / "test") in source.resolve().parents
    base = STUB_FLAGS if stubbed else cuda_flags
    return ["-std=c++17", *base, *arguments.flags]


def measure(arguments, source, flags):
    """Median seconds by command; nothing when clang does not parse the file."""
    todo = commands(arguments, source, flags)
    if run(todo["clang"])[1] != 0:
        return None
    seconds = {name: [] for name in todo}
    names = list(todo)
    for turn in range(arguments.runs):
        # Another one goes first each time.
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            spent, code = run(todo[name])
            if code < 0 or (name == "warplint" and code > 1):
                sys.exit(f"bench: error: exit code {code}: "
                         + " ".join(todo[name]))
            seconds[name].append(spent)
    return {name: statistics.median(spent) for name, spent in seconds.items()}


def parse_arguments():
    words, flags = sys.argv[1:], []
    if "--" in words:
        split = words.index("--")
        words, flags = words[:split], words[split + 1:]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="What follows -- is passed to all three, such as -I folders.")
    parser.add_argument("sources", nargs="*", metavar="FILE|FOLDER",
                        help="default: the first example and the kernels of test/")
    parser.add_argument("--warplint", required=True, help="the program")
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--runs", type=int, default=5,
                        help="runs of each command on a file (default: 5)")
    parser.add_argument("--baseline", metavar="PROGRAM",
                        help="an older build of warplint to compare with")
    parser.add_argument("--tolerance", type=float, default=2, metavar="PERCENT",
                        help="how much slower than that it may be (default: 2)")
    arguments = parser.parse_args(words)
    arguments.flags = flags
    return arguments


def main():
    arguments = parse_arguments()
    named = arguments.sources or [ROOT / "examples" / "transpose.cu",
                                  ROOT / "test" / "BankConflict"]
    cuda_flags = toolkit_flags(find_toolkit())
    if arguments.baseline:
        sys.exit(0 if compare(arguments, named, cuda_flags) else 1)
    print(f"{'clang':>9}{'tidy':>9}{'warplint':>9}{'tidy':>8}{'warplint':>10}")
    print(f"{'s':>9}{'s':>9}{'s':>9}{'/clang':>8}{'/clang':>10}  file")
    ratios = {"tidy": [], "warplint": []}
    left_out = 0
    for source in sources(named):
        medians = measure(arguments, source,
                          file_flags(arguments, source, cuda_flags))
        if medians is None:
            left_out += 1
            continue
        ratio = {name: medians[name] / medians["clang"] for name in ratios}
        for name, value in ratio.items():
            ratios[name].append(value)
        print(f"{medians['clang']:9.3f}{medians['tidy']:9.3f}"
              f"{medians['warplint']:9.3f}{ratio['tidy']:8.2f}"
              f"{ratio['warplint']:10.2f}  {source}", flush=True)
    if not ratios["warplint"]:
        sys.exit("bench: error: no file that clang parses")
    print(f"{'median':>27}{statistics.median(ratios['tidy']):8.2f}"
          f"{statistics.median(ratios['warplint']):10.2f}"
          f"  of {len(ratios['warplint'])} files")
    if left_out:
        print(f"left out, since clang does not parse them: {left_out}")


if __name__ == "__main__":
    main()
