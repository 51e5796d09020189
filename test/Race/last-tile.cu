// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --block=256 --format=json %s %stub | %races | FileCheck %s
//
// The last tile of a loop is shorter: min() of the tile and of what is left.

// Race: a fast thread stores the next tile while others still read this one.
// CHECK: "oneBarrier": "race"
__global__ void oneBarrier(float *out, const float *in, int n) {
  __shared__ float s[256];
  float sum = 0;
  for (int base = 0; base < n; base += 256) {
    if (base + int(threadIdx.x) < n)
      s[threadIdx.x] = in[base + threadIdx.x];
    __syncthreads();
    int left = n - base < 256 ? n - base : 256;
    for (int i = 0; i < left; ++i)
      sum += s[i];
  }
  out[threadIdx.x] = sum;
}

// Right: a barrier ends the iteration.
// CHECK: "twoBarriers": "race-free"
__global__ void twoBarriers(float *out, const float *in, int n) {
  __shared__ float s[256];
  float sum = 0;
  for (int base = 0; base < n; base += 256) {
    if (base + int(threadIdx.x) < n)
      s[threadIdx.x] = in[base + threadIdx.x];
    __syncthreads();
    int left = n - base < 256 ? n - base : 256;
    for (int i = 0; i < left; ++i)
      sum += s[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// Right: where a second tile exists, nothing is read: min(n, 256) < 256 and n > 256
// exclude each other.
// CHECK: "never": "{{race-free|unproven}}"
__global__ void never(float *out, const float *in, int n) {
  __shared__ float s[256];
  float sum = 0;
  int first = n < 256 ? n : 256;
  for (int base = 0; base < n; base += 256) {
    s[threadIdx.x] = in[base + threadIdx.x];
    __syncthreads();
    if (first < 256)
      sum += s[255 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}
