// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// Rows of n words one behind the other: under 0 <= j < n no place lies in two of them, whatever n is.

// Right: three rows.
// CHECK: "threeRows": "race-free"
__global__ void threeRows(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int j = threadIdx.x; j < n; j += 256) {
    s[j] = in[j];
    s[n + j] = in[j + 1];
    s[2 * n + j] = in[j + 2];
  }
  __syncthreads();
  out[threadIdx.x] = s[n];
}

// Race: m may be 1, where thread 1 and thread 0 come to s[1].
// CHECK: "ofOtherLength": "unproven"
__global__ void ofOtherLength(int *out, const int *in, int n, int m) {
  extern __shared__ int s[];
  for (int j = threadIdx.x; j < n; j += 256) {
    s[j] = in[j];
    s[m + j] = in[j + 1];
  }
}

// Race: of n = 2, thread 1 and thread 0 come to s[1].
// CHECK: "shifted": "unproven"
__global__ void shifted(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int j = threadIdx.x; j < n; j += 256) {
    s[j] = in[j];
    s[n + j - 1] = in[j + 1];
  }
}

// Race: n itself is let in, which thread 0 has in the next row.
// CHECK: "oneMore": "unproven"
__global__ void oneMore(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int j = threadIdx.x; j <= n; j += 256) {
    s[j] = in[j];
    s[n + j] = in[j + 1];
  }
}

// Race: j may be negative: with n = 1, thread 5 and thread 4 come to s[5].
// CHECK: "fromBelow": "unproven"
__global__ void fromBelow(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int j = (int)threadIdx.x - 5; j < n; j += 256) {
    s[j + 5] = in[j];
    s[n + j + 5] = in[j + 1];
  }
}

// Race: with n = 2, thread 1 and thread 0 come to s[2].
// CHECK: "everySecond": "unproven"
__global__ void everySecond(int *out, const int *in, int n) {
  extern __shared__ int s[];
  for (int j = threadIdx.x; j < n; j += 256) {
    s[2 * j] = in[j];
    s[n + 2 * j] = in[j + 1];
  }
}
void run(int *p, int n) {
  threeRows<<<n, 256>>>(p, p, n);
  ofOtherLength<<<n, 256>>>(p, p, n, 2*n);
  shifted<<<n, 256>>>(p, p, n);
  oneMore<<<n, 256>>>(p, p, n);
  fromBelow<<<n, 256>>>(p, p, n);
  everySecond<<<n, 256>>>(p, p, n);
}
