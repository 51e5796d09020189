#!/usr/bin/env bash
# mlir-opt 22.1.8 (Debian 12): the PTX of a gpu.func accesses workgroup memory by 16 bytes, in
# an array that it declares with alignment 4.
#
# `vector.load` of vector<4xf32> from memref<1024xf32, #gpu.address_space<workgroup>> becomes
# ld.shared.v4.b32; the array is `.shared .align 4`. The same load of global memory becomes
# four ld.global.b32, since no alignment is known. With another array of 4 bytes before it,
# ptxas 13.0 puts the array at byte 4, so no access of it is aligned. With opt-level=0 the
# accesses are four of 4 bytes.
#
# Why it surprises: one compiler writes both lines. An LLVM variable without an alignment
# (MLIR gives none) has the preferred one for the optimizer, here 16, by which it widens the
# accesses; the PTX printer writes the least one that the type needs. `llc` alone agrees
# with itself. A memref aligned by its element is expected to give what global memory gives.
#
# Output seen on 2026-11-29 (Debian 12):
#   opt-level=0: .shared .align 4 .b8 __wg_copy_1[4096]; ld.shared.b32
#   opt-level=2: .shared .align 4 .b8 __wg_copy_1[4096]; ld.shared.v4.b32
#   global: ld.global.b32
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:22.1.8-1~deb12u1
apt-get download -qq "mlir-22-tools=$version" "libmlir-22=$version" "libllvm22=$version" \
  libz3-4=4.8.12-3.1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib

cat >copy.mlir <<'MLIR'
#shared = #gpu.address_space<workgroup>
module attributes {gpu.container_module} {
  gpu.module @module {
    gpu.func @copy(%in: memref<1024xf32>, %out: memref<1024xf32>)
        workgroup(%flag: memref<1xf32, #shared>, %tile: memref<1024xf32, #shared>) kernel {
      %lane = gpu.thread_id x
      %zero = arith.constant 0 : index
      %four = arith.constant 4 : index
      %at = arith.muli %lane, %four : index
      %value = vector.load %in[%at] : memref<1024xf32>, vector<4xf32>
      vector.store %value, %tile[%at] : memref<1024xf32, #shared>, vector<4xf32>
      %scalar = memref.load %in[%lane] : memref<1024xf32>
      memref.store %scalar, %flag[%zero] : memref<1xf32, #shared>
      gpu.barrier
      %all = memref.load %flag[%zero] : memref<1xf32, #shared>
      %sum = vector.broadcast %all : f32 to vector<4xf32>
      %back = vector.load %tile[%at] : memref<1024xf32, #shared>, vector<4xf32>
      %result = arith.addf %sum, %back : vector<4xf32>
      vector.store %result, %out[%at] : memref<1024xf32>, vector<4xf32>
      gpu.return
    }
  }
}
MLIR
# ptx LEVEL: the module's text. An empty CUDA_ROOT: no toolkit is looked for.
ptx() {
  CUDA_ROOT='' root/usr/lib/llvm-22/bin/mlir-opt copy.mlir --gpu-lower-to-nvvm-pipeline="\
    cubin-format=isa cubin-chip=sm_80 cubin-features=+ptx80 opt-level=$1" |
    sed 's/\\0A/\n/g; s/\\09/ /g' >module.ptx
}
# loads SPACE: the kinds of loads from it, those of the flag left out.
loads() { grep -v copy_0 module.ptx | grep -oE "ld\.$1[.a-z0-9]*" | LC_ALL=C sort -u | paste -sd ' '; }
for level in 0 2; do
  ptx $level
  echo "opt-level=$level: $(grep -oE '\.shared \.align.*4096\];' module.ptx) $(loads shared)"
done | tee seen
echo "global: $(loads global)" | tee -a seen
diff seen - <<'SEEN'
opt-level=0: .shared .align 4 .b8 __wg_copy_1[4096]; ld.shared.b32
opt-level=2: .shared .align 4 .b8 __wg_copy_1[4096]; ld.shared.v4.b32
global: ld.global.b32
SEEN
