// RUN: %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// What cannot be decided is said, never passed over: the index of a gather, a
// permutation by shuffle, an array chosen by the lane.

__global__ void gather(float *g, const int *idx) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  g[t] = s[idx[t]];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: the index comes from memory: idx[t] [warplint-bank-conflict]
  s[idx[t] & 1023] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: the index comes from memory
  int j = __shfl_xor_sync(~0u, idx[t], 3);
  g[t] = s[j];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: the index comes from another lane: idx[t]

  // An index that all lanes read from one place is the same in all lanes.
  g[t] = s[idx[0] + t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Whatever the value is, only one lane uses it.
  if (t == 3)
    g[t] = s[idx[t]];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

void run(float *g, const int *idx) { gather<<<1, 256>>>(g, idx); }
