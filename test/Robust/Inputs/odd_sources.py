"""Writes sources that nobody would write into the current folder."""

import os
import pathlib
import random

KERNEL = ("__global__ void kernel(float *out) {\n"
          "  __shared__ float tile[64];\n"
          "  int t = threadIdx.x;\n"
          "  out[t] = tile[2 * t];\n"
          "}\n")


def write(name, text):
    pathlib.Path(name).write_bytes(
        text if isinstance(text, bytes) else text.encode())


write("empty.cu", "")
random.seed(1)
write("binary.cu", bytes(random.randrange(256) for _ in range(5000)))
write("latin.cu", KERNEL.replace("2 * t];", "2 * t]; // gr\xf6\xdfer")
      .encode("latin-1"))
write("utf16.cu", KERNEL.encode("utf-16"))
write("long.cu", "// a line\n" * 100_000 + KERNEL)
write("deep.cu", "int f() { return " + "(" * 10_000 + "1" + ")" * 10_000
      + "; }\n" + KERNEL)
# No bracket, but a tree as deep as the sum is long.
write("chain.cu", KERNEL.replace("[2 * t]", "[2 * t" + " + 0" * 3_000 + "]"))
write("itself.cu", '#include "itself.cu"\n' + KERNEL)
write("missing.cu", '#include "absent.h"\n' + KERNEL)
os.mkdir("build")
write("build.json", """[
  {"directory": "DIR", "file": "gone.cu", "command": "clang++ FLAGS -c gone.cu"},
  {"directory": "DIR", "file": "latin.cu", "command": "clang++ FLAGS -c latin.cu"}
]
""")
os.mkdir("folder.cu")
os.symlink("nowhere.cu", "dangling.cu")
