// RUN: %warplint --checks='-*,warplint-lane-order' %s %stub 2>&1 | %check %s --allow-empty --implicit-check-not="lane order"
// CHECK-NOT: lane order
//
// Where lanes come in an order that is as good as any, where the pair rule is not
// about the access, and where it matters which lane does what.

__device__ inline void add(float4 &sum, float4 a, float4 b) {
  sum.x += a.x * b.x, sum.y += a.y * b.y;
  sum.z += a.z * b.z, sum.w += a.w * b.w;
}

#define TILES                                                                  \
  __shared__ float4 a[8][4], b[8][8];                                          \
  int t = threadIdx.x;                                                         \
  a[t / 4][t % 4] = b[t / 8][t % 8] = A[t];                                    \
  __syncthreads();                                                             \
  float4 sum = {};

#define PRODUCT                                                                \
  for (int k = 0; k < 8; ++k)                                                  \
  add(sum, a[k][row], b[k][col])

// Z-order: bits of row and column by turns.
__global__ void zOrder(const float4 *A, float4 *C) {
  TILES
  int row = (t >> 1 & 1) | (t >> 3 & 1) << 1;
  int col = (t & 1) | (t >> 2 & 1) << 1 | (t >> 4) << 2;
  PRODUCT;
  C[row * 8 + col] = sum;
}

// What this check would write.
__global__ void byPairs(const float4 *A, float4 *C) {
  TILES
  int row = t / 16 * 2 + t % 2, col = t / 2 % 8;
  PRODUCT;
  C[row * 8 + col] = sum;
}

// 32 bits a lane: one wavefront each.
__global__ void narrow(const float *A, float *C) {
  __shared__ float a[8][4], b[8][8];
  int t = threadIdx.x, row = t / 8, col = t % 8;
  a[t / 4][t % 4] = b[t / 8][t % 8] = A[t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += a[k][row] * b[k][col];
  C[row * 8 + col] = sum;
}

// Stores never merge.
__global__ void stores(const float4 *A, float4 *C) {
  __shared__ float4 b[8];
  int t = threadIdx.x, col = t % 8;
  b[col] = A[t];
  __syncthreads();
  C[t] = b[0];
}

// Every lane reads another element.
__global__ void copies(const float4 *A, float4 *C) {
  __shared__ float4 b[32];
  int t = threadIdx.x;
  b[t] = A[t];
  __syncthreads();
  C[t] = b[31 - t];
}

// Lanes exchange sums: who has which row is known to them.
__global__ void exchanged(const float4 *A, float4 *C) {
  TILES
  int row = t / 8, col = t % 8;
  PRODUCT;
  sum.x += __shfl_xor_sync(~0u, sum.x, 8);
  C[row * 8 + col] = sum;
}

// Matrix instructions lay down what each lane holds.
__global__ void matrices(const float4 *A, float4 *C) {
  TILES
  int row = t / 8, col = t % 8;
  PRODUCT;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+f"(sum.x));
  C[row * 8 + col] = sum;
}

// Another lane would add its own bias.
__global__ void biased(const float4 *A, const int *lanes, float4 *C) {
  TILES
  int row = t / 8, col = t % 8;
  PRODUCT;
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  sum.x += lane;
  C[row * 8 + col] = sum;
}

// Rows and columns that are no bits of the lane's number: 12 columns.
__global__ void twelve(const float4 *A, float4 *C) {
  __shared__ float4 a[8][8], b[8][12];
  int t = threadIdx.x, row = t / 12, col = t % 12;
  a[t / 8][t % 8] = b[t / 12][t % 12] = A[t];
  __syncthreads();
  float4 sum = {};
  PRODUCT;
  C[row * 12 + col] = sum;
}

// A row that is rotated by the thread is no sum over bits of its number.
__global__ void rotated(const float4 *A, float4 *C) {
  TILES
  int col = t % 8, row = (t / 8 + t) % 4;
  PRODUCT;
  C[row * 8 + col] = sum;
}

// Rows and columns by data.
__global__ void indexed(const float4 *A, const int *rows, float4 *C) {
  TILES
  int row = rows[t] & 3, col = rows[t + 32] & 7;
  PRODUCT;
  C[row * 8 + col] = sum;
}

// A warp and a half: lanes of the second one that are not there.
__global__ void partial(const float4 *A, float4 *C) {
  __shared__ float4 a[8][8], b[8][8];
  int t = threadIdx.x, row = t / 8, col = t % 8;
  a[t / 8][t % 8] = b[t / 8][t % 8] = A[t];
  __syncthreads();
  float4 sum = {};
  PRODUCT;
  C[row * 8 + col] = sum;
}

// The wide store goes by the same row and column: eight columns of a row fill the
// banks, and four of each of two rows would meet: 4 wavefronts would be 8.
__global__ void stored(const float4 *A, float4 *C) {
  __shared__ float4 a[4][8], b[4][8], c[4][8];
  int row = threadIdx.x / 8, col = threadIdx.x % 8;
  a[row][col] = b[row][col] = A[row * 8 + col];
  __syncthreads();
  float4 sum = {};
  for (int k = 0; k < 4; ++k)
    add(sum, a[row][k], b[k][col]);
  c[row][col] = sum;
  __syncthreads();
  C[row * 8 + col] = c[3 - row][col];
}

// Columns of a tile whose rows share their banks: a quarter-warp of 8 rows takes 8
// wavefronts, one of 4 rows and 2 columns would take 4. All lanes read elements of their
// own, so that nothing merges: a layout is what helps.
__global__ void conflicting(const float4 *A, float4 *C) {
  __shared__ float4 s[16 * 16];
  int row = threadIdx.x % 16, col = threadIdx.x / 16;
  for (int i = threadIdx.x; i < 256; i += 32)
    s[i] = A[i];
  __syncthreads();
  C[threadIdx.x] = s[row * 16 + col];
}

// A lane's own number, kept where its sum is, by way of a pointer that may lead to
// either.
__global__ void chosen(const float4 *A, float4 *C, bool first) {
  TILES
  int row = t / 8, col = t % 8;
  PRODUCT;
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  float x[2] = {sum.x, sum.x}, y[2] = {sum.y, sum.y};
  float *p = first ? x : y;
  p[1] = lane;
  sum.z = x[1];
  C[row * 8 + col] = sum;
}

// The whole of threadIdx goes into a function.
__device__ inline float weightOf(uint3 thread) { return thread.x * 0.5f; }
__global__ void weighted(const float4 *A, float4 *C) {
  TILES
  int row = t / 8, col = t % 8;
  PRODUCT;
  sum.x *= weightOf(threadIdx);
  C[row * 8 + col] = sum;
}

// What one lane found decides for its row.
__global__ void elected(const float4 *A, float4 *C) {
  TILES
  int row = t / 8, col = t % 8;
  PRODUCT;
  if (__shfl_sync(~0u, sum.x, t / 8 * 8) > 0)
    C[row * 8 + col] = sum;
}

// The row is what an atomic gave.
__global__ void drawn(const float4 *A, int *next, float4 *C) {
  TILES
  int row = atomicAdd(next, 1) & 3, col = t % 8;
  PRODUCT;
  C[row * 8 + col] = sum;
}

// The file does not say how rows of threads come to be warps.
__global__ void unlaunched(const float4 *A, float4 *C) {
  __shared__ float4 a[8][16], b[8][16];
  int col = threadIdx.x, row = threadIdx.y;
  a[row % 8][col] = b[row % 8][col] = A[row * 16 + col];
  __syncthreads();
  float4 sum = {};
  PRODUCT;
  C[row * 16 + col] = sum;
}

void run(float4 *p, float *f, int *n) {
  zOrder<<<1, 32>>>(p, p);
  byPairs<<<1, 32>>>(p, p);
  narrow<<<1, 32>>>(f, f);
  stores<<<1, 32>>>(p, p);
  copies<<<1, 32>>>(p, p);
  exchanged<<<1, 32>>>(p, p);
  matrices<<<1, 32>>>(p, p);
  biased<<<1, 32>>>(p, n, p);
  twelve<<<1, 96>>>(p, p);
  rotated<<<1, 32>>>(p, p);
  indexed<<<1, 32>>>(p, n, p);
  partial<<<1, 48>>>(p, p);
  stored<<<1, 32>>>(p, p);
  elected<<<1, 32>>>(p, p);
  drawn<<<1, 32>>>(p, n, p);
  conflicting<<<1, 32>>>(p, p);
  chosen<<<1, 32>>>(p, p, n != nullptr);
  weighted<<<1, 32>>>(p, p);
}
