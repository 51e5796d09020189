"""Measures warplint and compares its results with other sources of truth.

    python3 scripts/lab COMMAND ...
    python3 scripts/lab COMMAND --help
"""

import importlib
import pathlib
import sys

if not __package__:  # Run as a folder.
    sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)

from lab.run import Failure  # noqa: E402  pylint: disable=wrong-import-position

# Command to its module and subject.
COMMANDS = {
    "answers": ("answers", "whether a result depends on how it was computed"),
    "barriers": ("barriers", "barriers removed from kernels without races"),
    "bench": ("bench", "time compared with clang and clang-tidy"),
    "cost": ("cost", "busiest pipes and bounds, compared with a GPU"),
    "edits": ("edits", "edits of test/gpu/edits, compared with comments and a GPU"),
    "fixes": ("fixes", "edits of public programs, and their gain on a GPU"),
    "foreign": ("foreign", "public repositories without their builds"),
    "functions": ("functions", "functions with shared memory, from the text alone"),
    "gallery": ("gallery", "the pages of examples/"),
    "hosts": ("hosts.check", "launches of random host programs"),
    "issued": ("issued", "rules for merged accesses, compared with machine code"),
    "joins": ("joins", "random kernels with accesses that nvcc may merge"),
    "kernels": ("kernels.check", "costs of random kernels"),
    "lsp": ("lsp", "time from an edit to its diagnostics"),
    "mine": ("requests.mine", "the rules on the GPU of this machine"),
    "missing": ("missing", "files without something that they need"),
    "mutants": ("mutants", "damaged files under sanitizers"),
    "requests": ("requests.measure", "costs of single requests on a GPU"),
    "same": ("same", "outputs of two builds"),
    "sectors": ("sectors", "global memory of public programs, compared with a GPU"),
    "speed": ("speed", "edits compared with handwritten variants, timed"),
    "sweep": ("sweep", "public repositories with their builds"),
    "triton": ("triton", "Triton kernels, compared with a GPU"),
    "validate": ("validate", "test/gpu, compared with its comments and a GPU"),
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
