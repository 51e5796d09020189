"""What the kernels of generate_kernels.py print as C++.

  run_kernels.py FOLDER COMPILER FLAG...
"""

import pathlib
import re
import subprocess
import sys
import tempfile

folder, *compiler = sys.argv[1:]
with tempfile.TemporaryDirectory() as built:
    for name in ("kernels.cu", "kernels.h"):
        text = pathlib.Path(folder, name).read_text()
        # Room for an array of any size, and for what padding adds.
        text = re.sub(r"extern __shared__ (\w+ \w+)\[\]", r"static \1[4096]", text)
        pathlib.Path(built, name).write_text(text)
    program = built + "/kernels"
    subprocess.run([*compiler, "-w", "-x", "c++", "-std=c++17", built + "/kernels.cu",
                    "-o", program], check=True)
    subprocess.run([program], check=True)
