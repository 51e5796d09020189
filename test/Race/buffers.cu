// RUN: not %warplint --checks='-*,warplint-shared-race' --block=128 --format=json %s %stub | %races | FileCheck %s
//
// Buffers that are used in turn: while one is read the next is written, and one barrier an
// iteration keeps threads less than a turn apart.

// The number of the buffer toggles.
__global__ void toggles(int *out, const int *in, int n) { // CHECK: "toggles": "race-free"
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0, buffer = 0;
  for (int i = 0; i < n; ++i) {
    s[buffer][t] = in[i * 128 + t];
    __syncthreads();
    sum += s[buffer][127 - t];
    buffer ^= 1;
  }
  out[t] = sum;
}

// Three buffers by a remainder.
__global__ void stages(int *out, const int *in, int n) { // CHECK: "stages": "race-free"
  __shared__ int s[3][128];
  int t = threadIdx.x, sum = 0, stage = 0;
  for (int i = 0; i < n; ++i) {
    s[stage][t] = in[i * 128 + t];
    __syncthreads();
    sum += s[stage][127 - t];
    stage = (stage + 1) % 3;
  }
  out[t] = sum;
}

// Three buffers by a comparison.
__global__ void wraps(int *out, const int *in, int n) { // CHECK: "wraps": "race-free"
  __shared__ int s[3][128];
  int t = threadIdx.x, sum = 0, stage = 0;
  for (int i = 0; i < n; ++i) {
    s[stage][t] = in[i * 128 + t];
    __syncthreads();
    sum += s[stage][127 - t];
    if (++stage == 3)
      stage = 0;
  }
  out[t] = sum;
}

// Reads one while the other is written.
__global__ void ahead(int *out, const int *in, int n) { // CHECK: "ahead": "race-free"
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0, now = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    int next = now ^ 1;
    if (i + 1 < n)
      s[next][t] = in[i * 128 + t];
    sum += s[now][127 - t];
    __syncthreads();
    now = next;
  }
  out[t] = sum;
}

// Two numbers toggle.
__global__ void readAndWrite(int *out, const int *in, int n) { // CHECK: "readAndWrite": "race-free"
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0, read = 0, write = 1;
  s[0][t] = in[t];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    sum += s[read][127 - t];
    s[write][t] = in[i * 128 + t];
    __syncthreads();
    read ^= 1;
    write ^= 1;
  }
  out[t] = sum;
}

// Pointers are swapped.
__global__ void swaps(int *out, const int *in, int n) { // CHECK: "swaps": "race-free"
  __shared__ int a[128], b[128];
  int t = threadIdx.x, *from = a, *to = b;
  a[t] = in[t];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    to[t] = from[127 - t] + 1;
    __syncthreads();
    int *last = from;
    from = to;
    to = last;
  }
  out[t] = n;
}

// By the iteration's number.
__global__ void byNumber(int *out, const int *in, int n) { // CHECK: "byNumber": "race-free"
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    sum += s[i & 1][127 - t];
    s[(i + 1) & 1][t] = in[i * 128 + t];
    __syncthreads();
  }
  out[t] = sum;
}

// Whether the number toggles depends on data of the block: both orders may be.
__global__ void togglesByData(int *out, const int *in, int n) { // CHECK: "togglesByData": "unproven"
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0, buffer = 0;
  for (int i = 0; i < n; ++i) {
    s[buffer][t] = in[i * 128 + t];
    __syncthreads();
    sum += s[buffer][127 - t];
    if (in[i])
      buffer ^= 1;
  }
  out[t] = sum;
}

// The pointers stay: the store of the next iteration meets a late load of this one.
__global__ void swapsBack(int *out, const int *in, int n) { // CHECK: "swapsBack": "race"
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0, buffer = 0;
  for (int i = 0; i < n; ++i) {
    s[buffer][t] = in[i * 128 + t];
    __syncthreads();
    sum += s[buffer][127 - t];
    buffer ^= 1;
    buffer ^= 1;
  }
  out[t] = sum;
}

// Iteration i reads what iteration i + 1 writes.
__global__ void oneShort(int *out, const int *in, int n) { // CHECK: "oneShort": "race"
  __shared__ int s[2][128];
  int t = threadIdx.x, sum = 0, now = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    int next = now ^ 1;
    s[next][t] = in[i * 128 + t];
    __syncthreads();
    sum += s[next][127 - t] + s[now][127 - t];
    now = next;
  }
  out[t] = sum;
}

// 255 and 256, as 8 bits, both have the rest 0: two iterations use one buffer.
// CHECK: "narrowRest": "unproven", "the index of the store at line {{[0-9]+}} is unknown"
__global__ void narrowRest(int *out, const int *in, int n) {
  __shared__ int s[3][128];
  int t = threadIdx.x;
  for (unsigned k = 0; k < (unsigned)n; ++k) {
    unsigned char q = k;
    s[q % 3][t] = in[k];
    __syncthreads();
    out[t] += s[q % 3][127 - t];
  }
}

// The same with a counter of 8 bits.
// CHECK: "narrowCounter": "unproven", "the index of the store at line {{[0-9]+}} is unknown"
__global__ void narrowCounter(int *out, const int *in, int n) {
  __shared__ int s[3][128];
  int t = threadIdx.x;
  unsigned char stage = 0;
  for (int k = 0; k < n; ++k) {
    s[stage % 3][t] = in[k];
    __syncthreads();
    out[t] += s[stage % 3][127 - t];
    stage += 1;
  }
}

// 256 is a multiple of 2: the counter wraps around where the buffers do.
__global__ void narrowOfTwo(int *out, const int *in, int n) { // CHECK: "narrowOfTwo": "race-free"
  __shared__ int s[2][128];
  int t = threadIdx.x;
  unsigned char stage = 0;
  for (int k = 0; k < n; ++k) {
    s[stage % 2][t] = in[k];
    __syncthreads();
    out[t] += s[stage % 2][127 - t];
    stage += 1;
  }
}
