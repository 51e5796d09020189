"""Truncates sources and writes them anew, over and over, while they are linted. Tells
how many of the runs ended by a signal, by another exit code than the documented ones,
or with a crash that was reported."""

import pathlib
import subprocess
import sys
import threading
import time

split = sys.argv.index("--")
program, folder = sys.argv[1:split]
flags = sys.argv[split + 1:]
folder = pathlib.Path(folder)
KERNEL = ("__global__ void kernel(float *out) {\n"
          "  __shared__ float tile[64];\n"
          "  out[threadIdx.x] = tile[2 * threadIdx.x];\n"
          "}\n")
# Longer than what is read at once rather than mapped.
TEXT = '#include "h.h"\n' + KERNEL + "// A line of no interest.\n" * 50_000
HEADER = "// A line of no interest.\n" * 50_000
RUNS = 12


def write(path, text):
    """Nothing is there at first, then half of it."""
    with open(path, "w") as file:
        file.flush()
        time.sleep(0.002)
        file.write(text[:len(text) // 2])
        file.flush()
        file.write(text[len(text) // 2:])


def keep_changing(path, text, end):
    while not end.is_set():
        write(path, text)
        time.sleep(0.005)


def runs(changed, text, sources, *options, count=RUNS):
    write(folder / "a.cu", TEXT)
    write(folder / "b.cu", TEXT)
    write(folder / "h.h", HEADER)
    end = threading.Event()
    thread = threading.Thread(target=keep_changing, args=(folder / changed, text, end))
    thread.start()
    signals = codes = crashes = 0
    try:
        for _ in range(count):
            run = subprocess.run(
                [program, "--quiet", *options, *sources, "--", *flags], cwd=folder,
                stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
            signals += run.returncode < 0
            codes += run.returncode not in (0, 1, 2)
            crashes += b"crashed" in run.stderr or b"Stack dump" in run.stderr
    finally:
        end.set()
        thread.join()
    return f"{signals} signals, {codes} other codes, {crashes} crashes"


print("a source alone:", runs("a.cu", TEXT, ["a.cu"]))
print("one of two:", runs("a.cu", TEXT, ["a.cu", "b.cu"], "-j2"))
print("a header:", runs("h.h", HEADER, ["a.cu"]))
# The moment is short in which the source is looked at once more.
print("while it is fixed:", runs("a.cu", TEXT, ["a.cu"], "--fix", count=4 * RUNS))
print("with the reports:", runs("a.cu", TEXT, ["a.cu"], "--format=sarif"))
