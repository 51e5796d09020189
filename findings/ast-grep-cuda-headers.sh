#!/usr/bin/env bash
# @ast-grep/cli 0.51.1 (npm): .cu files are C++, and .cuh files are nothing, even if they are named.
#
# `ast-grep run --pattern 'old($A)' .` finds the call in kernel.cu and not that in kernel.cuh, which
# has the same text. Naming the header, and naming it with `--lang cpp`, finds nothing either; the
# exit code is that of a pattern without a match. With languageGlobs of a sgconfig.yml the header
# is read like the other file.
#
# Why it surprises: .cu is one of C++'s suffixes for this tool, and .cu and .cuh are used as a pair.
# A file that a user names, with a language, is expected to be read in that language. A renaming
# changes the calls of a device function and leaves its definition, which for templates and
# inline functions stands in the header.
#
# Output seen on 2026-11-29 (Debian 12, node 20):
#   folder: kernel.cu
#   kernel.cuh: nothing, exit 1
#   kernel.cuh --lang cpp: nothing, exit 1
#   kernel.cu --lang cpp: kernel.cu
#   languageGlobs, folder: kernel.cu kernel.cuh
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private": true}' >package.json
npm install --silent --no-fund --no-audit @ast-grep/cli@0.51.1 >/dev/null
ast_grep=$folder/node_modules/.bin/ast-grep

mkdir source
echo '__device__ float step(float x) { return old(x); }' >source/kernel.cu
cp source/kernel.cu source/kernel.cuh
cd source
# find NAME ARGUMENT...: the files with a match.
find_old() {
  local code=0
  "$ast_grep" run --pattern 'old($A)' "${@:2}" --json=stream >found || code=$?
  local files
  files=$(grep -o '"file":"[^"]*"' found | cut -d'"' -f4 | sort | xargs || :)
  echo "$1: ${files:-nothing, exit $code}"
}
{
  find_old folder .
  find_old kernel.cuh kernel.cuh
  find_old 'kernel.cuh --lang cpp' --lang cpp kernel.cuh
  find_old 'kernel.cu --lang cpp' --lang cpp kernel.cu
  printf '%s\n' 'ruleDirs: []' 'languageGlobs:' "  cpp: ['*.cuh']" >sgconfig.yml
  find_old 'languageGlobs, folder' .
} | tee ../seen
diff ../seen - <<'SEEN'
folder: kernel.cu
kernel.cuh: nothing, exit 1
kernel.cuh --lang cpp: nothing, exit 1
kernel.cu --lang cpp: kernel.cu
languageGlobs, folder: kernel.cu kernel.cuh
SEEN
