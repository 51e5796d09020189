"""Times the language server from an edit to the diagnostics of the new text.

    lab lsp [FILE] [-- FLAGS]

Opens a file of 1,000 lines, or FILE, and edits it at random like a user: changed indices
and added statements, some of them during an analysis. Each time is from the client's
message to the server's.

Prints the time of the first diagnostics; the median, the 95th percentile and the maximum
for the edits, in milliseconds; and the memory of the server and its analyses, sampled
every hundred edits: the median of each half, and the maximum.

Exit code: 0; 1 if the percentile is above --limit; 2 for an error.
"""

import pathlib
import random
import statistics
import sys
import tempfile
import time

from lab.run import ROOT, Parser

sys.path.append(str(ROOT / "test" / "Server" / "Inputs"))
from editor import Editor, File  # noqa: E402  pylint: disable=wrong-import-position

KERNEL, TENSORS = (part.partition("\n")[2] for part in pathlib.Path(__file__).with_name(
    "lsp.cu.in").read_text().split("//--- ")[1:])


def generated(lines: int, is_extension: bool) -> str:
    text, n = "#include <torch/extension.h>\n" if is_extension else "", 0
    while text.count("\n") < lines:
        text += (KERNEL + TENSORS * is_extension) % {"n": n, "width": 32 + n % 5}
        n += 1
    names = "".join(f'  m.def("run{i}", &run{i});\n' for i in range(n))
    return text + (f"\nPYBIND11_MODULE(bench, m) {{\n{names}}}\n" if is_extension else "")


def edit(editor: Editor, file: File) -> None:
    """Something in a kernel."""
    lines = file.lines()
    at = random.choice([i for i, line in enumerate(lines)
                        if line.startswith("    ") and line.rstrip().endswith(";")])
    text = lines[at]
    end = sum(len(line) + 1 for line in lines[:at]) + len(text)
    if text.endswith(" (void)0;"):
        editor.replace(file, end - 9, end, "")
    elif "tile[x][" in text and random.random() < 0.5:
        index = end - len(text) + text.index("tile[x][") + 8
        new = "0" if file.text[index] != "0" else "k" if "sum +=" in text else "y"
        editor.replace(file, index, index + 1, new)
    else:
        editor.replace(file, end, end, " (void)0;")


def memory(process: int) -> float:
    """Of a process and its children, in MB; what several share counts once."""
    try:
        folder = pathlib.Path("/proc", str(process))
        own = next(int(line.split()[1]) for line in
                   (folder / "smaps_rollup").read_text().splitlines() if line.startswith("Pss:"))
        children = (folder / "task" / str(process) / "children").read_text().split()
        return own / 1024 + sum(memory(int(child)) for child in children)
    except (OSError, StopIteration):  # It has just ended.
        return 0


def main(words: list[str]) -> int:
    parser = Parser("lsp", __doc__)
    parser.program(jobs=False)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--minutes", type=float, help="edits until then")
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--extension", action="store_true",
                        help="of PyTorch, whose headers have to be found")
    parser.add_argument("--limit", type=float, help="milliseconds")
    parser.add_argument("file", nargs="?", type=pathlib.Path, help="a source; is not changed")
    options = parser.read(words)
    random.seed(1)
    times, used = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = options.file.resolve() if options.file else pathlib.Path(folder, "bench.cu")
        text = path.read_text() if options.file else generated(options.lines, options.extension)
        command = [options.warplint, "lsp", *(["--", *options.flags] if options.flags else [])]
        with Editor(command, path.parent) as editor:
            began = time.monotonic()
            file = editor.open(path.name, text)
            editor.diagnostics(file)
            first = time.monotonic() - began
            while (time.monotonic() - began < 60 * options.minutes if options.minutes
                   else len(times) < options.edits):
                time.sleep(random.choice([0.05, 0.2, 0.6, 1.0]))
                asked = time.monotonic()
                edit(editor, file)
                editor.diagnostics(file)
                times.append(1000 * (time.monotonic() - asked))
                if len(times) % 100 == 0:
                    used.append(memory(editor.server.pid))
    times.sort()
    percentile = times[int(0.95 * len(times))]
    print(f"{text.count(chr(10))} lines: first diagnostics {1000 * first:.0f} ms; "
          f"{len(times)} edits: median {times[len(times) // 2]:.0f} ms, "
          f"95 % {percentile:.0f} ms, most {times[-1]:.0f} ms")
    if half := len(used) // 2:
        print(f"memory: {statistics.median(used[:half]):.0f} MB in the first half, "
              f"{statistics.median(used[half:]):.0f} MB in the second, {max(used):.0f} MB at most")
    return int(bool(options.limit and percentile > options.limit))
