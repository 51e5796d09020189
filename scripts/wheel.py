#!/usr/bin/env python3
"""Packs an installed warplint as a Python wheel: pip puts the program itself into bin.

    wheel.py PREFIX FOLDER

PREFIX is where `cmake --install` has put a build with WARPLINT_STATIC; the wheel is
written to FOLDER, and its name printed. Its tag is the oldest glibc that has what the
program asks for; one that asks for other libraries is refused.

The same is the build backend of pyproject.toml: `pip install .` takes the wheel that
WARPLINT_WHEEL names, or builds the program, for which LLVM's packages have to be there.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What every Linux of the tag has: https://peps.python.org/pep-0600.
GLIBC = re.compile(r"lib(c|m|dl|rt|pthread)\.so\.\d|ld-linux-x86-64\.so\.2")


def project(word):
    """VERSION or DESCRIPTION of CMakeLists.txt."""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(rf'^ *project\([^)]*{word} (?:"([^"]*)"|(\S+))', text,
                     re.MULTILINE).expand(r"\1\2")


def tag(program):
    """py3-none-manylinux_2_36_x86_64, read off the program."""
    def listed(*options):
        return subprocess.run(["readelf", "-W", *options, program], check=True, text=True,
                              stdout=subprocess.PIPE, env=os.environ | {"LC_ALL": "C"}).stdout

    for library in re.findall(r"\(NEEDED\).*\[(.*)\]", listed("--dynamic")):
        if not GLIBC.fullmatch(library):
            sys.exit(f"wheel.py: error: {program} needs {library}, which is not everywhere; "
                     "its build had no WARPLINT_STATIC")
    if not re.search("Machine: .*X86-64", listed("--file-header")):
        sys.exit(f"wheel.py: error: {program} is not for x86-64")
    versions = re.findall(r"Name: GLIBC_(\d+)\.(\d+)", listed("--version-info"))
    major, minor = max(tuple(map(int, version)) for version in versions)
    return f"py3-none-manylinux_{major}_{minor}_x86_64"


def metadata(version):
    return f"""\
Metadata-Version: 2.4
Name: warplint
Version: {version}
Summary: {project("DESCRIPTION")}
License-Expression: Apache-2.0 WITH LLVM-exception
License-File: LICENSE
License-File: copyright
Classifier: Environment :: Console
Classifier: Environment :: GPU :: NVIDIA CUDA
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Software Development :: Quality Assurance
Requires-Python: >=3.7
Description-Content-Type: text/markdown

warplint tells what each shared-memory access of a CUDA kernel costs a warp: which
lines have bank conflicts, how bad they are, and what layout of the array would have
none. It needs no GPU and runs none of the code.

The package is the program `warplint`; no Python is in it.
"""


def contents(prefix, name, version, wheel_tag):
    """Name in the wheel, bytes, and whether it is a program."""
    program = prefix / "bin" / "warplint"
    yield f"{name}.data/scripts/warplint", program.read_bytes(), True
    # Below the prefix of the environment: the man page, the pages.
    for folder in ("share",):
        for path in sorted((prefix / folder).rglob("*")):
            if path.is_file():
                yield (f"{name}.data/data/{path.relative_to(prefix)}", path.read_bytes(),
                       os.access(path, os.X_OK))
    info = f"{name}.dist-info"
    yield f"{info}/METADATA", metadata(version).encode(), False
    yield f"{info}/WHEEL", (f"Wheel-Version: 1.0\nGenerator: warplint\n"
                            f"Root-Is-Purelib: false\nTag: {wheel_tag}\n").encode(), False
    for source in (ROOT / "LICENSE", ROOT / "docs" / "copyright"):
        yield f"{info}/licenses/{source.name}", source.read_bytes(), False


def pack(prefix, folder):
    version, wheel_tag = project("VERSION"), tag(prefix / "bin" / "warplint")
    name = f"warplint-{version}"
    wheel = pathlib.Path(folder, f"{name}-{wheel_tag}.whl")
    record = f"{name}.dist-info/RECORD"
    lines = []

    def add(archive, path, text, is_program=False):
        entry = zipfile.ZipInfo(path)  # Of 1980: the same input, the same wheel.
        entry.external_attr = (0o100755 if is_program else 0o100644) << 16
        archive.writestr(entry, text, zipfile.ZIP_DEFLATED)

    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text, is_program in contents(prefix, name, version, wheel_tag):
            digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest())
            lines.append(f"{path},sha256={digest.decode().rstrip('=')},{len(text)}\n")
            add(archive, path, text, is_program)
        add(archive, record, "".join(lines) + f"{record},,\n")
    return wheel.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    del config_settings, metadata_directory
    made = os.environ.get("WARPLINT_WHEEL")
    if made:
        return pathlib.Path(shutil.copy(made, wheel_directory)).name
    build = ROOT / "build-static"
    stage = build / "stage"
    for command in (["--preset", "static"], ["--build", build, "--target", "warplint"],
                    ["--install", build, "--prefix", stage, "--strip"]):
        if subprocess.run(["cmake", *command], cwd=ROOT, check=False).returncode:
            sys.exit("wheel.py: error: warplint could not be built here, which needs LLVM's "
                     "packages (./dev build installs them); or let WARPLINT_WHEEL name a wheel")
    return pack(stage, wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    del sdist_directory, config_settings
    sys.exit("wheel.py: error: the sources are a git repository")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(pack(pathlib.Path(sys.argv[1]), sys.argv[2]))
