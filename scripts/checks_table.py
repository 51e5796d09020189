#!/usr/bin/env python3
"""The README's table of checks, made from the program's own (Checks.def).

    scripts/checks_table.py WARPLINT README [--write]

Exit code: 0; 1 when the table of README is not the program's and was not
written; 2 on errors.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HEAD = "| check | what it does |\n| --- | --- |\n"


def rules(warplint):
    with tempfile.NamedTemporaryFile(suffix=".cu") as empty:
        shown = subprocess.run(
            [warplint, "--format=sarif", empty.name, "--", "-nocudainc",
             "-nocudalib"], capture_output=True, text=True, check=True)
    return json.loads(shown.stdout)["runs"][0]["tool"]["driver"]["rules"]


def table(warplint):
    return HEAD + "".join(
        f"| [{rule['id']}](docs/checks/{rule['id']}.md) |"
        f" {rule['shortDescription']['text']} |\n" for rule in rules(warplint))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("warplint")
    parser.add_argument("readme", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    text = options.readme.read_text()
    begin = text.find(HEAD)
    if begin < 0:
        parser.error(f"{options.readme} has no table of checks")
    end = text.find("\n\n", begin) + 1
    wanted = table(options.warplint)
    if text[begin:end] == wanted:
        return 0
    if options.write:
        options.readme.write_text(text[:begin] + wanted + text[end:])
        return 0
    print(f"{options.readme}: the table of checks is not that of Checks.def;"
          " scripts/checks_table.py --write makes it anew", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
