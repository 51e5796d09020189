// REQUIRES: cuda-toolkit
// RUN: not %warplint -v %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// Assembly whose operands have no comma between them, and special registers
// behind one percent sign.

// REMEDY-DAG: with a remedy for operands of assembly without a comma between them
// REMEDY-DAG: with a remedy for one percent sign before a special register

__global__ void k(unsigned *p, unsigned a) {
  __shared__ unsigned s[128];
  asm volatile("st.u32 [%1], %0;" ::"r"(a) "l"(p));
  asm volatile("st.u32 [%1], %0;" ::"r"(a)"l"(p) : "memory");
  asm volatile("st.u32 [%1], %0;" ::"r"(a)
               "l"(p));
  unsigned sm, of, lane;
  asm volatile("mov.u32 %0, %smid;" : "=r"(sm));
  asm volatile("{ .reg .u32 t; mov.u32 t, %nsmid;\n"
               "mov.u32 %0, %%clock; mov.u32 %0,t; }" : "=r"(of));
  asm volatile("mov.u32 %0, %laneid;" : "=r"(lane));
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(4 * (2 * threadIdx.x)) "r"(a));
  // CHECK-DAG: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
  p[sm + of + lane] = s[4 * threadIdx.x];
  // CHECK-DAG: :[[@LINE-1]]:{{[0-9]+}}: warning: 4-way bank conflict
}

// Not a register: neither compiler takes it.
__global__ void wrong(unsigned *p) {
  __shared__ unsigned s[64];
  asm volatile("mov.u32 %0, % 5;" : "=r"(p[0]));
  p[1] = s[2 * threadIdx.x];
}
// REMEDY: note: 1 kernel analysed, 1 function left out; clang has 1 error

void run(unsigned *p) { k<<<1, 32>>>(p, 1); }
