// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// A column of a row-major tile: the row length decides. bank = word mod 32.

__global__ void column(float *g) {
  __shared__ float wide[32][32];
  __shared__ float narrow[32][8];
  __shared__ float padded[32][33];
  int t = threadIdx.x;

  // Words 32 * t: all 32 lanes in bank 0, each with a word of its own.
  g[t] = wide[t][0];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // The column moves every lane to bank 5.
  wide[t][5] = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict: this 32-bit store takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // Words 8 * t: banks 0, 8, 16 and 24, eight words each.
  g[t] = narrow[t][0];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1 [warplint-bank-conflict]

  // Words 33 * t: 33 is 1 modulo 32, so lane t is alone in bank t.
  g[t] = padded[t][0];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  padded[t][7] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
  // A row: word t of bank t.
  g[t] = wide[3][t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // A row of 8 read by all 32 lanes: four lanes share each word, which a
  // broadcast serves at once.
  g[t] = narrow[2][t % 8];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// Eight lanes read a column of an 8 x 8 tile: words 8 * t. Lanes t and t + 4 meet
// in a bank, because 8 * 4 = 32: two words a bank.
__global__ void columnOfEight(float *g) {
  __shared__ float tile[8][8];
  int t = threadIdx.x;
  if (t < 8) {
    g[t] = tile[t][0];
    // CHECK: :[[@LINE-1]]:12: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
    g[t] = tile[0][t];
    // CHECK: :[[@LINE-1]]:12: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  }
}

void run(float *g) {
  column<<<1, 32>>>(g);
  columnOfEight<<<1, 32>>>(g);
}
