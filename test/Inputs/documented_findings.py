"""Checks that what a page shows of findings is what a run prints.

    documented_findings.py PAGE FOLDER warplint FLAGS...

A ```text block that begins with "FILE.cu:LINE:" is about FILE.cu: all checks find its lines
there, in this order, though perhaps others between them. Where the block begins with
"$ warplint ARGUMENTS", that is the command. "..." is what may stand in place of a part of
a line, or of lines.

The N-th of these blocks is run in FOLDER/PAGE/N. The file is there, or is the ```cuda block
before it; where it is there, the lines of a ```cuda block before it are a part of it. A file
"options" there has what the command takes besides.

A block of what is said of a whole run (a message of warplint, a closing line, a table, a
note) has its commands there, in a file "runs": a line each, with FLAGS for those above.
"""

import pathlib
import re
import shlex
import subprocess
import sys

BLOCK = re.compile(r"^```(cuda|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SUBJECT = re.compile(r"(?:\$ warplint (?P<command>.*)\n)?(?:\.\.\.\n)?(?P<file>[\w./-]+\.cu):"
                     r"|warplint: |\d+ shared-memory |accesses  "
                     r"| *(?:estimated to be )?bound by |note: ")


def in_order(wanted, lines):
    """The first of the wanted lines that is not there behind those before it."""
    left = iter(lines)
    for line in wanted:
        pattern = re.compile(re.escape(line).replace(r"\.\.\.", ".*"))
        if line != "..." and not any(pattern.fullmatch(other) for other in left):
            return line
    return None


def run(warplint, words, inside):
    return subprocess.run([warplint, *words], cwd=inside, text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout


def tells_wrong(page, number, wanted, printed):
    gone = in_order(wanted, printed.splitlines())
    if gone:
        print(f"{page.name}, block {number}: not printed: {gone}\n{printed}")
    return bool(gone)


def main():
    page, folder, warplint, *flags = sys.argv[1:]
    page = pathlib.Path(page)
    text = page.read_text(encoding="utf-8")
    source, count, wrong = None, 0, 0
    for language, block in BLOCK.findall(text):
        if language == "cuda":
            source = block
            continue
        subject = SUBJECT.match(block)
        if not subject:
            continue
        count += 1
        inside = pathlib.Path(folder, page.stem, str(count))
        inside.mkdir(parents=True, exist_ok=True)
        if not subject["file"]:
            runs = (inside / "runs").read_text().splitlines()
            printed = "".join(run(warplint, shlex.split(words.replace("FLAGS", shlex.join(flags))),
                                  inside) for words in runs)
            wrong += tells_wrong(page, count, block.splitlines(), printed)
            continue
        file = inside / subject["file"]
        if not file.exists():
            if source is None:
                wrong += 1
                print(f"{page.name}, block {count}: nobody shows {subject['file']}")
                continue
            file.write_text(source)
        elif source:
            gone = in_order([l.strip() for l in source.splitlines()],
                            [l.strip() for l in file.read_text().splitlines()])
            assert gone is None, f"{file} has no line '{gone}'"
        source = None
        words = shlex.split(subject["command"] or "--verbose --checks=* " + subject["file"])
        more = inside / "options"
        words += shlex.split(more.read_text()) if more.exists() else []
        lines = block.splitlines()[1 if subject["command"] else 0:]
        wrong += tells_wrong(page, count, lines, run(warplint, words + flags, inside))
    print(f"{page.stem}: {count} blocks, {wrong} wrong")
    return wrong != 0 or count == 0


sys.exit(main())
