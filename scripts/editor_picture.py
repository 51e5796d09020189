#!/usr/bin/env python3
"""Draws a terminal with an editor in it: Neovim opens a kernel, shows what the
language server says of it, and hovers over the access.

    scripts/editor_picture.py --warplint build/tools/warplint/warplint -o editor.svg

Needs Neovim and tmux. What follows "--" are flags of the compiler.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

import terminal_svg

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
vim.o.termguicolors = false
vim.cmd('filetype on | syntax on')
for group, color in pairs({ Type = 2, StorageClass = 2, Statement = 5, PreProc = 5, Constant = 1,
                            Identifier = 6, Special = 6, DiagnosticWarn = 3, LineNr = 8,
                            FloatBorder = 8, EndOfBuffer = 8 }) do
  vim.cmd('hi clear ' .. group)
  vim.cmd('hi ' .. group .. ' ctermfg=' .. color)
end
vim.cmd('hi! link NormalFloat Normal')
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
        screen = screen_with(command, pathlib.Path(folder))
        pathlib.Path(args.output).write_text(terminal_svg.drawn(screen, COLUMNS))


if __name__ == "__main__":
    main()
