// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --report-clean --report-unproven %s %stub | %check %s
//
// Elements of two bytes: two share a word.

__global__ void shorts(short *g) {
  __shared__ short s[64 * 32];
  __shared__ short tile[32][32];
  __shared__ short padded[32][34];
  int t = threadIdx.x;

  // Bytes 64 * t are words 16 * t: 16 rows in bank 0, 16 in bank 16.
  g[t] = tile[t][0];
  // CHECK: :[[@LINE-1]]:10: warning: 16-way bank conflict: this 16-bit load takes 16 wavefronts, ideal 1 [warplint-bank-conflict]
  // Column 1 is the other half of the same words.
  tile[t][1] = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 16-way bank conflict: this 16-bit store takes 16 wavefronts, ideal 1 [warplint-bank-conflict]
  // Bytes 8 * t are words 2 * t.
  g[t] = s[4 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 16-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]

  // 64 bytes are 16 words of 16 banks.
  g[t] = s[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 16-bit load takes 1 wavefront [warplint-bank-conflict]
  s[t] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 16-bit store takes 1 wavefront [warplint-bank-conflict]
  // Bytes 4 * t are words t.
  g[t] = s[2 * t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 16-bit load takes 1 wavefront [warplint-bank-conflict]
  // Bytes 68 * t are words 17 * t, and 17 is odd.
  g[t] = padded[t][5];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 16-bit load takes 1 wavefront [warplint-bank-conflict]
}

// A half is two bytes as well.
__global__ void halves(half *g) {
  __shared__ half tile[32][32];
  __shared__ half2 pairs[32][33];
  int t = threadIdx.x;
  g[t] = tile[t][0];
  // CHECK: :[[@LINE-1]]:10: warning: 16-way bank conflict: this 16-bit load takes 16 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = tile[0][t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 16-bit load takes 1 wavefront [warplint-bank-conflict]
  // A half2 is a word: 33 of them a row.
  half2 p = pairs[t][0];
  // CHECK: :[[@LINE-1]]:13: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = p.x;
}

void run(short *g, half *h) {
  shorts<<<1, 32>>>(g);
  halves<<<1, 32>>>(h);
}
