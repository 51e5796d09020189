// RUN: not %warplint --checks=-warplint-uncoalesced-access --as-written --report-clean --report-unproven %s %stub | %check %s
//
// A copy of a whole structure is one access where the structure is aligned to its
// size, up to 16 bytes; else one for each member.

struct alignas(16) Cell {
  int a, b, c, d;
};
struct Loose {
  int a, b, c, d;
};

__global__ void aligned(Cell *g, double2 *d, int2 *p) {
  __shared__ Cell cells[256];
  __shared__ double2 doubles[64];
  __shared__ int2 pairs[64];
  int t = threadIdx.x;
  // Eight lanes of a quarter, 16 bytes each: all banks once.
  g[t] = cells[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  Cell cell = cells[t];
  // CHECK: :[[@LINE-1]]:15: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  cell.a += 1;
  cells[t] = cell;
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit store takes 4 wavefronts [warplint-bank-conflict]
  // Elements 8 * t: 32 words apart.
  g[t] = cells[8 * t];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 128-bit load takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
  d[t] = doubles[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  p[t] = pairs[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 64-bit load takes 2 wavefronts [warplint-bank-conflict]
  // The same said with memcpy.
  memcpy(&cell, &cells[t], sizeof(Cell));
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 128-bit load takes 4 wavefronts [warplint-bank-conflict]
  g[t] = cell;
}

// Members of elements of four words: words 4 * t + m.
__global__ void loose(Loose *g) {
  __shared__ Loose cells[64];
  int t = threadIdx.x;
  g[t] = cells[t];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  cells[t] = g[t];
  // CHECK: :[[@LINE-1]]:3: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
}

// Three words an element, and three is odd.
__global__ void three(float3 *g) {
  __shared__ float3 s[64];
  int t = threadIdx.x;
  g[t] = s[t];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
}

// Member by member: four accesses of one word each.
__global__ void memberwise(float4 *g) {
  __shared__ float4 v[64];
  int t = threadIdx.x;
  float4 w;
  w.x = v[t].x;
  // CHECK: :[[@LINE-1]]:9: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  w.y = v[t].y;
  // CHECK: :[[@LINE-1]]:9: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1 [warplint-bank-conflict]
  w.z = 0;
  w.w = 0;
  g[t] = w;
}

void run(Cell *g, double2 *d, int2 *p, Loose *l, float3 *f3, float4 *f4) {
  aligned<<<1, 32>>>(g, d, p);
  loose<<<1, 32>>>(l);
  three<<<1, 32>>>(f3);
  memberwise<<<1, 32>>>(f4);
}
