// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Launches that are seen, with a block that is not known. What is told holds for
// every block that the launch allows.

__device__ const volatile void *kept; // nvcc drops stores that nobody reads.

// n x n threads. 16 columns of rows of 17 words: word (x, y) is in bank
// 17 * y + x, and 17 + 15 meets 0.
__global__ void square(float *out) {
  __shared__ float padded[16][17];
  padded[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: the block shape is unknown: (16,16,1) takes 2 wavefronts, ideal 1; pass --block
  kept = padded;
}
void squareOf(float *out, int n) { square<<<1, dim3(n, n)>>>(out); }

// One row of any length: lane l is in bank l.
__global__ void row(float *out) {
  __shared__ float s[1024];
  s[threadIdx.x] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free
  kept = s;
}
void rowOf(float *out, int n) { row<<<1, n>>>(out); }

// n columns of 8 rows. Numbered through, threads are in banks of their own,
// however long a row is; with a pitch of 32 words, 16 columns meet 2-way.
__global__ void plane(float *out) {
  __shared__ float dense[1024], pitched[8][32];
  dense[threadIdx.y * blockDim.x + threadIdx.x] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free
  kept = dense;
  pitched[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: the block shape is unknown: (16,8,1) takes 2 wavefronts, ideal 1; pass --block
  kept = pitched;
}
void planeOf(float *out, int n) { plane<<<1, dim3(n, 8)>>>(out); }

// Two words a lane: 2-way in whole warps. In rows of 33 threads 32 to 63 store
// word 64 and then 0, 2, ... 60: words 64, 0 and 32 are in bank 0.
__global__ void strided(float *out) {
  __shared__ float s[2048];
  s[2 * threadIdx.x] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: {{warning|remark}}: up to 3-way bank conflict
  // CHECK: note: block (?,8,1) from this launch; block (33,8,1) costs most
  kept = s;
}
void stridedOf(float *out, int n) { strided<<<1, dim3(n, 8)>>>(out); }

// One row of n threads: up to 16 have banks of their own, and no warp costs more than
// a full one.
__global__ void stridedRow(float *out) {
  __shared__ float s[2048];
  s[2 * threadIdx.x] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: {{warning|remark}}: up to 2-way bank conflict
  // CHECK: note: block (?,1,1) from this launch; no other block costs more
  kept = s;
}
void stridedRowOf(float *out, int n) { stridedRow<<<1, n>>>(out); }

// Bank x + 2 * y: a warp within a row has 32 banks; of two rows of 16 threads the
// second begins 2 banks behind the first.
__global__ void column(float *out) {
  __shared__ float s[32][33];
  s[threadIdx.x % 32][2 * threadIdx.y] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: the block shape is unknown
  kept = s;
}
void columnOf(float *out, int n) { column<<<1, dim3(n, 4)>>>(out); }

// The case label gives n, which the kernel's block is read from before it.
template <int N> __global__ void labelled(float *out) {
  __shared__ float padded[N][N + 1];
  padded[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict
  // CHECK: note: block (8,8,1) from this launch
  kept = padded;
}
void labelledBy(const int *n, float *out) {
  const dim3 block(*n, *n, 1);
  switch (*n) {
  case 8:
    labelled<8><<<1, block>>>(out);
    break;
  }
}

// Data members with an initializer and from a constructor: 16 x 16, of which two
// rows are a warp.
__global__ void member(float *out) {
  __shared__ float t[16][16];
  out[threadIdx.x] = t[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:22: warning: 8-way bank conflict
  // CHECK: note: block (16,16,1) from this launch
}
class Step {
  const dim3 block = dim3(16, 16);

public:
  void run(float *out) { member<<<1, block>>>(out); }
};
class Other {
  dim3 block;

public:
  Other() : block(16, 16) {}
  void run(float *out) { member<<<1, block>>>(out); }
};
void members(float *out) {
  Step().run(out);
  Other().run(out);
}

// Neither rows nor layers are known: a warp may lie across two layers. In a block of
// 16 x 3 x 2 threads 32 to 47 store words 32 to 47, and 48 to 63 words 0 to 15.
__global__ void layers(float *o) {
  __shared__ float s[1024];
  s[16 * threadIdx.y + threadIdx.x] = o[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: the block shape is unknown: (16,3,2) takes 2 wavefronts, ideal 1; pass --block
  __syncthreads();
  // What does not depend on the row is the same in each layer.
  o[threadIdx.x] = s[threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 32-bit load takes 1 wavefront
}
void launchLayers(float *o, int y, int z) { layers<<<1, dim3(16, y, z)>>>(o); }

// n x n x 2 threads: n is at most 22, and no row is a warp. 22 columns of one row store
// words 32 * x: all in bank 0.
__global__ void small(float *out) {
  __shared__ float s[1024];
  s[32 * threadIdx.x] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: {{warning|remark}}: up to 22-way bank conflict
  // CHECK: note: block (?,?,2) from this launch; block (22,22,2) costs most
  kept = s;
}
void smallOf(float *out, int n) { small<<<1, dim3(n, n, 2)>>>(out); }

// Four words a lane, numbered through: 4-way in each whole warp, less where a
// block has fewer than 32 threads.
__global__ void byFour(float *out) {
  __shared__ float s[4096];
  s[(threadIdx.y * blockDim.x + threadIdx.x) * 4] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: {{warning|remark}}: up to 4-way bank conflict: this 32-bit store takes up to 4 wavefronts, ideal 1
  // CHECK: note: {{.*}}at most 3 excess wavefronts per warp
  kept = s;
}
void byFourOf(float *out, int n, int m) { byFour<<<1, dim3(n, m)>>>(out); }

// 64 bits a lane: 2 wavefronts for 32 lanes, 1 for up to 16.
__global__ void wide(double *out) {
  __shared__ double s[1024];
  s[threadIdx.y * blockDim.x + threadIdx.x] = out[threadIdx.x];
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 64-bit store takes up to 2 wavefronts
  kept = s;
}
void wideOf(double *out, int n, int m) { wide<<<1, dim3(n, m)>>>(out); }
