#!/usr/bin/env python3
"""Checks that the folders of lib, include and tools include one another one way.

Each folder may include those named before it in ORDER (docs/architecture.md),
and within a folder with rooms each room those before it. The mathematics and the
outputs (PURE) include nothing of Clang and of LLVM's IR. What asks a SourceView (VIEWED)
names nothing of Clang. Files must not include each other in circles, and a folder has at most 25 files. No two files define types of
one name in one namespace, which the linker would take for one.

Prints what is wrong, one line each. Exit code: 0, or 1 when something is.
"""

import argparse
import collections
import graphlib
import pathlib
import re
import sys

ORDER = """Support Messages Basic Warp Config Python
  Layout/Maps Layout/Search Layout/Spelling Layout
  Lane/Expr Lane/Affine Lane/Proof Lane/Request Lane
  Frontend/Command Frontend/Headers Frontend/Text Frontend/Nvcc Frontend/StandIns
  Frontend/Recovery Frontend/Templates Frontend/Parse Frontend Build
  Kernel/Source Kernel/Memory Kernel/Ptx Kernel/Simplify Kernel/PtxModule Kernel/Symbolic
  Kernel/Registers Kernel/Issue Kernel/Work Kernel/Model Kernel/Host Kernel/Launch
  Kernel Race
  Finding Annotation Rewrite Report/Cost Report Select Cache MachineCode Analysis Cost Fix
  Checks/LaneOrder Checks/Ldmatrix Checks/TmaSwizzle Checks/Race Checks Session
  Server/Text Server/Answers Server/Work Server/Protocol Server Tidy tools""".split()
PURE = ("Messages", "Warp", "Lane", "Layout", "Basic", "Support", "Config", "Finding",
        "Select", "Report", "Python")
FORBIDDEN = re.compile(r'#\s*include\s*[<"](clang/|llvm/IR/)')
VIEWED = ("Kernel/Ptx", "Kernel/PtxModule", "Kernel/Memory", "Kernel/Simplify", "Kernel/Symbolic",
          "Kernel/Registers", "Kernel/Issue", "Kernel/Work", "Kernel/Model", "Analysis", "Cost")
VIEWED_HEADERS = ("KernelModel.h", "SourceView.h")
CLANG = re.compile(r'#\s*include\s*[<"]clang/|\bclang::|\bnamespace clang\b')
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
MAXIMUM = 25
NAMESPACE = re.compile(r"(?:inline )?namespace ([\w:]*) ?\{$|\} // namespace( [\w:]+)?$")
TYPE = re.compile(r"(?:template <.*> )?(?:struct|class|enum class|enum) (\w+)(?: final)?(?: :.*)? \{")


def place(path):
    """The folder that a file belongs to, as ORDER has it, or nothing."""
    parts = path.parts
    if parts[0] == "tools":
        return "tools"
    parts = parts[2:] if parts[0] == "include" else parts[1:]
    for length in (2, 1):
        name = "/".join(parts[:-1][:length])
        if name in ORDER:
            return name
    return None


def sources(root):
    return sorted(path.relative_to(root)
                  for folder in ("lib", "include", "tools")
                  for path in (root / folder).rglob("*")
                  if path.suffix in (".h", ".cpp", ".def"))


def included(root, path, name):
    """The file of ours that \"name\" means in path, or nothing."""
    for folder in (path.parent, pathlib.Path("include"), pathlib.Path("lib"),
                   pathlib.Path("tools/warplint")):
        if (root / folder / name).is_file():
            return folder / name
    return None


def against(here, there):
    if here.split("/")[0] == there.split("/")[0]:
        # The public headers of a folder may be included in all its rooms.
        return ("/" in here and "/" in there
                and ORDER.index(there) > ORDER.index(here))
    return ORDER.index(there) > ORDER.index(here)


def circle(graph):
    """Files that include one another, if there are some."""
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        return sorted(set(error.args[1]))
    return []


def unit(path):
    """A header and its source are one: what one needs, both need."""
    return path.stem if path.parts[0] == "tools" else f"{place(path).split('/')[0]}/{path.stem}"


def types(text):
    """The types that a file defines in namespaces that have names."""
    around = []
    for line in text.splitlines():
        if found := NAMESPACE.match(line):
            if line.startswith("}"):
                around = around[:-1]
            else:
                around.append(found.group(1))
        elif (found := TYPE.match(line)) and "" not in around:
            yield "::".join([*around, found.group(1)])


def problems(root):
    graph = collections.defaultdict(set)
    folders = collections.Counter()
    defined = {}
    for path in sources(root):
        here = place(path)
        if here is None:
            yield f"{path}: in a folder that no rule knows"
            continue
        folders[path.parent] += 1
        text = (root / path).read_text(errors="replace")
        if here.split("/")[0] in PURE and FORBIDDEN.search(text):
            yield f"{path}: includes Clang or LLVM IR"
        if (here in VIEWED or path.name in VIEWED_HEADERS) and CLANG.search(text):
            yield f"{path}: names Clang; ask the SourceView"
        for name in types(text):
            if defined.setdefault(name, path) != path:
                yield f"{path}: {name} is defined in {defined[name]}, too"
        for name in INCLUDE.findall(text):
            other = included(root, path, name)
            there = place(other) if other else None
            if there is None:
                if other is None and name.startswith("warplint/"):
                    yield f"{path}: no file '{name}'"
                continue
            graph[unit(path)].add(unit(other))
            if against(here, there):
                yield f"{path}: {here} includes {there} ({name})"
    if found := circle({node: others - {node} for node, others in graph.items()}):
        yield "a circle: " + " ".join(found)
    for folder, number in sorted(folders.items()):
        if number > MAXIMUM:
            yield f"{folder}: {number} files, at most {MAXIMUM}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", type=pathlib.Path, nargs="?",
                        default=pathlib.Path(__file__).resolve().parent.parent)
    wrong = list(problems(parser.parse_args().root))
    for line in wrong:
        print(line)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
