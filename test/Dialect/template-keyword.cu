// RUN: not %warplint -v %s -- %stub_flags 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=REMEDY < %t.err
//
// A template keyword before a name without arguments.

// REMEDY: worked around template keyword before a name without arguments

struct B {
  template <class T> __host__ __device__ void f(T) {}
};
template <class T> __global__ void k(T b, int *p) {
  __shared__ int s[64];
  b.template f(3);
  p[threadIdx.x] = s[2 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
}
void run(int *p) { k<<<1, 32>>>(B(), p); }
