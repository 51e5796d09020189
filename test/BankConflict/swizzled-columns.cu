// RUN: not %warplint --checks=-warplint-uncoalesced-access --as-written --report-clean --report-unproven %s %stub | %check %s
//
// XOR swizzles of a tile that is read by columns. Swizzle<B, M, S> keeps the M low
// bits of a flat index p and XORs B bits above them with the B bits that lie S
// further up.

template <int B, int M, int S> __device__ int swizzled(int p) {
  return p ^ ((p & (((1 << B) - 1) << (M + S))) >> S);
}

// Eight lanes, one row each, columns 0-7.
__global__ void eightRows(float *g) {
  __shared__ float tile[8 * 24];
  int row = threadIdx.x;
  if (row < 8)
    for (int col = 0; col < 8; ++col) {
      // Words 8 * row + col: rows 0 and 4 meet.
      g[row] = tile[row * 8 + col];
      // CHECK: :[[@LINE-1]]:16: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
      // Banks 8 * (row % 4) + (row ^ col): rows 0 and 4 now differ in bit 2.
      g[row] = tile[row * 8 + (row ^ col)];
      // CHECK: :[[@LINE-1]]:16: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
      g[row] = tile[swizzled<3, 0, 3>(row * 8 + col)];
      // CHECK: :[[@LINE-1]]:16: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
      // 24 = 3 * 8 words a row, no power of two: rows 0 and 4 are 96 words
      // apart and meet; the XOR within blocks of 8 separates them.
      g[row] = tile[row * 24 + col];
      // CHECK: :[[@LINE-1]]:16: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
      g[row] = tile[row * 24 + (row ^ col)];
      // CHECK: :[[@LINE-1]]:16: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
      // Four words a row: 8 rows fill the 32 banks without a swizzle.
      g[row] = tile[row * 4 + col % 4];
      // CHECK: :[[@LINE-1]]:16: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    }
}

// All 32 lanes, one row each.
__global__ void wholeWarp(float *g) {
  __shared__ float tile[32 * 96];
  int row = threadIdx.x;
  for (int col = 0; col < 8; ++col) {
    // Bank (row % 8) ^ col: four rows a bank. Three bits are too few here ...
    g[row] = tile[swizzled<3, 0, 5>(row * 32 + col)];
    // CHECK: :[[@LINE-1]]:14: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
    // ... five give each row a bank of its own: row ^ col.
    g[row] = tile[swizzled<5, 0, 5>(row * 32 + col)];
    // CHECK: :[[@LINE-1]]:14: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    // Rows of 8: four of them fill the banks, so rows 0, 4, 8, ... must differ:
    // bank 8 * (row % 4) + (col ^ (row / 4)).
    g[row] = tile[row * 8 + col];
    // CHECK: :[[@LINE-1]]:14: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
    g[row] = tile[swizzled<3, 0, 5>(row * 8 + col)];
    // CHECK: :[[@LINE-1]]:14: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    // 96 = 3 * 32 words a row: bank row ^ col.
    g[row] = tile[row * 96 + (row ^ col)];
    // CHECK: :[[@LINE-1]]:14: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  }
}

// Two columns at a time: lanes are 16 rows x 2 columns.
__global__ void twoColumns(float *g) {
  __shared__ float tile[16 * 66];
  int t = threadIdx.x;
  int row = t / 2;
  for (int pair = 0; pair < 16; ++pair) {
    int col = 2 * pair + t % 2;
    // All rows in the two banks of the pair.
    g[t] = tile[row * 32 + col];
    // CHECK: :[[@LINE-1]]:12: warning: 16-way bank conflict: this 32-bit load takes 16 wavefronts, ideal 1 [warplint-bank-conflict]
    // Bank col ^ (2 * row): bit 0 stays, 16 rows take 16 pairs of banks.
    g[t] = tile[swizzled<4, 1, 4>(row * 32 + col)];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
    // Every other row of a tile with rows of 64: the same with a longer shift.
    g[t] = tile[swizzled<4, 1, 5>(row * 64 + col) % 1024];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  }
}

// An odd row length does not divide into pairs of columns: word 33 * row + col, so
// column 1 of row r meets column 0 of row r + 1. Two rows taken as one of 66 words
// do divide: word 66 * row + col, bank 2 * row + col.
__global__ void oddRows(float *g) {
  __shared__ float tile[32 * 33];
  int t = threadIdx.x;
  int row = t / 2;
  int col = t % 2;
  g[t] = tile[row * 33 + col];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = tile[row * 66 + col];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// 8 x 9: eight lanes take 4 rows x 2 columns. Words 0, 1, 9, 10, 18, 19, 27 and 28
// are in different ones of 32 banks, whichever column is first.
__global__ void eightByNine(float *g, int first) {
  __shared__ float tile[8 * 9];
  int t = threadIdx.x;
  if (t < 8)
    g[t] = tile[t / 2 * 9 + t % 2 + first];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

void run(float *g) {
  eightRows<<<1, 32>>>(g);
  wholeWarp<<<1, 32>>>(g);
  twoColumns<<<1, 32>>>(g);
  oddRows<<<1, 32>>>(g);
  eightByNine<<<1, 32>>>(g, 0);
}
