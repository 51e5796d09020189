"""Ends warplint in the middle of each write to its cache, and before each file
gets its name; counts the runs after that which do not find what a run without a
cache does."""

import os
import pathlib
import shutil
import subprocess
import sys
import time

split = sys.argv.index("--")
program, library, folder = sys.argv[1:split]
cache = pathlib.Path(folder)
pathlib.Path("kernel.cu").write_text(
    "__global__ void kernel(float *out) {\n"
    "  __shared__ float tile[64];\n"
    "  out[threadIdx.x] = tile[2 * threadIdx.x];\n}\n")
command = [program, "-v", "kernel.cu", "--sort=source", "--",
           *sys.argv[split + 1:]]


def lint(**variables):
    return subprocess.run(command, env=dict(os.environ, **variables),
                          capture_output=True, text=True, check=False)


def empty():
    shutil.rmtree(cache, ignore_errors=True)
    cache.mkdir()


expected = lint(WARPLINT_CACHE_DIR="").stdout
assert "2-way" in expected
for call in ("write", "rename"):
    killed = wrong = 0
    while True:
        empty()
        run = lint(WARPLINT_CACHE_DIR=folder, LD_PRELOAD=library,
                   KILL_CALL=call, KILL_NUMBER=str(killed + 1))
        if "the analysis was killed" not in run.stderr:
            break
        killed += 1
        first = lint(WARPLINT_CACHE_DIR=folder)
        second = lint(WARPLINT_CACHE_DIR=folder)
        wrong += (first.stdout != expected or second.stdout != expected
                  or "result from the cache" in first.stderr
                  or "result from the cache" not in second.stderr)
    assert run.stdout == expected and run.returncode == 1
    print(f"killed at a {call}: {'yes' if killed else 'no'}, wrong: {wrong}")

# What a killed process leaves is removed with the entries that nobody uses.
empty()
left = cache / ("llvmcache-" + 32 * "0" + ".warplint-12345678")
left.write_bytes(b"half")
long_ago = time.time() - 60 * 24 * 3600
os.utime(left, (long_ago, long_ago))
lint(WARPLINT_CACHE_DIR=folder)
print("left beside the entries after a prune:", int(left.exists()))
