// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// The swizzle of bulk copies with 128-byte rows: 16-byte chunk x of row y lies at
// chunk x ^ (y % 8) of that row.

template <class T, int RowElements> __device__ int swizzledElement(int y, int x) {
  constexpr int ChunkElements = 16 / sizeof(T);
  int chunk = (y * RowElements + x) / ChunkElements;
  int chunkRow = chunk / 8, chunkColumn = chunk % 8;
  int swizzledColumn = (chunkRow ^ chunkColumn) % 8;
  return chunkRow * 8 * ChunkElements + swizzledColumn * ChunkElements +
         x % ChunkElements;
}

// Rows of 32 floats: a column of chunks, one row a lane.
__global__ void chunks(float4 *g) {
  __shared__ alignas(128) float tile[32 * 32];
  int t = threadIdx.x;
  for (int chunk = 0; chunk < 8; ++chunk) {
    // Words 32 * t: the 8 lanes of a quarter in the same four banks.
    g[t] = *reinterpret_cast<float4 *>(&tile[32 * t + 4 * chunk]);
    // CHECK: :[[@LINE-1]]:12: warning: 8-way bank conflict: this 128-bit load takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
    // Chunk (t ^ chunk) % 8: the 8 lanes of a quarter in 8 groups of banks.
    g[t] = *reinterpret_cast<float4 *>(
        &tile[swizzledElement<float, 32>(t, 4 * chunk)]);
    // CHECK: :[[@LINE-2]]:12: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  }
}

// Rows of 64 halves: single elements of a column. Rows t and t + 8 keep the same
// chunk: four lanes a bank; without the swizzle 32.
__global__ void elements(half *g) {
  __shared__ alignas(128) half tile[32 * 64];
  int t = threadIdx.x;
  g[t] = tile[64 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 16-bit load takes 32 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = tile[swizzledElement<half, 64>(t, 0)];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 16-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  // A row holds the same bytes as before, in another order.
  g[t] = tile[swizzledElement<half, 64>(3, t)];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 16-bit load takes 1 wavefront [warplint-bank-conflict]
}

void run(float4 *f, half *h) {
  chunks<<<1, 32>>>(f);
  elements<<<1, 32>>>(h);
}
