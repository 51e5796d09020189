"""Kernels whose shared arrays want another layout, as CUDA and as plain C++.

  generate_kernels.py SEED COUNT > kernels.cu

As CUDA (__CUDA__ or __CUDACC__ is defined) the file has the kernels and their launches. As
C++ it is a program that runs each kernel thread by thread, first up to the
barrier and then all of it, and prints what every thread read: a rewrite that
keeps the program's meaning prints the same.

What is stored is told by the number of the element as it is declared, so that
the order in which threads store does not matter.
"""

import random
import sys

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
template <typename Kernel> void run(const char *name, Kernel kernel, unsigned x,
                                    unsigned y) {
  for (beforeBarrier = 1; beforeBarrier >= 0; --beforeBarrier)
    for (threadIdx.y = 0; threadIdx.y < y; ++threadIdx.y)
      for (threadIdx.x = 0; threadIdx.x < x; ++threadIdx.x)
        kernel(out);
  unsigned long long sum = 0;
  for (unsigned i = 0; i < 1u << 16; ++i) {
    sum = sum * 1099511628211ull + (unsigned long long)out[i];
    out[i] = 0;
  }
  std::printf("%s %llu\\n", name, sum);
}
int main() {
"""


class Array:
    """A declaration, and how an element is written with row and column."""

    def __init__(self, rng, number):
        self.name = f"a{number}"
        self.form = rng.choice(["rows", "rows", "flat", "flat", "planes",
                                "sum", "function", "written", "written",
                                "behind", "number", "nested", "walk", "walk",
                                "run", "shared function", "shared macro"])
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
        if self.form in ("rows", "function"):
            return (f"__shared__ {self.type} {self.name}[{self.rows}]"
                    f"[{self.columns}];")
        if self.form == "planes":
            return (f"__shared__ {self.type} {self.name}[{self.planes}]"
                    f"[{self.rows // self.planes}][{self.columns}];")
        twin = f", {self.twin}[{self.elements}]" if self.twin else ""
        return f"__shared__ {self.type} {self.name}[{self.elements}]{twin};"

    def element(self, row, column):
        if self.form == "rows":
            return f"{self.name}[{row}][{column}]"
        if self.form == "planes":
            inner = self.rows // self.planes
            return (f"{self.name}[({row}) / {inner}][({row}) % {inner}]"
                    f"[{column}]")
        if self.twin:
            return f"of_{self.name}({self.name}, {row}, {column})"
        if self.form in ("written", "walk", "run"):
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
        if self.form != "function":
            return ""
        return (f"__device__ {self.type} &of_{self.name}({self.type} "
                f"(&t)[{self.rows}][{self.columns}], int r, int c) "
                "{ return t[r][c]; }\n")


def places(rng, array, count):
    """Row and column of element k, for 0 <= k < count: a walk of the array."""
    rows, columns = array.rows, array.columns
    return rng.choice([
        (f"k / {columns}", f"k % {columns}"),
        (f"k % {rows}", f"k / {rows}"),
        (f"k % {rows}", f"k / {rows}"),
        (f"(k * 2) % {rows}", f"(k / {rows}) % {columns}"),
        (f"k % {rows}", f"(k / {rows} + 1) % {columns}"),
        (f"{rows - 1} - k % {rows}", f"k / {rows}"),
    ])


def kernel(rng, number):
    array = Array(rng, number)
    x, y = rng.choice([(32, 8), (64, 1), (16, 16), (128, 1), (256, 1), (32, 4)])
    threads = x * y
    thread = "threadIdx.x" if y == 1 else f"threadIdx.y * {x} + threadIdx.x"
    lines = [array.function() + f"__global__ void k{number}(float *out) {{",
             "  " + array.declaration(),
             f"  int t = {thread};"]
    count = array.elements
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
                  f"  for (int k = t; k < {count}; k += {threads}"
                  + ("" if inside else f", {step}") + ") {",
                  "    *p = k;"] + ([f"    {step};"] if inside else []) + ["  }"]
    elif array.form == "run" and count >= threads:
        # Each thread has elements that follow each other.
        each = count // threads
        lines += [f"  {array.type} *p = &{array.name}[t * {each}];",
                  f"  for (int k = 0; k < {each}; ++k)",
                  f"    *p++ = t * {each} + k;"]
    else:
        row, column = places(rng, array, count)
        lines += [f"  for (int k = t; k < {count}; k += {threads}) {{",
                  f"    {array.element(row, column)} = "
                  f"({row}) * {array.columns} + ({column});"]
        if array.twin:
            lines.append(f"    of_{array.name}({array.twin}, {row}, {column}) = "
                         f"({row}) * {array.columns} + ({column}) + 7;")
        lines.append("  }")
    lines.append("  __syncthreads();")
    for read in range(rng.choice([1, 1, 2])):
        row, column = places(rng, array, count)
        value = array.element(row, column)
        if array.twin:
            # By rows or by columns, each for itself.
            other = places(rng, array, count)
            value += f" * 3 + of_{array.name}({array.twin}, {other[0]}, {other[1]})"
        lines += [f"  for (int k = t; k < {count}; k += {threads})",
                  f"    out[{4096 * read} + k] = {value};"]
    lines.append("}")
    return "\n".join(lines), (x, y)


def main():
    rng = random.Random(int(sys.argv[1]))
    count = int(sys.argv[2])
    print(HEAD)
    shapes = []
    for number in range(count):
        text, shape = kernel(rng, number)
        print(text)
        shapes.append(shape)
    print("#if defined(__CUDA__) || defined(__CUDACC__)\n"
          "void launch(float *out) {")
    for number, (x, y) in enumerate(shapes):
        print(f"  k{number}<<<1, dim3({x}, {y})>>>(out);")
    print("}")
    print(MAIN, end="")
    for number, (x, y) in enumerate(shapes):
        print(f'  run("k{number}", k{number}, {x}, {y});')
    print("}\n#endif")


main()
