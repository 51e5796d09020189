"""Whether files with completions name each option of warplint and of its commands.

    each_option.py WARPLINT FILE...
"""

import pathlib
import re
import subprocess
import sys


def help_of(program, *words):
    """Read as a person would, without the script that is under test."""
    return subprocess.run([program, *words, "--help"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


program, *files = sys.argv[1:]
commands = re.findall(r"^ +warplint ([a-z]+) \[", help_of(program), re.MULTILINE)
assert {"model", "solve", "lsp"} <= set(commands), commands
texts = [help_of(program), *(help_of(program, command) for command in commands)]
names = {name for text in texts for name in re.findall(r"^  (-[-a-z]+)", text, re.MULTILINE)}
assert {"--assume", "--offsets", "--shape", "-j"} <= names, names
for file in files:
    text = pathlib.Path(file).read_text(encoding="utf-8")
    if file.endswith(".fish"):
        text = re.sub(r" -l (\S+)", r" --\1", re.sub(r" -s (\S+)", r" -\1", text))
    missing = [name for name in [*names, *commands]
               if not re.search(rf"(?<![-\w]){re.escape(name)}(?![-\w])", text)]
    assert not missing, f"{file}: {missing}"
