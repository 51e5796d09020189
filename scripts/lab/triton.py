"""Compares the wavefronts that warplint derives from Triton's PTX with a GPU's counters.

    lab triton measure FOLDER
        on a machine with Triton, ncu and a GPU: writes the PTX of each kernel of
        test/gpu/triton_kernels.py, and the counts of its shared-memory instructions
    lab triton table FOLDER
        compares the predicted counts per block: equal, of unknown loops (then the counts
        per request), or different

Exit code: 0; 1 if a count differs; 2 for an error.
"""

import argparse
import collections
import json
import pathlib
import sys
from typing import Any

from lab import gpu
from lab.run import ROOT, Parser, output, reports, warplint

METRICS = {"executed": "inst_executed", "wavefronts": "memory_l1_wavefronts_shared"}
# The beginning of an instruction's name, and what it is to warplint.
KINDS = {"LDS": "load", "LDSM": "load", "STS": "store", "STSM": "store", "ATOMS": "atomic"}
NAMES = (("ldmatrix", "load"), ("ld.", "load"), ("stmatrix", "store"), ("st.", "store"),
         ("atom", "atomic"))


def measure(options: argparse.Namespace) -> int:
    profile = options.folder / "profile.ncu-rep"
    output(["ncu", f"--export={profile}", "--force-overwrite", "--kernel-name=regex:^w_",
            f"--metrics={','.join(METRICS.values())}", sys.executable,
            ROOT / "test/gpu/triton_kernels.py", options.folder])
    order = json.loads((options.folder / "order.json").read_text())
    (options.folder / "measured.json").write_text(json.dumps(
        {name: {"blocks": blocks, "code": code_of(action)}
         for (name, blocks), action in zip(order, gpu.launches(profile), strict=True)}))
    return 0


def code_of(action: Any) -> list[list[Any]]:
    """Of each instruction that costs wavefronts its name, how often it ran, and they."""
    values = {name: gpu.by_instruction(action, metric) for name, metric in METRICS.items()}
    return [[gpu.opcode(action, address), values["executed"][address], wavefronts]
            for address, wavefronts in values["wavefronts"].items() if wavefronts]


def predicted(options: argparse.Namespace, name: str) -> list[dict[str, Any]]:
    done = warplint(options.warplint, options.folder / f"{name}.ptx", "--format=json",
                    "--no-cache", "--layouts=false", "--checks=*")
    return [a for a in (reports(done) or [{"accesses": []}])[0]["accesses"]
            if a["unit"] == "wavefronts"]


def kind_of(access: dict[str, Any]) -> str:
    return next((kind for begin, kind in NAMES if access["instruction"].startswith(begin)), "")


def compare(measured: dict[str, Any], accesses: list[dict[str, Any]]) -> dict[str, str]:
    """The outcome of each kind of access."""
    counted: collections.Counter[str] = collections.Counter()
    each = collections.defaultdict(set)
    for instruction, executed, wavefronts in measured["code"]:
        if kind := KINDS.get(instruction):
            counted[kind] += wavefronts / measured["blocks"]
            each[kind].add(round(wavefronts / executed, 3))
    outcomes = {}
    for kind in sorted(counted.keys() | {kind_of(a) for a in accesses} - {""}):
        own = [a for a in accesses if kind_of(a) == kind]
        said = {a["wavefronts"]["worst"] for a in own if a["wavefronts"]}
        if any(not a["perBlock"] for a in own):
            outcomes[kind] = "of unknown loops" if each[kind] <= said else \
                f"counted {sorted(each[kind])}, predicted {sorted(said)}"
            continue
        total = sum(a["perBlock"]["predicted"] for a in own)
        outcomes[kind] = "equal" if total == counted[kind] else \
            f"counted {counted[kind]:g} a block, predicted {total}"
    return outcomes


def table(options: argparse.Namespace) -> int:
    measured = json.loads((options.folder / "measured.json").read_text())
    found: collections.Counter[str] = collections.Counter()
    for name, figures in measured.items():
        for kind, outcome in compare(figures, predicted(options, name)).items():
            odd = " " in outcome and outcome != "of unknown loops"
            found["differ" if odd else outcome] += 1
            if odd:
                print(f"{name}: {kind}: {outcome}")
    print(f"{len(measured)} kernels:", ", ".join(f"{n} {what}" for what, n in found.items()))
    return 1 if found["differ"] else 0


def main(words: list[str]) -> int:
    parser = Parser("triton", __doc__)
    parser.program(jobs=False)
    parser.add_argument("what", choices=["measure", "table"])
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.read(words)
    return {"measure": measure, "table": table}[options.what](options)
