"""Checks that the result for a file does not depend on how the file was analyzed.

    lab answers [--ways WAY,...] SOURCE|FOLDER... [-- FLAGS]

Lints each source without a cache, and then in each of these --ways:

  cold      with an empty cache
  warm      again, with the results of "cold" in the cache
  compiled  again, with only the compiled headers in the cache (with "cold"): those of
            the toolkit, which the tests' flags omit, then also the file's own
  together  with all other sources in one run and an empty cache, in both orders: the
            results are equal, and equal to the first if no other source mentions a name
            that this one defines (the files of a run are one program)
  lsp, mcp  the language server, the server for agents
  tidy      with --plugin: clang-tidy

The first four must give the same JSON. The servers and clang-tidy must give the same
place, check and message of each visible finding in the file itself. Prints the
differences. FLAGS follow the file, as for warplint; the default is those of the tests.

Exit code: 0; 1 if a result differs; 2 for an error.
"""

import argparse
import difflib
import json
import os
import pathlib
import re
import sys
import tempfile
from typing import Any

from lab.run import ROOT, STUB, Parser, parallel, reports, run, warplint

SOURCES = (".cu", ".cuh")
WAYS = ("cold", "together", "lsp", "mcp")
# What files begin with that are kept of compiled headers.
KEPT = (b"warplint preamble", b"warplint note")
SAID = re.compile(r"^(.+?):(\d+):(\d+): (?:warning|remark|error): (.*) \[(warplint-[\w-]+)",
                  re.MULTILINE)
PASTED = re.compile(r"(<scratch space>)(?::\d+)+(.*)\n *\d+ \|")
# A function, class or variable of the file's level.
DEFINED = re.compile(r"^[A-Za-z_][^;={}()\n]*\b(\w+)(?:\(|\[| =|;| \{)", re.MULTILINE)
# clang-tidy speaks of comments itself, and of a file's errors as clang's.
NOT_OF_TIDY = {"warplint-nolint", "warplint-incomplete-file"}

Findings = list[list[Any]]


def lint(options: argparse.Namespace, files: list[str], cache: str | None = None) -> dict[str, Any]:
    """The report on each file; the reason where there is none."""
    jobs = options.jobs if len(files) > 1 else 1
    done = warplint(options.warplint, files, "--checks=*", "--format=json", f"-j{jobs}",
                    *([] if cache else ["--no-cache"]), flags=options.flags,
                    env={"WARPLINT_CACHE_DIR": cache or ""})
    found = {report["file"]: report for report in reports(done) or []}
    for report in found.values():
        # Clang counts the lines of pasted text in all headers that it reads itself, and
        # orders the candidates of an error by addresses.
        errors = PASTED.sub(r"\1\2\n", report["parseErrors"] or "")
        report["parseErrors"] = sorted(errors.split("\n"))
    return {name: found.get(name, done.err.strip()) for name in files}


def forget_answers(cache: str) -> None:
    """Leaves compiled headers, and which of them a file begins with."""
    for path in pathlib.Path(cache).rglob("*"):
        if path.is_file() and not path.name.endswith("-compiled"):
            with path.open("rb") as file:
                if not file.read(32).startswith(KEPT):
                    path.unlink()


def cached(options: argparse.Namespace, name: str) -> dict[str, Any]:
    answers = {}
    with tempfile.TemporaryDirectory() as cache:
        for way in ("cold", "warm", "compiled", "compiled again"):
            if way.startswith("compiled"):
                forget_answers(cache)
            answers[way] = lint(options, [name], cache)[name]
    return answers


def placed(finding: dict[str, Any]) -> list[Any]:
    """One of the whole file stands at its beginning."""
    return [finding.get("line") or 1, finding.get("column") or 1, finding["check"],
            finding["message"]]


def lsp(options: argparse.Namespace, name: str) -> Findings:
    command = [options.warplint, "lsp", "--checks=*", "--", *options.flags]
    with Editor(command, "/") as editor:
        file = editor.open(name, pathlib.Path(name).read_text(errors="replace"))
        # The first answer lacks what only host code tells.
        editor.diagnostics(file)
        editor.replace(file, len(file.text), len(file.text), "\n")
        return [[d["range"]["start"]["line"] + 1, d["range"]["start"]["character"] + 1,
                 d["code"], d["message"].split("\n")[0]] for d in editor.diagnostics(file)]


def mcp(options: argparse.Namespace, name: str) -> Findings:
    folder, file = os.path.split(name)
    found, first = [], 1
    with Agent([options.warplint, "mcp", "--", *options.flags], folder) as agent:
        while first:
            _, data = agent.call("lint", **{"file": file, "checks": "*", "from": first})
            found += [placed(f) for f in data["findings"] if f.get("file", file) == file]
            first = data["page"]["next"]
    return found


def tidy(options: argparse.Namespace, name: str) -> Findings:
    done = run([options.clang_tidy, f"--load={options.plugin}", "--quiet",
                "--checks=-*,warplint-*", name, "--", *options.flags],
               env={"WARPLINT_CACHE_DIR": ""})
    return [[int(line), int(column), check, message]
            for file, line, column, message, check in SAID.findall(done.out)
            if file == name and not message.startswith("warplint cannot analyze")]


OTHERS = {"lsp": lsp, "mcp": mcp, "tidy": tidy}


def visible(report: Any, way: str) -> Findings:
    """The findings of a report that servers also show."""
    if isinstance(report, str):
        return [[0, 0, "", report]]
    return [placed(f) for f in report["findings"]
            if f["file"] == report["file"] and not f["heldBack"]
            and not (way == "tidy" and f["check"] in NOT_OF_TIDY)]


def differences(first: Any, other: Any) -> list[str]:
    """Lines of both as JSON that are not the same."""
    texts = [json.dumps(answer, indent=1, sort_keys=True, ensure_ascii=False).split("\n")
             for answer in (first, other)]
    return list(difflib.unified_diff(*texts, n=1, lineterm=""))[2:40]


def ordered(found: Findings) -> list[str]:
    """One line a finding: editors and clang-tidy say the same but once."""
    return sorted({" ".join(map(str, finding)) for finding in found})


def look(options: argparse.Namespace, name: str) -> tuple[Any, dict[str, list[str]]]:
    """The first answer to a file, and how others differ from it."""
    first = lint(options, [name])[name]
    differ = {}
    if "cold" in options.ways:
        differ = {way: differences(first, answer)
                  for way, answer in cached(options, name).items()}
    for way in OTHERS.keys() & set(options.ways):
        try:
            found = OTHERS[way](options, name)
        except Exception as problem:  # pylint: disable=broad-except
            found = [[0, 0, "", f"{type(problem).__name__}: {problem}"]]
        if way == "tidy":
            found = [f for f in found if f[2] not in NOT_OF_TIDY]
        differ[way] = differences(ordered(visible(first, way)), ordered(found))
    return first, differ


def show(name: str, differ: dict[str, list[str]]) -> int:
    """Prints and counts the ways that differ."""
    wrong = {way: lines for way, lines in differ.items() if lines}
    for way, lines in wrong.items():
        print(f"{name}: {way} differs from the first answer",
              *(f"  {line[:300]}" for line in lines), sep="\n", flush=True)
    return len(wrong)


def stands_alone(name: str, words: dict[str, set[str]]) -> bool:
    """The file defines nothing that another one names."""
    defined = set(DEFINED.findall(pathlib.Path(name).read_text(errors="replace")))
    return not any(defined & words[other] for other in words if other != name)


def together(options: argparse.Namespace, firsts: dict[str, Any]) -> int:
    """How many files have another answer beside others."""
    def all_of(names: list[str]) -> dict[str, Any]:
        with tempfile.TemporaryDirectory() as cache:
            return lint(options, names, cache)

    def without_repeated(report: Any) -> Any:
        """What is in a header is said once, of the first file."""
        for finding in report["findings"] if isinstance(report, dict) else ():
            if finding["heldBack"] == "repeated":
                finding["heldBack"] = None
        return report
    names = list(firsts)
    answers, others = (dict(zip(order, map(without_repeated, all_of(order).values())))
                       for order in (names, names[::-1]))
    words = {name: set(re.findall(r"\w+", pathlib.Path(name).read_text(errors="replace")))
             for name in names}
    differ = 0
    for name in names:
        ways = {"another order": differences(answers[name], others[name])}
        if stands_alone(name, words):
            ways["together"] = differences(firsts[name], answers[name])
        differ += show(name, ways)
    return differ


def main(words: list[str]) -> int:
    parser = Parser("answers", __doc__)
    parser.program()
    parser.add_argument("--ways", type=lambda text: text.split(","), default=list(WAYS))
    parser.add_argument("--plugin", type=os.path.abspath, metavar="libWarplintTidy.so")
    parser.add_argument("--clang-tidy", default="/usr/lib/llvm-22/bin/clang-tidy")
    parser.add_argument("sources", nargs="+", type=pathlib.Path)
    options = parser.read(words)
    options.flags = options.flags or STUB
    if unknown := set(options.ways) - set(WAYS):
        parser.error(f"no such way: {', '.join(sorted(unknown))}")
    options.ways += ["tidy"] if options.plugin else []
    names = [str(file.resolve()) for source in options.sources
             for file in (sorted(source.rglob("*")) if source.is_dir() else [source])
             if file.suffix in SOURCES and file.is_file()]
    differ, firsts = 0, {}
    for name, (first, ways) in zip(names, parallel(lambda n: look(options, n), names,
                                                   options.jobs, progress=True)):
        firsts[name] = first
        differ += show(name, ways)
    if "together" in options.ways:
        print(f"{len(names)} files, each alone: {differ} answers differ", flush=True)
        differ += together(options, firsts)
    print(f"{len(names)} files, {differ} answers differ")
    return 1 if differ else 0


sys.path += [str(ROOT / "test" / folder / "Inputs") for folder in ("Mcp", "Server")]
from agent import Agent  # noqa: E402  pylint: disable=wrong-import-position
from editor import Editor  # noqa: E402  pylint: disable=wrong-import-position
