// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// ldmatrix reads 8 x 8 matrices of 16-bit elements: lanes 8 * m to 8 * m + 7 give the
// addresses of the eight 16-byte rows of matrix m. Each matrix is transferred by
// itself: its rows must lie in eight different groups of four banks.

__device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void rowLengths(unsigned *g) {
  __shared__ alignas(16) half whole[32][64];  // 128 bytes a row
  __shared__ alignas(16) half halves[32][32]; // 64 bytes a row
  __shared__ alignas(16) half padded[32][72]; // 144 bytes a row
  __shared__ alignas(16) half narrow[32][8];  // 16 bytes a row
  int t = threadIdx.x;
  unsigned a, b, c, d;

  // Rows 32 words apart: all 8 of a matrix in banks 0-3.
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(addressOf(&whole[t][0])));
  // CHECK: :[[@LINE-3]]:3: warning: 8-way bank conflict: this ldmatrix.x4 takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
  g[t] = a + b + c + d;

  // Rows 16 words apart: four in banks 0-3, four in banks 16-19.
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(addressOf(&halves[t][0])));
  // CHECK: :[[@LINE-3]]:3: warning: 4-way bank conflict: this ldmatrix.x4.trans takes 16 wavefronts, ideal 4 [warplint-bank-conflict]
  g[t] = a + b + c + d;

  // Rows 36 words apart: 4 * r modulo 32.
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(addressOf(&padded[t][0])));
  // CHECK: :[[@LINE-3]]:3: remark: conflict-free: this ldmatrix.x4 takes 4 wavefronts [warplint-bank-conflict]
  g[t] = a + b + c + d;

  // Rows side by side: a matrix is 128 bytes.
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(addressOf(&narrow[t][0])));
  // CHECK: :[[@LINE-3]]:3: remark: conflict-free: this ldmatrix.x4 takes 4 wavefronts [warplint-bank-conflict]
  g[t] = a + b + c + d;
}

// Chunk c of row r lies at chunk c ^ (r % 8): eight rows, eight chunks.
__global__ void swizzledChunks(unsigned *g) {
  __shared__ alignas(16) half tile[16][64];
  int t = threadIdx.x;
  int row = t % 16;
  unsigned a, b, c, d;
  for (int k = 0; k < 4; ++k) {
    int chunk = 2 * k + t / 16;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(addressOf(&tile[row][(chunk ^ (row % 8)) * 8])));
    // CHECK: :[[@LINE-3]]:5: remark: conflict-free: this ldmatrix.x4 takes 4 wavefronts [warplint-bank-conflict]
    g[t] = a + b + c + d;
  }
}

// With .x2 only lanes 0-15 give addresses, with .x1 only lanes 0-7; what the others
// hold does not matter.
__global__ void fewerMatrices(unsigned *g) {
  __shared__ alignas(16) half tile[32][64];
  int t = threadIdx.x;
  unsigned a, b;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
               : "=r"(a), "=r"(b)
               : "r"(addressOf(&tile[t][0])));
  // CHECK: :[[@LINE-3]]:3: warning: 8-way bank conflict: this ldmatrix.x2 takes 16 wavefronts, ideal 2 [warplint-bank-conflict]
  g[t] = a + b;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(a)
               : "r"(addressOf(&tile[t][0])));
  // CHECK: :[[@LINE-3]]:3: warning: 8-way bank conflict: this ldmatrix.x1 takes 8 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = a;
  // Lanes 0-7 at different chunks, lanes 8-31 all at the first.
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(a)
               : "r"(addressOf(&tile[t][t < 8 ? t * 8 : 0])));
  // CHECK: :[[@LINE-3]]:3: remark: conflict-free: this ldmatrix.x1 takes 1 wavefront [warplint-bank-conflict]
  g[t] = a;
}

void run(unsigned *g) {
  rowLengths<<<1, 32>>>(g);
  swizzledChunks<<<1, 32>>>(g);
  fewerMatrices<<<1, 32>>>(g);
}
