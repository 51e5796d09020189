#!/usr/bin/env bash
# clang 22.1.8 (Debian 12), CUDA for sm_70 and later: an atomic addition loses its order and
# its scope, a compare-and-exchange keeps the order.
#
# `__atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST)` is atom.global.add.u32, as with RELAXED: no
# fence, no .acq_rel and no .sys, which PTX reads as relaxed, within the GPU. So are exchange,
# max, and the addition of floats; `__scoped_atomic_fetch_add` of a block or of the system is
# the same instruction. But on a byte the loop in its place is acq_rel.sys, fetch_nand is
# release.sys, and compare_exchange is acq_rel.sys, also if it asks for the block's scope.
#
# Why it surprises: loads, stores and compare_exchange of the same family have order and
# scope, so the addition of an int is expected to have what that of a byte has. A counter of
# finished blocks, or an unlock, by fetch_add with RELEASE orders no store before it, and one
# in memory that the CPU shares is not atomic for the CPU. No message is given.
#
# Output seen on 2026-11-29 (Debian 12):
#   add_relaxed: atom.global.add.u32
#   add_release: st.global.b32 atom.global.add.u32
#   add_seq_cst: atom.global.add.u32
#   add_float: atom.global.add.f32
#   exchange: atom.global.exch.b32
#   add_system: atom.global.add.u32
#   add_block: atom.global.add.u32
#   store: st.release.sys.global.b32
#   add_byte: ld.global.b32 atom.acq_rel.sys.global.cas.b32
#   nand: ld.global.b32 atom.release.sys.global.cas.b32
#   compare_block: atom.acq_rel.sys.global.cas.b32
#   compare_relaxed: atom.relaxed.sys.global.cas.b32
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:22.1.8-1~deb12u1
apt-get download -qq "clang-22=$version" "libclang-cpp22=$version" "libllvm22=$version" \
  "libclang-common-22-dev=$version" 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib

cat >atomics.cu <<'CU'
#define KERNEL(NAME, T, ...)                                                   \
  extern "C" __attribute__((global)) void NAME(T *p) { int old = 0; __VA_ARGS__; }
KERNEL(add_relaxed, int, __atomic_fetch_add(p, 1, __ATOMIC_RELAXED))
KERNEL(add_release, int, p[1] = old, __atomic_fetch_add(p, 1, __ATOMIC_RELEASE))
KERNEL(add_seq_cst, int, __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST))
KERNEL(add_float, float, __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST))
KERNEL(exchange, int, __atomic_exchange_n(p, 1, __ATOMIC_ACQ_REL))
KERNEL(add_system, int,
       __scoped_atomic_fetch_add(p, 1, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_SYSTEM))
KERNEL(add_block, int,
       __scoped_atomic_fetch_add(p, 1, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_WRKGRP))
KERNEL(store, int, __atomic_store_n(p, 1, __ATOMIC_RELEASE))
KERNEL(add_byte, unsigned char, __atomic_fetch_add(p, 1, __ATOMIC_ACQ_REL))
KERNEL(nand, int, __atomic_fetch_nand(p, 1, __ATOMIC_RELEASE))
KERNEL(compare_block, int,
       __scoped_atomic_compare_exchange_n(p, &old, 1, 0, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE, __MEMORY_SCOPE_WRKGRP))
KERNEL(compare_relaxed, int,
       __atomic_compare_exchange_n(p, &old, 1, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
CU
root/usr/lib/llvm-22/bin/clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 \
  --cuda-feature=+ptx80 -nocudainc -nocudalib -nostdinc --cuda-path="$folder/none" -O2 -S \
  -Wno-unknown-cuda-version atomics.cu -o atomics.ptx
awk '/\.entry/ { sub(/\(.*/, ""); if (line) print line; line = $3 ":" }
  $1 ~ /^(fence|membar|atom\.|red\.|ld\.[^p]|st\.)/ { line = line " " $1 }
  END { print line }' atomics.ptx | tee seen
diff seen - <<'SEEN'
add_relaxed: atom.global.add.u32
add_release: st.global.b32 atom.global.add.u32
add_seq_cst: atom.global.add.u32
add_float: atom.global.add.f32
exchange: atom.global.exch.b32
add_system: atom.global.add.u32
add_block: atom.global.add.u32
store: st.release.sys.global.b32
add_byte: ld.global.b32 atom.acq_rel.sys.global.cas.b32
nand: ld.global.b32 atom.release.sys.global.cas.b32
compare_block: atom.acq_rel.sys.global.cas.b32
compare_relaxed: atom.relaxed.sys.global.cas.b32
SEEN
