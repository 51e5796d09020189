// RUN: not %warplint --checks='-*,warplint-shared-alignment' %s %stub | %check %s
//
// Offsets that are multiples of the width for some values of what is not known: a
// warning, with what decides. nvcc aligns `extern __shared__` arrays to 16 bytes.

// b begins at byte 4 * n.
__global__ void carved(float4 *g, int n) {
  extern __shared__ float a[];
  float *b = a + n;
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&b[4 * t]);
  // CHECK: :[[@LINE-1]]:10: warning: misaligned address for some values: this 128-bit load of 'a' needs 16-byte alignment; otherwise the kernel traps [warplint-shared-alignment]
  // CHECK: note: aligned only if n is a multiple of 4
  g[t] = *reinterpret_cast<float4 *>(&a[4 * t]);
}

// The next multiple of four.
__global__ void carvedRounded(float4 *g, int n) {
  extern __shared__ float a[];
  float *b = a + ((n + 3) & ~3);
  g[threadIdx.x] = *reinterpret_cast<float4 *>(&b[4 * threadIdx.x]);
}

// The file's launches give n.
__global__ void carvedAt64(float4 *g, int n) {
  extern __shared__ float a[];
  float *b = a + n;
  g[threadIdx.x] = *reinterpret_cast<float4 *>(&b[4 * threadIdx.x]);
}
__global__ void carvedAt63(float4 *g, int n) {
  extern __shared__ float a[];
  float *b = a + n;
  g[threadIdx.x] = *reinterpret_cast<float4 *>(&b[4 * threadIdx.x]);
  // CHECK: :[[@LINE-1]]:20: error: misaligned address: this 128-bit load of 'a'
  // 4 * 63 = 252, of which 12 are past 240.
  // CHECK: note: lane 0 is at byte 252, 12 bytes past a multiple of 16
}

// Whoever divides by four first does not come here with another n.
__global__ void guarded(float4 *g, int n) {
  extern __shared__ float a[];
  int t = threadIdx.x;
  if (n % 4 == 0)
    g[t] = *reinterpret_cast<float4 *>(&a[n + 4 * t]);
  if (n % 2 == 0)
    g[t] = *reinterpret_cast<float4 *>(&a[n + 4 * t]);
  // CHECK: :[[@LINE-1]]:12: warning: misaligned address for some values: this 128-bit load of 'a'
}

// A pitch is a stride between rows, here of two rows a warp.
__global__ void pitches(float4 *g, int pitch) {
  extern __shared__ float a[];
  int x = threadIdx.x, y = threadIdx.y;
  g[x] = *reinterpret_cast<float4 *>(&a[y * pitch + 4 * x]);
  // CHECK: :[[@LINE-1]]:10: warning: misaligned address for some values: this 128-bit load of 'a'
  // CHECK: note: aligned only if pitch is a multiple of 4
  g[x] = *reinterpret_cast<float4 *>(&a[4 * (y * pitch + x)]);
}

// The user promises what the kernel needs.
// warplint: assume(n % 4 == 0)
__global__ void promised(float4 *g, int n) {
  extern __shared__ float a[];
  g[threadIdx.x] = *reinterpret_cast<float4 *>(&a[n + 4 * threadIdx.x]);
}

// In every fourth iteration it is aligned.
__global__ void wordByWord(float4 *g, int n) {
  __shared__ alignas(16) float s[256];
  for (int k = 0; k < n; ++k)
    g[k] = *reinterpret_cast<float4 *>(&s[k]);
  // CHECK: :[[@LINE-1]]:12: warning: misaligned address for some values: this 128-bit load of 's'
  // CHECK: note: aligned only if k is a multiple of 4
  for (int k = 0; k < n; k += 4)
    g[k] = *reinterpret_cast<float4 *>(&s[k]);
}

// Lanes that data chooses: those with an odd number may all be idle.
__global__ void chosenLanes(double *g, const int *flags) {
  __shared__ alignas(16) float s[256];
  int t = threadIdx.x;
  if (flags[t])
    g[t] = *reinterpret_cast<double *>(&s[t]);
  // CHECK: :[[@LINE-1]]:12: warning: misaligned address for some values: this 64-bit load of 's'
  // CHECK: note: assuming lanes with an unknown condition are active
}

template <int Pitch> __global__ void tiles(float4 *g) {
  __shared__ alignas(16) float s[8][Pitch];
  int t = threadIdx.x;
  g[t] = *reinterpret_cast<float4 *>(&s[t / 4][t % 4 * 4]);
  // CHECK: :[[@LINE-1]]:10: error: misaligned address: this 128-bit load of 's'
  // CHECK: note: lane 4 is at byte 68, 4 bytes past a multiple of 16
  // CHECK: note: in instantiation 'tiles<17>'
}

void run(float4 *g) {
  carvedAt64<<<1, 32, 4096>>>(g, 64);
  carvedAt63<<<1, 32, 4096>>>(g, 63);
  pitches<<<1, dim3(16, 4), 4096>>>(g, *(int *)g);
  tiles<17><<<1, 32>>>(g);
  tiles<20><<<1, 32>>>(g);
}
