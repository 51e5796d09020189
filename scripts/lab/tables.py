"""Tables in Markdown, as pages have them."""

from collections.abc import Iterable
from typing import Any


def head(names: str) -> str:
    """The first two lines: "name | figure:" has one column of texts, one of numbers."""
    columns = [name.strip() for name in names.split("|")]
    return row(name.rstrip(":") for name in columns) + "\n" + row(
        "---:" if name.endswith(":") else "---" for name in columns)


def row(cells: Iterable[Any]) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def show(names: str, rows: Iterable[Iterable[Any]]) -> None:
    print(head(names), *map(row, rows), sep="\n")


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
