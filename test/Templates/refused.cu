// RUN: bash -c '%warplint %s %stub; echo "exit code $?"' 2>&1 | FileCheck %s --implicit-check-not=error:
//
// Arguments that the compiler refuses are no errors of the file.

// A functor is no number, and there is none here.
template <typename Op> __global__ void apply(float *p, Op op) {
  __shared__ float s[64];
  p[threadIdx.x] = op(s[2 * threadIdx.x]);
}
// CHECK-DAG: :6:40: note: skipped 'apply': this file does not instantiate it; none of the 4 argument lists tried fits: no class in this file provides what 'Op' needs: operator()

// No end: the copy of the process that tries it meets clang's limit.
template <int N> __device__ int deep() { return deep<N + 1>(); }
template <int N> __global__ void endless(float *p) { p[0] = deep<N>(); }
// CHECK-DAG: note: skipped 'endless': this file does not instantiate it; none of the {{[0-9]+}} argument lists tried fits: refused.cu:13: recursive template instantiation exceeded maximum depth of {{[0-9]+}}

// Nothing is tried for templates.
template <template <int> class Q> __global__ void layout(Q<1> q) {}
// CHECK-DAG: :18:51: note: skipped 'layout': this file does not instantiate it

// No size up to 1024 is a multiple of 1000003.
template <int N> __global__ void none(float *p) {
  static_assert(N > 0 && N % 1000003 == 0, "");
}
// CHECK-DAG: note: skipped 'none': this file does not instantiate it

// A host function is called. Lists that fail leave no trace: the next kernel has
// its figures.
float host(float x);
template <typename T> __device__ T either(T x) { return host(x); }
template <typename T> __global__ void callsHost(T *p) { p[0] = either(p[1]); }
// CHECK-DAG: note: skipped 'callsHost': {{.*}}tried fits: refused.cu:30: {{.*}}'host'

template <typename T> __device__ T onlyDouble(T x) {
  static_assert(sizeof(T) == 8, "for doubles alone");
  return x;
}
template <typename T> __global__ void doubles(T *p) {
  __shared__ T s[256];
  p[threadIdx.x] = onlyDouble(s[2 * threadIdx.x]);
  // CHECK-DAG: :[[@LINE-1]]:31: remark: 2-way bank conflict: this 64-bit load takes 4 wavefronts, ideal 2, with T = double (assumed)
}
// CHECK-DAG: exit code 0
