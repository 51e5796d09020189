#!/usr/bin/env python3
"""Mends the links of pages that were installed without the repository.

    installed_links.py PREFIX FOLDER

FOLDER, below PREFIX, has the pages where the repository has them. A link to what was
installed elsewhere below PREFIX leads there; of one to what was not, the text stays.
"""

import os
import pathlib
import sys

from markdown_links import LINK, outside_blocks


def main():
    prefix, folder = (pathlib.Path(os.path.abspath(name)) for name in sys.argv[1:])

    def mend(match, page):
        target = pathlib.Path(os.path.normpath(page.parent / match[3]))
        if not match[3] or target.exists():
            return match[0]
        for root in (prefix, prefix / "share" / "warplint"):
            there = root / os.path.relpath(target, folder)
            if there.exists() and prefix in pathlib.Path(os.path.normpath(there)).parents:
                return (f"{match[1]}[{match[2]}]({os.path.relpath(there, page.parent)}"
                        f"{match[4] or ''})")
        return match[2]

    for page in folder.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        mended = outside_blocks(
            lambda prose: LINK.sub(lambda match: mend(match, page), prose), text)
        if mended != text:
            page.write_text(mended, encoding="utf-8")


if __name__ == "__main__":
    main()
