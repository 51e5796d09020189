"""Compares the pages of examples/ with the output of warplint and the counts of a GPU.

    lab gallery check [NAMES]    lints and fixes each naive.cu; status 1 if fixed.cu,
                                 map.svg or a page differs
    lab gallery update [NAMES]   writes them
    lab gallery build [NAMES]    only compiles both programs with nvcc
    lab gallery run [NAMES]      on a machine with nvcc, ncu and a GPU, without warplint:
                                 builds and runs both programs, counts the wavefronts of
                                 one block, and writes examples/measured.json, which
                                 `update` puts into the pages

A page is README.md of a folder. `update` writes the text between "<!-- PART -->" and
"<!-- end -->". fixed.cu is the result of --fix, or written by hand and without findings
if --fix makes no edit.

The program with CuTe needs CUTLASS's folder include: --cutlass, or the parent folder in
CUTLASS_PATH. Without it the program is skipped.

Exit code: 0; 1 if a page differs; 2 for an error.
"""

import argparse
import difflib
import json
import os
import pathlib
import re
import shutil
import tempfile
from typing import Any

from lab import gpu, tables
from lab.run import ROOT, Parser, lint, output, parallel
from lab.validate import MEMORY_COUNTERS, block_cost

GALLERY = ROOT / "examples"
MEASURED = GALLERY / "measured.json"
VERSIONS = ["naive", "fixed"]
# Folders about other memories have their names: the unit of the cost, and the counters.
# Only loads of local memory have one.
OTHERS = {"cluster": ("sectors", ["dld", "dst"]), "constant": ("passes", ["con"]),
          "local": ("sectors", ["local"])}


def unit_of(folder: pathlib.Path) -> str:
    return OTHERS[folder.name][0] if folder.name in OTHERS else "wavefronts"


def predicted_row(folder: pathlib.Path) -> str:
    return f"{unit_of(folder)} of a block, predicted"


def is_counted(access: dict[str, Any], folder: pathlib.Path) -> bool:
    """Whether the figure of a folder has that access. cp.async.cg has none."""
    if folder.name in OTHERS:
        return access["memory"] == folder.name and \
            (folder.name, access["kind"]) != ("local", "store")
    return (access["kind"], access["unit"]) != ("cp.async", "lines")


def settings_of(folder: pathlib.Path) -> list[pathlib.Path]:
    """The .warplint of a folder, if it has one."""
    return list(folder.glob(".warplint"))


def flags_of(folder: pathlib.Path, options: argparse.Namespace) -> list[str] | None:
    """The flags of a program, or None if a header is missing."""
    if "<cute/" not in (folder / "naive.cu").read_text():
        return ["-std=c++17"]
    return options.cutlass and ["-std=c++17", "-isystem", options.cutlass]


def say(options: argparse.Namespace, folder: pathlib.Path, *words: Any,
        allowed: tuple[int, ...] = (0,)) -> str:
    return output([options.warplint, *words], allowed, cwd=folder, merged=True)


def fixed_text(folder: pathlib.Path, flags: list[str], options: argparse.Namespace) -> str:
    """What --fix makes of naive.cu."""
    with tempfile.TemporaryDirectory() as copy:
        place = pathlib.Path(copy, folder.name)
        place.mkdir()
        for file, to in ((GALLERY / "harness.h", copy), (ROOT / ".clang-format", copy),
                         *((file, place) for file in settings_of(folder)),
                         (folder / "naive.cu", place)):
            shutil.copy(file, to)
        say(options, place, "--fix", "naive.cu", "--", *flags, allowed=(0, 1))
        return (place / "naive.cu").read_text()


def predicted(text: str, folder: pathlib.Path, flags: list[str],
              options: argparse.Namespace) -> dict[str, Any]:
    """What one block costs, and whether some of it depends on data."""
    with tempfile.TemporaryDirectory() as copy:
        shutil.copy(GALLERY / "harness.h", copy)
        place = pathlib.Path(copy, folder.name, "program.cu")
        place.parent.mkdir()
        place.write_text(text)
        for file in settings_of(folder):
            shutil.copy(file, place.parent)
        found = lint(options.warplint, place.name, "--quiet", "--layouts=false", flags=flags,
                     cwd=place.parent)
    costs = [block_cost(access)[0] for file in found
             for access in file["accesses"] if is_counted(access, folder)]
    return {"cost": sum(cost or 0 for cost in costs), "data": None in costs}


def shown(figure: dict[str, Any]) -> str:
    return f"{figure['cost']:,}" + (" and what the data asks" if figure["data"] else "")


def counted(measured: dict[str, Any], version: str) -> str:
    return f"{sum(measured[version]['counters'].values()):,}"


def figures_table(folder: pathlib.Path, figures: dict[str, Any],
                  measured: dict[str, Any] | None) -> str:
    rows = [[predicted_row(folder), *(shown(figures[v]) for v in VERSIONS)]]
    if measured:
        rows += [["counted", *(counted(measured, v) for v in VERSIONS)],
                 [f"time on {measured['device']}, µs",
                  *(f"{measured[v]['microseconds']:.2f}" for v in VERSIONS)]]
    return "\n".join(["| | naive | fixed |", "| --- | ---: | ---: |", *map(tables.row, rows)])


def parts_of(folder: pathlib.Path, flags: list[str], options: argparse.Namespace) -> Any:
    """The files of a folder but for its page, the figures, and the parts of the page."""
    naive = (folder / "naive.cu").read_text()
    fixed = fixed_text(folder, flags, options)
    tail = ["--", *flags] if len(flags) > 1 else []
    said = say(options, folder, "naive.cu", *tail, allowed=(1,))
    line = re.search(r"^naive\.cu:(\d+):\d+: warning:", said, re.MULTILINE)[1]
    files = {}
    with tempfile.TemporaryDirectory() as place:
        image = pathlib.Path(place, "map.svg")
        if folder.name not in OTHERS:  # Which have no banks.
            say(options, folder, f"--bank-map=naive.cu:{line}", "naive.cu", "-o", image, *tail)
            files["map.svg"] = image.read_text()
    if fixed == naive:  # By hand, then.
        fixed = (folder / "fixed.cu").read_text()
        say(options, folder, "--quiet", "fixed.cu", *tail)
    files["fixed.cu"] = fixed
    difference = list(difflib.unified_diff(naive.splitlines(), fixed.splitlines(), lineterm="",
                                           n=1))[2:]
    figures = {"naive": predicted(naive, folder, flags, options),
               "fixed": predicted(fixed, folder, flags, options)}
    words = "warplint naive.cu" + (" -- -std=c++17 -isystem cutlass/include" if tail else "")
    return files, figures, {
        "output": f"```text\n$ {words}\n{said}```",
        "fix": "\n".join(["```diff", *difference, "```"]),
        "figures": figures_table(folder, figures, options.measured.get(folder.name)),
    }


def with_parts(page: pathlib.Path, parts: dict[str, str]) -> str:
    found = page.read_text()
    for name, text in parts.items():
        found, count = re.subn(rf"(<!-- {name} -->\n).*?\n?(<!-- end -->)",
                               lambda match, text=text: f"{match[1]}{text}\n{match[2]}",
                               found, flags=re.DOTALL)
        if count != 1:
            raise ValueError(f"{page}: a page needs one '<!-- {name} -->'")
    return found


def index_table(options: argparse.Namespace, others: bool) -> str:
    """One line a program, from the pages: of shared memory, or of others."""
    what = "cost of a block, predicted" if others else "wavefronts of a block, predicted"
    lines = [f"| program | {what} | counted | time, µs |", "| --- | ---: | ---: | ---: |"]
    for folder in options.all:
        if (folder.name in OTHERS) != others:
            continue
        page = (folder / "README.md").read_text()
        figures = list(re.search(rf"^\| {predicted_row(folder)} \| (.*) \| (.*) \|$", page,
                                 re.MULTILINE).groups())
        if others:
            figures[-1] += f" {unit_of(folder)}"
        measured = options.measured.get(folder.name)
        cells = [(counted(measured, v), f"{measured[v]['microseconds']:.1f}")
                 for v in VERSIONS] if measured else []
        lines.append(tables.row([f"[{folder.name}]({folder.name}/README.md)", " → ".join(figures),
                                 *map(" → ".join, zip(*cells) if measured else ([], []))]))
    return "\n".join(lines)


def compare(path: pathlib.Path, text: str, options: argparse.Namespace) -> bool:
    """Whether the file has that text, once this is done."""
    have = path.read_text() if path.exists() else ""
    if have != text and options.command == "update":
        path.write_text(text)
    elif have != text:
        print(*difflib.unified_diff(have.splitlines(), text.splitlines(),
                                    str(path.relative_to(ROOT)), "as it should be", lineterm=""),
              sep="\n")
        return False
    return True


def describe(folder: pathlib.Path, options: argparse.Namespace) -> Any:
    """Figures and whether the folder is right; None where it is left out."""
    flags = flags_of(folder, options)
    if not flags:
        return None
    files, figures, parts = parts_of(folder, flags, options)
    files["README.md"] = with_parts(folder / "README.md", parts)
    return figures, all([compare(folder / name, text, options) for name, text in files.items()])


def check(folders: list[pathlib.Path], options: argparse.Namespace) -> int:
    done = dict(zip(folders, parallel(lambda folder: describe(folder, options), folders)))
    right = all(answer[1] for answer in done.values() if answer)
    index = GALLERY / "README.md"
    right &= compare(index, with_parts(index, {"table": index_table(options, False),
                                               "others": index_table(options, True)}), options)
    for folder, answer in done.items():
        measured = options.measured.get(folder.name) if answer else None
        for version, figure in answer[0].items() if measured else ():
            if folder.name != "constant" and not figure["data"] and \
                    shown(figure) != counted(measured, version):
                print(f"{folder.name}/{version}.cu: predicted {shown(figure)}, counted "
                      + counted(measured, version))
    left_out = [folder.name for folder, answer in done.items() if not answer]
    for name in left_out:
        print(f"{name}: left out, CUTLASS is not here")
    print(f"{len(folders) - len(left_out)} programs, "
          + ("all as their pages say" if right else "some not as their pages say"))
    return 0 if right else 1


def build_all(folders: list[pathlib.Path], place: str, options: argparse.Namespace,
              *how: str) -> Any:
    """The program of each folder and version, or the result of other flags of nvcc."""
    def build(job: tuple[pathlib.Path, str]) -> pathlib.Path:
        folder, version = job
        program = pathlib.Path(place, f"{folder.name}-{version}")
        output([options.nvcc, "-arch=sm_90", "-O3", *how, *(flags_of(folder, options) or []),
                "-o", program, f"{version}.cu"], cwd=folder)
        return program
    jobs = [(folder, version) for folder in folders if flags_of(folder, options)
            for version in VERSIONS]
    return dict(zip(jobs, parallel(build, jobs)))


def measure(folder: pathlib.Path, programs: dict[str, pathlib.Path],
            options: argparse.Namespace) -> dict[str, Any]:
    """Counters of one block and the best time of each version, in turns. The parameters of
    a launch take up to three passes of the constant cache more."""
    kernel = re.search(r"__global__ void (?:__cluster_dims__\(.*\)\s*)?(\w+)",
                       (folder / "naive.cu").read_text())[1]
    counters = {name: MEMORY_COUNTERS[name] for name in OTHERS[folder.name][1]} \
        if folder.name in OTHERS else dict(gpu.COUNTERS)
    answer: dict[str, Any] = {"device": options.device}
    for version, program in programs.items():
        (_, found), *_ = gpu.profile(options, [program, "1"],
                                     counters | {"blocks": "launch__grid_size"},
                                     f"--kernel-name={kernel}", "--launch-count=1")
        blocks = found.pop("blocks")
        answer[version] = {"counters": {name: int(value / blocks)
                                        for name, value in found.items()}}
    times = [{version: float(re.search(r"([\d.]+) us, ok", output([program]))[1])
              for version, program in programs.items()} for _ in range(5)]
    for version in programs:
        answer[version]["microseconds"] = min(turn[version] for turn in times)
    return answer


def build_only(folders: list[pathlib.Path], options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as place:
        # nvcc reads the host's code for the device's, too: no other compiler is needed.
        built = build_all(folders, place, options, "-cubin")
    for folder in folders:
        if (folder, "naive") not in built:
            print(f"{folder.name}: left out, CUTLASS is not here")
    print(f"{len(built)} programs compiled")
    return 0


def run_all(folders: list[pathlib.Path], options: argparse.Namespace) -> int:
    options.device = output(["nvidia-smi", "--query-gpu=name",
                             "--format=csv,noheader"]).splitlines()[0]
    folders = [folder for folder in folders if flags_of(folder, options)]
    with tempfile.TemporaryDirectory() as place:
        built = build_all(folders, place, options)
        for folder in folders:
            options.measured[folder.name] = answer = measure(
                folder, {version: built[folder, version] for version in VERSIONS}, options)
            print(folder.name, *(f"{version}: {answer[version]}" for version in VERSIONS),
                  sep="\n  ", flush=True)
    (options.output or MEASURED).write_text(
        json.dumps(options.measured, indent=1, sort_keys=True) + "\n")
    return 0


def main(words: list[str]) -> int:
    parser = Parser("gallery", __doc__)
    parser.add_argument("command", choices=["check", "update", "build", "run"])
    parser.add_argument("names", nargs="*")
    parser.program(jobs=False)
    gpu.add_toolkit(parser, arch=False)
    parser.add_argument("--cutlass", default=os.environ.get("CUTLASS_PATH") and
                        os.path.join(os.environ["CUTLASS_PATH"], "include"))
    parser.add_argument("-o", "--output", type=pathlib.Path,
                        help="in place of examples/measured.json")
    options = parser.read(words)
    options.cutlass = options.cutlass and os.path.abspath(options.cutlass)
    options.measured = json.loads(MEASURED.read_text()) if MEASURED.exists() else {}
    options.all = sorted(path.parent for path in GALLERY.glob("*/naive.cu"))
    folders = [GALLERY / name for name in options.names] or options.all
    return {"run": run_all, "build": build_only}.get(options.command, check)(folders, options)
