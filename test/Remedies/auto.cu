// --fix-style=auto, the default: of the edits of fewest wavefronts, the one that
// adds the least arithmetic to loops, then the one that is read fastest.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fix %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu
// RUN: cp %t/fixed.cu %t/again.cu && %warplint --fix %t/again.cu %stub
// RUN: cmp %t/fixed.cu %t/again.cu
// RUN: %without_checks %s > %t/said.cu && %warplint --fix --fix-style=auto %t/said.cu %stub
// RUN: cmp %t/fixed.cu %t/said.cu
//
// A few wavefronts outside of a loop are no reason for arithmetic in it.
// RUN: not %warplint --fix-style=expression %s %stub | FileCheck %s --check-prefix=SMALL
// SMALL: note: cannot fix 'f': XOR swizzle <5,0,5>: it saves less than 10 % of the wavefronts and adds arithmetic to a loop

// XOR and padding cost 64 wavefronts both. Two subscripts are read as fast as a
// longer row, and need no memory.
__global__ void few(const float *in, float *out) {
  __shared__ float a[32][32];
  // CHECK: {{^}}  __shared__ float a[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  a[y][x] = in[y * 32 + x];
  // CHECK: {{^}}  a[y][x ^ y] = in
  __syncthreads();
  out[y * 32 + x] = a[x][y];
}

// Four are not.
__global__ void many(const float *in, float *out) {
  __shared__ float b[32][32];
  // CHECK: {{^}}  __shared__ float b[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  b[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = b[x][y] + b[y][x];
  out[y * 32 + x + 1024] = b[x][31 - y];
}

// In a loop, a longer row costs nothing: by four words, since nvcc reads four of a row at
// once.
__global__ void loop(const float *in, float *out) {
  __shared__ float c[32][32];
  // CHECK: {{^}}  __shared__ float c[32][36];
  int x = threadIdx.x;
  for (int y = 0; y < 32; ++y)
    c[y][x] = in[y * 32 + x];
  __syncthreads();
  for (int y = 0; y < 32; ++y)
    out[y * 32 + x] = c[x][y];
}

// 48 KB are all that may be declared: there is no room for longer rows.
__global__ void full(const float *in, float *out) {
  __shared__ float d[12][32][32];
  // CHECK: {{^}}  __shared__ float d[12][32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int p = 0; p < 12; ++p)
    d[p][y][x] = in[p * 1024 + y * 32 + x];
  // CHECK: {{^}}    d[p][y][x ^ y] = in
  __syncthreads();
  for (int p = 0; p < 12; ++p)
    out[p * 1024 + y * 32 + x] = d[p][x][y];
}

// An index of which a macro makes an address cannot change: the row can.
#define AT(array, r, c) (&array[r][c])
#define OF_E(r, c) *AT(e, r, c)
__global__ void blocked(const float *in, float *out) {
  __shared__ float e[32][32];
  // CHECK: {{^}}  __shared__ float e[32][33];
  OF_E(threadIdx.y, threadIdx.x) = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = e[threadIdx.x][threadIdx.y];
}

// One column of 32 wavefronts, and 500 rows of 1: 532. Without the conflict it
// is 501, 6 % less. A longer row adds nothing to the loop.
__global__ void small(const float *in, float *out) {
  __shared__ float f[32][32];
  // CHECK: {{^}}  __shared__ float f[32][33];
  f[threadIdx.x][0] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 500; ++k)
    sum += f[k % 32][threadIdx.x] * k;
  out[threadIdx.x] = sum;
}

// Rows of a flat array are padded in place, too: of many places it is the one
// that adds nothing.
__global__ void flat(const float *in, float *out) {
  __shared__ float g[32 * 32];
  // CHECK: {{^}}  __shared__ float g[32 * 36];
  int x = threadIdx.x;
  for (int y = 0; y < 32; ++y)
    g[y * 32 + x] = in[y * 32 + x];
  // CHECK: {{^}}    g[y * 36 + x] = in[y * 32 + x];
  __syncthreads();
  for (int y = 0; y < 32; ++y)
    out[y * 32 + x] = g[x * 32 + y];
  // CHECK: {{^}}    out[y * 32 + x] = g[x * 36 + y];
}

// A row that has a name is padded by that name, in the declaration, too.
#define LENGTH 128
__global__ void named(const float *in, float *out) {
  __shared__ float h[16 * LENGTH];
  // CHECK: {{^}}  __shared__ float h[16 * (LENGTH + 4)];
  for (int r = 0; r < 16; ++r)
    h[r * LENGTH + threadIdx.x] = in[r * LENGTH + threadIdx.x];
  // CHECK: {{^}}    h[r * (LENGTH + 4) + threadIdx.x] = in
  __syncthreads();
  for (int c = 0; c < 128; ++c)
    out[threadIdx.x + c * 16] = h[(threadIdx.x % 16) * LENGTH + c] * in[c];
  // CHECK: h[(threadIdx.x % 16) * (LENGTH + 4) + c] * in[c];
}

void run(const float *in, float *out) {
  named<<<1, 128>>>(in, out);
  dim3 block(32, 32);
  few<<<1, block>>>(in, out);
  many<<<1, block>>>(in, out);
  loop<<<1, 32>>>(in, out);
  full<<<1, block>>>(in, out);
  blocked<<<1, block>>>(in, out);
  small<<<1, 32>>>(in, out);
  flat<<<1, 32>>>(in, out);
}
