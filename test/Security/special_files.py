"""Puts a pipe, a socket and a device where a file is read, and tells what becomes of
it. What has to:

  error    exit code 2, and a message that it is not a regular file
  told     that message
  fails    exit code 2: for Clang it is as good as no file
  goes on  the run comes to its end

VERBOSE=1 shows the outputs, ONLY=CASE one of the cases.
"""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys

split = sys.argv.index("--")
program, folder = sys.argv[1:split]
flags = sys.argv[split + 1:]
folder = pathlib.Path(folder).resolve()
KERNEL = ("__global__ void kernel(float *out) {\n"
          "  __shared__ float tile[64];\n"
          "  out[threadIdx.x] = tile[2 * threadIdx.x];\n"
          "}\n")


def pipe(path):
    os.mkfifo(path)


def unix_socket(path):
    # The name of one is short.
    os.chdir(path.parent)
    socket.socket(socket.AF_UNIX).bind(path.name)
    os.chdir("/")


def device(path):
    os.symlink("/dev/zero", path)


def command(compiler, *words):
    return (f'[{{"directory": "{folder}/case", "file": "k.cu", "command": "{compiler} '
            f'{" ".join(words)} -c k.cu"}}]')


FLAGS = ["--", *flags]
CLANG = command("clang++ -x cuda", *flags)
# What is no file, the other files, the words of the command, what has to happen.
CASES = {
    "source": ("k.cu", {}, FLAGS, "error"),
    "source beside others": ("k.cu", {"b.cu": KERNEL}, ["b.cu", *FLAGS], "error"),
    "header": ("h.h", {"k.cu": '#include "h.h"\n' + KERNEL}, FLAGS, "fails"),
    "header of the repository": ("deep/h.h", {"k.cu": '#include "h.h"\n' + KERNEL},
                                 FLAGS, "fails"),
    "asked for": ("h.h", {"k.cu": '#if __has_include("h.h")\n#include "h.h"\n#endif\n'
                          + KERNEL}, FLAGS, "goes on"),
    "embedded": ("h.h", {"k.cu": "const char data[] = {\n#embed \"h.h\"\n};\n" + KERNEL},
                 FLAGS, "fails"),
    "-include": ("h.h", {"k.cu": KERNEL}, [*FLAGS, "-include", "h.h"], "fails"),
    "-imacros": ("h.h", {"k.cu": KERNEL}, [*FLAGS, "-imacros", "h.h"], "fails"),
    ".warplint": (".warplint", {"k.cu": KERNEL}, FLAGS, "error"),
    "--config-file": ("settings", {"k.cu": KERNEL}, ["--config-file=settings", *FLAGS],
                      "error"),
    "--baseline": ("base", {"k.cu": KERNEL}, ["--baseline=base", *FLAGS], "error"),
    "baseline of .warplint": ("base", {"k.cu": KERNEL, ".warplint": "Baseline: base\n"},
                              FLAGS, "error"),
    "--diff": ("before.json", {"k.cu": KERNEL}, ["--diff=before.json", *FLAGS], "error"),
    "compile_commands.json": ("compile_commands.json", {"k.cu": KERNEL}, [], "told"),
    "build/compile_commands.json": ("build/compile_commands.json", {"k.cu": KERNEL}, [],
                                    "told"),
    "compile_flags.txt": ("compile_flags.txt", {"k.cu": KERNEL}, [], "told"),
    "-p": ("compile_commands.json", {"k.cu": KERNEL}, ["-p", "."], "error"),
    "--options-file": ("args", {"k.cu": KERNEL, "compile_commands.json": command(
        "nvcc", *flags, "--options-file args")}, ["-v"], "told"),
    "-optf": ("args", {"k.cu": KERNEL, "compile_commands.json": command(
        "nvcc", *flags, "-optf=args")}, ["-v"], "told"),
    "@file of nvcc": ("args", {"k.cu": KERNEL, "compile_commands.json": command(
        "nvcc", *flags, "@args")}, ["-v"], "told"),
    "@file of clang": ("args", {"k.cu": KERNEL, "compile_commands.json": command(
        "clang++ -x cuda", *flags, "@args")}, ["-v"], "told"),
    "-Xcompiler @file": ("args", {"k.cu": KERNEL, "compile_commands.json": command(
        "nvcc", *flags, "-Xcompiler @args")}, [], "goes on"),
    "--config of clang": ("args", {"k.cu": KERNEL, "compile_commands.json": command(
        "clang++ -x cuda", *flags, "--config=./args")}, [], "goes on"),
    "-ivfsoverlay": ("args", {"k.cu": KERNEL, "compile_commands.json": command(
        "clang++ -x cuda", *flags, "-ivfsoverlay args")}, [], "goes on"),
    "another entry's source": ("b.cu", {
        "k.cu": KERNEL, "compile_commands.json": CLANG.replace("}]", "}, ") + CLANG[1:]
        .replace("k.cu", "b.cu")}, [], "goes on"),
    # Sources that may include a header, or launch its kernels, are looked at.
    "a source beside a header": ("b.cu", {"k.cu": "", "part.cuh": KERNEL},
                                 ["part.cuh", *FLAGS], "goes on"),
}


def lint(name, make):
    place, files, words, wanted = CASES[name]
    case = folder / "case"
    shutil.rmtree(case, ignore_errors=True)
    case.mkdir(parents=True)
    (case / ".git").mkdir()
    (case / place).parent.mkdir(exist_ok=True)
    for file, text in files.items():
        (case / file).write_text(text)
    make(case / place)
    # A device without an end shall not take all of the memory.
    limited = ["bash", "-c", 'ulimit -v 8000000; exec "$@"', "bash"] \
        if make is device else []
    source = [] if "part.cuh" in words else ["k.cu"]
    run = subprocess.Popen([*limited, program, *source, *words], cwd=case,
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, start_new_session=True, text=True)
    try:
        output, _ = run.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        return "hangs"
    said = "not a regular file" in output
    if os.environ.get("VERBOSE"):
        print(f"--- {name}, {make.__name__}: {run.returncode}\n{output}")
    is_sound = run.returncode in (0, 1, 2) and "crashed" not in output
    if is_sound and {"error": run.returncode == 2 and said, "told": said,
                     "fails": run.returncode == 2, "goes on": True}[wanted]:
        return wanted
    return f"exit code {run.returncode}" + (" and told" if said else "")


only = os.environ.get("ONLY")
wrong = 0
for name, (*_, wanted) in CASES.items():
    if only not in (None, name):
        continue
    for make in (pipe, unix_socket, device):
        became = lint(name, make)
        if became != wanted:
            wrong += 1
            print(f"{name}, {make.__name__}: {became}, and not: {wanted}", flush=True)
print(f"{wrong} of {3 * len(CASES)} wrong")
