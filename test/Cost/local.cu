// Arrays of a thread that stay in local memory: word w of the 32 lanes lies in one row of
// four sectors. Stores go on to L2. (d_entropy of a public program, a histogram of 16 bytes
// per thread, on an H200: 6,607 sectors a block in L1 and 3,063 in L2, predicted 6,869 and
// 3,444.)
//
// RUN: %warplint --cost --fail-on=never %s %stub | FileCheck %s

// One index for all lanes: 64 stores of 4 sectors.
// CHECK: cost of 'oneIndex'
// CHECK: line [[#@LINE+5]] {{.*}}l2  256 sectors
// CHECK: line [[#@LINE+4]] {{.*}}l1  256 sectors
__global__ void oneIndex(int *out, int n) {
  int w[64];
  #pragma unroll 1
  for (int i = 0; i < 64; ++i) w[i] = i * n;
  out[threadIdx.x] = w[n];
}

// The lane as index: 32 rows. Of the 36 sectors 4 are those of 'out'.
// CHECK: cost of 'ofLane'
// CHECK: line [[#@LINE+5]] {{.*}}l1  36 sectors
__global__ void ofLane(int *out, int n) {
  int w[64];
  #pragma unroll 1
  for (int i = 0; i < 64; ++i) w[i] = i * n;
  out[threadIdx.x] = w[threadIdx.x & 63];
}

// Data as index, 4 words: 8 lanes share the sectors of a row, of which 3.6 of 4 are hit,
// 14.4 of 4 rows. With the 8 of 'in' and 'out' 22.4.
// CHECK: cost of 'ofData'
// CHECK: line [[#@LINE+5]] {{.*}}l1  22 sectors
__global__ void ofData(int *out, const int *in, int n) {
  char w[16];
  #pragma unroll 1
  for (int i = 0; i < 16; ++i) w[i] = i * n;
  out[threadIdx.x] = w[in[threadIdx.x]];
}

void run(int *out, const int *in, int n) {
  oneIndex<<<64, 32>>>(out, n);
  ofLane<<<64, 32>>>(out, n);
  ofData<<<64, 32>>>(out, in, n);
}
