// RUN: %warplint --checks='-*,warplint-shared-race' --block=128 --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// A barrier that the block passes in all rounds but the last: what is open behind the
// condition is so where there is no further round.

// Round k has another one behind it if k + 4 <= n, and then k < n.
__global__ void inward(int *out, const int *in, int n) { // CHECK: "inward": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int k = 4; k <= n; k += 4) {
    s[t] = in[k * 128 + t];
    __syncthreads();
    sum += s[127 - t];
    if (k < n)
      __syncthreads();
  }
  out[t] = sum;
}

// The same of numbers without sign.
__global__ void unsignedRounds(int *out, const int *in, unsigned n) { // CHECK: "unsignedRounds": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (unsigned k = 4; k <= n; k += 4) {
    s[t] = in[k * 128 + t];
    __syncthreads();
    sum += s[127 - t];
    if (k < n)
      __syncthreads();
  }
  out[t] = sum;
}

// The condition is asked twice and has one answer.
__global__ void askedTwice(int *out, const int *in, int mode) { // CHECK: "askedTwice": "race-free"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  if (mode > 2)
    __syncthreads();
  out[t] = mode > 2 ? s[127 - t] : 0;
}

// n = k + 2 has a further round, and no barrier before it.
__global__ void tooFew(int *out, const int *in, int n) { // CHECK: "tooFew": "{{race|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int k = 4; k <= n; k += 2) {
    s[t] = in[k * 128 + t];
    __syncthreads();
    sum += s[127 - t];
    if (k + 2 < n)
      __syncthreads();
  }
  out[t] = sum;
}

// The barrier is passed in the last round alone.
__global__ void inLast(int *out, const int *in, int n) { // CHECK: "inLast": "{{race|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int k = 4; k <= n; k += 4) {
    s[t] = in[k * 128 + t];
    __syncthreads();
    sum += s[127 - t];
    if (k >= n)
      __syncthreads();
  }
  out[t] = sum;
}

// What is asked of two unknowns has two answers.
__global__ void ofTwo(int *out, const int *in, int a, int b) { // CHECK: "ofTwo": "{{race|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  if (a > 2)
    __syncthreads();
  if (b > 2)
    out[t] = s[127 - t];
}

// A negative n is a large number without sign: k <= n says nothing of k < (int)n.
__global__ void mixedSigns(int *out, const int *in, int n) { // CHECK: "mixedSigns": "{{race|unproven}}"
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (unsigned k = 4; k <= unsigned(n); k += 4) {
    s[t] = in[k * 128 + t];
    __syncthreads();
    sum += s[127 - t];
    if (int(k) < n)
      __syncthreads();
  }
  out[t] = sum;
}
