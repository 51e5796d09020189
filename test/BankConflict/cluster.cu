// RUN: not %warplint --checks='-*,warplint-bank-conflict' --report-clean --report-unproven --arch=sm_90 %s %stub \
// RUN:   | %check %s
// RUN: not %warplint --arch=sm_90 --format=json %s %stub | FileCheck %s --check-prefix=JSON
// RUN: %warplint --arch=sm_90 --explain=%s:29 %s %stub | FileCheck %s --check-prefix=EXPLAIN
//
// Shared memory of another block of the cluster: sectors in place of banks, as an H200 counts them
// (unittests/Warp/Inputs/h200_memories.tsv).

__device__ float *mapped(float *p, unsigned rank) { return (float *)__nvvm_mapa(p, rank); }
__device__ unsigned addressOf(const void *p) { return __cvta_generic_to_shared(p); }

// A row: four sectors.
__global__ void row(float *g, unsigned rank) {
  __shared__ float s[1024];
  float *other = mapped(s, rank);
  g[threadIdx.x] = other[threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: coalesced: this 32-bit load touches 4 sectors
}

// A column, with the padding that would help in one's own block: 32 sectors of one word.
// JSON: "unit": "sectors",
// JSON: "rule": "remote-sectors",
__global__ void column(float *g, unsigned rank) {
  __shared__ float s[32 * 33];
  float *other = mapped(s, rank);
  //
  //
  //
  g[threadIdx.x] = other[threadIdx.x * 33];
  // CHECK: :[[@LINE-1]]:20: warning: scattered over another block's memory: this 32-bit load touches 32 sectors, ideal 4 [warplint-bank-conflict]
  // CHECK: note: the lanes touch 32 sectors of another block's shared memory; one request per 48.0 cycles
  // CHECK: note: padding does not help; let neighboring lanes access neighboring words, or copy the data with cp.async.bulk first
}
// EXPLAIN: 32 sectors
// EXPLAIN: the shared memory of another block is transferred in sectors of 32 bytes

// Stores at every second word write each of 8 sectors in pieces: 3 cycles each.
__global__ void pieces(float x, unsigned rank) {
  __shared__ float s[1024];
  mapped(s, rank)[threadIdx.x * 2] = x;
  // CHECK: :[[@LINE-1]]:3: warning: scattered over another block's memory: this 32-bit store touches 8 sectors, ideal 4
  // CHECK: one request per 24.0 cycles
}

// A row of float4 is 16 sectors; every fourth float4 is 32.
__global__ void wide(float4 *g, unsigned rank) {
  __shared__ float4 s[256];
  float4 *other = (float4 *)mapped((float *)s, rank);
  g[threadIdx.x] = other[threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: coalesced: this 128-bit load touches 16 sectors
  g[threadIdx.x] = other[threadIdx.x * 4];
  // CHECK: :[[@LINE-1]]:20: warning: scattered over another block's memory: this 128-bit load touches 32 sectors, ideal 16
}

// Atomics: lanes at one word take turns, which no layout changes.
__global__ void atomics(unsigned rank) {
  __shared__ unsigned s[1024];
  unsigned *other = (unsigned *)mapped((float *)s, rank);
  atomicAdd(&other[threadIdx.x], 2u);
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit atomic touches 4 sectors
  atomicAdd(&other[0], 2u);
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit atomic touches 32 sectors
  atomicAdd(&other[threadIdx.x * 32], 2u);
  // CHECK: :[[@LINE-1]]:3: warning: scattered over another block's memory: this 32-bit atomic touches 32 sectors, ideal 4
}

// Inline PTX.
__global__ void assembly(float x, unsigned rank, unsigned bar) {
  __shared__ float s[1024];
  unsigned other, barrier;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(addressOf(s)), "r"(rank));
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(barrier) : "r"(bar), "r"(rank));
  asm volatile("st.shared::cluster.f32 [%0], %1;" : : "r"(other + 4 * threadIdx.x), "f"(x));
  // CHECK: :[[@LINE-1]]:3: remark: coalesced: this 32-bit store touches 4 sectors
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(x) : "r"(other + 64 * threadIdx.x));
  // CHECK: :[[@LINE-1]]:3: warning: scattered over another block's memory: this 32-bit load touches 32 sectors, ideal 4
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
               : : "r"(other + 128 * threadIdx.x), "f"(x), "r"(barrier));
  // CHECK: :[[@LINE-2]]:3: warning: scattered over another block's memory: this 32-bit store touches 32 sectors, ideal 4
  asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];"
               : : "r"(other + 4 * threadIdx.x), "r"(1), "r"(barrier));
  // CHECK: :[[@LINE-2]]:3: remark: coalesced: this 32-bit store touches 4 sectors
}

// mapa of the block itself: its banks. Of 16 bytes, pairs never merge through such an address.
__global__ void own(float *g, float4 *q) {
  __shared__ float4 s[1024];
  unsigned rank = __nvvm_read_ptx_sreg_cluster_ctarank();
  float *same = mapped((float *)s, rank);
  g[threadIdx.x] = same[threadIdx.x * 2];
  // CHECK: :[[@LINE-1]]:20: {{warning|remark}}: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1
  q[threadIdx.x] = ((float4 *)same)[threadIdx.x / 2];
  // CHECK: :[[@LINE-1]]:20: remark: conflict-free: this 128-bit load takes 4 wavefronts
}

// Each lane to another block: not measured.
__global__ void all(float *g) {
  __shared__ float s[32];
  g[threadIdx.x] = *mapped(s, threadIdx.x & 3);
  // CHECK: :[[@LINE-1]]:20: remark: unproven: 32-bit load
}

// One of two memories, whichever: neither rule.
__global__ void either(float *g, unsigned rank, bool here) {
  __shared__ float s[1024];
  float *p = here ? s : mapped(s, rank);
  g[threadIdx.x] = p[threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: unproven: 32-bit load: this access to distributed shared memory is not modeled
}

// Bytes cost the sectors that they lie in, as words do (H200, docs/model.md).
__global__ void bytes(char *g, unsigned rank) {
  __shared__ char s[1024];
  g[threadIdx.x] = ((char *)mapped((float *)s, rank))[threadIdx.x];
  // CHECK: :[[@LINE-1]]:20: remark: coalesced: this 8-bit load touches 1 sector
}

void run(float *g, float4 *q, char *c) {
  row<<<1, 32>>>(g, 1);
  column<<<1, 32>>>(g, 1);
  pieces<<<1, 32>>>(1, 1);
  wide<<<1, 32>>>(q, 1);
  atomics<<<1, 32>>>(1);
  assembly<<<1, 32>>>(1, 1, 0);
  own<<<1, 32>>>(g, q);
  all<<<1, 32>>>(g);
  either<<<1, 32>>>(g, 1, true);
  bytes<<<1, 32>>>(c, 1);
}
