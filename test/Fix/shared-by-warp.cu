// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/fixed.cu
// RUN: not %warplint --fix %t/fixed.cu %stub
// RUN: FileCheck --input-file=%t/fixed.cu %s
//
// A column that is one for the whole warp, whatever names it: its requests cannot
// be listed, and a few of its values stand for all. By hand, for 32 x 32 threads:
// the store of rows costs 32 wavefronts, the load of a column 32 a warp, 1024; with
// the swizzle or an odd row the load costs 1 a warp, for every column.

__global__ void parameter(const float *in, float *out, int col) {
  // CHECK: Column c of row r of a lies at c ^ r. Bank conflicts: about 1056 -> 64 wavefronts per block.
  __shared__ float a[32][32];
  a[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = a[threadIdx.x][col];
  // CHECK: out[threadIdx.y * 32 + threadIdx.x] = a[threadIdx.x][col ^ threadIdx.x];
}

// A loop goes on while all lanes are in the array: they go on together.
__global__ void loop(const float *in, float *out, int n) {
  __shared__ float b[32][32];
  float v = 0;
  b[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  for (int j = 0; j < n; ++j)
    v += b[threadIdx.x][j];
  // CHECK: v += b[threadIdx.x][j ^ threadIdx.x];
  out[threadIdx.y * 32 + threadIdx.x] = v;
}

__global__ void block(const float *in, float *out) {
  __shared__ float c[32][32];
  c[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = c[threadIdx.x][blockIdx.x];
  // CHECK: = c[threadIdx.x][blockIdx.x ^ threadIdx.x];
}

struct Where {
  int column;
};
__global__ void member(const float *in, float *out, Where where) {
  __shared__ float d[32][32];
  d[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = d[threadIdx.x][where.column];
  // CHECK: = d[threadIdx.x][where.column ^ threadIdx.x];
}

// Not a shift: the distance of the lanes is a multiple of it, and no layout is the
// best for all pitches.
__global__ void pitch(const float *in, float *out, int n) {
  __shared__ float e[1024];
  e[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = e[threadIdx.x * n];
  // CHECK: = e[threadIdx.x * n];
}

// A trip count above what is stepped through: the loop only repeats.
__global__ void steps(const float4 *in, float4 *out, int n) {
  __shared__ float f[8][128];
  const int t = threadIdx.x + 16 * threadIdx.y;
  float4 v = make_float4(0, 0, 0, 0);
  for (int step = 0; step < n; ++step) {
    *(float4 *)&f[t / 32][t % 32 * 4] = in[step * 256 + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      float4 l = *(float4 *)&f[k][threadIdx.x * 8];
      // CHECK: float4 l = *(float4 *)&f[k][fColumn(threadIdx.x * 8)];
      float4 r = *(float4 *)&f[k][threadIdx.x * 8 + 4];
      v.x += l.x * r.x;
      v.y += l.y * r.y;
    }
    __syncthreads();
  }
  out[t] = v;
}

void host(const float *in, float *out, int n, Where w) {
  parameter<<<1, dim3(32, 32)>>>(in, out, n);
  loop<<<1, dim3(32, 32)>>>(in, out, n);
  block<<<32, dim3(32, 32)>>>(in, out);
  member<<<1, dim3(32, 32)>>>(in, out, w);
  pitch<<<1, dim3(32, 32)>>>(in, out, n);
  steps<<<1, dim3(16, 16)>>>((const float4 *)in, (float4 *)out, 65);
}
