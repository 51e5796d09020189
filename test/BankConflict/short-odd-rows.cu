// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// A column of short[32][33]: element (t, c) is in word (33 * t + c) / 2, rounded
// down. With c even, row 2m is in word 33m + c/2 and row 2m + 1 in word
// 33m + c/2 + 16: every lane has a bank of its own. With c odd, row 2m + 1 moves up
// by one word, and rows 0 and 31 meet: words 0 and 33 * 15 + 17 = 512, both of
// bank 0 for c = 1. So does no other pair.

__global__ void evenColumn(short *g) {
  __shared__ short tile[32][33];
  int t = threadIdx.x;
  g[t] = tile[t][0];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 16-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = tile[t][30];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 16-bit load takes 1 wavefront [warplint-bank-conflict]
}

__global__ void oddColumn(short *g) {
  __shared__ short tile[32][33];
  int t = threadIdx.x;
  g[t] = tile[t][1];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 16-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  tile[t][31] = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 16-bit store takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

// A column that is not known: the worse case counts, and the condition is said.
__global__ void anyColumn(short *g, int c) {
  __shared__ short tile[32][33];
  int t = threadIdx.x;
  g[t] = tile[t][c];
  // CHECK: :[[@LINE-1]]:10: warning: up to 2-way bank conflict: this 16-bit load takes up to 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: note: conflict-free when c is even; 2-way when c is odd
}

void run(short *g, int c) {
  evenColumn<<<1, 32>>>(g);
  oddColumn<<<1, 32>>>(g);
  anyColumn<<<1, 32>>>(g, c);
}
