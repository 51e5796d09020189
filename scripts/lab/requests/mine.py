"""Checks which of warplint's rules hold on the GPU of this machine.

    lab mine --warplint PROGRAM -o FOLDER      measures, some 5,500 launches
    lab mine --warplint PROGRAM --rows ROWS.json...
                                               compares measured rows

The first command builds the program of lab requests for the GPU and runs it under Nsight
Compute. It writes the rows to FOLDER/rows.json and the table to FOLDER/rules.md. It needs
nvcc, cuobjdump, ncu and the permission to read counters.

The table has each rule of docs/model.md with the rows that it predicts. Then follows each
instruction with a wrong rule, one of its rows, and the instructions with a rule that
would reproduce all of them.

Exit code: 0; 1 if a rule differs; 2 for an error.
"""

import argparse
import collections
import json
import pathlib
import subprocess
from typing import Any

from lab import tables
from lab.requests import measure
from lab.run import Failure, Parser, output

# What the model says of a request by itself; the other lists are about loops and about
# addresses that the compiler knows, which MeasuredAtomicsTest compares.
LISTS = ("rows", "fragments")
# Instructions with rules of their own, by the bytes of a lane.
OTHERS = {4: ["ld.shared.u32", "red.shared.max.u32", "red.shared.inc.u32 of a constant -1",
              "atom.shared.cas.b32", "cp.async.ca 4"],
          8: ["ld.shared.v2.u32", "st.shared.v2.u32", "atom.shared.exch.b64",
              "atom.shared.cas.b64", "cp.async.ca 8"],
          16: ["ld.shared.v4.u32", "st.shared.v4.u32", "ldmatrix.x4", "cp.async.ca 16"]}

Row = dict[str, Any]


def measured(options: argparse.Namespace) -> Row:
    """The rows of this GPU, which the folder gets, too."""
    listed = output(["nvidia-smi", "--query-gpu=name,compute_cap", "--format=csv,noheader"])
    name, _, version = listed.splitlines()[0].rpartition(", ")
    options.arch = f"sm_{version.replace('.', '')}"
    raw = measure.measure(options)
    found = measure.rows(raw["rows"], f"{name} (compute capability {version})")
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "raw.json").write_text(json.dumps(raw))
    (options.output / "rows.json").write_text(measure.compact(found))
    return found


def predictions(program: str, rows: list[Row]) -> list[Row | None]:
    """What the model says of each row; None where it has no rule."""
    done = subprocess.run([program, "model"], input="\n".join(map(json.dumps, rows)), text=True,
                          capture_output=True, check=False)
    lines = done.stdout.splitlines()
    if len(lines) != len(rows):
        raise Failure(f"{program} model: {len(rows)} rows, {len(lines)} answers")
    return [None if "error" in answer else answer for answer in map(json.loads, lines)]


def alike(program: str, rows: list[Row]) -> list[str]:
    """The rules of other instructions that reproduce all rows of one."""
    found = {}
    for other in OTHERS.get(rows[0].get("bytes_per_lane"), ()):
        answers = predictions(program, [row | {"instruction": other} for row in rows])
        if all(answer and answer["predicted"] == row["measured"]
               for row, answer in zip(rows, answers)):
            found.setdefault(answers[0]["rule"], other)
    return [f"  - costs what `{rule}` says, as `{other}` does" for rule, other in found.items()]


def example(row: Row, answer: Row) -> str:
    asked = (f"pitch {row['pitch']}" if "pitch" in row else
             "offsets " + ",".join(map(str, row["lane_byte_offsets"])))
    return f"predicted {answer['predicted']}, measured {row['measured']} for {asked}"


def report(title: str, rows: list[Row], program: str) -> tuple[str, int]:
    """Markdown, and how many rules differ."""
    answers = predictions(program, rows)
    by_rule: dict[str, list[tuple[Row, Row]]] = collections.defaultdict(list)
    without: collections.Counter[str] = collections.Counter()
    for row, answer in zip(rows, answers):
        if answer is None:
            without[row["instruction"]] += 1
        else:
            by_rule[answer["rule"]].append((row, answer))
    lines = [f"# {title}", "", tables.head("rule | rows: | as predicted:")]
    wrong = {}
    for rule, pairs in sorted(by_rule.items()):
        bad = [pair for pair in pairs if pair[0]["measured"] != pair[1]["predicted"]]
        lines.append(tables.row([f"`{rule}`", len(pairs), len(pairs) - len(bad) if bad else "all"]))
        if bad:
            wrong[rule] = bad
    for rule, bad in wrong.items():
        lines += ["", f"## `{rule}` differs", ""]
        for name in dict.fromkeys(row["instruction"] for row, _ in bad):
            its = [pair for pair in bad if pair[0]["instruction"] == name]
            of_name = [row for row, _ in by_rule[rule] if row["instruction"] == name]
            lines.append(f"- `{name}`: {len(its)} of {len(of_name)} rows; {example(*its[0])}")
            lines += alike(program, of_name)
    if without:
        lines += ["", "Without a rule: " + ", ".join(
            f"`{name}` ({count})" for name, count in without.items()) + "."]
    counted = sum(map(len, by_rule.values()))
    lines += ["", f"{len(wrong)} of {len(by_rule)} rules differ: {', '.join(wrong)}." if wrong else
              f"All {len(by_rule)} rules hold: {counted} requests cost what is predicted."]
    return "\n".join(lines) + "\n", len(wrong)


def main(words: list[str]) -> int:
    parser = Parser("mine", __doc__)
    parser.program(jobs=False)
    measure.add_options(parser)
    parser.add_argument("--rows", type=pathlib.Path, nargs="+")
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="FOLDER")
    options = parser.read(words)
    if not options.rows and not options.output:
        parser.error("-o says where to measure to, or --rows what to compare")
    documents = {str(path): json.loads(path.read_text(encoding="utf-8"))
                 for path in options.rows or ()} or {"": measured(options)}
    rows = [row for document in documents.values() for kind in LISTS
            for row in document.get(kind, []) if "measured" in row]
    if not rows:
        raise Failure("there was nothing to compare")
    title = "; ".join(dict.fromkeys(document.get("about", {}).get("gpu") or path
                                    for path, document in documents.items()))
    text, differ = report(title, rows, options.warplint)
    print(text, end="")
    if options.output:
        options.output.mkdir(parents=True, exist_ok=True)
        (options.output / "rules.md").write_text(text, encoding="utf-8")
    return 1 if differ else 0
