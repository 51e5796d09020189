#!/usr/bin/env python3
"""Checks the sentences for users in include/warplint/Messages.

A sentence is plain technical English: at most 90 characters before its first
semicolon, US spelling, none of the words in WORDS, no period at its end. Each is
used somewhere. --list prints them all.

Exit code: 0, or 1 when something is wrong.
"""

import argparse
import pathlib
import re
import sys

LONGEST = 90
# What is wrong, and what to write.
WORDS = {
    r"can not|can't|can’t": "cannot",
    r"mend\w*|remed\w+": "fix, suggested layout",
    r"whose": "a main clause",
    r"nobody\w*|somebody\w*": "the actor",
    r"not known|not decided": "unknown, unproven",
    r"left out|is left": "skipped",
    r"(?<!there )is no(?! longer)|are no(?! longer)": "is not a",
    r"told|tells?": "report, show",
    r"analys(?:e|ed|es|ing)|colou?red|colour|neighbour\w*|modelled": "US spelling",
    r"(?:bytes|wavefronts|sectors|registers) an? \w+": "per",
}
SENTENCE = re.compile(r"SENTENCE\(\s*(\w+),\s*((?:\"(?:[^\"\\]|\\.)*\"\s*)+)\)")


def sentences(root):
    """(file, name, text) of each sentence."""
    for path in sorted((root / "include/warplint/Messages").glob("*.h")):
        for name, literals in SENTENCE.findall(path.read_text()):
            text = "".join(re.findall(r"\"((?:[^\"\\]|\\.)*)\"", literals))
            yield path.name, name, text.replace('\\"', '"')


def problems(text):
    first = re.sub(r"\{\d\}", "", text.split(";")[0])
    if len(first) > LONGEST:
        yield f"{len(first)} characters before the first semicolon"
    if text.endswith("."):
        yield "ends with a period"
    for word, instead in WORDS.items():
        if found := re.search(rf"\b(?:{word})\b", text, re.IGNORECASE):
            yield f"'{found[0]}': write {instead}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--list", action="store_true", help="print all sentences")
    parser.add_argument("root", type=pathlib.Path, nargs="?",
                        default=pathlib.Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args()
    used = "".join(p.read_text() for folder in ("include", "lib", "tools")
                   for p in (arguments.root / folder).rglob("*")
                   if p.suffix in (".cpp", ".h", ".def"))
    used = set(re.findall(r"\bmessages::(\w+)", used))
    wrong = []
    for file, name, text in sentences(arguments.root):
        if arguments.list:
            print(text)
        wrong += [f"{file}: {name}: {why}" for why in problems(text)]
        if name not in used:
            wrong.append(f"{file}: {name} is not used")
    for line in wrong:
        print(line, file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
