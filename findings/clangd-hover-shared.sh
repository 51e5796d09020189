#!/usr/bin/env bash
# clangd 22.1.8 (Debian 12): the hover of a `__shared__` array calls it a static variable, and
# no hover shows whether code is for the device or for the host.
#
# `__shared__ float tile[32]` is shown as "static float tile[32]", a `__constant__` or `__device__`
# variable as a plain one, a kernel with launch bounds as "void scale(float *p)", and a
# `__host__ __device__` function as "float both(float x)". A local variable that is `static` in host
# code gets the same line as the shared one.
#
# Why it surprises: where a variable lies and who may call a function is what CUDA adds to a
# declaration, and a hover shows declarations. The compiler keeps shared variables as static
# ones, and this detail is shown in place of the word in the text; `static` in a kernel is a
# variable that lives as long as the program. `extern __shared__` is shown as extern.
#
# Output seen on 2026-11-29 (Debian 12):
#   tile: static float tile[32]
#   kept: static float kept[32]
#   dynamic: extern float dynamic[]
#   table: float table[4]
#   both: float both(float x)
#   scale: void scale(float *p)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:22.1.8-1~deb12u1
apt-get download -qq "clangd-22=$version" "libclang-cpp22=$version" "libllvm22=$version" \
  "libclang-common-22-dev=$version" libgrpc++1.51 libgrpc29 libabsl20220623 libprotobuf32 \
  libre2-9 libc-ares2 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib

printf '%s\n' -xcuda -nocudainc -nocudalib --cuda-path=none -Wno-unknown-cuda-version \
  >compile_flags.txt
cat >scale.cu <<'CU'
__attribute__((constant)) float table[4];
__attribute__((host, device)) float both(float x) { return x; }
__attribute__((global, launch_bounds(128))) void scale(float *p) {
  __attribute__((shared)) float tile[32];
  extern __attribute__((shared)) float dynamic[];
  p[0] = both(tile[0] + dynamic[0] + table[0]);
}
float host() {
  static float kept[32];
  return kept[0];
}
CU
uri=file://$folder/scale.cu
# ask ID METHOD PARAMETERS
ask() { printf '{"jsonrpc":"2.0","id":%s,"method":"%s","params":%s}\n---\n' "$@"; }
names=(tile kept dynamic table both scale)
{
  ask 0 initialize '{"capabilities":{"textDocument":{"hover":{"contentFormat":["plaintext"]}}}}'
  text=$(sed 's/"/\\"/g; s/$/\\n/' scale.cu | tr -d '\n')
  printf '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":%s}}\n---\n' \
    "{\"uri\":\"$uri\",\"languageId\":\"cuda\",\"version\":1,\"text\":\"$text\"}"
  for i in "${!names[@]}"; do
    IFS=: read -r line column _ < <(grep -nob "\b${names[i]}\b" scale.cu | head -1)
    column=$((column - $(head -n $((line - 1)) scale.cu | wc -c)))
    ask $((i + 1)) textDocument/hover "{\"textDocument\":{\"uri\":\"$uri\"},
      \"position\":{\"line\":$((line - 1)),\"character\":$column}}" | tr -d '\n' | sed 's/---$/\n---\n/'
  done
  ask 9 shutdown null
  printf '{"jsonrpc":"2.0","method":"exit"}\n'
} >session
root/usr/lib/llvm-22/bin/clangd --input-style=delimited --sync --log=error \
  --background-index=false <session >answers 2>errors
for i in "${!names[@]}"; do
  # The declaration is the last line of the text of the hover.
  sed -n "s/.*\"id\":$((i + 1)),.*\"value\":\"\(.*\)\"},.*/\1/p" answers |
    sed "s/.*\\\\n//; s/^/${names[i]}: /"
done | tee seen
diff seen - <<'SEEN'
tile: static float tile[32]
kept: static float kept[32]
dynamic: extern float dynamic[]
table: float table[4]
both: float both(float x)
scale: void scale(float *p)
SEEN
