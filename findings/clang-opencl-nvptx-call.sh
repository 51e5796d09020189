#!/usr/bin/env bash
# clang 22.1.8 (Debian 12; 14.0.6 does not): an OpenCL kernel compiled to PTX is a call,
# at every -O, and has no work-group size.
#
# The `.entry` of `__kernel void k` loads its parameters and calls the .func
# `__clang_ocl_kern_imp_k`, which has all of the kernel's accesses; -O3 does not inline
# it, though for AMD's GPUs the same compiler does. `reqd_work_group_size(64, 1, 1)` sets
# neither .reqntid nor .maxntid (in 14 neither).
#
# Why it surprises: a kernel of one line is expected to be one .entry, as in version 14
# and as of `__global__` in CUDA; and the attribute has the meaning of .reqntid. A tool
# that reads the entries of a PTX file finds no load, no store and no block size in them.
#
# Output seen on 2026-11-28 (Debian 12):
#   14 -O3: .entry k: ld.global st.global
#   22 -O3: .entry k: call.uni, .func __clang_ocl_kern_imp_k: ld.global st.global
#   22 -O0: .entry k: call.uni, .func __clang_ocl_kern_imp_k: ld.global st.global
#   22 -O3, CUDA: .entry k: ld.global st.global
#   work-group size in PTX: none
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
old=1:14.0.6-12
new=1:22.1.8-1~deb12u1
apt-get download -qq "clang-14=$old" "libclang-cpp14=$old" "libllvm14=$old" \
  "libclang-common-14-dev=$old" "clang-22=$new" "libclang-cpp22=$new" "libllvm22=$new" \
  "libclang-common-22-dev=$new" 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu

cat >kernel.cl <<'CL'
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void k(__global int *out, __global const int *in) { out[0] = in[0]; }
CL
cat >kernel.cu <<'CU'
extern "C" __attribute__((global)) void k(int *out, const int *in) { out[0] = in[0]; }
CU
# body FILE: the calls and the accesses to global memory in each function of a PTX file.
body() {
  awk '/^\.visible/ { sub(/\(.*/, ""); name = $2 " " $3 }
    /^{/ { out = out (out == "" ? "" : ", ") name ":" }
    match($0, /call\.uni|(ld|st)\.global/) { out = out " " substr($0, RSTART, RLENGTH) }
    END { print out }' "$1"
}
# cl VERSION LEVEL: the PTX of the OpenCL kernel.
cl() {
  root/usr/lib/llvm-"$1"/bin/clang -x cl --target=nvptx64 -march=sm_52 -nogpulib "$2" -S kernel.cl \
    --cuda-path="$folder/none" -o "cl$1$2.ptx" 2>/dev/null
  body "cl$1$2.ptx"
}
{
  echo "14 -O3: $(cl 14 -O3)"
  echo "22 -O3: $(cl 22 -O3)"
  echo "22 -O0: $(cl 22 -O0)"
  root/usr/lib/llvm-22/bin/clang -x cuda --cuda-device-only --cuda-gpu-arch=sm_52 -nocudainc \
    -nocudalib -nostdinc --cuda-path="$folder/none" -O3 -S kernel.cu -o cuda.ptx
  echo "22 -O3, CUDA: $(body cuda.ptx)"
  echo "work-group size in PTX: $(grep -hoE '\.(req|max)ntid.*' cl*.ptx || echo none)"
} | tee seen
diff seen - <<'SEEN'
14 -O3: .entry k: ld.global st.global
22 -O3: .entry k: call.uni, .func __clang_ocl_kern_imp_k: ld.global st.global
22 -O0: .entry k: call.uni, .func __clang_ocl_kern_imp_k: ld.global st.global
22 -O3, CUDA: .entry k: ld.global st.global
work-group size in PTX: none
SEEN
