#!/usr/bin/env python3
"""Shows that a change of the code changes no output.

    scripts/same_output.py record OUT --warplint OLD [--sample N] FOLDER...
    scripts/same_output.py compare OUT --warplint NEW

"record" runs a program over sources of the folders (checkouts of public
repositories, test/) and keeps in OUT what it said of each: text, standard
error, JSON, SARIF, the fixes as YAML, and the exit code. Of each folder N files
that mention shared memory are taken, by the hash of their path. "compare" runs
another program over the same files and prints what differs, byte by byte. A file that
stands below a folder "test" is read against test/Inputs/cuda_stub.h, as the
tests do; others as they would be in a fresh clone.

Exit code: 0; 1 when an output differs.
"""

import argparse
import concurrent.futures
import difflib
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
STUB = ["-std=c++17", "-nocudainc", "-nocudalib", "-I", str(ROOT / "test/Inputs"),
        "-include", str(ROOT / "test/Inputs/cuda_stub.h")]
SOURCES = (".cu", ".cuh")
LIMIT = 300  # seconds


def mentions_shared(path):
    try:
        return b"shared" in path.read_bytes()
    except OSError:
        return False


def chosen(folder, number):
    files = [path for path in folder.rglob("*")
             if path.suffix in SOURCES and path.is_file()]
    files.sort(key=lambda path: hashlib.sha256(
        str(path.relative_to(folder)).encode()).hexdigest())
    files = [path for path in files if mentions_shared(path)]
    return [str(path) for path in files[:number]]


def outputs(program, name):
    """What the program says of a file, by kind."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder)
        command = [program, "--no-cache", "--report-clean", "--report-unproven",
                   f"--format=json:{out}/json", f"--format=sarif:{out}/sarif",
                   "--format=text", f"--export-fixes={out}/yaml", "-j1", name]
        if "/test/" in name:
            command += ["--", *STUB]
        try:
            run = subprocess.run(command, capture_output=True, timeout=LIMIT,
                                 cwd=os.path.dirname(name), check=False)
        except subprocess.TimeoutExpired:
            return {"code": "out of time"}
        result = {"code": str(run.returncode),
                  "text": run.stdout.decode(errors="replace"),
                  "stderr": run.stderr.decode(errors="replace")}
        for kind in ("json", "sarif", "yaml"):
            path = out / kind
            if path.exists():
                result[kind] = path.read_text(errors="replace")
        # Names of the temporary folder, and the program's own version.
        return {kind: re.sub(r'"version": "[0-9.]+"', '"version": ""',
                             text.replace(folder, "OUT"))
                for kind, text in result.items()}


def run_all(program, names, jobs):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        yield from zip(names, pool.map(lambda name: outputs(program, name),
                                       names))


def kept(folder, name):
    return folder / (hashlib.sha256(name.encode()).hexdigest()[:24] + ".json")


def record(options):
    options.out.mkdir(parents=True, exist_ok=True)
    names = [name for folder in options.folders
             for name in chosen(folder.resolve(), options.sample)]
    (options.out / "files.json").write_text(json.dumps(names, indent=0))
    for name, result in run_all(options.warplint, names, options.jobs):
        kept(options.out, name).write_text(json.dumps(result))
    print(f"{len(names)} files")
    return 0


def compare(options):
    names = json.loads((options.out / "files.json").read_text())
    different = 0
    for name, new in run_all(options.warplint, names, options.jobs):
        old = json.loads(kept(options.out, name).read_text())
        kinds = [kind for kind in sorted(old.keys() | new.keys())
                 if old.get(kind) != new.get(kind)]
        different += bool(kinds)
        for kind in kinds:
            print(f"{name}: {kind}")
            lines = difflib.unified_diff(
                old.get(kind, "").splitlines(), new.get(kind, "").splitlines(),
                "before", "after", lineterm="", n=0)
            for line in list(lines)[:options.lines]:
                print("  " + line[:200])
    print(f"{different} of {len(names)} files differ")
    return int(different != 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("folders", type=pathlib.Path, nargs="*")
    parser.add_argument("--warplint", required=True, type=os.path.abspath)
    parser.add_argument("--sample", type=int, default=sys.maxsize)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--lines", type=int, default=12,
                        help="lines that are shown of a difference")
    options = parser.parse_intermixed_args()
    return record(options) if options.what == "record" else compare(options)


if __name__ == "__main__":
    sys.exit(main())
