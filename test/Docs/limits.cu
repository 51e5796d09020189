// What docs/checks/warplint-bank-conflict.md says of its limits, sentence by
// sentence: the lines of that section stand here behind a '>', each above what
// shows it.
//
// RUN: sed -n '/^## Limits/,/^## Options/{/^[- ] /p}' %docs/checks/warplint-bank-conflict.md > %t.page
// RUN: sed -n 's|^// > ||p' %s > %t.quoted
// RUN: diff %t.page %t.quoted
//
// RUN: rm -rf %t && split-file %s %t
// RUN: %warplint --report-unproven %t/limits.cu %stub > %t/out
// RUN: FileCheck %t/limits.cu --implicit-check-not=warning: --implicit-check-not=remark: < %t/out
// RUN: %warplint --stats %t/limits.cu %stub | FileCheck %t/limits.cu --check-prefix=STATS
// RUN: %warplint --format=json %t/limits.cu %stub > %t/json
// RUN: FileCheck %t/limits.cu --check-prefix=JSON < %t/json
// RUN: %python -c "import json, sys; f = json.load(open(sys.argv[1]))['files'][0]; assert not [a for a in f['accesses'] if a['kernel'] in ('copied', 'described')]" %t/json
// RUN: %warplint --keep-going %t/left-out.cu %stub 2>&1 | FileCheck %t/left-out.cu --implicit-check-not=warning:
// RUN: not %warplint %t/shape.cu %stub | FileCheck %t/shape.cu
// RUN: not %warplint %t/shape.cu %t/launch.cu %stub | FileCheck %t/shape.cu --check-prefix=FOUND
// RUN: not %warplint --block=8x8 %t/shape.cu %stub | FileCheck %t/shape.cu --check-prefix=BLOCK
// RUN: %warplint %t/template.cu %stub | FileCheck %t/template.cu --implicit-check-not=warning:
// RUN: not %warplint --layouts=false --arch=sm_80 %t/joined.cu %stub > %t/80
// RUN: not %warplint --layouts=false --arch=sm_120 %t/joined.cu %stub > %t/120
// RUN: not %warplint --layouts=false %t/joined.cu %stub > %t/90
// RUN: cmp %t/80 %t/90
// RUN: FileCheck %t/joined.cu --check-prefix=NEWER < %t/120
// RUN: FileCheck %t/joined.cu --implicit-check-not=warning: < %t/90

//--- limits.cu
// > - An undecided access is *unproven*: `--stats` counts it, `--report-unproven` shows it, and it is never
// >   counted as clean. [verdicts.md](../verdicts.md) has the reasons and solutions.
__global__ void histogram(unsigned *bin) {
  __shared__ unsigned count[256];
  atomicAdd(&count[bin[threadIdx.x]], 1u);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit atomic: the index comes from memory: bin[threadIdx.x]
}
// STATS: accesses clean conflicting depends never-runs data-dependent unproven
// STATS-NEXT: 1 0 0 0 0 1 0 0.0% - {{.*}}histogram

// > - A data-dependent access has only the average cost of random indices into the array, in a remark: 3.5
// >   wavefronts for a 32-bit load of a large one ([verdicts.md](../verdicts.md#data-dependent-index)).
__global__ void lookUp(float *g, const int *index) {
  __shared__ float table[8192];
  int t = threadIdx.x;
  for (int i = t; i < 8192; i += 32)
    table[i] = g[i];
  g[t] = table[index[t]];
  // CHECK: :[[@LINE-1]]:10: remark: unproven: 32-bit load: the index comes from memory: index[t]
  // CHECK: note: with random indices into the 8,192 elements of 'table', expect 3.5 wavefronts on average, ideal 1.0
}

// > - Some accesses have no cost, because the data decides the iterations or nothing was measured: 64-bit `min`,
// >   `max`, `and`, `or` and 16-bit compare-and-swap; some accesses to distributed shared memory.
__global__ void loops(unsigned long long *g, unsigned short *h) {
  __shared__ unsigned long long last[32];
  int t = threadIdx.x;
  atomicMax(&last[t], g[t]);
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 64-bit atomic: 'red.shared.max.u64' compiles to a data-dependent retry loop
  unsigned address = __cvta_generic_to_shared(&last[t]);
  asm volatile("red.shared.min.u64 [%0], %1;" : : "r"(address), "l"(g[t]) : "memory");
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 64-bit atomic: 'red.shared.min.u64' compiles to a data-dependent retry loop
  asm volatile("red.shared.and.b64 [%0], %1;" : : "r"(address), "l"(g[t]) : "memory");
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 64-bit atomic: 'red.shared.and.b64' compiles to a data-dependent retry loop
  asm volatile("red.shared.or.b64 [%0], %1;" : : "r"(address), "l"(g[t]) : "memory");
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 64-bit atomic: 'red.shared.or.b64' compiles to a data-dependent retry loop
  asm volatile("atom.shared.cas.b16 %0, [%1], %2, %2;" : "=h"(h[t]) : "r"(address), "h"(h[0]) : "memory");
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 16-bit atomic: 'atom.shared.cas.b16' compiles to a data-dependent retry loop
}
__global__ void otherBlock(unsigned partner, bool here) {
  __shared__ float box[32];
  unsigned own = __cvta_generic_to_shared(box), other;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(own), "r"(partner));
  unsigned to = here ? own : other;
  asm volatile("st.shared::cluster.f32 [%0], 0f00000000;" : : "r"(to + 4 * threadIdx.x));
  // CHECK: :[[@LINE-1]]:3: remark: unproven: 32-bit store: this access to distributed shared memory is not modeled
}

// > - Transfers of the copy engine (`cp.async.bulk`) and operands of `wgmma` and `tcgen05` have no verdict,
// >   because no lane accesses a bank for them; `uses` in the JSON output names them.
__device__ unsigned addressOf(const void *p) { return __cvta_generic_to_shared(p); }
__global__ void copied(const float *g) {
  __shared__ alignas(128) float box[1024];
  __shared__ unsigned long long done;
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
               "[%0], [%1], %2, [%3];"
               : : "r"(addressOf(box)), "l"(g), "r"(4096), "r"(addressOf(&done)));
}
__global__ void described() {
  __shared__ alignas(128) float a[1024];
  unsigned long long d = (unsigned long long)((addressOf(a) & 0x3ffff) >> 4) | 1ull << 62;
  float x = 0;
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%0, %0, %0, %0}, %1, %1, 1, 1, 1, 0, 0;" : "+f"(x) : "l"(d));
  asm volatile("tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %1, %2, 1;" : : "r"(0), "l"(d), "r"(0));
}
// JSON: "uses": [
// JSON-DAG: "what": "cp.async.bulk.shared::cluster.global"
// JSON-DAG: "what": "wgmma.mma_async"
// JSON-DAG: "what": "tcgen05.mma"

//--- left-out.cu
// > - A function is skipped if it is recursive, calls through a pointer, passes shared memory to a function of
// >   another file, or does not parse; a note names each.
__device__ float sum(float *s, int n) { return n ? s[n] + sum(s, n - 1) : 0; }
// CHECK-DAG: :[[@LINE-1]]:18: note: skipped 'sum': it is recursive
__global__ void recursive(float *g) {
  __shared__ float s[32];
  g[threadIdx.x] = sum(s, 31);
  // CHECK-DAG: :[[@LINE-1]]:20: note: skipped 'sum': its code was skipped, and 'recursive' passes it shared memory
}
__global__ void throughPointer(float *g, float (*f)(float *)) {
  __shared__ float s[32];
  g[threadIdx.x] = f(s);
  // CHECK-DAG: :[[@LINE-1]]:20: note: skipped 'throughPointer': warplint cannot follow a call through a function pointer
}
__device__ void elsewhere(float *s);
__global__ void givesAway() {
  __shared__ float s[32];
  elsewhere(s);
  // CHECK-DAG: :[[@LINE-1]]:3: note: skipped 'elsewhere': it is defined in another file, and 'givesAway' passes it shared memory
}
__global__ void broken() {
  // CHECK-DAG: :[[@LINE-1]]:17: note: skipped 'broken': it has an error: {{.*}} expected expression
  __shared__ float s[32];
  s[1 + ] = 0;
}

//--- shape.cu
// > - Without a launch in any file of the build, `blockDim.x` is assumed to be a multiple of 32, and a note says
// >   so; `--block` sets the shape.
__global__ void shape(float *out) {
  __shared__ float tile[32][32];
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:22: warning: 32-way bank conflict
  // CHECK: :[[@LINE-4]]:17: note: block shape unknown; assuming blockDim.x is a multiple of 32 (set it with --block)
  // Of 8 x 8 threads a warp is eight words in each of four banks.
  // BLOCK: :[[@LINE-4]]:22: warning: 8-way bank conflict
  // BLOCK: note: block (8,8,1) from --block
  // FOUND: :[[@LINE-6]]:22: warning: 8-way bank conflict
  // FOUND: launch.cu:2:25: note: block (8,8,1) from this launch
}
//--- launch.cu
__global__ void shape(float *);
void launch(float *p) { shape<<<1, dim3(8, 8)>>>(p); }

//--- template.cu
// > - A kernel template without an instantiation in any file of the build is analyzed for arguments that are
// >   tried. Such findings are remarks, and the exit code stays 0.
template <int N> __global__ void tried(float *p) {
  __shared__ float tile[32][N];
  p[threadIdx.x] = tile[threadIdx.x % 32][0];
  // CHECK: :[[@LINE-1]]:20: remark: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1, with N = 64 (assumed)
}

//--- joined.cu
// > - A lane with an unknown condition counts as active, and index arithmetic is assumed not to overflow; a
// >   warning has a note about it.
__global__ void guarded(float *out, const int *flag, unsigned a, unsigned b) {
  __shared__ float s[1024];
  if (flag[threadIdx.x])
    out[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:24: warning: 2-way bank conflict
  // CHECK: note: assuming lanes with an unknown condition are active
  out[threadIdx.x] = s[4 * threadIdx.x + a * b];
  // CHECK: :[[@LINE-1]]:22: warning: 4-way bank conflict
  // CHECK: note: assuming index arithmetic does not wrap around
}

// > - nvcc is assumed to optimize. Certain merges count as one access; for possible ones the count is that of the
// >   access as written, and a note has the other.
__global__ void joined(float *out, int n) {
  __shared__ float s[1024];
  float x = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k)
    x += s[32 * threadIdx.x + k];
  // CHECK: :[[@LINE-1]]:10: warning: 8-way bank conflict: 4 iterations of this load are issued as one 128-bit load: 32 wavefronts, ideal 4
  // Not certain for sm_100 and newer, where the array is not declared aligned.
  // NEWER: :[[@LINE-3]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
  // NEWER: note: as written; the compiler may issue 4 iterations of this load as one 128-bit load
  for (int k = 0; k < n; ++k)
    x += s[32 * threadIdx.x + k];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict: this 32-bit load takes 32 wavefronts, ideal 1
  // CHECK: note: as written; the compiler may issue 4 iterations of this load as one 128-bit load: 32 wavefronts together, ideal 4
  out[threadIdx.x] = x;
}

// > - The rules were measured on compute capability 9.0 and are assumed for the others: one request costs the same
// >   under every `--arch`.
