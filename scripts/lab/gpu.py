"""The toolkit's programs, the GPU's counters, and programs that have a Makefile."""

import argparse
import csv
import json
import os
import pathlib
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from lab.run import Failure, Parser, output, parallel, reports, run, warplint

COUNTERS = {column: f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{column}.sum"
            for column in ("ld", "st", "atom")}
TIME = "gpu__time_duration.sum"  # nanoseconds
NCU = ["--csv", "--page=raw", "--print-units=base"]


def find_toolkit() -> str | None:
    """The CUDA toolkit's folder."""
    nvcc = shutil.which("nvcc")
    for folder in (os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME"),
                   nvcc and pathlib.Path(nvcc).resolve().parent.parent, "/usr/local/cuda"):
        if folder and pathlib.Path(folder, "include", "cuda_runtime.h").exists():
            return str(folder)
    return None


def add_toolkit(parser: Parser, arch: bool = True) -> None:
    """The options of commands that compile for a GPU and run there."""
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--ncu", default="ncu")
    if arch:
        parser.add_argument("--arch", default="sm_90", help="for nvcc (default: sm_90)")


def number(text: str | None) -> float | None:
    """What Nsight Compute prints: "1,024.5"."""
    try:
        return float((text or "").replace(",", ""))
    except ValueError:
        return None


def rows_of(text: str) -> list[dict[str, str]] | None:
    """One a launch, of a CSV page of Nsight Compute; None of another text. What the
    program itself prints may stand before it, and the row below the names has units."""
    lines = text.splitlines()
    begin = next((at for at, line in enumerate(lines) if line.startswith('"ID"')), None)
    if begin is None:
        return None
    return [row for row in csv.DictReader(lines[begin:]) if (row.get("ID") or "").isdigit()]


def profile(options: argparse.Namespace, command: list[Any], metrics: dict[str, str],
            *more: str, **how: Any) -> list[tuple[str, dict[str, float]]]:
    """The kernel of each launch, and what was counted."""
    text = output([options.ncu, "--clock-control=none", *NCU,
                   "--metrics=" + ",".join(metrics.values()), *more, *command], **how)
    rows = rows_of(text)
    if rows is None:
        raise Failure(f"{command[0]}: ncu has no table\n{text[-2000:]}")
    return [(row.get("Kernel Name", ""), {name: number(row[metric]) or 0
                                  for name, metric in metrics.items() if row.get(metric)})
            for row in rows]


def kernel_name(demangled: str) -> str:
    """'void n::strided<(int)2>(const float *, float *)' is n::strided<2>."""
    name = re.sub(r"\((?:unsigned )?(?:int|long|short|char|bool)\)(?=[\w-])", "", demangled)
    name = name.removeprefix("void ")
    depth = 0
    for position, letter in enumerate(name):
        depth += (letter == "<") - (letter == ">")
        if letter == "(" and depth == 0 and not name.startswith("(anonymous", position):
            return name[:position].strip()
    return name.strip()


def base_name(demangled: str) -> str:
    """The same is strided."""
    name = kernel_name(demangled)
    while "<" in name and name != (shorter := re.sub(r"<[^<>]*>", "", name)):
        name = shorter
    return name.strip().split(" ")[-1].split("::")[-1]


def sources_of(folder: pathlib.Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.cu"))


def command_of(folder: pathlib.Path) -> list[str] | None:
    """What `make run` runs."""
    lines = [line for line in run(["make", "-n", "run", "LAUNCHER="], 30, folder).out.splitlines()
             if line.strip().startswith("./")]
    return lines[-1].split("|")[0].split() if lines else None


def build(folder: pathlib.Path, limit: float = 300, *more: str) -> str | None:
    """Why a program is not built."""
    done = run(["make", "-s", "ARCH=sm_90", *more], limit, folder, merged=True)
    return None if done.code == 0 else f"is not built: {done.out[-300:]}"


def lint(options: argparse.Namespace, folder: pathlib.Path, *more: str) -> list[dict[str, Any]]:
    """The report on a program."""
    return reports(warplint(
        options.warplint, sources_of(folder), "--no-cache", "-j1", "--fail-on=never",
        "--format=json", f"--root={folder}", *more, flags=options.flags, limit=600,
        cwd=folder)) or []


def predict(options: argparse.Namespace, work: Callable[[pathlib.Path], Any]) -> int:
    """Writes what comes of each program, by name."""
    found = parallel(work, options.folders, options.jobs)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(
        {folder.name: said for folder, said in zip(options.folders, found)}, indent=1))
    return 0


def built(options: argparse.Namespace) -> Iterator[tuple[pathlib.Path, str | None]]:
    """Each program, while there is time for more, and why it is not built."""
    end = time.monotonic() + options.total
    for folder, failed in zip(options.folders, parallel(build, options.folders)):
        if time.monotonic() > end:
            return
        yield folder, failed


def launches(report: pathlib.Path) -> list[Any]:
    """Those of a file of Nsight Compute, read by its own module, which lies beside the
    program."""
    for root in ("/opt/nvidia", "/usr/local"):
        for file in sorted(pathlib.Path(root).glob("**/extras/python/ncu_report.py")):
            sys.path.insert(0, str(file.parent))
            import ncu_report  # pylint: disable=import-outside-toplevel,import-error
            context = ncu_report.load_report(str(report))
            return [part.action_by_idx(at)
                    for part in map(context.range_by_idx, range(context.num_ranges()))
                    for at in range(part.num_actions())]
    raise Failure("there is no ncu_report.py beside ncu")


def by_instruction(action: Any, name: str) -> dict[int, float]:
    """The metric by the address of the instruction."""
    metric = action.metric_by_name(name)
    addresses = metric.correlation_ids() if metric else None
    return {addresses.as_uint64(i): metric.as_double(i)
            for i in range(metric.num_instances() if metric else 0)}


def opcode(launch: Any, address: int) -> str:
    """"LDS" of "@P0 LDS.64 R2, [R4]"."""
    words = [w for w in launch.sass_by_pc(address).split() if not w.startswith("@")]
    return words[0].split(".")[0] if words else ""


def programs(name: str, text: str) -> tuple[Parser, Any]:
    """A command about programs: its subcommands predict and measure."""
    parser = Parser(name, text)
    modes = parser.add_subparsers(dest="mode", required=True,
                                  parser_class=argparse.ArgumentParser)
    for mode in ("predict", "measure"):
        each = modes.add_parser(mode)
        each.add_argument("folders", nargs="+", type=lambda f: pathlib.Path(f).resolve())
        each.add_argument("-o", "--output", type=lambda f: pathlib.Path(f).resolve(),
                          required=True)
        each.add_argument("--warplint", default="warplint",
                          type=lambda name: os.path.abspath(shutil.which(name) or name))
        each.add_argument("-j", "--jobs", type=int, default=1, help="programs at a time")
        each.add_argument("--limit", type=int, default=60, help="seconds of a program")
        each.add_argument("--total", type=int, default=10**6, help="seconds of all")
    return parser, modes
