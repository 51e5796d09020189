// An n x n transpose through a tile of 32x32, whose columns lie in one bank.

#ifndef RUN
#define RUN run
#endif

static __global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    tile[threadIdx.y + i][threadIdx.x] = in[size_t(y + i) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    out[size_t(y + i) * n + x] = tile[threadIdx.x][threadIdx.y + i];
}

void RUN(const void *a, const void *, void *c, int n) {
  transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(
      static_cast<const float *>(a), static_cast<float *>(c), n);
}
