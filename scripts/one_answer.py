#!/usr/bin/env python3
"""Shows that what is said of a file does not depend on how it came to be analysed.

    scripts/one_answer.py --warplint PROGRAM [--servers N] FOLDER|FILE... [-- FLAGS]

Each source is linted without a cache, and then
  cold      with an empty cache
  warm      again, with what that kept
  compiled  again, when all that it kept but compiled headers is gone
  together  with all the others in one run, and an empty cache
  reversed  the same in the opposite order
and N of them by the MCP and the language server. What is printed is how an answer
differs from the first. FLAGS stand behind the file, as for warplint.

Exit code: 0; 1 when an answer differs.
"""

import argparse
import concurrent.futures
import difflib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = (".cu", ".cuh")
CHECKS = "--checks=*"
# What files begin with that are kept of compiled headers.
KEPT = (b"warplint preamble", b"warplint note")


def lint(program, files, flags, cache=None):
    """What is said of each file. Where that is not to be had, the reason."""
    environment = {**os.environ}
    command = [program, CHECKS, "--format=json", "-j1"]
    if cache:
        environment["XDG_CACHE_HOME"] = cache
    else:
        command.append("--no-cache")
    run = subprocess.run([*command, *files, *flags], capture_output=True, text=True,
                         env=environment, check=False)
    try:
        found = {report["file"]: report for report in json.loads(run.stdout)["files"]}
    except (ValueError, KeyError):
        found = {}
    return {name: found.get(name, run.stderr.strip()) for name in files}


def forget_answers(cache):
    """Leaves compiled headers, and which of them a file begins with."""
    for path in pathlib.Path(cache).rglob("*"):
        if path.is_file() and not path.name.endswith("-compiled"):
            with path.open("rb") as file:
                if not file.read(32).startswith(KEPT):
                    path.unlink()


def alone(program, name, flags):
    """The answers to one file, by the way they were come by."""
    answers = {"first": lint(program, [name], flags)[name]}
    with tempfile.TemporaryDirectory() as cache:
        for way in ("cold", "warm", "compiled"):
            if way == "compiled":
                forget_answers(cache)
            answers[way] = lint(program, [name], flags, cache)[name]
    return answers


def together(program, names, flags):
    with tempfile.TemporaryDirectory() as cache:
        return lint(program, names, flags, cache)


def told(finding, message):
    """What servers tell of a finding, too."""
    return [finding["line"], finding["column"], finding["check"], message]


def mcp(program, name, flags):
    folder, file = os.path.split(name)
    with Agent([program, "mcp", *flags], folder) as agent:
        _, data = agent.call("lint", file=file, checks="*")
    return [told(f, f["message"]) for f in data["findings"]]


def lsp(program, name, flags):
    with Editor([program, "lsp", CHECKS, *flags], "/") as editor:
        file = editor.open(name, pathlib.Path(name).read_text(encoding="utf-8"))
        found = editor.diagnostics(file)
    return [[d["range"]["start"]["line"] + 1, d["range"]["start"]["character"] + 1,
             d["code"], d["message"].split("\n")[0]] for d in found]


def differences(first, other):
    """Lines of both as JSON that are not the same."""
    texts = [json.dumps(answer, indent=1, sort_keys=True).split("\n")
             for answer in (first, other)]
    return [line for line in difflib.unified_diff(*texts, n=1, lineterm="")][2:40]


class Comparison:
    def __init__(self):
        self.differs = 0

    def hold(self, name, way, first, other):
        if lines := differences(first, other):
            self.differs += 1
            print(f"{name}: {way} differs from the first answer")
            print("\n".join("  " + line for line in lines), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--warplint", required=True, type=os.path.abspath)
    parser.add_argument("--servers", type=int, default=0, metavar="N")
    parser.add_argument("--jobs", "-j", type=int, default=os.cpu_count())
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    words = sys.argv[1:]
    behind = words.index("--") if "--" in words else len(words)
    given, flags = parser.parse_args(words[:behind]), words[behind:]
    names = [str(file.resolve()) for source in given.sources
             for file in (sorted(source.rglob("*")) if source.is_dir() else [source])
             if file.suffix in SOURCES and file.is_file()]
    results = Comparison()
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        runs = [pool.submit(together, given.warplint, order, flags)
                for order in (names, names[::-1])]
        answers = dict(zip(names, pool.map(
            lambda name: alone(given.warplint, name, flags), names)))
        for way, run in zip(("together", "reversed"), runs):
            for name, answer in run.result().items():
                answers[name][way] = answer
    for name in names:
        first = answers[name].pop("first")
        for way, answer in answers[name].items():
            results.hold(name, way, first, answer)
        answers[name] = first
    for name in names[:given.servers]:
        want = [told(f, f["message"]) for f in answers[name]["findings"]
                if f["file"] == name]
        for way in (mcp, lsp):
            results.hold(name, way.__name__, sorted(want),
                         sorted(way(given.warplint, name, flags)))
    print(f"{len(names)} files, {results.differs} answers differ")
    return 1 if results.differs else 0


for folder in ("Mcp", "Server"):
    sys.path.insert(0, str(ROOT / "test" / folder / "Inputs"))
from agent import Agent  # noqa: E402
from editor import Editor  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
