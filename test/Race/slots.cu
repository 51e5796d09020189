// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Elements that an atomic numbers: s[atomicAdd(&n, 1)]. As long as nothing else changes n, no two threads
// get one number.

// Right: between the barriers only the atomic changes n.
// CHECK: "compact": "race-free"
__global__ void compact(int *out, const int *in) {
  __shared__ int n, s[128];
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  __syncthreads();
  int v = in[t];
  if (v > 0) {
    int slot = atomicAdd(&n, 1);
    s[slot] = v;
  }
  __syncthreads();
  if (t < n)
    out[t] = s[t];
}

// Right: one number for each element of each thread.
// CHECK: "inLoop": "race-free"
__global__ void inLoop(int *out, const int *in, int m) {
  __shared__ int n, s[1024];
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  __syncthreads();
  for (int i = t; i < m; i += 128)
    if (in[i] > 0)
      s[atomicAdd(&n, 1)] = i;
  __syncthreads();
  for (int i = t; i < n; i += 128)
    out[i] = s[i];
}

// Right: n begins anew for each tile, behind a barrier.
// CHECK: "tiles": "race-free"
__global__ void tiles(int *out, const int *in, int m) {
  __shared__ int n, s[128];
  int t = threadIdx.x;
  for (int b = 0; b < m; ++b) {
    if (t == 0)
      n = 0;
    __syncthreads();
    int v = in[b * 128 + t];
    if (v & 1)
      s[atomicAdd(&n, 1)] = v;
    __syncthreads();
    if (t < n)
      out[b * 128 + t] = s[t];
    __syncthreads();
  }
}

// Right: pairs have numbers 0, 2, 4, ...
// CHECK: "pairs": "race-free"
__global__ void pairs(int *out, const int *in) {
  __shared__ int n, s[256];
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  __syncthreads();
  int slot = atomicAdd(&n, 2);
  s[slot] = in[t];
  s[slot + 1] = in[t + 1];
  __syncthreads();
  out[t] = s[t];
}

// Race: a pair takes the next one's number.
// CHECK: "pairsOfOne": "{{unproven|race}}"
__global__ void pairsOfOne(int *out, const int *in) {
  __shared__ int n, s[256];
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  __syncthreads();
  int slot = atomicAdd(&n, 1);
  s[slot] = in[t];
  s[slot + 1] = in[t + 1];
  __syncthreads();
  out[t] = s[t];
}

// Race: others read while slots are filled.
// CHECK: "readEarly": "{{unproven|race}}"
__global__ void readEarly(int *out, const int *in) {
  __shared__ int n, s[128];
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  __syncthreads();
  s[atomicAdd(&n, 1)] = in[t];
  out[t] = s[t];
}

// Race: two numbers share an element.
// CHECK: "halves": "{{unproven|race}}"
__global__ void halves(int *out, const int *in) {
  __shared__ int n, s[128];
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  __syncthreads();
  s[atomicAdd(&n, 1) / 2] = in[t];
  __syncthreads();
  out[t] = s[t];
}

// Race: the same number comes again after the subtraction.
// CHECK: "givenBack": "{{unproven|race}}"
__global__ void givenBack(int *out, const int *in) {
  __shared__ int n, s[128];
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  __syncthreads();
  s[atomicAdd(&n, 1)] = in[t];
  atomicSub(&n, 1);
  __syncthreads();
  out[t] = s[t];
}

// Race: a number of before the counter begins anew is stored behind the barrier, beside a later one.
// CHECK: "kept": "{{unproven|race}}"
__global__ void kept(int *out, const int *in) {
  __shared__ int n, s[256];
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  __syncthreads();
  int slot = atomicAdd(&n, 1);
  __syncthreads();
  if (t == 0)
    n = 0;
  __syncthreads();
  s[slot] = in[t];
  s[atomicAdd(&n, 1)] = in[t + 1];
  __syncthreads();
  out[t] = s[t];
}

// Race: the counters of two warps give the same numbers.
// CHECK: "ofWarps": "{{unproven|race}}"
__global__ void ofWarps(int *out, const int *in) {
  __shared__ int n[4], s[128];
  int t = threadIdx.x;
  if (t < 4)
    n[t] = 0;
  __syncthreads();
  s[atomicAdd(&n[t / 32], 1)] = in[t];
  __syncthreads();
  out[t] = s[t];
}

// Race: so do two counters of the block.
// CHECK: "twoCounters": "{{unproven|race}}"
__global__ void twoCounters(int *out, const int *in) {
  __shared__ int n, m, s[256];
  int t = threadIdx.x;
  if (t == 0)
    n = m = 0;
  __syncthreads();
  s[atomicAdd(&n, 1)] = in[t];
  s[atomicAdd(&m, 1)] = in[t + 1];
  __syncthreads();
  out[t] = s[t];
}

// Race: who adds nothing gets the number of the next one.
// CHECK: "adds": "{{unproven|race}}"
__global__ void adds(int *out, const int *in) {
  __shared__ int n, s[256];
  int t = threadIdx.x;
  if (t == 0)
    n = 0;
  __syncthreads();
  s[atomicAdd(&n, in[t] & 1)] = t;
  __syncthreads();
  out[t] = s[t];
}

// Unproven: a counter in global memory may begin anew by others.
// CHECK: "global": "{{unproven|race}}"
__global__ void global(int *out, const int *in, int *n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[atomicAdd(n, 1) & 255] = in[t];
  __syncthreads();
  out[t] = s[t];
}

void run(int *p, int *q, int *r, int n) {
  compact<<<n, 128>>>(p, q);
  inLoop<<<n, 128>>>(p, q, n);
  tiles<<<n, 128>>>(p, q, n);
  pairs<<<n, 128>>>(p, q);
  pairsOfOne<<<n, 128>>>(p, q);
  readEarly<<<n, 128>>>(p, q);
  halves<<<n, 128>>>(p, q);
  givenBack<<<n, 128>>>(p, q);
  kept<<<n, 128>>>(p, q);
  ofWarps<<<n, 128>>>(p, q);
  twoCounters<<<n, 128>>>(p, q);
  adds<<<n, 128>>>(p, q);
  global<<<n, 128>>>(p, q, r);
}
