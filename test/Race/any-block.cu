// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub > %t
// RUN: FileCheck %s < %t
// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --stats %s %stub | FileCheck %s --check-prefix=STATS
//
// Of the race-free kernels 'notLaunched' and 'tile' are so under an assumption: the total says that.
// STATS: race-free (2 with an assumption),
//
// Blocks whose number of threads is not known. The largest one has all threads of the others, so
// that what is proven of it, with an unknown blockDim, holds for all.

// CHECK: "races": [

// Right: own elements up to the barrier.
// CHECK: "kernel": "first",
// CHECK-NEXT: "verdict": "race-free",
// CHECK-NEXT: "reason": null
__global__ void first(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[0];
}

// Race: with 2 threads the neighbor may read first.
// CHECK: "kernel": "neighbor",
// CHECK-NEXT: "verdict": "race"
__global__ void neighbor(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[t ^ 1];
}

// Right: t + k * blockDim.x is another place for each t and k.
// CHECK: "kernel": "strided",
// CHECK-NEXT: "verdict": "race-free"
__global__ void strided(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}

// Right: the same thread reads what it has written, two blocks' lengths at a time.
// CHECK: "kernel": "ownStrided",
// CHECK-NEXT: "verdict": "race-free"
__global__ void ownStrided(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += 2 * blockDim.x)
    s[i] = in[i];
  for (int i = threadIdx.x; i < n; i += 2 * blockDim.x)
    out[i] = s[i];
}

// Right: rows m and q of the block's length.
// CHECK: "kernel": "rowsOfBlock",
// CHECK-NEXT: "verdict": "race-free"
__global__ void rowsOfBlock(int *out, int m, int q) {
  extern __shared__ int s[];
  s[m * blockDim.x + threadIdx.x] = 1;
  out[threadIdx.x] = s[q * blockDim.x + threadIdx.x];
}

// Race: thread 0 of the next turn has the place behind the last thread's.
// CHECK: "kernel": "oneFurther",
// CHECK-NEXT: "verdict": "race"
__global__ void oneFurther(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    s[i] = in[i];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = s[i + 1];
}

// Race: half a block further on is another thread.
// CHECK: "kernel": "halfBlock",
// CHECK-NEXT: "verdict": "unproven"
__global__ void halfBlock(const int *in, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x / 2)
    s[i] = in[i];
}

// Race: thread blockDim.x / 2 begins where thread 0 goes on.
// CHECK: "kernel": "twoEach",
// CHECK-NEXT: "verdict": "race"
__global__ void twoEach(const int *in, int n) {
  extern __shared__ int s[];
  for (int i = 0; i < n; ++i)
    s[2 * threadIdx.x + i * blockDim.x] = in[i];
}

// Race: pairs of ints one int apart.
// CHECK: "kernel": "pairs",
// CHECK-NEXT: "verdict": "race"
__global__ void pairs(const long long *in, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    *(long long *)&s[i] = in[i];
}

// Right: who writes has t < d, and what is read lies d further on.
// CHECK: "kernel": "tree",
// CHECK-NEXT: "verdict": "race-free"
__global__ void tree(float *out, const float *in) {
  extern __shared__ float f[];
  unsigned t = threadIdx.x;
  f[t] = in[t];
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t < d)
      f[t] += f[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[0] = f[0];
}

// Race: nothing ends an iteration.
// CHECK: "kernel": "treeWithoutBarrier",
// CHECK-NEXT: "verdict": "race"
__global__ void treeWithoutBarrier(float *out, const float *in) {
  extern __shared__ float f[];
  unsigned t = threadIdx.x;
  f[t] = in[t];
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1)
    if (t < d)
      f[t] += f[t + d];
  if (t == 0)
    out[0] = f[0];
}

// Race: thread d writes what thread 0 reads.
// CHECK: "kernel": "treeTooFar",
// CHECK-NEXT: "verdict": "race"
__global__ void treeTooFar(float *out, const float *in) {
  extern __shared__ float f[];
  unsigned t = threadIdx.x;
  f[t] = in[t];
  __syncthreads();
  for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
    if (t <= d)
      f[t] += f[t + d];
    __syncthreads();
  }
  if (t == 0)
    out[0] = f[0];
}

// Race: all threads read what those below d write.
// CHECK: "kernel": "readByAll",
// CHECK-NEXT: "verdict": "unproven"
__global__ void readByAll(float *out, int d) {
  extern __shared__ float f[];
  int t = threadIdx.x;
  if (t < 2 * d)
    f[t] = t;
  out[t] = f[t + d];
}

// Right: below n and from n on.
// CHECK: "kernel": "belowAndAbove",
// CHECK-NEXT: "verdict": "race-free"
__global__ void belowAndAbove(int *out, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  if (t < n)
    s[t] = t;
  out[t] = s[t + n];
}

// Race where n is -5: as a number without sign it is above all of threadIdx.x.
// CHECK: "kernel": "negative",
// CHECK-NEXT: "verdict": "unproven"
__global__ void negative(int *out, int n) {
  extern __shared__ int s[];
  if (threadIdx.x < n)
    s[threadIdx.x] = 1;
  out[threadIdx.x] = s[(int)threadIdx.x + 100 + n];
}

// Race in blocks of up to 64 threads: no barrier.
// CHECK: "kernel": "largeBlocks",
// CHECK-NEXT: "verdict": "unproven"
__global__ void largeBlocks(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  if (blockDim.x > 64)
    __syncthreads();
  out[t] = s[t ^ 1];
}

// Race in blocks of fewer threads than 64: barrier 1 waits for 64.
// CHECK: "kernel": "counted",
// CHECK-NEXT: "verdict": "unproven"
__global__ void counted(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  asm volatile("bar.sync 1, 1024;" ::: "memory");
  out[t] = s[t ^ 1];
}

// Right: as many rows as the block has.
// CHECK: "kernel": "rows",
// CHECK-NEXT: "verdict": "race-free",
// CHECK-NEXT: "reason": null
__global__ void rows(int *out) {
  __shared__ int s[32][32];
  s[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}

// Race: each row writes the same words.
// CHECK: "kernel": "sameRow",
// CHECK-NEXT: "verdict": "race"
__global__ void sameRow(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.y];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// Right in blocks of one row, which nobody says that they are.
// CHECK: "kernel": "notLaunched",
// CHECK-NEXT: "verdict": "race-free",
// CHECK-NEXT: "reason": "assuming blocks of one row of threads (x,1,1)"
__global__ void notLaunched(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[0];
}

// Rows and columns, neither of which is known: of 33 x 1 threads two meet, so that the verdict names blocks
// of at most 32 columns.
// CHECK: "kernel": "tile",
// CHECK-NEXT: "verdict": "race-free",
// CHECK-NEXT: "reason": "in blocks of (16,16,1), (32,8,1), (32,32,1); the block shape is unknown"
__global__ void tile(int *out) {
  __shared__ int s[1024];
  s[32 * threadIdx.y + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.y];
}

void run(int *p, float *f, long long *l, int n) {
  first<<<1, n>>>(p, p);
  neighbor<<<1, n>>>(p, p);
  strided<<<1, n>>>(p, p, n);
  ownStrided<<<1, n>>>(p, p, n);
  rowsOfBlock<<<1, n>>>(p, n, 2 * n);
  oneFurther<<<1, n>>>(p, p, n);
  halfBlock<<<1, n>>>(p, n);
  twoEach<<<1, n>>>(p, n);
  pairs<<<1, n>>>(l, n);
  tree<<<1, n>>>(f, f);
  treeWithoutBarrier<<<1, n>>>(f, f);
  treeTooFar<<<1, n>>>(f, f);
  readByAll<<<1, n>>>(f, n);
  belowAndAbove<<<1, n>>>(p, n);
  negative<<<1, n>>>(p, n);
  largeBlocks<<<1, n>>>(p, p);
  counted<<<1, n>>>(p, p);
  rows<<<1, dim3(32, n)>>>(p);
  sameRow<<<1, dim3(32, n)>>>(p);
  tile<<<1, dim3(n, n)>>>(p);
}
