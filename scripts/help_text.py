"""The program's options as its --help lists them.

The man page and the completions of shells are made from it, so that neither has a list
of its own.
"""

import re
import subprocess
from dataclasses import dataclass, field

# "  --assumed=<value>   - Sentence", as LLVM writes it, or "  --name=NAME   sentence".
OPTION = re.compile(r"^  (?P<name>-[-\w]+)"
                    r"(?P<value>(?:=<.*?>|\[=<.*?>\]| <.*?>|=\S+)(?= |$))?"
                    r"(?: +- +| {2,})?(?P<sentence>.*)$")
# "    =remark   -   sentence"; the last may have none.
VALUE = re.compile(r"^    =(?P<name>\S+)(?: +- +(?P<sentence>.*))?$")


@dataclass
class Option:
    name: str  # "--assumed"
    form: str  # "--assumed=<value>", "-j <n>", "--bank-map[=<place>]"
    sentence: str = ""
    value: str = ""  # "value", "n"; empty for a flag
    may_lack_value: bool = False
    values: dict[str, str] = field(default_factory=dict)  # with their sentences


def options(text):
    """The options of a --help, in its order."""
    found = []
    for line in text.splitlines():
        if (value := VALUE.match(line)) and found:
            found[-1].values[value["name"]] = value["sentence"] or ""
        elif option := OPTION.match(line):
            value = option["value"] or ""
            found.append(Option(option["name"], option["name"] + value,
                                option["sentence"].strip(),
                                re.sub(r"^\[?[= ]<?|>?\]?$", "", value),
                                value.startswith("[")))
    return found


def commands(text):
    """The words of "warplint WORD [options]" in the usage of --help."""
    return re.findall(r"^ +warplint (\w+) \[", text, re.MULTILINE)


def printed(program, *words):
    return subprocess.run([program, *words], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
