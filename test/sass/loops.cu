// Loops that nvcc unrolls, in full, in part, or not.
#define FILL(Array, N)                                                         \
  for (int i = threadIdx.x; i < (N); i += blockDim.x)                          \
    (Array)[i] = in[i];                                                        \
  __syncthreads()

template <int N> __global__ void plain(float *out, const float *in) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  FILL(s, 4096);
  float a = 0;
  for (int i = 0; i < N; ++i)
    a += s[N * t + i];
  out[t] = a;
}
template __global__ void plain<4>(float *, const float *);
template __global__ void plain<16>(float *, const float *);
template __global__ void plain<64>(float *, const float *);
template __global__ void plain<1024>(float *, const float *);

template <int N> __global__ void withPragma(float *out, const float *in) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  FILL(s, 4096);
  float a = 0;
#pragma unroll
  for (int i = 0; i < N; ++i)
    a += s[N * t + i];
  out[t] = a;
}
template __global__ void withPragma<6>(float *, const float *);
template __global__ void withPragma<32>(float *, const float *);
template __global__ void withPragma<256>(float *, const float *);

__global__ void backwards(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL(s, 1024);
  float a = 0;
#pragma unroll
  for (int k = 31; k >= 0; --k)
    a += s[32 * t + k];
  out[t] = a;
}

__global__ void everySecond(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL(s, 1024);
  float a = 0;
#pragma unroll
  for (int k = 0; k < 32; k += 2)
    a += s[32 * t + k];
  out[t] = a;
}

__global__ void notUnrolled(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL(s, 1024);
  float a = 0;
#pragma unroll 1
  for (int i = 0; i < 4; ++i)
    a += s[4 * t + i];
  out[t] = a;
}

__global__ void unknownLength(float *out, const float *in, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  FILL(s, 4096);
  float a = 0;
  for (int i = 0; i < n; ++i)
    a += s[64 * t + i];
  out[t] = a;
}

__global__ void unrolledByFour(float *out, const float *in, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  FILL(s, 4096);
  float a = 0;
#pragma unroll 4
  for (int i = 0; i < n; ++i)
    a += s[64 * t + i];
  out[t] = a;
}

// The pointer is kept between the elements, and only 64 bits are seen aligned.
__global__ void fourInALoopThatStays(float *out, const float *in) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  FILL(s, 4096);
  float a = 0;
#pragma unroll 1
  for (int k = 0; k < 200; ++k)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      a += s[8 * k + 8 * t + i] * (i + 1);
  out[t] = a;
}

__global__ void doubleBuffer(float *out, const float *in, int n) {
  __shared__ float s[2][2048];
  int t = threadIdx.x;
  FILL(&s[0][0], 4096);
  float a = 0;
  int stage = 0;
  for (int k = 0; k < n; ++k) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
      a += s[stage][4 * t + i];
    stage ^= 1;
    __syncthreads();
  }
  out[t] = a;
}

__global__ void moduloThree(float *out, const float *in, int n) {
  __shared__ float s[3][1024];
  int t = threadIdx.x;
  FILL(&s[0][0], 3072);
  float a = 0;
  for (int k = 0; k < n; ++k) {
#pragma unroll
    for (int i = 0; i < 4; ++i)
      a += s[k % 3][4 * t + i];
    __syncthreads();
  }
  out[t] = a;
}

__global__ void invariant(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL(s, 1024);
  float a = 0;
  for (int i = 0; i < n; ++i)
    a += in[64 * i + t] * s[t];
  out[t] = a;
}

__global__ void invariantBesideABarrier(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL(s, 1024);
  float a = 0;
  for (int i = 0; i < n; ++i) {
    a += in[64 * i + t] *
         s[t];
    __syncthreads();
  }
  out[t] = a;
}

__global__ void guardedOneByOne(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  FILL(s, 1024);
  float a = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i)
    if (4 * t + i < n)
      a += s[4 * t + i];
  out[t] = a;
}
