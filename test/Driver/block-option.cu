// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --block=16x16 %s %stub \
// RUN:   | %check %s --check-prefix=SQUARE
// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --block=64 %s %stub \
// RUN:   | %check %s --check-prefix=LINE
// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --block=one:16x16x1 --block=32x8 %s %stub \
// RUN:   | %check %s --check-prefix=NAMED
//
// --block=[KERNEL:]XxYxZ says the block's shape, over what launches say.

__global__ void one(float *g) {
  __shared__ float s[16 * 64];
  // Words 64 * y + x. A row of 16 in half a warp: y and y + 1 meet in banks 0-15.
  // A row of 32 or 64: y is the same in the whole warp.
  g[threadIdx.x] = s[64 * threadIdx.y + threadIdx.x];
  // SQUARE: :[[@LINE-1]]:20: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
  // SQUARE: note: block (16,16,1) from
  // LINE: :[[@LINE-3]]:20: remark: conflict-free
  // NAMED: :[[@LINE-4]]:20: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
  // NAMED: note: block (16,16,1) from
}

__global__ void other(float *g) {
  __shared__ float s[64][32];
  // With 32 threads a row, a column of 32 words a row; with 16, half of it twice.
  g[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // SQUARE: :[[@LINE-1]]:20: warning: 16-way bank conflict: this 32-bit load takes 16 wavefronts, ideal 1
  // LINE: :[[@LINE-2]]:20: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
  // LINE: note: block (64,1,1) from
  // NAMED: :[[@LINE-4]]:20: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
  // NAMED: note: block (32,8,1) from
}

void run(float *g) { one<<<1, dim3(32, 8)>>>(g); }
