// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// The lanes of a warp as 4 rows x 8 columns of a matrix product: lane row r needs
// element r of tile A, lane column c element c of tile B, 128 bits each. How lanes
// are laid out in that rectangle decides whether pairs agree and quarters merge.

// Row-major: r = t / 8, c = t % 8.
__global__ void rowMajor(float4 *g) {
  __shared__ float4 a[4];
  __shared__ float4 b[8];
  int t = threadIdx.x;
  // A quarter-warp reads one element, so pairs agree: two wavefronts.
  g[t] = a[t / 8];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 2 wavefronts [warplint-bank-conflict]
  // A quarter-warp reads all 8 elements, no pair agrees: four wavefronts.
  g[t] = b[t % 8];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
}

// Z-order, columns first: a quarter-warp is 2 rows x 4 columns, lane bit 0 a
// column and lane bit 1 a row.
__global__ void columnsFirst(float4 *g) {
  __shared__ float4 a[4];
  __shared__ float4 b[8];
  int t = threadIdx.x;
  int r = (t >> 1 & 1) | (t >> 3 & 1) << 1;
  int c = (t & 1) | (t >> 2 & 1) << 1 | (t >> 4) << 2;
  // Lanes i and i xor 1 agree.
  g[t] = a[r];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 2 wavefronts [warplint-bank-conflict]
  // Lanes i and i xor 2 agree.
  g[t] = b[c];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 2 wavefronts [warplint-bank-conflict]
}

// Z-order, rows first: lane bit 0 a row and lane bit 1 a column.
__global__ void rowsFirst(float4 *g) {
  __shared__ float4 a[4];
  __shared__ float4 b[8];
  int t = threadIdx.x;
  int r = (t & 1) | (t >> 2 & 1) << 1;
  int c = (t >> 1 & 1) | (t >> 3) << 1;
  // Lanes i and i xor 2 agree.
  g[t] = a[r];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 2 wavefronts [warplint-bank-conflict]
  // Lanes i and i xor 1 agree.
  g[t] = b[c];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 2 wavefronts [warplint-bank-conflict]
}

// Rows of A that lie 32 words apart share their banks: lanes 0-15 hold two rows
// in row-major order, two words a bank, in each of two merged groups.
__global__ void rowsApart(float4 *g) {
  __shared__ float4 a[4 * 8];
  int t = threadIdx.x;
  g[t] = a[t / 8 * 8];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 128-bit load takes 4 wavefronts, ideal 2 [warplint-bank-conflict]
}

void run(float4 *g) {
  rowMajor<<<1, 32>>>(g);
  columnsFirst<<<1, 32>>>(g);
  rowsFirst<<<1, 32>>>(g);
  rowsApart<<<1, 32>>>(g);
}
