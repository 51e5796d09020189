"""Random kernels over index arithmetic, and whether warplint's costs are theirs.

    lab kernels --warplint WARPLINT [--count 100] [--first 1] [-- FLAGS]
    lab kernels --write FOLDER [--count 100] [--first 1]

A kernel has up to four accesses of shared arrays: of numbers of one to eight bytes,
vectors, structs and unions. Their indices are random expressions of all integer
types: sums, products, quotients, remainders, shifts, masks, choices, conversions; of
threadIdx, arguments that the launch gives, and counters of loops. Guards and loops
stand around them. A kernel depends on its seed alone.

The same text is compiled for the host, where each access notes its address, and run
thread by thread. Requests of warps are made of that: lanes that execute an access in
the same iteration. `warplint model` says what each costs; their sum is to be the cost
per block, in wavefronts, that warplint gives the access, where it gives one.

Exit code: 0; 1 when a kernel was wrong; 2 for an error.
"""

import collections
import json
import pathlib
import random
import subprocess
import tempfile

from lab.run import Parser, lint, output

INTEGERS = {"signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16,
            "int": 32, "unsigned": 32, "long long": 64, "unsigned long long": 64}
ELEMENTS = {"unsigned char": 1, "short": 2, "unsigned": 4, "float": 4, "double": 8,
            "uint2": 8, "uint4": 16}
# Type, field that is accessed, and its bytes.
RECORDS = {"Pair": ("b", 4), "Mixed": ("c", 2), "Wide": ("v", 16), "Choice": ("u", 4)}
HEAD = """#ifdef HOST
#include "host.h"
#else
#define AT(site, iteration, place) (place)
#endif
struct Pair { unsigned a, b; };
struct Mixed { unsigned a; short b, c; };
struct Wide { uint4 v; unsigned tag[4]; };
union Choice { float f; unsigned u; unsigned char b[4]; };
"""
HOST = """#include <cstdio>
#define __global__
#define __device__
#define __shared__ alignas(128) static
struct alignas(8) uint2 { unsigned x, y; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
static struct { unsigned x, y, z; } threadIdx, blockDim;
static inline void __syncthreads() {}
#define min(a, b) ((a) < (b) ? (a) : (b))
#define AT(site, iteration, place) \\
  (*(std::printf("%u %u %u %zu\\n", site, threadIdx.x + blockDim.x * threadIdx.y, \\
                 unsigned(iteration), (size_t)&(place) % 65536), &(place)))
"""


class Kernel:
    """A kernel, its launch and its accesses: (line, instruction, bytes per lane)."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.name = f"k{seed}"
        self.block = self.random.choice([(32, 1), (64, 1), (16, 4), (8, 8), (32, 2), (48, 1),
                                         (4, 16), (7, 9)])
        self.arguments = [self.random.randrange(1, 40) for _ in range(2)]
        self.accesses = []
        self.lines = self.text()

    def leaf(self, counters):
        r = self.random
        return r.choice(["x", "y", "x", "n", "m", str(r.randrange(1, 35))] + counters)

    def expression(self, counters, depth):
        """Of type int or unsigned, at least 0 and below 4096: nothing overflows."""
        r = self.random
        if depth == 0:
            return self.leaf(counters)
        left = self.expression(counters, depth - 1)
        right = self.expression(counters, r.randrange(depth))
        form = r.choice(["+", "+", "*", "*", "/", "%", "<<", ">>", "&", "|", "^", "?", "cast",
                         "min"])
        if form in "+|^":
            return f"(({left} {form} {right}) & 4095)"
        if form == "*":
            return f"(({left} & 255) * ({right} & 15) & 4095)"
        if form in "/%":
            return f"({left} {form} ({right} % 37 + 1))"
        if form == "<<":
            return f"((({left} & 127) << ({right} & 3)) & 4095)"
        if form == ">>":
            return f"({left} >> ({right} & 7))"
        if form == "&":
            return f"({left} & {r.choice([3, 7, 15, 31, 96, 255, 1023])})"
        if form == "?":
            return f"({self.condition(counters)} ? {left} : {right})"
        if form == "min":
            return f"min({left}, {right})"
        kind = r.choice(list(INTEGERS))
        mask = 127 if INTEGERS[kind] == 8 else 4095
        return f"int(({kind})({left} & {mask}))"

    def condition(self, counters):
        r = self.random
        return (f"{self.leaf(counters)} {r.choice(['<', '<=', '>', '==', '!='])} "
                f"{self.expression(counters, 1)}")

    def text(self):
        r = self.random
        lines, body = [], []
        for site in range(r.randrange(1, 5)):
            size = r.choice([64, 100, 256])
            if r.random() < 0.6:
                kind = r.choice(list(ELEMENTS))
                field, width = "", ELEMENTS[kind]
            else:
                kind = r.choice(list(RECORDS))
                field, width = "." + RECORDS[kind][0], RECORDS[kind][1]
            lines.append(f"  __shared__ {kind} s{site}[{size}];")
            counters, close, indent = [], [], "  "
            for depth in range(r.choice([0, 0, 1, 2])):
                counter = f"i{site}_{depth}"
                body.append(f"{indent}for ({r.choice(['int', 'unsigned', 'short'])} {counter} = 0; "
                            f"{counter} < {r.randrange(2, 6)}; ++{counter}) {{")
                counters.append(counter)
                close.append(indent + "}")
                indent += "  "
            if r.random() < 0.4:
                body.append(f"{indent}if ({self.condition(counters)}) {{")
                close.append(indent + "}")
                indent += "  "
            index = f"({self.expression(counters, r.randrange(1, 4))}) % {size}"
            iteration = " + ".join([f"{c} * {8 ** n}" for n, c in enumerate(counters)] or ["0"])
            place = f"AT({site}, {iteration}, s{site}[{index}]{field})"
            is_store = r.random() < 0.5
            part = ".x" if kind in ("uint2", "uint4") or field == ".v" else ""
            if part:
                part, width = "", width
                value = "uint2{1, 2}" if kind == "uint2" else "uint4{1, 2, 3, 4}"
                line = (f"{indent}{place} = {value};" if is_store else
                        f"{indent}{{ auto v = {place}; sum += v.x + v.y" +
                        ("" if kind == "uint2" else " + v.z + v.w") + "; }")
            else:
                line = (f"{indent}{place} = 1;" if is_store else
                        f"{indent}sum += (unsigned){place};")
            self.accesses.append([len(body), "st.shared" if is_store else "ld.shared", width, site])
            body.append(line)
            body += reversed(close)
            lines.append(f"  kept[{site}] = s{site};")
        head = [f"__global__ void {self.name}(unsigned *out, const volatile void **kept, int n, int m) {{",
                "  int x = threadIdx.x, y = threadIdx.y; unsigned sum = 0;"]
        first = len(head) + len(lines)
        for access in self.accesses:
            access[0] += first
        return head + lines + body + ["  out[x] = sum;", "}"]


def program(kernels):
    """The text of a file with the kernels, and the line on which each begins."""
    lines, begins = HEAD.splitlines(), {}
    for k in kernels:
        begins[k.name] = len(lines) + 1
        lines += k.lines
    lines += ["#ifdef HOST", "int main() {", "  static unsigned out[64];",
              "  static const volatile void *kept[4];"]
    for k in kernels:
        lines += [f'  std::printf("{k.name}\\n"); blockDim = {{{k.block[0]}, {k.block[1]}, 1}};',
                  f"  for (unsigned t = 0; t < {k.block[0] * k.block[1]}; ++t) {{",
                  f"    threadIdx = {{t % {k.block[0]}, t / {k.block[0]}, 0}};",
                  f"    {k.name}(out, kept, {k.arguments[0]}, {k.arguments[1]});", "  }"]
    lines += ["}", "#else", "void go(unsigned *out, const volatile void **kept) {"]
    lines += [f"  {k.name}<<<1, dim3({k.block[0]}, {k.block[1]})>>>(out, kept, {k.arguments[0]}, "
              f"{k.arguments[1]});" for k in kernels]
    return "\n".join(lines + ["}", "#endif", ""]), begins


def truth(source, folder, options):
    """By kernel and access the requests: the byte offset of each lane, or -1."""
    (folder / "host.h").write_text(HOST)
    output([options.clang, "-x", "c++", "-std=c++17", "-w", "-O0", "-DHOST", "-o",
            folder / "host", source])
    out = output([folder / "host"])
    requests, name = collections.defaultdict(lambda: collections.defaultdict(dict)), ""
    for line in out.splitlines():
        if line[0] == "k":
            name = line
            continue
        site, thread, iteration, place = map(int, line.split())
        lanes = requests[name, site][thread // 32, iteration]
        lanes[thread % 32] = place
    return requests


def cost(requests, instruction, width, options):
    """The wavefronts of all requests of one access."""
    rows = []
    for lanes in requests.values():
        # What all lanes share drops out but for the bank: arrays begin at 16 bytes.
        rows.append({"instruction": instruction, "bytes_per_lane": width,
                     "lane_byte_offsets": [lanes.get(lane, -1) for lane in range(32)]})
    done = subprocess.run([options.warplint, "model"], text=True, capture_output=True,
                          input="\n".join(map(json.dumps, rows)), check=True)
    return sum(json.loads(line)["predicted"] for line in done.stdout.splitlines())


def told(source, options):
    """By line what warplint says of the access there: wavefronts per block, or None."""
    found = {}
    for access in lint(options.warplint, source, "--as-written", "--layouts=false",
                       flags=["-std=c++17", *options.flags])[0]["accesses"]:
        block = access["perBlock"]
        decided = access["verdict"] in ("clean", "excess", "conflict", "never-runs")
        found[access["line"]] = (access["verdict"],
                                 block["predicted"] if block and decided else None)
    return found


def main(words: list[str]) -> int:
    parser = Parser("kernels", __doc__)
    parser.program(jobs=False)
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="seed of the first kernel")
    parser.add_argument("--write", type=pathlib.Path, metavar="FOLDER")
    options = parser.read(words)
    kernels = [Kernel(seed) for seed in range(options.first, options.first + options.count)]
    text, begins = program(kernels)
    if options.write:
        options.write.mkdir(parents=True, exist_ok=True)
        (options.write / "kernels.cu").write_text(text)
        (options.write / "host.h").write_text(HOST)
        return 0
    wrong, decided, accesses = 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source = folder / "kernels.cu"
        source.write_text(text)
        came, says = truth(source, folder, options), told(source, options)
        for k in kernels:
            for line, instruction, width, site in k.accesses:
                at = begins[k.name] + line
                accesses += 1
                requests = came.get((k.name, site))
                right = cost(requests, instruction, width, options) if requests else 0
                verdict, figure = says.get(at, ("missing" if right else "never-runs", None))
                if verdict == "never-runs":
                    figure = 0
                decided += figure is not None
                if verdict == "missing" or (figure is not None and figure != right):
                    wrong += 1
                    print(f"{k.name} line {at}: {verdict} {figure}, right is {right}")
                    print("\n".join(k.lines))
    print(f"{len(kernels)} kernels, {accesses} accesses, {decided} decided, {wrong} wrong")
    return int(bool(wrong))
