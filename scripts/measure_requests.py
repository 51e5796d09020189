#!/usr/bin/env python3
"""Measures what single requests of one warp cost on the GPU at hand.

A row of the model's test vectors is one instruction, the byte offset of each of
the 32 lanes into shared memory (-1: inactive), and the wavefronts that the
hardware counted. This script makes such rows for instructions that are in its
table (INSTRUCTIONS, WMMA): it writes one CUDA program with one kernel for each
instruction, in which one warp executes that instruction once with the offsets
that it is handed, launches it under Nsight Compute for each pattern of offsets,
and subtracts what a kernel without the instruction counts.

  measure_requests.py list                     the instructions and patterns
  measure_requests.py source -o requests.cu    the program, to read or to change
  measure_requests.py measure -o rows.json     compile, run under ncu, write rows
  measure_requests.py sass                     what each instruction became
  measure_requests.py check rows.json          which rules reproduce the rows

To add an instruction, add a line to the table; its asm statement may use
`address` (32-bit shared), `operand` (differs by lane), `uniform` (a kernel
parameter), `source` (global, 16 bytes a lane) and writes `result`, where it has
one. `measure` and `sass` need nvcc, ncu, cuobjdump and a GPU; the rest does not.
"""

import argparse
import collections
import csv
import io
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

LANES = 32
BANKS = 32
INACTIVE = -1
TILE_WORDS = 4096  # 16 KiB: a pattern of 16-byte elements may use 1024 of them.

# ---------------------------------------------------------------------------
# The instructions
# ---------------------------------------------------------------------------


class Instruction:
    """One instruction, as the statement that one lane executes.

    counter    which counter's wavefronts are the row's figure
    one_place  all active lanes share an address that the compiler can see to be
               uniform: it may then combine the lanes' operands itself
    """

    def __init__(self, name, width, statement, counter="atom", one_place=False):
        self.name = name
        self.width = width
        self.statement = statement
        self.counter = counter
        self.one_place = one_place


REGISTER = {"u32": "r", "s32": "r", "b32": "r", "u64": "l", "b64": "l",
            "f32": "f", "f64": "d", "f16x2": "r"}
VALUE = {"u32": "{}", "s32": "{}", "b32": "{}", "u64": "(unsigned long long){}",
         "b64": "(unsigned long long){}", "f32": "(float){}",
         "f64": "(double){}", "f16x2": "{}"}


def atom(operation, kind, value="operand", note="", compare=None):
    """atom.shared: the result is used."""
    register = REGISTER[kind]
    qualifier = "noftz." if kind == "f16x2" else ""
    width = 8 if kind.endswith("64") else 4
    inputs = [VALUE[kind].format(v) for v in (compare, value) if v is not None]
    places = ", ".join(f"%{2 + i}" for i in range(len(inputs)))
    operands = ", ".join(f'"{register}"({v})' for v in inputs)
    result = {"r": "unsigned", "l": "unsigned long long", "f": "float",
              "d": "double"}[register]
    text = (f'{result} old; asm volatile("atom.shared.{operation}.{qualifier}{kind}'
            f' %0, [%1], {places};" : "={register}"(old) : "r"(address), '
            f'{operands} : "memory"); result = (unsigned)old;')
    name = f"atom.shared.{operation}.{qualifier}{kind}"
    return Instruction(name + (" " + note if note else ""), width, text)


def red(operation, kind, value="operand", note=""):
    """red.shared: no result."""
    qualifier = "noftz." if kind == "f16x2" else ""
    width = 8 if kind.endswith("64") else 4
    name = f"red.shared.{operation}.{qualifier}{kind}"
    text = (f'asm volatile("{name} [%0], %1;" : : "r"(address), '
            f'"{REGISTER[kind]}"({VALUE[kind].format(value)}) : "memory");')
    return Instruction(name + (" " + note if note else ""), width, text)


def cuda(name, call, note, one_place=False, used=False):
    """A call of CUDA C++ on `word`, the addressed element as unsigned *."""
    text = f"result = (unsigned){call};" if used else f"{call};"
    return Instruction(f"{name} {note}".strip(), 4, text, one_place=one_place)


def copy(cache, width):
    text = (f'asm volatile("cp.async.{cache}.shared.global [%0], [%1], {width};" '
            f': : "r"(address), "l"(source) : "memory"); '
            f'asm volatile("cp.async.wait_all;" : : : "memory");')
    return Instruction(f"cp.async.{cache} {width}", width, text, counter="async")


def instructions_32():
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
    yield atom("cas", "b32", compare="operand - 1", note="of varying operands")


def instructions_looping():
    """What compute capability 9.0 may carry out as a loop."""
    for kind in ("f32", "f64", "f16x2"):
        yield atom("add", kind)
        yield red("add", kind)
    yield atom("add", "u64")
    yield red("add", "u64")
    yield atom("max", "u64")
    yield atom("exch", "b64")
    yield atom("cas", "b64", compare="0u")


def instructions_one_place():
    """CUDA C++ at an address that all lanes visibly share."""
    for used in (False, True):
        form = "used" if used else "unused"
        for call in ("atomicAdd(word, operand)", "atomicAdd(word, 1u)",
                     "atomicAdd(word, 3u)", "atomicAdd(word, uniform)",
                     "atomicSub(word, operand)", "atomicMax(word, operand)",
                     "atomicMin((int *)word, (int)operand)",
                     "atomicOr(word, operand)", "atomicXor(word, operand)",
                     "atomicInc(word, ~0u)", "atomicExch(word, operand)",
                     "atomicCAS(word, 0u, operand)",
                     "atomicAdd((float *)word, (float)operand)"):
            yield cuda(call, call, f"at one address, {form}", True, used)


INSTRUCTIONS = [
    *instructions_32(),
    cuda("atomicSub(word, operand)", "atomicSub(word, operand)", ""),
    cuda("atomicSub(word, 1u)", "atomicSub(word, 1u)", ""),
    cuda("atomicAdd(word, 1u)", "atomicAdd(word, 1u)", ""),
    copy("ca", 4), copy("ca", 8), copy("ca", 16), copy("cg", 16),
    *instructions_looping(),
    *instructions_one_place(),
]


class Wmma:
    """load_matrix_sync or store_matrix_sync of one fragment.

    use      "matrix_a", "matrix_b" or "accumulator"
    element  as the fragment is declared; memory as the tile is
    generic  through a pointer that may also be global
    """

    def __init__(self, verb, use, element, layout, shape=(16, 16, 16),
                 memory=None, generic=False):
        self.verb, self.use, self.element, self.layout = verb, use, element, layout
        self.shape, self.generic = shape, generic
        self.memory = memory or element
        letter = {"matrix_a": "a", "matrix_b": "b",
                  "accumulator": "c" if verb == "load" else "d"}[use]
        kind = {"half": "f16", "float": "f32", "precision::tf32": "tf32",
                "signed char": "s8", "int": "s32"}[element]
        m, n, k = shape
        space = "" if generic or "tf32" in kind else ".shared"
        self.name = (f"wmma.{verb}.{letter}.{layout[0:3]}.m{m}n{n}k{k}{space}.{kind}")
        self.counter = "ld" if verb == "load" else "st"
        self.bytes = {"half": 2, "signed char": 1}.get(self.memory, 4)

    def pitches(self):
        """Leading dimensions: at least a row or column, rows of whole 16 bytes."""
        m, n, k = self.shape
        rows, columns = {"matrix_a": (m, k), "matrix_b": (k, n),
                         "accumulator": (m, n)}[self.use]
        lines, length = (rows, columns) if self.layout == "row" else (columns, rows)
        step = 16 // self.bytes
        # A half tells integers up to 2048 apart: what the fragments are read by.
        limit = min(TILE_WORDS * 4 // self.bytes, 2048) // lines
        wanted = sorted({length, *(length + step * i for i in (1, 2, 3, 4, 6)),
                         2 * length, 24, 32, 40, 64, 72, 128})
        return [p for p in wanted if length <= p <= limit and p % step == 0]


WMMA = [
    *(Wmma("load", use, "half", layout)
      for use in ("matrix_a", "matrix_b") for layout in ("row", "col")),
    *(Wmma(verb, "accumulator", element, layout)
      for verb in ("load", "store") for element in ("half", "float")
      for layout in ("row", "col")),
    Wmma("load", "matrix_a", "half", "row", generic=True),
    Wmma("load", "matrix_b", "half", "row", generic=True),
    Wmma("store", "accumulator", "float", "row", generic=True),
    *(Wmma("load", use, "half", "row", shape) for shape in ((32, 8, 16), (8, 32, 16))
      for use in ("matrix_a", "matrix_b")),
    *(Wmma("store", "accumulator", "float", "row", shape)
      for shape in ((32, 8, 16), (8, 32, 16))),
    *(Wmma("load", use, "precision::tf32", layout, (16, 16, 8), "float")
      for use in ("matrix_a", "matrix_b") for layout in ("row", "col")),
    *(Wmma("load", use, "signed char", layout)
      for use, layout in (("matrix_a", "row"), ("matrix_b", "col"),
                          ("matrix_b", "row"))),
]

# ---------------------------------------------------------------------------
# The patterns
# ---------------------------------------------------------------------------


def structured():
    """Lane to element, in patterns that kernels have."""
    yield from (lambda t, s=s: t * s for s in (1, 2, 3, 8, 32, 33))
    yield lambda t: 5  # Everyone at one element.
    yield lambda t: t // 2
    yield lambda t: t // 8 * 32
    yield lambda t: t // 2 * 32
    yield lambda t: t % 8
    yield lambda t: t * 32 + (t ^ 5) % 32  # A column of a swizzled tile.


def affine(rng):
    a, b, n = rng.randrange(1, 64), rng.randrange(64), rng.choice((24, 96, 160, 512))
    return lambda t: (a * t + b) % n


def linear(rng):
    """Linear over GF(2): each bit of the lane switches some bits of the element."""
    columns = [rng.randrange(512) for _ in range(5)]

    def element(t):
        value = 0
        for bit, column in enumerate(columns):
            if t >> bit & 1:
                value ^= column
        return value
    return element


def patterns(width, seed):
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


def one_place_patterns(seed):
    rng = random.Random(seed)
    masks = [range(LANES), range(5), [19], rng.sample(range(LANES), 12)]
    return [[64 if t in mask else INACTIVE for t in range(LANES)] for mask in masks]


def requests():
    """(kernel number, instruction, what the kernel is handed: 32 integers)."""
    for number, instruction in enumerate(INSTRUCTIONS):
        seed = f"{number} {instruction.name}"
        for pattern in (one_place_patterns(seed) if instruction.one_place
                        else patterns(instruction.width, seed)):
            yield number, instruction, pattern
    for number, instruction in enumerate(WMMA, len(INSTRUCTIONS)):
        for pitch in instruction.pitches():
            yield number, instruction, [pitch] + [0] * (LANES - 1)


# ---------------------------------------------------------------------------
# The program
# ---------------------------------------------------------------------------

PROLOGUE = r"""
// Written by measure_requests.py: one kernel for each instruction.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mma.h>
#include <vector>

constexpr int TileWords = 4096;
constexpr int Results = 32 * 32;

// What every kernel is handed: what differs by lane, what is uniform, 16 bytes a
// lane of global memory, and room for results.
struct Arguments {
  const int *lanes;
  const unsigned *operands;
  unsigned uniform;
  const uint4 *source;
  float *results;
};

using Kernel = void (*)(Arguments);

// Half or float: its number at each element, so that a fragment tells what it read.
template <class Element> __device__ void fill(unsigned *tile) {
  const int perWord = 4 / sizeof(Element);
  #pragma unroll 1
  for (int i = threadIdx.x; i < TileWords; i += 32) {
    union {
      Element element[4 / sizeof(Element)];
      unsigned word;
    } u;
    for (int j = 0; j < perWord; ++j)
      u.element[j] = Element(float((perWord * i + j) % 2048));
    tile[i] = u.word;
  }
  __syncwarp();
}

__device__ void clear(unsigned *tile) {
  #pragma unroll 1
  for (int i = threadIdx.x; i < TileWords; i += 32)
    tile[i] = 0;
  __syncwarp();
}

__global__ void nothing(Arguments a) {
  __shared__ unsigned tile[TileWords];
  clear(tile);
  asm volatile("" : : "r"((unsigned)__cvta_generic_to_shared(tile)) : "memory");
  a.results[threadIdx.x] = a.lanes[threadIdx.x];
}
"""

ONE_REQUEST = r"""
// %(name)s
__global__ void request%(number)d(Arguments a) {
  __shared__ __align__(128) unsigned tile[TileWords];
  clear(tile);
  const int offset = a.lanes[threadIdx.x];
  [[maybe_unused]] const unsigned operand = a.operands[threadIdx.x];
  [[maybe_unused]] const unsigned uniform = a.uniform;
  [[maybe_unused]] const uint4 *source = a.source + threadIdx.x;
  [[maybe_unused]] const unsigned address = (unsigned)__cvta_generic_to_shared(tile) + offset;
  [[maybe_unused]] unsigned *word = tile + %(word)s;
  unsigned result = 0;
  if (offset >= 0) {
    %(statement)s
  }
  asm volatile("" : : : "memory");
  a.results[threadIdx.x] = result;
}
"""

WMMA_REQUEST = r"""
// %(name)s
__global__ void request%(number)d(Arguments a) {
  using namespace nvcuda::wmma;
  __shared__ __align__(128) unsigned tile[TileWords];
  fill<%(memory)s>(tile);
  const unsigned pitch = a.lanes[0];
  %(memory)s *at = %(pointer)s;
  fragment<%(use)s, %(m)d, %(n)d, %(k)d, %(element)s%(declared)s> f;
  %(call)s
}
"""

EPILOGUE = r"""
static void check(cudaError_t status) {
  if (status == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}

// requests FILE [RESULTS]: FILE has 33 integers for each launch, the kernel (-1:
// the one without an instruction) and what its lanes are handed. RESULTS takes
// the 1024 figures that each launch left.
int main(int argc, char **argv) {
  std::FILE *in = argc > 1 ? std::fopen(argv[1], "r") : nullptr;
  std::FILE *out = argc > 2 ? std::fopen(argv[2], "w") : nullptr;
  if (!in)
    return 2;
  std::vector<int> numbers;
  for (int number; std::fscanf(in, "%d", &number) == 1;)
    numbers.push_back(number);
  const int launches = int(numbers.size() / 33);
  unsigned operands[32];
  for (int i = 0; i < 32; ++i)
    operands[i] = (i * 2654435761u >> 16) % 1000 + 1;
  int *lanes;
  unsigned *deviceOperands;
  uint4 *source;
  float *results;
  check(cudaMalloc(&lanes, 32 * sizeof(int)));
  check(cudaMalloc(&deviceOperands, sizeof operands));
  check(cudaMalloc(&source, 32 * sizeof(uint4)));
  check(cudaMalloc(&results, Results * sizeof(float)));
  check(cudaMemset(source, 1, 32 * sizeof(uint4)));
  check(cudaMemcpy(deviceOperands, operands, sizeof operands, cudaMemcpyDefault));
  for (int i = 0; i < launches; ++i) {
    const int *row = &numbers[33 * i];
    check(cudaMemcpy(lanes, row + 1, 32 * sizeof(int), cudaMemcpyDefault));
    check(cudaMemset(results, 0, Results * sizeof(float)));
    Kernel kernel = row[0] < 0 ? nothing : kernels[row[0]];
    kernel<<<1, 32>>>({lanes, deviceOperands, 16, source, results});
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    if (!out)
      continue;
    static float values[Results];
    check(cudaMemcpy(values, results, sizeof values, cudaMemcpyDefault));
    for (float value : values)
      std::fprintf(out, "%g ", value);
    std::fprintf(out, "\n");
  }
  return 0;
}
"""


def wmma_kernel(number, wmma):
    layout = {"row": "row_major", "col": "col_major"}[wmma.layout]
    accumulator = wmma.use == "accumulator"
    spill = ("for (int i = 0; i < f.num_elements; ++i) "
             "a.results[threadIdx.x * f.num_elements + i] = float(f.x[i]);")
    if wmma.verb == "load":
        how = f", mem_{layout}" if accumulator else ""
        call = f"load_matrix_sync(f, at, pitch{how});\n  {spill}"
    else:
        call = ("for (int i = 0; i < f.num_elements; ++i) f.x[i] = "
                f"{wmma.element}(float(threadIdx.x * f.num_elements + i));\n"
                f"  store_matrix_sync(at, f, pitch, mem_{layout});\n"
                "  __syncwarp();\n"
                "  for (int i = threadIdx.x; i < Results; i += 32)\n"
                f"    a.results[i] = float((({wmma.memory} *)tile)[i]);")
    tile = f"({wmma.memory} *)tile"
    # With a uniform argument that is never 0 in fact, the tile is what it is.
    pointer = (f"a.uniform ? {tile} : ({wmma.memory} *)a.source"
               if wmma.generic else tile)
    m, n, k = wmma.shape
    return WMMA_REQUEST % {
        "name": wmma.name, "number": number, "memory": wmma.memory,
        "pointer": pointer, "use": wmma.use, "m": m, "n": n, "k": k,
        "element": wmma.element, "call": call,
        "declared": "" if accumulator else f", {layout}"}


def program():
    parts = [PROLOGUE]
    for number, instruction in enumerate(INSTRUCTIONS):
        parts.append(ONE_REQUEST % {
            "name": instruction.name, "number": number,
            "statement": instruction.statement,
            "word": "a.uniform" if instruction.one_place else "offset / 4"})
    for number, wmma in enumerate(WMMA, len(INSTRUCTIONS)):
        parts.append(wmma_kernel(number, wmma))
    names = ", ".join(f"request{i}" for i in range(len(INSTRUCTIONS) + len(WMMA)))
    parts.append(f"\nstatic const Kernel kernels[] = {{{names}}};\n")
    parts.append(EPILOGUE)
    return "".join(parts)


# ---------------------------------------------------------------------------
# Measuring
# ---------------------------------------------------------------------------

COUNTERS = {
    "ld": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "st": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "atom": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "all": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
}


def run(command, **how):
    done = subprocess.run([str(c) for c in command], text=True, check=False, **how)
    if done.returncode:
        sys.exit(f"{command[0]} failed with {done.returncode}\n"
                 f"{(done.stdout or '')[-4000:]}{(done.stderr or '')[-4000:]}")
    return done.stdout


def build(folder, nvcc):
    source, binary = folder / "requests.cu", folder / "requests"
    source.write_text(program())
    run([nvcc, "-O2", "-std=c++17", "-arch=sm_90", "-o", binary, source])
    return binary


def profile(binary, arguments, metrics, ncu):
    """One dictionary of metric to number for each launch, in order."""
    text = run([ncu, "--clock-control", "none", "--csv", "--page", "raw",
                "--print-units", "base", "--metrics", ",".join(metrics), binary,
                *arguments], stdout=subprocess.PIPE)
    table = text[text.index('"ID"'):]
    rows = list(csv.DictReader(io.StringIO(table)))[1:]  # The first has the units.
    return [{m: int(float(row[m].replace(",", ""))) for m in metrics if row.get(m)}
            for row in rows]


def memory_instructions(binary, cuobjdump):
    """Kernel name to its instructions that touch shared memory or votes."""
    listing = run([cuobjdump, "--dump-sass", binary], stdout=subprocess.PIPE)
    wanted = re.compile(r"^(LDS|STS|ATOM|LDGSTS|LD\.|LD |ST\.|ST |RED|MATCH|VOTE|"
                        r"POPC|REDUX|SHFL|BRA|BSSY|UFLO|FLO)")
    found, kernel = {}, None
    for line in listing.splitlines():
        if name := re.search(r"Function : (\S+)", line):
            kernel = re.sub(r"^_Z\d+(\w+?)9Arguments$", r"\1", name[1])
            found[kernel] = []
        elif code := re.search(r"/\*[0-9a-f]{4,}\*/\s+(@!?U?P\d+ )?(.*?) ;", line):
            if wanted.match(code[2]):
                found[kernel].append((code[1] or "") + code[2])
    return found


def measure(options):
    chosen = [r for r in requests() if re.search(options.only, r[1].name)]
    extra = [m for m in options.metrics.split(",") if m]
    metrics = [*COUNTERS.values(), *extra]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        binary = build(folder, options.nvcc)
        given = folder / "requests.txt"
        lines = [[-1] + [0] * LANES] + [[n] + handed for n, _, handed in chosen]
        given.write_text("\n".join(" ".join(map(str, l)) for l in lines))
        left = folder / "results.txt"
        run([binary, given, left])
        results = [[float(v) for v in line.split()]
                   for line in left.read_text().splitlines()]
        counted = profile(binary, [given], metrics, options.ncu)
        sass = memory_instructions(binary, options.cuobjdump)
    if len(counted) != len(lines):
        sys.exit(f"{len(lines)} launches, {len(counted)} profiled")
    constant = counted[0]
    raw = []
    for (number, instruction, handed), values, counts in zip(
            chosen, results[1:], counted[1:]):
        net = {short: counts[m] - constant[m] for short, m in COUNTERS.items()}
        net |= {m: counts[m] - constant[m] for m in extra if m in counts}
        row = {"instruction": instruction.name, "counted": net,
               "sass": sass.get(f"request{number}", [])}
        if isinstance(instruction, Wmma):
            row |= {"pitch": handed[0], "element_bytes": instruction.bytes,
                    "results": values}
        else:
            row |= {"bytes_per_lane": instruction.width, "lane_byte_offsets": handed}
        raw.append(row)
    options.output.write_text(json.dumps(
        {"metrics": metrics, "constant": constant, "rows": raw}))


def sass(options):
    with tempfile.TemporaryDirectory() as temporary:
        found = memory_instructions(build(pathlib.Path(temporary), options.nvcc),
                                    options.cuobjdump)
    for number, instruction in enumerate([*INSTRUCTIONS, *WMMA]):
        print(instruction.name)
        for line in found.get(f"request{number}", []):
            print("    " + line)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["list", "source", "measure", "sass"])
    parser.add_argument("-o", "--output", type=pathlib.Path)
    parser.add_argument("--only", default="", help="instructions that match this")
    parser.add_argument("--metrics", default="", help="further metrics, by commas")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--ncu", default="ncu")
    parser.add_argument("--cuobjdump", default="cuobjdump")
    options = parser.parse_args()
    if options.action == "list":
        count = collections.Counter(r[1].name for r in requests())
        for name, launches in count.items():
            print(f"{launches:4} {name}")
        print(f"{sum(count.values())} requests")
    elif options.action == "source":
        options.output.write_text(program())
    elif options.action == "measure":
        measure(options)
    else:
        sass(options)


if __name__ == "__main__":
    main()
