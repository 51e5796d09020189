// RUN: not %warplint --checks='-*,warplint-uncoalesced-access' --report-clean --report-unproven %s %stub | %check %s
//
// Blocks that are narrower than a warp: several rows in one request. A row of 8
// floats is a sector where it begins one, else it lies in two.

// Rows begin sectors where the pitch is a multiple of 8, else up to each of the
// four in a warp lies in two: 8 sectors at most, and which of them it is rests on
// the caller's pitch. No warning.
__global__ void pitched(float *g, const float *in, int pitch) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  g[threadIdx.y * 8 + threadIdx.x] = in[y * pitch + x];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:38: remark: off a sector: this 32-bit load touches up to 8 sectors, ideal 4; 128 of 256 bytes moved are used
  // CHECK: note: ideal when pitch is a multiple of 8; {{.*}}8 sectors instead of 4 when pitch is odd
}

// Two rows of 16: 2 + 2 sectors, at most 3 + 3. Less than is told of.
__global__ void wider(float *g, const float *in, int pitch) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  g[threadIdx.y * 16 + threadIdx.x] = in[y * pitch + x];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
}

// A pitch of 1000, a multiple of 8.
__global__ void fitting(float *g, const float *in) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  g[threadIdx.y * 8 + threadIdx.x] = in[y * 1000 + x];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:38: remark: coalesced: this 32-bit load touches 4 sectors
}

// Rows of 4 floats are half of a sector: 8 rows, 8 sectors, for 128 bytes.
__global__ void narrow(float *g, const float *in) {
  g[threadIdx.y * 4 + threadIdx.x] = in[threadIdx.y * 1000 + threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  // CHECK: :[[@LINE-2]]:38: warning: uncoalesced: this 32-bit load touches 8 sectors, ideal 4; 128 of 256 bytes moved are used
  // CHECK: note: a row of the block has 4 threads; use a blockDim.x of at least 32, so that each warp accesses one row
}

// 20 threads: 80 bytes, 3 sectors.
__global__ void partial(float *g) {
  g[threadIdx.x] = 0;
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 3 sectors
  g[8 * threadIdx.x] = 1;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches 20 sectors, ideal 3; 80 of 640 bytes moved are used
  // CHECK: note: 20 active lanes, 32 bytes from one to the next
}

// Nobody launches it: whole warps along x.
__global__ void unlaunched(float *g) {
  g[2 * threadIdx.x] = 0;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced: this 32-bit store touches 8 sectors, ideal 4
  // CHECK: note: block shape unknown; assuming blockDim.x is a multiple of 32 (set it with --block)
}

void run(float *g, int n, dim3 grid) {
  pitched<<<grid, dim3(8, 8)>>>(g, g, n);
  wider<<<grid, dim3(16, 16)>>>(g, g, n);
  fitting<<<grid, dim3(8, 8)>>>(g, g);
  narrow<<<1, dim3(4, 8)>>>(g, g);
  partial<<<1, 20>>>(g);
}
