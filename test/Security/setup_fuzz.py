#!/usr/bin/env python3
"""Changes a project's set-up at random and lints it after each step, with the cache
and without: exit code, standard output and standard error have to be the same.

  setup_fuzz.py PROGRAM [--seed N] [--steps N] [--keep FOLDER] [--no-fifos]

What changes: databases, flags files, options files, settings and baselines in three
folders (good ones, malformed ones, links to nowhere), headers that appear, go and hide
each other, sources, files with launches, the root of the repository, links, the
environment and the command line. Times of change stay what they were, now and then.

On a difference, the steps that lead there are told, as few as will do, and both
outputs. Exit code 1.
"""

import argparse
import collections
import difflib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

STUB = """#pragma clang system_header
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#include <__clang_cuda_builtin_vars.h>
struct dim3 { unsigned x, y, z; dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1); };
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, unsigned long = 0, void * = nullptr);
"""
FOLDERS = ["", "src/", "src/deep/"]
SOURCES = ["a.cu", "src/b.cu", "src/deep/c.cu", "src/part.cuh"]
# Where a name is looked up, in the order of most commands.
INCLUDES = ["near", "far", "linked"]
HEADERS = ["stride.h", "more.h", "shape.h"]

# ----------------------------------------------------------------------------
# What a step does: actions on files below the project, on the environment and on
# the command line. They are data, so that they can be done again.
# ----------------------------------------------------------------------------

Action = collections.namedtuple("Action", "what name value keeps_time",
                                defaults=("", False))


class State:
    """A project, and how it is linted."""

    def __init__(self, folder):
        self.folder = folder
        self.project = folder / "project"
        self.environment, self.options, self.files = {}, [], SOURCES[:2]
        shutil.rmtree(folder, ignore_errors=True)
        self.project.mkdir(parents=True)
        for toolkit in ("toolkit", "other-toolkit"):
            include = folder / toolkit / "include"
            include.mkdir(parents=True)
            (folder / toolkit / "nvvm/libdevice").mkdir(parents=True)
            (folder / toolkit / "bin").mkdir()
            (folder / toolkit / "bin/nvcc").touch()
            (include / "cuda_runtime.h").touch()
            version = 12080 if toolkit == "toolkit" else 12060
            (include / "cuda.h").write_text(f"#define CUDA_VERSION {version}\n")
        # In the place of Clang's own, which would want all of a toolkit.
        (folder / "shadow").mkdir()
        (folder / "shadow/__clang_cuda_runtime_wrapper.h").write_text(STUB)
        (folder / "stub.h").write_text(STUB)

    def path(self, name):
        return self.project / name

    @staticmethod
    def remove(path):
        if path.is_symlink() or path.is_file() or path.is_fifo():
            path.unlink()
        elif path.is_dir():
            shutil.rmtree(path)

    def do(self, action):
        what, name, value, keeps_time = action
        if what == "options":
            self.options = value
        elif what == "files":
            self.files = value
        elif what == "environment":
            self.environment = dict(self.environment, **{name: value})
        else:
            self.change(what, self.path(name), value, keeps_time)

    def change(self, what, path, value, keeps_time):
        # Something else may have taken a folder's place.
        for folder in reversed(path.relative_to(self.project).parents[:-1]):
            folder = self.project / folder
            if not folder.is_dir():
                self.remove(folder)
                folder.mkdir()
        times = None
        if keeps_time and path.is_file():
            times = (path.stat().st_atime_ns, path.stat().st_mtime_ns)
        self.remove(path)
        if what == "write":
            path.write_text(value.replace("{project}", str(self.project))
                            .replace("{top}", str(self.folder)))
            if times:
                os.utime(path, ns=times)
        elif what == "link":
            path.symlink_to(value.replace("{project}", str(self.project)))
        elif what == "fifo":
            os.mkfifo(path)
        elif what == "folder":
            path.mkdir()

    def lint(self, program, cached):
        environment = {
            name: value for name, value in os.environ.items()
            if name not in ("CPATH", "CUDA_PATH", "CUDA_HOME", "XDG_CACHE_HOME")}
        environment |= {"WARPLINT_CACHE_DIR": str(self.folder / "cache"),
                        "HOME": str(self.folder / "home")}
        environment |= {n: v.format(project=self.project, top=self.folder)
                        for n, v in self.environment.items()}
        options = [o.replace("{project}", str(self.project))
                   .replace("{top}", str(self.folder)) for o in self.options]
        flags = []
        if "--" in options:
            at = options.index("--")
            options, flags = options[:at], options[at:]
        if not any(o.startswith("--cuda-path") for o in options):
            options.append(f"--cuda-path={self.folder}/toolkit")
        command = [program, *([] if cached else ["--no-cache"]), *options,
                   *self.files, *flags]
        run = subprocess.Popen(command, cwd=self.project, env=environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = run.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()
            return command, ("not done after 30 seconds", b"", b"")
        return command, (run.returncode, out, err)


# ----------------------------------------------------------------------------
# Steps
# ----------------------------------------------------------------------------


class Steps:
    """Makes them, each a list of actions, from a seed."""

    def __init__(self, seed, fifos):
        self.random = random.Random(seed)
        self.baselines = ['{"warplint-baseline":1}\n']
        self.makers = [
            (8, self.source), (8, self.header), (6, self.database), (3, self.flags_file),
            (3, self.options_file), (6, self.settings), (3, self.baseline),
            (4, self.launches), (2, self.repository), (3, self.link),
            (3, self.environment), (6, self.options), (5, self.files),
            (14, self.back), (2, self.nothing), (1, self.folder)]
        self.past = {}  # By file: the actions on it.
        self.broken, self.is_bad = [], False
        if fifos:
            self.makers.append((1, self.fifo))

    def next(self):
        if self.broken and self.maybe(0.3):
            actions = self.before(self.broken.pop(0))
        else:
            self.is_bad = False
            actions = self.random.choices([m for _, m in self.makers],
                                          [w for w, _ in self.makers])[0]()
            if self.is_bad and actions:
                self.broken.append(actions[0].name or actions[0].what)
        self.note(actions)
        return actions

    def note(self, actions):
        for action in actions:
            key = action.name or action.what
            self.past.setdefault(key, []).append(action)
            if key in self.past:  # The newest last.
                self.past[key] = self.past.pop(key)

    def back(self):
        """Something is what it was before, most likely what was changed last."""
        names = list(self.past)
        return self.before(
            names[-1 - min(int(self.random.expovariate(0.4)), len(names) - 1)])

    def before(self, name):
        if len(self.past.get(name, [])) > 1:
            return [self.past[name][-2]]
        if name in ("CPATH", "options", "files"):
            return []
        return [Action("remove", name)]

    def bad(self, text):
        """Text that is wrong, and better taken back before long."""
        self.is_bad = True
        return text

    def pick(self, *values):
        return self.random.choice(values)

    def maybe(self, chance):
        return self.random.random() < chance

    def write(self, name, text):
        return Action("write", name, text, self.maybe(0.3))

    def nothing(self):
        return []

    def source(self):
        name = self.pick(*SOURCES)
        return [self.write(name, self.source_text(name))]

    def source_text(self, name):
        kernel = pathlib.Path(name).stem
        lines = []
        if self.maybe(0.6):
            lines += ['#include "stride.h"']
        if self.maybe(0.5):
            lines += ['#if __has_include("more.h")', '#include "more.h"', "#endif"]
        if self.maybe(0.2):
            lines += ['#include "shape.h"']
        if self.maybe(0.2) and kernel != "part":
            lines += ['#include "part.cuh"']
        if self.maybe(0.07):
            lines += [self.bad(self.pick("// warplint: block(16)", "// NOLINTBEGIN",
                                "// warplint: assume(n == 3)", "// warplint: blok(1)",
                                "int broken = ;"))]
        lines += ["#ifndef STRIDE", f"#define STRIDE {self.pick(1, 2, 8)}", "#endif",
                  "#ifndef BLOCK", f"#define BLOCK {self.pick(16, 32, 64)}", "#endif"]
        index = self.pick("STRIDE * threadIdx.x", "2 * threadIdx.x", "n * threadIdx.x",
                          "threadIdx.x", "threadIdx.x / STRIDE", "8 * threadIdx.x",
                          "STRIDE * threadIdx.x + n")
        if self.maybe(0.05):
            index = self.bad("undeclared")
        note = self.pick("", "", "", "", " // NOLINT", " // NOLINT(other)",
                         " // warplint: expect(wavefronts == ideal)")
        lines += [f"__global__ void {kernel}(float *out, int n) {{",
                  f"  __shared__ float tile[{self.pick(1024, 2048)}];",
                  f"  out[threadIdx.x] = tile[{index}];{note}", "}"]
        if self.maybe(0.4):
            lines += [f"void run_{kernel}(float *out) {{ {kernel}<<<1, BLOCK>>>(out, "
                      f"{self.pick(1, 4, 32)}); }}"]
        return "\n".join(lines) + "\n"

    def header(self):
        name = f"{self.pick(*INCLUDES[:2])}/{self.pick(*HEADERS)}"
        if self.maybe(0.2):  # Beside a source, before all folders.
            name = self.pick(*FOLDERS) + self.pick(*HEADERS)
        if self.maybe(0.4):
            return [Action("remove", name)]
        text = self.pick("", "#pragma once\n") + self.pick(
            "#undef STRIDE\n#define STRIDE 1\n", "#undef STRIDE\n#define STRIDE 2\n",
            "#undef STRIDE\n#define STRIDE 4\n", "#undef STRIDE\n#define STRIDE 32\n",
            "#undef BLOCK\n#define BLOCK 32\n", "#undef BLOCK\n#define BLOCK 48\n",
            '#include "more.h"\n', '#include <shape.h>\n', "")
        if self.maybe(0.1):
            text = self.bad(self.pick("int broken = ;\n", "#error no\n"))
        return [self.write(name, text)]

    def flags(self):
        order = INCLUDES[:]
        self.random.shuffle(order)
        flags = ["-include", "{top}/stub.h", "-nocudalib"]
        if self.maybe(0.8):
            flags += ["-nocudainc"]
        for folder in order[:self.random.randrange(4)]:
            flags += [f"-I{{project}}/{folder}" if self.maybe(0.8) else f"-I{folder}"]
        flags += [f"-DBLOCK={self.pick(16, 32, 96)}"] if self.maybe(0.3) else []
        flags += [f"-DSTRIDE={self.pick(2, 16)}"] if self.maybe(0.2) else []
        flags += [self.pick("-std=c++17", "-std=c++20", "-arch=sm_80", "-Dn=3",
                            "--cuda-gpu-arch=sm_75", "-Wall", "-no-such-flag",
                            "@{project}/args.txt")]
        return flags

    def database_text(self):
        if self.maybe(0.25):
            return self.bad(self.pick(
                "", "[]", "{}", "[", "[{", "[1]", "null", "\0\0\0", '[{"directory": 1}]',
                '[{"file": "a.cu"}]', "not JSON",
                '[{"directory": "{project}", "file": "a.cu"}]'))
        entries = []
        for name in self.random.sample(SOURCES + ["launches.cu", "gone.cu"],
                                       self.random.randrange(1, 6)):
            words = [self.pick("clang++", "nvcc", "ccache clang++"), *self.flags()]
            words += ["--options-file", "args.txt"] if self.maybe(0.2) else []
            words += ["-c", name]
            entry = {"directory": "{project}", "file": name}
            if self.maybe(0.5):
                entry["command"] = " ".join(words)
            else:
                entry["arguments"] = " ".join(words).split(" ")
            if self.maybe(0.1):
                entry["extra"] = "key"
            entries.append(entry)
        return json.dumps(entries, indent=self.pick(None, 1))

    def somewhere(self, name):
        return self.pick(*FOLDERS) + name

    def one_of(self, name, text):
        """A file comes, goes, or is a link."""
        if self.maybe(0.3):
            return [Action("remove", name)]
        if self.maybe(0.1):
            return [Action("link", name, self.bad(self.pick(
                "nowhere", name.split("/")[-1], "{project}", "spare")))]
        return [self.write(name, text)]

    def database(self):
        name = self.somewhere(self.pick("compile_commands.json",
                                        "build/compile_commands.json"))
        return self.one_of(name, self.database_text())

    def flags_file(self):
        return self.one_of(self.somewhere("compile_flags.txt"),
                           "\n".join(self.flags()) + "\n")

    def options_file(self):
        return self.one_of("args.txt", self.pick("-DBLOCK=64\n", "-DSTRIDE=4\n", "",
                                                 "@args.txt\n", "-I{project}/near\n",
                                                 '"\n'))

    def settings(self):
        lines = self.random.sample(
            ["InheritParentConfig: true", "MinWavefronts: 3", "MinExcess: 200",
             "Checks: '-warplint-bank-*'", "ReportClean: true", "Layouts: false",
             "ReportUnproven: true", "Block: ['16x2']", "Assume: ['n == 2']",
             "Arch: sm_80", "Sort: source", "FailOn: never", "Baseline: baseline.json",
             "WarningsAsErrors: '*'", "HeaderFilterRegex: 'stride'",
             "SystemHeaders: true", "Assume: ['a:n == 4']"], self.random.randrange(4))
        text = "\n".join(lines) + "\n"
        if self.maybe(0.12):
            text = self.bad(self.pick(
                "Nonsense: 1\n", "Checks: [", "- list\n", "\0", "Arch: 1\n",
                "Layouts: maybe\n", "---\nLayouts: true\n---\nSort: x\n"))
        return self.one_of(self.somewhere(".warplint"), text)

    def baseline(self):
        return self.one_of(self.somewhere("baseline.json"),
                           self.pick(*self.baselines, *self.baselines, "{"))

    def launches(self):
        lines = []
        for name in self.random.sample(SOURCES, 2):
            kernel = pathlib.Path(name).stem
            lines += [f"__global__ void {kernel}(float *out, int n);",
                      f"void far_{kernel}(float *out) {{ {kernel}<<<2, "
                      f"{self.pick(8, 32, 64)}>>>(out, {self.pick(1, 2)}); }}"]
        if self.maybe(0.3):
            lines = ['#include "src/part.cuh"', *lines[2:]]
        return self.one_of("launches.cu", "\n".join(lines) + "\n")

    def repository(self):
        name = self.pick(*FOLDERS) + ".git"
        return [Action(self.pick("folder", "remove"), name)]

    def link(self):
        which = self.random.randrange(4)
        if which == 0:
            return [Action("link", "linked", self.pick("near", "far", "nowhere", "src"))]
        if which == 1:  # A source that is a link, and back again.
            return [self.write("spare", self.source_text("spare.cu")),
                    Action("link", self.pick(*SOURCES[:3]), "{project}/spare")]
        if which == 2:
            return [Action("link", "linked", "near"),
                    self.write("near/stride.h", "#define STRIDE 16\n")]
        return [Action("link", "far", self.pick("near", "src"))] if self.maybe(0.5) \
            else [Action("remove", "far")]

    def folder(self):
        return [Action("folder", self.bad(self.pick(
            "near/stride.h", "compile_commands.json", ".warplint", "args.txt",
            "compile_flags.txt", "baseline.json", "near/more.h")))]

    def fifo(self):
        return [Action("fifo", self.bad(self.pick(
            "near/stride.h", "compile_commands.json", ".warplint", "args.txt",
            "src/compile_flags.txt", "baseline.json", "far/more.h")))]

    def environment(self):
        value = self.pick("{top}/shadow", "{top}/shadow", "{project}/near:{top}/shadow",
                          "{top}/shadow:{project}/far")
        return [Action("environment", "CPATH", value)]

    def options(self):
        options = self.random.sample(
            ["--block=16", "--block=a:32x2", "--report-clean", "--report-unproven",
             "--format=json", "--format=sarif", "--format=github", "--quiet",
             "--checks=-warplint-bank-conflict", "--checks=*", "--stats",
             "--min-wavefronts=4", "--arch=sm_80", "--fix-style=pad",
             "--sort=source", "--strict", "--show-parse-errors", "--keep-going",
             "--assume=n==2", "--line-filter=[{\"name\":\"a.cu\"}]",
             "--header-filter=stride", "--warnings-as-errors=*", "--fail-on=remark",
             "--config-file=spare", "--baseline=baseline.json",
             "--root={project}/src", "--layouts=false", "--as-written",
             "--cuda-path={top}/other-toolkit", "--cuda-path={top}/nowhere",
             "--system-headers", "--color=always", "-j2", "-j1", "-p=.", "-p=src"],
            self.pick(0, 0, 1, 1, 2))
        formats = [o for o in options if o.startswith("--format")]
        options = [o for o in options if o not in formats[1:]]
        if self.maybe(0.15):
            options += ["--", "-include", "{top}/stub.h", "-nocudainc", "-nocudalib",
                        "-Inear", "-Ifar"]
        if any("nowhere" in o or o.startswith("-p") for o in options):
            self.bad("")
        return [Action("options", "", options)]

    def files(self):
        names = self.random.sample(SOURCES + ["launches.cu"], self.pick(1, 2, 2, 3))
        if self.maybe(0.05):
            names.append("gone.cu")
        return [Action("files", "", names)]

    def first(self):
        """What is there at the beginning."""
        actions = [self.write(name, self.source_text(name)) for name in SOURCES]
        actions += [self.write("spare", "Layouts: false\n"),
                    self.write("baseline.json", self.baselines[0])]
        actions += [self.write("near/stride.h", "#define STRIDE 2\n"),
                    self.write("far/stride.h", "#define STRIDE 4\n"),
                    Action("link", "linked", "far"), Action("folder", ".git"),
                    Action("environment", "CPATH", "{top}/shadow")]
        for name in SOURCES:  # As --write-baseline has it, of a finding that is common.
            self.baselines.append(
                '{"warplint-baseline":1}\n' + json.dumps(
                    {"check": "warplint-bank-conflict", "file": name,
                     "kernel": pathlib.Path(name).stem + "(float*, int)",
                     "array": "tile", "wavefronts": 32, "count": 1, "source":
                     "out[threadIdx.x] = tile[STRIDE * threadIdx.x];"},
                    separators=(",", ":")) + "\n")
        self.note(actions)
        return actions


# ----------------------------------------------------------------------------
# Runs
# ----------------------------------------------------------------------------


def replayed(folder, steps, program):
    """The first step after which the cache makes a difference, and the difference."""
    state = State(folder)
    for number, actions in enumerate(steps):
        for action in actions:
            state.do(action)
        command, kept = state.lint(program, cached=True)
        _, fresh = state.lint(program, cached=False)
        if kept != fresh:
            return number, command, kept, fresh
    return None


def fewest(folder, steps, program, seconds):
    """Steps of \p steps that are enough for a difference after the last of them."""
    end = time.monotonic() + seconds
    size = len(steps) // 2
    while size:
        at = 1  # The first one makes the project.
        while at < len(steps) - 1 and time.monotonic() < end:
            fewer = steps[:at] + steps[min(at + size, len(steps) - 1):]
            found = replayed(folder, fewer, program)
            if found:
                steps = fewer[:found[0] + 1]
            else:
                at += size
        size //= 2
    return steps


def described(action):
    what, name, value, keeps_time = action
    text = f"{what} {name} {value!r}" if value != "" else f"{what} {name}"
    return text + (", with the time that it had" if keeps_time else "")


def tell(steps, difference):
    number, command, kept, fresh = difference
    for step, actions in enumerate(steps[:number + 1]):
        if step == 0:
            print("  the project as it begins")
        for action in actions if step or number < 3 else []:
            print(f"  step {step}: {described(action)}")
        if not actions:
            print(f"  step {step}: nothing")
    print("command:", " ".join(command))
    if kept[0] != fresh[0]:
        print(f"exit code {kept[0]} with the cache, {fresh[0]} without")
    for name, old, new in (("standard output", kept[1], fresh[1]),
                           ("standard error", kept[2], fresh[2])):
        if old != new:
            print(name + ":")
            print("\n".join(difflib.unified_diff(
                old.decode(errors="replace").splitlines(),
                new.decode(errors="replace").splitlines(),
                "with the cache", "without", lineterm="")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=2000,
                        help="the variable WARPLINT_FUZZ_STEPS comes before it")
    parser.add_argument("--keep", help="work in this folder, and leave it")
    parser.add_argument("--no-fifos", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="tell of each step")
    parser.add_argument("--minimise", type=int, default=60, metavar="SECONDS",
                        help="how long to look for fewer steps")
    arguments = parser.parse_args()
    count = int(os.environ.get("WARPLINT_FUZZ_STEPS") or arguments.steps)
    folder = pathlib.Path(arguments.keep or tempfile.mkdtemp(prefix="setup-fuzz-"))
    folder = folder.resolve()
    try:
        steps = Steps(arguments.seed, not arguments.no_fifos)
        done = [steps.first()]
        state = State(folder / "walk")
        codes = collections.Counter()
        hits = 0
        for action in done[0]:
            state.do(action)
        for number in range(count):
            actions = steps.next() if number else []
            done.append(actions)
            for action in actions:
                state.do(action)
            command, kept = state.lint(arguments.program, cached=True)
            _, fresh = state.lint(arguments.program, cached=False)
            codes[fresh[0]] += 1
            if arguments.verbose:
                print(number, [described(a)[:100] for a in actions], fresh[0],
                      fresh[2].decode(errors="replace")[:300], flush=True)
            if kept == fresh and kept[0] in (0, 1, 2):
                hits += b"warning: " in fresh[1]
                continue
            print(f"seed {arguments.seed}, step {number}: ", end="")
            print("a run with the cache differs from one without" if kept != fresh
                  else f"exit code {kept[0]}", flush=True)
            difference = (len(done) - 1, command, kept, fresh)
            if arguments.minimise and kept != fresh:
                fewer = fewest(folder / "replay", done, arguments.program,
                               arguments.minimise)
                again = replayed(folder / "replay", fewer, arguments.program)
                if again:
                    done, difference = fewer, again
                else:
                    print("(not so when the steps are done again)")
            if not arguments.minimise or len(done) > 30:
                done = [done[0], *done[-12:]]
                difference = (len(done) - 1, *difference[1:])
            tell(done, difference)
            return 1
        print(f"seed {arguments.seed}: {count} steps, no difference; exit "
              "codes " + ", ".join(f"{c}: {n}" for c, n in sorted(codes.items()))
              + f"; findings in {hits} runs")
        return 0
    finally:
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
