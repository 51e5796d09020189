#!/usr/bin/env bash
# clangd 22.1.8 (Debian 12): "Extract to function" in a kernel makes a function of the host, whose
# parameter for a shared array is not C++.
#
# The loop `sum += tile[(lane + i) % 32]` of a kernel becomes
# `void extracted(int &lane, float[32] & tile, float &sum)` in front of the kernel. The type of the
# array is a syntax error, as it is when the loop stands in C++. With `float (&tile)[32]` in its
# place, the kernel calls a function without __device__, which is the next error. The action is
# offered and applied without a message.
#
# Why it surprises: a refactoring is expected to keep a program that compiles. The attribute that
# says for which processor a function is compiled is kept by another action of clangd, which moves
# a `__device__` method out of its class. Most loops of a kernel read a shared array and all run
# on the device, so the action has no use in device code.
#
# Output seen on 2026-11-29 (Debian 12):
#   void extracted(int &lane, float[32] & tile, float &sum) {
#   extracted(lane, tile, sum);
#   as it is: error: expected ')'
#   array corrected: error: no matching function for call to 'extracted'
#   array corrected: note: candidate function not viable: call to __host__ function from __global__ function
#   with __device__: 0 errors
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:22.1.8-1~deb12u1
apt-get download -qq "clangd-22=$version" "clang-22=$version" "libclang-cpp22=$version" \
  "libllvm22=$version" "libclang-common-22-dev=$version" libgrpc++1.51 libgrpc29 \
  libabsl20220623 libprotobuf32 libre2-9 libc-ares2 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib
export PATH=$folder/root/usr/lib/llvm-22/bin:$PATH

options=(-xcuda -nocudainc -nocudalib --cuda-path=none -Wno-unknown-cuda-version)
printf '%s\n' "${options[@]}" >compile_flags.txt
cat >sum.cu <<'CU'
__attribute__((global)) void sums(float *p, int lane) {
  __attribute__((shared)) float tile[32];
  tile[lane] = p[lane];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += tile[(lane + i) % 32];
  p[lane] = sum;
}
CU
uri=file://$folder/sum.cu
text=$(sed 's/"/\\"/g; s/$/\\n/' sum.cu | tr -d '\n')
loop='{"start":{"line":5,"character":2},"end":{"line":6,"character":33}}'
cat >session <<JSON
{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}}
---
{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"$uri","languageId":"cuda","version":1,"text":"$text"}}}
---
{"jsonrpc":"2.0","id":1,"method":"workspace/executeCommand","params":{"command":"clangd.applyTweak","arguments":[{"file":"$uri","selection":$loop,"tweakID":"ExtractFunction"}]}}
---
{"jsonrpc":"2.0","id":2,"method":"shutdown","params":null}
---
{"jsonrpc":"2.0","method":"exit"}
JSON
clangd --input-style=delimited --sync --log=error --background-index=false \
  <session >answers 2>errors
# The two texts that the edit puts in: the function, and the call in place of the loop.
grep -o '"newText":"[^"]*"' answers | sed 's/^"newText":"//; s/"$//' >texts
text=$(grep '^void' texts)
printf '%b' "$text" >function
call=$(grep -v '^void' texts | sed 's/\\n//g; s/^ *//')
# build NAME [SCRIPT]: the errors of the file after the edit, changed by a script for sed.
build() {
  { sed "${2-}" function && sed "6,7c\\  $call" sum.cu; } >after.cu
  clang++ "${options[@]}" --cuda-device-only -fsyntax-only after.cu >said 2>&1 || :
  grep -oE '(error|note): (expected .|no match|candidate).*' said | sed "s/^/$1: /" ||
    echo "$1: $(grep -c 'error: ' said) errors"
}
array='s/float\[32\] & tile/float (\&tile)[32]/'
{
  head -1 function
  echo "$call"
  build 'as it is' | head -1
  build 'array corrected' "$array"
  build 'with __device__' "$array; s/^void/__attribute__((device)) void/"
} | tee seen
diff seen - <<'SEEN'
void extracted(int &lane, float[32] & tile, float &sum) {
extracted(lane, tile, sum);
as it is: error: expected ')'
array corrected: error: no matching function for call to 'extracted'
array corrected: note: candidate function not viable: call to __host__ function from __global__ function
with __device__: 0 errors
SEEN
