"""Kills "warplint --fix" after ever longer times, and counts the times that the
source was neither what it had been nor what the fix makes of it."""

import pathlib
import subprocess
import sys
import time

split = sys.argv.index("--")
program, name = sys.argv[1:split]
source = pathlib.Path(name)
command = [program, "--fix", name, "--", *sys.argv[split + 1:]]
old = source.read_bytes()
begin = time.perf_counter()
subprocess.run(command, capture_output=True, check=False)
whole = time.perf_counter() - begin
new = source.read_bytes()
assert new != old
wrong = 0
for turn in range(20):
    source.write_bytes(old)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    # Most of them near the end, where the source is written.
    time.sleep(whole * (0.7 + 0.02 * turn))
    process.kill()
    process.wait()
    wrong += source.read_bytes() not in (old, new)
print("neither old nor new:", wrong)
