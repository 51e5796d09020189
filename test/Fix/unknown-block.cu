// Where the block is not known, what a note says to pass has to help.
//
// RUN: not %warplint --fix-style=auto %s %stub | FileCheck %s

// Nothing is found for the block that is assumed: that the kernel makes pointers
// is no reason then, and with a block there is no layout either.
__global__ void scattered(const float *in, float *out, int n) {
  __shared__ float a[61];
  // CHECK: note: found no layout of 'a' that makes its proven accesses cheaper
  const int t = threadIdx.x % 32;
  float *p = &a[(t * t * 7 + t * 3) % 61];
  if (blockIdx.x < n)
    *p = in[t];
  __syncthreads();
  out[threadIdx.x] = *p;
}

// Another launch of the kernel has a known block. Whole warps along x, which are
// assumed otherwise, leave rows of 17.
__global__ void launchedTwice(const float *in, float *out) {
  __shared__ float b[16][17];
  // CHECK: help: suggested layout (assumed): {{.*}}'b{{.*}} wavefronts per block of 16 x 16 x 1 threads
  b[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = b[threadIdx.x][threadIdx.y];
}

// So has one of another instantiation.
template <int Scale>
__global__ void instantiatedTwice(const float *in, float *out) {
  __shared__ float c[16][17];
  // CHECK: help: suggested layout (assumed): {{.*}}'c{{.*}} wavefronts per block of 16 x 16 x 1 threads
  c[threadIdx.y][threadIdx.x] = Scale * in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = c[threadIdx.x][threadIdx.y];
}

// Meant for blocks of 96 threads: with any power of two the index leaves the array,
// and there is no other launch. The note says what was tried.
__global__ void blocksOf96(const float *in, float *out) {
  __shared__ float d[128];
  const int at = threadIdx.x % 8 * 16 + blockDim.x % 96 * 16;
  d[at] = in[threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{.*}}: note: cannot suggest a layout for 'd': the block shape is unknown, and accesses leave the array in every block tried; pass --block=blocksOf96:XxYxZ
  __syncthreads();
  out[threadIdx.x] = d[at];
}

// Memory of unknown size sets no limit, but with more than 128 threads the first
// half would reach into the second.
__global__ void halves(const float *in, float *out) {
  extern __shared__ float e[];
  // CHECK: help: suggested layout (assumed): {{.*}} wavefronts per block of 128 x 1 x 1 threads
  float *second = e + 1024;
  e[threadIdx.x * 8] = in[threadIdx.x];
  second[threadIdx.x * 8] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = e[threadIdx.x * 8] + second[threadIdx.x * 8];
}

// With more than 4 warps, stores of one would meet those of another.
__global__ void filledByRows(const float *in, float *out) {
  extern __shared__ float f[];
  // CHECK: help: suggested layout (assumed): {{.*}} wavefronts per block of 32 x 4 x 1 threads
  for (int i = 0; i < 8; ++i)
    f[(i * 4 + threadIdx.y) * 32 + threadIdx.x] = in[i];
  __syncthreads();
  for (int i = 0; i < 8; ++i)
    out[threadIdx.x + i] = f[threadIdx.x * 32 + i * 4 + threadIdx.y];
}

void run(const float *in, float *out, dim3 block) {
  launchedTwice<<<1, dim3(16, 16)>>>(in, out);
  launchedTwice<<<1, block>>>(in, out);
  instantiatedTwice<1><<<1, dim3(16, 16)>>>(in, out);
  instantiatedTwice<2><<<1, block>>>(in, out);
}
