#!/usr/bin/env bash
# @ast-grep/cli 0.51.1 (npm): whether a pattern finds a shared array depends on the length of its
# name: it has to be at least as long as the name of the type.
#
# `__shared__ float $NAME[$N];` finds `__shared__ float stage[32];` and not `tile[32]`, which has a
# letter less than `float`; with `int` three letters are enough, with `double` it takes six.
# `$TYPE $NAME[$N];` finds the opposite ones. Each array is found if its name is in the
# pattern. There is no message, and .cu is one of the suffixes that the tool reads as C++.
#
# Why it surprises: a metavariable stands for any name. The parser does not know `__shared__`, takes
# it for the type, and skips the shorter one of the next two words as an error: either `float`, or
# the name of the array, and then the array is called `float`. A rule that looks for arrays without
# padding finds those of its example and misses others, and a renaming changes what it finds.
#
# Output seen on 2026-11-29 (Debian 12, node 20):
#   int $NAME[$N]: abc abcd abcde abcdef
#   float $NAME[$N]: abcde abcdef
#   double $NAME[$N]: abcdef
#   $TYPE $NAME[$N], float: a ab abc abcd
#   float abcd[$N]: abcd
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-fund --no-audit @ast-grep/cli@0.51.1 >/dev/null

# arrays TYPE PATTERN: the names of the arrays that the pattern finds, of names of 1 to 6 letters.
arrays() {
  for name in a ab abc abcd abcde abcdef; do
    echo "__global__ void kernel(float *p) { __shared__ $1 ${name}[32]; }" >kernel.cu
    if node_modules/.bin/ast-grep run --lang cpp --pattern "$2" kernel.cu >/dev/null 2>&1; then
      echo $name
    fi
  done | xargs
}
{
  for type in int float double; do
    echo "$type \$NAME[\$N]: $(arrays $type "__shared__ $type \$NAME[\$N];")"
  done
  echo "\$TYPE \$NAME[\$N], float: $(arrays float '$TYPE $NAME[$N];')"
  echo "float abcd[\$N]: $(arrays float '__shared__ float abcd[$N];')"
} | tee seen
diff seen - <<'SEEN'
int $NAME[$N]: abc abcd abcde abcdef
float $NAME[$N]: abcde abcdef
double $NAME[$N]: abcdef
$TYPE $NAME[$N], float: a ab abc abcd
float abcd[$N]: abcd
SEEN
