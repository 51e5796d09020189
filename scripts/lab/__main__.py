"""Measures warplint and holds what it says against other sources of truth.

    python3 scripts/lab COMMAND ...
    python3 scripts/lab COMMAND --help
"""

import importlib
import pathlib
import sys

if not __package__:  # Run as a folder.
    sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)

from lab.run import Failure  # noqa: E402  pylint: disable=wrong-import-position

# Command to its module and what it is about.
COMMANDS = {
    "answers": ("answers", "one answer to a file, however it is asked"),
    "barriers": ("barriers", "barriers taken away from kernels without races"),
    "bench": ("bench", "time beside clang and clang-tidy"),
    "cost": ("cost", "the busiest pipe against a GPU's counters"),
    "edits": ("edits", "edits of test/gpu/edits against their comments and a GPU"),
    "fixes": ("fixes", "edits of public programs, and what they gain on a GPU"),
    "foreign": ("foreign", "public repositories without their builds"),
    "functions": ("functions", "functions with shared memory, from the text alone"),
    "gallery": ("gallery", "the pages of examples/"),
    "hosts": ("hosts.check", "random host programs and their launches"),
    "issued": ("issued", "what nvcc joins against machine code"),
    "joins": ("joins", "random kernels with accesses that nvcc may join"),
    "kernels": ("kernels.check", "random kernels and their costs"),
    "lsp": ("lsp", "time from an edit to its diagnostics"),
    "mine": ("requests.mine", "the rules against the GPU at hand"),
    "missing": ("missing", "files without something that they need"),
    "mutants": ("mutants", "damaged files under sanitizers"),
    "requests": ("requests.measure", "what single requests cost on a GPU"),
    "same": ("same", "outputs of two builds"),
    "sectors": ("sectors", "global memory of public programs against a GPU"),
    "speed": ("speed", "edits beside what people write by hand, timed"),
    "sweep": ("sweep", "public repositories as they are built"),
    "triton": ("triton", "kernels in Triton against a GPU"),
    "validate": ("validate", "test/gpu against its comments and a GPU"),
}


def main() -> int:
    words = sys.argv[1:]
    if not words or words[0] not in COMMANDS:
        print(__doc__, *(f"  {name:12}{about}" for name, (_, about) in COMMANDS.items()),
              sep="\n", file=sys.stdout if words[:1] == ["--help"] else sys.stderr)
        return 0 if words[:1] == ["--help"] else 2
    module = importlib.import_module(f"lab.{COMMANDS[words[0]][0]}")
    try:
        return int(module.main(words[1:]) or 0)
    except (Failure, OSError, ValueError) as problem:
        print(f"lab {words[0]}: error: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
