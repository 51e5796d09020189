// RUN: not %warplint --checks=-warplint-uncoalesced-access --report-clean --report-unproven %s %stub | %check %s
//
// ld.shared and st.shared written as inline PTX, with their address as a 32-bit
// number and with an offset.

__device__ unsigned addressOf(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// The access is in the helper's asm statement.
__device__ void storeFour(unsigned address, float4 v) {
  asm volatile("st.shared.v4.f32 [%0], {%1,%2,%3,%4};"
               :
               : "r"(address), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w));
  // CHECK: :[[@LINE-3]]:3: warning: 8-way bank conflict: this 128-bit store takes 32 wavefronts, ideal 4 [warplint-bank-conflict]
}

__global__ void scalars(float *g, float4 *v) {
  __shared__ float s[32 * 32];
  int t = threadIdx.x;
  float x;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "r"(addressOf(&s[2 * t])));
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict: this 32-bit load takes 2 wavefronts, ideal 1 [warplint-bank-conflict]
  g[t] = x;
  asm volatile("ld.shared.f32 %0, [%1 + 128];"
               : "=f"(x)
               : "r"(addressOf(&s[t])));
  // CHECK: :[[@LINE-3]]:3: remark: conflict-free: this 32-bit load takes 1 wavefront [warplint-bank-conflict]
  g[t] = x;
  asm volatile("st.shared.b32 [%0], %1;" : : "r"(addressOf(&s[t])), "f"(x));
  // CHECK: :[[@LINE-1]]:3: remark: conflict-free: this 32-bit store takes 1 wavefront [warplint-bank-conflict]
  storeFour(addressOf(&s[32 * t]), v[t]);

  // Statements that touch no shared memory.
  asm volatile("bar.sync 0;" ::: "memory");
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(t));
}

void run(float *g, float4 *v) { scalars<<<1, 32>>>(g, v); }
