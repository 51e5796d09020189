// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Where the block's shape comes from, and that the worst of several launches counts.

// Launched with three shapes. Words 32 * x + y: with 32 x 8 threads all x of a warp
// are in one bank, with 16 x 16 half of them, with 1 x 256 a warp is 32 values of y.
__global__ void shapes(float *g) {
  __shared__ float s[32 * 32 + 256];
  g[threadIdx.x] = s[threadIdx.x * 32 + threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE+51]]:3: note: block (32,8,1) from this launch
}

// With 8 x 8 threads four y share a warp: words 8 * x + 64 * y, eight lanes in each
// of four banks.
__global__ void local(float *g) {
  __shared__ float s[8 * 64];
  g[threadIdx.x] = s[8 * threadIdx.x + 64 * threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE+46]]:3: note: block (8,8,1) from this launch
}

__global__ void constant(float *g) {
  __shared__ float s[512];
  g[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE+41]]:3: note: block (256,1,1) from this launch
}

template <int Threads> __global__ void templated(float *g) {
  __shared__ float s[2 * Threads];
  g[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE+23]]:3: note: block (64,1,1) from this launch
}

// Nothing launches it: a warp is taken to be 32 neighbours along x.
__global__ void unknown(float *g) {
  __shared__ float s[2048];
  g[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE-4]]:17: note: block shape unknown; assuming blockDim.x is a multiple of 32 (set it with --block)
  // Rows are whole warps, so y is the same in all lanes.
  g[threadIdx.x] = s[threadIdx.x + 64 * threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// An upper limit is no shape.
__global__ void __launch_bounds__(1024) bounded(float *g) {
  __shared__ float s[32][32];
  g[threadIdx.x] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  // CHECK: :[[@LINE+17]]:3: note: block (32,8,1) from this launch
}

template <int Threads> void runTemplated(float *g) {
  templated<Threads><<<1, Threads>>>(g);
}

void run(float *g) {
  shapes<<<1, dim3(16, 16)>>>(g);
  shapes<<<1, dim3(32, 8)>>>(g);
  shapes<<<1, dim3(1, 256)>>>(g);
  dim3 grid(4, 4);
  dim3 block(8, 8);
  local<<<grid, block>>>(g);
  constexpr int Threads = 128;
  constant<<<1, Threads * 2>>>(g);
  runTemplated<64>(g);
  bounded<<<1, dim3(32, 8)>>>(g);
}
