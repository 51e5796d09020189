// RUN: not %warplint --report-clean --report-unproven %s %stub | %check %s
//
// Indices that inline PTX computes: bit fields, logic, lane masks, shuffles. What can
// be computed for each lane gets a figure; the rest is named.

__device__ unsigned bitField(unsigned v, unsigned from, unsigned bits) {
  unsigned r;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(v), "r"(from), "r"(bits));
  return r;
}

__device__ unsigned inserted(unsigned v, unsigned into, int from, int bits) {
  unsigned r;
  asm("bfi.b32 %0, %1, %2, %3, %4;"
      : "=r"(r)
      : "r"(v), "r"(into), "r"(from), "r"(bits));
  return r;
}

__device__ unsigned lanesBefore() {
  unsigned mask, n;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  asm("popc.b32 %0, %1;" : "=r"(n) : "r"(mask));
  return n;
}

__global__ void fields(float *g) {
  __shared__ float s[1024];
  unsigned t = threadIdx.x, x;
  // Words 0, 32, ..., 224: bank 0.
  g[0] = s[32 * bitField(t, 0, 3)];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1
  // t's five bits, at bit 5 of zero: words 32 * t.
  g[1] = s[inserted(t, 0, 5, 5)];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
  // The byte of lane and zeros: words 2 * t.
  asm("prmt.b32 %0, %1, %2, 0x4440;" : "=r"(x) : "r"(t), "r"(0));
  g[2] = s[2 * x];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
  // The high word of t:0, five to the left: words 32 * t.
  asm("shf.l.wrap.b32 %0, %1, %2, 5;" : "=r"(x) : "r"(0), "r"(t));
  g[3] = s[x];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
  // The high half of t << 32: words 4 * t.
  asm("{ .reg .b32 low; mov.b64 {low, %0}, %1; }"
      : "=r"(x)
      : "l"((unsigned long long)t << 32));
  g[4] = s[4 * x];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
}

__global__ void logicAndArithmetic(float *g) {
  __shared__ float s[2048];
  unsigned t = threadIdx.x, x;
  // (t / 8 & 3) ^ t: another order of the same 32 words.
  asm("lop3.b32 %0, %1, %2, %3, 0x6a;" : "=r"(x) : "r"(t / 8), "r"(3), "r"(t));
  g[0] = s[x];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront
  // Words 33 * t + 1.
  asm("mad24.lo.u32 %0, %1, %2, %3;" : "=r"(x) : "r"(t), "r"(33), "r"(1));
  g[1] = s[x];
  // CHECK: :[[@LINE-1]]:10: remark: conflict-free: this 32-bit load takes 1 wavefront
  // Lanes 0 to 15 read words 32 * t, the others word 0.
  asm("{ .reg .pred p; setp.lt.u32 p, %1, 16; selp.b32 %0, %1, 0, p; }"
      : "=r"(x)
      : "r"(t));
  g[2] = s[32 * x];
  // CHECK: :[[@LINE-1]]:10: warning: 16-way bank conflict: this 32-bit load takes 16 wavefronts, ideal 1
  // A write in the lanes below 8 only: words 32 * t there, t elsewhere: bank 0 has
  // words 0, 32, ..., 224, and no other lane comes to it.
  x = t;
  asm("{ .reg .pred p; setp.lt.u32 p, %1, 8; @p shl.b32 %0, %1, 5; }"
      : "+r"(x)
      : "r"(t));
  g[3] = s[x];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1
}

__global__ void lanes(float *g) {
  __shared__ float s[1024];
  unsigned t = threadIdx.x, x;
  // As many lanes before this one as its number: words 32 * lane.
  g[0] = s[32 * lanesBefore()];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
  // Lane t has t ^ 16: words 2 * (t ^ 16).
  asm("shfl.sync.bfly.b32 %0, %1, 16, 0x1f, 0xffffffff;" : "=r"(x) : "r"(t));
  g[1] = s[2 * x];
  // CHECK: :[[@LINE-1]]:10: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
  // A clamp that is computed: the lane behind, the last one its own. Words 4 to 124,
  // and 124 again.
  asm("shfl.sync.down.b32 %0, %1, 1, %2, 0xffffffff;"
      : "=r"(x)
      : "r"(t), "r"((t & 32) | 31));
  g[2] = s[4 * x];
  // CHECK: :[[@LINE-1]]:10: warning: 4-way bank conflict: this 32-bit load takes 4 wavefronts, ideal 1
}

// Optimisations see through the block: its result picks an element of a local
// array.
__global__ void seenThrough(float *g) {
  __shared__ float s[1024];
  unsigned t = threadIdx.x, rows[2] = {t, 32 * t}, k;
  asm("and.b32 %0, %1, 1;" : "=r"(k) : "r"(7));
  g[0] = s[rows[k]];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
}

__global__ void unknown(float *g) {
  __shared__ float s[1024];
  unsigned t = threadIdx.x, x;
  asm("{ .reg .u32 h; mul24.hi.u32 h, %1, %1; mov.u32 %0, h; }"
      : "=r"(x)
      : "r"(t * 0x12345));
  g[0] = s[x];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: the index is the result of a PTX instruction: 'mul24.hi.u32 h, %1, %1'
  asm("ld.shared.u32 %0, [%1];"
      : "=r"(x)
      : "r"((unsigned)__cvta_generic_to_shared(&s[t])));
  // CHECK: :[[@LINE-3]]:3: remark: conflict-free: this 32-bit load takes 1 wavefront
  g[1] = s[x];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: the index comes from memory
}

void run(float *g) {
  fields<<<1, 32>>>(g);
  logicAndArithmetic<<<1, 32>>>(g);
  lanes<<<1, 32>>>(g);
  seenThrough<<<1, 32>>>(g);
  unknown<<<1, 32>>>(g);
}
