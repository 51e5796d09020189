#!/usr/bin/env bash
# ALE 3.3.0 for Vim 9.0 (Debian 12) with a language server: a diagnostic with a `source` loses
# its related places, and of two edits of one document only the last is made.
#
# :ALEDetail shows `relatedInformation` of a diagnostic without `source`; with one, the text
# that has the places is overwritten by "[source] message". If `documentChanges` of a code
# action names a document twice (put a line in front; change what is now line 3), the second
# is applied without the first, so it changes another line.
#
# Why it surprises: both are plain LSP. ALE reads the two fields of a diagnostic, most servers
# send a source, and documentChanges is a list that is to be executed in order. The first
# hides where the other half of a problem is; the second changes a file in a place that
# nobody named, without a message.
#
# Output seen on 2026-11-29 (Debian 12), of a file one|two|THREE:
#   without source: slow / FOLDER/k.txt:3:1: / written here
#   with source: [fake] slow
#   named twice: one|two|NEWEE (zero|one|NEW|THREE is asked for)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq vim-ale=3.3.0-1 vim=2:9.0.1378-2+deb12u2 vim-runtime=2:9.0.1378-2+deb12u2 \
  libgpm2 libsodium23 libacl1 libselinux1 libtinfo6 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu
export VIMRUNTIME=$folder/root/usr/share/vim/vim90

# The server: a diagnostic of line 1 with a source, one of line 2 without, and a code action.
cat >server.sh <<'SERVER'
LC_ALL=C
# range LINE START END
range() { echo "\"range\":{\"start\":{\"line\":$1,\"character\":$2},\"end\":{\"line\":$1,\"character\":$3}}"; }
change() { echo "{\"textDocument\":{\"uri\":\"$uri\",\"version\":null},\"edits\":[{$1,\"newText\":\"$2\"}]}"; }
send() {
  local body="{\"jsonrpc\":\"2.0\",$1}"
  printf 'Content-Length: %d\r\n\r\n%s' ${#body} "$body"
}
uri=file://$PWD/k.txt
slow="\"message\":\"slow\",\"relatedInformation\":[{\"message\":\"written here\",
  \"location\":{\"uri\":\"$uri\",$(range 2 0 5)}}]"
while read -r header; do
  case $header in
  Content-Length:*) length=${header#*: } ;;
  $'\r')
    read -r -N "${length%$'\r'}" body
    id=$(grep -o '"id": *[0-9]*' <<<"$body" | grep -o -m1 '[0-9]*' || :)
    case $body in
    *\"initialize\"*) send "\"id\":$id,\"result\":{\"capabilities\":{\"textDocumentSync\":1,
      \"codeActionProvider\":true}}" ;;
    *textDocument/didOpen*) send "\"method\":\"textDocument/publishDiagnostics\",\"params\":{
      \"uri\":\"$uri\",\"diagnostics\":[{$(range 0 0 3),\"source\":\"fake\",$slow},
      {$(range 1 0 3),$slow}]}" ;;
    *textDocument/codeAction*) send "\"id\":$id,\"result\":[{\"title\":\"fix\",\"edit\":{
      \"documentChanges\":[$(change "$(range 0 0 0)" 'zero\n'),$(change "$(range 2 0 3)" NEW)]}}]" ;;
    esac ;;
  esac
done
SERVER
cat >session.vim <<'VIM'
set nocompatible rtp^=root/usr/share/vim-ale
runtime plugin/ale.vim
function Await(condition)
  for turn in range(100)
    if eval(a:condition) | break | endif
    sleep 100m
  endfor
endfunction
call ale#linter#Define('text', {'name': 'fake', 'lsp': 'stdio', 'executable': 'bash',
  \ 'command': 'bash server.sh', 'project_root': getcwd()})
edit k.txt
let g:ale_linters = {'text': ['fake']}
set filetype=text
ALELint
call Await('len(getloclist(1)) == 2')
for line in [2, 1]
  call cursor(line, 1)
  ALEDetail
  call writefile([join(getline(1, '$'), ' / ')], 'out', 'a')
  pclose
endfor
call ale#util#Mode() " loads the file of Input, the question for the number of the action
execute "function! ale#util#Input(...)\nreturn '1'\nendfunction"
ALECodeAction
call Await('&modified')
call writefile([join(getline(1, '$'), '|')], 'out', 'a')
qall!
VIM
printf 'one\ntwo\nTHREE\n' >k.txt
timeout 60 root/usr/bin/vim.basic -u NONE -n -T dumb --not-a-term -S session.vim </dev/null >log 2>&1
paste -d ' ' <(printf '%s\n' 'without source:' 'with source:' 'named twice:') \
  <(sed "s|$folder|FOLDER|; s|\t||" out) | tee seen
diff seen - <<'SEEN'
without source: slow / FOLDER/k.txt:3:1: / written here
with source: [fake] slow
named twice: one|two|NEWEE
SEEN
