"""Writes the container of fatbinary with one module of PTX: fatbin.py PTX FATBIN."""

import struct
import sys

text = open(sys.argv[1], "rb").read()
text += b"\0" * (-len(text) % 8)
entry = struct.pack("<HHIQIIHHIQQQQ", 1, 0x101, 64, len(text), 0, 0, 8, 1, 90, 0, 0x11, 0, 0)
body = entry + text
with open(sys.argv[2], "wb") as file:
    file.write(b"around it" + struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body)
