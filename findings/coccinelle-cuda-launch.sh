#!/usr/bin/env bash
# coccinelle 1.1.1 (Debian 12): spatch skips each function that launches a kernel, and each kernel
# with __launch_bounds__, without a message.
#
# The semantic patch renames `cudaThreadSynchronize` to `cudaDeviceSynchronize`. It changes a
# function without a launch; the same call before or behind `k<<<1, 32>>>(p)` stays. With
# --c++ it is the same. The exit code is 0 and nothing names the function. Even `--parse-c`,
# which reports what it cannot read, counts a file whose only function was skipped as perfect.
#
# Why it surprises: __global__, __shared__, `#pragma unroll` and inline assembly are read, so
# the tool seems to know CUDA, and a function that it cannot read is expected to be named. Calls of
# the run-time library stand beside launches, so a renaming leaves out the functions that it is
# made for, and each of them compiles until the old name is removed.
#
# Output seen on 2026-11-29 (Debian 12):
#   wait, C: changed
#   launch, C: unchanged, exit 0, messages: 0
#   bounded, C: unchanged, exit 0, messages: 0
#   kernel, C: changed
#   wait, C++: changed
#   launch, C++: unchanged, exit 0, messages: 0
#   bounded, C++: unchanged, exit 0, messages: 0
#   kernel, C++: changed
#   launch, --parse-c: NB total files = 1; perfect = 1; pbs = 0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq coccinelle=1.1.1.deb-2+b1 ocaml-base=4.13.1-4 libparmap-ocaml=1.2.5-1 \
  libstdcompat-ocaml=19-1 libpcre3 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/ocaml/stublibs
export CAML_LD_LIBRARY_PATH=$folder/root/usr/lib/ocaml/4.13.1/stublibs:$folder/root/usr/lib/ocaml/stublibs
export COCCINELLE_HOME=$folder/root/usr/lib/coccinelle

cat >rename.cocci <<'COCCI'
@@ @@
- cudaThreadSynchronize()
+ cudaDeviceSynchronize()
COCCI
echo 'void wait(void) { cudaThreadSynchronize(); }' >wait.cu
echo 'void launch(float *p) { k<<<1, 32>>>(p); cudaThreadSynchronize(); }' >launch.cu
echo '__global__ void __launch_bounds__(256) bounded(float *p) { cudaThreadSynchronize(); }' \
  >bounded.cu
cat >kernel.cu <<'CU'
__global__ void kernel(float *p) {
  __shared__ float tile[32];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    tile[i] = p[threadIdx.x];
  asm volatile("bar.sync 0;" ::: "memory");
  cudaThreadSynchronize();
}
CU
# rename LANGUAGE [OPTION]: whether each file was changed.
rename() {
  for name in wait launch bounded kernel; do
    root/usr/bin/spatch "${@:2}" --sp-file rename.cocci $name.cu >changes 2>said
    code=$?
    if grep -q '^+.*cudaDeviceSynchronize' changes; then
      echo "$name, $1: changed"
    else
      # All that it says is which file it reads.
      said=$(grep -cvE '^(init_defs_builtins|HANDLING): ' said || :)
      echo "$name, $1: unchanged, exit $code, messages: $said"
    fi
  done
}
{
  rename C
  rename C++ --c++
  printf 'launch, --parse-c: '
  root/usr/bin/spatch --parse-c launch.cu 2>&1 | grep -o 'NB total files.*pbs = [0-9]*'
} | tee seen
diff seen - <<'SEEN'
wait, C: changed
launch, C: unchanged, exit 0, messages: 0
bounded, C: unchanged, exit 0, messages: 0
kernel, C: changed
wait, C++: changed
launch, C++: unchanged, exit 0, messages: 0
bounded, C++: unchanged, exit 0, messages: 0
kernel, C++: changed
launch, --parse-c: NB total files = 1; perfect = 1; pbs = 0
SEEN
