// RUN: not %warplint --verbose %s -- %stub_flags | FileCheck %s --check-prefix=WEIGHT
// RUN: not %warplint --verbose --sort=weight %s -- %stub_flags \
// RUN:   | FileCheck %s --check-prefix=WEIGHT
// RUN: not %warplint --verbose --sort=source %s -- %stub_flags \
// RUN:   | FileCheck %s --check-prefix=SOURCE
//
// What costs a block most comes first, unless the order of the source is asked for.

__global__ void kernel(float *g, int n) {
  __shared__ float s[32 * 64];
  int t = threadIdx.x;
  // 31 excess wavefronts, once in each of two warps.
  g[t] = s[32 * (t % 32)];
  // 2 * t of 64 threads: one more than ideal in each of two warps, 100 times.
  for (int k = 0; k < 100; ++k)
    g[t] += s[2 * t + k];
  // 4 * t: three more in each of two warps, of a loop that counts as 16 rounds.
  for (int k = 0; k < n; ++k)
    g[t] += s[4 * t + k];
}

void run(float *g, int n) { kernel<<<1, 64>>>(g, n); }

// WEIGHT: :16:13: warning: 2-way bank conflict
// WEIGHT: note: executed 100 times per warp: 200 excess wavefronts per block
// WEIGHT: :19:13: warning: 4-way bank conflict
// WEIGHT: note: in a loop over 'k' with an unknown trip count
// WEIGHT: :13:10: warning: 32-way bank conflict
// WEIGHT: note: executed once per warp: 62 excess wavefronts per block

// SOURCE: :13:10: warning: 32-way bank conflict
// SOURCE: :16:13: warning: 2-way bank conflict
// SOURCE: :19:13: warning: 4-way bank conflict
