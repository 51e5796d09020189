// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub > %t
// RUN: FileCheck %s < %t
//
// Bytes, strides, aliases and indices: two accesses race where some byte is in both.
// A kernel with a race must never be told to be free of them, and none without one to have one.

// CHECK: "races": [

// Race: a union: ints of thread t are the shorts of threads 2t and 2t+1.
// CHECK: "kernel": "unionOfOthers",
// CHECK-NEXT: "verdict": "race"
__global__ void unionOfOthers(int *out) {
  __shared__ union {
    int i[64];
    short h[128];
  } u;
  int t = threadIdx.x;
  if (t < 64)
    u.i[t] = t;
  out[t] = u.h[t];
}

// Right: the union's members with a barrier.
// CHECK: "kernel": "unionOrdered",
// CHECK-NEXT: "verdict": "race-free"
__global__ void unionOrdered(int *out) {
  __shared__ union {
    int i[64];
    short h[128];
  } u;
  int t = threadIdx.x;
  if (t < 64)
    u.i[t] = t;
  __syncthreads();
  out[t] = u.h[t];
}

// Right: a union whose bytes are the thread's own: int t = shorts 2t, 2t+1.
// CHECK: "kernel": "unionOfOwn",
// CHECK-NEXT: "verdict": "race-free"
__global__ void unionOfOwn(int *out) {
  __shared__ union {
    int i[128];
    short h[256];
  } u;
  int t = threadIdx.x;
  u.i[t] = t;
  out[t] = u.h[2 * t] + u.h[2 * t + 1];
}

// Right: bytes in one word.
// CHECK: "kernel": "bytesOfOneWord",
// CHECK-NEXT: "verdict": "race-free"
__global__ void bytesOfOneWord(char *out) {
  __shared__ char s[128];
  int t = threadIdx.x;
  s[t ^ 3] = t;
  out[t] = s[t ^ 3];
}

// Race: a byte of another thread's word.
// CHECK: "kernel": "byteOfOther",
// CHECK-NEXT: "verdict": "race"
__global__ void byteOfOther(char *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = ((char *)s)[t];
}

// Race: plain store against atomics.
// CHECK: "kernel": "storeAgainstAtomics",
// CHECK-NEXT: "verdict": "race"
__global__ void storeAgainstAtomics(int *out) {
  __shared__ int c;
  int t = threadIdx.x;
  if (t == 0)
    c = 0;
  atomicAdd(&c, 1);
  __syncthreads();
  out[t] = c;
}

// Right: atomics alone, then a barrier.
// CHECK: "kernel": "atomicsAlone",
// CHECK-NEXT: "verdict": "race-free"
__global__ void atomicsAlone(int *out) {
  __shared__ int c;
  int t = threadIdx.x;
  if (t == 0)
    c = 0;
  __syncthreads();
  atomicAdd(&c, 1);
  __syncthreads();
  out[t] = c;
}

// Right: atomicAdd and atomicMax on one word, both atomic.
// CHECK: "kernel": "twoKindsOfAtomics",
// CHECK-NEXT: "verdict": "race-free"
__global__ void twoKindsOfAtomics(int *out) {
  __shared__ int c;
  int t = threadIdx.x;
  if (t == 0)
    c = 0;
  __syncthreads();
  if (t & 1)
    atomicAdd(&c, 1);
  else
    atomicMax(&c, t);
  __syncthreads();
  out[t] = c;
}

// Race: histogram, no barrier before reading.
// CHECK: "kernel": "histogramWithout",
// CHECK-NEXT: "verdict": "{{race|unproven}}",
__global__ void histogramWithout(int *out, const int *in) {
  __shared__ int h[128];
  int t = threadIdx.x;
  h[t] = 0;
  __syncthreads();
  atomicAdd(&h[in[t] & 127], 1);
  out[t] = h[t];
}

// Right: histogram with both.
// CHECK: "kernel": "histogram",
// CHECK-NEXT: "verdict": "race-free"
__global__ void histogram(int *out, const int *in) {
  __shared__ int h[128];
  int t = threadIdx.x;
  h[t] = 0;
  __syncthreads();
  atomicAdd(&h[in[t] & 127], 1);
  __syncthreads();
  out[t] = h[t];
}

// Right: negative stride: i from 127 down.
// CHECK: "kernel": "downwards",
// CHECK-NEXT: "verdict": "race-free"
__global__ void downwards(int *out) {
  __shared__ int s[512];
  int t = threadIdx.x;
  for (int i = 511 - t; i >= 0; i -= 128)
    s[i] = i;
  __syncthreads();
  for (int i = 511 - t; i >= 0; i -= 128)
    out[i] = s[511 - i];
}

// Race: negative index overlap: s[127 - t] written, s[t] written.
// CHECK: "kernel": "fromBothEnds",
// CHECK-NEXT: "verdict": "race"
__global__ void fromBothEnds(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[127 - t] = t;
  s[t] = 1;
  __syncthreads();
  out[t] = s[t];
}

// Race: stride 127 with 128 threads: thread 0 iteration 1 meets thread 127 iteration 0.
// CHECK: "kernel": "strideOneShort",
// CHECK-NEXT: "verdict": "race"
__global__ void strideOneShort(int *out) {
  __shared__ int s[512];
  int t = threadIdx.x;
  for (int i = t; i < 500; i += 127)
    s[i] = t;
  __syncthreads();
  out[t] = s[t];
}

// Race: aliasing pointers into dynamic shared memory, by parameter: b may be within a.
// CHECK: "kernel": "halvesOverlap",
// CHECK-NEXT: "verdict": "race"
__global__ void halvesOverlap(int *out, int n) {
  extern __shared__ int dyn[];
  int *a = dyn, *b = dyn + 64;
  int t = threadIdx.x;
  a[t] = t;
  out[t] = b[t];
}

// Right: the halves are apart.
// CHECK: "kernel": "halvesApart",
// CHECK-NEXT: "verdict": "race-free"
__global__ void halvesApart(int *out) {
  extern __shared__ int dyn[];
  int *a = dyn, *b = dyn + 128;
  int t = threadIdx.x;
  a[t] = t;
  b[t] = 2 * t;
  out[t] = a[t] + b[t];
}

// Race: n unknown: for n = 64 the halves overlap (R: must not be race-free).
// CHECK: "kernel": "distanceUnknown",
// CHECK-NEXT: "verdict": "{{race|unproven}}",
__global__ void distanceUnknown(int *out, int n) {
  extern __shared__ int dyn[];
  int *a = dyn, *b = dyn + n;
  int t = threadIdx.x;
  a[t] = t;
  b[t] = 2 * t;
  __syncthreads();
  out[t] = a[t] + b[t];
}

extern __shared__ float ea[];
extern __shared__ int eb[];
// Race: two extern arrays are one memory.
// CHECK: "kernel": "twoNames",
// CHECK-NEXT: "verdict": "race"
__global__ void twoNames(int *out) {
  int t = threadIdx.x;
  ea[t] = t;
  out[t] = eb[127 - t];
}

// Right: data-dependent index, but in the thread's own row.
// CHECK: "kernel": "ownRow",
// CHECK-NEXT: "verdict": "race-free"
__global__ void ownRow(int *out, const int *in) {
  __shared__ int s[128][8];
  int t = threadIdx.x;
  s[t][in[t] & 7] = t;
  out[t] = s[t][in[t + 1] & 7];
}

// Race: data-dependent index anywhere.
// CHECK: "kernel": "loadByData",
// CHECK-NEXT: "verdict": "{{race|unproven}}",
__global__ void loadByData(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[in[t] & 127];
}

// Right: data-dependent read behind a barrier.
// CHECK: "kernel": "loadByDataOrdered",
// CHECK-NEXT: "verdict": "race-free"
__global__ void loadByDataOrdered(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[in[t] & 127];
}

// Race: permutation scattered by data: may meet.
// CHECK: "kernel": "storeByData",
// CHECK-NEXT: "verdict": "{{race|unproven}}",
__global__ void storeByData(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[in[t] & 127] = t;
  __syncthreads();
  out[t] = s[t];
}

typedef void (*Fn)(int *);
__device__ void touch(int *p) { p[threadIdx.x ^ 1] = 1; }
__device__ Fn table[2] = {touch, touch};
// Race: indirect call: unknown function may touch shared memory.
// CHECK: "kernel": "indirectCall",
// CHECK-NEXT: "verdict": "{{race|unproven}}",
__global__ void indirectCall(int *out, int k) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  table[k & 1](s);
  out[t] = s[t];
}

// Right: shared pointer array by ternary: both sides apart.
// CHECK: "kernel": "oneOfTwo",
// CHECK-NEXT: "verdict": "race-free"
__global__ void oneOfTwo(int *out, int n) {
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  int *p = n > 4 ? a : b;
  p[t] = t;
  __syncthreads();
  out[t] = p[127 - t];
}

// Race: p may be a: read of a without barrier.
// CHECK: "kernel": "perhapsTheOther",
// CHECK-NEXT: "verdict": "{{race|unproven}}",
__global__ void perhapsTheOther(int *out, int n) {
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  int *p = n > 4 ? a : b;
  b[t] = 0;
  p[t] = t;
  out[t] = a[127 - t];
}

// Race: 16-byte vectors over neighbours: float4 at t reads elements of t..t+3.
// CHECK: "kernel": "wideLoad",
// CHECK-NEXT: "verdict": "race"
__global__ void wideLoad(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = ((float4 *)s)[t / 4].x;
}

// Right: 3 is odd, so 3t mod 128 is a permutation: own elements alone.
// CHECK: "kernel": "permutation",
// CHECK-NEXT: "verdict": "race-free"
__global__ void permutation(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[(3 * t) % 128] = t;
  out[t] = s[(3 * t) % 128];
}

// Race: 2t mod 128 meets: t and t + 64.
// CHECK: "kernel": "twoOnOne",
// CHECK-NEXT: "verdict": "race"
__global__ void twoOnOne(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[(2 * t) % 128] = t;
  __syncthreads();
  out[t] = s[t];
}

__device__ void put(int (&s)[128], int i, int v) { s[i] = v; }
// Right: a recursion-free device function with a reference to shared memory.
// CHECK: "kernel": "byReference",
// CHECK-NEXT: "verdict": "race-free"
__global__ void byReference(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  put(s, t, t);
  __syncthreads();
  put(s, 127 - t, s[127 - t]);
  out[t] = s[127 - t];
}

// Race: unsigned char index: (unsigned char)t wraps at 256 for a block of 512: t and t + 256
// meet.
// CHECK: "kernel": "narrowIndexWraps",
// CHECK-NEXT: "verdict": "race"
__global__ void narrowIndexWraps(int *out) {
  __shared__ int s[512];
  int t = threadIdx.x;
  s[(unsigned char)t] = t;
  __syncthreads();
  out[t] = s[t];
}

// Right: unsigned char index of 128 threads.
// CHECK: "kernel": "narrowIndex",
// CHECK-NEXT: "verdict": "race-free"
__global__ void narrowIndex(int *out) {
  __shared__ int s[128];
  unsigned char t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[127 - t];
}

// Race: two-dimensional blocks: y-rows share s[x].
// CHECK: "kernel": "rowsOnOne",
// CHECK-NEXT: "verdict": "race"
__global__ void rowsOnOne(int *out) {
  __shared__ int s[16];
  s[threadIdx.x] = threadIdx.y;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// Right: one row stores.
// CHECK: "kernel": "firstRow",
// CHECK-NEXT: "verdict": "race-free"
__global__ void firstRow(int *out) {
  __shared__ int s[16];
  if (threadIdx.y == 0)
    s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[15 - threadIdx.x];
}

void run(int *p, float *f, char *c, int n) {
  unionOfOthers<<<1, 128>>>(p);
  unionOrdered<<<1, 128>>>(p);
  unionOfOwn<<<1, 128>>>(p);
  bytesOfOneWord<<<1, 128>>>(c);
  byteOfOther<<<1, 32>>>(c);
  storeAgainstAtomics<<<1, 128>>>(p);
  atomicsAlone<<<1, 128>>>(p);
  twoKindsOfAtomics<<<1, 128>>>(p);
  histogramWithout<<<1, 128>>>(p, p);
  histogram<<<1, 128>>>(p, p);
  downwards<<<1, 128>>>(p);
  fromBothEnds<<<1, 128>>>(p);
  strideOneShort<<<1, 128>>>(p);
  halvesOverlap<<<1, 128, 4096>>>(p, n);
  halvesApart<<<1, 128, 4096>>>(p);
  distanceUnknown<<<1, 128, 4096>>>(p, n);
  twoNames<<<1, 128, 4096>>>(p);
  ownRow<<<1, 128>>>(p, p);
  loadByData<<<1, 128>>>(p, p);
  loadByDataOrdered<<<1, 128>>>(p, p);
  storeByData<<<1, 128>>>(p, p);
  indirectCall<<<1, 128>>>(p, n);
  oneOfTwo<<<1, 128>>>(p, n);
  perhapsTheOther<<<1, 128>>>(p, n);
  wideLoad<<<1, 128>>>(f);
  permutation<<<1, 128>>>(p);
  twoOnOne<<<1, 128>>>(p);
  byReference<<<1, 128>>>(p);
  narrowIndexWraps<<<1, 512>>>(p);
  narrowIndex<<<1, 128>>>(p);
  rowsOnOne<<<1, dim3(16, 8)>>>(p);
  firstRow<<<1, dim3(16, 8)>>>(p);
}
