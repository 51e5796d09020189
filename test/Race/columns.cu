// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub > %t
// RUN: FileCheck %s < %t
//
// An index of data, times a number: each thread has a column of its own, whatever the data are.

// CHECK: "races": [

// Right: thread t has the words t, t + 64, ..., in whatever row.
// CHECK: "kernel": "ownColumn",
// CHECK-NEXT: "verdict": "race-free"
__global__ void ownColumn(int *out, const int *in) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[64 * in[t] + t] += 1;
  s[t + (in[t + 1] << 6)] = 2;
  __syncthreads();
  out[t] = s[in[t]];
}

// Race: threads t and t + 32 have one column.
// CHECK: "kernel": "halfRows",
// CHECK-NOT: "verdict": "race-free"
// CHECK: "kernel": "columnsOfTwo",
__global__ void halfRows(const int *in) {
  extern __shared__ int s[];
  s[32 * in[threadIdx.x] + threadIdx.x] = 1;
}

// Race: rows of 64 and of 96 words meet in columns 32 apart.
// CHECK-NEXT: "verdict": "unproven"
__global__ void columnsOfTwo(const int *in) {
  extern __shared__ int s[];
  s[64 * in[threadIdx.x] + threadIdx.x] = 1;
  s[96 * in[64 + threadIdx.x] + threadIdx.x] = 1;
}

// Race: the neighbor's column.
// CHECK: "kernel": "nextColumn",
// CHECK-NOT: "verdict": "race-free"
// CHECK: "kernel": "allColumns",
__global__ void nextColumn(int *out, const int *in) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[64 * in[t] + t] = 1;
  out[t] = s[64 * in[t] + t + 1];
}

// Race: all columns are read without a barrier.
// CHECK-NOT: "verdict": "race-free"
// CHECK: "kernel": "bytesOfWords",
__global__ void allColumns(int *out, const int *in) {
  extern __shared__ int s[];
  int t = threadIdx.x, sum = 0;
  s[64 * in[t] + t] = 1;
  for (int i = 0; i < 64; ++i)
    sum += s[64 * t + i];
  out[t] = sum;
}

// Race: columns of 1 byte, stores of 4.
// CHECK-NOT: "verdict": "race-free"
// CHECK: "kernel": "ownBytes",
__global__ void bytesOfWords(const int *in) {
  extern __shared__ int s[];
  *(int *)((char *)s + 64 * in[threadIdx.x] + threadIdx.x) = 1;
}

// Right: bytes of its own.
// CHECK-NEXT: "verdict": "race-free"
__global__ void ownBytes(const int *in) {
  extern __shared__ unsigned char c[];
  c[64 * in[threadIdx.x] + threadIdx.x]++;
}

// Right: a row of the launch's length n, in which 64 columns fit, is unknown; the steps of
// 64 n words are multiples of 64.
// CHECK: "kernel": "rowsOfRows",
// CHECK-NEXT: "verdict": "race-free"
__global__ void rowsOfRows(const int *in, int n) {
  extern __shared__ int s[];
  s[64 * (n + in[threadIdx.x]) + threadIdx.x] = 1;
  s[64 * in[threadIdx.x + 64] + threadIdx.x] = 2;
}

// Race: n may be 1.
// CHECK: "kernel": "shifted",
// CHECK-NOT: "verdict": "race-free"
// CHECK: "findings": [
__global__ void shifted(const int *in, int n) {
  extern __shared__ int s[];
  s[64 * in[threadIdx.x] + threadIdx.x + n] = 1;
  s[64 * in[threadIdx.x + 64] + threadIdx.x] = 2;
}

void run(int *p, int n) {
  ownColumn<<<1, 64>>>(p, p);
  halfRows<<<1, 64>>>(p);
  columnsOfTwo<<<1, 64>>>(p);
  nextColumn<<<1, 64>>>(p, p);
  allColumns<<<1, 64>>>(p, p);
  bytesOfWords<<<1, 64>>>(p);
  ownBytes<<<1, 64>>>(p);
  rowsOfRows<<<1, 64>>>(p, n);
  shifted<<<1, 64>>>(p, n);
}
