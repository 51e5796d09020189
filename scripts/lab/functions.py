"""Finds the functions of a CUDA file that declare shared memory, or use a shared array
of the file, in its text: without a compiler and headers, as an independent count.

    lab functions FILE...

prints one line per function. It reads all branches of an #if; active_lines says which of
them the preprocessor takes. Definitions of macros are ignored.
"""

import bisect
import dataclasses
import pathlib
import re
from typing import Any

from lab.run import Parser, run

# Comments, raw strings, strings and characters; a quote between digits separates
# them and starts nothing.
LITERALS = re.compile(
    r"""//(?:[^\\\n]|\\.|\\\n)*"""
    r"""|/\*.*?\*/"""
    r"""|(?:\b(?:u8|[uUL])?R)"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)\""""
    r"""|"(?:[^"\\\n]|\\.|\\\n)*\""""
    r"""|(?<![0-9A-Za-z])'(?:[^'\\\n]|\\.)+'""", re.DOTALL)
TOKEN = re.compile(r"[A-Za-z_]\w*|::|[{}()\[\];:<>=,~]")
# What may stand before a parenthesis in a declaration without naming the function.
NO_NAMES = {
    "__launch_bounds__", "__attribute__", "__declspec", "__align__", "alignas",
    "__cluster_dims__", "__maxnreg__", "__block_size__", "noexcept", "requires",
    "decltype", "explicit", "throw", "sizeof", "enable_if_t", "asm",
}
SCOPES = {"namespace", "class", "struct", "union", "enum", "extern"}


@dataclasses.dataclass
class Function:
    """A function definition."""
    name: str
    first: int  # line of the declaration's first token
    last: int  # line of the closing brace
    kernel: bool
    template: bool
    dead: bool  # within #if 0
    shared: list[int] = dataclasses.field(default_factory=list)  # lines of __shared__
    words: dict[str, int] = dataclasses.field(default_factory=dict)  # with their first lines


def blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


DIRECTIVE = re.compile(r"^[^\S\n]*#[^\S\n]*(\w+)((?:[^\\\n]|\\[^\S\n]*\n|\\.)*)", re.MULTILINE)


class Scanner:
    """Follows the braces of one file."""

    def __init__(self) -> None:
        self.functions: list[Function] = []
        # What is open: "scope", "inner", "argument", or a Function.
        self.scopes: list[str | Function] = []
        self.head: list[tuple[str, int]] = []  # tokens of the declaration that is being read
        self.parentheses = 0
        self.branches: list[tuple[Any, bool]] = []  # what to go back to at #else
        self.dead = 0
        self.file_scope: dict[str, int] = {}  # shared arrays outside of functions

    def function(self) -> Function | None:
        """The outermost function that is open."""
        return next((s for s in self.scopes if isinstance(s, Function)), None)

    def state(self) -> Any:
        return list(self.scopes), list(self.head), self.parentheses

    def directive(self, keyword: str, condition: str) -> None:
        if keyword in ("if", "ifdef", "ifndef"):
            off = keyword == "if" and re.fullmatch(r"0|\(0\)|false", condition)
            self.branches.append((self.state(), bool(off)))
            self.dead += bool(off)
        elif keyword in ("elif", "else", "elifdef", "elifndef") and self.branches:
            state, off = self.branches[-1]
            self.scopes, self.head = list(state[0]), list(state[1])
            self.parentheses = state[2]
            self.dead -= off
            self.branches[-1] = (state, False)
        elif keyword == "endif" and self.branches:
            self.dead -= self.branches.pop()[1]

    def token(self, token: str, line: int) -> None:
        open_function = self.function()
        if token == "__shared__" and open_function:
            open_function.shared.append(line)
        if token == "{":
            self.open_brace(open_function, line)
        elif token == "}":
            self.close_brace(line)
        elif open_function:
            open_function.words.setdefault(token, line)
        elif token == ";" and self.parentheses == 0:
            self.declaration()
            self.head = []
        else:
            self.parentheses += (token == "(") - (token == ")")
            self.parentheses = max(self.parentheses, 0)
            self.head.append((token, line))

    def declaration(self) -> None:
        """Keeps the name of a shared array outside of functions."""
        words = [token for token, _ in self.head]
        if "__shared__" not in words:
            return
        end = words.index("[") if "[" in words else len(words)
        self.file_scope[words[end - 1]] = self.head[0][1]

    def close_brace(self, line: int) -> None:
        closed = self.scopes.pop() if self.scopes else None
        if closed == "argument":
            return
        if closed == "initializer":
            self.head.append(("initialized", line))
            return
        if isinstance(closed, Function):
            closed.last = line
            self.functions.append(closed)
        self.head, self.parentheses = [], 0

    def open_brace(self, open_function: Function | None, line: int) -> None:
        if open_function or self.parentheses:
            self.scopes.append("inner" if open_function else "argument")
            return
        if opens_initializer([token for token, _ in self.head]):
            self.scopes.append("initializer")
            return
        name = declared_name(self.head)
        words = {token for token, _ in self.head}
        if name is None:
            self.scopes.append("scope" if words & SCOPES else "inner")
        else:
            first = self.head[0][1] if self.head else line
            self.scopes.append(Function(
                name, first, line, "__global__" in words, "template" in words,
                self.dead > 0))
        self.head, self.parentheses = [], 0


def without_template_heads(tokens: list[str]) -> list[str]:
    """Leaves out template<...>, whose class and typename declare nothing."""
    result, index = [], 0
    while index < len(tokens):
        if tokens[index] == "template":
            depth, inner, index = 0, 0, index + 1
            while index < len(tokens):
                inner += (tokens[index] == "(") - (tokens[index] == ")")
                if not inner:
                    depth += (tokens[index] == "<") - (tokens[index] == ">")
                index += 1
                if depth <= 0 and not inner:
                    break
            continue
        result.append(tokens[index])
        index += 1
    return result


def opens_initializer(tokens: list[str]) -> bool:
    """Whether a brace behind them is that of a member: A(int b) : member{b}."""
    tokens = without_template_heads(tokens)
    return (len(tokens) > 2 and ")" in tokens and not SCOPES & set(tokens)
            and ":" in tokens[tokens.index(")"):] and tokens[-2] in (":", ",")
            and tokens[-1] != "initialized")


def declared_name(head: list[tuple[str, int]]) -> str | None:
    """The name of the function that the declaration defines, or nothing."""
    tokens = without_template_heads([token for token, _ in head])
    name, depth, angle = None, 0, 0
    for index, token in enumerate(tokens):
        if token == "=" and depth == angle == 0 and "operator" not in tokens:
            return None  # a variable with an initializer
        if token == ":" and depth == 0 and name:
            break  # a constructor's initializers
        if token == "(":
            if depth == 0 and angle == 0 and index:
                name = name_before(tokens, index) or name
            depth += 1
        elif token == ")":
            depth -= 1
        elif depth == 0:
            angle = max(0, angle + (token == "<") - (token == ">"))
    return name


def name_before(tokens: list[str], index: int) -> str | None:
    index -= 1
    if "operator" in tokens[max(0, index - 3):index + 1]:
        return "operator"
    if tokens[index] == ">":  # the arguments of a specialisation
        depth = 0
        while index >= 0:
            depth += (tokens[index] == ">") - (tokens[index] == "<")
            index -= 1
            if depth == 0:
                break
    if index < 0 or not re.match(r"[A-Za-z_]", tokens[index]):
        return None
    return None if tokens[index] in NO_NAMES else tokens[index]


def scan(text: str) -> list[Function]:
    """The functions that declare shared memory, or name a shared array of the
    file."""
    text = LITERALS.sub(blank, text)
    directives = {text.count("\n", 0, match.start()) + 1: (
        match[1], match[2].split("\n")[0].rstrip("\\ ").strip())
        for match in DIRECTIVE.finditer(text)}
    scanner = Scanner()
    for number, line in enumerate(DIRECTIVE.sub(blank, text).split("\n"), 1):
        if number in directives:
            scanner.directive(*directives[number])
        for token in TOKEN.findall(line):
            scanner.token(token, number)
    for function in scanner.functions:
        function.shared = sorted(function.shared + [
            function.words[name] for name in scanner.file_scope
            if name in function.words])
    return [f for f in scanner.functions if f.shared]


def active_lines(path: Any) -> list[int]:
    """The lines of the file that its preprocessing yields text for, in order."""
    command = ["clang++-22", "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_90",
               "-std=c++17", "-Wno-unknown-cuda-version", "-E", path]
    active, here, number = set(), False, 0
    for line in run(command).out.split("\n"):
        mark = re.match(r'# (\d+) "(.*)"', line)
        if mark:
            number, here = int(mark.group(1)), mark.group(2) == str(path)
            continue
        if here and line.strip():
            active.add(number)
        number += 1
    return sorted(active)


def is_active(function: Function, active: list[int]) -> bool:
    """Whether the preprocessor leaves one of its declarations of shared memory."""
    return any(line in active[bisect.bisect_left(active, line):][:1]
               for line in function.shared)


def main(words: list[str]) -> None:
    parser = Parser("functions", __doc__)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    for path in parser.read(words).files:
        for f in scan(path.read_text(errors="replace")):
            marks = [mark for mark in ("kernel", "template", "dead") if getattr(f, mark)]
            print(f"{path}:{f.first}-{f.last}:", f.name, *marks, f.shared)
