"""All requests that are measured, and what a compute capability has of them."""

from collections.abc import Iterator

from lab.requests import memories
from lab.requests.table import FRAGMENTS, INSTRUCTIONS, Fragment, Instruction

# The first compute capability, times ten, that has what a name contains: PTX ISA,
# "Target ISA Notes" of each instruction; of wmma, the CUDA C++ Programming Guide.
SINCE = (("stmatrix", 90), ("::cluster", 90), ("remote", 90), ("add.v2.f32", 90),
         ("add.v4.f32", 90), ("bf16x2", 90), ("add.noftz.bf16", 90), ("cp.async", 80),
         (".tf32", 80), (".bf16", 80), ("m8n8k4", 80), ("m16n16k8", 80))


def since(instruction: Instruction | Fragment) -> int:
    return max((first for part, first in SINCE if part in instruction.name), default=75)


# In the order of the program's kernels.
EVERY = [*INSTRUCTIONS, *FRAGMENTS, *memories.every()]


def available(capability: int = 90) -> list[Instruction | Fragment]:
    """What the program has for a compute capability, in the order of its kernels."""
    return [i for i in EVERY if since(i) <= capability]


def requests(capability: int = 90) -> Iterator[tuple[int, Instruction | Fragment, list[int]]]:
    """(kernel's number, instruction, the 32 integers that the kernel is handed)."""
    for number, instruction in enumerate(available(capability)):
        for handed in instruction.requests(instruction.name):
            yield number, instruction, handed
