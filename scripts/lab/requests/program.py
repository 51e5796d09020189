"""The CUDA program that lab requests measures: one kernel a request."""

import pathlib
import re

from lab.requests.catalog import available
from lab.requests.table import Fragment, Instruction

# Name of a part to its text, in which %(name)s stands for what differs.
PARTS = dict(re.findall(r"^//--- (\w+)\n(.*?)(?=^//--- |\Z)", pathlib.Path(__file__).with_name(
    "program.cu.in").read_text(), re.MULTILINE | re.DOTALL))


def fragment_kernel(number: int, fragment: Fragment) -> str:
    layout = {"row": "row_major", "col": "col_major"}[fragment.layout]
    accumulator = fragment.use == "accumulator"
    if fragment.verb == "load":
        how = f", mem_{layout}" if accumulator else ""
        call = (f"load_matrix_sync(f, at, pitch{how});\n"
                "  for (int i = 0; i < f.num_elements; ++i)\n"
                "    a.results[threadIdx.x * f.num_elements + i] = float(f.x[i]);")
    else:
        call = ("for (int i = 0; i < f.num_elements; ++i)\n    f.x[i] = "
                f"{fragment.element}(float(threadIdx.x * f.num_elements + i));\n"
                f"  store_matrix_sync(at, f, pitch, mem_{layout});\n"
                "  __syncwarp();\n"
                "  for (int i = threadIdx.x; i < Results; i += 32)\n"
                f"    a.results[i] = float((({fragment.memory} *)tile)[i]);")
    tile = f"({fragment.memory} *)tile"
    # The argument is never 0, which the compiler does not know.
    pointer = (f"a.uniform ? {tile} : ({fragment.memory} *)a.source"
               if fragment.generic else tile)
    m, n, k = fragment.shape
    return PARTS["fragment"] % {
        "name": fragment.name, "number": number, "memory": fragment.memory,
        "pointer": pointer, "use": fragment.use, "m": m, "n": n, "k": k,
        "element": fragment.element, "call": call,
        "declared": "" if accumulator else f", {layout}"}


def request_kernel(number: int, instruction: Instruction) -> str:
    return PARTS[instruction.space] % {
        "name": instruction.name, "number": number, "statement": instruction.statement,
        "width": instruction.width,
        "word": instruction.place or "offset / 4"}


def program(capability: int = 90) -> str:
    """The source: kernel N is what requests() calls N."""
    kernels = [fragment_kernel(number, one) if isinstance(one, Fragment)
               else request_kernel(number, one)
               for number, one in enumerate(available(capability))]
    names = ", ".join(f"{{request{number}, {2 if one.space == 'remote' else 1}}}"
                      for number, one in enumerate(available(capability)))
    return "".join([PARTS["prologue"], *kernels,
                    f"static const Measured kernels[] = {{{names}}};\n\n", PARTS["epilogue"]])
