#!/usr/bin/env python3
"""Draws a terminal with an editor in it: Neovim opens a kernel, shows what the
language server says of it, and hovers over the access.

    scripts/editor_picture.py --warplint build/tools/warplint/warplint -o editor.svg

Needs Neovim and tmux. What follows "--" are flags of the compiler.
"""

import argparse
import html
import pathlib
import re
import subprocess
import sys
import tempfile
import time

KERNEL = """\
__global__ void gather(float *out, const float *in) {
  __shared__ float s[256];
  for (int i = threadIdx.x; i < 256; i += 32)
    s[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = s[8 * threadIdx.x];
}

void run(float *out, const float *in) {
  gather<<<1, 32>>>(out, in);
}
"""
# What is under the cursor is asked for once the remedy is known.
INIT = """\
vim.o.number = true
vim.o.laststatus = 0
vim.o.ruler = false
vim.o.termguicolors = true
vim.o.background = 'dark'
vim.cmd('filetype on | syntax on')
vim.cmd('hi NormalFloat guibg=#16181d')
vim.cmd('hi FloatBorder guifg=#5c6370')
vim.cmd('hi LineNr guifg=#5c6370')
vim.cmd('hi DiagnosticWarn guifg=#e5c07b')
vim.cmd('autocmd BufRead *.cu set filetype=cuda')
vim.diagnostic.config({ virtual_text = { prefix = '' }, signs = false })
vim.lsp.handlers['textDocument/hover'] = vim.lsp.with(vim.lsp.handlers.hover,
  { max_height = 33, border = 'rounded' })
local function hover()
  vim.lsp.buf_request(0, 'warplint/bankMap', vim.lsp.util.make_position_params(),
    function() vim.cmd('redraw'); vim.defer_fn(vim.lsp.buf.hover, 300) end)
end
local id = vim.lsp.start_client({ name = 'warplint', cmd = COMMAND, root_dir = vim.fn.getcwd() })
vim.api.nvim_create_autocmd('BufEnter', { callback = function()
  vim.lsp.buf_attach_client(0, id)
end })
vim.api.nvim_create_autocmd('DiagnosticChanged', { once = true, callback = function()
  vim.fn.search('s.8 . threadIdx.x')
  hover()
end })
"""
COLUMNS, LINES = 120, 44
CELL, ROW = 8.4, 18
# The first 16 colours of a terminal.
NAMED = ["#16181d", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2",
         "#d0d4dc", "#5c6370", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd",
         "#56b6c2", "#ffffff"]


def color_of(codes):
    """The colour that codes [38|48] begin with, and the rest."""
    if codes[0] == 2:
        return "#%02x%02x%02x" % tuple(codes[1:4]), codes[4:]
    number, rest = codes[1], codes[2:]
    if number < 16:
        return NAMED[number], rest
    if number < 232:
        parts = [(number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6]
        return "#%02x%02x%02x" % tuple(p and 55 + 40 * p for p in parts), rest
    return "#%02x%02x%02x" % ((8 + 10 * (number - 232),) * 3), rest


def styled(state, codes):
    """The style after the escape sequence with these codes."""
    state = dict(state)
    codes = codes or [0]
    while codes:
        code, codes = codes[0], codes[1:]
        if code == 0:
            state = {}
        elif code in (38, 48):
            state["front" if code == 38 else "back"], codes = color_of(codes)
        elif code in (1, 4, 7):
            state[{1: "bold", 4: "under", 7: "reversed"}[code]] = True
        elif code in (39, 49):
            state.pop("front" if code == 39 else "back", None)
        elif code in (22, 24, 27):
            state.pop({22: "bold", 24: "under", 27: "reversed"}[code], None)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            state["front"] = NAMED[code - 30 if code < 40 else code - 82]
        elif 40 <= code <= 47 or 100 <= code <= 107:
            state["back"] = NAMED[code - 40 if code < 50 else code - 92]
    return state


def drawn(screen):
    """The screen of a terminal as SVG."""
    lines = screen.rstrip("\n").split("\n")
    width, height = COLUMNS * CELL + 16, len(lines) * ROW + 16
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
           f'font-family="monospace" font-size="14" style="white-space: pre">',
           f'<rect width="100%" height="100%" rx="6" fill="{NAMED[0]}"/>']
    for row, line in enumerate(lines):
        column, state = 0, {}
        for codes, text in re.findall(r"((?:\x1b\[[0-9;:]*m)*)([^\x1b]*)", line):
            for one in re.findall(r"\x1b\[([0-9;:]*)m", codes):
                state = styled(state, [int(c) for c in re.split("[;:]", one) if c])
            if not text:
                continue
            x, y = 8 + column * CELL, 8 + row * ROW
            length = len(text) * CELL
            front, back = state.get("front", NAMED[7]), state.get("back")
            if state.get("reversed"):
                front, back = back or NAMED[0], front
            if back:
                out.append(f'<rect x="{x:g}" y="{y:g}" width="{length:g}" '
                           f'height="{ROW}" fill="{back}"/>')
            shown = text.strip()
            if shown:
                x += CELL * (len(text) - len(text.lstrip()))
                length = len(shown) * CELL
                more = ' font-weight="bold"' if state.get("bold") else ""
                more += ' text-decoration="underline"' if state.get("under") else ""
                out.append(f'<text x="{x:g}" y="{y + 13:g}" textLength="{length:g}" '
                           f'fill="{front}"{more}>{html.escape(shown)}</text>')
            column += len(text)
    return "\n".join(out + ["</svg>"]) + "\n"


def screen_with(command, folder):
    """Of the editor, once it shows the map."""
    folder.joinpath("gather.cu").write_text(KERNEL)
    words = ", ".join("[[%s]]" % word for word in command)
    folder.joinpath("init.lua").write_text(INIT.replace("COMMAND", "{ %s }" % words))
    tmux = ["tmux", "-L", folder.name, "-f", "/dev/null"]
    subprocess.run(
        [*tmux, "new-session", "-d", "-x", str(COLUMNS), "-y", str(LINES), "env",
         f"XDG_STATE_HOME={folder}", "TERM=tmux-256color",
         "nvim", "-u", "init.lua", "-i", "NONE", "-n", "gather.cu"],
        cwd=folder, check=True)
    try:
        for _ in range(240):
            time.sleep(0.25)
            run = subprocess.run([*tmux, "capture-pane", "-e", "-p"], check=True,
                                 capture_output=True, text=True)
            if "as declared" in run.stdout:
                time.sleep(1)
                return subprocess.run([*tmux, "capture-pane", "-e", "-p"], check=True,
                                      capture_output=True, text=True).stdout
        sys.exit(f"the editor shows no map:\n{run.stdout}")
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--warplint", required=True)
    parser.add_argument("-o", dest="output", required=True)
    words = sys.argv[1:]
    dashes = words.index("--") if "--" in words else len(words)
    args = parser.parse_args(words[:dashes])
    command = [str(pathlib.Path(args.warplint).resolve()), "lsp", *words[dashes:]]
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(args.output).write_text(drawn(screen_with(command,
                                                               pathlib.Path(folder))))


if __name__ == "__main__":
    main()
