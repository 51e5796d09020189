// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never %s %stub | %check %s --allow-empty
//
// Parameters decide where threads access, and what their caller knows of them keeps threads apart. Some
// values of them would be a race, and others, as large as the block, are none.
//
// CHECK-NOT: data race

// n is as large as the block.
__global__ void halves(float *y, const float *x, int n) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  d[t] = x[t];
  y[t] = d[n + t];
}

// The second part begins behind the first one.
__global__ void parts(float *y, const float *x, int n, int m) {
  extern __shared__ float d[];
  float *a = d, *b = d + n;
  int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) a[i] = x[i];
  for (int i = t; i < m; i += blockDim.x) y[i] = b[m - 1 - i];
}

// Rows of n elements, of which m or fewer are used.
__global__ void ownRow(float *y, const float *x, int n, int m, int k) {
  __shared__ float d[4096];
  int t = threadIdx.x;
  d[t * n] = x[t];
  y[t] = d[t * n + (t * k) % m];
}

// The same, one after the other.
__global__ void ownRowLoop(float *y, const float *x, int n, int m) {
  __shared__ float d[4096];
  int t = threadIdx.x;
  for (int k = 0; k < m; ++k) d[t * n + k] = x[t+k];
  for (int k = 0; k < m; ++k) y[t + k] = d[t * n + m - 1 - k];
}

// Rows of warps: n is 32 or more.
__global__ void warpRow(float *y, const float *x, int n) {
  extern __shared__ float d[];
  int t = threadIdx.x, w = t / 32, l = t % 32;
  d[w * n + l] = x[t];
  __syncwarp();
  y[t] = d[w * n + 31 - l];
}

// Structures of n elements: two of them.
__global__ void field(float *y, const float *x, int n) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  d[t * n] = x[t];
  y[t] = d[t * n + 1];
}

// n is m.
__global__ void pitches(float *y, const float *x, int n, int m) {
  __shared__ float d[1024];
  int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  d[ty * n + tx] = x[threadIdx.x];
  y[threadIdx.x] = d[ty * m + tx];
}

// Buffers of n elements, as many as threads or more.
__global__ void doubleBuffer(float *y, const float *x, int n, int rounds) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  float sum = 0;
  d[t] = x[t];
  for (int k = 0; k < rounds; ++k) {
    __syncthreads();
    sum += d[(k & 1) * n + (t ^ 1)];
    d[((k + 1) & 1) * n + t] = x[k * n + t];
  }
  y[t] = sum;
}

// n is 256: other buffers overlap.
__global__ void doubleBufferStatic(float *y, const float *x, int n, int rounds, int w, int h) {
  __shared__ float d[512];
  int t = threadIdx.x;
  float sum = 0;
  if (t < w * h) d[t] = x[t];
  for (int k = 0; k < rounds; ++k) {
    __syncthreads();
    if (t < w * h) {
      sum += d[(k & 1) * n + (t % w) * h + t / w];
      d[((k + 1) & 1) * n + t] = x[k * n + t];
    }
  }
  y[t] = sum;
}

// n is the width of the block.
__global__ void pitch2d(float *y, const float *x, int n) {
  __shared__ float d[24 * 32];
  d[threadIdx.y * n + threadIdx.x] = x[threadIdx.x];
  y[threadIdx.x] = d[threadIdx.y * blockDim.x + threadIdx.x];
}

// n is 24.
__global__ void pitch2dOf2(float *y, const float *x, int n, int m) {
  __shared__ float d[24 * 32];
  if (threadIdx.x < m)
    d[threadIdx.y * n + threadIdx.x] = x[threadIdx.x];
  if (threadIdx.x < m)
    y[threadIdx.x] = d[threadIdx.y * 24 + threadIdx.x];
}

// Those that read do so behind what is written: m is n or more.
__global__ void roles(float *y, const float *x, int n, int m) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  if (t < n) d[t] = x[t];
  else y[t] = d[m + t - n];
}

// n is 256: no thread reads it.
__global__ void sentinel(float *y, const float *x, int n) {
  __shared__ float d[257];
  int t = threadIdx.x;
  if (t == 0) d[n] = 1;
  y[t] = d[t];
}

// The second room begins at p * q.
__global__ void tiles3(float *y, const float *x, int p, int q, int r) {
  __shared__ float d[1024];
  int t = threadIdx.x;
  if (t < p * q) d[t] = x[t];
  if (t < r) y[t] = d[p * q + t];
}

// Two rooms, at a and at b.
__global__ void offsets4(float *y, const float *x, int a, int b, int p, int q) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  if (t < p) d[a + t] = x[t];
  if (t < q) y[t] = d[b + q - 1 - t];
}

// A room of p elements for each warp.
__global__ void warpTiles(float *y, const float *x, int p, int q) {
  extern __shared__ float d[];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  float *mine = d + w * p;
  for (int i = l; i < q; i += 32) mine[i] = x[i];
  __syncwarp();
  for (int i = l; i < q; i += 32) y[i] = mine[q - 1 - i];
}

// In it a matrix is transposed, by one warp.
__global__ void warpTilesMatrix(float *y, const float *x, int p, int q, int r) {
  extern __shared__ float d[];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  float *mine = d + w * p;
  for (int i = l; i < q * r; i += 32) mine[i] = x[i];
  __syncwarp();
  for (int i = l; i < q * r; i += 32) y[i] = mine[i % q * r + i / q];
}

// A row for each thread.
__global__ void earlyRow(float *y, const float *x, int n, int m) {
  extern __shared__ float d[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  d[threadIdx.x * m] = x[i];
  for (int k = 1; k < m; ++k) d[threadIdx.x * m + k] = d[threadIdx.x * m + k - 1] + x[i * m + k];
  y[i] = d[threadIdx.x * m + m - 1];
}

// The barrier of each step is there: all is ordered.
__global__ void steps(float *y, const float *x, int s) {
  __shared__ float d[512];
  int t = threadIdx.x;
  d[t] = x[t]; d[t + 256] = x[t + 256];
  for (; s > 0; s >>= 1) {
    __syncthreads();
    unsigned pos = 2 * t - (t & (s - 1));
    float a = d[pos], b = d[pos + s];
    if (a > b) { d[pos] = b; d[pos + s] = a; }
  }
  __syncthreads();
  y[t] = d[t]; y[t + 256] = d[t + 256];
}

// Counts, and behind them, from n on, something else: all bins are below n.
__global__ void countsAndMore(float *y, const int *bins, int n) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  d[bins[t]] += 1;
  y[t] = d[n + t];
}

// The same of 64 bins: n is 64 or more.
__global__ void fewCountsAndMore(float *y, const int *bins, int n) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  d[bins[t] & 63] += 1;
  y[t] = d[n + t];
}

// n is as large as the block: with any smaller n the last threads load what nothing has stored.
__global__ void shifted(float *y, const float *x, int n) {
  __shared__ float d[4096];
  int t = threadIdx.x;
  d[t] = x[t];
  y[t] = d[t + n];
}

// In the other order, but in the part behind n, which is written as well.
__global__ void reversedPart(float *y, const float *x, int n) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  d[t] = x[t];
  d[2 * n - 1 - t] = 0;
  y[t] = d[2 * n - 1 - t];
}

void run(float *y, const float *x, int g, int k, int n) {
  halves<<<100, 256, n>>>(y, x, g);
  parts<<<100, 256, n>>>(y, x, g, k);
  ownRow<<<100, 128>>>(y, x, g, k, n);
  ownRowLoop<<<100, 128>>>(y, x, g, k);
  warpRow<<<100, 128, n>>>(y, x, g);
  field<<<100, 128, n>>>(y, x, g);
  pitches<<<100, 256>>>(y, x, g, k);
  doubleBuffer<<<100, 256, 4*g>>>(y, x, g, k);
  doubleBufferStatic<<<100, 256>>>(y, x, g, k, n, n);
  pitch2d<<<100, dim3(24, 8)>>>(y, x, g);
  pitch2dOf2<<<100, dim3(24, 8)>>>(y, x, g, k);
  roles<<<100, 256, n>>>(y, x, g, k);
  sentinel<<<100, 256>>>(y, x, g);
  tiles3<<<100, 256>>>(y, x, g, k, n);
  offsets4<<<100, 256, n>>>(y, x, g, k, n, n);
  warpTiles<<<100, 128, n>>>(y, x, g, k);
  warpTilesMatrix<<<100, 128, n>>>(y, x, g, k, n);
  earlyRow<<<100, 128, n>>>(y, x, g, k);
  steps<<<100, 256>>>(y, x, g);
  countsAndMore<<<100, 256, n>>>(y, (const int *)x, g);
  fewCountsAndMore<<<100, 256, n>>>(y, (const int *)x, g);
  shifted<<<100, 256>>>(y, x, g);
  reversedPart<<<100, 256, n>>>(y, x, g);
}
