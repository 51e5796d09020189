// What helps one access may cost another: that one is named. Rows and multiples
// of the row's number are free of conflicts as they are, a column is not, and
// is read 32 times. The layout found frees the column, and the diagonal with
// it, and puts the other four multiples into 16 banks each: in wavefronts of 32
// warps, 32 + 32 * 32 + 32 + 4 * 64 after, 32 + 32 * 1024 + 5 * 32 before.
//
// RUN: not %warplint %s %stub | FileCheck %s --implicit-check-not="costs more"

__global__ void multiples(const float *in, float *out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += tile[x][(y + i) % 32];
  sum += tile[x][x];
  sum += tile[x][x * 3 % 32];
  sum += tile[x][x * 5 % 32];
  sum += tile[x][x * 7 % 32];
  sum += tile[x][x * 31 % 32];
  out[y * 32 + x] = sum;
}
// CHECK: help: suggested layout: {{.*}}: 32960 -> 1344 wavefronts per block (no extra memory)
// CHECK: :18:10: note: this access costs more with the suggested layout
// CHECK: :19:10: note: this access costs more with the suggested layout
// CHECK: :20:10: note: this access costs more with the suggested layout
// CHECK: :21:10: note: this access costs more with the suggested layout

void run(const float *in, float *out) {
  multiples<<<1, dim3(32, 32)>>>(in, out);
}
