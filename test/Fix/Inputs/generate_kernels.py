"""Kernels whose shared arrays want another layout, as CUDA and as plain C++.

  generate_kernels.py SEED COUNT FOLDER

writes kernels.cu, and kernels.h with a quarter of them. As CUDA (__CUDA__ or
__CUDACC__ is defined) they have the kernels and their launches. As C++ they are
a program, where "extern __shared__ T a[]" has to be written as an array of
some size, that runs each kernel thread by thread, first up to the
barrier and then all of it, and prints what every thread read: a rewrite that
keeps the program's meaning prints the same.

What is stored is told by the number of the element as it is declared, so that
the order in which threads store does not matter.
"""

import pathlib
import random
import sys

CUDA = "#if defined(__CUDA__) || defined(__CUDACC__)\n"
HEAD = """\
#if !defined(__CUDA__) && !defined(__CUDACC__)
#include <cstdio>
struct Index { unsigned x, y, z; };
static Index threadIdx;
static int beforeBarrier;
struct float4 { float x, y, z, w; };
#define __global__ static
#define __device__ static
#define __shared__ static
#define __syncthreads() if (beforeBarrier) return
#endif
#define AT(r, c, n) ((r) * (n) + (c))
#define number(i) (i)
#define VECTOR(x) (*reinterpret_cast<float4 *>(&(x)))
"""

MAIN = """\
#else
static float out[1 << 16];
static int in[1 << 12];
template <typename Kernel> void run(const char *name, Kernel kernel, unsigned x,
                                    unsigned y, int n) {
  for (beforeBarrier = 1; beforeBarrier >= 0; --beforeBarrier)
    for (threadIdx.y = 0; threadIdx.y < y; ++threadIdx.y)
      for (threadIdx.x = 0; threadIdx.x < x; ++threadIdx.x)
        kernel(out, in, n);
  unsigned long long sum = 0;
  for (unsigned i = 0; i < 1u << 16; ++i) {
    sum = sum * 1099511628211ull + (unsigned long long)out[i];
    out[i] = 0;
  }
  std::printf("%s %llu\\n", name, sum);
}
int main() {
  for (unsigned i = 0; i < 1u << 12; ++i)
    in[i] = i * 2654435761u >> 8;
"""


class Array:
    """A declaration, and how an element is written with row and column."""

    def __init__(self, rng, number):
        self.name = f"a{number}"
        self.form = rng.choice(["rows", "rows", "flat", "flat", "planes",
                                "sum", "function", "written", "written",
                                "behind", "number", "nested", "walk", "walk",
                                "run", "shared function", "shared macro",
                                "dynamic", "dynamic", "row of rows",
                                "row pointer", "row pointer", "half", "half",
                                "pitch", "pitch"])
        self.type = rng.choice(["float", "float", "float", "int", "double"])
        self.rows = rng.choice([8, 16, 32, 32, 64])
        self.columns = rng.choice([8, 16, 24, 32, 32, 36, 64])
        while self.rows * self.columns > 2048:
            self.columns //= 2
        if self.form == "planes":
            self.planes = rng.choice([2, 4])
        self.elements = self.rows * self.columns
        # A second array that goes through the same function or macro.
        self.twin = f"b{number}" if self.form.startswith("shared") else ""

    def declaration(self):
        if self.form in ("rows", "function", "row of rows"):
            return (f"__shared__ {self.type} {self.name}[{self.rows}]"
                    f"[{self.columns}];")
        if self.form == "planes":
            return (f"__shared__ {self.type} {self.name}[{self.planes}]"
                    f"[{self.rows // self.planes}][{self.columns}];")
        if self.form == "dynamic":
            return f"extern __shared__ {self.type} {self.name}[];"
        if self.form == "half":
            return (f"__shared__ {self.type} {self.name}[{2 * self.elements}];\n"
                    f"  {self.type} *h = {self.name} + {self.elements};")
        if self.form == "pitch":
            return (f"__shared__ {self.type} {self.name}"
                    f"[{self.rows} * PITCH_{self.name}];")
        twin = f", {self.twin}[{self.elements}]" if self.twin else ""
        return f"__shared__ {self.type} {self.name}[{self.elements}]{twin};"

    def pointer(self, row):
        """A statement before what element() says, in its loop."""
        if self.form == "row of rows":
            return f"    {self.type} *q = {self.name}[{row}];"
        if self.form == "row pointer":
            return f"    {self.type} *q = {self.name} + ({row}) * {self.columns};"
        return ""

    def element(self, row, column):
        if self.form.startswith("row "):
            return f"q[{column}]"
        if self.form == "half":
            return f"h[({row}) * {self.columns} + ({column})]"
        if self.form == "rows":
            return f"{self.name}[{row}][{column}]"
        if self.form == "planes":
            inner = self.rows // self.planes
            return (f"{self.name}[({row}) / {inner}][({row}) % {inner}]"
                    f"[{column}]")
        if self.twin:
            return f"of_{self.name}({self.name}, {row}, {column})"
        if self.form in ("written", "walk", "run", "dynamic"):
            return f"{self.name}[({row}) * {self.columns} + {column}]"
        if self.form == "behind":
            return f"{self.name}[({column}) + {self.columns} * ({row})]"
        if self.form == "nested":
            half = self.rows // 2
            return (f"{self.name}[({row}) / {half} * {half * self.columns} + "
                    f"({row}) % {half} * {self.columns} + ({column})]")
        if self.form == "number":
            return f"{self.name}[number(({row}) * {self.columns} + {column})]"
        if self.form == "sum":
            return f"*({self.name} + ({row}) * {self.columns} + ({column}))"
        if self.form == "pitch":
            return f"{self.name}[AT({row}, {column}, PITCH_{self.name})]"
        if self.form == "flat":
            return f"{self.name}[AT({row}, {column}, {self.columns})]"
        return f"of_{self.name}({self.name}, {row}, {column})"

    def function(self):
        if self.form == "shared function":
            return (f"__device__ {self.type} &of_{self.name}({self.type} *t, "
                    f"int r, int c) {{ return t[r * {self.columns} + c]; }}\n")
        if self.form == "shared macro":
            return (f"#define of_{self.name}(t, r, c) "
                    f"t[(r) * {self.columns} + (c)]\n")
        if self.form == "pitch":
            return f"#define PITCH_{self.name} ({self.columns - 2} + 2)\n"
        if self.form != "function":
            return ""
        return (f"__device__ {self.type} &of_{self.name}({self.type} "
                f"(&t)[{self.rows}][{self.columns}], int r, int c) "
                "{ return t[r][c]; }\n")


def places(rng, array, count, is_open=False, has_data=False):
    """Row and column of element k, for 0 <= k < count: a walk of the array. Where
    the end is_open they are such for any k, and where it has_data they may be
    read from memory."""
    rows, columns = array.rows, array.columns
    if has_data and rng.random() < 0.25:
        # That a number is in its row is seen of the latter.
        if columns & (columns - 1) == 0 and rng.random() < 0.5:
            return f"k % {rows}", f"(in[k] & {columns - 1})"
        return f"in[k] % {rows}", f"in[k + {count}] % {columns}"
    row, column = rng.choice([
        (f"k / {columns}", f"k % {columns}"),
        (f"k % {rows}", f"k / {rows}"),
        (f"k % {rows}", f"k / {rows}"),
        (f"(k * 2) % {rows}", f"(k / {rows}) % {columns}"),
        (f"k % {rows}", f"(k / {rows} + 1) % {columns}"),
        (f"{rows - 1} - k % {rows}", f"k / {rows}"),
    ])
    if is_open:
        return f"({row}) % {rows}", f"({column}) % {columns}"
    return row, column


def kernel(rng, number):
    """Its text, its block, the elements of its array, and the bytes of it that
    the launch has to give."""
    array = Array(rng, number)
    x, y = rng.choice([(32, 8), (64, 1), (16, 16), (128, 1), (256, 1), (32, 4)])
    threads = x * y
    thread = "threadIdx.x" if y == 1 else f"threadIdx.y * {x} + threadIdx.x"
    lines = [array.function() + f"__global__ void k{number}"
             "(float *out, const int *in, int n) {",
             "  " + array.declaration(),
             f"  int t = {thread};"]
    count = array.elements
    # What the program runs with, which warplint is not told.
    bound = rng.choice(["n", count, count, count])
    is_open = bound == "n"
    vectors = array.type == "float" and array.form == "flat" and rng.random() < 0.4
    if vectors:
        lines += [f"  for (int k = t; k < {count // 4}; k += {threads}) {{",
                  f"    float4 v = {{4.f * k, 4.f * k + 1, 4.f * k + 2, 4.f * k + 3}};",
                  f"    VECTOR({array.name}[4 * k]) = v;", "  }"]
    elif array.form == "walk":
        # A pointer that moves behind the body, or in it.
        step = f"p += {threads}"
        inside = rng.random() < 0.5
        lines += [f"  {array.type} *p = {array.name} + t;",
                  f"  for (int k = t; k < {bound}; k += {threads}"
                  + ("" if inside else f", {step}") + ") {",
                  "    *p = k;"] + ([f"    {step};"] if inside else []) + ["  }"]
    elif array.form == "run" and count >= threads:
        # Each thread has elements that follow each other.
        each = count // threads
        lines += [f"  {array.type} *p = &{array.name}[t * {each}];",
                  f"  for (int k = 0; k < {each}; ++k)",
                  f"    *p++ = t * {each} + k;"]
    else:
        row, column = places(rng, array, count, is_open)
        lines += [f"  for (int k = t; k < {bound}; k += {threads}) {{",
                  array.pointer(row),
                  f"    {array.element(row, column)} = "
                  f"({row}) * {array.columns} + ({column});"]
        if array.twin:
            lines.append(f"    of_{array.name}({array.twin}, {row}, {column}) = "
                         f"({row}) * {array.columns} + ({column}) + 7;")
        lines.append("  }")
    lines.append("  __syncthreads();")
    for read in range(rng.choice([1, 1, 2])):
        row, column = places(rng, array, count, is_open, True)
        value = array.element(row, column)
        if array.twin:
            # By rows or by columns, each for itself.
            other = places(rng, array, count, is_open, True)
            value += f" * 3 + of_{array.name}({array.twin}, {other[0]}, {other[1]})"
        lines += [f"  for (int k = t; k < {bound}; k += {threads}) {{",
                  array.pointer(row), f"    out[{4096 * read} + k] = {value};",
                  "  }"]
    lines = [line for line in lines if line] + ["}"]
    size = ""
    if array.form == "dynamic":
        rows = rng.choice([array.rows, "rows"])
        size = f", {rows} * {array.columns} * sizeof({array.type})"
    return "\n".join(lines), (x, y), count, size


def main():
    rng = random.Random(int(sys.argv[1]))
    folder = pathlib.Path(sys.argv[3])
    kernels = [kernel(rng, number) for number in range(int(sys.argv[2]))]
    texts = [text + "\n" for text, *_ in kernels]
    (folder / "kernels.h").write_text("".join(texts[::4]))
    del texts[::4]
    launches = [f"  k{number}<<<1, dim3({x}, {y}){size}>>>(out, in, n);\n"
                for number, (_, (x, y), _, size) in enumerate(kernels)]
    runs = [f'  run("k{number}", k{number}, {x}, {y}, {count});\n'
            for number, (_, (x, y), count, _) in enumerate(kernels)]
    (folder / "kernels.cu").write_text("".join(
        [HEAD, '#include "kernels.h"\n', *texts, CUDA,
         "void launch(float *out, const int *in, int n, int rows) {\n", *launches,
         "}\n", MAIN, *runs, "}\n#endif\n"]))


main()
