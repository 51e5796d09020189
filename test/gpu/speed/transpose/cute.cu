// By hand: a swizzle of CuTe, <5, 0, 5>.

#ifndef RUN
#define RUN run
#endif

/// What cute::Swizzle does with the number of an element.
template <int Bits, int Base, int Shift> static __device__ int swizzle(int i) {
  return i ^ ((i >> Shift) & (((1 << Bits) - 1) << Base));
}

static __global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[1024];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    tile[swizzle<5, 0, 5>((threadIdx.y + i) * 32 + threadIdx.x)] =
        in[size_t(y + i) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    out[size_t(y + i) * n + x] =
        tile[swizzle<5, 0, 5>(threadIdx.x * 32 + threadIdx.y + i)];
}

void RUN(const void *a, const void *, void *c, int n) {
  transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(
      static_cast<const float *>(a), static_cast<float *>(c), n);
}
