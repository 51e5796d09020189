// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Numbers of the launch say how often loops are executed. The block is executed with some in their place:
// with those for which threads load what the block stores, it is a race with each of them.

// Race: s[b] of thread 0 is s[b] of thread 1 in the next step: the barrier of the second loop is missing. One
// number less than 4 has no step in which threads meet.
// CHECK: "scanDown": "race"
__global__ void scanDown(float *out, const float *in, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      s[b] += s[a];
    }
    offset *= 2;
  }
  if (t == 0)
    s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      float x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}

// Right, but not proven.
// CHECK: "scan": "unproven"
__global__ void scan(float *out, const float *in, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x, offset = 1;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      s[b] += s[a];
    }
    offset *= 2;
  }
  if (t == 0)
    s[n - 1] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      float x = s[a];
      s[a] = s[b];
      s[b] += x;
    }
  }
  __syncthreads();
  out[2 * t] = s[2 * t];
  out[2 * t + 1] = s[2 * t + 1];
}

// Race: with every number d of columns one warp loads the rows of all, while another one stores the next.
// CHECK: "rows": "race"
__global__ void rows(float *out, const float *in, int rounds, int d) {
  extern __shared__ float s[];
  int lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    for (int i = threadIdx.x; i < 32 * d; i += blockDim.x)
      s[i] = in[k * 32 * d + i];
    __syncthreads();
    for (int c = 0; c < d; ++c)
      sum += s[lane * d + c];
  }
  out[threadIdx.x] = sum;
}

// Right: the same with its barrier.
// CHECK: "rowsInOrder": "race-free"
__global__ void rowsInOrder(float *out, const float *in, int rounds, int d) {
  extern __shared__ float s[];
  int lane = threadIdx.x % 32;
  float sum = 0;
  for (int k = 0; k < rounds; ++k) {
    for (int i = threadIdx.x; i < 32 * d; i += blockDim.x)
      s[i] = in[k * 32 * d + i];
    __syncthreads();
    for (int c = 0; c < d; ++c)
      sum += s[lane * d + c];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

// No claim: the caller may know that n is at most 32, so that one warp adds up.
// CHECK: "tailOfWarp": "unproven"
__global__ void tailOfWarp(float *out, const float *in, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = n / 2; d > 0; d /= 2) {
    float v = t < d ? s[t + d] : 0;
    __syncwarp();
    if (t < d)
      s[t] += v;
    __syncwarp();
  }
  if (t == 0)
    *out = s[0];
}

// No claim: the caller may know that n is 1 or 2: with 1 no two threads meet, and as many loads are executed.
// CHECK: "neighbors": "unproven"
__global__ void neighbors(float *out, const float *in, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  for (int i = 0; i < 4; ++i)
    out[4 * t + i] = s[t / n * n + t % n];
  s[t / n * n] = 0;
}

void run(float *f, int n, int m) {
  scanDown<<<1, 256, 4096>>>(f, f, n);
  scan<<<1, 256, 4096>>>(f, f, n);
  rows<<<1, 256, 65536>>>(f, f, n, m);
  rowsInOrder<<<1, 256, 65536>>>(f, f, n, m);
  tailOfWarp<<<1, 256>>>(f, f, n);
  neighbors<<<1, 256, 4096>>>(f, f, n);
}
