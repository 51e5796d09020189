// By hand: A by 16-byte pieces XOR row, B by the first or second half of each
// 32 bytes.

#ifndef RUN
#define RUN run
#endif

#define FLOAT4(x) (*reinterpret_cast<float4 *>(&(x)))
#define CONST_FLOAT4(x) (*reinterpret_cast<const float4 *>(&(x)))

static __global__ __launch_bounds__(256) void sgemm(const float *a,
                                                    const float *b, float *c,
                                                    int n) {
  __shared__ __align__(16) float as[8][128];
  __shared__ __align__(16) float bs[8][128];
  int t = threadIdx.x, tx = t % 16, ty = t / 16;
  a += size_t(blockIdx.y) * 128 * n;
  b += blockIdx.x * 128;
  c += size_t(blockIdx.y) * 128 * n + blockIdx.x * 128;
  int to = t % 8 * 4, left = (t % 32 * 4) ^ (t % 32 / 2 & 4);
  int b0At = (tx * 8) ^ (tx & 4), b1At = b0At ^ 4;
  float sums[8][8] = {};
  for (int k0 = 0; k0 < n; k0 += 8) {
    for (int i = 0; i < 128; i += 32)
      as[t % 8][(t / 8 + i) ^ to] = a[size_t(t / 8 + i) * n + k0 + t % 8];
    FLOAT4(bs[t / 32][left]) =
        CONST_FLOAT4(b[size_t(k0 + t / 32) * n + t % 32 * 4]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      float4 a0 = FLOAT4(as[k][(ty * 8) ^ (k * 4)]);
      float4 a1 = FLOAT4(as[k][(ty * 8 + 4) ^ (k * 4)]);
      float4 b0 = FLOAT4(bs[k][b0At]);
      float4 b1 = FLOAT4(bs[k][b1At]);
      float rows[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
      float cols[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j)
          sums[i][j] += rows[i] * cols[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; ++i)
#pragma unroll
    for (int j = 0; j < 8; j += 4)
      FLOAT4(c[size_t(ty * 8 + i) * n + tx * 8 + j]) = make_float4(
          sums[i][j], sums[i][j + 1], sums[i][j + 2], sums[i][j + 3]);
}

void RUN(const void *a, const void *b, void *c, int n) {
  sgemm<<<dim3(n / 128, n / 128), 256>>>(static_cast<const float *>(a),
                                         static_cast<const float *>(b),
                                         static_cast<float *>(c), n);
}
