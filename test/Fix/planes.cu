// RUN: rm -rf %t && mkdir -p %t && cp %s %t/xor.cu && cp %s %t/pad.cu
// RUN: not %warplint --sort=source --fix-style=auto %s %stub | FileCheck %s
// RUN: %warplint --fail-on=never --fix-style=expression --fix %t/xor.cu %stub > /dev/null
// RUN: FileCheck %s --check-prefix=XOR --input-file=%t/xor.cu
// RUN: %warplint --fail-on=never --fix-style=pad --fix %t/pad.cu %stub > /dev/null
// RUN: FileCheck %s --check-prefix=PAD --input-file=%t/pad.cu
//
// A name for a plane of an array: where it is indexed, nothing says which plane it is. A
// swizzle of the columns by the row of the plane needs to know nothing of that, nor do
// longer rows. 32 rows of 32 words begin in one bank: 32 wavefronts for each of 32 columns
// of a plane, and 1 for each row that is stored.

// Each of 4 warps has a plane.
__global__ void byWarp(const float *in, float *out) {
  __shared__ float t[4][32][32];
  // CHECK: :[[@LINE-1]]:20: help: suggested layout: XOR swizzle <5,0,5>, 't[i][j][k ^ j]'
  // CHECK: help: --fix edits
  // PAD: __shared__ float t[4][32][33];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  float(*m)[32] = t[w];
  // PAD: float(*m)[33] = t[w];
  for (int i = 0; i < 32; ++i)
    m[i][l] = in[w * 1024 + i * 32 + l];
  // XOR: m[i][l ^ i] = in[w * 1024 + i * 32 + l];
  __syncthreads();
  for (int i = 0; i < 32; ++i)
    out[w * 1024 + i * 32 + l] = m[l][i];
  // XOR: out[w * 1024 + i * 32 + l] = m[l][i ^ l];
}

// Two arrays whose planes one function gets, as a pointer to rows, and another as a
// reference: 'put' and 'get' change for both.
__device__ void put(float (*m)[32], const float *in) {
  // PAD: __device__ void put(float (*m)[33], const float *in) {
  m[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  // XOR: m[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[threadIdx.y * 32 + threadIdx.x];
}
__device__ float get(const float (&m)[32][32]) {
  // PAD: __device__ float get(const float (&m)[32][33]) {
  return m[threadIdx.x][threadIdx.y];
  // XOR: return m[threadIdx.x][threadIdx.y ^ threadIdx.x];
}
__global__ void stages(const float *in, float *out, int n) {
  __shared__ float a[2][32][32];
  __shared__ float b[2][32][32];
  // CHECK: :[[@LINE-2]]:20: help: suggested layout: {{.*}}; together with 'b'
  // CHECK: :[[@LINE-2]]:20: help: suggested layout: {{.*}}; together with 'a'
  // PAD: __shared__ float a[2][32][33];
  // PAD: __shared__ float b[2][32][33];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    put(a[k & 1], in + k * 2048);
    put(b[k & 1], in + k * 2048 + 1024);
    __syncthreads();
    sum += get(a[k & 1]) * get(b[k & 1]);
  }
  out[threadIdx.y * 32 + threadIdx.x] = sum;
}

// Lanes read a column of all 8 planes of 4 rows: which bank a row begins in has to depend
// on the plane, and 'fill' does not know it. Rows of 33 words are as good.
__device__ void fill(float (*p)[32], const float *in) {
  // PAD: __device__ void fill(float (*p)[33], const float *in) {
  for (int i = 0; i < 4; ++i)
    p[i][threadIdx.x] = in[i * 32 + threadIdx.x];
}
__global__ void across(const float *in, float *out) {
  __shared__ float u[8][4][32];
  // CHECK: :[[@LINE-1]]:20: help: suggested layout: padding of 1 after every 32 elements, 'u[8][4][33]'
  // XOR: __shared__ float u[8][4][32];
  // PAD: __shared__ float u[8][4][33];
  for (int i = 0; i < 8; ++i)
    fill(u[i], in + i * 128);
  __syncthreads();
  out[threadIdx.x] = u[threadIdx.x / 4][threadIdx.x % 4][blockIdx.x];
}

// One call gives 'mixed' a plane, another a whole array: its parameter is no plane of 'v'.
__device__ void mixed(float (*p)[32], const float *in) {
  p[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
}
__global__ void wholeToo(const float *in, float *out) {
  __shared__ float v[2][32][32];
  __shared__ float w[32][32];
  // CHECK: note: cannot fix 'v': this call passes 'mixed' an array other than 'v'
  mixed(v[0], in);
  mixed(v[1], in + 1024);
  mixed(w, in + 2048);
  __syncthreads();
  int x = threadIdx.x, y = threadIdx.y;
  out[y * 32 + x] = v[0][x][y] + v[1][x][y] + w[y][x];
}

void run(const float *in, float *out, int n) {
  byWarp<<<1, 128>>>(in, out);
  stages<<<1, dim3(32, 32)>>>(in, out, n);
  across<<<32, 32>>>(in, out);
  wholeToo<<<1, dim3(32, 32)>>>(in, out);
}
