// Where something about the run is not known, the figures say "about", and a fix
// is made all the same: it does not rest on them.
//
// RUN: rm -rf %t && mkdir %t && %without_checks %s > %t/fixed.cu
// RUN: not %warplint --fix --fix-style=expression %t/fixed.cu %stub | FileCheck %s
// RUN: FileCheck %s --check-prefix=FIXED --input-file=%t/fixed.cu

// The guard of the edge of a matrix counts as open.
__global__ void edges(const float *in, float *out, int n) {
  __shared__ float a[32][32];
  // CHECK: help: suggested layout: XOR swizzle <5,0,5>, 'a[row][col ^ row]': about 1056 -> 64 wavefronts per block
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < n && y < n)
    a[threadIdx.y][threadIdx.x] = in[y * n + x];
  // FIXED: a[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[y * n + x];
  __syncthreads();
  if (x < n && y < n)
    out[y * n + x] = a[threadIdx.x][threadIdx.y];
  // FIXED: out[y * n + x] = a[threadIdx.x][threadIdx.y ^ threadIdx.x];
}

// A loop of unknown length counts as 16 rounds: 16 * (32 + 32 * 32).
__global__ void rounds(const float *in, float *out, int n) {
  __shared__ float b[32][32];
  // CHECK: help: suggested layout: XOR swizzle <5,0,5>, 'b[row][col ^ row]': about 16896 -> 1024 wavefronts per block
  for (int k = 0; k < n; ++k) {
    b[threadIdx.y][threadIdx.x] = in[k * 1024 + threadIdx.y * 32 + threadIdx.x];
    // FIXED: b[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[
    __syncthreads();
    out[k * 1024 + threadIdx.y * 32 + threadIdx.x] = b[threadIdx.x][threadIdx.y];
    __syncthreads();
  }
}

// An access whose index is data goes where the others go, and is not among the
// figures: nothing is claimed of a bound.
__global__ void partly(const int *in, float *out) {
  __shared__ float c[32][32];
  // CHECK: help: suggested layout: XOR swizzle <5,0,5>, 'c[row][col ^ row]': about 1024 -> 32 wavefronts per block (no extra memory)
  c[in[threadIdx.x] & 31][threadIdx.y] = 0;
  // FIXED: c[in[threadIdx.x] & 31][threadIdx.y ^ (in[threadIdx.x] & 31)] = 0;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = c[threadIdx.x][threadIdx.y];
  // FIXED: = c[threadIdx.x][threadIdx.y ^ threadIdx.x];
}

// Without a launch, the figures are those of the largest block that keeps to the
// array: here every index is taken modulo 32, and 1024 threads are as many as
// there may be. A column takes 32 wavefronts, in each of 32 warps, twice.
__global__ void shapeless(const float *in, float *out) {
  __shared__ float d[32][32];
  // CHECK: help: suggested layout (assumed): XOR swizzle <5,0,5>, 'd[row][col ^ row]': 2048 -> 64 wavefronts per block of 1024 x 1 x 1 threads (no extra memory)
  d[threadIdx.x % 32][0] = in[threadIdx.x];
  // FIXED: d[threadIdx.x % 32][threadIdx.x % 32] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = d[threadIdx.x % 32][0];
}

// What a pointer reaches is known for blocks that are known.
__global__ void shapelessPointer(const float *in, float *out) {
  __shared__ float e[32][32];
  float *column = &e[threadIdx.x % 32][0];
  // CHECK: note: cannot fix 'e': the kernel computes pointers into it, and the block shape is unknown; pass --block=shapelessPointer:XxYxZ
  column[0] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = column[0];
}

void run(const float *in, float *out, int n) {
  edges<<<dim3(4, 4), dim3(32, 32)>>>(in, out, n);
  rounds<<<1, dim3(32, 32)>>>(in, out, n);
  partly<<<1, dim3(32, 32)>>>((const int *)in, out);
}
