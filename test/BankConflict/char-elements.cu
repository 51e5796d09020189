// RUN: not %warplint --checks=-warplint-uncoalesced-access --negligible=warning --report-clean --report-unproven %s %stub | %check %s
//
// Elements of one byte: four share a word, and lanes at one word never conflict,
// for stores too.

__global__ void bytes(unsigned char *g) {
  __shared__ unsigned char s[32 * 32];
  __shared__ signed char tile[32][32];
  __shared__ char padded[32][36];
  int t = threadIdx.x;

  // Bytes 32 * t are words 8 * t.
  g[t] = tile[t][0];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 8-bit load takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
  // The other bytes of those words.
  tile[t][3] = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict: this 8-bit store takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
  // Bytes 8 * t are words 2 * t.
  g[t] = s[8 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 8-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]

  // 32 bytes are 8 words of 8 banks.
  g[t] = s[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 8-bit load takes 1 wavefront [warplint-bank-conflict]
  s[t] = g[t];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 8-bit store takes 1 wavefront [warplint-bank-conflict]
  // Bytes 4 * t are words t: each bank once.
  g[t] = s[4 * t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 8-bit load takes 1 wavefront [warplint-bank-conflict]
  // Bytes 36 * t are words 9 * t, and 9 is odd.
  g[t] = padded[t][2];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 8-bit load takes 1 wavefront [warplint-bank-conflict]
}

void run(unsigned char *g) { bytes<<<1, 32>>>(g); }
