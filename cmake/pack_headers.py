"""Packs Clang's own headers into one file: see lib/Frontend/Headers/EmbeddedHeaders.h.

    pack_headers.py INCLUDE OUT

Left out are those of other processors' vector units and of other languages, which no
CUDA source on this one can include.
"""

import os
import re
import struct
import sys

FOREIGN = re.compile(
    r"(altivec|andes|arm|hexagon|hlsl|htm|hvx|lasx|larch|lsx|msa|opencl|ppc|"
    r"riscv|s390|sifive|spirv|vec|velintrin|wasm)|"
    r"(llvm_\w+_wrappers|openmp_wrappers|ppc_wrappers|zos_wrappers)/")


def headers(folder):
    """The paths below the folder, in an order that does not depend on the disk."""
    for base, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            path = os.path.relpath(os.path.join(base, name), folder)
            if not FOREIGN.match(path):
                yield path


def main():
    folder, out = sys.argv[1:]
    with open(out, "wb") as packed:
        for path in headers(folder):
            with open(os.path.join(folder, path), "rb") as file:
                text = file.read()
            packed.write(path.encode() + b"\0" + struct.pack("<Q", len(text)))
            packed.write(text + b"\0")


if __name__ == "__main__":
    main()
