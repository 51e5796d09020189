"""Changes what a result rests on, one thing after the other, and tells whether
the file was linted anew and what was found. tile[N * t] takes N wavefronts."""

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
environment = dict(os.environ, WARPLINT_CACHE_DIR=str(cache))
PROGRAM = [program, "-v", "--checks=-warplint-uncoalesced-access"]
KERNEL = pathlib.Path("kernel.cu")


def write(name, text):
    path = pathlib.Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def lint(*options, variables=environment, files=("kernel.cu",), limit=None):
    command = [*PROGRAM, *options, *files, "--sort=source", "--", *flags,
               "-Inear", "-Ifar"]
    return subprocess.run(command, env=variables, capture_output=True,
                          text=True, preexec_fn=limit, check=False)


def outcome(run):
    linted = 1 - run.stderr.count("result from the cache")
    ways = re.findall(r"(\d+-way)", run.stdout) or ["clean"]
    return f"{linted} {ways[0]}"


def tell(what, *options, **how):
    print(f"{what}: {outcome(lint(*options, **how))}", flush=True)


def entries():
    return sorted(cache.glob("llvmcache-*")) if cache.exists() else []


# The root of a repository: files that other tests write around it are not its
# own.
pathlib.Path(".git").mkdir()
write("far/stride.h", "#define STRIDE 2\n")
write("kernel.cu", """#include "stride.h"
#if __has_include("more.h")
#include "more.h"
#endif
__global__ void kernel(float *out) {
  __shared__ float tile[32 * 32];
  out[threadIdx.x] = tile[STRIDE * threadIdx.x];
}
""")
tell("first")
tell("again")
tell("quiet and with other outputs", "--quiet", "--format=json:out.json",
     "--format=text", "-j2")
tell("another option", "--min-wavefronts=40")
write("kernel.cu", KERNEL.read_text().replace("[STRIDE *", "[2 * STRIDE *"))
tell("the source changed")
write("far/stride.h", "#define STRIDE 4\n")
tell("a header changed")
write("near/stride.h", "#define STRIDE 8\n")
tell("a header appeared that is found first")
os.remove("near/stride.h")
tell("it is gone again")
write("far/more.h", "#undef STRIDE\n#define STRIDE 16\n")
tell("what __has_include asks for appeared")
write(".warplint", "MinWavefronts: 40\n")
tell(".warplint changed")
os.remove(".warplint")

# The launch of the kernel is in another file: of 16 threads, which is no full
# warp, and then of 32.
write("launch.cu", "__global__ void kernel(float *out);\n"
      "void run(float *out) { kernel<<<1, 16>>>(out); }\n")
both = ("kernel.cu", "launch.cu")
lint(files=both)
unchanged = lint(files=both).stderr.count("result from the cache")
assert unchanged == 2, unchanged
write("launch.cu", pathlib.Path("launch.cu").read_text().replace("16", "32"))
changed = lint(files=both)
# Both files are linted: one was changed, the other looked at it.
print("the launch in another file changed:",
      1 - changed.stderr.count("result from the cache"), flush=True)
os.remove("launch.cu")

write("kernel.cu", KERNEL.read_text().replace("threadIdx.x];",
                                              "threadIdx.x]; // NOLINT"))
tell("a comment holds it back")
lint()
tell("--no-cache", "--no-cache")
tell("no folder", variables=dict(os.environ, WARPLINT_CACHE_DIR=""))
tell("a folder that can't be made",
     variables=dict(os.environ, WARPLINT_CACHE_DIR="kernel.cu/cache"))
tell("unchanged")

write("kernel.cu", KERNEL.read_text().replace(" // NOLINT", ""))
lint()
# Only the newest entry is of this state of the sources.
entry = max(entries(), key=lambda path: path.stat().st_mtime_ns)
whole = entry.read_bytes()
expected = lint("--no-cache").stdout
assert "32-way" in expected
wrong = 0
step = max(1, len(whole) // 40)
for at in range(0, len(whole), step):
    damaged = bytearray(whole)
    damaged[at] ^= 0x41
    entry.write_bytes(damaged)
    run = lint()
    wrong += "result from the cache" in run.stderr or run.stdout != expected
    wrong += entry.read_bytes() != whole  # Written anew.
print("every byte of an entry damaged:", wrong, "wrong", flush=True)
wrong = 0
for length in range(0, len(whole), step):
    entry.write_bytes(whole[:length])
    run = lint()
    wrong += "result from the cache" in run.stderr or run.stdout != expected
print("every length of an entry:", wrong, "wrong", flush=True)

for path in entries():
    path.unlink()


def no_space():
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))


run = lint(limit=no_space)
print("a disk that is full:", len(list(cache.iterdir())) - 1
      if (cache / "llvmcache.timestamp").exists() else len(entries()),
      "entries, exit code", run.returncode, flush=True)

command = [*PROGRAM, "kernel.cu", "--sort=source", "--", *flags, "-Inear",
           "-Ifar"]
runs = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True)
        for _ in range(8)]
outputs = [run.communicate()[0] for run in runs]
print("eight runs at once:",
      sum(output != expected for output in outputs)
      + ("result from the cache" not in lint().stderr), "wrong", flush=True)
