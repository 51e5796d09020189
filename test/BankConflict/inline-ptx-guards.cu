// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// Inline PTX whose instructions run in some lanes only: predicates, branches, an
// elected lane.

__device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void predicates(const float4 *v, int ok) {
  __shared__ float s[2048];
  unsigned t = threadIdx.x;
  // Lanes 0 to 3 write words 32 * t.
  asm volatile("{\n  .reg .pred p;\n  setp.lt.u32 p, %0, 4;\n"
               "  @p st.shared.f32 [%1], 0f00000000;\n}"
               :
               : "r"(t), "r"(addressOf(&s[32 * t])));
  // CHECK: :[[@LINE-4]]:3: warning: 4-way bank conflict: this 32-bit store takes 4 wavefronts, ideal 1
  // Lanes 0 to 3 and 28 to 31.
  asm volatile("{\n  .reg .pred p, q;\n  setp.ge.u32 q, %0, 28;\n"
               "  setp.lt.or.u32 p, %0, 4, q;\n"
               "  @p st.shared.f32 [%1], 0f00000000;\n}"
               :
               : "r"(t), "r"(addressOf(&s[32 * t])));
  // CHECK: :[[@LINE-5]]:3: warning: 8-way bank conflict: this 32-bit store takes 8 wavefronts, ideal 1
  // The branch skips the store in lanes 16 to 31.
  asm volatile("{\n  .reg .pred p;\n  setp.lt.u32 p, %0, 16;\n"
               "  @!p bra DONE%=;\n  st.shared.f32 [%1], 0f00000000;\n"
               "DONE%=:\n}"
               :
               : "r"(t), "r"(addressOf(&s[32 * t])));
  // CHECK: :[[@LINE-5]]:3: warning: 16-way bank conflict: this 32-bit store takes 16 wavefronts, ideal 1
  // Lanes 4 to 31 have a lane four below them.
  asm volatile("{\n  .reg .pred p;\n  .reg .u32 x;\n"
               "  shfl.sync.up.b32 x|p, %0, 4, 0, 0xffffffff;\n"
               "  @p st.shared.f32 [%1], 0f00000000;\n}"
               :
               : "r"(t), "r"(addressOf(&s[32 * t])));
  // CHECK: :[[@LINE-5]]:3: warning: 28-way bank conflict: this 32-bit store takes 28 wavefronts, ideal 1
  // One condition for the whole warp: where it holds, all lanes fill four lines.
  asm volatile("{\n  .reg .pred p;\n  setp.ne.b32 p, %0, 0;\n"
               "  @p cp.async.cg.shared.global [%1], [%2], 16;\n}"
               :
               : "r"(ok), "r"(addressOf(&s[4 * t])), "l"(v + t));
  // CHECK: :[[@LINE-4]]:3: remark: conflict-free: this 16-byte cp.async touches 4 shared-memory lines
  // No lane is past the end of a block of 32.
  asm volatile("{\n  .reg .pred p;\n  setp.gt.u32 p, %0, 31;\n"
               "  @p st.shared.f32 [%1], 0f00000000;\n}"
               :
               : "r"(t), "r"(addressOf(&s[32 * t])));
  // CHECK: :[[@LINE-4]]:3: remark: no lane executes this 32-bit store
}

__device__ bool isElected() {
  unsigned yes = 0;
  asm volatile("{\n  .reg .b32 lane;\n  .reg .pred p;\n"
               "  elect.sync lane|p, %1;\n  @p mov.s32 %0, 1;\n}"
               : "+r"(yes)
               : "r"(0xffffffffu));
  return yes;
}

__global__ void elected(float *g) {
  __shared__ float s[2048];
  unsigned t = threadIdx.x;
  // Whichever lane it is, it is one.
  if (isElected())
    s[32 * t] = g[t];
  // CHECK: :[[@LINE-1]]:5: remark: conflict-free: this 32-bit store takes 1 wavefront
  asm volatile("{\n  .reg .pred p;\n  elect.sync _|p, 0xffffffff;\n"
               "  @p st.shared.f32 [%0], 0f00000000;\n}"
               :
               : "r"(addressOf(&s[32 * t])));
  // CHECK: :[[@LINE-4]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront
}

__global__ void forms(float *g) {
  __shared__ float s[2048];
  unsigned t = threadIdx.x;
  // Two instructions of one statement, through a generic address: words 2 * t, and
  // pairs of words 4 * t + 32, of which lanes t and t + 8 share a bank.
  asm volatile("{\n  .reg .u64 a;\n  .reg .u32 b;\n"
               "  cvta.to.shared.u64 a, %0;\n  cvt.u32.u64 b, a;\n"
               "  st.volatile.shared.f32 [b], %1;\n"
               "  mad.lo.u32 b, %2, 8, b;\n"
               "  st.relaxed.cta.shared.v2.f32 [b + 128], {%1, %1};\n}"
               :
               : "l"(&s[2 * t]), "f"(g[t]), "r"(t));
  // CHECK-DAG: :[[@LINE-7]]:3: warning: 2-way bank conflict: this 32-bit store takes 2 wavefronts, ideal 1
  // CHECK-DAG: :[[@LINE-8]]:3: warning: 2-way bank conflict: this 64-bit store takes 4 wavefronts, ideal 2
  short h;
  // Halves of 16 words.
  asm volatile("ld.weak.shared::cta.u16 %0, [%1];"
               : "=h"(h)
               : "r"(addressOf(reinterpret_cast<short *>(s) + t)));
  // CHECK: :[[@LINE-3]]:3: remark: conflict-free: this 16-bit load takes 1 wavefront
  g[t] = h;
}

void run(const float4 *v, float *g) {
  predicates<<<1, 32>>>(v, 1);
  elected<<<1, 32>>>(g);
  forms<<<1, 32>>>(g);
}
