// What each thread has of its own, in an array of several extents, lies side by side
// where the thread is the last subscript: 32 lanes in 32 banks.
//
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu
// RUN: %warplint --fix --fail-on=never %t/a.cu %stub
// RUN: %without_checks %t/a.cu | FileCheck %s
// RUN: not %warplint --verbose --fix-style=auto %s %stub | FileCheck %s --check-prefix=NAMED
// RUN: cp %t/a.cu %t/again.cu && %warplint --fix --fail-on=never %t/again.cu %stub && cmp %t/a.cu %t/again.cu

// Planes of 16 words begin in 2 banks; no row is long enough for a padding that
// makes their distance odd.
__global__ void planes(const float *in, float *out) {
  __shared__ float m[64][4][4];
  const int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      m[t][i][j] = in[(i * 4 + j) * 64 + t];
  for (int k = 1; k < 4; ++k)
    m[t][k][k] -= m[t][k - 1][k] * m[t][k][k - 1];
  out[t] = m[t][0][0] + m[t][3][3];
}
// CHECK: // Element m[p][r][c] lies at m[r][c][p]. Bank conflicts: {{.*}} wavefronts per block
// CHECK: __shared__ float m[4][4][64];
// CHECK: m[i][j][t] = in[(i * 4 + j) * 64 + t];
// CHECK: m[k][k][t] -= m[k - 1][k][t] * m[k][k - 1][t];
// CHECK: out[t] = m[0][0][t] + m[3][3][t];

// A row is passed on: its elements would no longer lie side by side.
__device__ float sum(const float *row) { return row[0] + row[1]; }
__global__ void passed(const float *in, float *out) {
  __shared__ float p[64][4][4];
  const int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      p[t][i][j] = in[(i * 4 + j) * 64 + t];
  out[t] = sum(p[t][2]);
}
// CHECK: __shared__ float p[64][4][4];

// Data is spread over the banks of its row, and would be in the bank of its lane's
// warp alone: d[in[...] & 31][threadIdx.y].
__global__ void data(const int *in, float *out) {
  __shared__ int d[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  atomicAdd(&d[y][in[x + 32 * y] & 31], 1);
  __syncthreads();
  out[x + 32 * y] = d[x][y];
}
// CHECK: atomicAdd(&d[y][(in[x + 32 * y] & 31) ^ y], 1);

// The same by one index: stripes would have a warp's data in one bank, and are not named.
__global__ void flat(const int *in, float *out) {
  __shared__ int f[32 * 32];
  const int x = threadIdx.x, y = threadIdx.y;
  atomicAdd(&f[y * 32 + (in[x + 32 * y] & 31)], 1);
  __syncthreads();
  out[x + 32 * y] = f[x * 32 + y];
}
// NAMED: suggested layout: XOR swizzle <5,0,5>, 'f[
// NAMED-NOT: stripes of 32 elements, 'f[
// CHECK: __global__ void flat(

// One edit for all sizes of the matrix: 9 and 16 words of each thread. 9 are odd, so
// the threads of smaller matrices are in 32 banks before and after it.
template <int N> __global__ void sized(const float *in, float *out) {
  __shared__ float z[64][N][N];
  const int t = threadIdx.x;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      z[t][i][j] = in[(i * N + j) * 64 + t];
  for (int k = 1; k < N; ++k)
    z[t][k][k] -= z[t][k - 1][k] * z[t][k][k - 1];
  out[t] = z[t][N - 1][N - 1];
}
// CHECK: __shared__ float z[N][N][64];
// CHECK: z[k][k][t] -= z[k - 1][k][t] * z[k][k - 1][t];

// A row in a loop: the last subscript is a lane, and takes no arithmetic.
__global__ void rows(const float *in, float *out) {
  __shared__ float q[64][32];
  const int t = threadIdx.x;
#pragma unroll 1
  for (int d = 0; d < 32; ++d)
    q[t][d] = in[t * 32 + d];
  float sum = 0;
#pragma unroll 1
  for (int d = 31; d >= 0; --d)
    sum = 3 * sum + q[t][d];
  out[t] = sum;
}
// CHECK: __shared__ float q[{{32\]\[64|64\]\[33}}];

void run(const float *in, const int *n, float *out) {
  planes<<<1, 64>>>(in, out);
  passed<<<1, 64>>>(in, out);
  data<<<1, dim3(32, 32)>>>(n, out);
  flat<<<1, dim3(32, 32)>>>(n, out);
  sized<3><<<1, 64>>>(in, out);
  sized<4><<<1, 64>>>(in, out);
  rows<<<1, 64>>>(in, out);
}
