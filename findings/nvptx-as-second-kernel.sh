#!/usr/bin/env bash
# nvptx-tools 0.20220610 (Debian 12): of the PTX that clang 22.1.8 writes, nvptx-none-as keeps the
# first kernel and drops the body of each later one.
#
# A comment between the parameter list and the brace of a function is enough: all up to the
# closing brace is left out, and only its registers are kept, as variables of the module. clang 22
# puts such a comment, "// @name", behind the `)` of all functions but the first; clang 14 does
# not. The exit code is 0. The assembler's own check, which needs ptxas, refuses its output.
#
# Why it surprises: a comment is text that no assembler reads, and the same comment in front of the
# function or behind the brace changes nothing. The result still has an .entry for each kernel, so a
# listing of names looks right, and the error comes where the PTX is compiled, about a register.
#
# Output seen on 2026-11-29 (Debian 12):
#   14: 2 kernels, statements of the second: 10 before, 10 behind
#   22: 2 kernels, statements of the second: 9 before, 0 behind
#   no comment: .reg .u32 %r<2>; in the kernel
#   comment in front: .reg .u32 %r<2>; in the kernel
#   comment behind the brace: .reg .u32 %r<2>; in the kernel
#   comment before the brace: .reg .u32 %r<2>; in the module
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
old=1:14.0.6-12
new=1:22.1.8-1~deb12u1
apt-get download -qq nvptx-tools=0.20220610-1 "clang-14=$old" "libclang-cpp14=$old" \
  "libllvm14=$old" "libclang-common-14-dev=$old" "clang-22=$new" "libclang-cpp22=$new" \
  "libllvm22=$new" "libclang-common-22-dev=$new" 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu
assemble() { root/usr/bin/nvptx-none-as --no-verify "$@"; }

cat >kernels.cu <<'CU'
extern "C" __attribute__((global)) void first(float *p) { p[__nvvm_read_ptx_sreg_tid_x()] = 1; }
extern "C" __attribute__((global)) void second(float *p) { p[__nvvm_read_ptx_sreg_tid_x()] = 2; }
CU
# statements FILE: of the second kernel, the braces and what stands in them.
statements() { sed '1,/\.entry second/d' "$1" | grep -c ';' || :; }
# compiled VERSION
compiled() {
  LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$folder/root/usr/lib/llvm-$1/lib \
    "root/usr/lib/llvm-$1/bin/clang++" -x cuda --cuda-device-only --cuda-gpu-arch=sm_52 \
    -nocudainc -nocudalib -nostdinc --cuda-path="$folder/none" -Wno-unknown-cuda-version \
    -O2 -S kernels.cu -o kernels.ptx
  assemble -o kernels.o kernels.ptx
  echo "$1: $(grep -c '\.entry' kernels.o) kernels, statements of the second:" \
    "$(statements kernels.ptx) before, $(statements kernels.o) behind"
}
# placed NAME FRONT LIST BRACE: where the registers of a kernel are with a comment at one place.
placed() {
  printf '%s\n' '.version 6.0' '.target sm_52' '.address_size 64' "$2" \
    ".visible .entry kernel(.param .u32 a) $3" "{ $4" '.reg .u32 %r<2>;' \
    'ld.param.u32 %r1, [a];' 'ret;' '}' >kernel.ptx
  assemble -o kernel.o kernel.ptx
  local at=module
  sed '1,/\.entry/d' kernel.o | grep -q '\.reg' && at=kernel
  echo "$1: $(grep '\.reg' kernel.o) in the $at"
}
{
  compiled 14
  compiled 22
  placed 'no comment' '' '' ''
  placed 'comment in front' '// kernel' '' ''
  placed 'comment behind the brace' '' '' '// kernel'
  placed 'comment before the brace' '' '// kernel' ''
} | tee seen
diff seen - <<'SEEN'
14: 2 kernels, statements of the second: 10 before, 10 behind
22: 2 kernels, statements of the second: 9 before, 0 behind
no comment: .reg .u32 %r<2>; in the kernel
comment in front: .reg .u32 %r<2>; in the kernel
comment behind the brace: .reg .u32 %r<2>; in the kernel
comment before the brace: .reg .u32 %r<2>; in the module
SEEN
