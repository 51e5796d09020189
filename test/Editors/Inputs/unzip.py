"""Unzips an archive with the modes of its files: unzip.py FILE FOLDER"""

import pathlib
import sys
import zipfile

archive, folder = sys.argv[1:]
with zipfile.ZipFile(archive) as zipped:
    for entry in zipped.infolist():
        made = pathlib.Path(zipped.extract(entry, folder))
        made.chmod(entry.external_attr >> 16 & 0o777)
