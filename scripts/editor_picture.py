#!/usr/bin/env python3
"""Draws a terminal with an editor in it: Neovim opens a kernel, shows what the
language server says of it, and hovers over the access.

    scripts/editor_picture.py --warplint build/tools/warplint/warplint -o editor.svg

Needs Neovim and tmux. What follows "--" are flags of the compiler.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

import terminal_svg

COLUMNS, LINES = 120, 44


def screen_with(command, folder):
    """Of the editor, once it shows the map."""
    here = pathlib.Path(__file__)
    folder.joinpath("gather.cu").write_text(here.with_suffix(".cu").read_text())
    words = ", ".join("[[%s]]" % word for word in command)
    folder.joinpath("init.lua").write_text(here.with_suffix(".lua").read_text().replace("COMMAND", "{ %s }" % words))
    tmux = ["tmux", "-L", folder.name, "-f", "/dev/null"]
    subprocess.run(
        [*tmux, "new-session", "-d", "-x", str(COLUMNS), "-y", str(LINES), "env",
         f"XDG_STATE_HOME={folder}", "TERM=tmux-256color",
         "nvim", "-u", "init.lua", "-i", "NONE", "-n", "gather.cu"],
        cwd=folder, check=True)
    try:
        for _ in range(240):
            time.sleep(0.25)
            run = subprocess.run([*tmux, "capture-pane", "-e", "-p"], check=True,
                                 capture_output=True, text=True)
            if "as declared" in run.stdout:
                time.sleep(1)
                return subprocess.run([*tmux, "capture-pane", "-e", "-p"], check=True,
                                      capture_output=True, text=True).stdout
        sys.exit(f"the editor shows no map:\n{run.stdout}")
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--warplint", required=True)
    parser.add_argument("-o", dest="output", required=True)
    words = sys.argv[1:]
    dashes = words.index("--") if "--" in words else len(words)
    args = parser.parse_args(words[:dashes])
    command = [str(pathlib.Path(args.warplint).resolve()), "lsp", *words[dashes:]]
    with tempfile.TemporaryDirectory() as folder:
        screen = screen_with(command, pathlib.Path(folder))
        pathlib.Path(args.output).write_text(terminal_svg.drawn(screen, COLUMNS))


if __name__ == "__main__":
    main()
