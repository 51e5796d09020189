#!/usr/bin/env python3
"""Renders the documentation as a static site, with mkdocs.

    scripts/site.py OUTPUT

OUTPUT/pages gets the Markdown files of the repository and what they link to, in the
folders that they have here, OUTPUT/html the site. A link to a folder, or to a file
without an extension, has no page: its text stays. Ends with status 1 where mkdocs warns, a page is in no menu, or a link or
anchor of the site leads nowhere.
"""

import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

from markdown_links import LINK, outside_blocks

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "examples"]


def markdown_files():
    for name in PAGES:
        path = ROOT / name
        yield from [path] if path.is_file() else sorted(path.rglob("*.md"))


def prose_for_mkdocs(text, source, pages):
    """A list begins behind an empty line; files that are linked come along."""
    def link(match):
        target = pathlib.Path(os.path.normpath(source.parent / match[3]))
        if not match[3] or target.suffix == ".md" or not target.exists():
            return match[0]
        if not target.is_file() or not target.suffix:
            return match[2]
        copy = pages / target.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(target, copy)
        return match[0]

    text = LINK.sub(link, text)
    return re.sub(r"^((?![-*] |\d+\. |\s).+\n)(?=(?:[-*]|\d+\.) )", r"\1\n", text,
                  flags=re.MULTILINE)


def stage(pages):
    for source in markdown_files():
        text = outside_blocks(lambda prose: prose_for_mkdocs(prose, source, pages),
                              source.read_text(encoding="utf-8"))
        copy = pages / source.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")


class Page(html.parser.HTMLParser):
    """What a page links to, and what can be linked in it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


def broken_links(site):
    pages = {path: Page(path.read_text(encoding="utf-8"))
             for path in site.rglob("*.html") if path.name != "404.html"}
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = path if not parts.path else pathlib.Path(
                os.path.normpath(path.parent / urllib.parse.unquote(parts.path)))
            if target.is_dir():
                target /= "index.html"
            where = path.relative_to(site)
            if not target.exists():
                yield f"{where}: no '{link}'"
            elif parts.fragment and target in pages and (
                    urllib.parse.unquote(parts.fragment) not in pages[target].anchors):
                yield f"{where}: no anchor '{link}'"


def main():
    output = pathlib.Path(sys.argv[1]).resolve()
    pages, site = output / "pages", output / "html"
    for folder in (pages, site):
        shutil.rmtree(folder, ignore_errors=True)
    stage(pages)
    done = subprocess.run(
        ["mkdocs", "build", "--strict", "-f", ROOT / "mkdocs.yml"],
        check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=os.environ | {"WARPLINT_PAGES": str(pages), "WARPLINT_SITE": str(site),
                          "PYTHONPATH": str(ROOT / "scripts"),
                          "PYTHONDONTWRITEBYTECODE": "1"})
    if done.returncode:
        print(done.stdout)
        return 1
    wrong = sorted(set(broken_links(site)))
    menu = (ROOT / "mkdocs.yml").read_text()
    wrong += [f"{path.relative_to(ROOT)}: in no menu of mkdocs.yml"
              for path in markdown_files() if f" {path.relative_to(ROOT)}\n" not in menu]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len(list(site.rglob('index.html')))} pages in {site}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
