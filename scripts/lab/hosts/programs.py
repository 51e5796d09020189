"""Random host programs: what lab hosts makes of a seed, and takes apart again."""

import collections
import dataclasses
import random
import re
from collections.abc import Callable
from typing import Any

from lab.hosts import features

POOL = [32, 32, 8, 8, 8, 4, 16, 2, 1, 64, 24, 40, 3, 33, 65, 264, -8]
SMALL = [2, 2, 4, 8, 3]
TYPES = ["unsigned", "short", "unsigned char", "unsigned short", "long", "signed char",
         "unsigned long long", "char"]
INPUTS = ["a", "b", "c"]
Parts = list[Any]  # texts, and lists of nodes
HOLE = re.compile(r"\$(?:\(([^)]*)\)|([A-Z])|([a-z])(?![a-z]))|\{\$S\}")
BY_NAME = {f.name: f for _, group in features.GROUPS.values() for f in group}
EVERY = [(f, weight / sum(f.weight for f in group))
         for weight, group in features.GROUPS.values() for f in group]

# What a launch hands to the kernel beside the block, and which word a lane reads.
KERNELS = [
    ("", "threadIdx.x * 65 + threadIdx.y", lambda x, y, v: 65 * x + y, 8),
    ("int n", "threadIdx.x * unsigned(n) + threadIdx.y", lambda x, y, v: x * v["n"] + y, 4),
    ("unsigned char n", "threadIdx.x * unsigned(n) + threadIdx.y",
     lambda x, y, v: x * v["n"] + y, 1),
    ("short n", "threadIdx.x * unsigned(n) + threadIdx.y", lambda x, y, v: x * v["n"] + y, 1),
    ("unsigned n", "threadIdx.x * n + threadIdx.y", lambda x, y, v: x * v["n"] + y, 1),
    ("long long n", "threadIdx.x * unsigned(n) + threadIdx.y",
     lambda x, y, v: x * v["n"] + y, 1),
    ("int n, int m", "threadIdx.x * unsigned(n) + threadIdx.y * unsigned(m)",
     lambda x, y, v: x * v["n"] + y * v["m"], 2),
    ("Shape p", "threadIdx.x * unsigned(p.pitch) + threadIdx.y",
     lambda x, y, v: x * v["p.pitch"] + y, 2),
    ("", "threadIdx.x * gridDim.x + threadIdx.y",
     lambda x, y, v: x * v["gridDim.x"] + y, 2),
    ("int n", "threadIdx.x * unsigned(n) + threadIdx.y * gridDim.x",
     lambda x, y, v: x * v["n"] + y * v["gridDim.x"], 1),
]


@dataclasses.dataclass(eq=False)
class File:
    """A file of the program: what stands before its functions, in order."""
    is_first: bool = False
    tops: list[tuple["Node", Parts]] = dataclasses.field(default_factory=list)

    def __post_init__(self) -> None:
        self.scope = Scope(self, [])


class Scope:
    """What a statement may name where it stands, by the letters of features.txt."""

    def __init__(self, file: File, inputs: list[str], returns: bool = False):
        self.file, self.inputs, self.returns = file, inputs, returns
        self.outer: Scope = self
        self.names: dict[str, list[str]] = {kind: [] for kind in "nlrdc"}

    def inner(self) -> "Scope":
        scope = Scope(self.file, self.inputs, self.returns)
        scope.names = {kind: list(names) for kind, names in self.names.items()}
        return scope


@dataclasses.dataclass(eq=False)
class Node:
    """One feature as it stands in the program."""
    name: str
    parts: Parts = dataclasses.field(default_factory=list)
    tops: list[tuple[File, Parts]] = dataclasses.field(default_factory=list)
    names: set[str] = dataclasses.field(default_factory=set)  # that it declares
    is_gone: bool = False


class Program:
    """The program of a seed; with a feature, a small one about that."""

    def __init__(self, seed: int, feature: features.Feature | None = None):
        self.seed, self.feature = seed, feature
        self.space = f"p{seed}"
        self.random = random.Random(seed)
        self.budget = self.random.choice([1, 1, 2, 2, 3, 4, 5, 6, 8, 10])
        self.launches = self.random.choice([1, 1, 2, 2, 3])
        self.count, self.recent = 0, []
        self.features: collections.Counter[str] = collections.Counter()
        self.parameters, self.index, self.word, _ = self.random.choices(
            KERNELS, [k[-1] for k in KERNELS])[0]
        self.kernel = self.random.choices(["k", "k<float>"], [12, 1])[0]
        self.is_static = self.random.random() < 0.1
        self.first = File(True)
        self.others = [File()]
        self.nodes: list[Node] = []
        self.has_main = self.random.random() < 0.15
        self.enter: list[Node] = []
        self.body = [self.plain("int n = $E;", Scope(self.first, []))]
        callers = self.random.random() if self.may_have_others() and not self.has_main else 1
        if callers < 0.02 and not feature:
            self.add_files()
        if callers > 0.01 or feature:
            self.add_go(feature)
        if 0.02 < callers < 0.08 and not feature:
            scope = Scope(self.others[0], INPUTS)
            scope.names["n"] += INPUTS
            self.enter = [self.draw(scope), self.launch(scope)]

    def may_have_others(self) -> bool:
        return self.kernel == "k" and not self.is_static

    def add_go(self, feature: features.Feature | None) -> None:
        scope = Scope(self.first, INPUTS)
        scope.names["n"] += ["n"] + INPUTS
        if feature:
            self.budget = self.launches = 0
            self.body += [self.use(f, scope) for f in (BY_NAME["dim3"], feature)
                          if self.fits(f, scope, True)]
        while self.budget > 0:
            self.body.append(self.draw(scope))
        self.body.append(self.launch(scope))
        if self.launches > 0 or self.chance(0.5):
            self.body.append(self.launch(scope))

    def add_files(self) -> None:
        """Many files of the build that launch the kernel by themselves."""
        for _ in range(self.random.randrange(7, 11)):
            self.others.append(File())
            self.enter.append(self.use(features.OF_A_FILE, Scope(self.others[0], []),
                                       self.others[-1]))

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def variable(self, scope: Scope, kinds: str) -> str | None:
        """One of the names in reach, rather one that was just made or written."""
        names = [name for of in (scope.file.scope, scope) for kind in kinds
                 for name in of.names[kind]]
        if "l" in kinds:
            names += [f"{name}.{axis}" for name in scope.names["d"] for axis in "xy"]
        if not names:
            return None
        recent = [name for name in names if name in self.recent[-4:]]
        return self.random.choice(recent if recent and self.chance(0.6) else names)

    def expression(self, scope: Scope, depth: int = 2, plain: float = 0.38) -> str:
        """An int; `plain` is the share of mere numbers."""
        pick = self.random.random()
        if depth and pick > 0.88:
            operator = self.random.choice(["/", "*", "+", "-", "&", "|", "^", "%", ">>"])
            return f"({self.expression(scope, depth - 1)} {operator} " \
                   f"{self.random.choice(SMALL)})"
        if depth and pick > 0.82:
            return f"({self.condition(scope)} ? {self.expression(scope, depth - 1)} : " \
                   f"{self.expression(scope, depth - 1)})"
        if depth and pick > 0.79:
            return f"({self.random.choice(TYPES)})" \
                   f"{self.expression(scope, depth - 1)}"
        if pick > plain:
            name = self.variable(scope, "nlr" if depth else "nl")
            if name and (name not in INPUTS or self.chance(0.2)):
                return self.expand(name, scope, depth - 1) if "$" in name else name
        return str(self.random.choice(POOL))

    def condition(self, scope: Scope) -> str:
        if scope.names["c"] and self.chance(0.5):
            return self.random.choice(scope.names["c"])
        name = self.random.choice(scope.inputs) if scope.inputs and self.chance(0.85) \
            else self.variable(scope, "n") or "sizeof(int)"
        return self.random.choice(["{0} == 8", "{0} > 8", "{0} == 32", "{0} != 0", "{0} < 32",
                                   "({0} & 8) != 0"]).format(name)

    def value(self, scope: Scope, depth: int = 2) -> str:
        """What a launch hands on: rather something that came about."""
        return self.expression(scope, depth, 0.1)

    def block(self, scope: Scope) -> str:
        pick = self.random.random()
        dim3 = self.variable(scope, "d")
        if dim3 and pick < 0.7:
            return dim3
        if pick < 0.88:
            return f"dim3({self.value(scope)}, {self.random.choice([4, 4, 2, 8])})"
        if pick < 0.95:
            return f"dim3({self.value(scope)}, {self.value(scope, 1)})"
        return f"dim3({self.value(scope)})"

    def argument(self, kind: str, scope: Scope, as_value: bool = False) -> str:
        value = self.value(scope)
        if kind.startswith("Shape"):
            return f"Shape{{1, {value}}}"
        return f"int({value})" if as_value or self.chance(0.2) else value

    def list_of_parameters(self) -> list[str]:
        return [p for p in self.parameters.split(", ") if p]

    def hole(self, letter: str, scope: Scope, depth: int) -> str:
        """What stands for a capital letter."""
        kinds = self.list_of_parameters()
        choose = self.random.choice
        if letter == "E":
            return self.expression(scope, min(depth, 2))
        if letter == "N":
            return self.variable(scope, "n") or "n"
        if letter == "L":
            return self.variable(scope, "nnl" if self.chance(0.7) else "l") or \
                self.variable(scope, "n") or "n"
        if letter in "AW":
            return ", ".join(["o"] + [self.argument(kind, scope, letter == "W")
                                      for kind in kinds])
        if letter == "G":
            return self.value(scope) if "gridDim" in self.index else "1"
        if letter == "Q":
            names = [f"{self.fresh('v')}" for _ in kinds]
            made = [f"{kind.rsplit(' ', 1)[0]} {name} = {self.argument(kind, scope)};"
                    for kind, name in zip(kinds, names)]
            return " ".join(["float *v = o;"] + made + [
                "void *q[] = {" + ", ".join(["&v"] + ["&" + name for name in names]) + "};"])
        if letter == "U":
            return ", ".join(["o"] + ["Shape{1, 2}" if "Shape" in k else "2" for k in kinds])
        return {"C": lambda: self.condition(scope), "B": lambda: self.block(scope),
                "D": lambda: self.variable(scope, "d"), "T": lambda: choose(TYPES),
                "K": lambda: self.kernel, "Z": lambda: self.kernel.replace("k", "z"),
                "P": lambda: ", ".join(["float *"] + [k.rsplit(" ", 1)[0] for k in kinds]),
                "O": lambda: choose(["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ">>="]),
                "R": lambda: str(choose([1, 2, 2, 3]))}[letter]()

    def expand(self, text: str, scope: Scope, depth: int = 2) -> str:
        return HOLE.sub(lambda m: self.hole(m.group(2), scope, depth), text)

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def fits(self, feature: features.Feature, scope: Scope, is_wanted: bool = False) -> bool:
        texts = feature.text + feature.top + feature.other
        if feature.other and not (scope.file.is_first and self.may_have_others()):
            return False
        if "$D" in feature.text and not self.variable(scope, "d"):
            return False
        if "return;" in feature.text and scope.returns:
            return False
        if re.search(r"\$[NL]", feature.text) and not self.variable(scope, "n"):
            return False
        if "$X" in texts and self.launches <= 0 and not is_wanted:
            return False
        return not ("$I" in texts and not scope.inputs)

    def draw(self, scope: Scope) -> Node:
        """A statement."""
        self.budget -= 1
        if self.budget < -3:
            return self.plain("$L = $E;" if self.variable(scope, "n") else ";", scope)
        feature = self.random.choices(*zip(*[
            (f, weight * f.weight) for f, weight in EVERY if self.fits(f, scope)]))[0]
        return self.use(feature, scope)

    def launch(self, scope: Scope) -> Node:
        """One that holds another where some are left; the last ones are plain."""
        self.launches -= 1
        fitting = [f for f in features.LAUNCHES
                   if self.fits(f, scope)] if self.launches > -2 else []
        feature = self.random.choices(fitting, [f.weight for f in fitting])[0] \
            if fitting and not self.feature else BY_NAME["launch"]
        return self.use(feature, scope)

    def plain(self, text: str, scope: Scope) -> Node:
        return self.use(features.Feature("plain", text), scope)

    def use(self, feature: features.Feature, scope: Scope, other: File | None = None) -> Node:
        node = Node(feature.name)
        self.nodes.append(node)
        self.features[feature.name] += 1
        names: dict[str, str] = {}
        file = scope.file
        # What is declared and called by another file stands in that of enter().
        files = (self.others[0] if other else file, other or self.others[0])
        for at, text in zip(files, (feature.top, feature.other)):
            if text:
                node.tops.append((at, self.parts(text, Scope(at, []), names)))
        node.parts = self.parts(feature.text, scope, names)
        for at, parts in node.tops:
            at.tops.append((node, parts))
        node.names = set(names.values()) - set(INPUTS)
        for kind in "nlrdc":
            for name in getattr(feature, kind):
                name = HOLE.sub(lambda m: names.get(m.group(3), m.group(0))
                                if m.group(3) else m.group(0), name)
                is_of_file = re.match(r"g\d+$", name) or not feature.text
                is_of_file = is_of_file and "$E" not in name and "$C" not in name
                (file.scope if is_of_file else scope).names[kind].append(name)
                self.recent.append(name)
        return node

    def parts(self, text: str, scope: Scope, names: dict[str, str]) -> Parts:
        """The text with its holes filled: texts and lists of statements."""
        parts, end = [], 0
        for match in HOLE.finditer(text):
            parts.append(text[end:match.start()])
            end = match.end()
            marker, letter, lower = match.groups()
            if match.group(0) == "{$S}":
                parts += ["{", self.some(scope.inner()), "}"]
            elif marker is not None:
                scope = self.scope_of(marker, scope, names)
            elif lower:
                if lower == "q" and "$Q" in text:
                    parts.append("q")
                    continue
                parts.append(names.setdefault(lower, "") or self.fresh(lower))
                names[lower] = parts[-1]
            elif letter == "S":
                parts.append(self.some(scope))
            elif letter == "X":
                parts.append([self.launch(scope)])
            elif letter == "I":
                names.setdefault("I", self.random.choice(scope.inputs))
                parts.append(names["I"])
            elif letter == "M":
                parts.append(str(self.random.choice(SMALL)))
            else:
                parts.append(self.hole(letter, scope, 2))
                if letter in "NLD":
                    self.recent.append(parts[-1])
        return parts + [text[end:]]

    def some(self, scope: Scope) -> list[Node]:
        return [self.draw(scope) for _ in range(self.random.choice([1, 1, 2]))]

    def scope_of(self, marker: str, scope: Scope, names: dict[str, str]) -> Scope:
        """The scope of the function that a marker begins."""
        if marker == "/":
            return scope.outer
        marker = re.sub(r"\$([a-z])", lambda m: names.setdefault(m.group(1), "") or names[
            m.group(1)], marker)
        if marker.startswith("="):
            outer, scope = scope, scope.inner()
            scope.names["n"].append(marker[1:])
            scope.outer = outer
            return scope
        made = Scope(scope.file, [], "!" in marker)
        for word in marker.replace("!", "").split():
            name, _, kind = word.partition(":")
            name = f"({name})" if name.startswith("*") else name
            made.names[kind or "n"].append(name)
        return made

    def render(self, parts: Parts) -> str:
        text = ""
        for part in parts:
            if isinstance(part, str):
                text += part
            else:
                text += "\n" + "".join(self.statement(node) for node in part)
        return text

    def statement(self, node: Node) -> str:
        if node.is_gone:
            return ""
        return named(self.render(node.parts), node.name)

    def prologue(self) -> str:
        kind = "static " if self.is_static else ""
        template = "template <class T> " if "<" in self.kernel else ""
        parameters = ", ".join(["float *o"] + self.list_of_parameters())
        body = "{\n  extern __shared__ float s[];\n  o[threadIdx.x] = s[%s];\n}\n"
        return "".join(
            f"{template}{kind}__global__ void {name}({parameters}) {body % index}"
            for name, index in (("k", self.index), ("z", "threadIdx.x"))
            if name == "k" or self.uses_second())

    def uses_second(self) -> bool:
        return any(node.name == "kernel table" and not node.is_gone for node in self.nodes)

    def file_text(self, file: File, head: str, tail: str) -> str:
        tops = "".join(named(self.render(parts), node.name)
                       for node, parts in file.tops if not node.is_gone)
        shape = "#include \"shape.h\"\n" if "Shape" in self.parameters else ""
        return "#include \"launch_config.h\"\n" + shape + \
            f"namespace {self.space} {{\n" + layout(head + tops + tail) + "}\n"

    def files(self) -> dict[str, str]:
        """The text of each file, by name."""
        go = "void go(float *o, int a, int b, int c) {\n" + \
            "".join(map(self.statement, self.body)) + "}\n"
        first = self.file_text(self.first, self.prologue(), go)
        if self.has_main:
            first += "int main() {\n  float *o = nullptr;\n  cudaMalloc((void **)&o, 4096);\n" \
                     f"  {self.space}::go(o, 8, 0, 32);\n  return 0;\n}}\n"
        texts = {"a.cu": first}
        parameters = ", ".join(["float *"] + self.list_of_parameters())
        declared = "".join(f"__global__ void {name}({parameters});\n"
                                        for name in self.kernels())
        for i, file in enumerate(self.others):
            tail = ""
            if i == 0 and self.enter:
                tail = "void enter(float *o, int a, int b, int c) {\n" + \
                    "".join(map(self.statement, self.enter)) + "}\n"
            if tail or any(not node.is_gone for node, _ in file.tops):
                texts["bcdefghijklmn"[i] + ".cu"] = self.file_text(file, declared, tail)
        return texts

    def passed(self) -> list[tuple[str, str]]:
        """Type and member of each fact that is an argument."""
        return [(p.rsplit(" ", 1)[0], ".pitch" if "Shape" in p else "")
                for p in self.list_of_parameters()]

    def fact_names(self) -> list[str]:
        return [p.rsplit(" ", 1)[1] + member for p, (_, member) in
                zip(self.list_of_parameters(), self.passed())]

    def kernels(self) -> list[str]:
        return [self.kernel] + ([self.kernel.replace("k", "z")] if self.uses_second() else [])

    def names_in_word(self, kernel: str) -> list[str]:
        """The facts that decide which words a warp of the kernel reads."""
        grid = ["gridDim.x"] if "gridDim" in self.index else []
        return self.fact_names() + grid if kernel == "k" else []

    def word_of(self, kernel: str) -> Callable[..., int]:
        return self.word if kernel == "k" else lambda x, y, v: x

    def has_enter(self) -> bool:
        return any(not node.is_gone for node in self.enter)


def named(text: str, name: str) -> str:
    """With the feature's name behind a line of code."""
    lines = text.strip("\n").split("\n")
    if lines[0]:
        at = -1 if lines[0].startswith("#") else 0
        lines[at] = f"{lines[at].rstrip()} // {name}"
    return "\n".join(lines) + "\n"


def layout(text: str) -> str:
    """Indents by braces."""
    lines, depth = [], 0
    for line in filter(None, map(str.strip, text.split("\n"))):
        code = line.split(" // ")[0]
        closing = len(code) - len(code.lstrip("}"))
        own = 0 if code.startswith("#") else max(0, depth - closing)
        own -= 1 if own and re.match(r"(case|default|\w+:)", code) else 0
        lines.append("  " * own + line)
        depth += code.count("{") - code.count("}")
    return "".join(line + "\n" for line in lines)
