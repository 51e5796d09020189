// RUN: %warplint --checks='-*,warplint-shared-race' --fail-on=never --format=json %s %stub | %races | FileCheck %s
//
// The block is not known. Why is nothing proven? The block is the reason where some block is proven, and else what
// stays open with each of them.

// Two threads may have one index, in any block.
// CHECK: "scattered": "unproven", "the index of the store at line [[@LINE+4]] is unknown"
__global__ void scattered(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[in[t] & 1023] = t;
}

// Blocks of 64 threads keep to their own elements; those of 256 may not, with n = 100.
// CHECK: "small": "unproven", "the block shape is unknown; pass --block"
__global__ void small(int *out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t % 64 + (t < 64 ? 0 : n & 63)] = t;
}
