#!/usr/bin/env python3
"""Draws what a program printed in colour as a terminal shows it, light or dark as the
reader of the picture has it.

    warplint --color=always kernel.cu 2>&1 |
      scripts/terminal_svg.py --prompt='warplint kernel.cu' -o terminal.svg
"""

import argparse
import html
import pathlib
import re
import sys

CELL, ROW, MARGIN = 8.4, 18, 8
# The first 16 colours of a terminal: on a light page, and on a dark one. Text is in 7.
PAGES = "#f6f8fa", "#16181d"
NAMED = [("#24292f", "#8b949e"), ("#cf222e", "#ef7a85"), ("#116329", "#98c379"),
         ("#7d4e00", "#e5c07b"), ("#0550ae", "#61afef"), ("#8250df", "#d58fe8"),
         ("#0b6a72", "#56b6c2"), ("#1f2328", "#d0d4dc"), ("#59636e", "#8b949e"),
         ("#a40e26", "#ffa0a0"), ("#1a7f37", "#b5e890"), ("#633c01", "#ffdf9b"),
         ("#0969da", "#8ecbff"), ("#6639ba", "#ecb8ff"), ("#1b7c83", "#83dbe6"),
         ("#000000", "#ffffff")]
PLAIN = 7


def styled(state, codes):
    """The style after the escape sequence with these codes."""
    state = dict(state)
    codes = codes or [0]
    while codes:
        code, codes = codes[0], codes[1:]
        if code == 0:
            state = {}
        elif code in (38, 48):
            if codes[0] != 5 or codes[1] >= len(NAMED):
                sys.exit("terminal_svg.py: a colour that is not one of the sixteen "
                         "is neither light nor dark")
            state["front" if code == 38 else "back"], codes = codes[1], codes[2:]
        elif code in (1, 4):
            state["bold" if code == 1 else "under"] = True
        elif code == 39:
            state.pop("front", None)
        elif code == 49:
            state.pop("back", None)
        elif code in (22, 24):
            state.pop("bold" if code == 22 else "under", None)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            state["front"] = code - 30 if code < 40 else code - 82
        elif 40 <= code <= 47 or 100 <= code <= 107:
            state["back"] = code - 40 if code < 50 else code - 92
    return state


def cells(text, columns):
    """Rows of (character, style), broken where the terminal ends."""
    rows, state = [[]], {}
    for codes, character in re.findall(r"\x1b\[([0-9;:]*)m|([^\x1b])", text):
        if character == "\n":
            rows.append([])
        elif character:
            if len(rows[-1]) == columns:
                rows.append([])
            rows[-1].append((character, state))
        else:
            state = styled(state, [int(c) for c in re.split("[;:]", codes) if c])
    return rows


def runs(row):
    """(column, text, style) of what has one style."""
    found = []
    for column, (character, state) in enumerate(row):
        if found and found[-1][2] == state:
            found[-1][1] += character
        else:
            found.append([column, character, state])
    return found


def rules(of):
    """The colours of a page, 0 for light and 1 for dark."""
    colors = "".join(f".c{number}{{fill:{pair[of]}}}" for number, pair in enumerate(NAMED))
    return f".page{{fill:{PAGES[of]}}}{colors}"


def drawn(screen, columns):
    """What a terminal of so many columns shows, as SVG."""
    rows = cells(screen.rstrip("\n"), columns)
    width, height = columns * CELL + 2 * MARGIN, len(rows) * ROW + 2 * MARGIN
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
           f'font-family="ui-monospace,monospace" font-size="14">',
           f"<style>\n{rules(0)}\n@media (prefers-color-scheme:dark){{{rules(1)}}}\n</style>",
           '<rect width="100%" height="100%" rx="6" class="page"/>']
    for number, row in enumerate(rows):
        y = MARGIN + number * ROW
        for column, text, state in runs(row):
            if "back" in state:
                out.append(f'<rect x="{MARGIN + column * CELL:g}" y="{y}" '
                           f'width="{len(text) * CELL:g}" height="{ROW}" '
                           f'class="c{state["back"]}"/>')
            more = f' class="c{state.get("front", PLAIN)}"'
            more += ' font-weight="bold"' if state.get("bold") else ""
            more += ' text-decoration="underline"' if state.get("under") else ""
            # One space is kept, of several not all readers keep more.
            for words in re.finditer(r"\S+(?: \S+)*", text):
                x = MARGIN + CELL * (column + words.start())
                out.append(f'<text x="{x:g}" y="{y + 13}" '
                           f'textLength="{CELL * len(words[0]):g}"{more}>'
                           f"{html.escape(words[0])}</text>")
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--prompt", required=True, help="the command that stands above it")
    parser.add_argument("--columns", type=int, default=120)
    parser.add_argument("-o", dest="output", required=True)
    args = parser.parse_args()
    screen = f"$ {args.prompt}\n{sys.stdin.read()}"
    pathlib.Path(args.output).write_text(drawn(screen, args.columns))


if __name__ == "__main__":
    main()
