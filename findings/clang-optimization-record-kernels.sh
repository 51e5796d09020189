#!/usr/bin/env bash
# clang 22.1.8 (Debian 12), CUDA: with `-o`, an optimization record has nothing of the kernels.
#
# `-fsave-optimization-record -c -o k.o` gives one file, k.opt.yaml, with the functions of the
# host. Both compilations are told to write k.opt.yaml, the host's is the last, and what it
# says of a kernel is of the function that launches it. Without -o the device has a file of
# its own; with -foptimization-record-file=NAME there is one again, of the host alone.
#
# Why it surprises: -Rpass, which prints the same remarks, prints those of the kernels; the
# record is written for them, too, and then lost; and each build system passes -o. That no
# loop of a kernel is in the record reads as if nothing had been done to it. A record of the
# kernels needs a second run with --cuda-device-only.
#
# Output seen on 2026-11-29 (Debian 12):
#   -o k.o: k.opt.yaml: __device_stub__kernel host
#   no -o: k-cuda-nvptx64-nvidia-cuda-sm_52.opt.yaml: kernel, k.opt.yaml: __device_stub__kernel host
#   record-file: r.yaml: __device_stub__kernel host
#   --cuda-device-only: k.opt.yaml: kernel
#   -Rpass: host kernel
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:22.1.8-1~deb12u1
apt-get download -qq "clang-22=$version" "libclang-cpp22=$version" "libllvm22=$version" \
  "libclang-common-22-dev=$version" "llvm-22=$version" 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib

cat >k.cu <<'CU'
struct dim3 { unsigned x, y, z; };
extern "C" {
int cudaLaunchKernel(const void *, dim3, dim3, void **, unsigned long, void *);
__attribute__((device)) inline float half(float a) { return a / 2; }
__attribute__((global)) void kernel(float *p) {
  for (int i = 0; i < 64; ++i) p[i] = half(p[i]);
}
static int next(int a) { return a + 1; }
int host(int a) { return next(a) * 2; }
}
CU
# compile OPTION...: -fgpu-rdc needs nothing of NVIDIA's toolkit.
compile() {
  rm -f ./*.yaml
  root/usr/lib/llvm-22/bin/clang++ -x cuda --cuda-gpu-arch=sm_52 -nocudainc -nocudalib -nostdinc \
    --cuda-path="$folder/none" -O2 -fgpu-rdc -foffload-lto k.cu "$@" >messages 2>&1
}
# unique: the functions that are read, each once, without those that are inlined.
unique() { grep -vxE 'half|next' | LC_ALL=C sort -u | paste -sd ' '; }
records() {
  for file in *.yaml; do
    echo "$file: $(sed -n 's/^Function: *//p' "$file" | unique)"
  done | paste -sd, | sed 's/,/, /g'
}
{
  compile -c -o k.o -fsave-optimization-record
  echo "-o k.o: $(records)"
  compile -c -fsave-optimization-record
  echo "no -o: $(records)"
  compile -c -o k.o -foptimization-record-file=r.yaml
  echo "record-file: $(records)"
  compile --cuda-device-only -S -o k.s -fsave-optimization-record
  echo "--cuda-device-only: $(records)"
  compile -c -o k.o -Rpass=inline
  echo "-Rpass: $(sed -n "s/.* inlined into '\([a-z]*\)'.*/\1/p" messages | unique)"
} | tee seen
diff seen - <<'SEEN'
-o k.o: k.opt.yaml: __device_stub__kernel host
no -o: k-cuda-nvptx64-nvidia-cuda-sm_52.opt.yaml: kernel, k.opt.yaml: __device_stub__kernel host
record-file: r.yaml: __device_stub__kernel host
--cuda-device-only: k.opt.yaml: kernel
-Rpass: host kernel
SEEN
