"""Writes a tree that tries to have --issued=nvcc run something.

    hostile_tree.py FOLDER TOOLKIT

FOLDER/tree is the tree; what it manages to run makes FOLDER/ran.
"""

import json
import os
import sys

folder, toolkit = map(os.path.abspath, sys.argv[1:])
tree = os.path.join(folder, "tree")
ran = os.path.join(folder, "ran")
evil = os.path.join(tree, "evil")
os.makedirs(os.path.join(evil, "bin"))
os.makedirs(os.path.join(folder, "private"))
os.makedirs(os.path.join(tree, f"$(touch {os.path.basename(ran)})"))
os.mkdir(os.path.join(tree, ".git"))


def write(name, text, mode=0o644):
    path = os.path.join(tree, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


# A toolkit with the true headers, and programs of its own.
os.symlink(os.path.join(toolkit, "include"), os.path.join(evil, "include"))
for name in ("nvcc", "ptxas", "gcc", "g++", "cc1plus", "cicc"):
    for place in ("evil", "evil/bin"):
        write(f"{place}/{name}", f"#!/bin/sh\ntouch '{ran}'\n", 0o755)
write("options.txt", f"-ccbin {evil}\n")
write("gcc.txt", f"-fplugin={evil}/plugin.so\n")
write("a.cu", """
__global__ void column(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 32] * NUMBER;
}
void launch(float *out) { column<<<1, 32>>>(out); }
""")
touch = f"touch '{ran}'"
command = [
    f"{evil}/bin/nvcc", "-ccbin", evil, "--compiler-bindir=" + evil,
    "-Xcompiler", f"-B{evil}", "-Xcompiler", f"-fplugin={evil}/plugin.so",
    "-Xcompiler", f"@{tree}/gcc.txt", f"-wrapper,{evil}/gcc",
    "--options-file", f"{tree}/options.txt", f"-Xptxas=--options-file={tree}/x",
    "-Xptxas", f"-o,{tree}/ptxas.out", f"-maxrregcount=$({touch})",
    f"--fmad=true;{touch}", "-O3;" + touch, f"-std=c++17;{touch}",
    f"-DQUOTED=\"`{touch}`\"", f"-DWORDS=$({touch})", f"-D;{touch}=1",
    "-DNUMBER=2", f"-I$({touch})", "-I", f"{tree}/\";{touch};\"",
    f"-isystem=`{touch}`", "-keep", "-keep-dir", tree, "-MD", "-MF",
    f"{tree}/a.d", "-ptx", "--save-temps", "-ldir", evil, "-arch=sm_90",
    "-c", "a.cu", "-o", f"{tree}/a.o", "-dryrun", "-run", "-clean",
    "-fdevice-time-trace", f"{tree}/trace", "-odir", tree, "-dlto",
]
write("compile_commands.json", json.dumps(
    [{"directory": tree, "file": "a.cu", "arguments": command}]))
