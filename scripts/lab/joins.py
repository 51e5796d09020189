"""Writes random kernels with accesses that nvcc may merge.

    lab joins FOLDER [--first SEED] [--count N]
    lab issued --list all FOLDER

The first command writes N sources of 40 kernels each, one access per line: loads and
stores of adjacent elements, in any order, in loops, through pointers and under
conditions, with other code in between, at indices of products, shifts, masks,
differences and device functions. The second compares the rules for them with nvcc. A
source depends only on its seed.
"""

import pathlib
import random

from lab.run import Parser

KERNELS = 40
TYPES = ["float"] * 3 + ["int", "unsigned", "double", "short", "unsigned char", "float2"]
# Of an index A, and another B.
INDICES = [
    "A * M", "(A << S)", "(A & ~3)", "(A / M) * M", "(A % 16) * M", "((A >> S) << S)",
    "(A * M + C)", "(A * M + B * 64)", "((A ^ 4) * M)", "((A * M) ^ C)",
    "min((int)(A) * M, 96)", "max((int)(A), 3) * M", "abs((int)(A) - 16) * M",
    "__umul24(A, M)", "__popc(A) * M", "(int)(short)(A * M)", "(A > 3 ? B * M : C)",
    "(t * n + y) * M", "(A | 64) * M", "(31 - A) * M", "(y * 64 - A * M)", "t * M",
    "(y * 64 + t * M)", "(int)((long long)A * M)", "(2 * t + y * 64)"]
BETWEEN = ["__syncwarp();", "other[t] = a;", "if (n > 7) a *= 2;", "out[t + K] = a;"]


def index(rng: random.Random, depth: int = 0) -> str:
    text = rng.choice(INDICES)
    for name in "AB":
        inner = index(rng, depth + 1) if depth < 2 and rng.random() < 0.35 else \
            rng.choice("tttyn")
        text = text.replace(name, inner)
    for name, values in (("M", [2, 3, 4, 4, 4, 8, 12, 16]), ("S", [1, 2, 2, 3]),
                         ("C", [1, 2, 4, 8, 16, 32])):
        text = text.replace(name, str(rng.choice(values)))
    return text


def accesses(rng: random.Random, element: str) -> list[str]:
    """Statements, each in a line of its own."""
    which = list(range(rng.choice([2, 4, 4, 4, 8])))[rng.random() < 0.1:]
    if rng.random() < 0.25:
        rng.shuffle(which)

    def load(place: str) -> str:
        return f"a += {place}.x + {place}.y;" if element == "float2" else f"a += {place};"
    head, form = [f"int c = {index(rng)};"], rng.randrange(6)
    if form == 0:
        value = "make_float2(n, t + K)" if element == "float2" else f"({element})(t + K * n)"
        return [*head, "__syncthreads();",
                *(f"s[c + {k}] = {value.replace('K', str(k))};" for k in which),
                "__syncthreads();", load("s[t]")]
    loads = [load(f"s[c + {k}]") for k in which]
    if form == 1:
        return [*head, rng.choice(["", "#pragma unroll", "#pragma unroll 4"]),
                f"for (int k = 0; k < {rng.choice([3, 4, 8, 16])}; ++k)", load("s[c + k]")]
    if form == 2:
        return [f"for (int k = 0; k < {rng.choice(['n', '16', 'n / 4'])}; ++k) {{",
                f"int c = {index(rng)} + k * {rng.choice([4, 8, 32, 64])};", *loads, "}"]
    if form == 3:
        return [f"const {element} *p = s + {index(rng)};", *(load(f"p[{k}]") for k in which)]
    if form == 4:
        return [*head, f"if ({rng.choice(['t < n', 'n > 3', 't + 2 < n'])}) {{", *loads, "}"]
    for at in range(len(loads), 0, -1):
        if rng.random() < 0.2:
            loads.insert(at, rng.choice(BETWEEN).replace("K", str(at)))
    return head + loads


def kernel(rng: random.Random, number: int) -> str:
    element = rng.choice(TYPES)
    out = "float" if element == "float2" else element
    body = [f"__shared__ {rng.choice(['', '', '__align__(16) ', '__align__(8) '])}{element} s[4096];",
            f"__shared__ {out} other[1024];",
            f"{rng.choice(['int', 'unsigned'])} t = threadIdx.x;", "int y = threadIdx.y;",
            "other[t] = 0;", "for (int i = t; i < 2048; i += 256)", "s[i] = in[i];",
            "__syncthreads();", f"{out} a = 0;", *accesses(rng, element),
            "out[t] = a + other[t];"]
    return (f"__global__ void k{number}({out} *out, const {element} *in, int n) {{\n"
            + "\n".join(body) + "\n}\n")


def main(words: list[str]) -> int:
    parser = Parser("joins", __doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--first", type=int, default=1, help="seed (default: 1)")
    parser.add_argument("--count", type=int, default=10, help="sources (default: 10)")
    options = parser.parse_args(words)
    options.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(options.first, options.first + options.count):
        rng = random.Random(seed)
        (options.folder / f"joins{seed}.cu").write_text(
            "\n".join(kernel(rng, number) for number in range(KERNELS)))
    return 0
