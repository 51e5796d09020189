// Pointers into one array, each made of the one before.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %without_checks %s > %t/fixed.cu && %warplint --fail-on=never --fix --fix-style=expression %t/fixed.cu %stub
// RUN: FileCheck %s --input-file=%t/fixed.cu
// RUN: %without_checks %s > %t/padded.cu && %warplint --fail-on=never --fix --fix-style=pad %t/padded.cu %stub
// RUN: FileCheck %s --check-prefix=PAD --input-file=%t/padded.cu
// RUN: %warplint --fail-on=never --fix-dry-run --fix-style=expression %t/fixed.cu %stub | count 0

// A column is read of 32 rows that begin in one bank. The layout begins anew behind each
// tile of both instances.
template <int Rows> __global__ void tiles(const float *in, float *out) {
  __shared__ float s[3 * Rows * 32];
  float *as = s;
  float *bs = as + Rows * 32;
  float *cs = bs + Rows * 32;
  // CHECK: float *bs = as + Rows * 32;
  // CHECK-NEXT: float *cs = bs + Rows * 32;
  // PAD: __shared__ float s[3 * Rows * 33];
  // PAD-NEXT: float *as = s;
  // PAD-NEXT: float *bs = as + Rows * 33;
  // PAD-NEXT: float *cs = bs + Rows * 33;
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < Rows; i += 32) {
    as[(y + i) * 32 + x] = in[y * 32 + x];
    bs[(y + i) * 32 + x] = in[y * 32 + x + 1024];
    cs[(y + i) * 32 + x] = in[y * 32 + x + 2048];
    // CHECK: cs[(y + i) * 32 + (x ^ ((y + i) & 31))] = in
    // PAD: cs[(y + i) * 33 + x] = in
  }
  __syncthreads();
  out[y * 32 + x] = as[x * 32 + y] + bs[x * 32 + y] + cs[x * 32 + y];
  // CHECK: bs[x * 32 + (y ^ (x & 31))] + cs[x * 32 + (y ^ (x & 31))];
}

// The one in the middle stays as well, though nothing but the last one needs it.
__global__ void between(const float *in, float *out) {
  __shared__ float u[3072];
  // PAD: float u[3168];
  float *first = u, *middle = first + 1024;
  float *last = middle + 1024;
  // CHECK: float *first = u, *middle = first + 1024;
  // CHECK-NEXT: float *last = middle + 1024;
  // PAD: float *first = u, *middle = first + 1056;
  // PAD-NEXT: float *last = middle + 1056;
  int x = threadIdx.x, y = threadIdx.y;
  first[y * 32 + x] = in[y * 32 + x];
  last[y * 32 + x] = in[y * 32 + x + 1024];
  // CHECK: last[y * 32 + (x ^ (y & 31))] = in
  // PAD: last[y * 33 + x] = in
  __syncthreads();
  out[y * 32 + x] = first[x * 32 + y] + last[x * 32 + y];
}

// 16 rows on, the XOR is another. The next pointer is made of that one: both go, though
// the layout begins anew where it points to.
__global__ void halfway(const float *in, float *out) {
  __shared__ float v[2048];
  float *half = v + 512;
  float *next = half + 512;
  // CHECK-NOT: *half =
  // CHECK-NOT: *next =
  int x = threadIdx.x, y = threadIdx.y;
  v[y * 32 + x] = in[y * 32 + x];
  next[y * 32 + x] = in[y * 32 + x + 1024];
  __syncthreads();
  out[y * 32 + x] = v[x * 32 + y] + next[x * 32 + y] + half[y * 16 + x % 16];
  // CHECK: = v[vIndex(x * 32 + y)] + v[vIndex({{.*}}512{{.*}})] + v[vIndex(512 + (y * 16 + x % 16))];
}

void run(const float *in, float *out) {
  dim3 block(32, 32);
  tiles<32><<<1, block>>>(in, out);
  tiles<64><<<1, block>>>(in, out);
  between<<<1, block>>>(in, out);
  halfway<<<1, block>>>(in, out);
}
