"""What random host programs are made of: reads features.txt.

A feature there begins with "== NAME", behind it its weight if that is not 1; groups
begin with "====". It is a statement, and what it needs beside it: text before the
function (@top), text in another file of the build (@other). In these texts stand

  $lower      a fresh name, the same in all texts of the feature
  $E $C $M    an int, a condition, a small positive literal
  $N $L $D    an int variable, any integer lvalue, a dim3 variable
  $I $T       a parameter of go, the same in all of the feature; an integer type
  $G $B $A    grid, block and arguments of a launch
  $K $P       the kernel, and the types of its parameters
  $S $X       statements, one launch
  $O $R       an operator of assignment, a few rounds
  $Q          the arguments as the runtime takes them, pointers in the array $q
  $W $U       arguments that are no variables, and that are the same everywhere
  $Z          another kernel of the same type
  $(n m)      from here on in another function: its int variables. (=n) keeps
              those that are seen already, (b:d) is a dim3, (s:c) a condition,
              (!) returns a value, and $(/) ends the function

The lines @n (int variables), @l (other integer lvalues), @r (an integer that is only
read), @d (dim3 variables) and @c (a condition) have what later statements may use. A
name that begins with g is a variable of the file: later functions see it, too.
"""

import dataclasses
import pathlib


@dataclasses.dataclass
class Feature:
    name: str
    text: str = ""
    top: str = ""
    other: str = ""
    n: list[str] = dataclasses.field(default_factory=list)
    l: list[str] = dataclasses.field(default_factory=list)
    r: list[str] = dataclasses.field(default_factory=list)
    d: list[str] = dataclasses.field(default_factory=list)
    c: list[str] = dataclasses.field(default_factory=list)
    weight: int = 1


def read() -> dict[str, tuple[int, list[Feature]]]:
    """Name of a group to its weight and features."""
    groups: dict[str, tuple[int, list[Feature]]] = {}
    features: list[Feature] = []
    part = "text"
    for line in pathlib.Path(__file__).with_name("features.txt").read_text().splitlines():
        mark, _, rest = line.partition(" ")
        if mark in ("==", "===="):
            name, _, weight = rest.partition(" * ")
            part = "text"
            if mark == "==":
                features.append(Feature(name, weight=int(weight or 1)))
            else:
                features = []
                groups[name] = (int(weight), features)
        elif mark in ("@top", "@other"):
            part = mark[1:]
        elif mark.startswith("@"):  # @r and @c have one expression.
            setattr(features[-1], mark[1:], [rest] if mark in ("@r", "@c") else rest.split(" "))
        elif line:
            text = getattr(features[-1], part)
            setattr(features[-1], part, f"{text}\n{line}" if text else line)
    return groups


GROUPS = read()
OF_A_FILE = GROUPS.pop("OF_A_FILE")[1][0]
LAUNCHES = GROUPS["LAUNCHES"][1]
