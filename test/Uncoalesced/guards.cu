// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' --report-clean --report-unproven %s %stub | %check %s
//
// Which lanes take part, and what only the data tells.

// A tail: fewer lanes touch fewer sectors, and need fewer.
__global__ void tail(float *g, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    g[i] = in[i];
  // CHECK: :[[@LINE-1]]:5: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:12: remark: coalesced: this 32-bit load touches 4 sectors
}

__global__ void gridStride(float *g, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    g[i] = in[i];
  // CHECK: :[[@LINE-1]]:5: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:12: remark: coalesced: this 32-bit load touches 4 sectors
}

// Each lane a piece of its own, in place of a grid stride.
__global__ void pieces(float *g, const float *in, int length) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * length;
  for (int i = 0; i < length; ++i)
    g[first + i] = in[first + i];
  // CHECK: :[[@LINE-1]]:5: warning: uncoalesced: this 32-bit store touches up to 32 sectors, ideal 4; 128 of 1,024 bytes moved are used
  // CHECK: note: each lane goes along a row of its own
  // CHECK: :[[@LINE-3]]:20: warning: uncoalesced: this 32-bit load touches up to 32 sectors, ideal 4; 128 of 1,024 bytes moved are used
}

// One lane of a warp needs one sector and takes it. Four of them take one each
// where one would do, which is too little to tell of.
__global__ void leaders(float *g) {
  if (threadIdx.x % 32 == 0)
    g[threadIdx.x / 32] = 0;
  // CHECK: :[[@LINE-1]]:5: remark: coalesced: this 32-bit store touches 1 sector
  if (threadIdx.x % 8 == 0)
    g[threadIdx.x] = 0;
}

// What the lanes index with is data: not decided, and no warning.
__global__ void gather(float *g, const float *in, const int *index) {
  g[threadIdx.x] = in[index[threadIdx.x]];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:20: remark: unproven: 32-bit load: the index comes from memory: index[threadIdx.x]
  // CHECK: :[[@LINE-3]]:23: remark: coalesced: this 32-bit load touches 4 sectors
}

// A guard that is data: its lanes may all be active.
__global__ void masked(float *g, const int *mask) {
  if (mask[threadIdx.x])
    // CHECK: :[[@LINE-1]]:7: remark: coalesced: this 32-bit load touches 4 sectors
    g[16 * threadIdx.x] = 0;
  // CHECK: :[[@LINE-1]]:5: warning: uncoalesced: this 32-bit store touches 32 sectors, ideal 4; 128 of 1,024 bytes moved are used
  // CHECK: note: assuming lanes with an unknown condition are active
}

__global__ void never(float *g) {
  if (threadIdx.x > 64)
    g[8 * threadIdx.x] = 0;
  // CHECK: :[[@LINE-1]]:5: remark: no lane executes this 32-bit store
}

void run(float *g, int *i, int n) {
  tail<<<n, 256>>>(g, g, n);
  gridStride<<<n, 256>>>(g, g, n);
  pieces<<<n, 256>>>(g, g, n);
  leaders<<<1, 64>>>(g);
  gather<<<1, 32>>>(g, g, i);
  masked<<<1, 32>>>(g, i);
  never<<<1, 32>>>(g);
}
