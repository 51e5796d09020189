"""Runs the commands of a page's ```console blocks and compares what they print.

    documented_commands.py PAGE warplint

A block is "$ warplint ARGUMENTS", or "$ ./dev lint ARGUMENTS", and below it all that is
printed, errors too; "..." in it stands for what may be left out of a line.
"""

import difflib
import pathlib
import re
import shlex
import subprocess
import sys


def is_abridged(wanted, printed):
    """Whether a line is another with "..." in place of some of it."""
    return re.fullmatch(re.escape(wanted).replace(r"\.\.\.", ".*"), printed)


def main():
    page, warplint = pathlib.Path(sys.argv[1]).read_text(), sys.argv[2]
    wrong = count = 0
    for block in re.findall(r"^```console\n(.*?)^```$", page,
                            re.MULTILINE | re.DOTALL):
        command, wanted = block.split("\n", 1)
        words = shlex.split(command.removeprefix("$ ").replace("./dev lint", "warplint"))
        assert words[0] == "warplint", command
        result = subprocess.run([warplint, *words[1:]], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, check=False)
        count += 1
        lines = wanted.splitlines(), result.stdout.splitlines()
        if len(lines[0]) != len(lines[1]) or not all(map(is_abridged, *lines)):
            wrong += 1
            print(command)
            print(*difflib.unified_diff(*lines, lineterm=""), sep="\n")
    print(f"{count} commands, {wrong} wrong")
    return wrong != 0 or count == 0


sys.exit(main())
