// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// The FLOAT4 macro of many matrix multiplications: one 128-bit access, reported
// where the macro is used.

#define FLOAT4(value) (*reinterpret_cast<float4 *>(&(value)))
#define FETCH(pointer) (reinterpret_cast<float4 *>(&(pointer))[0])

__global__ void tiles(float *g) {
  __shared__ float rows[32][32];
  __shared__ float shifted[32][36];
  int t = threadIdx.x;

  // Lane t reads words 32 * t to 32 * t + 3: 8 lanes of a quarter in banks 0-3.
  FLOAT4(g[4 * t]) = FLOAT4(rows[t][0]);
  // CHECK: :[[@LINE-1]]:22: warning: 8-way bank conflict: this 128-bit load takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
  FETCH(rows[t][4]) = FETCH(g[4 * t]);
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict: this 128-bit store takes 32 wavefronts, ideal 4 [warplint-bank-conflict]

  // Words 36 * t: 4 * t modulo 32, eight different groups of four banks.
  FLOAT4(g[4 * t]) = FLOAT4(shifted[t][0]);
  // CHECK: :[[@LINE-1]]:22: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  // Lane t reads words 4 * t of one row after the other.
  FLOAT4(g[4 * t]) = FETCH(rows[t / 8][t % 8 * 4]);
  // CHECK: :[[@LINE-1]]:22: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
}

void run(float *g) { tiles<<<1, 32>>>(g); }
