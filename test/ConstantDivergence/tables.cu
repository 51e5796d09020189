// RUN: not %warplint --checks='-*,warplint-constant-divergence' %s %stub | %check %s
// RUN: not %warplint --checks='-*,warplint-constant-divergence' --min-passes=17 %s %stub | FileCheck %s --check-prefix=MANY
//
// The passes that an H200 counts (replays and the first): one for each address.

__constant__ float table[1024];
__constant__ float4 quads[64];
__constant__ double pairs[64];
__constant__ unsigned char bytes[64];

struct Weights {
  float w[32];
  int n;
};

// c[lane]: 32.
// MANY: :[[@LINE+3]]:{{[0-9]+}}: warning: constant divergence
// MANY-NOT: takes 16 passes
__global__ void each(float *out) {
  out[threadIdx.x] = table[threadIdx.x];
  // CHECK: :[[@LINE-1]]:22: warning: constant divergence: this 32-bit load of 'table' takes 32 passes, ideal 1 [warplint-constant-divergence]
  // CHECK: note: in warp 0, the lanes read 32 different addresses; the constant cache serves one per pass
  // CHECK: note: read the table from global memory with __ldg(), or copy it to shared memory
}

// The bytes of one word are different addresses: 32, as an H200 counts (ld.const.u8 of
// unittests/Warp/Inputs/h200_random_memories.json).
__global__ void narrow(unsigned char *out) {
  out[threadIdx.x] = bytes[threadIdx.x & 63];
  // CHECK: :[[@LINE-1]]:22: warning: constant divergence: this 8-bit load of 'bytes' takes 32 passes, ideal 1
}

// No value is needed: nvcc does not load it.
__global__ void unused() {
  float x = table[threadIdx.x];
}

// c[lane / 2]: 16, for blocks of all shapes that the launch has.
__global__ void halves(float *out) {
  out[threadIdx.x] = table[threadIdx.x / 2];
  // CHECK: :[[@LINE-1]]:22: warning: constant divergence: this 32-bit load of 'table' takes 16 passes, ideal 1
}

// c[64 * lane]: 32, as for neighbors.
__global__ void distant(float *out) {
  out[threadIdx.x] = table[(threadIdx.x & 15) * 64];
  // CHECK: :[[@LINE-1]]:22: warning: constant divergence: this 32-bit load of 'table' takes 16 passes, ideal 1
}

// Rows of 8 lanes that read one row's weight: four rows in a warp.
__global__ void rows(float *out) {
  out[threadIdx.x] = table[threadIdx.y];
  // CHECK: :[[@LINE-1]]:22: warning: constant divergence: this 32-bit load of 'table' takes 4 passes, ideal 1
}

// One 64-bit load for a double; two for 16 bytes.
__global__ void wide(float4 *out, double *d) {
  out[threadIdx.x] = quads[threadIdx.x];
  // CHECK: :[[@LINE-1]]:22: warning: constant divergence: this 128-bit load of 'quads' takes 64 passes, ideal 2
  d[threadIdx.x] = pairs[threadIdx.x & 31];
  // CHECK: :[[@LINE-1]]:20: warning: constant divergence: this 64-bit load of 'pairs' takes 32 passes, ideal 1
}

// How many lanes read is a matter of data: at most all of them.
__global__ void bounded(float *out, const int *counts) {
  if (threadIdx.x < counts[blockIdx.x])
    out[threadIdx.x] = table[threadIdx.x];
  // CHECK: :[[@LINE-1]]:24: warning: constant divergence: this 32-bit load of 'table' takes up to 32 passes, ideal 1
  // Of 16 lanes, always the same, all read.
  if (threadIdx.x % 2)
    out[threadIdx.x] += table[threadIdx.x];
  // CHECK: :[[@LINE-1]]:25: warning: constant divergence: this 32-bit load of 'table' takes 16 passes, ideal 1
}

// An array in a parameter lies in constant memory.
__global__ void parameter(float *out, const Weights w) {
  out[threadIdx.x] = w.w[threadIdx.x % 32];
  // CHECK: :[[@LINE-1]]:22: warning: constant divergence: this 32-bit load{{.*}} takes 32 passes, ideal 1
  // CHECK: note: copy the array to shared memory, or pass a pointer to global memory
}

// Of pointers or doubles nvcc 13.0 makes a local copy (a stack frame of 64 bytes).
struct Rows {
  double *row[8];
};
__global__ void copied(double *out, const Rows r) {
  out[threadIdx.x] = *r.row[threadIdx.x % 8];
}

void run(float *out, float4 *q, double *d, Weights w, Rows r, int *n) {
  each<<<1, 256>>>(out);
  bounded<<<4, 256>>>(out, n);
  unused<<<1, 256>>>();
  narrow<<<1, 256>>>((unsigned char *)out);
  halves<<<1, 256>>>(out);
  distant<<<1, 256>>>(out);
  rows<<<1, dim3(8, 8)>>>(out);
  wide<<<1, 64>>>(q, d);
  parameter<<<1, 64>>>(out, w);
  copied<<<1, 64>>>(d, r);
}
