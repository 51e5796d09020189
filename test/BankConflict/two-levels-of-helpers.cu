// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// The calls that lead to an access are listed from the innermost to the kernel.

__device__ float inner(const float *p, int i) { return p[i]; }
// CHECK: :[[@LINE-1]]:56: warning: up to 4-way bank conflict: this 32-bit load takes up to 4 wavefronts, ideal 1 [warplint-bank-conflict]
// CHECK: :[[@LINE+4]]:10: note: called from here in 'outer'
// CHECK: :[[@LINE+9]]:10: note: called from here in 'kernel'

__device__ float outer(const float *p, int stride, int t) {
  return inner(p, stride * t);
}

__global__ void kernel(float *g) {
  __shared__ float s[128];
  int t = threadIdx.x;
  g[t] = outer(s, 4, t);
  // A second path to the same access is no second finding; it has no conflict.
  g[t] = outer(s, 1, t);
}

void run(float *g) { kernel<<<1, 32>>>(g); }
