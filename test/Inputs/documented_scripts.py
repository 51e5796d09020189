"""Runs the ```sh blocks of a page as they stand there, one after the other.

    documented_scripts.py PAGE FOLDER [WORD...]

FOLDER is where a reader would be; its neighbour "bin" has the programs that come before
those of PATH. Blocks that contain a WORD are left out; of "+WORD", those that do not. Prints
how many were run, and of each that failed what it printed. A run of warplint that finds something fails nothing.
"""

import os
import pathlib
import re
import subprocess
import sys


def main():
    page, folder, *without = sys.argv[1:]
    text = pathlib.Path(page).read_text(encoding="utf-8")
    programs = pathlib.Path(folder).resolve().parent / "bin"
    run = failed = left_out = 0
    for block in re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if any((word.lstrip("+") in block) != word.startswith("+") for word in without):
            left_out += 1
            continue
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", block], cwd=folder, check=False, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            env=os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"})
        run += 1
        if done.returncode:
            failed += 1
            print(f"{block}ended with {done.returncode}:\n{done.stdout}")
    print(f"{run} blocks, {failed} failed, {left_out} left out")
    return failed != 0 or run == 0


sys.exit(main())
