// Rows of a tile with a halo, of blocks that are half a warp wide: rows of 48 words
// put the second row of a warp 16 banks behind the first. That takes more memory than
// it saves wavefronts, as shares; but little, and an SM has it.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu
// RUN: not %warplint --fix-style=pad %s %stub | FileCheck %s
// RUN: %warplint --fix-style=pad --fix --fail-on=never %t/a.cu %stub
// RUN: %without_checks %t/a.cu | FileCheck %s --check-prefix=EDITED

// 8 warps, 1 store and 9 loads: lanes 0 and 30 meet in bank 0, as 14 columns in a row
// of 18 words do in 2 rows (words 18 + 14 = 32).
__global__ void blur(const float *in, float *out, int w) {
  __shared__ float tile[18][18];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * w + x];
  tile[y + 2][x + 2] = in[y * w + x + 2];
  __syncthreads();
  float sum = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx)
      sum += tile[y + dy][x + dx];
  out[y * w + x] = sum;
}
// CHECK: {{help: suggested layout|note: equally good}}: padding of 30 after every 18 elements, 'tile[18][48]': 176 -> 88 wavefronts per block (optimal, 2,160 bytes more)
// EDITED: __shared__ float tile[18][48];

// Here it is not little.
__global__ void large(const float *in, float *out, int w) {
  __shared__ float cube[18][18][18];
  const int x = threadIdx.x, y = threadIdx.y;
  for (int z = 0; z < 18; ++z)
    cube[z][y][x] = in[z * w * w + y * w + x];
  __syncthreads();
  float sum = 0;
  for (int z = 0; z < 18; ++z)
    sum += cube[z][y + 1][x + 1];
  out[y * w + x] = sum;
}
// EDITED: __shared__ float cube[18][18][18];

void run(const float *i, float *o, int w) {
  blur<<<64, dim3(16, 16)>>>(i, o, w);
  large<<<64, dim3(16, 16)>>>(i, o, w);
}
