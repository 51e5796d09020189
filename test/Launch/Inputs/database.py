"""Writes a database that compiles each .cu file of a folder.

    database.py FOLDER FLAG...
"""

import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
entries = [{"directory": str(folder), "file": file.name,
            "arguments": ["clang++", *sys.argv[2:], "-c", file.name]}
           for file in sorted(folder.glob("*.cu"))]
(folder / "compile_commands.json").write_text(json.dumps(entries))
