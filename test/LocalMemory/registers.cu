// RUN: %warplint --checks='-*,warplint-local-memory' %s %stub | %check --allow-empty %s
//
// No findings: CHECK-NOT of warnings is implied. None of these has a stack frame with nvcc 13.0 for sm_90.

struct Weights {
  float w[32];
  int n;
};

// Unrolled: all indices are constants.
__global__ void unrolled(float *o, const float *g) {
  float a[8];
  for (int i = 0; i < 8; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  float s = 0;
  for (int i = 0; i < 8; ++i)
    s += a[i] * a[7 - i];
  o[threadIdx.x] = s;
}

__global__ void constants(float *o, const float *g) {
  float a[4];
  a[0] = g[0];
  a[1] = g[threadIdx.x];
  a[2] = a[0] + a[1];
  a[3] = a[2] * a[1];
  o[threadIdx.x] = a[3];
}

// Addresses of scalars that end in inlined functions.
__device__ void both(float x, float *s, float *c) {
  *s = x * 2;
  *c = x * 3;
}
__global__ void scalars(float *o, const float *g) {
  float s, c;
  both(g[threadIdx.x], &s, &c);
  o[threadIdx.x] = s + c;
}

__device__ void fill(float *a, const float *g) {
  for (int i = 0; i < 8; ++i)
    a[i] = g[i * 32];
}
__global__ void inlined(float *o, const float *g) {
  float a[8];
  fill(a, g + threadIdx.x);
  o[threadIdx.x] = a[3] + a[5];
}

// The user unrolls what is long.
__global__ void asked(float *o, const float *g) {
  float a[64];
#pragma unroll
  for (int i = 0; i < 64; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  float s = 0;
#pragma unroll
  for (int i = 0; i < 64; ++i)
    s += a[i] * a[63 - i];
  o[threadIdx.x] = s;
}

// A parameter that is only read lies in constant memory.
__global__ void parameter(float *o, const Weights p) { o[threadIdx.x] = p.w[threadIdx.x & 31]; }

// Shared memory.
__global__ void shared(float *o, const float *g) {
  __shared__ float a[32];
  a[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = a[31 - threadIdx.x];
}

// A record.
__global__ void record(float *o, const float4 *g) {
  float4 v = g[threadIdx.x];
  o[threadIdx.x] = v.x + v.y + v.z + v.w;
}

// Accumulators in loops that are unrolled, inside one that is not.
__global__ void accumulators(float *o, const float *g, int n) {
  float acc[4][4] = {};
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        acc[i][j] += g[k * 16 + i] * g[k * 16 + 4 + j];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      o[(i * 4 + j) * 32 + threadIdx.x] = acc[i][j];
}

// Captured by reference, and inlined.
__global__ void closure(float *o, const float *g) {
  float a[4] = {g[0], g[1], g[2], g[3]};
  auto f = [&](int i) { return a[i]; };
  o[threadIdx.x] = f(0) + f(3);
}

// A choice between scalars.
__global__ void choice(float *o, const float *g, int n) {
  float a = g[0], b = g[1];
  float *p = n ? &a : &b;
  o[threadIdx.x] = *p;
}

// Written, and never read.
__global__ void dead(float *o, const float *g, int n) {
  float a[16];
  for (int i = 0; i < 16; ++i)
    a[i] = g[i];
  o[threadIdx.x] = g[n];
}

// A scalar of a parameter is written.
__global__ void member(float *o, Weights p) {
  p.n += 1;
  o[threadIdx.x] = p.w[3] + p.n;
}

// A template argument is the index.
template <int N> __global__ void argument(float *o, const float *g) {
  float a[8];
  for (int i = 0; i < 8; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  o[threadIdx.x] = a[N];
}

// One or two accesses to few words: ptxas selects among registers.
__global__ void selected(float *o, const float *g, int n, int m) {
  float a[16];
#pragma unroll
  for (int i = 0; i < 16; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  o[threadIdx.x] = a[n] + 2 * a[m];
}

__global__ void selectedByLane(float *o, const float *g) {
  float a[32];
#pragma unroll
  for (int i = 0; i < 32; ++i)
    a[i] = g[i * 32 + threadIdx.x];
  o[threadIdx.x] = a[threadIdx.x & 31];
}

// The same in a loop, of four words.
__global__ void selectedInLoop(float *o, const float *g, int n) {
  float a[4] = {g[0], g[1], g[2], g[3]};
  float s = 0;
  for (int k = 0; k < n; ++k)
    s = s * 3 + a[(k * k + 1) % 4];
  o[threadIdx.x] = s;
}

// A loop that may end early is unrolled by its bound.
__global__ void early(float *o, const float *g, int n, int m) {
  float sum[16] = {0};
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    for (int i = 0; i < 16 && threadIdx.x * 16 + i < m; ++i)
      sum[i] += g[k * 32 + i];
  }
  for (int i = 0; i < 16; ++i)
    o[i * n] = sum[i];
}

// However long, where the user asks for it; by itself up to 96 iterations.
template <int N>
__global__ void earlyOfMany(double *o, const double *g, int n, int m) {
  double sum[N];
#pragma unroll
  for (int i = 0; i < N; ++i)
    sum[i] = 0;
  for (int k = 0; k < n; ++k) {
#pragma unroll
    for (int i = 0; i < N; ++i) {
      if (threadIdx.x * 16 + i >= m)
        break;
      sum[i] += g[k * 32 + i];
    }
  }
#pragma unroll
  for (int i = 0; i < N; ++i)
    o[i * n] = sum[i];
}
__global__ void earlyOf96(float *o, const float *g, int n, int m) {
  float sum[96];
#pragma unroll
  for (int i = 0; i < 96; ++i)
    sum[i] = 0;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 96 && threadIdx.x * 16 + i < m; ++i)
      sum[i] += g[k * 32 + i];
#pragma unroll
  for (int i = 0; i < 96; ++i)
    o[i * n] = sum[i];
}

// The arguments of a printf() are no array of the user.
extern "C" __device__ int vprintf(const char *, const char *);
struct Arguments {
  int n;
  double d;
};
__global__ void prints(const float *g, int n) {
  Arguments args = {n, g[0]};
  if (n == 3)
    vprintf("%d %f", (const char *)&args);
}

// libdevice is inlined, as a part of sincosf() and frexpf().
extern "C" __device__ void __nv_sincosf(float, float *, float *);
__global__ void angles(float *o, const float *g) {
  float s, c;
  __nv_sincosf(g[threadIdx.x], &s, &c);
  o[threadIdx.x] = s * c;
}

void run(float *o, const float *g, int n, Weights w) {
  unrolled<<<1, 32>>>(o, g);
  constants<<<1, 32>>>(o, g);
  scalars<<<1, 32>>>(o, g);
  inlined<<<1, 32>>>(o, g);
  asked<<<1, 32>>>(o, g);
  parameter<<<1, 32>>>(o, w);
  shared<<<1, 32>>>(o, g);
  record<<<1, 32>>>(o, (const float4 *)g);
  accumulators<<<1, 32>>>(o, g, n);
  closure<<<1, 32>>>(o, g);
  choice<<<1, 32>>>(o, g, n);
  dead<<<1, 32>>>(o, g, n);
  member<<<1, 32>>>(o, w);
  argument<3><<<1, 32>>>(o, g);
  selected<<<1, 32>>>(o, g, n, n);
  selectedByLane<<<1, 32>>>(o, g);
  selectedInLoop<<<1, 32>>>(o, g, n);
  early<<<1, 32>>>(o, g, n, n);
  earlyOfMany<60><<<1, 32>>>((double *)o, (const double *)g, n, n);
  earlyOfMany<100><<<1, 32>>>((double *)o, (const double *)g, n, n);
  earlyOf96<<<1, 32>>>(o, g, n, n);
  prints<<<1, 32>>>(g, n);
  angles<<<1, 32>>>(o, g);
}
