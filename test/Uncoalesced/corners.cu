// RUN: cp %s %t.cu && not %warplint --checks='-*,warplint-uncoalesced-access' --fix %t.cu %stub 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: FileCheck %s --match-full-lines --input-file=%t.cu
// RUN: cp %s %t2.cu && not %warplint --checks='-*,warplint-uncoalesced-access' --fix --assumed-fixes %t2.cu %stub 2>&1 | FileCheck %s --check-prefix=ASSUMED
//
// Transpositions without a tile. What --fix writes is the same for every guard and every
// index in a square block: thread (a, b) does on one side what (b, a) did.

// A warp stores to 32 rows of 32 bytes at least, and loads 4 sectors; 36 -> 8.
static __global__ void stored(float *out, const float *in) {
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    out[x * 1024 + y] = in[y * 1024 + x] + 1;
}
// SAYS: help: --fix copies through a 32 x 33 shared-memory tile: 36 -> 8 sectors per warp for load and store; verified by a second analysis
// CHECK:      static __global__ void stored(float *out, const float *in) {
// CHECK-NEXT:     int x = blockIdx.x * 32 + threadIdx.x;
// CHECK-NEXT:     int y = blockIdx.y * 32 + threadIdx.y;
// CHECK-NEXT:     __shared__ float tile2[32][33];
// CHECK-NEXT:     tile2[threadIdx.y][threadIdx.x] = in[y * 1024 + x] + 1;
// CHECK-NEXT:     __syncthreads();
// CHECK-NEXT:     x = blockIdx.x * 32 + threadIdx.y;
// CHECK-NEXT:     y = blockIdx.y * 32 + threadIdx.x;
// CHECK-NEXT:     out[x * 1024 + y] = tile2[threadIdx.x][threadIdx.y];
// CHECK-NEXT: }

// The load goes down the columns: it is the one that is exchanged. Doubles of 32 rows are
// 32 sectors, along a row 8. No variable that gets another value is const.
static __global__ void loaded(double *out, const double *in, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < n) {
    out[row * 1024 + col] = in[col * 1024 + row];
  }
}
// CHECK:      static __global__ void loaded(double *out, const double *in, int n) {
// CHECK-NEXT:   int col = blockIdx.x * blockDim.x + threadIdx.y, row = blockIdx.y * blockDim.y + threadIdx.x;
// CHECK-NEXT:   __shared__ double tile2[32][33];
// CHECK-NEXT:   if (col < n) {
// CHECK-NEXT:     tile2[threadIdx.x][threadIdx.y] = in[col * 1024 + row];
// CHECK-NEXT:   }
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT:   col = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:   row = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK-NEXT:   if (col < n) {
// CHECK-NEXT:     out[row * 1024 + col] = tile2[threadIdx.y][threadIdx.x];
// CHECK-NEXT:   }
// CHECK-NEXT: }

// Threads that leave come to no barrier: the condition is turned round. Only what the
// store needs is computed anew.
static __global__ void left(float *out, const float *in, int w, int h) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x >= w || y >= h)
    return;
  int from = y * 1024 + x;
  int to = x * 1024 + y;
  out[to] = in[from];
}
// CHECK:      static __global__ void left(float *out, const float *in, int w, int h) {
// CHECK-NEXT:   int x = blockIdx.x * 32 + threadIdx.x;
// CHECK-NEXT:   int y = blockIdx.y * 32 + threadIdx.y;
// CHECK-NEXT:   int from = y * 1024 + x;
// CHECK-NEXT:   int to = x * 1024 + y;
// CHECK-NEXT:   __shared__ float tile2[32][33];
// CHECK-NEXT:   if (!(x >= w || y >= h))
// CHECK-NEXT:     tile2[threadIdx.y][threadIdx.x] = in[from];
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT:   x = blockIdx.x * 32 + threadIdx.y;
// CHECK-NEXT:   y = blockIdx.y * 32 + threadIdx.x;
// CHECK-NEXT:   to = x * 1024 + y;
// CHECK-NEXT:   if (!(x >= w || y >= h))
// CHECK-NEXT:     out[to] = tile2[threadIdx.x][threadIdx.y];
// CHECK-NEXT: }

// Another file may launch it with another block.
__global__ void visible(float *out, const float *in) {
  out[(blockIdx.x * 32 + threadIdx.x) * 1024 + threadIdx.y] = in[threadIdx.y * 1024 + threadIdx.x];
}
// SAYS: help: --fix --assumed-fixes copies through a 32 x 33 {{.*}}; if 'visible' has no launches other than those analyzed
// Whoever has its address may launch it with any block: no tile fits all.
static __global__ void named(float *out, const float *in) {
  out[(blockIdx.x * 32 + threadIdx.x) * 1024 + threadIdx.y] = in[threadIdx.y * 1024 + threadIdx.x];
}
// SAYS-NOT: copies through
// SAYS: note: with block (?,?,?) from a launch through the kernel's address: 32 sectors
// SAYS: fixed 3 kernels
// ASSUMED: fixed 4 kernels
// CHECK:        out[(blockIdx.x * 32 + threadIdx.x) * 1024 + threadIdx.y] = in[threadIdx.y * 1024 + threadIdx.x];

// No edits: blocks of another shape, a loop, an else, a second store, a value that
// changes, a comment that would be lost.
static __global__ void oblong(float *out, const float *in, int tile) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * 1024 + y] = in[y * 1024 + x];
}
static __global__ void steps(float *out, const float *in) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 4; ++i)
    out[x * 1024 + y + 32 * i] = in[y * 1024 + x];
}
static __global__ void otherwise(float *out, const float *in, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (x < n)
    out[x * 1024 + y] = in[y * 1024 + x];
  else
    out[x * 1024 + y] = 0;
}
static __global__ void twice(float *out, float *copy, const float *in) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[x * 1024 + y] = in[y * 1024 + x];
  copy[y * 1024 + x] = in[y * 1024 + x];
}
static __global__ void counted(float *out, const float *in) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[x++ * 1024 + y] = in[y * 1024 + x];
}
static __global__ void remarked(float *out, const float *in) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[x * 1024 + y] = // the column
      in[y * 1024 + x];
}

void launchSomehow(const void *kernel);
void run(float *f, double *d, int n) {
  dim3 grid(32, 32), block(32, 32);
  stored<<<grid, block>>>(f, f);
  loaded<<<grid, block>>>(d, d, n);
  left<<<grid, block>>>(f, f, n, n);
  visible<<<grid, block>>>(f, f);
  named<<<grid, block>>>(f, f);
  launchSomehow((const void *)named);
  oblong<<<grid, dim3(32, 8)>>>(f, f, n);
  steps<<<grid, block>>>(f, f);
  otherwise<<<grid, block>>>(f, f, n);
  twice<<<grid, block>>>(f, f, f);
  counted<<<grid, block>>>(f, f);
  remarked<<<grid, block>>>(f, f);
}
