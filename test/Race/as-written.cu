// RUN: %warplint --checks='-*,warplint-shared-race' --block=128 --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Kernels as people write them, with a barrier too few and without the bug.

// Race: s[t - d] is what another thread adds to.
// CHECK: "scanOneBarrier": "race"
__global__ void scanOneBarrier(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int v = t >= d ? s[t - d] : 0;
    s[t] += v;
    __syncthreads();
  }
  out[t] = s[t];
}

// Right: the last round of the way down writes s[2 * t] and s[2 * t + 1], which the same thread reads.
// CHECK: "blelloch": "race-free"
__global__ void blelloch(int *out, const int *in) {
  __shared__ int s[256];
  int t = threadIdx.x, off = 1;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  for (int d = 128; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d)
      s[off * (2 * t + 2) - 1] += s[off * (2 * t + 1) - 1];
    off *= 2;
  }
  if (t == 0)
    s[255] = 0;
  for (int d = 1; d < 256; d *= 2) {
    off >>= 1;
    __syncthreads();
    if (t < d) {
      int a = off * (2 * t + 1) - 1, b = off * (2 * t + 2) - 1, x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}

// Race: the flag is read by threads that do not set it, before or after others do.
// CHECK: "flag": "race"
__global__ void flag(int *out, const int *in) {
  __shared__ int f;
  int t = threadIdx.x;
  if (t == 0)
    f = 0;
  __syncthreads();
  if (in[t] > 5)
    f = 1;
  out[t] = f;
}

// Right: all threads that set it leave the same behind, and who reads it waits.
// CHECK: "flagOrdered": "{{unproven|race-free}}"
__global__ void flagOrdered(int *out, const int *in) {
  __shared__ int f;
  int t = threadIdx.x;
  if (t == 0)
    f = 0;
  __syncthreads();
  if (in[t] > 5)
    f = 1;
  __syncthreads();
  out[t] = f;
}

// Race: thread 0 may set the counter to 0 when others have counted, for a large n and some data.
// CHECK: "queue": "race"
__global__ void queue(int *out, const int *in, int n) {
  __shared__ int q[1024], c;
  int t = threadIdx.x;
  if (t == 0)
    c = 0;
  for (int i = t; i < n; i += 128)
    if (in[i] > 0)
      q[atomicAdd(&c, 1) & 1023] = i;
  __syncthreads();
  out[t] = q[t] + c;
}

// CHECK: "queueOrdered": "{{unproven|race-free}}"
__global__ void queueOrdered(int *out, const int *in, int n) {
  __shared__ int q[1024], c;
  int t = threadIdx.x;
  if (t == 0)
    c = 0;
  __syncthreads();
  for (int i = t; i < n; i += 128)
    if (in[i] > 0)
      q[atomicAdd(&c, 1) & 1023] = i;
  __syncthreads();
  out[t] = q[t] + c;
}

// No error: both threads store in[t + 1].
// CHECK: "halo": "{{unproven|race-free}}"
__global__ void halo(float *out, const float *in) {
  __shared__ float s[129];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 1] = in[t + 1];
  __syncthreads();
  out[t] = s[t];
}

// Race: one of them stores twice that.
// CHECK: "haloTwice": "race"
__global__ void haloTwice(float *out, const float *in) {
  __shared__ float s[129];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 1] = 2 * in[t + 1];
  __syncthreads();
  out[t] = s[t];
}

// Race: in round k one thread stores in[k + t + 1], in the next one another in[k + 1 + t].
// CHECK: "haloOfRounds": "race"
__global__ void haloOfRounds(float *out, const float *in, int n) {
  __shared__ float s[129];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    s[t] = in[k + t];
    s[t + 1] = in[k + t];
  }
  out[t] = s[t];
}
