// RUN: not %warplint --as-written --layouts=false %s %stub | %check %s
// RUN: not %warplint --as-written --layouts=false --assume=n=100 %s %stub | %check --check-prefix=KNOWN %s
//
// With some values of the unknowns more lanes meet at one word, which costs
// less: the figure of the other values is "up to", and a known value replaces
// it (%check refuses a finding for n = 100).

// All lanes read word 0 for n >= 31, and word 32 for n < 0.
// warplint: block(64)
__global__ void threshold(float *g, int n) {
  __shared__ float s[64];
  int t = threadIdx.x;
  g[t] = s[(t % 32 > n) * 32];
  // CHECK: :[[@LINE-1]]:10: {{.*}}: this 32-bit load takes up to 2 wavefronts, ideal 1
  // CHECK: note: depends on n
}

// A broadcast where both are the same.
// warplint: block(64)
__global__ void halves(float *g, int a, int b) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  g[t] = s[(t % 32 < 16 ? a : b) * 32];
  // CHECK: :[[@LINE-1]]:10: {{.*}}: this 32-bit load takes up to 2 wavefronts, ideal 1
  // CHECK: note: depends on a and b
  // KNOWN: :[[@LINE-3]]:10: {{.*}}: this 32-bit load takes up to 2 wavefronts, ideal 1
}

// The first iteration reads word 0 in all lanes.
// warplint: block(64)
__global__ void first(float *g, int k) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < k; ++i)
    sum += s[t * 32 * i];
  // CHECK: :[[@LINE-1]]:12: {{.*}}: this 32-bit load takes up to 32 wavefronts, ideal 1
  // CHECK: note: depends on i
  // KNOWN: :[[@LINE-3]]:12: {{.*}}: this 32-bit load takes up to 32 wavefronts, ideal 1
  g[t] = sum;
}

// No row of a positive pitch is another one: for all values.
// warplint: block(64) assume(pitch > 0 && pitch % 32 == 0)
__global__ void pitched(float *g, int pitch) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  g[t] = s[t * pitch];
  // CHECK: :[[@LINE-1]]:10: {{.*}}: this 32-bit load takes 32 wavefronts, ideal 1
  // KNOWN: :[[@LINE-2]]:10: {{.*}}: this 32-bit load takes 32 wavefronts, ideal 1
}
