"""Runs the steps of action.yml as GitHub does.

    run_action.py ROOT WORKSPACE OUT [INPUT=VALUE...]

ROOT is the action's folder, WORKSPACE the one that its steps run in, OUT a folder for the
files that they write to. Prints what they print, their exit code, the lines that the
problem matcher takes, and what they leave as outputs and summary. Exits with their code.
"""

import json
import os
import re
import subprocess
import sys

import yaml


def substitute(text, inputs):
    """The text with its ${{ inputs.NAME }} filled in; others are an error."""

    def value(match):
        kind, _, name = match.group(1).strip().partition(".")
        if kind != "inputs" or name not in inputs:
            raise SystemExit(f"action.yml: unknown {match.group(0)}")
        return inputs[name]

    return re.sub(r"\$\{\{(.*?)\}\}", value, text)


def matched(root, log):
    """The lines of the log that the problem matcher takes, as GitHub reads them."""
    path = os.path.join(root, "integrations", "github", "problem-matcher.json")
    with open(path, encoding="utf-8") as file:
        pattern = json.load(file)["problemMatcher"][0]["pattern"][0]
    regexp = re.compile(pattern["regexp"])
    for line in log.splitlines():
        found = regexp.match(line)
        if found:
            yield " ".join(f"{key}={found.group(pattern[key])}"
                           for key in ("file", "line", "column", "severity", "code"))


def main():
    root, workspace, out = sys.argv[1:4]
    with open(os.path.join(root, "action.yml"), encoding="utf-8") as file:
        action = yaml.safe_load(file)
    inputs = {name: entry.get("default", "")
              for name, entry in action["inputs"].items()}
    for word in sys.argv[4:]:
        name, _, value = word.partition("=")
        if name not in inputs:
            raise SystemExit(f"action.yml has no input '{name}'")
        inputs[name] = value

    os.makedirs(out, exist_ok=True)
    files = {"GITHUB_OUTPUT": os.path.join(out, "output"),
             "GITHUB_STEP_SUMMARY": os.path.join(out, "summary")}
    for path in files.values():
        open(path, "w", encoding="utf-8").close()
    code = 0
    for step in action["runs"]["steps"]:
        environment = dict(os.environ, GITHUB_ACTION_PATH=root, **files)
        for name, text in step.get("env", {}).items():
            environment[name] = substitute(text, inputs)
        folder = os.path.join(
            workspace, substitute(step.get("working-directory", "."), inputs))
        assert step["shell"] == "bash"
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            env=environment, cwd=folder, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, check=False)
        print(done.stdout, end="")
        for line in matched(root, done.stdout):
            print("matched:", line)
        code = done.returncode
        print("exit code", code)
        if code:
            break
    for name, path in files.items():
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.strip():
                    print("output" if name == "GITHUB_OUTPUT" else "summary", line.rstrip())
    return code


if __name__ == "__main__":
    sys.exit(main())
