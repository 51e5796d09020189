"""Fails where docs/architecture.md has another order than check_layers.py."""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "scripts"))
import check_layers

page = (root / "docs/architecture.md").read_text(encoding="utf-8")
table = page.split("| folder |")[1].split("\n\n")[0]
told = []
for row in table.splitlines()[2:]:
    folders, _, rooms = (re.findall(r"`(\w+)`", cell)
                         for cell in row.strip("|").split("|"))
    for folder in folders:
        told += [f"{folder}/{room}" for room in rooms] + [folder]
assert told == check_layers.ORDER, f"{told}\n{check_layers.ORDER}"
