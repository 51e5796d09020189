// RUN: not %warplint --checks='-*,warplint-shared-race,warplint-divergent-barrier' --format=json %s %stub | %races | FileCheck %s
//
// What the programming model says of kernels that compute-sanitizer was run on, on an H200:
// the verdict stands in front of each. What racecheck says differs where the comment tells so.

__global__ void otherWarp(int *out) { // CHECK: "otherWarp": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[(t + 32) % 128];
}

__global__ void fenceInstead(int *out) { // CHECK: "fenceInstead": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_membar_cta();
  out[t] = s[127 - t];
}

__global__ void endOfBody(int *out, const int *in, int n) { // CHECK: "endOfBody": "race"
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < n; ++k) {
    s[t] = in[k * 128 + t];
    __syncthreads();
    sum += s[127 - t];
  }
  out[t] = sum;
}

__global__ void scanInPlace(int *out) { // CHECK: "scanInPlace": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    if (t >= d)
      s[t] += s[t - d];
    __syncthreads();
  }
  out[t] = s[t];
}

__global__ void overlappingHalves(int *out) { // CHECK: "overlappingHalves": "race"
  extern __shared__ int all[];
  int *low = all, *high = all + 64;
  int t = threadIdx.x;
  low[t] = t;
  high[t] = 2 * t;
  __syncthreads();
  out[t] = low[t];
}

__global__ void sameWarp(int *out) { // CHECK: "sameWarp": "race"
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[t ^ 1];
}

__global__ void volatileLockStep(int *out) { // CHECK: "volatileLockStep": "race"
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
  }
  __syncthreads();
  out[t] = s[0];
}

// A tile of 16 lanes waits, a lane of the other tile is read.
__global__ void otherTile(int *out) { // CHECK: "otherTile": "race"
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_bar_warp_sync(t < 16 ? 0xffff : 0xffff0000);
  out[t] = s[(t + 16) % 32];
}

__global__ void ownTile(int *out) { // CHECK: "ownTile": "race-free"
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  __nvvm_bar_warp_sync(t < 16 ? 0xffff : 0xffff0000);
  out[t] = s[t ^ 1];
}

__global__ void shuffleInstead(int *out) { // CHECK: "shuffleInstead": "race"
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  int v = __shfl_xor_sync(~0u, t, 1);
  out[t] = s[t ^ 1] + v;
}

// One value, written by all: harmless, and no proof.
// CHECK: "oneValue": "unproven", "several threads execute the store at line [[#@LINE+3]], all with the same value"
__global__ void oneValue(int *out) {
  __shared__ int s;
  s = 5;
  __syncthreads();
  out[threadIdx.x] = s;
}

// racecheck: nothing.
__global__ void atomicsAndLoad(int *out) { // CHECK: "atomicsAndLoad": "race"
  __shared__ int n;
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  atomicAdd(&n, 1);
  if (threadIdx.x == 64)
    out[0] = n;
}

// racecheck: nothing. The producers write again while consumers may read.
__global__ void writesBehindArrive(int *out) { // CHECK: "writesBehindArrive": "race"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
    s[t] = 0;
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t] = s[127 - t];
  }
}

// racecheck: the pair inside of a warp alone.
__global__ void wideAndNarrow(int *out) { // CHECK: "wideAndNarrow": "race"
  __shared__ int4 s[64];
  int t = threadIdx.x;
  s[t] = make_int4(t, t, t, t);
  if (t == 5)
    ((int *)s)[4 * 40 + 2] = 1;
  __syncthreads();
  out[t] = s[t].x;
}

__global__ void copyBeforeWait(int *out, const int *in) { // CHECK: "copyBeforeWait": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&s[t]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(in + t));
  asm volatile("cp.async.commit_group;");
  out[t] = s[t];
  asm volatile("cp.async.wait_all;");
}

__global__ void copyWithoutBarrier(int *out, const int *in) { // CHECK: "copyWithoutBarrier": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&s[t]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(in + t));
  asm volatile("cp.async.wait_all;");
  out[t] = s[127 - t];
}

__global__ void copyAndBarrier(int *out, const int *in) { // CHECK: "copyAndBarrier": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  unsigned at = (unsigned)__cvta_generic_to_shared(&s[t]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(in + t));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;");
  __syncthreads();
  out[t] = s[127 - t];
}

// Producers arrive, consumers wait.
__global__ void namedBarriers(int *out) { // CHECK: "namedBarriers": "race-free"
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = t;
    asm volatile("bar.arrive 1, 128;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 128;" ::: "memory");
    out[t] = s[127 - t];
  }
}

__global__ void namedOfAll(int *out) { // CHECK: "namedOfAll": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  asm volatile("bar.sync 1, 128;" ::: "memory");
  out[t] = s[127 - t];
}

// Each half waits for itself, and reads what the other one has stored.
__global__ void namedOfSome(int *out) { // CHECK: "namedOfSome": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory");
  out[t] = s[127 - t];
}

__global__ void doubleBuffer(int *out, const int *in, int n) { // CHECK: "doubleBuffer": "race-free"
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < n; ++k) {
    s[k % 2][t] = in[k * 128 + t];
    __syncthreads();
    sum += s[k % 2][127 - t];
  }
  out[t] = sum;
}

__global__ void ownElement(int *out) { // CHECK: "ownElement": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[t];
}

__global__ void ownByte(char *out) { // CHECK: "ownByte": "race-free"
  __shared__ char s[128];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[t];
}

// Right: no two threads get one slot.
// CHECK: "slots": "race-free"
__global__ void slots(int *out, const int *in) {
  __shared__ int n, s[128];
  if (threadIdx.x == 0)
    n = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0)
    s[atomicAdd(&n, 1)] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// A race for some data; others, as a permutation, are none.
// CHECK: "indicesOfData": "unproven", "the index of the store at line [[#@LINE+3]] is unknown"
__global__ void indicesOfData(int *out, const int *in) {
  __shared__ int s[128];
  s[in[threadIdx.x]] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// Right since cc 7.0.
__global__ void earlyReturn(int *out) { // CHECK: "earlyReturn": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t >= 100)
    return;
  s[t] = t;
  __syncthreads();
  out[t] = s[99 - t];
}

__global__ void leavesEarlier(int *out) { // CHECK: "leavesEarlier": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    if (t < 32 && k == 5)
      return;
    s[t] = k;
    __syncthreads();
    out[t] += s[t ^ 1];
    __syncthreads();
  }
}


// CHECK: divergent barrier: threads 100 to 127 do not arrive
__global__ void someWait(int *out) {
  if (threadIdx.x < 100)
    __syncthreads();
  out[threadIdx.x] = 1;
}

// CHECK: divergent barrier: threads 0 to 63 do not arrive
__global__ void armsOfWarps(int *out) {
  int t = threadIdx.x;
  if (t < 64) {
    out[t] = 1;
    __syncthreads();
  } else {
    out[t] = 2;
    __syncthreads();
  }
}

// CHECK: divergent barrier: threads 1, 3, 5, 7, ... do not arrive
__global__ void armsOfLanes(int *out) {
  int t = threadIdx.x;
  if (t & 1) {
    out[t] = 1;
    __syncthreads();
  } else {
    out[t] = 2;
    __syncthreads();
  }
}

// synccheck: nothing.
// CHECK: wrong mask: 0xffffffff names threads 16 to 31
__global__ void halfOfMask(int *out) {
  int v = threadIdx.x;
  if (threadIdx.x % 32 < 16)
    v += __shfl_xor_sync(~0u, v, 8);
  out[threadIdx.x] = v;
}

void run(int *p, int n) {
  otherWarp<<<1, 128>>>(p);
  fenceInstead<<<1, 128>>>(p);
  endOfBody<<<1, 128>>>(p, p, n);
  scanInPlace<<<1, 128>>>(p);
  overlappingHalves<<<1, 128, 1024>>>(p);
  sameWarp<<<1, 32>>>(p);
  volatileLockStep<<<1, 64>>>(p);
  otherTile<<<1, 32>>>(p);
  ownTile<<<1, 32>>>(p);
  shuffleInstead<<<1, 32>>>(p);
  oneValue<<<1, 128>>>(p);
  atomicsAndLoad<<<1, 128>>>(p);
  writesBehindArrive<<<1, 128>>>(p);
  wideAndNarrow<<<1, 64>>>(p);
  copyBeforeWait<<<1, 128>>>(p, p);
  copyWithoutBarrier<<<1, 128>>>(p, p);
  copyAndBarrier<<<1, 128>>>(p, p);
  namedBarriers<<<1, 128>>>(p);
  namedOfAll<<<1, 128>>>(p);
  namedOfSome<<<1, 128>>>(p);
  doubleBuffer<<<1, 128>>>(p, p, n);
  ownElement<<<1, 128>>>(p);
  ownByte<<<1, 128>>>((char *)p);
  slots<<<1, 128>>>(p, p);
  indicesOfData<<<1, 128>>>(p, p);
  earlyReturn<<<1, 128>>>(p);
  leavesEarlier<<<1, 128>>>(p);
  someWait<<<1, 128>>>(p);
  armsOfWarps<<<1, 128>>>(p);
  armsOfLanes<<<1, 128>>>(p);
  halfOfMask<<<1, 32>>>(p);
}
