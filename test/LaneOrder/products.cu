// RUN: not %warplint --checks='-*,warplint-lane-order' %s %stub | %check %s
//
// Products of a column of tile A and a row of tile B, in each of 8 steps. 128-bit
// loads are served by quarter-warps, and two of these together where all lanes
// agree with lane i xor 1, or all with lane i xor 2 (the pair rule). Lanes in 4 rows
// and 8 columns, row by row: of A a quarter reads one element, pairs agree, 2
// wavefronts; of B it reads eight, no pairs agree, 4. Where bit 0 of the lane is one
// of the row and bit 1 one of the column, pairs agree of both: 2 and 2.

__device__ inline void add(float4 &sum, float4 a, float4 b) {
  sum.x += a.x * b.x, sum.y += a.y * b.y;
  sum.z += a.z * b.z, sum.w += a.w * b.w;
}

// 8 * (2 + 4) becomes 8 * (2 + 2).
__global__ void rowMajor(const float4 *A, const float4 *B, float4 *C, int K) {
  __shared__ float4 a[8][16], b[8][32];
  int t = threadIdx.x;
  int row = t / 8, col = t % 8;
  // CHECK: :[[@LINE-1]]:7: warning: reordering the lanes cuts the 128-bit loads of 'a' and 'b' from 48 to 32 wavefronts per warp [warplint-lane-order]
  // CHECK: :[[@LINE-2]]:7: note: write 't / 16 * 2 + t % 2' for 'row'
  // CHECK: :[[@LINE-3]]:20: note: write 't / 2 % 8' for 'col'
  // CHECK: :[[@LINE+13]]:16: note: this 128-bit load of 'a': 2 -> 2 wavefronts
  // CHECK: :[[@LINE+12]]:27: note: this 128-bit load of 'b': 4 -> 2 wavefronts
  // CHECK: note: counted for one iteration of the loop over 'step'
  // CHECK: note: the 3 requests to global memory touch as many sectors as before
  // CHECK-NOT: no edit is made
  // CHECK: note: block (128,1,1) from this launch
  float4 sum = {};
  for (int step = 0; step < K; ++step) {
    a[t / 16][t % 16] = A[step * 128 + t];
    b[t / 32][t % 32] = B[step * 256 + t];
    __syncthreads();
    for (int k = 0; k < 8; ++k)
      // What either variable decides alone would not tell.
      add(sum, a[k][row], b[k][col]);
    __syncthreads();
  }
  C[row * 8 + col] = sum;
}

// The lane's number has a variable, and the warps are 2 x 2. Another order that is
// as good, and as short to write: pairs of lanes share a row, lanes i and i xor 2 a
// column, since bit 1 is one of the row.
__global__ void warps(const float4 *A, const float4 *B, float4 *C) {
  __shared__ float4 a[8][16], b[8][16];
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const unsigned row = lane >> 3;
  // CHECK: :[[@LINE-1]]:18: warning: reordering the lanes cuts the 128-bit loads of 'a' and 'b' from 48 to 32 wavefronts per warp
  // CHECK: :[[@LINE-2]]:18: note: write 'lane / 2 % 4' for 'row'
  const unsigned col = lane & 7;
  // CHECK: :[[@LINE-1]]:18: note: write 'lane % 2 * 4 + lane / 8' for 'col'
  a[threadIdx.x / 16][threadIdx.x % 16] = A[threadIdx.x];
  b[threadIdx.x / 16][threadIdx.x % 16] = B[threadIdx.x];
  __syncthreads();
  float4 sum = {};
  for (int k = 0; k < 8; ++k)
    add(sum, a[k][warp / 2 * 4 + row], b[k][warp % 2 * 8 + col]);
  C[(warp / 2 * 4 + row) * 16 + warp % 2 * 8 + col] = sum;
}

// A block of 16 x 16: a warp has two rows of 16 columns. Of B 16 elements are read by
// two lanes each, 16 lanes apart: 4 wavefronts. The number of the thread, by which the
// tiles are filled, stays what it is.
__global__ void square(const float4 *A, const float4 *B, float4 *C) {
  __shared__ float4 a[16][16], b[16][16];
  const int tx = threadIdx.x;
  // CHECK: :[[@LINE-1]]:13: warning: reordering the lanes cuts the 128-bit loads of 'a' and 'b' from 96 to 64 wavefronts per warp
  // CHECK: :[[@LINE-2]]:13: note: write 'threadIdx.x / 2 + threadIdx.y % 2 * 8' for 'tx'
  const int ty = threadIdx.y;
  // CHECK: :[[@LINE-1]]:13: note: write 'threadIdx.x % 2 + threadIdx.y / 2 * 2' for 'ty'
  const int t = ty * blockDim.x + tx;
  // CHECK: :[[@LINE-1]]:13: note: write 'threadIdx.y' for 'ty' and 'threadIdx.x' for 'tx', so that 't' remains the thread number
  // CHECK-NOT: no edit is made
  // CHECK: note: block (16,16,1) from this launch
  a[t / 16][t % 16] = A[t];
  b[t / 16][t % 16] = B[t];
  __syncthreads();
  float4 sum = {};
  for (int k = 0; k < 16; ++k)
    add(sum, a[k][ty], b[k][tx]);
  C[ty * 16 + tx] = sum;
}

// 8 x 8 elements a thread: eight columns that are 32 bytes apart share their banks
// two by two, 8 wavefronts for each half of B's eight, 16 in all. Merged pairs leave
// half of that. A: 2 + 2.
__global__ void registers(const float *A, const float *B, float *C) {
  __shared__ alignas(16) float a[8][128], b[8][128];
  const int col = threadIdx.x % 16;
  // CHECK: :[[@LINE-1]]:13: warning: reordering the lanes cuts the 128-bit loads of 'a' and 'b' from 160 to 96 wavefronts per warp
  // CHECK: :[[@LINE-2]]:13: note: write 'threadIdx.x / 2 % 16' for 'col'
  const int row = threadIdx.x / 16;
  // CHECK: :[[@LINE-1]]:13: note: write 'threadIdx.x / 32 * 2 + threadIdx.x % 2' for 'row'
  float ofA[8], ofB[8], sum[8][8] = {};
  for (int i = threadIdx.x; i < 1024; i += 256)
    a[i / 128][i % 128] = A[i], b[i / 128][i % 128] = B[i];
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    for (int i = 0; i < 8; ++i)
      ofA[i] = a[k][row * 8 + i];
    // CHECK: :[[@LINE-1]]:16: note: 4 iterations of this load are issued as one 128-bit load: 2 -> 2 wavefronts
    for (int i = 0; i < 8; ++i)
      ofB[i] = b[k][col * 8 + i];
    // CHECK: :[[@LINE-1]]:16: note: 4 iterations of this load are issued as one 128-bit load: 8 -> 4 wavefronts
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j)
        sum[i][j] += ofA[i] * ofB[j];
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j)
      C[(row * 8 + i) * 128 + col * 8 + j] = sum[i][j];
}

// 64 bits a lane: half-warps, which merge by the same rule. 8 * (1 + 2) becomes
// 8 * (1 + 1).
__global__ void pairs(const float2 *A, const float2 *B, float2 *C) {
  __shared__ float2 a[8][4], b[8][8];
  const int row = threadIdx.x / 8, col = threadIdx.x % 8;
  // CHECK: :[[@LINE-1]]:13: warning: reordering the lanes cuts the 64-bit loads of 'a' and 'b' from 24 to 16 wavefronts per warp
  a[threadIdx.x / 4][threadIdx.x % 4] = A[threadIdx.x];
  b[threadIdx.x / 8][threadIdx.x % 8] = B[threadIdx.x];
  b[4 + threadIdx.x / 8][threadIdx.x % 8] = B[32 + threadIdx.x];
  __syncthreads();
  float2 sum = {};
  for (int k = 0; k < 8; ++k)
    sum.x += a[k][row].x * b[k][col].x, sum.y += a[k][row].y * b[k][col].y;
  C[row * 8 + col] = sum;
}

void run(float4 *p, float2 *q, float *f, int K) {
  rowMajor<<<1, 128>>>(p, p, p, K);
  warps<<<1, 128>>>(p, p, p);
  square<<<1, dim3(16, 16)>>>(p, p, p);
  registers<<<1, 256>>>(f, f, f);
  pairs<<<1, 32>>>(q, q, q);
}
