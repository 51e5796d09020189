// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// cp.async copies from global to shared memory. Through the L1 cache (.ca), lanes
// take turns in a bank, by whole warps, half-warps and quarter-warps of 4, 8 and 16
// bytes a lane. Past it (.cg), what costs is the number of 128-byte lines that the
// warp's destinations touch, whatever their banks: 32 lanes fill four lines at best.

__device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void sixteenBytes(const float4 *g) {
  __shared__ float4 rows[32][8]; // a row is a line
  int t = threadIdx.x;
  // Eight lanes a line.
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :
               : "r"(addressOf(&rows[t / 8][t % 8])), "l"(g + t));
  // CHECK: :[[@LINE-3]]:3: remark: conflict-free: this 16-byte cp.async touches 4 shared-memory lines [warplint-bank-conflict]
  // Any order inside a line is as good.
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :
               : "r"(addressOf(&rows[t / 8][(t ^ t / 8) % 8])), "l"(g + t));
  // CHECK: :[[@LINE-3]]:3: remark: conflict-free: this 16-byte cp.async touches 4 shared-memory lines [warplint-bank-conflict]
  // A line for each lane.
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :
               : "r"(addressOf(&rows[t][0])), "l"(g + t));
  // CHECK: :[[@LINE-3]]:3: warning: scattered cp.async: this 16-byte cp.async touches 32 shared-memory lines, ideal 4 [warplint-bank-conflict]
  // Half-written lines, conflict-free by the rule for stores: 8 lines all the same.
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :
               : "r"(addressOf(&rows[t / 4][t % 8])), "l"(g + t));
  // CHECK: :[[@LINE-3]]:3: warning: scattered cp.async: this 16-byte cp.async touches 8 shared-memory lines, ideal 4 [warplint-bank-conflict]
}

__global__ void fewerBytes(const float *g) {
  __shared__ float s[256];
  int t = threadIdx.x;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
               :
               : "r"(addressOf(&s[t])), "l"(g + t));
  // CHECK: :[[@LINE-3]]:3: remark: conflict-free: this 4-byte cp.async takes 1 wavefront [warplint-bank-conflict]
  // Words 4 * t: four lanes a bank.
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;"
               :
               : "r"(addressOf(&s[4 * t])), "l"(g + t));
  // CHECK: :[[@LINE-3]]:3: warning: 4-way bank conflict: this 4-byte cp.async takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  // Words 4 * t and 4 * t + 1: two lanes a bank in each half-warp.
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;"
               :
               : "r"(addressOf(&s[4 * t])), "l"(g + 2 * t));
  // CHECK: :[[@LINE-3]]:3: warning: 2-way bank conflict: this 8-byte cp.async takes 4 wavefronts, ideal 2 [warplint-bank-conflict]
}

__global__ void sixteenBytesCached(const float4 *g) {
  __shared__ float4 rows[32][8];
  int t = threadIdx.x;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;"
               :
               : "r"(addressOf(&rows[t / 8][t % 8])), "l"(g + t));
  // CHECK: :[[@LINE-3]]:3: remark: conflict-free: this 16-byte cp.async takes 4 wavefronts [warplint-bank-conflict]
  // A column of rows that fill all banks: eight lanes of each quarter-warp meet.
  asm volatile("cp.async.ca.shared.global [%0], [%1], 16;"
               :
               : "r"(addressOf(&rows[t][0])), "l"(g + t));
  // CHECK: :[[@LINE-3]]:3: warning: 8-way bank conflict: this 16-byte cp.async takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
  // CHECK: note: assuming lanes that are served together copy from one 128-byte line of global memory
}

void run(const float *g, const float4 *v) {
  sixteenBytes<<<1, 32>>>(v);
  sixteenBytesCached<<<1, 32>>>(v);
  fewerBytes<<<1, 32>>>(g);
}
