"""What a program of lab hosts launches, and what warplint says of it."""

import json
import pathlib
import re
from collections.abc import Callable, Iterable
from typing import Any

from lab.hosts.programs import Program
from lab.run import STUB, Failure, lint, output, run

HERE = pathlib.Path(__file__).resolve().parent
LIMITS = (1024, 1024, 64)

SHAPE = "#pragma once\nstruct Shape {\n  unsigned char rows;\n  int pitch;\n};\n"

Row = tuple[Any, ...]  # a kernel, and the numbers of one of its launches


def flags(folder: pathlib.Path) -> list[str]:
    return [*STUB, "-Wno-c++11-narrowing", f"-I{folder}"]


def write(programs: Iterable[Program], folder: pathlib.Path) -> None:
    """A folder a program, each with a compilation database of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "launch_config.h").write_text((HERE / "launch_config.h").read_text())
    (folder / "shape.h").write_text(SHAPE)
    for program in programs:
        own = folder / program.space
        own.mkdir(exist_ok=True)
        for old in own.iterdir():
            old.unlink()
        texts = program.files()
        for name, text in texts.items():
            (own / name).write_text(text)
        (own / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(own), "file": name,
              "arguments": ["clang++", *flags(folder), "-c", name]}
             for name in texts], indent=0))


def driver(programs: list[Program], folder: pathlib.Path) -> str:
    """The files with go, and the tables of what there is."""
    text, kernels, entries = "", "", ""
    for p in programs:
        text += f"#define main main_of_{p.space}\n#include \"{folder}/{p.space}/a.cu\"\n" \
                "#undef main\n"
        kept = "".join(f"values[{i}] = {value};" for i, value in enumerate(
            f"(*({kind} *)arguments[{i + 1}]){member}" for i, (kind, member) in
            enumerate(p.passed())))
        for name in p.kernels():
            kernels += f"{{(const void *){p.space}::{name}, {p.seed}, \"{name[0]}\", " \
                       "[](void **arguments, long long *values) { using namespace " \
                       f"{p.space}; {kept} }}, {len(p.passed())}}},\n"
        if p.has_main:
            entries += f"{{{p.seed}, true, [](int, int, int) {{ main_of_{p.space}(); }}}},\n"
            continue
        for entry in ("go", "enter")[:2 if p.has_enter() else 1]:
            text += f"namespace {p.space} {{ void {entry}(float *, int, int, int); }}\n"
            entries += f"{{{p.seed}, false, [](int a, int b, int c) " \
                       f"{{ {p.space}::{entry}(nullptr, a, b, c); }}}},\n"
    return text + """
struct Kernel { const void *handle; int program; const char *name;
                void (*values)(void **, long long *); int count; };
struct Entry { int program; bool isMain; void (*run)(int, int, int); };
extern const Kernel kernels[], *const first_kernel = kernels;
extern const Entry entries[], *const first_entry = entries;
""" + f"const Kernel kernels[] = {{\n{kernels}{{}}}};\n" \
        f"const Entry entries[] = {{\n{entries}{{}}}};\n"


def compiled(clang: str, command: list[str], folder: pathlib.Path) -> dict[int, str]:
    """Compiles; the seeds of programs that have errors, with these."""
    done = run([clang, *command], cwd=folder)
    bad = set(re.findall(r"/p(\d+)/\w+\.cu:\d+:\d+: error", done.err))
    if done.code and not bad:
        bad = set(re.findall(r"\bp(\d+)::", done.err))
    if done.code and not bad:
        raise Failure(f"{clang} {' '.join(command)}\n{done.err[:5000]}")
    return {int(seed): done.err for seed in bad}


def truth(programs: list[Program], folder: pathlib.Path,
          clang: str) -> tuple[dict[int, set[Row]], dict[int, str]]:
    """The launches of each program by seed, and the errors of those without."""
    if not (folder / "runtime.o").exists():
        compiled(clang, ["-std=c++17", "-O1", "-c", str(HERE / "runtime.cc")], folder)
    cuda = [*flags(folder), "-x", "cuda", "--cuda-host-only", "-Xclang",
            "-target-sdk-version=12.8", "-w", "-fsanitize=undefined",
            "-fno-sanitize=function,vptr", "-fsanitize-trap=undefined", "-ferror-limit=0", "-c"]
    steps = [[*cuda, "driver.cu"], [*cuda, "others.cu"],
             ["driver.o", "others.o", "runtime.o", "-o", "run"]]
    errors: dict[int, str] = {}
    bad: dict[int, str] = {0: ""}
    while programs and bad:
        (folder / "driver.cu").write_text(driver(programs, folder))
        (folder / "others.cu").write_text("".join(
            f"#include \"{folder}/{p.space}/{name}\"\n"
            for p in programs for name in p.files() if name != "a.cu"))
        bad = {}
        for step in steps:
            if step != steps[-1] or not bad:
                bad |= compiled(clang, step, folder)
        errors |= bad
        programs = [p for p in programs if p.seed not in bad]
    launches: dict[int, set[Row]] = {p.seed: set() for p in programs}
    for line in output([folder / "run"]).splitlines() if programs else ():
        seed, kernel, *numbers = line.split()
        launches[int(seed)].add((kernel, *map(int, numbers)))
    return launches, errors


class Launch:
    """One that came, with the cost of the kernel's load in it."""

    def __init__(self, program: Program, row: Row):
        self.kernel, *numbers = row
        self.grid, self.block = tuple(numbers[:3]), tuple(numbers[3:6])
        self.values = dict(zip(program.fact_names(), numbers[6:]))
        self.values["gridDim.x"] = self.grid[0]
        self.used = program.names_in_word(self.kernel)

    def is_made(self) -> bool:
        """CUDA refuses others."""
        x, y, z = self.block
        return 0 < x * y * z <= 1024 and all(
            n <= most for n, most in zip(self.block, LIMITS)) and all(
                0 < n < most for n, most in zip(self.grid, (2**31, 65536, 65536)))

    def wavefronts(self, index: Callable[..., int]) -> int:
        """The costliest warp: the most words in one bank."""
        x_size, y_size, z_size = self.block
        threads = [(x, y) for _ in range(z_size) for y in range(y_size)
                   for x in range(x_size)]
        worst = 0
        for start in range(0, len(threads), 32):
            words = {index(x, y, self.values) % 2**32 for x, y in threads[start:start + 32]}
            banks = [word % 32 for word in words]
            worst = max(worst, *(banks.count(bank) for bank in banks))
        return worst

    def __str__(self) -> str:
        values = "".join(f", {name} = {self.values[name]}" for name in self.used)
        return f"{self.kernel} block {self.block}{values}"


class Judged:
    """One launch that warplint judged the kernel for."""

    def __init__(self, launch: dict[str, Any], verdict: str, wavefronts: int | None):
        self.block = launch["block"] or [None] * 3
        self.source = launch["source"]
        self.values = {match[1]: int(match[2]) for text in launch["values"]
                       if (match := re.fullmatch(r"([\w.]+) = (-?\d+)", text))}
        self.verdict, self.wavefronts = verdict, wavefronts

    def is_of(self, launch: Launch) -> bool:
        return all(said in (None, came) for said, came in zip(self.block, launch.block)) and all(
            launch.values.get(name) == value for name, value in self.values.items())

    def is_known(self, used: Iterable[str] = ()) -> bool:
        return None not in self.block and all(name in self.values for name in used)

    def holds(self, launch: Launch, wavefronts: int) -> bool:
        """What is left open may cost as much."""
        if self.verdict == "unproven" or self.wavefronts is None:
            return self.verdict == "unproven"
        if self.is_known(launch.used):
            return self.wavefronts == wavefronts
        return self.wavefronts >= wavefronts

    def __str__(self) -> str:
        block = ",".join("?" if n is None else str(n) for n in self.block)
        values = "".join(f", {name} = {value}" for name, value in self.values.items())
        return f"block ({block}){values} from {self.source}: {self.verdict}, " \
               f"{self.wavefronts} wavefronts"


def judged(programs: list[Program], folder: pathlib.Path, warplint: str,
           jobs: int) -> tuple[dict[int, dict[str, list[Judged]]], dict[int, str]]:
    """What is said of each kernel, by seed and name, and errors by seed."""
    said: dict[int, dict[str, list[Judged]]] = {p.seed: {} for p in programs}
    errors = {}
    for file in lint(warplint, [f"{folder}/{p.space}/a.cu" for p in programs], f"-j{jobs}",
                     allowed=(0, 1, 2), env={"WARPLINT_CACHE_DIR": ""}) if programs else ():
        seed = int(re.search(r"/p(\d+)/a\.cu$", file["file"])[1])
        if file["hadErrors"]:
            errors[seed] = file["parseErrors"]
        for access in file["accesses"]:
            records = said[seed].setdefault(access["kernel"].rsplit("::", 1)[-1], [])
            worst = access["wavefronts"]["worst"] if access["wavefronts"] else None
            records += [Judged(access["launch"], access["verdict"], worst)] + [
                Judged(other["launch"], other["verdict"], other["wavefronts"])
                for other in access["otherLaunches"]]
    return said, errors


def problems(program: Program, rows: set[Row],
             said: dict[str, list[Judged]]) -> list[tuple[str, str]]:
    """The launches that came and were not judged, or with another figure."""
    found = []
    for row in sorted(rows):
        launch = Launch(program, row)
        if not launch.is_made():
            continue
        true = launch.wavefronts(program.word_of(launch.kernel))
        of_it = [j for j in said.get(launch.kernel, []) if j.is_of(launch)]
        if not of_it:
            found.append(("not judged", f"{launch} came and is not judged"))
        elif not any(j.holds(launch, true) for j in of_it):
            kind = "assumed" if all(j.source != "launch" for j in of_it) else "figure"
            found.append((kind, f"{launch} costs {true} wavefronts, judged as "
                          f"{max(j.wavefronts or 0 for j in of_it)}"))
    return found
