"""Checks that a change of the code does not change the output.

    lab same record OUT --warplint OLD [--sample N] FOLDER...
    lab same compare OUT --warplint NEW

"record" runs a program on sources of the folders (checkouts of public repositories,
test/) and keeps its output in OUT: text, standard error, JSON, SARIF, the fixes as YAML,
and the exit code. It takes N files per folder that mention shared memory, by the hash of
their path. "compare" runs another program on the same files and prints all differences.
Files below a folder "test" are read with test/Inputs/cuda_stub.h, as in the tests; others
as in a fresh clone.

Exit code: 0; 1 if an output differs; 2 for an error.
"""

import difflib
import json
import os
import pathlib
import re
import sys
import tempfile

from lab import corpus
from lab.run import STUB, Parser, parallel, warplint

LIMIT = 300  # seconds


def chosen(folder: pathlib.Path, number: int) -> list[str]:
    files = sorted((path for path in folder.rglob("*")
                    if path.suffix in (".cu", ".cuh") and path.is_file()),
                   key=lambda path: corpus.hashed(str(path.relative_to(folder))))
    return [str(path) for path in files if corpus.mentions_shared(path, "shared")][:number]


def outputs(program: str, name: str) -> dict[str, str]:
    """What the program says of a file, by kind."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder)
        done = warplint(program, name, "--no-cache", "--report-clean", "--report-unproven",
                        f"--format=json:{out}/json", f"--format=sarif:{out}/sarif",
                        "--format=text", f"--export-fixes={out}/yaml", "-j1",
                        flags=STUB if "/test/" in name else [], limit=LIMIT,
                        cwd=os.path.dirname(name))
        if done.code is None:
            return {"code": "out of time"}
        found = {"code": str(done.code), "text": done.out, "stderr": done.err}
        for kind in ("json", "sarif", "yaml"):
            if (out / kind).exists():
                found[kind] = (out / kind).read_text(errors="replace")
        # Names of the temporary folder, and the program's own version.
        return {kind: re.sub(r'"version": "[0-9.]+"', '"version": ""',
                             text.replace(folder, "OUT")) for kind, text in found.items()}


def main(words: list[str]) -> int:
    parser = Parser("same", __doc__)
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("folders", type=pathlib.Path, nargs="*")
    parser.program()
    parser.add_argument("--sample", type=int, default=sys.maxsize)
    parser.add_argument("--lines", type=int, default=12, help="that are shown of a difference")
    options = parser.read(words)
    options.out.mkdir(parents=True, exist_ok=True)
    listed = options.out / "files.json"
    if options.what == "record":
        listed.write_text(json.dumps([name for folder in options.folders for name in
                                      chosen(folder.resolve(), options.sample)], indent=0))
    names = json.loads(listed.read_text())
    different = 0
    for name, new in zip(names, parallel(lambda name: outputs(options.warplint, name), names,
                                         options.jobs)):
        kept = options.out / f"{corpus.hashed(name)[:24]}.json"
        if options.what == "record":
            kept.write_text(json.dumps(new))
            continue
        old = json.loads(kept.read_text())
        kinds = [kind for kind in sorted(old.keys() | new.keys())
                 if old.get(kind) != new.get(kind)]
        different += bool(kinds)
        for kind in kinds:
            lines = difflib.unified_diff(old.get(kind, "").splitlines(),
                                         new.get(kind, "").splitlines(), "before", "after",
                                         lineterm="", n=0)
            print(f"{name}: {kind}",
                  *(f"  {line[:200]}" for line in list(lines)[:options.lines]), sep="\n")
    print(f"{len(names)} files" if options.what == "record" else
          f"{different} of {len(names)} files differ")
    return int(different != 0)
