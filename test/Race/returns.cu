// RUN: %warplint --checks='-*,warplint-shared-race,warplint-divergent-barrier' --block=128 --fail-on=never --format=json %s %stub > %t
// RUN: %races < %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=BARRIER < %t
//
// Returns of the whole block: what lies behind several of them is looked at, if some values of the
// parameters lead there.

// n = 1, m = 1.
__global__ void two(int *out, const int *in, int n, int m) { // CHECK: "two": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (n < 1)
    return;
  if (m == 0)
    return;
  s[t] = in[t];
  out[t] = s[127 - t];
}

// No n is both at least 1 and at most 0.
__global__ void contradictory(int *out, const int *in, int n) { // CHECK-NOT: "contradictory": "race"
  __shared__ int s[128];
  int t = threadIdx.x;
  if (n < 1)
    return;
  if (n > 0)
    return;
  s[t] = in[t];
  out[t] = s[127 - t];
}

// A multiple of 4 is even.
// CHECK: "contradictoryRests": "unproven"
__global__ void contradictoryRests(int *out, const int *in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (n % 4 != 0)
    return;
  if (n % 2 == 0)
    return;
  s[t] = in[t];
  out[t] = s[127 - t];
}

// One load may give in both places what it gave in the first.
// CHECK: "sameLoad": "unproven"
__global__ void sameLoad(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (in[0] < 1)
    return;
  __syncthreads();
  if (in[0] > 0)
    return;
  s[t] = in[t];
  out[t] = s[127 - t];
}

// n = 1, m = 1, q = 0: three conditions that nobody comes to at once.
// CHECK: "storesBeforeReturns": "race"
__global__ void storesBeforeReturns(int *out, const int *in, int n, int m,
                                    int q) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (n < 1) {
    s[t] = 1;
    return;
  }
  if (m == 0) {
    s[t] = 2;
    return;
  }
  if (q == 9) {
    s[t] = 3;
    return;
  }
  s[t] = in[t];
  out[t] = s[127 - t];
}

// m = -1: the loop ends without the return.
// CHECK: "returnInLoop": "race"
__global__ void returnInLoop(int *out, const int *in, int n, int m) {
  __shared__ int s[128];
  int t = threadIdx.x, k = 0;
  do {
    if (k == m)
      return;
    out[k] = k;
  } while (++k < n);
  s[t] = in[t];
  out[t] = s[127 - t];
}

// The same with a barrier.
// CHECK: "returnInLoopOrdered": "race-free"
__global__ void returnInLoopOrdered(int *out, const int *in, int n, int m) {
  __shared__ int s[128];
  int t = threadIdx.x, k = 0;
  do {
    if (k == m)
      return;
    out[k] = k;
  } while (++k < n);
  s[t] = in[t];
  __syncthreads();
  out[t] = s[127 - t];
}

// At most 100 threads go on, among them two whose numbers make 127.
// CHECK: "fewGoOn": "race"
__global__ void fewGoOn(int *out, const int *in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  if (n > 100)
    return;
  if (i >= n)
    return;
  s[t] = in[t];
  out[t] = s[127 - t];
}

// At most 60 go on: none reads what another has written.
// CHECK: "tooFewGoOn": "unproven"
__global__ void tooFewGoOn(int *out, const int *in, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  if (n > 60)
    return;
  if (i >= n)
    return;
  s[t] = in[t];
  out[t] = s[127 - t];
}

// No thread comes to this barrier, whatever n is.
// BARRIER-NOT: "message": "divergent barrier
__global__ void barrierBehindContradiction(int *out, int n) {
  if (n < 1)
    return;
  if (n > 0)
    return;
  out[0] = n;
  if (threadIdx.x < 64)
    __syncthreads();
  out[threadIdx.x] = 1;
}

// n = 1 leads here.
// BARRIER: "message": "divergent barrier: threads 64 to 127 do not arrive",
__global__ void barrierBehindReturns(int *out, int n, int m) {
  if (n < 1)
    return;
  if (m > 7)
    return;
  out[0] = n;
  if (threadIdx.x < 64)
    __syncthreads();
  out[threadIdx.x] = 1;
}
// BARRIER-NOT: "message": "divergent barrier
