#!/usr/bin/env python3
"""Times the language server: from an edit to the diagnostics of the new text.

A file of 1,000 lines (or the one that is named) is opened and edited at random,
as a person types: changes of an index, a statement more, some of them while an
analysis is under way. Each time is from the client's message to the server's.

What follows "--" are flags of the compiler.

Prints the time of the first diagnostics, and of the edits the median, the 95th
percentile and the maximum, in milliseconds; and the memory of the server and its
analyses, seen every hundred edits: the median of the first half and of the second,
and the most. Exit code 1 where the percentile is above --limit.
"""

import argparse
import pathlib
import random
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/Server/Inputs"))
from editor import Editor  # noqa: E402

KERNEL = """
template <typename T>
__device__ T twice%(n)d(T x) {
  return x + x;
}

__global__ void kernel%(n)d(float *out, const float *in, int pitch, int rows) {
  __shared__ float tile[32][%(width)d];
  __shared__ float line[1024];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int row = 0; row < rows; row += 8) {
    tile[y + row %% 32][x] = in[(row + y) * pitch + x];
    line[y * 32 + x] = twice%(n)d(in[x]);
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 32; ++k)
      sum += tile[x][k] * line[k * 32 + (x + %(n)d) %% 32];
    out[(row + y) * pitch + x] = sum + tile[x][y];
    __syncthreads();
  }
}

void launch%(n)d(float *out, const float *in, int pitch, int rows) {
  kernel%(n)d<<<dim3(4, 4), dim3(32, 8)>>>(out, in, pitch, rows);
}
"""


# What a launch and the end of a file have in an extension of PyTorch.
TENSORS = """
torch::Tensor run%(n)d(torch::Tensor in) {
  auto out = torch::empty_like(in);
  launch%(n)d(out.data_ptr<float>(), in.data_ptr<float>(), in.size(1), in.size(0));
  return out;
}
"""


def generated(lines, is_extension):
    kernels = ["#include <torch/extension.h>\n"] if is_extension else []
    n = 0
    while "".join(kernels).count("\n") < lines:
        for text in [KERNEL, TENSORS] if is_extension else [KERNEL]:
            kernels.append(text % {"n": n, "width": 32 + n % 5})
        n += 1
    if is_extension:
        names = "".join('  m.def("run%d", &run%d);\n' % (i, i) for i in range(n))
        kernels.append("\nPYBIND11_MODULE(bench, m) {\n" + names + "}\n")
    return "".join(kernels)


def edit(editor, file):
    """Something in a kernel."""
    places = [i for i, line in enumerate(file.lines())
              if line.startswith("    ") and line.rstrip().endswith(";")]
    line = random.choice(places)
    text = file.lines()[line]
    end = sum(len(l) + 1 for l in file.lines()[:line]) + len(text)
    if text.endswith(" (void)0;"):
        editor.replace(file, end - 9, end, "")
    elif "tile[x][" in text and random.random() < 0.5:
        at = end - len(text) + text.index("tile[x][") + 8
        new = "0" if file.text[at] != "0" else "k" if "sum +=" in text else "y"
        editor.replace(file, at, at + 1, new)
    else:
        editor.replace(file, end, end, " (void)0;")


def memory(process):
    """Of a process and its children, in MB; what several share counts once."""
    try:
        rollup = pathlib.Path("/proc/%d/smaps_rollup" % process).read_text()
        children = pathlib.Path("/proc/%d/task/%d/children" % (process, process))
        own = next(int(line.split()[1]) for line in rollup.splitlines()
                   if line.startswith("Pss:"))
        return own / 1024 + sum(memory(int(child))
                                for child in children.read_text().split())
    except (OSError, StopIteration):  # It has just ended.
        return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--warplint", required=True)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--minutes", type=float, help="edits until then")
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--extension", action="store_true",
                        help="of PyTorch, whose headers have to be found")
    parser.add_argument("--limit", type=float, help="milliseconds")
    parser.add_argument("file", nargs="?", help="a source, which is not changed")
    words = sys.argv[1:]
    dashes = words.index("--") if "--" in words else len(words)
    flags = words[dashes:]  # Of the compiler.
    args = parser.parse_args(words[:dashes])
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(args.file).resolve() if args.file else (
            pathlib.Path(folder) / "bench.cu")
        text = path.read_text() if args.file else generated(args.lines, args.extension)
        command = [str(pathlib.Path(args.warplint).resolve()), "lsp", *flags]
        with Editor(command, path.parent) as editor:
            began = time.monotonic()
            file = editor.open(path.name, text)
            editor.diagnostics(file)
            first = time.monotonic() - began
            times, used = [], []
            while (time.monotonic() - began < 60 * args.minutes if args.minutes
                   else len(times) < args.edits):
                time.sleep(random.choice([0.05, 0.2, 0.6, 1.0]))
                asked = time.monotonic()
                edit(editor, file)
                editor.diagnostics(file)
                times.append(time.monotonic() - asked)
                if len(times) % 100 == 0:
                    used.append(memory(editor.server.pid))
    times.sort()
    percentile = times[int(0.95 * len(times))]
    lines = text.count("\n")
    print("%d lines: first diagnostics %.0f ms; %d edits: median %.0f ms, "
          "95 %% %.0f ms, most %.0f ms"
          % (lines, 1000 * first, len(times), 1000 * times[len(times) // 2],
             1000 * percentile, 1000 * times[-1]))
    if len(used) > 1:
        half = len(used) // 2
        print("memory: %.0f MB in the first half, %.0f MB in the second, %.0f MB at most"
              % (statistics.median(used[:half]), statistics.median(used[half:]),
                 max(used)))
    return bool(args.limit and 1000 * percentile > args.limit)


if __name__ == "__main__":
    sys.exit(main())
