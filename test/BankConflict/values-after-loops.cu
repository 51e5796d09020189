// RUN: not %warplint --checks=-warplint-uncoalesced-access --as-written --layouts=false --report-clean --report-unproven %s %stub | %check %s
//
// What a loop of constant length computes in each lane is followed to its end.

// The bit reversal of an FFT: 8 * r for r = 0 to 31 is 8 words in each of banks
// 0, 8, 16, 24.
// warplint: block(32)
__global__ void reversal(float *g) {
  __shared__ float s[256];
  int t = threadIdx.x, reversed = 0;
  for (int b = 0; b < 5; ++b)
    reversed = 2 * reversed + (t >> b & 1);
  g[t] = s[8 * reversed];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1
}

// The number of set bits is 0 to 5: six words of bank 0.
// warplint: block(32)
__global__ void population(float *g) {
  __shared__ float s[256];
  int t = threadIdx.x, count = 0;
  for (int b = 1; b < 32; b <<= 1)
    count += (t & b) != 0;
  g[t] = s[32 * count];
  // CHECK: :[[@LINE-1]]:10: warning: 6-way bank conflict: this 32-bit load takes 6 wavefronts, ideal 1
}

// Two values that step together: (a, b) becomes (b, a + b), five times from
// (t, 0), with b = 5 * t at the end. 5 is odd: a bank for each lane.
// warplint: block(32)
__global__ void pairs(float *g) {
  __shared__ float s[256];
  int t = threadIdx.x, a = t, b = 0;
  for (int i = 0; i < 5; ++i) {
    int next = (a + b) & 255;
    a = b;
    b = next;
  }
  g[t] = s[b];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront
}

// All lanes leave this loop together, but where is unknown.
// warplint: block(32)
__global__ void unknown(float *g, int n) {
  __shared__ float s[256];
  int t = threadIdx.x, x = t;
  for (int i = 0; i < n; ++i)
    x = (3 * x + i) & 255;
  g[t] = s[x];
  // CHECK: :[[@LINE-1]]:10: remark: {{.*}}the index comes from a loop that warplint does not follow to its end: x
}
