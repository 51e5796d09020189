#!/usr/bin/env python3
"""Checks that what documentation and comments refer to is there.

Relative links of Markdown files lead to a file, and to a heading of it. A comment
of the sources names files that exist, and its first line the file that it is in.

Prints what is wrong, one line each. Exit code: 0, or 1 when something is.
"""

import argparse
import pathlib
import re
import sys

LINK = re.compile(r"\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.M)
FENCED = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
BANNER = re.compile(r"//===- ([\w.]+) - ")
# A path from the root of the repository, or a file by its name alone; neither
# behind what makes it part of another path.
NAMED = re.compile(r"(?<![\w/<.*-])((?:lib|include/warplint|tools|scripts|docs|"
                   r"unittests|test|cmake)/[\w/.-]*\w|[A-Z]\w+\.(?:h|cpp|def))\b")
FOLDERS = ("lib", "include", "tools", "unittests", "fuzz")


def anchor(heading):
    """The name by which a heading is linked, as GitHub makes it."""
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def wrong_links(root, path):
    text = FENCED.sub("", path.read_text(encoding="utf-8"))
    for name, heading in LINK.findall(text):
        target = path.parent / name if name else path
        if not target.exists():
            yield f"{path.relative_to(root)}: no file '{name}'"
        elif heading and target.suffix == ".md" and heading not in map(
                anchor, HEADING.findall(
                    FENCED.sub("", target.read_text(encoding="utf-8")))):
            yield f"{path.relative_to(root)}: no heading '{name}#{heading}'"


def wrong_names(root, path, files):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        comment = re.search(r"(?:^|\s)//(.*)", line)
        if not comment:
            continue
        banner = BANNER.match(line)
        if banner and number == 1:
            if banner[1] != path.name:
                yield f"{path.relative_to(root)}:1: is not '{banner[1]}'"
            continue
        for name in NAMED.findall(comment[1]):
            if not (root / name).exists() and name not in files:
                yield f"{path.relative_to(root)}:{number}: no file '{name}'"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=pathlib.Path, nargs="?",
                        default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    sources = sorted(path for folder in FOLDERS
                     for path in (root / folder).rglob("*")
                     if path.suffix in (".h", ".cpp", ".def"))
    documents = sorted([*root.glob("*.md"), *(root / "docs").rglob("*.md"),
                        *(root / "examples").rglob("*.md")])
    files = {path.name for path in sources}
    wrong = [line for path in documents for line in wrong_links(root, path)]
    wrong += [line for path in sources for line in wrong_names(root, path, files)]
    for line in wrong:
        print(line)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
