#!/usr/bin/env python3
"""Keeps the pages of examples/ true: what warplint says, what it writes, what a GPU
counts.

  gallery.py check [NAMES]    lints and fixes each naive.cu; status 1 where fixed.cu,
                              map.svg or a page says anything else
  gallery.py update [NAMES]   writes what `check` compares
  gallery.py build [NAMES]    compiles both programs with nvcc, and no more
  gallery.py run [NAMES]      on a machine with nvcc, ncu and a GPU, without warplint:
                              builds and runs both programs, counts the wavefronts of
                              one block, and writes examples/measured.json, which
                              the pages quote after an `update`

A page is README.md of a folder. What stands between "<!-- PART -->" and
"<!-- end -->" is written by `update`; the rest by people. fixed.cu is what --fix
writes; where it makes no edit, fixed.cu is by hand, and has no finding.

CuTe's program wants the folder include of CUTLASS: --cutlass, or CUTLASS_PATH for
the folder above it; without it is left out.
"""

import argparse
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import validate

ROOT = pathlib.Path(__file__).resolve().parent.parent
GALLERY = ROOT / "examples"
MEASURED = GALLERY / "measured.json"
VERSIONS = ["naive", "fixed"]


def flags_of(folder, options):
    """What the compilers are told of a program, or None where a header is missing."""
    if "<cute/" not in (folder / "naive.cu").read_text():
        return ["-std=c++17"]
    return options.cutlass and ["-std=c++17", "-isystem", options.cutlass]


def run(command, folder, allowed=(0,)):
    """What the command prints, errors too."""
    done = subprocess.run([str(word) for word in command], cwd=folder, text=True,
                          check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode not in allowed:
        sys.exit(f"{folder.name}: {command[0]} ended with status {done.returncode}\n"
                 f"{done.stdout[-4000:]}")
    return done.stdout


# ---------------------------------------------------------------------------
# What warplint says
# ---------------------------------------------------------------------------


def fixed_text(folder, flags, options):
    """What --fix makes of naive.cu."""
    with tempfile.TemporaryDirectory() as copy:
        shutil.copy(GALLERY / "harness.h", copy)
        shutil.copy(ROOT / ".clang-format", copy)
        place = pathlib.Path(copy, folder.name)
        place.mkdir()
        shutil.copy(folder / "naive.cu", place)
        run([options.warplint, "--fix", "naive.cu", "--", *flags], place, (0, 1))
        return (place / "naive.cu").read_text()


def predicted(text, folder, flags, options):
    """Wavefronts of one block, and whether some depend on data. cp.async.cg has none."""
    with tempfile.TemporaryDirectory() as copy:
        shutil.copy(GALLERY / "harness.h", copy)
        place = pathlib.Path(copy, folder.name, "program.cu")
        place.parent.mkdir()
        place.write_text(text)
        document = json.loads(run([options.warplint, "--format=json", place.name,
                                   "--quiet", "--layouts=false", "--", *flags],
                                  place.parent, (0, 1)))
    costs = [validate.block_cost(access) for file in document["files"]
             for access in file["accesses"]
             if (access["kind"], access["unit"]) != ("cp.async", "lines")]
    return {"wavefronts": sum(cost for cost, _ in costs if cost is not None),
            "data": any(cost is None for cost, _ in costs)}


def shown(figure):
    return f"{figure['wavefronts']:,}" + (" and what the data asks" if figure["data"]
                                          else "")


def counted(counters):
    return f"{sum(counters[column] for column in validate.COUNTERS):,}"


def figures_table(figures, measured):
    lines = ["| | naive | fixed |", "| --- | ---: | ---: |",
             "| wavefronts of a block, predicted | "
             + " | ".join(shown(figures[v]) for v in VERSIONS) + " |"]
    if measured:
        lines += ["| counted | " + " | ".join(counted(measured[v]["counters"])
                                              for v in VERSIONS) + " |",
                  f"| time on {measured['device']}, µs | "
                  + " | ".join(f"{measured[v]['microseconds']:.2f}"
                               for v in VERSIONS) + " |"]
    return "\n".join(lines)


def parts_of(folder, flags, options):
    """The files of a folder but for its page, and the parts of the page."""
    naive = (folder / "naive.cu").read_text()
    fixed = fixed_text(folder, flags, options)
    tail = ["--", *flags] if len(flags) > 1 else []
    output = run([options.warplint, "naive.cu", *tail], folder, (1,))
    line = re.search(r"^naive\.cu:(\d+):\d+: warning:", output, re.MULTILINE)[1]
    with tempfile.TemporaryDirectory() as place:
        image = pathlib.Path(place, "map.svg")
        run([options.warplint, f"--bank-map=naive.cu:{line}", "naive.cu", "-o", image,
             *tail], folder)
        files = {"map.svg": image.read_text()}
    if fixed == naive:  # By hand, then.
        fixed = (folder / "fixed.cu").read_text()
        run([options.warplint, "--quiet", "fixed.cu", *tail], folder)
    files["fixed.cu"] = fixed
    difference = list(difflib.unified_diff(naive.splitlines(), fixed.splitlines(),
                                           lineterm="", n=1))[2:]
    figures = {"naive": predicted(naive, folder, flags, options),
               "fixed": predicted(fixed, folder, flags, options)}
    words = "warplint naive.cu" + (" -- -std=c++17 -isystem cutlass/include" if tail else "")
    return files, figures, {
        "output": f"```text\n$ {words}\n{output}```",
        "fix": "\n".join(["```diff", *difference, "```"]),
        "figures": figures_table(figures, options.measured.get(folder.name)),
    }


def with_parts(page, parts):
    for name, text in parts.items():
        page, count = re.subn(rf"(<!-- {name} -->\n).*?\n?(<!-- end -->)",
                              lambda match, text=text: f"{match[1]}{text}\n{match[2]}",
                              page, flags=re.DOTALL)
        if count != 1:
            sys.exit(f"a page needs one '<!-- {name} -->'")
    return page


def index_table(options):
    """One line a program, from the pages."""
    lines = ["| program | wavefronts of a block, predicted | counted | time, µs |",
             "| --- | ---: | ---: | ---: |"]
    arrow = " → ".join
    for folder in options.all:
        figures = re.search(r"^\| wavefronts of a block, predicted \| (.*) \| (.*) \|$",
                            (folder / "README.md").read_text(), re.MULTILINE).groups()
        measured = options.measured.get(folder.name)
        lines.append(
            f"| [{folder.name}]({folder.name}/README.md) | {arrow(figures)} | "
            + (f"{arrow(counted(measured[v]['counters']) for v in VERSIONS)} | "
               + arrow(f"{measured[v]['microseconds']:.1f}" for v in VERSIONS)
               if measured else "| ") + " |")
    return "\n".join(lines)


def compare(path, text, options):
    """Whether the file has that text, once this is done."""
    have = path.read_text() if path.exists() else ""
    if have == text:
        return True
    if options.command == "update":
        path.write_text(text)
        return True
    print(*difflib.unified_diff(have.splitlines(), text.splitlines(),
                                str(path.relative_to(ROOT)), "as it should be",
                                lineterm=""), sep="\n")
    return False


def describe(folder, options):
    """Figures and whether the folder is right; None where it is left out."""
    flags = flags_of(folder, options)
    if not flags:
        return None
    files, figures, parts = parts_of(folder, flags, options)
    page = folder / "README.md"
    files["README.md"] = with_parts(page.read_text(), parts)
    right = [compare(folder / name, text, options) for name, text in files.items()]
    return figures, all(right)


def check(folders, options):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        done = dict(zip(folders, pool.map(lambda f: describe(f, options), folders)))
    left_out = [folder.name for folder, answer in done.items() if not answer]
    right = all(answer[1] for answer in done.values() if answer)
    index = GALLERY / "README.md"
    right &= compare(index, with_parts(index.read_text(),
                                       {"table": index_table(options)}), options)
    for folder, answer in done.items():
        measured = options.measured.get(folder.name) if answer else None
        for version, figure in answer[0].items() if measured else ():
            if not figure["data"] and shown(figure) != counted(measured[version]["counters"]):
                print(f"{folder.name}/{version}.cu: predicted {shown(figure)}, counted "
                      + counted(measured[version]["counters"]))
    for name in left_out:
        print(f"{name}: left out, CUTLASS is not here")
    print(f"{len(folders) - len(left_out)} programs, "
          + ("all as their pages say" if right else "some not as their pages say"))
    return 0 if right else 1


# ---------------------------------------------------------------------------
# What the GPU says
# ---------------------------------------------------------------------------


def measure(kernel, programs, options):
    """Counters of one block and the best time of each version, in turns."""
    answer = {"device": options.device}
    for version, program in programs.items():
        text = run(["ncu", "--clock-control", "none", "--csv", "--page", "raw",
                    "--print-units", "base", "--kernel-name", kernel,
                    "--launch-count", "1", "--metrics",
                    ",".join(validate.COUNTERS.values()), program, "1"],
                   program.parent)
        row = validate.rows_of(text)[0]
        answer[version] = {"counters": {
            column: int(float(row[metric].replace(",", "")))
            for column, metric in validate.COUNTERS.items()}}
    times = {version: [] for version in programs}
    for _ in range(5):
        for version, program in programs.items():
            text = run([program], program.parent)
            times[version].append(float(re.search(r"([\d.]+) us, ok", text)[1]))
    for version, values in times.items():
        answer[version]["microseconds"] = min(values)
    return answer


def build_all(folders, place, options, *how):
    """The program of each folder and version, or what nvcc makes where it is told how."""
    def build(job):
        folder, version = job
        program = pathlib.Path(place, f"{folder.name}-{version}")
        run([options.nvcc, "-arch=sm_90", "-O3", *how, *flags_of(folder, options), "-o",
             program, f"{version}.cu"], folder)
        return program

    jobs = [(folder, version) for folder in folders if flags_of(folder, options)
            for version in VERSIONS]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(jobs, pool.map(build, jobs)))


def build_only(folders, options):
    with tempfile.TemporaryDirectory() as place:
        # nvcc reads the host's code for the device's, too: no other compiler is needed.
        built = build_all(folders, place, options, "-cubin")
    for folder in folders:
        if (folder, "naive") not in built:
            print(f"{folder.name}: left out, CUTLASS is not here")
    print(f"{len(built)} programs compiled")
    return 0


def run_all(folders, options):
    options.device = run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"],
                         ROOT).splitlines()[0]
    folders = [folder for folder in folders if flags_of(folder, options)]
    with tempfile.TemporaryDirectory() as place:
        built = build_all(folders, place, options)
        for folder in folders:
            kernel = re.search(r"__global__ void (\w+)",
                               (folder / "naive.cu").read_text())[1]
            options.measured[folder.name] = answer = measure(
                kernel, {version: built[folder, version] for version in VERSIONS},
                options)
            print(folder.name, *(f"{version}: {answer[version]}" for version in VERSIONS),
                  sep="\n  ", flush=True)
    text = json.dumps(options.measured, indent=1, sort_keys=True) + "\n"
    (options.output or MEASURED).write_text(text)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("command", choices=["check", "update", "build", "run"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--warplint", type=lambda path: pathlib.Path(path).resolve(),
                        default=ROOT / "build/tools/warplint/warplint")
    parser.add_argument("--cutlass", default=os.environ.get("CUTLASS_PATH") and
                        os.path.join(os.environ["CUTLASS_PATH"], "include"))
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("-o", "--output", type=pathlib.Path,
                        help="in place of examples/measured.json")
    options = parser.parse_intermixed_args()
    options.cutlass = options.cutlass and os.path.abspath(options.cutlass)
    options.measured = json.loads(MEASURED.read_text()) if MEASURED.exists() else {}
    options.all = sorted(path.parent for path in GALLERY.glob("*/naive.cu"))
    folders = [GALLERY / name for name in options.names] or options.all
    return {"run": run_all, "build": build_only}.get(options.command, check)(folders, options)


if __name__ == "__main__":
    sys.exit(main())
