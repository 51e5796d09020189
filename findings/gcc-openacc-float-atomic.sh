#!/usr/bin/env bash
# gcc 12.2.0 (Debian 12), OpenACC and OpenMP on NVIDIA GPUs: an atomic addition to a float is a loop
# around a compare-and-exchange.
#
# `x[i & 3] += 1` behind `#pragma acc atomic` is atom.add of an int, a long and a negative constant,
# and atom.or for `|=`. Of a float it is a loop: load, add.f32, atom.cas.b32, and again if another
# thread was faster. So it is at -O2 and -Ofast, for sm_35 and sm_80, in OpenMP, and if the old
# value is kept. A double goes the same way.
#
# Why it surprises: every GPU that this compiler writes for has atom.add.f32, which needs no loop, and
# integers get their instructions; clang 22 has atom.add.f32 for the same OpenMP. If 32 lanes add to
# one place, all but one fail in each turn of the loop, so that a sum of floats takes up to 32 turns
# where a sum of ints takes one instruction. The PTX has a compare-and-exchange that the program does
# not ask for, and no atomic addition that a tool could find.
#
# Output seen on 2026-11-29 (Debian 12):
#   OpenACC -O2 -fopenacc -misa=sm_35
#   int_add: atom.add.u32
#   int_subtract: atom.add.u32
#   int_or: atom.or.b32
#   long_add: atom.add.u64
#   float_add: atom.cas.b32
#   float_capture: atom.cas.b32
#   double_add: atom.cas.b64
#   OpenACC -Ofast -fopenacc -misa=sm_80
#   int_add: atom.add.u32
#   int_subtract: atom.add.u32
#   int_or: atom.or.b32
#   long_add: atom.add.u64
#   float_add: atom.cas.b32
#   float_capture: atom.cas.b32
#   double_add: atom.cas.b64
#   OpenMP -O2 -misa=sm_80
#   float_add: atom.cas.b32
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=12.2.0-14+deb12u1
apt-get download -qq "gcc-12=$version" "cpp-12=$version" "gcc-12-offload-nvptx=$version" \
  binutils-x86-64-linux-gnu=2.40-2 libbinutils=2.40-2 libisl23 libmpc3 libmpfr6 libgmp10 \
  2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
ln -s x86_64-linux-gnu-as root/usr/bin/as
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu COMPILER_PATH=$folder/root/usr/bin
gcc=root/usr/bin/x86_64-linux-gnu-gcc-12
nvptx=root/usr/bin/x86_64-linux-gnu-accel-nvptx-none-gcc-12

cat >acc.c <<'C'
#define KERNEL(NAME, T, PRAGMA, STATEMENT)                                     \
  void NAME(int n, T *x, T *y) {                                               \
    _Pragma("acc parallel loop gang vector copy(x[0:n], y[0:n])")              \
    for (int i = 0; i < n; i++) {                                              \
      T old;                                                                   \
      _Pragma(PRAGMA) STATEMENT                                                \
    }                                                                          \
  }
KERNEL(int_add, int, "acc atomic update", x[i & 3] += 1;)
KERNEL(int_subtract, int, "acc atomic update", x[i & 3] -= 5;)
KERNEL(int_or, int, "acc atomic update", x[i & 3] |= 4;)
KERNEL(long_add, long, "acc atomic update", x[i & 3] += 1;)
KERNEL(float_add, float, "acc atomic update", x[i & 3] += 1;)
KERNEL(float_capture, float, "acc atomic capture", { old = x[0]; x[0] += 1; } y[i] = old;)
KERNEL(double_add, double, "acc atomic update", x[i & 3] += 1;)
C
cat >omp.c <<'C'
void float_add(int n, float *x) {
#pragma omp target teams distribute parallel for map(x[0:n])
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    x[i & 3] += 1;
  }
}
C
# atomics FILE OPTION...: those of each kernel. Object files have the kernels in gcc's own form.
atomics() {
  "$gcc" "$2" "$3" -foffload=nvptx-none -c "$1" -o k.o
  "$nvptx" -xlto -S -m64 "${@:2}" k.o -o k.ptx
  awk '/^(\.visible )?\.entry|^\.func/ { split($0, words, /[ $]/); name = words[words[2] == ".entry" ? 3 : 2] }
    match($0, /atom\.[a-z0-9.]+/) { print name ": " substr($0, RSTART, RLENGTH) }' k.ptx
}
{
  for options in '-O2 -fopenacc -misa=sm_35' '-Ofast -fopenacc -misa=sm_80'; do
    echo "OpenACC $options"
    # shellcheck disable=SC2086
    atomics acc.c $options
  done
  echo 'OpenMP -O2 -misa=sm_80'
  atomics omp.c -O2 -fopenmp -misa=sm_80 -mgomp
} 2>&1 | tee seen
diff seen - <<'SEEN'
OpenACC -O2 -fopenacc -misa=sm_35
int_add: atom.add.u32
int_subtract: atom.add.u32
int_or: atom.or.b32
long_add: atom.add.u64
float_add: atom.cas.b32
float_capture: atom.cas.b32
double_add: atom.cas.b64
OpenACC -Ofast -fopenacc -misa=sm_80
int_add: atom.add.u32
int_subtract: atom.add.u32
int_or: atom.or.b32
long_add: atom.add.u64
float_add: atom.cas.b32
float_capture: atom.cas.b32
double_add: atom.cas.b64
OpenMP -O2 -misa=sm_80
float_add: atom.cas.b32
SEEN
