#!/usr/bin/env python3
"""Times warplint on many files of one build beside clang-tidy and clang.

Each of these lints or parses all files, several at a time:

  clang      clang++ -fsyntax-only, one device-side parse of each file
  tidy       run-clang-tidy with one cheap check
  cold       warplint, with nothing in its cache
  again      warplint again, when every file has got another line: what each begins
             with is compiled now
  touched    and again, when every file has got one more
  unchanged  warplint again
  plugin     with --plugin FILE: the same run-clang-tidy with warplint's checks on,
             and nothing in warplint's cache
  plugin again
             and again, when every file has got two more lines, one after another

They take turns within one run. What is compared is the ratio of the medians to that
of tidy. Files that clang does not parse are left out, and counted.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import bench


def run(command, jobs_input=None, **how):
    begin = time.perf_counter()
    done = subprocess.run(command, input=jobs_input, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          check=False, **how)
    return time.perf_counter() - begin, done


class Build:
    """Copies of sources in a folder of their own, and their database."""

    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.folder = pathlib.Path(folder, "sources")
        self.cache = pathlib.Path(folder, "cache")
        self.folder.mkdir()
        self.flags = ["-x", "cuda", "--cuda-device-only",
                      f"--cuda-gpu-arch={arguments.arch}", "-std=c++17",
                      *bench.toolkit_flags(bench.find_toolkit()),
                      *arguments.flags]
        self.files = []
        self.left_out = 0

    def collect(self):
        """The first files that clang parses, copied beside their headers."""
        for source in bench.sources(self.arguments.sources):
            if len(self.files) == self.arguments.files:
                break
            command = [self.arguments.clang, *self.flags, "-fsyntax-only",
                       f"-I{source.resolve().parent}", str(source)]
            if subprocess.run(command, capture_output=True,
                              check=False).returncode:
                self.left_out += 1
                continue
            copy = self.folder / f"{len(self.files)}_{source.name}"
            shutil.copyfile(source, copy)
            self.files.append((copy, source.resolve().parent))
        entries = [{"directory": str(self.folder), "file": str(copy),
                    "arguments": [self.arguments.clang, *self.flags,
                                  f"-I{beside}", str(copy)]}
                   for copy, beside in self.files]
        (self.folder / "compile_commands.json").write_text(json.dumps(entries))

    def touch(self):
        for copy, _ in self.files:
            with copy.open("a") as out:
                out.write("\n// touched\n")

    def clang(self):
        command = ["xargs", "-P", str(self.arguments.jobs), "-L1", "--",
                   self.arguments.clang, *self.flags, "-fsyntax-only"]
        lines = "".join(f"-I{beside} {copy}\n" for copy, beside in self.files)
        return run(command, lines)[0]

    def environment(self):
        return dict(os.environ, WARPLINT_CACHE_DIR=str(self.cache))

    def forget(self):
        shutil.rmtree(self.cache, ignore_errors=True)

    def tidy(self, *options, checks=""):
        return run([self.arguments.run_clang_tidy, "-quiet", *options,
                    f"-j{self.arguments.jobs}", "-p", str(self.folder),
                    "-checks=-*,bugprone-bool-pointer-implicit-conversion"
                    + checks], env=self.environment())[0]

    def plugin(self):
        return self.tidy("-load", self.arguments.plugin, checks=",warplint-*")

    def warplint(self):
        seconds, done = run([self.arguments.warplint, "-v", "--keep-going",
                             f"-j{self.arguments.jobs}", "-p",
                             str(self.folder)], env=self.environment())
        if done.returncode not in (0, 1):
            sys.exit("bench: error: warplint ended with code "
                     f"{done.returncode}: {done.stdout[-2000:]}")
        self.said = [line for line in done.stdout.splitlines()
                     if "the largest used" in line]
        return seconds


def parse_arguments():
    words, flags = sys.argv[1:], []
    if "--" in words:
        split = words.index("--")
        words, flags = words[:split], words[split + 1:]
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", metavar="FILE|FOLDER")
    parser.add_argument("--warplint", required=True)
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--run-clang-tidy", default="run-clang-tidy-22")
    parser.add_argument("--plugin", metavar="libWarplintTidy.so")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--files", type=int, default=60)
    parser.add_argument("--jobs", "-j", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args(words)
    arguments.flags = flags
    return arguments


def main():
    arguments = parse_arguments()
    seconds = {name: [] for name in
               ("clang", "tidy", "cold", "again", "touched",
                "unchanged")}
    if arguments.plugin:
        seconds |= {"plugin": [], "plugin again": []}
    said = []
    with tempfile.TemporaryDirectory() as folder:
        build = Build(arguments, folder)
        build.collect()
        if not build.files:
            sys.exit("bench: error: no file that clang parses")
        for _ in range(arguments.runs):
            seconds["clang"].append(build.clang())
            seconds["tidy"].append(build.tidy())
            build.forget()
            seconds["cold"].append(build.warplint())
            said = build.said
            build.touch()
            seconds["again"].append(build.warplint())
            build.touch()
            seconds["touched"].append(build.warplint())
            seconds["unchanged"].append(build.warplint())
            if arguments.plugin:
                build.forget()
                seconds["plugin"].append(build.plugin())
                build.touch()
                build.plugin()
                build.touch()
                seconds["plugin again"].append(build.plugin())
        print(f"{len(build.files)} files, {build.left_out} left out; "
              f"{arguments.jobs} at a time")
    medians = {name: bench.statistics.median(all_)
               for name, all_ in seconds.items()}
    print(f"{'':12}{'s':>8}{'of tidy':>10}{'tidy over it':>14}")
    for name, median in medians.items():
        print(f"{name:12}{median:8.2f}{median / medians['tidy']:10.3f}"
              f"{medians['tidy'] / median:14.1f}")
    print(*said, sep="\n")


if __name__ == "__main__":
    main()
