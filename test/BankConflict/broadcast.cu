// RUN: %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Lanes that read one word are served together, and so are lanes that write one
// word or parts of it: none of this is a conflict.

__global__ void same(float *g, int k) {
  __shared__ float s[1024];
  __shared__ float4 v[64];
  int t = threadIdx.x;

  g[t] = s[0];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // The same word for all lanes, whichever it is.
  g[t] = s[k];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Two words, of banks 0 and 1.
  g[t] = s[t & 1];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Sixteen words, two lanes each.
  g[t] = s[t / 2];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // One lane wins; which one is another matter.
  s[1] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
  // One float4 for the whole warp: lanes i and i xor 1 agree, so quarter-warps
  // merge in pairs, and two wavefronts remain.
  float4 w = v[3];
  // CHECK: :[[@LINE-1]]:14: remark: conflict-free: this 128-bit load takes 2 wavefronts [warplint-bank-conflict]
  g[t] = w.x + w.y + w.z + w.w;
}

void run(float *g) { same<<<1, 32>>>(g, 1); }
