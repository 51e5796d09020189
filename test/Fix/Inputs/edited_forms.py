"""Of each form some generated kernel was edited: edited_forms.py FOLDER...

FOLDER-before is as it was."""

import pathlib
import re
import sys

FORMS = {"dynamic": "extern __shared__", "data": "in[k]", "open": "k < n",
         "row": "*q = ", "half": "*h = "}


def text(folder):
    return "".join(pathlib.Path(folder, name).read_text()
                   for name in ("kernels.h", "kernels.cu"))


def kernels(folder):
    return re.findall(r"__global__ void k\d+.*?\n}", text(folder), re.S)


def pitches(folder):
    return re.findall(r"#define PITCH_.*", text(folder))


pairs = [pair for folder in sys.argv[1:]
         for pair in zip(kernels(folder + "-before"), kernels(folder))]
for form, mark in FORMS.items():
    mine = [(old, new) for old, new in pairs if mark in old]
    edited = sum(old != new for old, new in mine)
    assert edited >= 5, (form, len(mine), edited)

grown = sum(old != new for folder in sys.argv[1:]
            for old, new in zip(pitches(folder + "-before"), pitches(folder)))
assert grown >= 3, grown
