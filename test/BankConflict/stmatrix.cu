// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// stmatrix writes what ldmatrix reads, by the same rule.

__device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void rows(const unsigned *g) {
  __shared__ alignas(16) half whole[32][64];  // 128 bytes a row
  __shared__ alignas(16) half padded[32][72]; // 144 bytes a row
  int t = threadIdx.x;
  unsigned a = g[t];

  // All 8 rows of a matrix in banks 0-3.
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1,%1,%1,%1};"
               :
               : "r"(addressOf(&whole[t][0])), "r"(a));
  // CHECK: :[[@LINE-3]]:3: warning: 8-way bank conflict: this stmatrix.x4 takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
  asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};"
               :
               : "r"(addressOf(&whole[t][0])), "r"(a));
  // CHECK: :[[@LINE-3]]:3: warning: 8-way bank conflict: this stmatrix.x1.trans takes 8 wavefronts, ideal 1 [warplint-bank-conflict]

  // Rows 36 words apart.
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1,%1};"
               :
               : "r"(addressOf(&padded[t][0])), "r"(a));
  // CHECK: :[[@LINE-3]]:3: remark: conflict-free: this stmatrix.x2 takes 2 wavefronts [warplint-bank-conflict]
}

void run(unsigned *g) { rows<<<1, 32>>>(g); }
