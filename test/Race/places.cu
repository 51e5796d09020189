// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Bytes, strides, aliases and indices: two accesses race where some byte is in both.
// A kernel with a race must never be told to be free of them, and none without one to have one.

// Race: a union: ints of thread t are the shorts of threads 2t and 2t+1.
__global__ void unionOfOthers(int *out) { // CHECK: "unionOfOthers": "race"
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
__global__ void unionOrdered(int *out) { // CHECK: "unionOrdered": "race-free"
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
__global__ void unionOfOwn(int *out) { // CHECK: "unionOfOwn": "race-free"
  __shared__ union {
    int i[128];
    short h[256];
  } u;
  int t = threadIdx.x;
  u.i[t] = t;
  out[t] = u.h[2 * t] + u.h[2 * t + 1];
}

// Right: bytes in one word.
__global__ void bytesOfOneWord(char *out) { // CHECK: "bytesOfOneWord": "race-free"
  __shared__ char s[128];
  int t = threadIdx.x;
  s[t ^ 3] = t;
  out[t] = s[t ^ 3];
}

// Race: a byte of another thread's word.
__global__ void byteOfOther(char *out) { // CHECK: "byteOfOther": "race"
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = ((char *)s)[t];
}

// Race: plain store against atomics.
__global__ void storeAgainstAtomics(int *out) { // CHECK: "storeAgainstAtomics": "race"
  __shared__ int c;
  int t = threadIdx.x;
  if (t == 0)
    c = 0;
  atomicAdd(&c, 1);
  __syncthreads();
  out[t] = c;
}

// Right: atomics alone, then a barrier.
__global__ void atomicsAlone(int *out) { // CHECK: "atomicsAlone": "race-free"
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
__global__ void twoKindsOfAtomics(int *out) { // CHECK: "twoKindsOfAtomics": "race-free"
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
__global__ void histogramWithout(int *out, const int *in) { // CHECK: "histogramWithout": "{{race|unproven}}"
  __shared__ int h[128];
  int t = threadIdx.x;
  h[t] = 0;
  __syncthreads();
  atomicAdd(&h[in[t] & 127], 1);
  out[t] = h[t];
}

// Right: histogram with both.
__global__ void histogram(int *out, const int *in) { // CHECK: "histogram": "race-free"
  __shared__ int h[128];
  int t = threadIdx.x;
  h[t] = 0;
  __syncthreads();
  atomicAdd(&h[in[t] & 127], 1);
  __syncthreads();
  out[t] = h[t];
}

// Right: negative stride: i from 127 down.
__global__ void downwards(int *out) { // CHECK: "downwards": "race-free"
  __shared__ int s[512];
  int t = threadIdx.x;
  for (int i = 511 - t; i >= 0; i -= 128)
    s[i] = i;
  __syncthreads();
  for (int i = 511 - t; i >= 0; i -= 128)
    out[i] = s[511 - i];
}

// Race: negative index overlap: s[127 - t] written, s[t] written.
__global__ void fromBothEnds(int *out) { // CHECK: "fromBothEnds": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[127 - t] = t;
  s[t] = 1;
  __syncthreads();
  out[t] = s[t];
}

// Race: stride 127 with 128 threads: thread 0 iteration 1 meets thread 127 iteration 0.
__global__ void strideOneShort(int *out) { // CHECK: "strideOneShort": "race"
  __shared__ int s[512];
  int t = threadIdx.x;
  for (int i = t; i < 500; i += 127)
    s[i] = t;
  __syncthreads();
  out[t] = s[t];
}

// Race: aliasing pointers into dynamic shared memory, by parameter: b may be within a.
__global__ void halvesOverlap(int *out, int n) { // CHECK: "halvesOverlap": "race"
  extern __shared__ int dyn[];
  int *a = dyn, *b = dyn + 64;
  int t = threadIdx.x;
  a[t] = t;
  out[t] = b[t];
}

// Right: the halves are apart.
__global__ void halvesApart(int *out) { // CHECK: "halvesApart": "race-free"
  extern __shared__ int dyn[];
  int *a = dyn, *b = dyn + 128;
  int t = threadIdx.x;
  a[t] = t;
  b[t] = 2 * t;
  out[t] = a[t] + b[t];
}

// Race: n unknown: for n = 64 the halves overlap (R: must not be race-free).
__global__ void distanceUnknown(int *out, int n) { // CHECK: "distanceUnknown": "{{race|unproven}}"
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
__global__ void twoNames(int *out) { // CHECK: "twoNames": "race"
  int t = threadIdx.x;
  ea[t] = t;
  out[t] = eb[127 - t];
}

// Right: data-dependent index, but in the thread's own row.
__global__ void ownRow(int *out, const int *in) { // CHECK: "ownRow": "race-free"
  __shared__ int s[128][8];
  int t = threadIdx.x;
  s[t][in[t] & 7] = t;
  out[t] = s[t][in[t + 1] & 7];
}

// Race: data-dependent index anywhere.
__global__ void loadByData(int *out, const int *in) { // CHECK: "loadByData": "{{race|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = s[in[t] & 127];
}

// Right: data-dependent read behind a barrier.
__global__ void loadByDataOrdered(int *out, const int *in) { // CHECK: "loadByDataOrdered": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[in[t] & 127];
}

// Race: permutation scattered by data: may meet.
__global__ void storeByData(int *out, const int *in) { // CHECK: "storeByData": "{{race|unproven}}"
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
__global__ void indirectCall(int *out, int k) { // CHECK: "indirectCall": "{{race|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t;
  table[k & 1](s);
  out[t] = s[t];
}

// Right: shared pointer array by ternary: both sides apart.
__global__ void oneOfTwo(int *out, int n) { // CHECK: "oneOfTwo": "race-free"
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  int *p = n > 4 ? a : b;
  p[t] = t;
  __syncthreads();
  out[t] = p[127 - t];
}

// Race: p may be a: read of a without barrier.
__global__ void perhapsTheOther(int *out, int n) { // CHECK: "perhapsTheOther": "{{race|unproven}}"
  __shared__ int a[128], b[128];
  int t = threadIdx.x;
  int *p = n > 4 ? a : b;
  b[t] = 0;
  p[t] = t;
  out[t] = a[127 - t];
}

// Race: 16-byte vectors over neighbours: float4 at t reads elements of t..t+3.
__global__ void wideLoad(float *out) { // CHECK: "wideLoad": "race"
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = t;
  out[t] = ((float4 *)s)[t / 4].x;
}

// Right: 3 is odd, so 3t mod 128 is a permutation: own elements alone.
__global__ void permutation(int *out) { // CHECK: "permutation": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[(3 * t) % 128] = t;
  out[t] = s[(3 * t) % 128];
}

// Race: 2t mod 128 meets: t and t + 64.
__global__ void twoOnOne(int *out) { // CHECK: "twoOnOne": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[(2 * t) % 128] = t;
  __syncthreads();
  out[t] = s[t];
}

__device__ void put(int (&s)[128], int i, int v) { s[i] = v; }
// Right: a recursion-free device function with a reference to shared memory.
__global__ void byReference(int *out) { // CHECK: "byReference": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  put(s, t, t);
  __syncthreads();
  put(s, 127 - t, s[127 - t]);
  out[t] = s[127 - t];
}

// Race: unsigned char index: (unsigned char)t wraps at 256 for a block of 512: t and t + 256
// meet.
__global__ void narrowIndexWraps(int *out) { // CHECK: "narrowIndexWraps": "race"
  __shared__ int s[512];
  int t = threadIdx.x;
  s[(unsigned char)t] = t;
  __syncthreads();
  out[t] = s[t];
}

// Right: unsigned char index of 128 threads.
__global__ void narrowIndex(int *out) { // CHECK: "narrowIndex": "race-free"
  __shared__ int s[128];
  unsigned char t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  out[t] = s[127 - t];
}

// Race: two-dimensional blocks: y-rows share s[x].
__global__ void rowsOnOne(int *out) { // CHECK: "rowsOnOne": "race"
  __shared__ int s[16];
  s[threadIdx.x] = threadIdx.y;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// Right: one row stores.
__global__ void firstRow(int *out) { // CHECK: "firstRow": "race-free"
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
