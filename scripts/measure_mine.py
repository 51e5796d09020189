#!/usr/bin/env python3
"""Which of warplint's rules hold on the GPU at hand.

  measure_mine.py --warplint PROGRAM -o FOLDER      measures, some 4,000 launches
  measure_mine.py --warplint PROGRAM --rows ROWS.json...
                                                    compares rows that were measured

The first builds measure_requests.py's program for the GPU, runs it under Nsight Compute,
and leaves the rows in FOLDER/rows.json and what is printed in FOLDER/rules.md. It needs
nvcc, cuobjdump, ncu and the right to read counters.

A table is printed: each rule of docs/model.md with the rows that it predicts, then each
instruction of a rule that differs, with one of its rows, and with the rule that would
reproduce it, if one of request_rules.py does. Exit code: 0, 1 when a rule differs, 2 for
an error.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys

import request_rules

HERE = pathlib.Path(__file__).resolve().parent
# What the model says of a request by itself; the other lists are about loops and about
# addresses that the compiler knows: measure_requests.py check.
LISTS = ("rows", "fragments")


class Failure(Exception):
    """What ends the program with 2."""


def run(command, **more):
    done = subprocess.run([str(word) for word in command], check=False, text=True,
                          stdout=subprocess.PIPE, **more)
    if done.returncode not in (0, 2):
        raise Failure(f"{command[0]} ended with {done.returncode}")
    return done.stdout


def gpu():
    """Its name and compute capability: ("NVIDIA H200", "9.0")."""
    listed = run(["nvidia-smi", "--query-gpu=name,compute_cap", "--format=csv,noheader"])
    name, _, capability = listed.splitlines()[0].rpartition(", ")
    return name, capability


def measured(folder, only):
    name, version = gpu()
    folder.mkdir(parents=True, exist_ok=True)
    raw, rows = folder / "raw.json", folder / "rows.json"
    script = [sys.executable, HERE / "measure_requests.py"]
    for step in (["measure", "--arch", f"sm_{version.replace('.', '')}", "--only", only,
                  "-o", raw],
                 ["rows", raw, "--gpu", f"{name} (compute capability {version})", "-o", rows]):
        if subprocess.run([*script, *step], check=False).returncode:
            raise Failure("the GPU could not be measured")
    return rows


def predictions(program, rows):
    """What the model says of each row; None where it has no rule."""
    text = "\n".join(map(json.dumps, rows))
    lines = run([program, "model"], input=text, stderr=subprocess.DEVNULL).splitlines()
    if len(lines) != len(rows):
        raise Failure(f"{program} model: {len(rows)} rows, {len(lines)} answers")
    return [None if "error" in answer else answer for answer in map(json.loads, lines)]


def example(row, answer):
    asked = (f"pitch {row['pitch']}" if "pitch" in row else
             "offsets " + ",".join(map(str, row["lane_byte_offsets"])))
    return f"predicted {answer['predicted']}, measured {row['measured']} for {asked}"


def report(title, rows, answers):
    """Lines of Markdown, and how many rules differ."""
    by_rule, without = collections.defaultdict(list), collections.Counter()
    for row, answer in zip(rows, answers):
        if answer is None:
            without[row["instruction"]] += 1
        else:
            by_rule[answer["rule"]].append((row, answer))
    lines = [f"# {title}", "", "| rule | rows | as predicted |", "| --- | ---: | ---: |"]
    wrong = {}
    for rule, pairs in sorted(by_rule.items()):
        bad = [(row, answer) for row, answer in pairs if row["measured"] != answer["predicted"]]
        lines.append(f"| `{rule}` | {len(pairs)} | {'all' if not bad else len(pairs) - len(bad)} |")
        if bad:
            wrong[rule] = bad
    for rule, bad in wrong.items():
        lines += ["", f"## `{rule}` differs", ""]
        for name in dict.fromkeys(row["instruction"] for row, _ in bad):
            its = [pair for pair in bad if pair[0]["instruction"] == name]
            of_name = [row for row, answer in by_rule[rule] if row["instruction"] == name]
            lines.append(f"- `{name}`: {len(its)} of {len(of_name)} rows; {example(*its[0])}")
            plain = [row | {"note": name} for row in rows if row["instruction"] == name]
            lines += [f"  - {line}" for line in request_rules.check(plain)]
    if without:
        lines += ["", "Without a rule: " + ", ".join(
            f"`{name}` ({count})" for name, count in without.items()) + "."]
    counted = sum(map(len, by_rule.values()))
    lines += ["", f"{len(wrong)} of {len(by_rule)} rules differ: {', '.join(wrong)}." if wrong else
              f"All {len(by_rule)} rules hold: {counted} requests cost what is predicted."]
    return lines, len(wrong)


def compare(paths, program):
    documents = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    rows = [row for document in documents for kind in LISTS for row in document.get(kind, [])
            if "measured" in row]
    if not rows:
        raise Failure("there was nothing to compare")
    title = "; ".join(dict.fromkeys(document.get("about", {}).get("gpu") or str(path)
                                    for path, document in zip(paths, documents)))
    return report(title, rows, predictions(program, rows))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warplint", default="warplint")
    parser.add_argument("--rows", type=pathlib.Path, nargs="+")
    parser.add_argument("--only", default="",
                        help="measure instructions that match this expression: ^ldmatrix")
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="FOLDER")
    options = parser.parse_args()
    if not options.rows and not options.output:
        parser.error("-o says where to measure to, or --rows what to compare")
    try:
        paths = options.rows or [measured(options.output, options.only)]
        lines, differ = compare(paths, options.warplint)
    except (Failure, OSError, ValueError) as problem:
        print(f"measure_mine.py: error: {problem}", file=sys.stderr)
        return 2
    text = "\n".join(lines) + "\n"
    print(text, end="")
    if options.output:
        (options.output / "rules.md").write_text(text, encoding="utf-8")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
