// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never %s %stub | FileCheck %s
//
// Parameters decide where threads access. Whatever they are, threads meet: only with g or k = 1, stride or
// n = 1 there is one thread for each element.

__global__ void shuffleChannels(float *y, const float *x, int g, int k) {
  __shared__ float s[512];
  const int c = g * k, base = blockIdx.x * c;
  for (int i = threadIdx.x; i < c; i += blockDim.x)
    s[i] = x[base + i];
  for (int i = threadIdx.x; i < c; i += blockDim.x)
    y[base + i] = s[i % g * k + i / g];
  // CHECK: :[[@LINE-1]]:19: error: data race: {{.*}} load of 's' by thread 2 and the 32-bit store by thread 1
  // CHECK: :[[@LINE-2]]:19: note: for example with g = 2, k = 2{{$}}
}

// The same where the launch sizes the array.
__global__ void shuffleMany(float *y, const float *x, int g, int k) {
  extern __shared__ float d[];
  const int c = g * k, base = blockIdx.x * c;
  for (int i = threadIdx.x; i < c; i += blockDim.x)
    d[i] = x[base + i];
  for (int i = threadIdx.x; i < c; i += blockDim.x)
    y[base + i] = d[i % g * k + i / g];
  // CHECK: :[[@LINE-1]]:19: error: data race
  // CHECK: :[[@LINE-2]]:19: note: for example with g = 2, k = 2{{$}}
}

// A step of a dynamic program on a window that the block's place in the row clamps: each thread reads its
// neighbor's element of the last step.
__global__ void window(int *out, const int *in, int cols, int steps, int border) {
  __shared__ int last[256], now[256];
  const int t = threadIdx.x, first = (256 - 2 * steps) * blockIdx.x - border;
  const int least = first < 0 ? -first : 0, most = first + 255 > cols - 1 ? cols - 1 - first : 255;
  const int west = t - 1 < least ? least : t - 1;
  if (first + t >= 0 && first + t < cols)
    last[t] = in[first + t];
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    const bool isIn = t > k && t < 255 - k && t >= least && t <= most;
    if (isIn)
      now[t] = last[west] + last[t];
    // CHECK: :[[@LINE-1]]:16: error: data race: {{.*}} load of 'last'
    // CHECK: :[[@LINE-2]]:16: note: for example with blockIdx.x = {{[0-9]+}}, border = {{[0-9]+}}, cols = {{[0-9]+}}, steps = {{[0-9]+}}{{$}}
    __syncthreads();
    if (isIn)
      last[t] = now[t];
  }
  if (t > least && t < most)
    out[first + t] = now[t];
}

// A merge without the barrier between its steps: in the last one each pair is of neighbors.
__global__ void merge(float *y, const float *x, int stride) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  s[t] = x[t];
  s[t + 256] = x[t + 256];
  for (; stride > 0; stride >>= 1) {
    const unsigned at = 2 * t - (t & (stride - 1));
    const float a = s[at], b = s[at + stride];
    // CHECK: :[[@LINE-1]]:32: error: data race
    if (a > b) {
      s[at] = b;
      s[at + stride] = a;
    }
  }
  __syncthreads();
  y[t] = s[t];
  y[t + 256] = s[t + 256];
}

// Every second element of another pitch.
__global__ void rows(float *y, const float *x, int n) {
  __shared__ float s[1024];
  s[threadIdx.x] = x[threadIdx.x];
  y[threadIdx.x] = s[threadIdx.x * n];
  // CHECK: :[[@LINE-1]]:20: error: data race: {{.*}} load of 's' by thread 1 and the 32-bit store by thread 2
  // CHECK: :[[@LINE-2]]:20: note: for example with n = 2{{$}}
}

// A race with each pitch, since the array has no room for another.
__global__ void halvesOfSmall(float *y, const float *x, int n) {
  __shared__ float s[300];
  s[threadIdx.x] = x[threadIdx.x];
  y[threadIdx.x] = s[threadIdx.x + n];
  // CHECK: :[[@LINE-1]]:20: error: data race
}

// Threads within bounds store and load, other ones than those at the edge in the first and last plane.
__global__ void planes(float *y, const float *x, int nx, int nz) {
  __shared__ float s[2][130];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  const bool isIn = i < nx;
  for (int k = 0; k < nz; ++k) {
    if (isIn) {
      s[0][t + 1] = s[1][t + 1];
      if (k < nz - 1)
        s[1][t + 1] = x[k * nx + i];
    }
    if (isIn) {
      if (i == 0 || i == nx - 1 || k == 0 || k == nz - 1)
        y[k * nx + i] = s[0][t + 1];
      else
        y[k * nx + i] = s[0][t] + s[0][t + 2];
      // CHECK: :[[@LINE-1]]:25: error: data race: {{.*}} load of 's' by thread {{[0-9]+}} and the 32-bit store by thread
      // CHECK: :[[@LINE-2]]:25: note: for example with blockIdx.x = 0, nx = {{[0-9]+}}, nz = {{[0-9]+}}{{$}}
    }
    __syncthreads();
  }
}

// Data decide which bin, and a parameter how many elements there are: each thread counts in a column of its
// own, and adds up a row.
__global__ void columns(int *out, const int *in, int n) {
  __shared__ unsigned char s[64 * 64];
  const int t = threadIdx.x;
  for (int i = t; i < 1024; i += 64)
    ((int *)s)[i] = 0;
  __syncthreads();
  for (int i = t; i < (n < 240 ? n : 240); i += 64)
    s[t + 64 * ((in[i] >> 2) & 63)]++;
  int sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += s[64 * t + i];
  // CHECK: :[[@LINE-1]]:12: warning: data race: {{.*}} load of 's' by thread {{[0-9]+}} and the 8-bit store by thread
  // CHECK: :[[@LINE-2]]:12: note: for example with n = 4{{$}}
  out[t] = sum;
}

// In the other order. With n as large as the block all loads are of elements that were stored, and
// others store them; a larger n leads to some that nothing has stored.
__global__ void reversed(float *y, const float *x, int n) {
  extern __shared__ float d[];
  const int t = threadIdx.x;
  d[t] = x[t];
  y[t] = d[n - 1 - t];
  // CHECK: :[[@LINE-1]]:10: error: data race: {{.*}} load of 'd'
}

// The store is in the other order, of n elements or of those of the block.
__global__ void reversedStore(float *y, const float *x, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  if (t < n)
    s[n - 1 - t] = x[t];
  if (t < n)
    y[t] = s[t];
  // CHECK: :[[@LINE-1]]:12: error: data race: {{.*}} load of 's'
}

void run(float *y, const float *x, int *out, const int *in, int g, int k, int n) {
  shuffleChannels<<<100, 256>>>(y, x, g, k);
  shuffleMany<<<100, 256, 4 * g * k>>>(y, x, g, k);
  window<<<100, 256>>>(out, in, g, k, n);
  merge<<<100, 256>>>(y, x, n);
  rows<<<100, 256>>>(y, x, n);
  columns<<<g, 64>>>(out, in, n);
  planes<<<g, 128>>>(y, x, n, k);
  halvesOfSmall<<<100, 256>>>(y, x, n);
  reversed<<<100, 256, n>>>(y, x, n);
  reversedStore<<<100, 256>>>(y, x, n);
}
