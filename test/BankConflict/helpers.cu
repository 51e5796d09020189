// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --report-clean --report-unproven %s %stub | %check %s
//
// Accesses in functions that a kernel calls: reported where they are written, with
// the calls that lead there.

__device__ float byReference(float (&tile)[32][32], int t) {
  return tile[t][0];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE+31]]:10: note: called from here in 'kernel'
}

__device__ float byPaddedReference(float (&tile)[32][33], int t) {
  return tile[t][0];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// A helper that no one may inline is followed all the same.
__device__ __noinline__ void byPointer(float *p, int t, float x) {
  p[t * 2] = x;
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit store takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE+18]]:3: note: called from here in 'kernel'
}

template <class F> __device__ float apply(F f, int t) { return f(t); }

__global__ void kernel(float *g) {
  __shared__ float tile[32][32];
  __shared__ float padded[32][33];
  __shared__ float s[64];
  int t = threadIdx.x;

  // A lambda that captures the tile by reference, called through a template.
  g[t] = apply([&](int i) { return tile[i][1]; }, t);
  // CHECK: :[[@LINE-1]]:36: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  auto row = [&](int i) { return tile[1][i]; };
  // CHECK: :[[@LINE-1]]:34: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = row(t);

  byPointer(s, t, g[t]);
  g[t] = byReference(tile, t);
  g[t] = byPaddedReference(padded, t);
}

void run(float *g) { kernel<<<1, 32>>>(g); }
