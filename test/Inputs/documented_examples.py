"""Checks that the documentation's examples give what the text says.

    documented_examples.py verdicts PAGE FOLDER warplint -- flags
    documented_examples.py explain  PAGE FOLDER warplint -- flags
    documented_examples.py cost     PAGE FOLDER warplint -- flags
    documented_examples.py json     PAGE FOLDER warplint -- flags

verdicts: every ```cuda block of PAGE is a file. Below a heading "### `reason`" its
accesses are unproven for that reason; below "## Clean", "## Excess", "## Depends"
and "## Never runs" they have that verdict.

explain: the first ```cuda block of PAGE is the file that the ```sh block's command
names, and the ```text block is what that command prints.

cost: the first ```cuda block of PAGE is the file that the first ```sh block's command
names, and the first ```text block is a part of what that command prints; a line "..."
stands for some that are left out.

json: the first ```cuda block of PAGE is the file that the first ```sh block's command
names, and the first ```json block is what that command prints, but for blanks and for
the accesses that are clean.
"""

import difflib
import json
import pathlib
import re
import subprocess
import sys

VERDICTS = {
    "Clean": ("clean", False),
    "Excess": ("excess", False),
    "Depends": ("excess", True),
    "Never runs": ("never-runs", False),
}


def blocks(page, language):
    """Heading and text of each block."""
    heading = None
    for match in re.finditer(
            r"^#+ +(?P<heading>[^\n]*)$|^```(?P<language>\w+)\n(?P<text>.*?)^```$",
            page, re.MULTILINE | re.DOTALL):
        if match["language"] is None:
            heading = match["heading"].strip()
        elif match["language"] == language:
            yield heading, match["text"]


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True,
                          check=False)


def outcome(access):
    if access["verdict"] == "unproven":
        return access["reason"]
    return access["verdict"], access["dependsOnCase"]


def check_verdicts(page, folder, warplint, flags):
    wrong, checked = 0, set()
    for number, (heading, text) in enumerate(blocks(page, "cuda")):
        reason = re.fullmatch("`(.*)`", heading)
        wanted = reason[1] if reason else VERDICTS[heading]
        (folder / f"{number}.cu").write_text(text)
        # The page is about shared memory.
        result = run([warplint, "--checks=-warplint-uncoalesced-access", "--format=json",
                      f"{number}.cu", *flags], folder)
        accesses = [access for file in json.loads(result.stdout)["files"]
                    for access in file["accesses"]]
        got = {outcome(access) for access in accesses}
        if got != {wanted}:
            wrong += 1
            print(f"'{heading}': wanted {wanted}, got {got}\n{text}"
                  f"{result.stderr}")
        checked.add(heading)
    reasons = set(re.findall(r"^### (`.*`)$", page, re.MULTILINE))
    for heading in (reasons | VERDICTS.keys()) - checked:
        wrong += 1
        print(f"'{heading}' has no example")
    return wrong


def run_documented(page, language, file_name, folder, warplint, flags):
    """The first command, what it gave, and what the page says it prints."""
    source, command, printed = (next(blocks(page, block))[1]
                                for block in ("cuda", "sh", language))
    (folder / re.search(file_name, command)[1]).write_text(source)
    result = run([warplint, *command.split()[1:], *flags], folder)
    return command, result, printed


def check_explanation(page, folder, warplint, flags):
    command, result, printed = run_documented(
        page, "text", r"--[a-z-]+=(.*?):", folder, warplint, flags)
    if result.stdout == printed and result.returncode == 0:
        return 0
    print(f"{command}exit code {result.returncode}, printed\n{result.stdout}"
          f"{result.stderr}wanted\n{printed}")
    return 1


def check_cost(page, folder, warplint, flags):
    command, result, printed = run_documented(
        page, "text", r"(\S+\.cu)", folder, warplint, flags)
    parts = re.split(r"(?m)^ *\.\.\.\n", printed)
    wanted = r"(?:.*\n)+".join(map(re.escape, parts))
    if re.search(wanted, result.stdout):
        return 0
    print(f"{command}printed\n{result.stdout}{result.stderr}wanted\n{printed}")
    return 1


def check_json(page, folder, warplint, flags):
    command, result, printed = run_documented(
        page, "json", r"(\S+\.cu)", folder, warplint, flags)
    got = json.loads(result.stdout)
    for file in got["files"]:
        file["accesses"] = [access for access in file["accesses"]
                            if access["verdict"] != "clean"]
    # The order of members counts, that of blanks does not.
    lines = [json.dumps(document, indent=1).splitlines()
             for document in (json.loads(printed), got)]
    if lines[0] == lines[1]:
        return 0
    print(command, *difflib.unified_diff(*lines, "documented", "printed",
                                         lineterm=""),
          result.stderr, sep="\n")
    return 1


def main():
    what, page, folder, warplint, *flags = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    check = {"verdicts": check_verdicts, "explain": check_explanation,
             "cost": check_cost, "json": check_json}[what]
    sys.exit(bool(check(pathlib.Path(page).read_text(encoding="utf-8"), folder,
                        warplint, flags)))


main()
