-- What is under the cursor is asked for once the remedy is known.
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
