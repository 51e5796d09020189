// REQUIRES: cuda-toolkit
// RUN: not %warplint --sort=source %s 2> %t.err | %check %s
// RUN: FileCheck %s --check-prefix=NONE --allow-empty --implicit-check-not=error: < %t.err
//
// #pragma unroll before what is no loop: of no effect to nvcc, an error to clang. And
// the traits of extended lambdas.

// NONE-NOT: clang reports

template <class F> __global__ void apply(F f) { f(threadIdx.x); }

template <class F> void launch(F f) {
  static_assert(__nv_is_extended_device_lambda_closure_type(F));
  static_assert(!__nv_is_extended_host_device_lambda_closure_type(F));
  apply<<<1, 32>>>(f);
}

__global__ void k(int *p, int n) {
  __shared__ int s[64];
#pragma unroll
  s[2 * threadIdx.x] = n;
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 2-way bank conflict
#pragma unroll
  if (n > 3)
    p[threadIdx.x] = s[threadIdx.x];
}
void run(int *p) {
  k<<<1, 32>>>(p, 1);
  launch([=] __device__(int i) {
    __shared__ int s[128];
    s[4 * i] = 1;
    // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 4-way bank conflict
    p[i] = s[i];
  });
}
