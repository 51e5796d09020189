#!/usr/bin/env bash
# Syntastic 3.10.0 for Vim (Debian 12): a warning of nvcc that has a number is an error, one without
# a number is a warning; ALE 3.3.0 shows the second and not the first.
#
# `k.cu(1): warning: ...`, which nvcc 13.0 writes with --no-display-error-number, has the type W in
# both. `k.cu(2): warning #177-D: ...`, the form in which it writes warnings otherwise, has the
# type E in Syntastic, with the word "warning" left in the text, and no entry in ALE.
# `k.cu(3): error #177-D: ...`, which -Werror makes of it, is an error in Syntastic and has no
# entry in ALE. `error:` without a number is right in both.
#
# Why it surprises: both checkers are for nvcc alone and know the two words; a number behind the
# word does not look like another kind of line. An unused variable stops at the sign of an
# error, and a user of ALE sees a file without any warning, or, with -Werror, one that
# does not compile and has no mark.
#
# Output seen on 2026-11-29 (Debian 12):
#   Syntastic: 1 W variable "a" was set but never used
#   Syntastic: 2 E warning #177-D: variable "b" was declared but never referenced
#   Syntastic: 3 E error #177-D: variable "c" was declared but never referenced
#   Syntastic: 4 E error: identifier "d" is undefined
#   ALE: 1 W variable "a" was set but never used
#   ALE: 4 E identifier "d" is undefined
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq vim-syntastic=3.10.0-3 vim-ale=3.3.0-1 vim=2:9.0.1378-2+deb12u2 \
  vim-runtime=2:9.0.1378-2+deb12u2 libgpm2 libsodium23 libacl1 libselinux1 libtinfo6 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu
export VIMRUNTIME=$folder/root/usr/share/vim/vim90

# In place of nvcc: what it prints, to standard error.
mkdir bin
cat >bin/nvcc <<'NVCC'
#!/bin/sh
cat >&2 <<'SAID'
k.cu(1): warning: variable "a" was set but never used
k.cu(2): warning #177-D: variable "b" was declared but never referenced
k.cu(3): error #177-D: variable "c" was declared but never referenced
k.cu(4): error: identifier "d" is undefined
SAID
exit 2
NVCC
chmod +x bin/nvcc
export PATH=$folder/bin:$PATH
printf 'int a;\nint b;\nint c;\nint e = d;\n' >k.cu

cat >session.vim <<'VIM'
set nocompatible
execute 'set runtimepath^=' . $PLUGIN
filetype plugin on
if $PLUGIN =~# 'ale'
  let g:ale_linters = {'cuda': ['nvcc']}
else
  let g:syntastic_always_populate_loc_list = 1
  let g:syntastic_cuda_checkers = ['nvcc']
endif
runtime! plugin/**/*.vim
edit k.cu
if $PLUGIN =~# 'ale'
  ALELint
  let rest = 100
  while rest > 0 && len(getloclist(0)) < 2
    sleep 100m
    let rest -= 1
  endwhile
else
  SyntasticCheck
endif
call writefile(map(getloclist(0), {_, e -> e.lnum . ' ' . e.type . ' ' . trim(e.text)}), 'list')
qall!
VIM
# show NAME FOLDER: the entries of the list that the plugin makes.
show() {
  PLUGIN=$folder/root/usr/share/$2 timeout 60 root/usr/bin/vim.basic -u NONE -n -T dumb --not-a-term \
    -S session.vim </dev/null >log 2>&1
  sed "s/^/$1: /" list
}
{
  show Syntastic vim-syntastic
  show ALE vim-ale
} | tee seen
diff seen - <<'SEEN'
Syntastic: 1 W variable "a" was set but never used
Syntastic: 2 E warning #177-D: variable "b" was declared but never referenced
Syntastic: 3 E error #177-D: variable "c" was declared but never referenced
Syntastic: 4 E error: identifier "d" is undefined
ALE: 1 W variable "a" was set but never used
ALE: 4 E identifier "d" is undefined
SEEN
