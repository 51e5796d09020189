// RUN: %warplint --checks='-*,warplint-constant-divergence' %s %stub | %check --allow-empty %s
//
// No findings: CHECK-NOT of warnings is implied.

__constant__ float table[1024];

struct Weights {
  float w[32];
  int n;
};

// All lanes read one element: a loop, a block's number, a parameter.
__global__ void loop(float *out, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += table[k];
  out[threadIdx.x] = sum * table[blockIdx.x] * table[n & 1023];
}

// One row of 32 lanes is a warp.
__global__ void warpRows(float *out) {
  out[threadIdx.x] = table[threadIdx.y];
}

// The warp's number.
__global__ void warps(float *out) {
  out[threadIdx.x] = table[threadIdx.x / 32];
}

// Only one lane comes by.
__global__ void leader(float *out) {
  if (threadIdx.x % 32 == 0)
    out[threadIdx.x] = table[threadIdx.x];
}

// The index comes from memory: which words the lanes read is not known.
__global__ void data(float *out, const int *at) {
  out[threadIdx.x] = table[at[threadIdx.x]];
}

// A copy in local memory, which the kernel writes to.
__global__ void written(float *out, Weights w) {
  w.w[threadIdx.x % 32] = 1;
  out[threadIdx.x] = w.w[(threadIdx.x + 1) % 32];
}

// Members that all lanes read.
__global__ void members(float *out, const Weights w) {
  out[threadIdx.x] = w.w[3] + w.n;
}

// Read-only data in global memory.
__device__ const float global[256] = {1};
__global__ void device(float *out) {
  out[threadIdx.x] = global[threadIdx.x];
}

void run(float *out, int *at, unsigned char *b, Weights w, int n) {
  loop<<<4, 64>>>(out, n);
  warpRows<<<1, dim3(32, 4)>>>(out);
  warps<<<1, 128>>>(out);
  leader<<<1, 128>>>(out);
  data<<<1, 128>>>(out, at);
  written<<<1, 128>>>(out, w);
  members<<<1, 128>>>(out, w);
  device<<<1, 128>>>(out);
}
