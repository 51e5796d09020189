// RUN: %warplint --checks='-*,warplint-shared-race,warplint-divergent-barrier' --fail-on=never --block=128 --format=json %s %stub | %races | FileCheck %s
//
// Threads beyond a bound that is not known end first. All may be within it.

// Race: 16 lanes of a warp read what the others of it write.
// CHECK: "lockStep": "race"
__global__ void lockStep(float *out, const float *in, unsigned n) {
  __shared__ volatile float s[128];
  unsigned t = threadIdx.x;
  if (t >= n)
    return;
  s[t] = in[t];
  __syncthreads();
  if (t < 32)
    s[t] += s[t + 16];
  if (t == 0)
    out[0] = s[0];
}

// Right: threads keep to their own elements up to the barrier.
// CHECK: "ordered": "race-free"
__global__ void ordered(float *out, const float *in, unsigned n) {
  __shared__ float s[128];
  unsigned t = threadIdx.x;
  if (t >= n)
    return;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[0];
}

// Right: where 64 threads go on, n is at most 64, and who reads s[64] is not among them.
// CHECK: "small": "{{unproven|race-free}}"
__global__ void small(float *out, const float *in, unsigned n) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  if (n > 64)
    return;
  if (t >= n)
    return;
  s[t] = in[t];
  out[t] = s[t + 64];
}

// Right: there is one thread.
// CHECK: "one": "{{unproven|race-free}}"
__global__ void one(float *out, const float *in, unsigned n) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  if (t >= n || n != 1)
    return;
  s[t] = in[t];
  out[t] = s[0];
}

// Right: a bound from below keeps the others apart.
// CHECK: "beyond": "{{unproven|race-free}}"
__global__ void beyond(float *out, const float *in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  if (t < n || n < 127)
    return;
  s[t] = in[t];
  out[t] = s[t ^ 1];
}
// CHECK-NOT: divergent
