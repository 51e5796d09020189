"""Removes single barriers from kernels that are proven race-free.

    lab barriers --warplint build/tools/warplint/warplint FOLDERS -o OUT

Reads the files of FOLDERS with shared memory in an order that depends only on --seed. In
each file with a race-free kernel it draws one barrier, __syncwarp or wait of these
kernels; OUT/draw.tsv keeps the draw, and is read if it exists. warplint then lints the
file without the barrier. Either it finds a race, or it reported the barrier as redundant
before, or the kernel is race-free again, or unproven with a reason. OUT/results.tsv has
one row per barrier.

Exit code: 0, or 2 for an error.
"""

import argparse
import collections
import pathlib
import random
import re
import tempfile
from typing import Any

from lab.run import Parser, reports, warplint

CHECKS = "-*,warplint-divergent-barrier,warplint-shared-race,warplint-redundant-barrier"
SITE = re.compile(r"\b__syncthreads\s*\(\s*\)\s*;|\b__syncwarp\s*\([^();]*\)\s*;|"
                  r"\b__pipeline_wait_prior\s*\([^();]*\)\s*;|"
                  r"\basm\s+volatile\s*\(\s*\"cp\.async\.wait_(?:all|group)[^;]*?\);")
LARGEST = 20000  # bytes of a file
RACES = ("warplint-shared-race", "warplint-divergent-barrier")


def report(options: argparse.Namespace, path: pathlib.Path, text: str) -> Any:
    """What warplint says of the file with this text; None where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / path.name
        copy.write_text(text)
        found = reports(warplint(
            options.warplint, copy, "--no-cache", "-j1", f"--checks={CHECKS}",
            "--fail-on=never", "--format=json", flags=[f"-I{path.parent}"],
            limit=options.seconds))
        return found[0] if found else None


def without_comments(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/",
                  lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.DOTALL)


def sites(text: str, found: Any) -> list[tuple[int, int, str]]:
    """Begin, end and kernel of what may be taken away."""
    free = {r["kernel"].split("<")[0] for r in found["races"] if r["verdict"] == "race-free"}
    free -= {r["kernel"].split("<")[0] for r in found["races"] if r["verdict"] != "race-free"}
    spans = [(f["line"], f["endLine"], f["name"]) for f in found["analysed"]
             if f["kernel"] and f["name"] in free]
    plain = without_comments(text)
    return [(m.start(), m.end(), name) for m in SITE.finditer(plain)
            for first, last, name in spans
            if first <= plain.count("\n", 0, m.start()) + 1 <= last]


def draw(options: argparse.Namespace) -> list[list[str]]:
    """Rows of file, begin, end, kernel and the lines of redundant barriers."""
    kept: pathlib.Path = options.output / "draw.tsv"
    if kept.exists():
        return [line.split("\t") for line in kept.read_text().splitlines()]
    files = sorted(p for folder in options.folders for p in folder.rglob("*.cu")
                   if p.is_file() and p.stat().st_size < LARGEST)
    chosen = random.Random(options.seed)
    chosen.shuffle(files)
    rows: list[list[str]] = []
    for path in files:
        text = path.read_text(errors="replace")
        if len(rows) == options.count:
            break
        if "__shared__" not in text or not SITE.search(text):
            continue
        found = report(options, path, text)
        if not found or not (all_sites := sites(text, found)):
            continue
        begin, end, kernel = chosen.choice(all_sites)
        reported = ",".join(str(f["line"]) for f in found["findings"]
                        if f["check"] == "warplint-redundant-barrier")
        rows.append([str(path), str(begin), str(end), kernel, reported])
        print("\t".join(rows[-1]), flush=True)
    kept.write_text("".join("\t".join(row) + "\n" for row in rows))
    return rows


def outcome(options: argparse.Namespace, row: list[str]) -> str:
    path, begin, end, kernel, reported = pathlib.Path(row[0]), int(row[1]), int(row[2]), *row[3:5]
    text = path.read_text(errors="replace")
    # A statement may be all that a condition has.
    mutant = text[:begin] + ";" + re.sub(r"[^\n]", " ", text[begin + 1:end]) + text[end:]
    found = report(options, path, mutant)
    if not found:
        return "failed"
    if any(f["check"] in RACES for f in found["findings"]):
        return "race found"
    line = text.count("\n", 0, begin) + 1
    # The program may have changed since the draw.
    original = report(options, path, text) if not reported else None
    if str(line) in reported.split(",") or any(
            f["line"] == line and f["check"] == "warplint-redundant-barrier"
            for f in (original or {"findings": []})["findings"]):
        return "reported as redundant"
    verdicts = [(r["verdict"], r["reason"]) for r in found["races"]
                if r["kernel"].split("<")[0] == kernel]
    open_ones = [why for verdict, why in verdicts if verdict == "unproven"]
    return f"unproven: {open_ones[0]}" if open_ones else "race-free without it"


def main(words: list[str]) -> int:
    parser = Parser("barriers", __doc__)
    parser.program(jobs=False)
    parser.add_argument("--seed", type=int, default=55)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seconds", type=int, default=60, help="for one run")
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    options = parser.read(words)
    options.output.mkdir(parents=True, exist_ok=True)
    counts: collections.Counter[str] = collections.Counter()
    with open(options.output / "results.tsv", "w", encoding="utf-8") as results:
        for row in draw(options):
            said = outcome(options, row)
            counts[said.split(":")[0]] += 1
            print("\t".join([*row[:2], said]), file=results, flush=True)
            print(said, row[0], row[1], flush=True)
    for said, number in counts.most_common():
        print(f"{number:5}  {said}")
    return 0
