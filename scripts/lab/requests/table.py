"""The requests that measure_requests.py measures: instructions and patterns.

To add an instruction, add a line to INSTRUCTIONS, or to FRAGMENTS for wmma.
"""

import dataclasses
import functools
import operator
import random
from collections.abc import Callable, Iterator
from typing import Any

LANES = 32
INACTIVE = -1
TILE_WORDS = 4096  # 16 KiB: a pattern of 16-byte elements may use 1024 of them.

@dataclasses.dataclass
class Instruction:
    """One instruction, as the statement that one lane executes."""
    name: str  # what tells it from the others of the table
    width: int  # bytes a lane
    # CUDA C++. It may use `address` (32-bit shared), `word` (the same as unsigned *),
    # `operand` (differs by lane), `uniform` (a kernel parameter) and `a.source` (2 KiB of
    # global memory), and writes `result` where it has one.
    statement: str
    # The word that all lanes address, where the compiler is to see more of the address than
    # 32 loaded offsets: it may then combine the lanes' operands itself.
    place: str | None = None
    baseline: str | None = None  # whose count is subtracted; else that of an empty kernel
    ptx: str = ""  # the instruction as the tests' rows call it; else the name
    packed: bool = False  # elements of less than 4 bytes share words
    whole: bool = False  # all lanes of the warp execute it together
    space: str = "shared"  # or one of memories.COUNTERS
    counter: str = ""  # of another memory's counters

    def __post_init__(self) -> None:
        self.ptx = self.ptx or self.name

    def requests(self, seed: str) -> list[list[int]]:
        """What the kernel is handed: a byte offset for each lane."""
        if self.place:
            return place_patterns(seed)
        found = patterns(self.width if self.packed else max(self.width, 4), seed)
        return [p for p in found if INACTIVE not in p] if self.whole else found


REGISTER = {"u32": "r", "s32": "r", "b32": "r", "f16x2": "r", "bf16x2": "r",
            "u64": "l", "s64": "l", "b64": "l", "f32": "f", "f64": "d", "f16": "h",
            "bf16": "h", "b16": "h"}
C_TYPE = {"r": "unsigned", "l": "unsigned long long", "f": "float", "d": "double",
          "h": "unsigned short"}
# Instructions without a result that count the lanes of a word (ATOMS.POPC.INC).
COUNTING = ("red.shared.add.u32 of a constant 1", "red.shared.inc.u32 of a constant -1")


def atomic(verb: str, operation: str, kind: str, value: str = "operand", note: str = "",
           compare: str | None = None, packed: bool = False, space: str = ".shared",
           place: str | None = None) -> Instruction:
    """atom, whose result is used, or red, which has none. In another space than .shared:
    through a generic address, as in the headers of CUDA and libcu++."""
    name = f"{verb}{space}.{operation}.{'noftz.' if 'f16' in kind else ''}{kind}"
    width = 2 if kind in ("f16", "bf16", "b16") else 8 if kind.endswith("64") else 4
    register = REGISTER[kind]
    inputs = [v for v in (compare, value) if v is not None]
    result, at = (["=" + register], "%1") if verb == "atom" else ([], "%0")
    places = ", ".join(f"%{len(result) + 1 + i}" for i in range(len(inputs)))
    given = ", ".join(f'"{register}"(({C_TYPE[register]}){v})' for v in inputs)
    address = '"r"(address)' if space == ".shared" else '"l"(word)'
    text = (f'asm volatile("{name} {"%0, " if result else ""}[{at}], {places};" : '
            + (f'"{result[0]}"(old) ' if result else "") + f': {address}, {given} : "memory");')
    if result:
        text = f"{C_TYPE[register]} old; {text} result = (unsigned)old;"
    full = f"{name} {note}".strip()
    if space != ".shared":
        return Instruction(full + " of a generic address", width, text, place, ptx=name)
    return Instruction(full, width, text, ptx=full if full in COUNTING else name, packed=packed)


atom, red = functools.partial(atomic, "atom"), functools.partial(atomic, "red")


def generic(operation: str, kind: str, value: str = "operand", note: str = "",
            used: bool = True, space: str = "", **more: Any) -> Instruction:
    return atomic("atom" if used else "red", operation, kind, value, note, space=space, **more)


def cuda(call: str, note: str = "", place: str | None = None, used: bool = False,
         ptx: str = "") -> Instruction:
    """A call of CUDA C++ on `word`."""
    text = f"result = (unsigned){call};" if used else f"{call};"
    width = 8 if "long long" in call or "double" in call else 4
    return Instruction(f"{call} {note}".strip(), width, text, place, ptx=ptx)


# It writes shared memory without a wavefront of the data stage: what it counts under
# "all" is what any copy counts beside its writes.
COPY_BASELINE = "cp.async.cg 16"


def copy(cache: str, width: int, step: int = 0) -> Instruction:
    """cp.async from global memory, `step` bytes from lane to lane."""
    step = step or width
    text = (f'asm volatile("cp.async.{cache}.shared.global [%0], [%1], {width};" '
            f': : "r"(address), "l"((const char *)a.source + {step} * threadIdx.x) '
            f': "memory"); '
            'asm volatile("cp.async.wait_all;" : : : "memory");')
    note = "" if step == width else f" from every {step} bytes"
    return Instruction(f"cp.async.{cache} {width}{note}", width, text,
                       baseline=COPY_BASELINE, ptx=f"cp.async.{cache} {width}")


def transfer(name: str, spelt: str, width: int, count: int, vector: bool,
             **more: Any) -> Instruction:
    """A load or store of `count` registers, in braces where it is of a vector."""
    if spelt.startswith("ld"):
        registers = [f"v{i}" for i in range(count)]
        places = [f"%{i}" for i in range(count)]
        outputs = ", ".join(f'"=r"({r})' for r in registers)
        form = (f"unsigned {', '.join(registers)}; ", f"{{}}, [%{count}]",
                f': {outputs} : "r"(address)', f" result = {' ^ '.join(registers)};")
    else:
        places = [f"%{1 + i}" for i in range(count)]
        inputs = ', "r"(operand)' * count
        form = ("", "[%0], {}", f': : "r"(address){inputs}', "")
    listed = ", ".join(places)
    before, operands, bound, behind = form
    operands = operands.format(f"{{{listed}}}" if vector else listed)
    return Instruction(
        name, width,
        f'{before}asm volatile("{spelt} {operands};" {bound} : "memory");{behind}', **more)


def access(verb: str, kind: str, count: int = 1) -> Instruction:
    """ld.shared or st.shared of `count` elements of a kind, "u8"."""
    name = f"{verb}.shared.{f'v{count}.' if count > 1 else ''}{kind}"
    width = int(kind[1:]) // 8 * count
    return transfer(name, name.replace(".shared", ".volatile.shared"), width, count,
                    count > 1, packed=width < 4)


def matrix(verb: str, count: int, trans: str = "") -> Instruction:
    """ldmatrix or stmatrix, whose lanes hold the addresses of rows."""
    return transfer(f"{verb}.x{count}{trans}",
                    f"{verb}.sync.aligned.m8n8.x{count}{trans}.shared.b16", 16, count,
                    True, whole=True)


def plain() -> Iterator[Instruction]:
    for verb in ("ld", "st"):
        for kind, count in (("u8", 1), ("u16", 1), ("u32", 1), ("u32", 2), ("u32", 4)):
            yield access(verb, kind, count)
    for verb in ("ldmatrix", "stmatrix"):
        for count in (1, 2, 4):
            yield matrix(verb, count)
            yield matrix(verb, count, ".trans")


def native_32() -> Iterator[Instruction]:
    yield atom("add", "u32")
    yield red("add", "u32")
    for value, note in (("1u", "of a constant 1"), ("3u", "of a constant 3"),
                        ("uniform", "of a uniform operand")):
        yield atom("add", "u32", value, note)
        yield red("add", "u32", value, note)
    yield atom("add", "s32")
    yield red("add", "u32", "0xffffffffu", "of a constant -1")
    for operation, kinds in (("min", ("u32", "s32")), ("max", ("u32", "s32")),
                             ("and", ("b32",)), ("or", ("b32",)),
                             ("xor", ("b32",)), ("inc", ("u32",)),
                             ("dec", ("u32",))):
        for kind in kinds:
            yield atom(operation, kind)
            yield red(operation, kind)
    yield red("max", "u32", "uniform", "of a uniform operand")
    yield red("or", "b32", "1u", "of a constant 1")
    yield red("inc", "u32", "0xffffffffu", "of a constant -1")
    yield atom("inc", "u32", "0xffffffffu", "of a constant -1")
    yield atom("exch", "b32")
    yield atom("exch", "b32", "0u", "of a constant 0")
    yield atom("cas", "b32", compare="0u", note="that succeeds for the first lane")
    yield atom("cas", "b32", compare="~0u", note="that fails")
    yield atom("cas", "b32", compare="(operand - 1)", note="of varying operands")
    yield cuda("atomicSub(word, operand)", ptx="red.shared.add.u32")
    yield cuda("atomicSub(word, 1u)", ptx="red.shared.add.u32")
    yield cuda("atomicAdd(word, 1u)", ptx=COUNTING[0])


def looping_or_64() -> Iterator[Instruction]:
    """What compute capability 9.0 may carry out as a loop."""
    for kind in ("f32", "f64", "f16x2", "bf16x2", "f16"):
        yield atom("add", kind)
        yield red("add", kind)
    yield atom("add", "u64")
    yield red("add", "u64")
    yield atom("max", "u64")
    yield atom("min", "s64")
    for operation in ("and", "or", "xor"):
        yield atom(operation, "b64")
    yield atom("exch", "b64")
    yield atom("cas", "b64", compare="0u")
    yield atom("add", "bf16")
    yield atom("cas", "b16", compare="0u")
    for kind in ("f16", "bf16"):
        yield atom("add", kind, "0x3c00u", "of packed elements", packed=True)
    yield atom("cas", "b16", compare="0u", note="of packed elements", packed=True)
    # Updates that leave the word as it is.
    for kind in ("f32", "f64", "u64", "f16"):
        yield atom("add", kind, "0", "of a constant 0")


def through_generic() -> Iterator[Instruction]:
    for operation, kind in (("add", "u32"), ("max", "s32"), ("or", "b32"),
                            ("exch", "b32"), ("inc", "u32")):
        yield generic(operation, kind)
    for operation, kind in (("add", "u32"), ("max", "s32"), ("or", "b32")):
        yield generic(operation, kind, used=False)
    yield generic("add", "u32", "1u", "of a constant 1", used=False)
    yield generic("add", "u32", space=".relaxed.cta", note="with an order")
    yield generic("cas", "b32", compare="0u")
    yield generic("exch", "b64")
    yield generic("cas", "b64", compare="0u")
    for kind in ("f32", "f16x2", "bf16x2", "f16", "bf16"):
        yield generic("add", kind, "0x3c003c00u" if "16" in kind else "operand")
    yield generic("add", "f16x2", "0x3c003c00u", used=False)
    for kind in ("f64", "u64"):
        yield generic("add", kind)
    for used in (False, True):
        form = "at one address, used" if used else "at one address, unused"
        for operation, kind in (("add", "u32"), ("max", "u32"), ("add", "f32"),
                                ("add", "f16x2")):
            yield generic(operation, kind, note=form, used=used, place="a.uniform")
        yield generic("add", "u32", "1u", "of a constant 1 " + form, used=used,
                      place="a.uniform")


# The calls that are tried at one address.
CALLS = ("atomicAdd(word, operand)", "atomicAdd(word, 1u)", "atomicAdd(word, 3u)",
         "atomicAdd(word, uniform)", "atomicSub(word, operand)",
         "atomicMax(word, operand)", "atomicMin((int *)word, (int)operand)",
         "atomicOr(word, operand)", "atomicXor(word, operand)",
         "atomicInc(word, ~0u)", "atomicExch(word, operand)",
         "atomicCAS(word, 0u, operand)", "atomicAdd((float *)word, (float)operand)",
         "atomicAnd(word, operand)", "atomicDec(word, 10u)", "atomicInc(word, 10u)",
         "atomicAdd((int *)word, (int)operand)", "atomicMin(word, operand)",
         "atomicMax((int *)word, (int)operand)", "atomicMax(word, uniform)",
         "atomicOr(word, 1u)", "atomicAnd(word, uniform)",
         "atomicAdd_block(word, operand)", "atomicAdd_system(word, operand)",
         "atomicMax_block(word, operand)",
         "atomicAdd((unsigned long long *)word, (unsigned long long)operand)",
         "atomicAdd((double *)word, (double)operand)",
         "atomicExch((unsigned long long *)word, (unsigned long long)operand)")

# What the compiler may know of an address that is the same for all lanes.
PLACES = {"a constant": "16", "a block index": "blockIdx.x + 16",
          "a loaded index": "a.places[0]", "a warp's number": "threadIdx.x / 32 + 16",
          "threadIdx.y": "threadIdx.y + 16", "blockDim": "blockDim.x - 16",
          "a fraction of blockDim": "threadIdx.x / blockDim.x + 16",
          "a select of uniforms": "(a.uniform > 3 ? 16 : a.places[0])",
          "a masked lane": "(threadIdx.x & 32) + 16",
          "a shuffled index": "__shfl_sync(~0u, a.lanes[threadIdx.x] | 64, 0) / 4"}


def at_one_address() -> Iterator[Instruction]:
    for used in (False, True):
        form = "used" if used else "unused"
        for call in CALLS:
            yield cuda(call, f"at one address, {form}", "a.uniform", used)
    for name, place in PLACES.items():
        for call in ("atomicAdd(word, operand)", "atomicMax(word, operand)"):
            yield cuda(call, f"at {name}", place)
    # What is uniform, but changes in a loop.
    for call in ("atomicAdd(word, operand)", "atomicMax(word, operand)"):
        for name, first, step in (("a loop counter", "16", "++k"),
                                  ("a doubled counter", "16", "k *= 2")):
            yield Instruction(
                f"{call} at {name}", 4,
                f"for (unsigned k = {first}; k <= uniform; {step}) "
                f"{{ unsigned *word = tile + k; {call}; }}", "a.uniform")
    # Where lanes leave a loop at different iterations.
    yield Instruction(
        "atomicAdd(word, operand) at a word in a divergent loop", 4,
        "for (unsigned k = threadIdx.x; k < 2 * uniform; k += 2 * uniform) "
        "atomicAdd(word, operand);", "a.uniform")


INSTRUCTIONS = [
    *plain(),
    *native_32(),
    copy("ca", 4), copy("ca", 8), copy("ca", 16), copy("cg", 16),
    copy("ca", 4, 16), copy("ca", 8, 16), copy("ca", 4, 32), copy("ca", 16, 32),
    copy("ca", 16, 64),
    *looping_or_64(),
    *at_one_address(),
    *through_generic(),
]

KINDS = {"half": "f16", "float": "f32", "precision::tf32": "tf32", "signed char": "s8",
         "unsigned char": "u8", "int": "s32", "__nv_bfloat16": "bf16", "double": "f64"}
BYTES = {"half": 2, "__nv_bfloat16": 2, "signed char": 1, "unsigned char": 1, "double": 8}


class Fragment:
    """load_matrix_sync or store_matrix_sync of one fragment.

    use      "matrix_a", "matrix_b" or "accumulator"
    element  as the fragment is declared; `memory` as the tile is
    generic  through a pointer that may also be global
    """

    baseline, space = None, "shared"

    def __init__(self, verb: str, use: str, element: str, layout: str,
                 shape: tuple[int, int, int], memory: str = "", generic: bool = False):
        self.verb, self.use, self.element, self.layout = verb, use, element, layout
        self.shape, self.generic, self.memory = shape, generic, memory or element
        letter = {"matrix_a": "a", "matrix_b": "b"}.get(use, "c" if verb == "load" else "d")
        m, n, k = shape
        # The header reads tf32 through a generic pointer in any case.
        space = "" if generic or KINDS[element] == "tf32" else ".shared"
        self.name = self.ptx = \
            f"wmma.{verb}.{letter}.{layout}.m{m}n{n}k{k}{space}.{KINDS[element]}"
        self.bytes = BYTES.get(self.memory, 4)

    def requests(self, _seed: str) -> list[list[int]]:
        """Leading dimensions: at least a row or column, rows of whole 16 bytes."""
        m, n, k = self.shape
        rows, columns = {"matrix_a": (m, k), "matrix_b": (k, n)}.get(self.use, (m, n))
        lines, length = (rows, columns) if self.layout == "row" else (columns, rows)
        step = 16 // self.bytes
        # A half tells integers up to 2048 apart: what the fragments are read by.
        limit = min(TILE_WORDS * 4 // self.bytes, 2048) // lines
        wanted = sorted({length, *(length + step * i for i in (1, 2, 3, 4, 6)),
                         2 * length, 24, 32, 40, 64, 72, 128})
        return [[p] + [0] * (LANES - 1) for p in wanted
                if length <= p <= limit and p % step == 0]


SHAPES = ((16, 16, 16), (32, 8, 16), (8, 32, 16))


def fragments(verbs: str, elements: str, shapes: tuple[Any, ...] = SHAPES[:1],
              **more: Any) -> list[Fragment]:
    """Those of both layouts: accumulators where there are stores, else both factors."""
    uses = ["accumulator"] if "store" in verbs else ["matrix_a", "matrix_b"]
    return [Fragment(verb, use, element, layout, shape, **more)
            for element in elements.split(", ") for shape in shapes for verb in verbs.split()
            for use in uses for layout in ("row", "col")]


FRAGMENTS = [
    *fragments("load", "half"), *fragments("load", "half", generic=True),
    *fragments("load store", "half, float"), *fragments("load store", "half, float", generic=True),
    *fragments("load", "half", SHAPES[1:]), *fragments("load store", "float", SHAPES[1:]),
    *fragments("load", "precision::tf32", ((16, 16, 8),), memory="float"),
    *fragments("load", "signed char"),
    *fragments("load", "__nv_bfloat16, unsigned char", SHAPES),
    *fragments("load", "signed char", SHAPES[1:]), *fragments("load", "signed char", generic=True),
    *fragments("load store", "half", SHAPES[1:]), *fragments("load store", "int", SHAPES),
    *fragments("load store", "float", ((16, 16, 8),)),
    *fragments("load", "double", ((8, 8, 4),)), *fragments("load store", "double", ((8, 8, 4),)),
]


def structured() -> Iterator[Callable[[int], int]]:
    """Lane to element, in patterns that kernels have."""
    yield from (lambda t, s=s: t * s for s in (1, 2, 3, 8, 32, 33))
    yield lambda t: 5  # Everyone at one element.
    yield lambda t: t // 2
    yield lambda t: t // 8 * 32
    yield lambda t: t // 2 * 32
    yield lambda t: t % 8
    yield lambda t: t * 32 + (t ^ 5) % 32  # A column of a swizzled tile.


def affine(rng: random.Random) -> Callable[[int], int]:
    a, b, n = rng.randrange(1, 64), rng.randrange(64), rng.choice((24, 96, 160, 512))
    return lambda t: (a * t + b) % n


def linear(rng: random.Random) -> Callable[[int], int]:
    """Linear over GF(2): each bit of the lane switches some bits of the element."""
    columns = [rng.randrange(512) for _ in range(5)]

    return lambda t: functools.reduce(operator.xor, (
        column for bit, column in enumerate(columns) if t >> bit & 1), 0)


def patterns(width: int, seed: str) -> list[list[int]]:
    """The byte offsets of 24 requests."""
    rng = random.Random(seed)
    full = [[f(t) for t in range(LANES)]
            for f in (*structured(), affine(rng), affine(rng), linear(rng),
                      linear(rng))]
    full += [[rng.randrange(n) for _ in range(LANES)] for n in (16, 128, 1024)]
    partly = []
    for active in (lambda t: t < 16, lambda t: t % 2, lambda t: t == 19):
        partly.append([t * 2 if active(t) else INACTIVE for t in range(LANES)])
    for count, density in ((8, 0.5), (256, 0.7)):
        partly.append([rng.randrange(count) if rng.random() < density else INACTIVE
                       for _ in range(LANES)])
    return [[INACTIVE if e == INACTIVE else e * width for e in pattern]
            for pattern in full + partly]


def place_patterns(seed: str) -> list[list[int]]:
    """Word 16 for all lanes, and for some."""
    rng = random.Random(seed)
    masks = [range(LANES), range(5), [19], rng.sample(range(LANES), 12)]
    return [[64 if t in mask else INACTIVE for t in range(LANES)] for mask in masks]
