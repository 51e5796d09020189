"""Compares programs after `warplint --fix` with comments in the source and with a GPU.

    lab edits check FILE -o FOLDER    lints the original program and its version by each
                                      --fix-style, and compares with the comments
    lab edits measure FILE -o FOLDER  also compiles all versions with nvcc, runs them, and
                                      counts wavefronts with ncu; writes
                                      FOLDER/measured.json

Comments have the expected counts: "// expect KERNEL: ld=N st=N" for the original,
"// fixed KERNEL: ..." for the style `expression`, "// padded KERNEL: ..." for `pad`,
"// auto KERNEL: ..." for `auto`; see lab validate. Styles without comments are omitted.

All versions must print the same hashes of their output. A launch of one block must have
exactly the predicted wavefronts. With many blocks per SM the counters may be one percent
higher.

Exit code: 0; 1 if something differs; 2 for an error.
"""

import argparse
import json
import pathlib
import re
import shutil

from lab import gpu, validate
from lab.run import Parser, lint, output, parallel

# Style, and the word of its expectations.
STYLES = {"original": "expect", "expression": "fixed", "pad": "padded",
          "auto": "auto"}
FLAGS = ["-std=c++17"]
COLUMNS = ["ld", "st"]
MANY = 528  # Blocks: four for each multiprocessor of an H100.
TOLERANCE = 0.01
METRICS = {column: gpu.COUNTERS[column] for column in COLUMNS} | {"time": gpu.TIME}


def fix(options: argparse.Namespace, program: pathlib.Path, style: str) -> None:
    output([options.warplint, "--fix", f"--fix-style={style}", program, "--", *FLAGS], (0, 1))


def prepare(options: argparse.Namespace, style: str) -> pathlib.Path:
    """The program in a folder of its own, with the comments of its style."""
    source = options.file.resolve()
    folder = options.output / style
    folder.mkdir(parents=True)
    program = folder / source.name
    shutil.copy(source, program)
    shutil.copy(source.parent / "edited.h", folder)
    if style != "original":
        fix(options, program, style)
        text = re.sub(r"^// expect .*\n", "", program.read_text(), flags=re.MULTILINE)
        program.write_text(re.sub(rf"^// {STYLES[style]} ", "// expect ", text,
                                  flags=re.MULTILINE))
    return program


def check(programs: dict[str, pathlib.Path], options: argparse.Namespace) -> list[str]:
    """Where prediction and comments differ, one line each."""
    wrong = []
    answers = parallel(lambda program: validate.predicted(lint(
        options.warplint, program, "--layouts=false", flags=FLAGS)), programs.values())
    for (style, program), found in zip(programs.items(), answers):
        # Of copies, which these programs fill their tiles with, nothing is derived.
        expected = validate.derived(program)
        wrong += [f"{style}: {kernel}: {column} {expected[kernel][column]} derived, "
                  f"{found[kernel][column]} predicted"
                  for kernel in sorted(expected.keys() & found.keys())
                  for column in COLUMNS if expected[kernel][column] != found[kernel][column]]
        wrong += [f"{style}: {kernel} is only predicted or only expected"
                  for kernel in sorted(expected.keys() ^ found.keys())]
    return wrong


def measure(programs: dict[str, pathlib.Path], options: argparse.Namespace) -> list[str]:
    """What differs, one line each; all figures are written to measured.json."""
    binaries = {style: program.with_suffix("") for style, program in programs.items()}
    list(parallel(lambda style: output([options.nvcc, "-O2", *FLAGS, f"-arch={options.arch}",
                                        "-o", binaries[style], programs[style]]), programs))
    wrong, figures = [], {}
    for blocks in (1, MANY):
        outputs = {style: output([binary, blocks]) for style, binary in binaries.items()}
        wrong += [f"{style}: the output is another, {blocks} blocks"
                  for style in binaries if outputs[style] != outputs["original"]]
        room = 0 if blocks == 1 else TOLERANCE
        for style, binary in binaries.items():
            expected = validate.derived(programs[style])
            for name, found in gpu.profile(options, [binary, blocks], METRICS):
                kernel = gpu.kernel_name(name)
                entry = figures.setdefault(kernel, {}).setdefault(style, {})
                entry["derived"] = {c: expected[kernel][c] for c in COLUMNS}
                entry["one" if blocks == 1 else "many"] = found
                for column in COLUMNS:
                    known = expected[kernel][column] * blocks
                    if not 0 <= found[column] - known <= room * known:
                        wrong.append(f"{style}: {kernel}, {blocks} blocks: {column} {known} "
                                     f"derived, {found[column]:.0f} measured")
    (options.output / "measured.json").write_text(json.dumps(
        {"file": options.file.name, "blocks": MANY, "kernels": figures},
        indent=1) + "\n")
    return wrong


def main(words: list[str]) -> int:
    parser = Parser("edits", __doc__)
    parser.add_argument("action", choices=["check", "measure"])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, default="edits",
                        help="the folder that is written (default: edits)")
    parser.program(jobs=False)
    gpu.add_toolkit(parser)
    options = parser.read(words)
    shutil.rmtree(options.output, ignore_errors=True)
    options.output.mkdir(parents=True)
    shutil.copy(options.file.resolve().parent.parent / "launch.h", options.output)
    text = options.file.read_text()
    styles = [style for style, word in STYLES.items() if f"// {word} " in text]
    programs = dict(zip(styles, parallel(lambda style: prepare(options, style), styles)))
    wrong = check(programs, options)
    if options.action == "measure":
        wrong += measure(programs, options)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0
