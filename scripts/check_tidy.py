#!/usr/bin/env python3
"""Runs clang-tidy on the sources that a change affects, and prints each finding once.

Sources are those of BUILD's compile_commands.json that lie in the repository. Of a
header that was changed the source nearest to it is looked at: its own, else one
that includes it. Where .clang-tidy itself was changed, and with --all, all are.

Exit code: 0, 1 when clang-tidy found something, or 2 when it could not be run.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import check_layers

ROOT = pathlib.Path(__file__).resolve().parent.parent
FINDING = re.compile(r"^(\S+):\d+:\d+: (?:warning|error|fatal error): ", re.M)


def git(*words):
    """The lines that git prints, or nothing where it fails."""
    done = subprocess.run(["git", "-C", str(ROOT), *words], text=True,
                          capture_output=True, check=False)
    return None if done.returncode else done.stdout.splitlines()


def default_base():
    """Where this branch left its upstream; else the commit before the last."""
    head, fork = git("rev-parse", "HEAD"), git("merge-base", "HEAD", "@{upstream}")
    if fork and fork != head:
        return fork[0]
    previous = git("rev-parse", "--verify", "--quiet", "HEAD~1")
    return previous[0] if previous else None


def changed_since(base):
    changed = git("diff", "--name-only", "--diff-filter=d", base, "--")
    if changed is None:
        sys.exit(f"check_tidy.py: error: git knows no commit '{base}'")
    new = git("ls-files", "--others", "--exclude-standard") or []
    return sorted({pathlib.Path(name) for name in changed + new})


def compiled(build):
    """The repository's sources in the build's compile commands."""
    with open(build / "compile_commands.json", encoding="utf-8") as database:
        files = {pathlib.Path(entry["directory"], entry["file"])
                 for entry in json.load(database)}
    return sorted(path.relative_to(ROOT) for path in files
                  if path.is_relative_to(ROOT)
                  and not path.is_relative_to(build.resolve()))


def includers(paths):
    """Who includes a file, by the names between quotes."""
    found = {}
    for path in paths:
        text = (ROOT / path).read_text(errors="replace")
        for name in check_layers.INCLUDE.findall(text):
            other = check_layers.included(ROOT, path, name)
            if other:
                normal = pathlib.Path(os.path.normpath(other))
                found.setdefault(normal, []).append(path)
    return found


def source_of(header, sources, including):
    """The source that stands for a header, or nothing."""
    seen, row = {header}, [header]
    while row:
        near = [path for at in row for path in including.get(at, ())]
        here = [path for path in near if path in sources]
        if here:
            own = [path for path in here if path.stem == header.stem]
            return (own or here)[0]
        row = [path for path in dict.fromkeys(near) if path not in seen]
        seen.update(row)
    return None


def touched(sources, changed):
    if pathlib.Path(".clang-tidy") in changed:
        return sources
    known = set(sources)
    result = [path for path in changed if path in known]
    headers = [path for path in changed if path.suffix in (".h", ".def")]
    if headers:
        including = includers(check_layers.sources(ROOT) + sources)
        result += [source_of(path, known, including) for path in headers]
    return [path for path in dict.fromkeys(result) if path]


def findings(output):
    """What clang-tidy says, cut before each finding."""
    starts = [match.start() for match in FINDING.finditer(output)]
    return [output[begin:end]
            for begin, end in zip(starts, starts[1:] + [len(output)])]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-p", dest="build", type=pathlib.Path, required=True,
                        metavar="BUILD", help="folder of compile_commands.json")
    parser.add_argument("--all", action="store_true", help="all sources")
    parser.add_argument("--seconds", type=float, default=float("inf"),
                        help="begin with no source after this time")
    parser.add_argument("-j", dest="jobs", type=int, default=os.cpu_count())
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("base", nargs="?",
                        help="commit that the changes are counted from; default: "
                        "where the branch left its upstream, else HEAD~1")
    arguments = parser.parse_args()

    sources = compiled(arguments.build)
    if not arguments.all:
        base = arguments.base or default_base()
        if not base:
            print("clang-tidy: no commit here to compare with, nothing looked at")
            return 0
        sources = touched(sources, changed_since(base))

    end = time.monotonic() + arguments.seconds
    command = [arguments.clang_tidy, "--quiet", "-p", str(arguments.build)]

    def look(path):
        if time.monotonic() > end:
            return None
        return subprocess.run(command + [str(ROOT / path)], text=True,
                              capture_output=True, check=False)

    looked, told, broken = 0, set(), False
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for path, done in zip(sources, pool.map(look, sources)):
            if done is None:
                continue
            looked += 1
            found = findings(done.stdout)
            for text in found:
                if text not in told:
                    told.add(text)
                    print(text.replace(f"{ROOT}/", ""), end="", flush=True)
            if done.returncode and not found:
                broken = True
                print(f"clang-tidy failed on {path}:\n{done.stderr}", end="")
    left = len(sources) - looked
    print(f"clang-tidy: {looked} sources, {len(told)} findings" +
          (f"; no time for {left} more" if left else ""))
    return 2 if broken else int(bool(told))


if __name__ == "__main__":
    sys.exit(main())
