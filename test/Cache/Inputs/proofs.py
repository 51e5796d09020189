"""Changes a file between runs that keep its proofs, and tells how many proofs
were made anew and what was found."""

import os
import pathlib
import re
import resource
import subprocess
import sys

split = sys.argv.index("--")
program, folder, cache = sys.argv[1:split]
flags = sys.argv[split + 1:]
os.chdir(folder)
cache = pathlib.Path(cache)
pathlib.Path(".git").mkdir()
SOURCE = pathlib.Path("kernels.cu")
# a[2 * t]: words 2 t of 32 banks. b[x + 16 y]: rows of a block of 8 x 4 lie 16
# words apart, 4 rows in two halves of the banks: 2 wavefronts; of 4 x 8, 8 rows:
# 4. c[i * t]: nobody knows i.
TEXT = """__global__ void first(float *out) {
  __shared__ float a[512];
  out[threadIdx.x] = a[2 * threadIdx.x];
}
__global__ void second(float *out, int row) {
  __shared__ float b[512];
  for (int i = 0; i < row; ++i)
    out[i] = b[i + threadIdx.x + 16 * threadIdx.y];
}
__global__ void third(float *out, const int *from) {
  __shared__ float c[512];
  out[threadIdx.x] = c[from[threadIdx.x]];
}
void run(float *out, int *from) {
  first<<<1, 32>>>(out);
  second<<<1, dim3(4, 8)>>>(out, 5);
  third<<<1, 32>>>(out, from);
}
"""


def lint(*options, limit=None):
    command = [program, "-v", *options, "kernels.cu", "--sort=source",
               "--report-unproven", "--", *flags]
    return subprocess.run(
        command, env=dict(os.environ, WARPLINT_CACHE_DIR=str(cache)),
        capture_output=True, text=True, preexec_fn=limit, check=False)


def tell(what, text):
    SOURCE.write_text(text)
    run, plain = lint(), lint("--no-cache")
    assert run.stdout == plain.stdout, run.stdout + plain.stdout
    proofs = re.search(r"(\d+) of (\d+) proofs", run.stderr)
    anew = "all"
    if proofs:
        found, used = map(int, proofs.groups())
        anew = used - found
    figures = re.findall(r"(\d+)-way|(unproven)", run.stdout)
    print(f"{what}: {anew} anew,", *(way or word for way, word in figures),
          flush=True)
    return text


def kept():
    return list(cache.glob("*.proofs"))


tell("first", TEXT)
text = tell("a comment before all", "// All of it.\n" + TEXT)
text = tell("another stride in one kernel", text.replace("a[2 *", "a[8 *"))
text = tell("another block for one kernel",
            text.replace("dim3(4, 8)", "dim3(8, 4)"))
text = tell("another name of a parameter",
            text.replace("int row", "int rows").replace("< row", "< rows"))
text = tell("another array", text.replace("b[", "bb["))
tell("a kernel before all", """__global__ void zeroth(float *out) {
  __shared__ float z[512];
  out[threadIdx.x] = z[16 * threadIdx.x];
}
void start(float *out) { zeroth<<<1, 32>>>(out); }
""" + text)
tell("back again", TEXT)

expected = lint("--no-cache").stdout
entry, = kept()
whole = entry.read_bytes()


def wrong_with(damaged):
    # Another text, so that the result itself is not known.
    for path in cache.glob("*"):
        if path != entry and path.is_file():
            path.unlink()
    entry.write_bytes(damaged)
    run = lint()
    return run.stdout != expected or "proofs came from the cache" in run.stderr


wrong = 0
for at in range(0, len(whole), max(1, len(whole) // 20)):
    damaged = bytearray(whole)
    damaged[at] ^= 0x41
    wrong += wrong_with(bytes(damaged))
print("damaged:", wrong, "wrong")
print("cut short:", sum(wrong_with(whole[:length]) for length in
                        range(0, len(whole), len(whole) // 10)), "wrong")

for path in cache.glob("*"):
    path.unlink()
done = lint(limit=lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                             (512, 512)))
print("a disk that is full: exit code", done.returncode, end=", ")
print(len(kept()), "files", flush=True)
