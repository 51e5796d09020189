// The column of a 2-D tile in the styles: applied, compiled again, and nothing
// to say the second time. Of itself, it is padded: that costs as few wavefronts,
// and no arithmetic in the loops.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/expression.cu && %warplint --fix --fix-style=expression %t/expression.cu %stub
// RUN: FileCheck %s --check-prefix=EXPRESSION --input-file=%t/expression.cu
// RUN: %warplint --fix --fix-style=expression %t/expression.cu %stub | count 0
// RUN: %without_checks %s > %t/pad.cu && %warplint --fix --fix-style=pad %t/pad.cu %stub
// RUN: FileCheck %s --check-prefix=PAD --input-file=%t/pad.cu
// RUN: %warplint --fix --fix-style=pad %t/pad.cu %stub | count 0
// RUN: %without_checks %s > %t/auto.cu && %warplint --fix %t/auto.cu %stub
// RUN: cmp %t/auto.cu %t/pad.cu
//
// Without --fix the file stays, and the note says what would be done. 8 warps
// read 4 columns each, 32 wavefronts a column, and store 4 rows each: 8 * 4 *
// (32 + 1) = 1056. With every access at its ideal it is 8 * 4 * 2 = 64.
//
// RUN: not %warplint --fix-style=expression %s %stub | FileCheck %s

__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[32][32];
  // CHECK: :[[#@LINE-1]]:20: help: suggested layout: XOR swizzle <5,0,5>, 'tile[row][col ^ row]': 1056 -> 64 wavefronts per block (optimal, no extra memory)
  // CHECK: :[[#@LINE-2]]:20: note: equally good: padding of 1 after every 32 elements, 'tile[32][33]': 1056 -> 64 wavefronts per block (optimal, 128 bytes more)
  // CHECK: :[[#@LINE-3]]:20: help: --fix edits 3 places; verified by a second analysis
  // EXPRESSION: {{^}}  // Column c of row r of tile lies at c ^ r. Bank conflicts: 1056 -> 64 wavefronts per block.
  // EXPRESSION-NEXT: __shared__ float tile[32][32];
  // PAD: __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  // EXPRESSION: tile[threadIdx.y + j][threadIdx.x ^ (threadIdx.y + j)] = in
  // PAD: tile[threadIdx.y + j][threadIdx.x] = in
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
  // EXPRESSION: = tile[threadIdx.x][(threadIdx.y + j) ^ threadIdx.x];
  // PAD: = tile[threadIdx.x][threadIdx.y + j];
}

void run(const float *in, float *out, int n) {
  transpose<<<dim3(4, 4), dim3(32, 8)>>>(in, out, n);
}
