#!/usr/bin/env bash
# ctest 3.25.1 (Debian 12): a build step counts the errors and warnings of nvcc's front end, and
# none of those that ptxas, nvlink and nvcc itself report.
#
# `k.cu(6): error: ...` and `k.cu(5): warning #177-D: ...` are counted. `ptxas error   : ...`,
# `ptxas warning : ...`, `ptxas k.ptx, line 9; warning : ...`, and the same of nvlink and
# nvcc are not. Of a build that ptxas ends, NUMBER_ERRORS is 0, and NUMBER_WARNINGS is 1 for the
# exit code. `LINK : warning LNK4098`, and `ptxas : warning`, which no tool prints, are counted.
#
# Why it surprises: all lines come from one compilation and have the word "error" or "warning"
# before a colon. The list of patterns has `TOOL : warning`, and these lines are `TOOL warning :`.
# So a dashboard, or a gate on the two numbers, shows nothing of what the second half of a
# compilation says of a kernel. CTEST_CUSTOM_WARNING_MATCH adds it.
#
# Output seen on 2026-11-29 (Debian 12):
#   k.cu(6): error: identifier "n" is undefined -> errors 1, warnings 0
#   k.cu(5): warning #177-D: variable "n" was declared but never referenced -> errors 0, warnings 1
#   ptxas error   : Entry function 'k' uses too much shared data -> errors 0, warnings 0
#   ptxas warning : Local memory used for function 'k', size of stack frame: 40 bytes -> errors 0, warnings 0
#   ptxas k.ptx, line 9; warning : Instruction 'shfl' without '.sync' is deprecated -> errors 0, warnings 0
#   nvlink error   : Undefined reference to 'f' in 'k.o' -> errors 0, warnings 0
#   nvcc fatal   : Unsupported gpu architecture 'compute_30' -> errors 0, warnings 0
#   LINK : warning LNK4098: defaultlib 'LIBCMT' conflicts -> errors 0, warnings 1
#   ptxas : warning : Local memory used for function 'k', size of stack frame: 40 bytes -> errors 0, warnings 1
#   exit 255, ptxas error   : Entry function 'k' uses too much shared data -> errors 0, warnings 1
#   with CTEST_CUSTOM_WARNING_MATCH: ptxas warning : Local memory -> errors 0, warnings 1
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq cmake=3.25.1-1 cmake-data=3.25.1-1 libarchive13 libjsoncpp25 librhash0 libuv1 \
  libcurl4 libexpat1 libxml2 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu

cat >build.cmake <<'CMAKE'
set(CTEST_SOURCE_DIRECTORY ${CMAKE_CURRENT_LIST_DIR})
set(CTEST_BINARY_DIRECTORY ${CMAKE_CURRENT_LIST_DIR})
set(CTEST_SITE here)
set(CTEST_BUILD_NAME build)
set(CTEST_CUSTOM_WARNING_MATCH ${MATCH})
set(CTEST_BUILD_COMMAND "sh build.sh")
ctest_start(Experimental QUIET)
ctest_build(NUMBER_ERRORS errors NUMBER_WARNINGS warnings QUIET)
message("-> errors ${errors}, warnings ${warnings}")
CMAKE
# build CODE LINE [OPTION]: what ctest counts in a build that prints LINE and ends with CODE.
build() {
  printf '%s\n' "$2" >line
  echo "cat line; exit $1" >build.sh
  printf '%s ' "$2"
  { root/usr/bin/ctest "${@:3}" -S build.cmake 2>&1 || :; } | grep -e '^->'
}
used="Local memory used for function 'k', size of stack frame: 40 bytes"
{
  build 0 'k.cu(6): error: identifier "n" is undefined'
  build 0 'k.cu(5): warning #177-D: variable "n" was declared but never referenced'
  build 0 "ptxas error   : Entry function 'k' uses too much shared data"
  build 0 "ptxas warning : $used"
  build 0 "ptxas k.ptx, line 9; warning : Instruction 'shfl' without '.sync' is deprecated"
  build 0 "nvlink error   : Undefined reference to 'f' in 'k.o'"
  build 0 "nvcc fatal   : Unsupported gpu architecture 'compute_30'"
  build 0 "LINK : warning LNK4098: defaultlib 'LIBCMT' conflicts"
  build 0 "ptxas : warning : $used"
  printf 'exit 255, '
  build 255 "ptxas error   : Entry function 'k' uses too much shared data"
  printf 'with CTEST_CUSTOM_WARNING_MATCH: '
  build 0 'ptxas warning : Local memory' '-DMATCH=ptxas warning'
} | tee seen
diff seen - <<SEEN
k.cu(6): error: identifier "n" is undefined -> errors 1, warnings 0
k.cu(5): warning #177-D: variable "n" was declared but never referenced -> errors 0, warnings 1
ptxas error   : Entry function 'k' uses too much shared data -> errors 0, warnings 0
ptxas warning : $used -> errors 0, warnings 0
ptxas k.ptx, line 9; warning : Instruction 'shfl' without '.sync' is deprecated -> errors 0, warnings 0
nvlink error   : Undefined reference to 'f' in 'k.o' -> errors 0, warnings 0
nvcc fatal   : Unsupported gpu architecture 'compute_30' -> errors 0, warnings 0
LINK : warning LNK4098: defaultlib 'LIBCMT' conflicts -> errors 0, warnings 1
ptxas : warning : $used -> errors 0, warnings 1
exit 255, ptxas error   : Entry function 'k' uses too much shared data -> errors 0, warnings 1
with CTEST_CUSTOM_WARNING_MATCH: ptxas warning : Local memory -> errors 0, warnings 1
SEEN
