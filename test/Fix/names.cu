// Functions get the first free name of those that are written: what other arrays
// would have needed takes none, and of two that are written each gets its own.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && not %warplint --fix %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu

__device__ float column(const float *p, int i) { return p[32 * i]; }
// CHECK: column(const float *p, int i) { return p[32 * i]; }

// Both would go through one function, but for their indices in the loop.
__global__ void left(const int *which, const float *in, float *out, int n) {
  __shared__ float a[1024], b[1024];
  int t = threadIdx.x;
  a[t] = in[t];
  // CHECK: a[t] = in[t];
  b[t] = in[t];
  __syncthreads();
  float sum = column(a, t % 32) + column(b, t % 32);
  for (int k = 0; k < n; ++k)
    sum += a[which[k] & 1023] + b[which[k + t] & 1023];
  out[t] = sum;
}

// CHECK: // Where element i of keys and values lies.
// CHECK: __device__ inline unsigned sharedIndex(unsigned i) { return i ^ (i >> 5); }
__global__ void pairs(const float *in, float *out) {
  __shared__ float keys[1024], values[1024];
  int t = threadIdx.x;
  keys[t] = in[t];
  // CHECK: keys[sharedIndex(t)] = in[t];
  values[t] = in[t + 1024];
  // CHECK: values[sharedIndex(t)] = in[t + 1024];
  __syncthreads();
  out[t] = keys[t % 32 << 5 | t / 32] + values[t % 32 << 5 | t / 32];
}

// Other arrays, another map: two rows of 16 are one of banks.
// CHECK: // Where element i of low and high lies.
// CHECK: __device__ inline unsigned sharedIndex2(unsigned i) {
__global__ void others(const float *in, float *out) {
  __shared__ float low[512], high[512];
  int t = threadIdx.x;
  low[t] = in[t];
  // CHECK: low[sharedIndex2(t)] = in[t];
  high[t] = in[t + 512];
  __syncthreads();
  out[t] = low[t % 32 << 4 | t / 32] + high[t % 32 << 4 | t / 32];
  // CHECK: low[sharedIndex2(t % 32 << 4 | t / 32)] + high[sharedIndex2(
}

void run(const int *which, const float *in, float *out, int n) {
  left<<<1, 1024>>>(which, in, out, n);
  pairs<<<1, 1024>>>(in, out);
  others<<<1, 512>>>(in, out);
}
