#!/usr/bin/env bash
# gcc 12.2.0 (Debian 12), OpenACC on NVIDIA GPUs: the sum of two vectors of four floats is put together
# in local memory, and each vector loop begins by copying the stack frame of lane 0 to all lanes.
#
# `y[i] = x[i] + x[i + 1]` of a type with vector_size(16) stores the four sums to .local and reads them
# back as two b64; a plain copy of a vector does so, too. A structure of four floats stays in registers.
# A kernel with a frame begins its vector loop with a loop of ld.u64, two shfl.sync and st.u64 over the
# whole frame, 32 turns for `float w[64]` of each thread. It is the same at -O2, -O3 and -Ofast.
#
# Why it surprises: a vector type is used to get one access of 16 bytes; here it gets accesses of 4 and
# 8 bytes and local memory in addition, and the structure does not. The array is declared in the body
# of the loop, so that no lane can read what another lane has stored, and nothing is stored yet when
# the frame is copied. Neither local memory nor shuffles are in the source of a sum of vectors, so a
# count of its accesses is too low.
#
# Output seen on 2026-11-29 (Debian 12):
#   -O2, vector_add: frame 32, turns 4, by name: 2 ld.u64 4 st.f32
#   -O2, vector_copy: frame 16, turns 2, by name: 1 ld.u64 2 st.u64
#   -O2, struct_add: frame 0, turns 0, by name: none
#   -O2, struct_copy: frame 0, turns 0, by name: none
#   -O2, array: frame 256, turns 32, by name: none
#   -O3, vector_add: frame 32, turns 4, by name: 2 ld.u64 4 st.f32
#   -O3, vector_copy: frame 16, turns 2, by name: 1 ld.u64 2 st.u64
#   -O3, struct_add: frame 0, turns 0, by name: none
#   -O3, struct_copy: frame 0, turns 0, by name: none
#   -O3, array: frame 256, turns 32, by name: none
#   -Ofast, vector_add: frame 32, turns 4, by name: 2 ld.u64 4 st.f32
#   -Ofast, vector_copy: frame 16, turns 2, by name: 1 ld.u64 2 st.u64
#   -Ofast, struct_add: frame 0, turns 0, by name: none
#   -Ofast, struct_copy: frame 0, turns 0, by name: none
#   -Ofast, array: frame 256, turns 32, by name: none
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

cat >k.c <<'C'
typedef float Vector __attribute__((vector_size(16)));
typedef struct {
  float x, y, z, w;
} Struct;
#define KERNEL(NAME, T, BODY)                                                  \
  void NAME(int n, T *x, T *y) {                                               \
    _Pragma("acc parallel loop gang vector copy(x[0:n], y[0:n])")              \
    for (int i = 0; i < n; i++) {                                              \
      BODY                                                                     \
    }                                                                          \
  }
KERNEL(vector_add, Vector, y[i] = x[i] + x[i + 1];)
KERNEL(vector_copy, Vector, y[i] = x[i];)
KERNEL(struct_add, Struct, y[i].x = x[i].x + x[i + 1].x; y[i].y = x[i].y + x[i + 1].y;
       y[i].z = x[i].z + x[i + 1].z; y[i].w = x[i].w + x[i + 1].w;)
KERNEL(struct_copy, Struct, y[i] = x[i];)
KERNEL(array, float, float w[64]; for (int j = 0; j < 64; j++) w[j] = x[i * j];
       y[i] = w[(int)x[i] & 63];)
C
# kernels OPTIMIZATION: of each kernel the bytes of its frame, what its loop does with the frame by
# name, and the turns of the copy from lane 0. Object files have the kernels in gcc's own form.
kernels() {
  "$gcc" "$1" -fopenacc -foffload=nvptx-none -c k.c -o k.o
  "$nvptx" -xlto -S -m64 -fopenacc "$1" -misa=sm_70 k.o -o k.ptx
  for kernel in vector_add vector_copy struct_add struct_copy array; do
    sed -n "/^\.entry $kernel\\$/,/^}/p" k.ptx >text
    frame=$(sed -n 's/.*%frame_ar\[\([0-9]*\)\].*/\1/p' text)
    turns=$(sed -n '/mov\.u64.*%frame;/{n;s/.*, \([0-9]*\);/\1/p}' text)
    accesses=$(grep -E '\[%frame(\+[0-9]+)?\]' text | grep -oE '(ld|st)\.[a-z0-9]+' |
      sort | uniq -c | xargs || :)
    echo "$1, $kernel: frame ${frame:-0}, turns ${turns:-0}, by name: ${accesses:-none}"
  done
}
{
  kernels -O2
  kernels -O3
  kernels -Ofast
} 2>&1 | tee seen
diff seen - <<'SEEN'
-O2, vector_add: frame 32, turns 4, by name: 2 ld.u64 4 st.f32
-O2, vector_copy: frame 16, turns 2, by name: 1 ld.u64 2 st.u64
-O2, struct_add: frame 0, turns 0, by name: none
-O2, struct_copy: frame 0, turns 0, by name: none
-O2, array: frame 256, turns 32, by name: none
-O3, vector_add: frame 32, turns 4, by name: 2 ld.u64 4 st.f32
-O3, vector_copy: frame 16, turns 2, by name: 1 ld.u64 2 st.u64
-O3, struct_add: frame 0, turns 0, by name: none
-O3, struct_copy: frame 0, turns 0, by name: none
-O3, array: frame 256, turns 32, by name: none
-Ofast, vector_add: frame 32, turns 4, by name: 2 ld.u64 4 st.f32
-Ofast, vector_copy: frame 16, turns 2, by name: 1 ld.u64 2 st.u64
-Ofast, struct_add: frame 0, turns 0, by name: none
-Ofast, struct_copy: frame 0, turns 0, by name: none
-Ofast, array: frame 256, turns 32, by name: none
SEEN
