// An array with a remedy and without a fix has a reason, in each style.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu && cd %t
// RUN: not %warplint --fix-style=expression a.cu %stub | FileCheck %s --check-prefix=EXPRESSION
//
// Without a style nobody asked for a fix.
// RUN: not %warplint a.cu %stub | FileCheck %s --check-prefix=UNASKED --implicit-check-not="no fix"
//
// The sizes of two instantiations are not told as one: the row of 32 is padded
// to 33, that of 64 to 65.
// RUN: not %warplint --fix-style=pad a.cu %stub | FileCheck %s --check-prefix=PAD

// Rows of 17: lanes 0 and 31 meet. Only a longer row costs less.
__global__ void padded(float *out) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[0] = tile[threadIdx.x][threadIdx.y];
}
// EXPRESSION: note: remedy: padding of 1 after every 17 elements, 'tile[16][18]'
// EXPRESSION: note: no fix of 'tile': only paddings cost less; --fix-style=pad writes them
// UNASKED: note: remedy: padding of 1 after every 17 elements

template <int N> __global__ void column(float *out) {
  __shared__ float rows[N][N];
  rows[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[0] = rows[threadIdx.x][threadIdx.y];
}
// PAD: note: remedy: {{.*}}, 'rows[{{32|64}}][{{33|65}}]' in 'column<{{32|64}}>': {{[0-9]+}} -> {{[0-9]+}} wavefronts in a block of each of 2 kernels, {{.*}}at most 256 bytes more

void run(float *out) {
  padded<<<1, dim3(16, 16)>>>(out);
  column<32><<<1, dim3(32, 8)>>>(out);
  column<64><<<1, dim3(64, 8)>>>(out);
}
