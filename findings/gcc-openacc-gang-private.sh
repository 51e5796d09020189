#!/usr/bin/env bash
# gcc 12.2.0 (Debian 12), OpenACC on NVIDIA GPUs: each load of a gang-private array in shared
# memory is as many loads as it has bytes.
#
# `float tile[32]` of a gang loop lies in .shared. `tile[j] = x[i]` is one st.f32, but
# `x[i] = tile[31 - j]` is four ld.u8, with shifts that put the bytes together; of a double
# it is eight. The same at -O0 to -O3, with a constant index, and for an operand of a sum.
# The array is declared with an alignment of 128 bytes.
#
# Why it surprises: the array's type and its alignment are known, the store of the same
# element is whole, and an array is put into shared memory for speed: a row that one
# request could read takes four, or eight. An array of each thread is loaded whole. And the
# arrays of all kernels of a file are one of 512 bytes, so that each kernel takes the sum.
#
# Output seen on 2026-11-29 (Debian 12):
#   -O0, ld.u8: 4 float, 8 double, 4 tile[5], 0 of one thread
#   -O3, ld.u8: 4 float, 8 double, 4 tile[5], 0 of one thread
#   float stored by: st.f32
#   array: .shared .align 128 .u8 __gang_private_shared[512];
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

cat >tile.c <<'C'
#define KERNEL(NAME, T, INDEX)                                                 \
  void NAME(int n, T *x) {                                                     \
    _Pragma("acc parallel copy(x[0:n*32]) vector_length(32)") {                \
      _Pragma("acc loop gang") for (int i = 0; i < n; i++) {                   \
        T tile[32];                                                            \
        _Pragma("acc loop vector") for (int j = 0; j < 32; j++)                \
            tile[j] = x[i * 32 + j];                                           \
        _Pragma("acc loop vector") for (int j = 0; j < 32; j++)                \
            x[i * 32 + j] = tile[INDEX];                                       \
      }                                                                        \
    }                                                                          \
  }
KERNEL(first, float, 31 - j)
KERNEL(second, double, 31 - j)
KERNEL(third, float, 5)
void own(int n, float *x) {
#pragma acc parallel loop gang vector copy(x[0:n])
  for (int i = 0; i < n; i++) {
    float tile[32];
    for (int j = 0; j < 32; j++)
      tile[j] = x[(i * j) % n];
    x[i] = tile[i & 31];
  }
}
C
# compile OPTION: the PTX of the kernels, which object files have in gcc's own form.
compile() {
  "$gcc" "$1" -fopenacc -foffload=nvptx-none -c tile.c -o tile.o
  "$nvptx" -xlto -S -m64 -fopenacc "$1" tile.o -o tile.ptx
}
# bytes KERNEL: the number of its loads of one byte.
bytes() { sed -n "/^\.entry $1/,/^}/p" tile.ptx | grep -cE 'ld(\.shared)?\.u8' || :; }
for option in -O0 -O3; do
  compile $option
  echo "$option, ld.u8: $(bytes first) float, $(bytes second) double, $(bytes third) tile[5], $(
    bytes own) of one thread"
done | tee seen
{
  echo "float stored by: $(sed -n '/^\.entry first/,/^}/p' tile.ptx | grep -oE 'st\.(f32|u8)')"
  echo "array: $(grep '^\.shared.*gang' tile.ptx)"
} | tee -a seen
diff seen - <<'SEEN'
-O0, ld.u8: 4 float, 8 double, 4 tile[5], 0 of one thread
-O3, ld.u8: 4 float, 8 double, 4 tile[5], 0 of one thread
float stored by: st.f32
array: .shared .align 128 .u8 __gang_private_shared[512];
SEEN
