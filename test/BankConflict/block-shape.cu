// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Threads are numbered x first, then y, then z, and 32 of them make a warp: the
// block's shape decides which elements meet in a warp.

// 16 x 16 threads: a warp is two rows of 16, lane l at x = l % 16.
__global__ void square(float *g) {
  __shared__ float tile[16][16];
  __shared__ float wide[16][32];
  int x = threadIdx.x, y = threadIdx.y;
  // 32 words side by side.
  g[x] = tile[y][x];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Words 16 * x + y: 8 values of x in one bank, 2 banks for each y.
  g[x] = tile[x][y];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
  // Words 32 * y + x: rows y and y + 1 of a warp share banks 0-15.
  g[x] = wide[y][x];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

// 32 x 8 threads: a warp is one row, y is the same in all lanes.
__global__ void rows(float *g) {
  __shared__ float wide[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  g[x] = wide[y][x];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[x] = wide[x][y];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
}

// 64 x 4 threads: a row is two warps.
__global__ void longRows(float *g) {
  __shared__ float wide[4][64];
  int x = threadIdx.x, y = threadIdx.y;
  g[x] = wide[y][x];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[x] = wide[y][x * 2 % 64];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

// 4 x 4 x 4 threads: lane = x + 4 * y + 16 * z in each of two warps.
__global__ void cube(float *g) {
  __shared__ float s[4][4][4];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  g[x] = s[z][y][x];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  // Words 16 * x + 4 * y + z: x and x + 2 are 32 words apart.
  g[x] = s[x][y][z];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

// 1 x 64 threads: lanes run along y.
__global__ void columns(float *g) {
  __shared__ float s[64][2];
  int y = threadIdx.y;
  g[y] = s[y][0];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
}

// 8 x 8 threads with the flat index that many kernels compute.
__global__ void flat(float *g) {
  __shared__ float s[64 * 4];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  g[t] = s[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = s[4 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
}

void run(float *g) {
  square<<<1, dim3(16, 16)>>>(g);
  rows<<<1, dim3(32, 8)>>>(g);
  longRows<<<1, dim3(64, 4)>>>(g);
  cube<<<1, dim3(4, 4, 4)>>>(g);
  columns<<<1, dim3(1, 64)>>>(g);
  flat<<<1, dim3(8, 8)>>>(g);
}
