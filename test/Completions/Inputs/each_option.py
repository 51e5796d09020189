"""Whether files with completions name each option of warplint and of its commands.

    each_option.py WARPLINT FILE...
"""

import pathlib
import re
import subprocess
import sys


def listed(program, *words):
    """Read as a person would, without the script that is under test."""
    text = subprocess.run([program, *words, "--help"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    return re.findall(r"^  (-[-a-z]+)", text, re.MULTILINE)


program, *files = sys.argv[1:]
names = {name for command in ([], ["model"], ["solve"], ["lsp"])
         for name in listed(program, *command)}
assert {"--assume", "--offsets", "--shape", "-j"} <= names, names
for file in files:
    text = pathlib.Path(file).read_text(encoding="utf-8")
    if file.endswith(".fish"):
        text = re.sub(r" -l (\S+)", r" --\1", re.sub(r" -s (\S+)", r" -\1", text))
    missing = [name for name in names
               if not re.search(rf"(?<![-\w]){re.escape(name)}(?![-\w])", text)]
    assert not missing, f"{file}: {missing}"
