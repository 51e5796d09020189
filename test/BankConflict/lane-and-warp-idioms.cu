// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// The ways in which kernels spell lane and warp numbers.

__global__ void masks(float *g) {
  __shared__ float tile[32][32];
  __shared__ float padded[32][33];
  const int tid = threadIdx.x;
  const int lane = tid & 31;
  const int warp = tid >> 5;
  g[tid] = tile[lane][warp];
  // CHECK: :[[@LINE-1]]:12: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  g[tid] = tile[warp][lane];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[tid] = padded[lane][warp];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Bank lane ^ warp: the warp's number is the same in all lanes.
  g[tid] = tile[lane][lane ^ warp];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

__global__ void divisions(float *g) {
  __shared__ float tile[32][32];
  const unsigned tid = threadIdx.x;
  g[tid] = tile[tid % warpSize][tid / warpSize];
  // CHECK: :[[@LINE-1]]:12: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  g[tid] = tile[tid / warpSize][tid % warpSize];
  // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// Lanes as 8 rows x 4 columns, as matrix fragments have them.
__global__ void fragments(float *g) {
  __shared__ float tile[8][32];
  __shared__ float shifted[8][36];
  const int lane = threadIdx.x % 32;
  const int row = lane >> 2, column = lane & 3;
  // Words 32 * row + column: 8 rows in each of 4 banks.
  g[lane] = tile[row][column];
  // CHECK: :[[@LINE-1]]:13: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
  // Words 36 * row + column: 4 * row + column modulo 32, each bank once.
  g[lane] = shifted[row][column];
  // CHECK: :[[@LINE-1]]:13: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

void run(float *g) {
  masks<<<1, 256>>>(g);
  divisions<<<1, 256>>>(g);
  fragments<<<1, 64>>>(g);
}
