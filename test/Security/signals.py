"""Ends a run of several processes by a signal to the first of them, and tells how many
are alive after two seconds. Of a run over one file: what it says."""

import os
import pathlib
import signal
import subprocess
import sys
import time

split = sys.argv.index("--")
program, folder = sys.argv[1:split]
flags = sys.argv[split + 1:]
folder = pathlib.Path(folder)
# Some seconds of Clang's interpreter each.
SLOW = """constexpr int sum(int n) { int s = 0; for (int i = 0; i < n; ++i) s += i & n; return s; }
template <int N> struct Slow { static const int value = sum(150000 + N); };
__global__ void kernel(int *out) {
  __shared__ float tile[64];
  out[0] = """ + " + ".join(f"Slow<{n}>::value" for n in range(60)) + """;
  out[threadIdx.x] = tile[2 * threadIdx.x];
}
"""
FILES = [f"{n}.cu" for n in range(40)]


def state_of(process):
    """Parent and time of start, of a process that is no zombie."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1]
    except OSError:
        return None
    fields = fields.split()
    return None if fields[0] in "ZX" else (int(fields[1]), fields[19])


def children_of(parent):
    found = {}
    for name in os.listdir("/proc"):
        state = state_of(name) if name.isdigit() else None
        if state and state[0] == parent:
            found[int(name)] = state[1]
    return found


def alive(processes):
    return [p for p, start in processes.items() if (state_of(p) or [0, 0])[1] == start]


def as_from_a_terminal():
    """What runs in the background of a shell ignores some."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def start(files, *options):
    return subprocess.Popen([program, "--quiet", *options, *files, "--", *flags],
                            cwd=folder, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                            start_new_session=True, preexec_fn=as_from_a_terminal)


def finish(processes):
    for process in alive(processes):
        os.kill(process, signal.SIGKILL)


def several(number, is_at_work):
    """The run is of two processes for the files, at work or just forked."""
    parent = start(FILES, "-j2")
    children, end = {}, time.monotonic() + 20
    while len(children) < 2 and time.monotonic() < end and parent.poll() is None:
        children = children_of(parent.pid)
    if is_at_work:
        time.sleep(0.3)
    parent.send_signal(number)
    end = time.monotonic() + 2
    while (alive(children) or parent.poll() is None) and time.monotonic() < end:
        time.sleep(0.02)
    left = alive(children)
    is_parent_alive = parent.poll() is None
    finish(children)
    parent.kill()
    parent.communicate()
    if len(children) != 2:
        return "no two processes were seen"
    return f"{len(left)} of 2 alive" + (", and the first" if is_parent_alive else "")


def alone(number):
    run = start(FILES[:1])
    time.sleep(0.3)
    run.send_signal(number)
    _, said = run.communicate()
    words = [w for w in (b"bug report", b"Stack dump", b"PLEASE", b"github.com")
             if w in said]
    return "says " + ", ".join(w.decode() for w in words) if words else "no dump"


folder.mkdir(parents=True, exist_ok=True)
for file in FILES:
    (folder / file).write_text(SLOW)
for name in ("TERM", "INT", "HUP", "QUIT", "KILL"):
    number = getattr(signal, "SIG" + name)
    print(f"{name}: {several(number, True)}, {several(number, False)}", flush=True)
for name in ("TERM", "INT", "HUP", "QUIT"):
    print(f"{name} to one alone: {alone(getattr(signal, 'SIG' + name))}", flush=True)
