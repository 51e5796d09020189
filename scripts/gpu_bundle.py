#!/usr/bin/env python3
"""Packs what the tests on a GPU need into one archive: for a machine that has Python,
nvcc and a GPU, but no LLVM.

  gpu_bundle.py --installed FOLDER --lit FOLDER -o warplint-gpu.tar.xz

FOLDER: what `cmake --install` laid down of a build with -DWARPLINT_STATIC=ON; and the
folder that has lit's Python package. The archive has one folder, warplint-gpu, with

  run                  runs the tests (arguments go to lit) or, with --speed, the
                       comparison of times
  bin                  warplint
  include, scripts, test, lit
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME = "warplint-gpu"
# Of the repository. Only the tests of this folder do without LLVM's tools.
PARTS = ["scripts/lab", "test/lit.cfg.py", "test/gpu"]


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target,
                        ignore=shutil.ignore_patterns("__pycache__", "tests"))
    else:
        shutil.copy2(source, target)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--installed", type=pathlib.Path, required=True)
    parser.add_argument("--lit", type=pathlib.Path,
                        default="/usr/lib/llvm-22/utils/lit")
    parser.add_argument("--limit", type=float, default=60,
                        help="megabytes that the archive may have (default: 60)")
    parser.add_argument("-o", "--output", type=pathlib.Path,
                        default=f"{NAME}.tar.xz")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary, NAME)
        for part in PARTS:
            copy(ROOT / part, folder / part)
        copy(options.installed / "bin" / "warplint", folder / "bin" / "warplint")
        copy(options.lit / "lit", folder / "lit" / "lit")
        # Its kernels are written by a program that is not packed.
        (folder / "test" / "gpu" / "generated.test").unlink()
        shutil.copy(ROOT / "scripts" / "gpu_bundle_run.sh", folder / "run")
        (folder / "run").chmod(0o755)
        # xz of its own, for its threads.
        subprocess.run(["tar", "-C", temporary, "--sort=name", "--owner=0",
                        "--group=0", "-I", "xz -T0 -6", "-cf",
                        options.output.resolve(), NAME], check=True)
    size = options.output.stat().st_size / 1e6
    print(f"{options.output}: {size:.1f} MB")
    if size > options.limit:
        sys.exit(f"more than {options.limit} MB")


if __name__ == "__main__":
    main()
